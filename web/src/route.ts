// The part of the address after #. It contains everything that a copied link or the back button should restore:
//   #/?q=balance&severity=high,medium&kind=stale-value/lost-update&package=bank&sort=place    the list
//   #/finding/5b8572434d3f9536                                                               one finding

import { EVERYTHING, Filter, SORTS, Sort } from "./filter";
import { SEVERITIES, Severity } from "./data";

export type Route = { page: "list"; filter: Filter } | { page: "finding"; fingerprint: string };

// A broken escape (in a truncated link) is used unchanged.
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function parseRoute(hash: string): Route {
  const path = hash.replace(/^#/, "");
  const finding = /^\/finding\/([^?]*)/.exec(path);
  if (finding) return { page: "finding", fingerprint: decoded(finding[1]) };
  const query = path.indexOf("?");
  const filter: Filter = { ...EVERYTHING };
  const parameters = new URLSearchParams(query < 0 ? "" : path.slice(query + 1));
  const list = (name: string): string[] => (parameters.get(name) ?? "").split(",").filter((word) => word);
  filter.text = parameters.get("q") ?? "";
  filter.severities = list("severity").filter((word): word is Severity => SEVERITIES.includes(word as Severity));
  filter.kinds = list("kind");
  filter.package = parameters.get("package");
  const sort = parameters.get("sort") as Sort;
  if (SORTS.includes(sort)) filter.sort = sort;
  return { page: "list", filter };
}

export function listHash(filter: Filter): string {
  const parts: string[] = [];
  const add = (name: string, value: string): void => {
    parts.push(`${name}=${encodeURIComponent(value).replace(/%2F/g, "/").replace(/%2C/g, ",")}`);
  };
  if (filter.text.trim()) add("q", filter.text);
  if (filter.severities.length) add("severity", filter.severities.join(","));
  if (filter.kinds.length) add("kind", filter.kinds.join(","));
  if (filter.package !== null) add("package", filter.package);
  if (filter.sort !== "rank") add("sort", filter.sort);
  return parts.length ? `#/?${parts.join("&")}` : "#/";
}

export function findingHash(fingerprint: string): string {
  return `#/finding/${encodeURIComponent(fingerprint)}`;
}
