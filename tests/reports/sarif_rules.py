"""What GitHub's code scanning wants of a SARIF file beyond its schema, and what else a good one keeps to.

From "SARIF support for code scanning" of GitHub's documentation (required properties, lengths, limits), from what uploads
are known to fail for (a result without a physical location fails the whole file), and from the SARIF 2.1.0 standard where
the schema says less. problems(log) returns a list of sentences, which is empty for a good file.
"""
import re
import urllib.parse

LEVELS = {"note", "warning", "error"}
PRECISIONS = {"very-high", "high", "medium", "low"}
PROBLEM_SEVERITIES = {"error", "warning", "recommendation"}
LIMITS = {"results": 25_000, "rules": 25_000, "thread flow locations": 10_000, "locations": 1_000, "tags": 20}
# RFC 3986: what a URI reference may consist of.
URI = re.compile(r"(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?#]|%[0-9A-Fa-f]{2})+")


class Log:
    """Reads a log from its beginning to its end. What must be there is looked up as if it were: the KeyError says what
    is missing."""

    def __init__(self):
        self.problems = []
        self.where = "the log"

    def expect(self, holds, problem):
        if not holds:
            self.problems.append(f"{self.where}: {problem}")

    def limit(self, what, count):
        self.expect(count <= LIMITS[what], f"{count} {what}, and GitHub takes {LIMITS[what]}")

    def rule(self, rule):
        self.expect(rule["id"], "no id")
        self.expect(re.fullmatch("[A-Z][A-Za-z0-9]{0,254}", rule["name"]), "its name is not in PascalCase")
        for key in ("shortDescription", "fullDescription"):
            self.expect(1 <= len(rule[key]["text"]) <= 1024, f"no {key}.text of at most 1024 characters")
        self.expect(rule["help"]["text"] and rule["help"]["markdown"], "no help")
        self.expect(rule["defaultConfiguration"]["level"] in LEVELS, "no level")
        tags = rule["properties"]["tags"]
        self.limit("tags", len(tags))
        self.expect({"concurrency", "correctness"} <= set(tags) and len(set(tags)) == len(tags), f"tags {tags}")
        self.expect(rule["properties"]["precision"] in PRECISIONS, "no precision")
        self.expect(rule["properties"]["problem.severity"] in PROBLEM_SEVERITIES, "no problem.severity")

    def location(self, location):
        """Every location, for GitHub refuses a file for one that is not physical."""
        physical = location["physicalLocation"]
        uri, base = physical["artifactLocation"]["uri"], physical["artifactLocation"].get("uriBaseId")
        self.expect(URI.fullmatch(uri), f"{uri!r} is not a URI")
        parts = urllib.parse.urlsplit(uri)
        if base is None:
            self.expect(parts.scheme == "file" and parts.path.startswith("/"), f"{uri} is neither absolute nor based")
        else:
            self.expect(base in self.bases, f"{base} is not in originalUriBaseIds")
            self.expect(not parts.scheme and not parts.netloc and not parts.path.startswith("/")
                        and ".." not in parts.path.split("/"), f"{uri} leaves {base}")
        self.expect(not parts.query and not parts.fragment, f"{uri} is more than a file")
        if "region" in physical:
            region = physical["region"]
            self.expect(region["startLine"] >= 1, "a region without a line")  # as in later versions of the schema
            if "startColumn" in region or "endColumn" in region:
                self.expect(1 <= region["startColumn"] < region["endColumn"], "wrong columns")

    def code_flow(self, flow):
        """Returns how many steps it has."""
        orders = []
        for thread in flow["threadFlows"]:
            self.expect("id" in thread and thread["locations"], "a thread flow without an id, or an empty one")
            for step in thread["locations"]:
                self.location(step["location"])
                self.expect(step["location"]["message"]["text"], "a step without a message")
                self.expect("kinds" in step and "nestingLevel" in step, "a step without kinds or nesting level")
                orders.append(step["executionOrder"])
        self.expect(len(set(orders)) == len(orders), f"the steps have no order: {orders}")
        return len(orders)

    def result(self, result, rules):
        self.expect(rules[result["ruleIndex"]]["id"] == result["ruleId"], "its rule is not there")
        self.expect(result["level"] in LEVELS, "no level")
        self.expect(result["message"]["text"] and "](" not in result["message"]["text"], "no message, or a link in it")
        related = result.get("relatedLocations", [])
        self.expect(len(result["locations"]) == 1, f"{len(result['locations'])} locations")
        self.limit("locations", len(result["locations"]) + len(related))
        for location in result["locations"] + related:
            self.location(location)
        self.expect(len({location["id"] for location in related}) == len(related), "ids of its related locations")
        self.expect(all(location["message"]["text"] for location in related), "a related location without a message")
        fingerprints = result["partialFingerprints"]
        self.expect(fingerprints and all(fingerprints.values()), "no fingerprint")
        # GitHub's upload action computes it from the sources, but only if there is none.
        self.expect("primaryLocationLineHash" not in fingerprints, "primaryLocationLineHash is GitHub's")
        self.limit("thread flow locations", sum(map(self.code_flow, result.get("codeFlows", []))))

    def run(self, run):
        driver = run["tool"]["driver"]
        self.expect(driver["name"] and driver["semanticVersion"], "the tool has no name or no version")
        rules, results, self.bases = driver["rules"], run["results"], run.get("originalUriBaseIds", {})
        for name, base in self.bases.items():
            self.expect(re.fullmatch("file:///(.*/)?", base["uri"]) and URI.fullmatch(base["uri"]), f"{name} is {base}")
        self.expect(run["columnKind"] == "utf16CodeUnits", "no kind of columns")
        self.expect(run["invocations"][0]["executionSuccessful"] is True, "no invocation that has succeeded")
        for notification in run["invocations"][0].get("toolExecutionNotifications", []):
            self.expect(notification["message"]["text"] and notification["level"] in LEVELS, "an empty notification")
        self.limit("rules", len(rules))
        self.limit("results", len(results))
        self.expect(rules and len({rule["id"] for rule in rules}) == len(rules), "no rules, or two rules with one id")
        for number, rule in enumerate(rules):
            self.where = f"rule {number}"
            self.rule(rule)
        for number, result in enumerate(results):
            self.where = f"result {number}"
            self.result(result, rules)


def problems(log):
    found = Log()
    try:
        found.expect(log["$schema"] and log["version"] == "2.1.0", "no $schema, or another version than 2.1.0")
        found.expect(len(log["runs"]) == 1, "there is not one run")
        found.run(log["runs"][0])
    except (KeyError, IndexError, TypeError) as error:
        found.problems.append(f"{found.where}: is missing, or is something else: {error!r}")
    return found.problems
