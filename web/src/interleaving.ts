// The picture of an interleaving: a lane for each thread, with time running downwards. Boxes and bars are ordinary
// elements in a CSS grid, so that long names wrap and a screen reader reads the steps in chronological order; the
// arrows, from the last step of one thread to the next step of another, are drawn over them once the boxes are
// positioned.

import { Finding, lookUp, shortMethod, simpleName } from "./data";
import { Child, h, replaceChildren, sentence, svg } from "./dom";
import { Layout, LockBar, PlacedStep, layOut } from "./interleaving_layout";

// The colour of a box shows whether its role changes something, waits, or only reads.
const ROLE_KINDS: Record<string, string> = {
  write: "change",
  use: "change",
  read: "look",
  check: "look",
  acquire: "lock",
  release: "lock",
  wait: "stuck",
  block: "stuck",
  blocked: "stuck",
  start: "flow",
  join: "flow",
  call: "flow",
  notify: "flow",
};

const LONG_CHAIN = 8; // calls

export interface Interleaving {
  element: HTMLElement;
  // Highlights the selected step; -1 selects none. Steps are numbered in chronological order.
  select(index: number): void;
}

const LABEL_ROW = (row: number): number => 2 + row * 2; // grid lines; row 1 has the names of the threads
const STEP_ROW = (row: number): number => 3 + row * 2;

export function interleaving(finding: Finding, onSelect: (index: number) => void): Interleaving {
  const layout = layOut(finding.threads);
  const lanes = finding.threads.length;
  const end = LABEL_ROW(layout.rows);

  const grid = h("div", { class: "lanes" });
  grid.style.gridTemplateColumns = `repeat(${lanes}, minmax(var(--lane-width), 38rem))`;
  finding.threads.forEach((thread, lane) => {
    const line = h("div", { class: "lane-line", "aria-hidden": "true" });
    place(line, lane, 2, end);
    line.style.setProperty("--depth", String(layout.depths[lane]));
    const name = h("div", { class: "lane-name" }, thread.name);
    place(name, lane, 1, 2);
    grid.append(line, name);
  });

  const boxes = layout.steps.map((placed, index) => {
    // A thread that continues in the same method without interference: the method's name is not repeated.
    const before: PlacedStep | undefined = layout.steps[index - 1];
    const goesOn =
      before?.lane === placed.lane &&
      before.step.class === placed.step.class &&
      before.step.method === placed.step.method;
    return stepBox(placed, index, finding, goesOn, () => onSelect(index));
  });
  for (const bar of layout.bars) grid.append(lockBar(bar));
  for (const labels of lockLabels(layout)) grid.append(labels);
  layout.steps.forEach(({ lane, row }, index) => {
    place(boxes[index], lane, STEP_ROW(row), STEP_ROW(row) + 1);
    boxes[index].style.setProperty("--depth", String(layout.depths[lane]));
    grid.append(boxes[index]);
  });
  const folds = foldCalls(layout, boxes);
  for (const fold of folds) grid.append(fold.button);
  const arrows = svg("svg", { class: "arrows", "aria-hidden": "true" });
  grid.append(arrows);

  const frame = h("div", {}, grid);
  const element = h("div", { class: "interleaving" }, frame);
  if (finding.outcome) {
    element.append(h("p", { class: "outcome" }, h("strong", {}, "Then: "), h("span", {}, sentence(finding.outcome))));
  }
  const draw = (): void => {
    // The names of the threads cannot stay on top of a frame that scrolls sideways, so it scrolls only if it must.
    const scrolls = grid.scrollWidth > frame.clientWidth;
    frame.classList.toggle("scroll-x", scrolls);
    if (scrolls) frame.tabIndex = 0;
    drawArrows(arrows, grid, layout, boxes);
  };
  new ResizeObserver(draw).observe(grid);
  return {
    element,
    select: (index) => {
      folds.find((fold) => index >= fold.first && index < fold.end)?.open();
      boxes.forEach((box, at) => box.setAttribute("aria-pressed", String(at === index)));
    },
  };
}

function place(element: HTMLElement, lane: number, from: number, to: number): void {
  element.style.gridColumn = String(lane + 1);
  element.style.gridRow = `${from} / ${to}`;
}

function stepBox(
  placed: PlacedStep,
  index: number,
  finding: Finding,
  goesOn: boolean,
  onSelect: () => void,
): HTMLElement {
  const { step, lane } = placed;
  const where = `${simpleName(step.class)}.${shortMethod(step.method)}`;
  const spoken = step.locks.length ? `holding ${step.locks.join(", ")}` : "";
  return h(
    "button",
    {
      type: "button",
      class: `step step-${lookUp(ROLE_KINDS, step.role) ?? "other"}`,
      "aria-pressed": "false",
      title: `${step.class}.${step.method}`,
      onclick: onSelect,
    },
    h(
      "span",
      { class: "step-head" },
      h("span", { class: "step-number" }, String(index + 1)),
      h("span", { class: "sr-only" }, ` ${finding.threads[lane].name} `),
      h("span", { class: "step-role" }, step.role),
      h(
        "span",
        { class: "step-place" },
        h("span", {}, step.file),
        step.line > 0 && h("span", {}, step.file ? `:${step.line}` : `line ${step.line}`),
      ),
    ),
    !goesOn && h("code", { class: "step-method" }, breakable(where)),
    step.note && h("span", { class: "step-note" }, sentence(step.note)),
    h("span", { class: "sr-only" }, spoken),
  );
}

interface Fold {
  first: number; // steps, in the order of time
  end: number;
  button: HTMLElement;
  open(): void;
}

// The middle of a long chain of calls is hidden until the user expands it.
function foldCalls(layout: Layout, boxes: HTMLElement[]): Fold[] {
  const steps = layout.steps;
  const goesOn = (a: PlacedStep, b: PlacedStep | undefined): boolean =>
    b !== undefined &&
    b.lane === a.lane &&
    b.step.role === "call" &&
    b.step.locks.join("\n") === a.step.locks.join("\n");
  const folds: Fold[] = [];
  for (let first = 0; first < steps.length; ++first) {
    if (steps[first].step.role !== "call") continue;
    let end = first + 1;
    while (goesOn(steps[first], steps[end])) ++end;
    if (end - first >= LONG_CHAIN) folds.push(foldOf(steps[first + 2], first + 2, end - 1, boxes));
    first = end - 1;
  }
  for (const { button, first } of folds) button.style.setProperty("--depth", String(layout.depths[steps[first].lane]));
  return folds;
}

function foldOf(at: PlacedStep, first: number, end: number, boxes: HTMLElement[]): Fold {
  const hide = (hidden: boolean): void => {
    for (const box of boxes.slice(first, end)) box.hidden = hidden;
    button.hidden = !hidden;
  };
  const open = (): void => hide(false);
  const button = h(
    "button",
    { type: "button", class: "small-button fold", onclick: open },
    `⋯ ${end - first} more calls`,
  );
  place(button, at.lane, STEP_ROW(at.row), STEP_ROW(at.row) + 1);
  hide(true);
  return { first, end, button, open };
}

// A long name may break after a dot, a bracket or a comma.
export function breakable(name: string): Child[] {
  return (name.match(/[^.(,$]*[.(,$]|[^.(,$]+$/g) ?? []).flatMap((part, index): Child[] =>
    index ? [h("wbr"), part] : [part],
  );
}

function lockBar(bar: LockBar): HTMLElement {
  const element = h("div", {
    class: `lock-bar lock-${bar.depth % 4}`,
    title: `${bar.name} is held`,
    "aria-hidden": "true",
  });
  place(element, bar.lane, LABEL_ROW(bar.first), STEP_ROW(bar.last) + 1);
  element.style.setProperty("--at", String(bar.depth));
  return element;
}

// A name is placed where its bar begins; names of bars that begin together are placed below each other.
function lockLabels(layout: Layout): HTMLElement[] {
  const beginning = new Map<string, LockBar[]>();
  for (const bar of layout.bars) {
    const key = `${bar.lane}/${bar.first}`;
    beginning.set(key, [...(beginning.get(key) ?? []), bar]);
  }
  return [...beginning.values()].map((bars) => {
    const labels = h(
      "div",
      { class: "lock-labels", "aria-hidden": "true" },
      bars.map((bar) => {
        const label = h("div", { class: `lock-label lock-${bar.depth % 4}`, title: bar.name }, h("span", {}, bar.name));
        label.style.setProperty("--at", String(bar.depth));
        return label;
      }),
    );
    place(labels, bars[0].lane, LABEL_ROW(bars[0].first), LABEL_ROW(bars[0].first) + 1);
    return labels;
  });
}

function drawArrows(arrows: SVGSVGElement, grid: HTMLElement, layout: Layout, boxes: HTMLElement[]): void {
  const origin = grid.getBoundingClientRect();
  if (!origin.width) return;
  arrows.setAttribute("width", String(grid.scrollWidth));
  arrows.setAttribute("height", String(grid.scrollHeight));
  const marker = svg(
    "marker",
    { id: "turn", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" },
    svg("path", { d: "M0 0 8 4 0 8Z" }),
  );
  const paths: Child[] = [svg("defs", {}, marker)];
  for (let index = 1; index < boxes.length; ++index) {
    const from = layout.steps[index - 1],
      to = layout.steps[index];
    if (from.lane === to.lane || from.row === to.row) continue;
    const a = boxes[index - 1].getBoundingClientRect(),
      b = boxes[index].getBoundingClientRect();
    const right = to.lane > from.lane;
    // The arrow goes from the lower part of one box to the upper part of the other, through the space between the
    // lanes. The bars of a lane are on the left of its boxes.
    const bars = (box: HTMLElement): number => parseFloat(getComputedStyle(box).marginLeft);
    const x1 = (right ? a.right : a.left - bars(boxes[index - 1])) - origin.left;
    const x2 = (right ? b.left - bars(boxes[index]) : b.right) - origin.left;
    const y1 = a.bottom - origin.top - Math.min(14, a.height / 3),
      y2 = b.top - origin.top + Math.min(14, b.height / 3);
    const bend = Math.max(24, Math.abs(x2 - x1) / 2);
    const c1 = right ? x1 + bend : x1 - bend,
      c2 = right ? x2 - bend : x2 + bend;
    paths.push(
      svg("path", { class: "turn", d: `M${x1} ${y1}C${c1} ${y1} ${c2} ${y2} ${x2} ${y2}`, "marker-end": "url(#turn)" }),
    );
  }
  replaceChildren(arrows, paths);
}
