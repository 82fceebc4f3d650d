// The data of the page: the JSON report, with sources and pages of checks, written by src/report/html_report.cpp. All
// of it is untrusted text (names in class files, lines of sources), which enters the page as text only: see dom.ts.

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

// Looks only at the table's own entries, not at what every object inherits: a check may be called `constructor`.
export function lookUp<T>(table: Record<string, T>, key: string): T | undefined {
  return Object.prototype.hasOwnProperty.call(table, key) ? table[key] : undefined;
}

// Returns the entry of a kind, or else that of its check.
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

// A method that the compiler made, in words, as findings/names.h has them.
function wordsForMethod(method: string): string | undefined {
  const name = method.split("(")[0] ?? "";
  if (name.startsWith("access$")) return "an accessor";
  const lambda = /^lambda\$(?:(.*)\$)?\d+$/.exec(name) ?? /^\$anonfun\$(.*)\$\d+$/.exec(name) ?? /^(.+)\$lambda/.exec(name);
  if (!lambda) return undefined;
  const maker = lambda[1];
  if (!maker) return "a lambda";
  if (maker === "new") return "a lambda in the constructor";
  if (maker === "static") return "a lambda in the class initializer";
  if (maker === "null") return "a lambda in a lambda";
  return `a lambda in ${wordsForMethod(maker) ?? `${maker}()`}`;
}

// `put(java.lang.String,int)` as `put(String,int)`.
export function shortMethod(method: string): string {
  const words = wordsForMethod(method);
  if (words) return words;
  const open = method.indexOf("(");
  if (open < 0) return method;
  const types = method.slice(open + 1).split(",");
  return method.slice(0, open + 1) + types.map(simpleName).join(",");
}

// Returns `Account.java:41`, without the parts that are not known.
export function placeText(place: { file?: string; line?: number }): string {
  if (!place.file) return place.line ? `line ${place.line}` : "";
  return place.line ? `${place.file}:${place.line}` : place.file;
}

// Returns the same for use after the name of the class, which in Java is nearly always also the name of the file.
export function placeInClass(place: Place): string {
  const outer = simpleName(place.class).split("$")[0];
  return place.line && place.file === `${outer}.java` ? `line ${place.line}` : placeText(place);
}

// Files with the same name are distinguished by their package.
export function sourceKey(place: Place): string {
  return `${packageOf(place.class)}/${place.file}`;
}
