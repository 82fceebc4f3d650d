// The report's page: it reads the data, shows the list or the finding that the address names, and handles keys.

import { Finding, PageData, kindOf, readData, shortMethod, simpleName } from "./data";
import { h, replaceChildren } from "./dom";
import { Filter } from "./filter";
import { Neighbours, findingPage, missingPage } from "./finding_page";
import { helpButton, listenToKeys } from "./keys";
import { Overview } from "./overview";
import { findingHash, listHash, parseRoute } from "./route";
import { startTheme, themeButton, toggleTheme } from "./theme";

class Page {
  private readonly main = h("main", { id: "main" });
  private readonly overview: Overview;
  private readonly findings: Finding[];
  private readonly byFingerprint: Map<string, number>;
  private current = -1; // index of the finding that is shown; -1: the list is
  private listScroll = 0;

  constructor(private readonly data: PageData) {
    this.findings = data.report.findings;
    this.byFingerprint = new Map(this.findings.map((finding, index) => [finding.fingerprint, index]));
    this.overview = new Overview(data, (filter, typed) => this.setFilter(filter, typed));
    const bar = h(
      "header",
      { class: "bar" },
      h("a", { class: "skip", href: "#main", onclick: (event: Event) => this.skip(event) }, "Skip to the content"),
      h("a", { class: "brand", href: "#/" }, "Snag"),
      h("span", { class: "dim" }, `${data.report.version} · concurrency report`),
      h("span", { class: "grow" }),
      helpButton(),
      themeButton(),
    );
    document.body.append(bar, this.main);
    // Otherwise the browser would scroll before the content is there.
    history.scrollRestoration = "manual";
    window.addEventListener("hashchange", () => this.show());
    listenToKeys({
      next: () => this.step(1),
      previous: () => this.step(-1),
      search: () => this.goToSearch(),
      back: () => this.back(),
      theme: toggleTheme,
      first: () => this.overview.goTo(0),
      last: () => this.overview.goTo(this.overview.order.length - 1),
      isList: () => this.current < 0,
    });
    this.show();
  }

  private show(): void {
    const route = parseRoute(location.hash);
    if (route.page === "list") return this.showList(route.filter);
    const index = this.byFingerprint.get(route.fingerprint);
    if (this.overview.element.isConnected) this.listScroll = window.scrollY;
    if (index === undefined) {
      this.current = this.findings.length; // no list, and no neighbours
      document.title = "No such finding · Snag";
      replaceChildren(this.main, missingPage(route.fingerprint));
    } else {
      this.current = index;
      const finding = this.findings[index];
      this.overview.remember(index);
      document.title = `${kindOf(finding)}: ${simpleName(finding.class)}.${shortMethod(finding.method)} · Snag`;
      replaceChildren(this.main, findingPage(this.data, finding, this.neighbours(index)));
    }
    window.scrollTo(0, 0);
    this.main.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
  }

  private showList(filter: Filter): void {
    const wasElsewhere = !this.overview.element.isConnected;
    const position = this.current >= 0 ? this.overview.order.indexOf(this.current) : -1;
    this.current = -1;
    document.title = `${this.findings.length} findings · Snag`;
    if (wasElsewhere) replaceChildren(this.main, this.overview.element);
    this.overview.show(filter);
    if (!wasElsewhere) return;
    window.scrollTo(0, this.listScroll);
    this.overview.refresh();
    if (position >= 0) this.overview.goTo(position);
  }

  private setFilter(filter: Filter, typed: boolean): void {
    // A filter is a history entry of its own; a single letter of a search is not.
    if (typed) history.replaceState(null, "", listHash(filter));
    else history.pushState(null, "", listHash(filter));
    this.overview.show(filter);
  }

  private neighbours(index: number): Neighbours {
    const order = this.overview.order;
    const at = order.indexOf(index);
    return {
      list: listHash(this.overview.filter),
      position: at < 0 ? "" : `${at + 1} of ${order.length}`,
      previous: at < 0 ? undefined : this.findings[order[at - 1]],
      next: at < 0 ? undefined : this.findings[order[at + 1]],
    };
  }

  private step(by: number): void {
    if (this.current < 0) return this.overview.move(by);
    if (this.current >= this.findings.length) return;
    const around = this.neighbours(this.current);
    const target = by > 0 ? around.next : around.previous;
    if (target) location.hash = findingHash(target.fingerprint);
  }

  private goToSearch(): void {
    if (this.current >= 0) {
      history.pushState(null, "", listHash(this.overview.filter));
      this.showList(this.overview.filter);
    }
    window.scrollTo(0, 0);
    this.overview.search.focus();
    this.overview.search.select();
  }

  private back(): void {
    if (this.current >= 0) {
      location.hash = listHash(this.overview.filter);
    } else if (document.activeElement === this.overview.search) {
      if (this.overview.search.value) this.setFilter({ ...this.overview.filter, text: "" }, true);
      else this.overview.search.blur();
    } else {
      (document.activeElement as HTMLElement | null)?.blur();
    }
  }

  private skip(event: Event): void {
    event.preventDefault();
    this.main.querySelector<HTMLElement>("h1")?.focus();
  }
}

startTheme();
try {
  new Page(readData());
} catch (error) {
  document.body.append(h("main", {}, h("h1", {}, "This report cannot be shown"), h("p", {}, String(error))));
  throw error;
}
