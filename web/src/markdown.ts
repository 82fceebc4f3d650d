// Turns the pages of checks from Markdown into elements. `marked` only splits the text into tokens; the elements, of a
// few known kinds, are created here, and anything else (above all HTML) is shown as text. So a page cannot contain
// markup or scripts.

import { marked, Token, Tokens } from "marked";
import { Child, h } from "./dom";
import { colouredJava } from "./java_colour";

// The characters that the lexer escapes for an HTML writer.
const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };
function unescaped(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]);
}

function inline(tokens: Token[] | undefined): Child[] {
  return (tokens ?? []).map((token): Child => {
    switch (token.type) {
      case "strong":
        return h("strong", {}, inline(token.tokens));
      case "em":
        return h("em", {}, inline(token.tokens));
      case "del":
        return h("s", {}, inline(token.tokens));
      case "codespan":
        return h("code", {}, unescaped(token.text));
      case "br":
        return h("br");
      case "link":
        // Addresses are shown, not linked: pages refer to each other by file names that do not exist here.
        return h("span", { class: "reference", title: token.href }, inline(token.tokens));
      case "text":
        return "tokens" in token && token.tokens ? inline(token.tokens) : unescaped(token.text);
      case "escape":
        return unescaped(token.text);
      default:
        return token.raw;
    }
  });
}

function heading(token: Tokens.Heading): HTMLElement {
  // The page's first heading is below the finding's headings of the second level.
  const level = Math.min(token.depth + 2, 6) as 3 | 4 | 5 | 6;
  return h(`h${level}`, {}, inline(token.tokens));
}

function code(token: Tokens.Code): HTMLElement {
  const lines = token.text.split("\n");
  const java = token.lang?.split(" ")[0] === "java"; // further words say what the code is for
  const content = lines.map((line, index) => [java ? colouredJava(line) : line, index + 1 < lines.length && "\n"]);
  return h("pre", { tabindex: 0 }, h("code", {}, content));
}

function table(token: Tokens.Table): HTMLElement {
  const row = (tag: "th" | "td", cells: Tokens.TableCell[]): HTMLElement =>
    h(
      "tr",
      {},
      cells.map((cell) => h(tag, {}, inline(cell.tokens))),
    );
  return h(
    "div",
    { class: "scroll-x" },
    h(
      "table",
      {},
      h("thead", {}, row("th", token.header)),
      h(
        "tbody",
        {},
        token.rows.map((cells) => row("td", cells)),
      ),
    ),
  );
}

function blocks(tokens: Token[]): Child[] {
  return tokens.map((token): Child => {
    switch (token.type) {
      case "space":
      case "def":
        return null;
      case "heading":
        return heading(token as Tokens.Heading);
      case "paragraph":
        return h("p", {}, inline(token.tokens));
      case "code":
        return code(token as Tokens.Code);
      case "table":
        return table(token as Tokens.Table);
      case "list": {
        const list = token as Tokens.List;
        return h(
          list.ordered ? "ol" : "ul",
          {},
          list.items.map((item) => h("li", {}, blocks(item.tokens))),
        );
      }
      case "blockquote":
        return h("blockquote", {}, blocks(token.tokens ?? []));
      case "hr":
        return h("hr");
      case "text":
        return token.tokens ? inline(token.tokens) : unescaped(token.text);
      default:
        return h("p", {}, token.raw);
    }
  });
}

export function markdown(text: string): HTMLElement {
  return h("div", { class: "markdown" }, blocks(marked.lexer(text)));
}
