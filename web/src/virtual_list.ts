// A list of thousands of rows of equal height; only those in the window are in the document. The window scrolls, not a
// box in it, so that the list behaves like any page: on a phone, with the space bar, when going back.

import { h } from "./dom";

const MARGIN = 12; // rows made above and below the window

export class VirtualList {
  readonly element: HTMLElement;
  private count = 0;
  private rowHeight = 1;
  private readonly rows = new Map<number, HTMLElement>();
  private pending = 0;

  // `makeRow` creates the row with an index; it is called again whenever the row enters the window.
  constructor(
    label: string,
    private readonly makeRow: (index: number) => HTMLElement,
  ) {
    this.element = h("div", { class: "rows", role: "list", "aria-label": label });
    window.addEventListener("scroll", () => this.later(), { passive: true });
    window.addEventListener("resize", () => this.refresh());
    window.addEventListener("beforeprint", () => this.showAll());
    window.addEventListener("afterprint", () => this.refresh());
  }

  // Sets new contents and creates every row again.
  setCount(count: number): void {
    this.count = count;
    this.refresh();
  }

  refresh(): void {
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
    // The style sheet decides the height: narrow windows have higher rows.
    this.rowHeight = parseFloat(getComputedStyle(this.element).getPropertyValue("--row-height")) || 56;
    this.element.style.height = `${this.count * this.rowHeight}px`;
    this.update();
  }

  // Scrolls no further than needed to show the whole row, and focuses it.
  focus(index: number): void {
    if (index < 0 || index >= this.count) return;
    const top = this.element.getBoundingClientRect().top + index * this.rowHeight;
    const covered = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
    if (top < covered) window.scrollBy(0, top - covered);
    else if (top + this.rowHeight > window.innerHeight)
      window.scrollBy(0, top + this.rowHeight - window.innerHeight + 4);
    this.update();
    this.rows.get(index)?.querySelector<HTMLElement>("a")?.focus({ preventScroll: true });
  }

  private later(): void {
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.update();
    });
  }

  private update(): void {
    if (!this.element.isConnected) return;
    const top = this.element.getBoundingClientRect().top;
    const first = Math.max(0, Math.floor(-top / this.rowHeight) - MARGIN);
    const end = Math.min(this.count, Math.ceil((window.innerHeight - top) / this.rowHeight) + MARGIN);
    for (const [index, row] of this.rows) {
      // The focused row stays: without it the keyboard would lose its place.
      if ((index < first || index >= end) && !row.contains(document.activeElement)) {
        row.remove();
        this.rows.delete(index);
      }
    }
    this.make(first, end);
  }

  // Paper has no window: all rows are printed, or only the first if there are very many.
  private showAll(): void {
    this.make(0, Math.min(this.count, 2000));
  }

  private make(first: number, end: number): void {
    for (let index = first; index < end; ++index) {
      if (this.rows.has(index)) continue;
      const row = this.makeRow(index);
      row.setAttribute("role", "listitem");
      row.setAttribute("aria-posinset", String(index + 1));
      row.setAttribute("aria-setsize", String(this.count));
      row.style.top = `${index * this.rowHeight}px`;
      this.rows.set(index, row);
      // Rows are kept in order for navigation with the tab key.
      const next = this.following(index);
      this.element.insertBefore(row, next);
    }
  }

  private following(index: number): HTMLElement | null {
    const next = this.rows.get(index + 1);
    if (next) return next;
    let best: number | undefined;
    for (const other of this.rows.keys()) {
      if (other > index && (best === undefined || other < best)) best = other;
    }
    return best === undefined ? null : (this.rows.get(best) ?? null);
  }
}
