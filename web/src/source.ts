// Shows the source lines around the steps of a finding, with the numbers of the steps beside them. The page contains
// only the lines that Snag found (--source-path).

import { Excerpt, Finding, PageData, Place, Step, lookUp, sourceKey } from "./data";
import { h } from "./dom";
import { colouredJava } from "./java_colour";

export interface SourcePanel {
  element: HTMLElement | null; // null: no line of this finding is known
  // Marks the line of a place and scrolls the panel to it. Returns false if the line is not in the page.
  show(place: Place): boolean;
}

interface Mark {
  numbers: number[]; // of steps
  first: boolean; // the line to look at first
}

const AROUND = 4;

export function sourcePanel(
  data: PageData,
  finding: Finding,
  steps: Step[],
  onSelect: (index: number) => void,
): SourcePanel {
  const marks = new Map<string, Map<number, Mark>>(); // by key and line
  const mark = (place: Place): Mark => {
    const key = sourceKey(place);
    const lines = marks.get(key) ?? new Map<number, Mark>();
    marks.set(key, lines);
    const existing = lines.get(place.line) ?? { numbers: [], first: false };
    lines.set(place.line, existing);
    return existing;
  };
  if (finding.line) mark(finding).first = true;
  steps.forEach((step, index) => {
    if (step.line) mark(step).numbers.push(index);
  });

  const rows = new Map<string, HTMLElement>(); // by key and line
  const files: HTMLElement[] = [];
  for (const [key, lines] of marks) {
    const parts = (lookUp(data.sources, key) ?? []).flatMap((excerpt) => around(excerpt, [...lines.keys()]));
    if (parts.length) files.push(file(key, parts, lines, rows, onSelect));
  }
  const panel = files.length ? h("div", { class: "source" }, files) : null;
  return {
    element: panel,
    show: (place) => {
      const row = rows.get(`${sourceKey(place)}:${place.line}`);
      panel?.querySelectorAll(".line-now").forEach((other) => other.classList.remove("line-now"));
      if (!row || !panel) return false;
      row.classList.add("line-now");
      scrollTo(row, panel);
      return true;
    },
  };
}

// Returns the parts of an excerpt near the lines: several findings share an excerpt, and it may be long.
function around(excerpt: Excerpt, lines: number[]): Excerpt[] {
  const result: Excerpt[] = [];
  excerpt.lines.forEach((text, index) => {
    const number = excerpt.first + index;
    if (!lines.some((line) => Math.abs(line - number) <= AROUND)) return;
    const last = result[result.length - 1];
    if (last && last.first + last.lines.length === number) last.lines.push(text);
    else result.push({ first: number, lines: [text] });
  });
  return result;
}

function file(
  key: string,
  parts: Excerpt[],
  marks: Map<number, Mark>,
  rows: Map<string, HTMLElement>,
  onSelect: (index: number) => void,
): HTMLElement {
  const slash = key.lastIndexOf("/");
  const folder = key.slice(0, slash).replaceAll(".", "/");
  const body = h("div", { class: "code", role: "group", "aria-label": key.slice(slash + 1) });
  parts.forEach((part, index) => {
    if (index) body.append(h("div", { class: "line-gap", "aria-hidden": "true" }, "⋯"));
    part.lines.forEach((text, offset) => {
      const number = part.first + offset;
      const mark = marks.get(number);
      const row = h(
        "div",
        { class: `line${mark ? " line-marked" : ""}${mark?.first ? " line-first" : ""}` },
        h("span", { class: "line-number" }, String(number)),
        h(
          "span",
          { class: "line-steps" },
          mark?.numbers.map((step) =>
            h(
              "button",
              { type: "button", class: "step-number", "aria-label": `step ${step + 1}`, onclick: () => onSelect(step) },
              String(step + 1),
            ),
          ),
        ),
        h("code", {}, text ? colouredJava(text) : " "),
      );
      rows.set(`${key}:${number}`, row);
      body.append(row);
    });
  });
  return h(
    "figure",
    { class: "source-file" },
    h("figcaption", {}, folder && h("span", { class: "dim" }, `${folder}/`), key.slice(slash + 1)),
    h("div", { class: "scroll-x", tabindex: 0 }, body),
  );
}

// Moves only the panel, and only if it is the part that scrolls.
function scrollTo(row: HTMLElement, panel: HTMLElement): void {
  const box = panel.closest<HTMLElement>(".source-column") ?? panel;
  if (box.scrollHeight <= box.clientHeight) return;
  const top = row.getBoundingClientRect().top - box.getBoundingClientRect().top;
  if (top < 40 || top > box.clientHeight - 60) box.scrollBy({ top: top - box.clientHeight / 3, behavior: "smooth" });
}
