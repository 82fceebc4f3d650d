"""Whole reports of the example program, compared with the files of tests/golden.

After a change that is meant:

    SNAG_RENEW_GOLDEN=1 tests/cli/run build/release/snag golden     and then read the difference (git diff tests/golden)

A new report is one line of REPORTS: the name of its file, and the arguments of snag.
"""
import json
import os
import re

from command_line import EXAMPLE, ROOT, SOURCES

REPORTS = {
    "bank.txt": ["--source-path", SOURCES],
    "bank-brief.txt": ["--brief"],
    "bank.html.json": ["--source-path", SOURCES, "--format", "html"],
}


def normalised(text):
    """Without what differs from run to run and from machine to machine: times, versions, and where the files are."""
    text = text.replace(str(EXAMPLE), "EXAMPLE").replace(str(SOURCES), "SOURCES")
    text = re.sub(r" in [0-9.]+ s\b", " in TIME", text)
    return re.sub(r'("version": ?")[^"]*"', r'\1VERSION"', text)


def page_data(html):
    """Of an HTML report what it has beyond the page, which is the same in every report (tests/browser looks at it), and
    the findings, which are those of the JSON report. Of the titles of all checks only those of the findings' pages: a
    further check changes no golden file."""
    data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', html, re.DOTALL)[1])
    data["report"] = [finding["fingerprint"] for finding in data["report"]["findings"]]
    data["pages"] = sorted(data["pages"])
    data["titles"] = {name: title for name, title in data["titles"].items() if name in data["pages"]}
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def test_reports(snag):
    for file, options in REPORTS.items():
        ran = snag("check", EXAMPLE, *options).exits(1).no_err()
        text = normalised(page_data(ran.stdout) if "html" in options else ran.stdout)
        golden = ROOT / "tests" / "golden" / file
        if os.environ.get("SNAG_RENEW_GOLDEN"):
            golden.write_text(text, encoding="utf-8")
        snag.checks.same(golden.read_text(encoding="utf-8"), text, f"not what tests/golden/{file} says")
