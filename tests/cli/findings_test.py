"""The example's findings, as text and in JSON. (Whole reports are in tests/golden, their schemas in tests/reports.)"""
import json
import re

from command_line import EXAMPLE, SOURCES, line_of

LOST_LINE = line_of("Account.java", "setBalance(before + interest)")
ACT_LINE = line_of("AccountDirectory.java", "accounts.put(number")
AGAIN_LINE = line_of("AccountDirectory.java", "highest = account.balance()")


def test_text(snag):
    ran = snag("check", EXAMPLE).exits(1).no_err().out(
        f"high  stale-value/lost-update  bank.Account.addInterest(int)  (Account.java:{LOST_LINE})",
        f"high  stale-value/check-then-act  bank.AccountDirectory.find(String)  (AccountDirectory.java:{ACT_LINE})",
        "low  reacquired-lock/dependent  bank.AccountDirectory.highestBalance()  "
        f"(AccountDirectory.java:{AGAIN_LINE})",
        "── high: 3 findings ──", "── medium: 1 finding ──", "── low: 1 finding ──", "snag explain stale-value/lost-update", "snag explain reacquired-lock/dependent",
        "5 findings: 3 high, 1 medium, 1 low; 6 classes read in 0.")
    ran.expect(" | " not in ran.stdout, "source lines without --source-path")
    ran.expect("\x1b" not in ran.stdout, "colour in a file")
    snag("check", EXAMPLE, "--color", "always").exits(1).out("\x1b[1;31mhigh")


def test_source_lines(snag):
    for path in (SOURCES, SOURCES / "bank", f"{snag.scratch}/nowhere:{SOURCES}"):
        ran = snag("check", EXAMPLE, "--source-path", path).exits(1)
        ran.out(f"{LOST_LINE} | setBalance(before + interest);")
        ran.expect(re.search(rf"^.*{LOST_LINE} \| setBalance\(before \+ interest\);.*\n +\| +\^+$", ran.stdout,
                             re.MULTILINE), "no caret below the source line")
    ran.err(f"warning: {snag.scratch}/nowhere: no such folder")


def test_brief(snag):
    ran = snag("check", EXAMPLE, "--no-config", "--brief").exits(1)
    lines = re.findall(r"^bank/.*\.java:[0-9]*: (?:high|medium|low): ", ran.stdout, re.MULTILINE)
    ran.expect(len(lines) == 5, "not one line for each finding")
    ran.expect(ran.stdout.count("\n") == 6, "more than a line for each finding, and the summary")


def assert_promised(report):
    """The JSON that docs/findings.schema.json promises, in its order."""

    def has(found, promised):  # in this order; further keys may stand between them
        assert [key for key in found if key in promised] == promised, list(found)

    has(report, ["tool", "version", "findings", "diagnostics", "stats"])
    assert report["tool"] == "snag" and report["diagnostics"] == []
    assert report["stats"]["read classes"]["classes"] == 6
    assert report["stats"]["stale-value"]["findings"] == sum(f["check"] == "stale-value" for f in report["findings"])
    keys = ["check", "kind", "severity", "score", "fingerprint", "message", "class", "method", "file", "line", "path",
            "subject", "threads"]
    for finding in report["findings"]:
        has(finding, keys)
        has(finding["subject"], ["field", "locks"])
        assert re.fullmatch("[0-9a-f]{16}", finding["fingerprint"]), finding["fingerprint"]
        for thread in finding["threads"]:
            has(thread, ["name", "steps"])
            for step in thread["steps"]:
                has(step, ["role", "class", "method", "file", "line", "locks", "note", "time"])
    assert len({f["fingerprint"] for f in report["findings"]}) == len(report["findings"])
    severities = ["high", "medium", "low"]
    order = [(severities.index(f["severity"]), -f["score"], f["class"], f["method"], f["line"])
             for f in report["findings"]]
    assert order == sorted(order), order
    found = {(f["kind"], f["severity"], f["class"], f["method"], f["line"]) for f in report["findings"]}
    assert ("lost-update", "high", "bank.Account", "addInterest(int)", LOST_LINE) in found, found
    assert ("check-then-act", "high", "bank.AccountDirectory", "find(java.lang.String)", ACT_LINE) in found, found


def test_in_json(snag):
    one = snag("check", EXAMPLE, "--format", "json", "--jobs", 1).exits(1)
    try:
        assert_promised(json.loads(one.stdout))
        problem = None
    except (AssertionError, KeyError, ValueError) as error:
        problem = repr(error)
    one.expect(problem is None, "not the JSON that DESIGN promises", problem)
    for jobs in (2, 4):
        ran = snag("check", EXAMPLE, "--format", "json", "--jobs", jobs).exits(1)
        ran.expect(ran.stdout == one.stdout, f"output differs between 1 and {jobs} jobs")
