// Decides which findings are shown, and in which order. Every letter typed in the search runs it again, so whatever can
// be computed once is computed once: the searched text, and each order.

import { Finding, Severity, kindOf, packageOf } from "./data";

export type Sort = "rank" | "place" | "kind" | "score";
export const SORTS: readonly Sort[] = ["rank", "place", "kind", "score"];

export interface Filter {
  text: string; // words; all must occur
  severities: Severity[]; // none: all
  kinds: string[]; // `check/kind`, or `check` for all of its kinds; none: all
  package: string | null; // with those below it; null: all; "": the unnamed package
  sort: Sort;
}

export const EVERYTHING: Filter = { text: "", severities: [], kinds: [], package: null, sort: "rank" };

export function isEverything(filter: Filter): boolean {
  return !filter.text.trim() && !filter.severities.length && !filter.kinds.length && filter.package === null;
}

// The findings that are shown, and the count for each value of each filter. A filter is not applied to its own counts,
// so that they say what another choice would show.
export interface Selection {
  order: number[]; // indexes of findings
  bySeverity: Map<string, number>;
  byKind: Map<string, number>;
  byPackage: Map<string, number>; // of exactly this package
}

interface Entry {
  text: string;
  kind: string;
  check: string;
  package: string;
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export class FindingIndex {
  private readonly entries: Entry[];
  private readonly orders = new Map<Sort, number[]>();

  constructor(private readonly findings: Finding[]) {
    this.entries = findings.map((finding) => ({
      text: [
        finding.class + "." + finding.method,
        finding.file + ":" + finding.line,
        finding.message,
        kindOf(finding),
        finding.subject.field,
        finding.subject.locks.join(" "),
        finding.fingerprint,
      ]
        .join("\n")
        .toLowerCase(),
      kind: kindOf(finding),
      check: finding.check,
      package: packageOf(finding.class),
    }));
  }

  packages(): string[] {
    return [...new Set(this.entries.map((entry) => entry.package))].sort(compareText);
  }

  kinds(): string[] {
    return [...new Set(this.entries.map((entry) => entry.kind))].sort(compareText);
  }

  select(filter: Filter): Selection {
    const words = filter.text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word);
    const below = filter.package === null ? "" : `${filter.package}.`;
    const result: Selection = { order: [], bySeverity: new Map(), byKind: new Map(), byPackage: new Map() };
    const count = (counts: Map<string, number>, key: string): void => {
      counts.set(key, (counts.get(key) ?? 0) + 1);
    };
    for (const index of this.order(filter.sort)) {
      const entry = this.entries[index];
      const severity = this.findings[index].severity;
      if (!words.every((word) => entry.text.includes(word))) continue;
      const ofSeverity = !filter.severities.length || filter.severities.includes(severity);
      const ofKind = !filter.kinds.length || filter.kinds.includes(entry.kind) || filter.kinds.includes(entry.check);
      const ofPackage =
        filter.package === null ||
        entry.package === filter.package ||
        (below !== "." && entry.package.startsWith(below));
      if (ofKind && ofPackage) count(result.bySeverity, severity);
      if (ofSeverity && ofPackage) count(result.byKind, entry.kind);
      if (ofSeverity && ofKind) count(result.byPackage, entry.package);
      if (ofSeverity && ofKind && ofPackage) result.order.push(index);
    }
    return result;
  }

  private order(sort: Sort): number[] {
    let order = this.orders.get(sort);
    if (order) return order;
    order = this.findings.map((_, index) => index);
    const findings = this.findings;
    const byPlace = (a: Finding, b: Finding): number =>
      compareText(a.class, b.class) || a.line - b.line || compareText(a.method, b.method);
    // The report itself is ordered by severity and score; equal findings keep that order.
    if (sort === "place") order.sort((a, b) => byPlace(findings[a], findings[b]));
    if (sort === "kind") order.sort((a, b) => compareText(this.entries[a].kind, this.entries[b].kind));
    if (sort === "score") order.sort((a, b) => (findings[b].score ?? 0) - (findings[a].score ?? 0));
    this.orders.set(sort, order);
    return order;
  }
}
