"""--profile audit shows all that review shows, with the same fingerprints: over the jars of the tests, and over the
packages of the corpus that are installed."""
import json
import os
import subprocess
from pathlib import Path

from command_line import EXAMPLE

ROOT = Path(__file__).resolve().parents[2]


def fingerprints(snag, jars, profile, also):
    report = snag.scratch / f"{profile}.json"
    snag("check", *jars, "--no-config", "--profile", profile, "--output", report)
    found = json.loads(report.read_text())["findings"]
    return {one["fingerprint"]
            for finding in found for one in [finding, *(finding.get("also", []) if also else [])]}


def compare(snag, jars, name):
    for also in (False, True):
        missing = fingerprints(snag, jars, "review", also) - fingerprints(snag, jars, "audit", also)
        snag.expect(not missing, f"{name}: review shows what audit does not: {sorted(missing)}")


def test_tests(snag):
    compare(snag, [EXAMPLE], "the example")
    for jar in sorted(Path(EXAMPLE).parents[0].rglob("*.jar")):
        compare(snag, [jar], jar.name)


def test_corpus(snag):
    # Two packages of the corpus, where they are installed: they take seconds.
    for package in ("libcommons-pool2-java", "libcommons-dbcp2-java"):
        jars = subprocess.run([ROOT / "bench/corpus-jars", "--paths", package], capture_output=True, text=True,
                              env=os.environ, check=False)
        if jars.returncode == 0:
            compare(snag, jars.stdout.split(), package)
