// The packages that have findings, as a tree with branches that can be opened. A package without a finding of its own
// and with a single subpackage shares a line with it: org.apache.catalina.

import { grouped, h, replaceChildren } from "./dom";

interface Node {
  path: string;
  name: string;
  children: Node[];
  count: number;
}

function build(packages: string[]): Node {
  const root: Node = { path: "", name: "", children: [], count: 0 };
  const own = new Set(packages);
  for (const path of packages) {
    if (!path) continue;
    let node = root;
    let at = "";
    for (const part of path.split(".")) {
      at = at ? `${at}.${part}` : part;
      let child = node.children[node.children.length - 1];
      if (child?.path !== at) {
        child = { path: at, name: part, children: [], count: 0 };
        node.children.push(child);
      }
      node = child;
    }
  }
  const shorten = (node: Node): Node => {
    let name = node.name;
    while (node.children.length === 1 && !own.has(node.path)) {
      node = node.children[0];
      name += `.${node.name}`;
    }
    return { ...node, name, children: node.children.map(shorten) };
  };
  root.children = root.children.map(shorten);
  if (own.has("")) root.children.unshift({ path: "", name: "(unnamed package)", children: [], count: 0 });
  return root;
}

export class PackageTree {
  readonly element = h("ul", { class: "tree" });
  private readonly root: Node;
  private readonly open = new Set<string>();
  private counts = new Map<string, number>();
  private chosen: string | null = null;

  // `packages` is sorted.
  constructor(
    packages: string[],
    private readonly onChoose: (path: string | null) => void,
  ) {
    this.root = build(packages);
    // If there are only a few, all are shown at once; otherwise only the first level.
    const few = packages.length <= 12;
    const visit = (node: Node): void => {
      if (few) this.open.add(node.path);
      node.children.forEach(visit);
    };
    if (this.root.children.length === 1) this.open.add(this.root.children[0].path);
    visit(this.root);
  }

  show(counts: Map<string, number>, chosen: string | null): void {
    this.counts = counts;
    if (chosen !== this.chosen && chosen) {
      // A package that a link has selected must be visible.
      const parts = chosen.split(".");
      parts.forEach((_, index) => this.open.add(parts.slice(0, index).join(".")));
    }
    this.chosen = chosen;
    this.count(this.root);
    replaceChildren(
      this.element,
      this.root.children.map((node) => this.row(node)),
    );
  }

  private count(node: Node): number {
    node.count = this.counts.get(node.path) ?? 0;
    if (node === this.root) node.count = 0;
    for (const child of node.children) node.count += this.count(child);
    return node.count;
  }

  private row(node: Node): HTMLElement {
    const isOpen = this.open.has(node.path);
    const isChosen = this.chosen === node.path;
    const toggle = h(
      "button",
      {
        type: "button",
        class: "tree-toggle",
        "aria-label": `${isOpen ? "Close" : "Open"} ${node.name}`,
        "aria-expanded": String(isOpen),
        onclick: () => {
          if (isOpen) this.open.delete(node.path);
          else this.open.add(node.path);
          this.show(this.counts, this.chosen);
          this.element
            .querySelector<HTMLElement>(`[data-path="${CSS.escape(node.path)}"] > div > .tree-toggle`)
            ?.focus();
        },
      },
      isOpen ? "▾" : "▸",
    );
    return h(
      "li",
      { "data-path": node.path },
      h(
        "div",
        { class: "tree-row" },
        node.children.length ? toggle : h("span", { class: "tree-toggle" }),
        h(
          "button",
          {
            type: "button",
            class: `choice${node.count ? "" : " empty"}`,
            "aria-pressed": String(isChosen),
            title: node.path,
            onclick: () => this.onChoose(isChosen ? null : node.path),
          },
          h("span", { class: "choice-name" }, node.name),
          h("span", { class: "count" }, grouped(node.count)),
        ),
      ),
      isOpen &&
        node.children.length > 0 &&
        h(
          "ul",
          {},
          node.children.map((child) => this.row(child)),
        ),
    );
  }
}
