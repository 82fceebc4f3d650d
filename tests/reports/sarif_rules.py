"""What GitHub's code scanning wants of a SARIF file beyond its schema, and what else a good one keeps to.

From "SARIF support for code scanning" of GitHub's documentation (required properties, lengths, limits), from what uploads
are known to fail for (a result without a physical location fails the whole file), and from the SARIF 2.1.0 standard where
the schema says less. problems(log) answers a list of sentences; an empty one is a good file.
"""
import re
import urllib.parse

LEVELS = {"note", "warning", "error"}
PRECISIONS = {"very-high", "high", "medium", "low"}
PROBLEM_SEVERITIES = {"error", "warning", "recommendation"}
LIMITS = {"results": 25_000, "rules": 25_000, "thread flow locations": 10_000, "locations": 1_000, "tags": 20}
# RFC 3986: what a URI reference may consist of.
URI = re.compile(r"(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?#]|%[0-9A-Fa-f]{2})+")


class Problems(list):
    def expect(self, condition, text):
        if not condition:
            self.append(text)
        return condition


def get(value, *path):
    """What is there at the path of keys, or None."""
    for key in path:
        if not isinstance(value, (dict, list)):
            return None
        try:
            value = value[key]
        except (KeyError, IndexError):
            return None
    return value


def is_text(value, longest=None):
    return isinstance(value, str) and value != "" and (longest is None or len(value) <= longest)


def check_limit(problems, what, count):
    problems.expect(count <= LIMITS[what], f"{count} {what}, and GitHub takes {LIMITS[what]}")


def check_rule(problems, rule, where):
    problems.expect(is_text(get(rule, "id")), f"{where} has no id")
    problems.expect(is_text(get(rule, "name"), 255) and re.fullmatch("[A-Z][A-Za-z0-9]*", rule["name"]),
                    f"{where}: its name is not in PascalCase")
    for key in ("shortDescription", "fullDescription"):
        problems.expect(is_text(get(rule, key, "text"), 1024), f"{where} has no {key}.text of at most 1024 characters")
    problems.expect(is_text(get(rule, "help", "text")), f"{where} has no help.text")
    problems.expect(is_text(get(rule, "help", "markdown")), f"{where} has no help.markdown")
    problems.expect(get(rule, "defaultConfiguration", "level") in LEVELS, f"{where} has no level")
    tags = get(rule, "properties", "tags") or []
    check_limit(problems, "tags", len(tags))
    problems.expect({"concurrency", "correctness"} <= set(tags) and len(set(tags)) == len(tags), f"{where}: tags {tags}")
    problems.expect(get(rule, "properties", "precision") in PRECISIONS, f"{where} has no precision")
    problems.expect(get(rule, "properties", "problem.severity") in PROBLEM_SEVERITIES, f"{where} has no problem.severity")


def check_location(problems, location, bases, where):
    """Every location, for GitHub refuses a file for one that is not physical."""
    physical = get(location, "physicalLocation")
    uri = get(physical, "artifactLocation", "uri")
    if not problems.expect(is_text(uri), f"{where} has no physical location"):
        return
    problems.expect(URI.fullmatch(uri), f"{where}: {uri!r} is no URI")
    base = get(physical, "artifactLocation", "uriBaseId")
    parts = urllib.parse.urlsplit(uri)
    if base is None:
        problems.expect(parts.scheme == "file" and parts.path.startswith("/"), f"{where}: {uri} is neither absolute nor based")
    else:
        problems.expect(base in bases, f"{where}: {base} is not in originalUriBaseIds")
        problems.expect(not parts.scheme and not parts.netloc and not parts.path.startswith("/")
                        and ".." not in parts.path.split("/"), f"{where}: {uri} leaves {base}")
    problems.expect(not parts.query and not parts.fragment, f"{where}: {uri} is more than a file")
    region = get(physical, "region")
    if region is not None:
        start = get(region, "startLine")  # the schema as published since: a region has one
        problems.expect(isinstance(start, int) and start >= 1, f"{where}: a region without a line")
        if "startColumn" in region or "endColumn" in region:
            problems.expect(1 <= region.get("startColumn", 0) < region.get("endColumn", 0), f"{where}: wrong columns")


def check_code_flow(problems, flow, bases, where):
    orders, count = [], 0
    for thread in get(flow, "threadFlows") or []:
        problems.expect("id" in thread, f"{where}: a thread flow without an id")
        problems.expect(thread.get("locations"), f"{where}: an empty thread flow")
        for at in thread.get("locations", []):
            count += 1
            check_location(problems, get(at, "location"), bases, f"{where}, step {count}")
            problems.expect(is_text(get(at, "location", "message", "text")), f"{where}, step {count} has no message")
            problems.expect("kinds" in at and "nestingLevel" in at, f"{where}, step {count}: no kinds or no nesting level")
            orders.append(at.get("executionOrder"))
    problems.expect(len(set(orders)) == len(orders) and None not in orders, f"{where}: the steps have no order: {orders}")
    return count


def check_result(problems, result, rules, bases, where):
    rule = get(rules, get(result, "ruleIndex") if isinstance(get(result, "ruleIndex"), int) else len(rules))
    problems.expect(rule is not None and get(rule, "id") == get(result, "ruleId"), f"{where}: its rule is not there")
    problems.expect(get(result, "level") in LEVELS, f"{where} has no level")
    problems.expect(is_text(get(result, "message", "text")), f"{where} has no message")
    problems.expect("](" not in (get(result, "message", "text") or ""), f"{where}: a link in the message")
    locations = get(result, "locations") or []
    related = get(result, "relatedLocations") or []
    problems.expect(len(locations) == 1, f"{where} has {len(locations)} locations")
    check_limit(problems, "locations", len(locations) + len(related))
    for location in locations:
        check_location(problems, location, bases, where)
    ids = [get(location, "id") for location in related]
    problems.expect(len(set(ids)) == len(ids) and None not in ids, f"{where}: ids of its related locations")
    for location in related:
        check_location(problems, location, bases, f"{where}, related location")
        problems.expect(is_text(get(location, "message", "text")), f"{where}: a related location without a message")
    fingerprints = get(result, "partialFingerprints")
    problems.expect(fingerprints and all(is_text(value) for value in fingerprints.values()), f"{where} has no fingerprint")
    # GitHub's upload action computes it from the sources, but only if there is none.
    problems.expect("primaryLocationLineHash" not in (fingerprints or {}), f"{where}: primaryLocationLineHash is GitHub's")
    steps = sum(check_code_flow(problems, flow, bases, where) for flow in get(result, "codeFlows") or [])
    check_limit(problems, "thread flow locations", steps)


def check_run(problems, run):
    driver = get(run, "tool", "driver")
    problems.expect(is_text(get(driver, "name")), "the tool has no name")
    problems.expect(is_text(get(driver, "semanticVersion")), "the tool has no version")
    rules = get(driver, "rules")
    if problems.expect(isinstance(rules, list) and rules, "there are no rules"):
        check_limit(problems, "rules", len(rules))
        problems.expect(len({get(rule, "id") for rule in rules}) == len(rules), "two rules have one id")
        for number, rule in enumerate(rules):
            check_rule(problems, rule, f"rule {number}")
    bases = get(run, "originalUriBaseIds") or {}
    for name, base in bases.items():
        uri = get(base, "uri") or ""
        problems.expect(uri.startswith("file:///") and uri.endswith("/") and URI.fullmatch(uri), f"{name} is {uri!r}")
    problems.expect(get(run, "columnKind") == "utf16CodeUnits", "no kind of columns")
    problems.expect(get(run, "invocations", 0, "executionSuccessful") is True, "no invocation that has succeeded")
    for notification in get(run, "invocations", 0, "toolExecutionNotifications") or []:
        problems.expect(is_text(get(notification, "message", "text")) and get(notification, "level") in LEVELS,
                        f"a notification says nothing: {notification}")
    results = get(run, "results")
    if problems.expect(isinstance(results, list), "there are no results"):
        check_limit(problems, "results", len(results))
        for number, result in enumerate(results):
            check_result(problems, result, rules or [], bases, f"result {number}")


def problems(log):
    found = Problems()
    found.expect(is_text(get(log, "$schema")), "$schema is missing")
    found.expect(get(log, "version") == "2.1.0", "version is not 2.1.0")
    runs = get(log, "runs")
    if found.expect(isinstance(runs, list) and len(runs) == 1, "there is not one run"):
        check_run(found, runs[0])
    return found
