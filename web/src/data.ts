// What the program has put into the page: the JSON report, with sources and pages of checks. src/report/html_report.cpp
// writes it. Everything in it is text from outside (names in class files, lines of sources): it goes into the page as
// text only, see dom.ts.

export type Severity = "high" | "medium" | "low";
export const SEVERITIES: readonly Severity[] = ["high", "medium", "low"];

export interface Place {
  class: string;
  method: string;
  file: string;
  line: number; // 0: not known
}

export interface Step extends Place {
  role: string;
  locks: string[]; // held at this step, outermost first
  note: string;
  time?: number; // when, among the steps of all threads
}

export interface Thread {
  name: string;
  steps: Step[];
}

export interface GraphNode {
  label: string;
  detail?: string;
  file?: string;
  line?: number;
  marked?: boolean;
}

export interface GraphEdge {
  from: number;
  to: number;
  label?: string;
  marked?: boolean;
}

export interface Graph {
  title: string;
  nodes: GraphNode[];
  edges: GraphEdge[];
}

export interface OtherPlace extends Place {
  kind: string;
  fingerprint: string;
}

export interface Finding extends Place {
  check: string;
  kind: string;
  severity: Severity;
  fingerprint: string;
  message: string;
  score?: number;
  outcome?: string;
  subject: { field: string; locks: string[] };
  threads: Thread[];
  repair?: string;
  also?: OtherPlace[];
  graphs?: Graph[];
}

export interface Diagnostic {
  severity: string;
  file: string;
  message: string;
  offset?: number;
}

export interface Report {
  tool: string;
  version: string;
  findings: Finding[];
  diagnostics: Diagnostic[];
  stats: { summary: { classes: number; skipped: number; suppressed: number; known: number } };
}

// Consecutive lines of one file.
export interface Excerpt {
  first: number;
  lines: string[];
}

export interface PageData {
  report: Report;
  titles: Record<string, string>; // of `check` and of `check/kind`
  sources: Record<string, Excerpt[]>; // by sourceKey; in the order of lines
  pages: Record<string, string>; // Markdown, by `check/kind` or `check`
}

export function readData(): PageData {
  const element = document.getElementById("data");
  return JSON.parse(element?.textContent ?? "") as PageData;
}

// Of what is in the table, and not of what every object has: a check may be called `constructor`.
export function lookUp<T>(table: Record<string, T>, key: string): T | undefined {
  return Object.prototype.hasOwnProperty.call(table, key) ? table[key] : undefined;
}

// The entry of a kind, or else of its check.
export function ofKind<T>(table: Record<string, T>, kind: string): T | undefined {
  return lookUp(table, kind) ?? lookUp(table, kind.split("/")[0]);
}

export function kindOf(finding: Finding): string {
  return finding.kind ? `${finding.check}/${finding.kind}` : finding.check;
}

export function packageOf(className: string): string {
  const dot = className.lastIndexOf(".");
  return dot < 0 ? "" : className.slice(0, dot);
}

export function simpleName(className: string): string {
  return className.slice(className.lastIndexOf(".") + 1);
}

// `put(java.lang.String,int)` as `put(String,int)`.
export function shortMethod(method: string): string {
  const open = method.indexOf("(");
  if (open < 0) return method;
  const types = method.slice(open + 1).split(",");
  return method.slice(0, open + 1) + types.map(simpleName).join(",");
}

// `Account.java:41`; what is not known is left out.
export function placeText(place: { file?: string; line?: number }): string {
  if (!place.file) return place.line ? `line ${place.line}` : "";
  return place.line ? `${place.file}:${place.line}` : place.file;
}

// The same behind the name of its class, which in Java is nearly always the name of the file, too.
export function placeInClass(place: Place): string {
  const outer = simpleName(place.class).split("$")[0];
  return place.line && place.file === `${outer}.java` ? `line ${place.line}` : placeText(place);
}

// Files of one name are told apart by the package.
export function sourceKey(place: Place): string {
  return `${packageOf(place.class)}/${place.file}`;
}
