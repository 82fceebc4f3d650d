// Colours for lines of Java: keywords, literals, comments, annotations. Each line is coloured by itself, so the middle
// of a long comment is recognised only by its leading `*`.

import { Child, h } from "./dom";

const KEYWORDS = new Set(
  (
    "abstract assert boolean break byte case catch char class const continue default do double else enum extends final " +
    "finally float for goto if implements import instanceof int interface long native new non-sealed package permits " +
    "private protected public record return sealed short static strictfp super switch synchronized this throw throws " +
    "transient try var void volatile while yield true false null"
  ).split(" "),
);

const TOKEN =
  /(\/\/.*|\/\*.*?(?:\*\/|$))|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|(@[A-Za-z_$][\w$.]*)|(\b\d[\w.]*)|([A-Za-z_$][\w$]*)/g;

export function colouredJava(line: string): Child[] {
  if (/^\s*\*/.test(line)) return [h("span", { class: "j-comment" }, line)];
  // A line of thousands of characters is generated code: it is not meant for readers, and matching it would be slow.
  if (line.length > 2000) return [line];
  const result: Child[] = [];
  let done = 0;
  const add = (kind: string, match: RegExpMatchArray): void => {
    const start = match.index ?? 0;
    if (start > done) result.push(line.slice(done, start));
    result.push(h("span", { class: kind }, match[0]));
    done = start + match[0].length;
  };
  for (const match of line.matchAll(TOKEN)) {
    if (match[1] !== undefined) add("j-comment", match);
    else if (match[2] !== undefined) add("j-text", match);
    else if (match[3] !== undefined) add("j-annotation", match);
    else if (match[4] !== undefined) add("j-number", match);
    else if (KEYWORDS.has(match[0])) add("j-keyword", match);
  }
  if (done < line.length) result.push(line.slice(done));
  return result;
}
