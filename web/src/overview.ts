// The list of findings, with totals and filters. It is created once and kept: on return it looks as it was left.

import { Finding, PageData, SEVERITIES, ofKind, packageOf, placeInClass, shortMethod, simpleName } from "./data";
import { counted, grouped, h, replaceChildren, sentence } from "./dom";
import { EVERYTHING, Filter, FindingIndex, Selection, Sort, isEverything } from "./filter";
import { PackageTree } from "./package_tree";
import { findingHash } from "./route";
import { VirtualList } from "./virtual_list";

const SORT_NAMES: Record<Sort, string> = {
  rank: "most severe first",
  place: "by place",
  kind: "by kind",
  score: "by score",
};

export class Overview {
  readonly element: HTMLElement;
  readonly search: HTMLInputElement;
  filter: Filter = EVERYTHING;
  private readonly index: FindingIndex;
  private readonly list: VirtualList;
  private readonly packages: PackageTree;
  private readonly severityBox = h("div", { class: "choices" });
  private readonly kindBox = h("div", { class: "choices" });
  private readonly status = h("p", { class: "status", role: "status" });
  private readonly sort: HTMLSelectElement;
  private readonly clear: HTMLButtonElement;
  private readonly empty = h("p", { class: "nothing" });
  private selection: Selection;
  private active = -1;

  // `onFilter` is called for every change; `typed` means that a letter of the search was typed.
  constructor(
    private readonly data: PageData,
    private readonly onFilter: (filter: Filter, typed: boolean) => void,
  ) {
    const findings = data.report.findings;
    this.index = new FindingIndex(findings);
    this.selection = this.index.select(EVERYTHING);
    this.list = new VirtualList("Findings", (at) => this.row(at));
    this.packages = new PackageTree(this.index.packages(), (path) => this.change({ package: path }));
    this.search = h("input", {
      type: "search",
      id: "search",
      placeholder: "Search class, method, message …",
      "aria-label": "Search findings",
      autocomplete: "off",
      spellcheck: "false",
      oninput: () => this.change({ text: this.search.value }, true),
    });
    this.sort = h(
      "select",
      { "aria-label": "Order", onchange: () => this.change({ sort: this.sort.value as Sort }) },
      Object.entries(SORT_NAMES).map(([value, name]) => h("option", { value }, name)),
    );
    this.clear = h(
      "button",
      { type: "button", class: "small-button", onclick: () => this.showEverything() },
      "Show all",
    );
    const filters = h(
      "details",
      { class: "filters", open: matchMedia("(min-width: 60rem)").matches },
      h("summary", {}, "Filters"),
      h(
        "div",
        { class: "filters-body" },
        h("h2", {}, "Severity"),
        this.severityBox,
        h("h2", {}, "Kind"),
        this.kindBox,
        h("h2", {}, "Package"),
        this.packages.element,
      ),
    );
    this.element = h(
      "div",
      { class: "overview" },
      h("h1", { class: "sr-only", tabindex: -1 }, "Findings"),
      this.totals(),
      h(
        "div",
        { class: "columns" },
        findings.length > 0 && filters,
        h(
          "section",
          { class: "results", "aria-label": "Findings" },
          findings.length > 0 && h("div", { class: "toolbar" }, this.search, this.sort, this.status, this.clear),
          this.list.element,
          this.empty,
        ),
      ),
    );
    this.list.element.addEventListener("focusin", (event) => {
      const row = (event.target as HTMLElement).closest<HTMLElement>("[data-at]");
      if (row) this.active = Number(row.dataset.at);
    });
  }

  // Indexes of the findings that are shown, in their order.
  get order(): number[] {
    return this.selection.order;
  }

  // Must be called when the element is in the document.
  show(filter: Filter): void {
    this.filter = filter;
    const start = performance.now();
    this.selection = this.index.select(filter);
    this.active = Math.min(this.active, this.order.length - 1);
    if (this.search.value !== filter.text) this.search.value = filter.text;
    this.sort.value = filter.sort;
    this.showChoices();
    const all = this.data.report.findings.length;
    const shown = this.order.length;
    this.status.textContent =
      shown === all ? counted(all, "finding") : `${grouped(shown)} of ${counted(all, "finding")}`;
    this.clear.hidden = isEverything(filter);
    this.empty.hidden = shown > 0;
    this.empty.textContent = all ? "No finding matches." : "No findings.";
    this.list.setCount(shown);
    performance.measure("snag-filter", { start });
  }

  // Moves the keyboard focus to the next row.
  move(by: number): void {
    const next = this.active < 0 ? 0 : this.active + by;
    this.goTo(Math.max(0, Math.min(this.order.length - 1, next)));
  }

  goTo(position: number): void {
    this.active = position;
    this.list.focus(position);
  }

  refresh(): void {
    this.list.refresh();
  }

  // Called when a finding was opened by a link or the keyboard: on return, the keyboard continues from there.
  remember(index: number): void {
    this.active = this.order.indexOf(index);
  }

  showEverything(): void {
    this.change({ ...EVERYTHING, sort: this.filter.sort });
    this.search.focus();
  }

  private change(part: Partial<Filter>, typed = false): void {
    this.onFilter({ ...this.filter, ...part }, typed);
  }

  private totals(): HTMLElement {
    const { report } = this.data;
    const { summary } = report.stats;
    const by = this.selection.bySeverity;
    const facts = [
      counted(summary.classes, "class read", "classes read"),
      summary.skipped > 0 && `${counted(summary.skipped, "class", "classes")} skipped`,
      summary.suppressed > 0 && `${grouped(summary.suppressed)} suppressed`,
      summary.known > 0 && `${grouped(summary.known)} known from the baseline`,
    ].filter((fact): fact is string => Boolean(fact));
    const diagnostics = report.diagnostics;
    return h(
      "header",
      { class: "totals" },
      h(
        "div",
        { class: "tiles" },
        h(
          "div",
          { class: "tile" },
          h("strong", {}, grouped(report.findings.length)),
          h("span", {}, report.findings.length === 1 ? "finding" : "findings"),
        ),
        SEVERITIES.map((severity) =>
          h(
            "div",
            { class: `tile tile-${severity}` },
            h("strong", {}, grouped(by.get(severity) ?? 0)),
            h("span", {}, severity),
          ),
        ),
        h("p", { class: "facts" }, facts.join(" · ")),
      ),
      diagnostics.length > 0 &&
        h(
          "details",
          { class: "diagnostics" },
          h("summary", {}, counted(diagnostics.length, "remark about the input", "remarks about the input")),
          h(
            "ul",
            {},
            diagnostics.slice(0, 500).map((diagnostic) => {
              const where =
                diagnostic.file &&
                `${diagnostic.file}${diagnostic.offset !== undefined ? ` at ${diagnostic.offset}` : ""}: `;
              return h("li", {}, h("span", { class: "dim" }, `${diagnostic.severity} `), where, diagnostic.message);
            }),
            diagnostics.length > 500 && h("li", { class: "dim" }, `and ${grouped(diagnostics.length - 500)} more`),
          ),
        ),
    );
  }

  private showChoices(): void {
    const { bySeverity, byKind, byPackage } = this.selection;
    this.fill(
      this.severityBox,
      SEVERITIES.map((severity) => ({
        value: severity,
        name: h("span", { class: `severity severity-${severity}` }, severity),
        title: "",
        count: bySeverity.get(severity) ?? 0,
        chosen: this.filter.severities.includes(severity),
        toggle: () => this.change({ severities: toggled(this.filter.severities, severity) }),
      })),
    );
    this.fill(
      this.kindBox,
      this.index.kinds().map((kind) => ({
        value: kind,
        name: h("span", { class: "choice-name" }, kindName(kind)),
        title: ofKind(this.data.titles, kind) ?? "",
        count: byKind.get(kind) ?? 0,
        chosen: this.filter.kinds.includes(kind) || this.filter.kinds.includes(kind.split("/")[0]),
        toggle: () => this.change({ kinds: toggled(this.filter.kinds, kind) }),
      })),
    );
    this.packages.show(byPackage, this.filter.package);
  }

  private fill(box: HTMLElement, choices: Choice[]): void {
    const focused = (document.activeElement as HTMLElement | null)?.dataset.value;
    const inside = box.contains(document.activeElement);
    replaceChildren(
      box,
      choices.map((choice) =>
        h(
          "button",
          {
            type: "button",
            class: `choice${choice.count ? "" : " empty"}`,
            "aria-pressed": String(choice.chosen),
            "data-value": choice.value,
            title: choice.title,
            onclick: choice.toggle,
          },
          choice.name,
          h("span", { class: "count" }, grouped(choice.count)),
        ),
      ),
    );
    if (inside && focused) box.querySelector<HTMLElement>(`[data-value="${CSS.escape(focused)}"]`)?.focus();
  }

  private row(at: number): HTMLElement {
    const finding: Finding = this.data.report.findings[this.order[at]];
    const inPackage = packageOf(finding.class);
    return h(
      "div",
      { class: "row", "data-at": at },
      h(
        "a",
        { href: findingHash(finding.fingerprint), class: "row-link" },
        h("span", { class: `severity severity-${finding.severity}` }, finding.severity),
        h(
          "span",
          { class: "row-main" },
          h("span", { class: "row-message" }, sentence(finding.message)),
          h(
            "span",
            { class: "row-place" },
            inPackage && h("span", { class: "dim row-package" }, `${inPackage}.`),
            h("b", {}, `${simpleName(finding.class)}.${shortMethod(finding.method)}`),
            h("span", { class: "dim" }, `  ${placeInClass(finding)}`),
          ),
        ),
        h(
          "span",
          { class: "row-kind" },
          h("span", {}, finding.kind || finding.check),
          h("span", { class: "dim" }, finding.kind && finding.check),
        ),
      ),
    );
  }
}

interface Choice {
  value: string;
  name: HTMLElement;
  title: string;
  count: number;
  chosen: boolean;
  toggle: () => void;
}

function kindName(kind: string): HTMLElement {
  const slash = kind.indexOf("/");
  if (slash < 0) return h("span", {}, kind);
  return h("span", {}, h("span", { class: "dim" }, kind.slice(0, slash + 1)), kind.slice(slash + 1));
}

function toggled<T>(values: T[], value: T): T[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}
