"""`snag diff`, and reports and baselines that cannot be read."""
import json

from changed_example import compile_examples, worse
from command_line import EXAMPLE

EMPTY = '{"tool":"snag","findings":[]}'


def write_old(snag):
    old = snag.scratch / "old.json"
    snag("check", EXAMPLE, "--no-config", "--output", old)
    return old


def test_comparisons(snag):
    compile_examples(snag.scratch, worse=worse)
    old, new = write_old(snag), snag.scratch / "new.json"
    snag("check", snag.scratch / "worse.classes", "--no-config", "--output", new)
    snag("diff", old, new).exits(1).no_err().out(
        "+ low     stale-value/lost-update  bank.Account.addBonus(int)  (",
        "- high    stale-value/lost-update  bank.Account.addInterest(int)  (", "1 new, 1 gone, 5 as before")
    for before, after, changed in ((old, new, 1), (new, old, 1), (old, old, 0)):
        ran = snag("diff", before, after, "--format", "json").exits(changed)
        report = json.loads(ran.stdout)
        keys = ["fingerprint", "check", "kind", "severity", "class", "method", "file", "line", "message"]
        ran.expect(list(report) == ["tool", "new", "gone", "same"]
                   and (len(report["new"]), len(report["gone"]), report["same"]) == (changed, changed, 6 - changed)
                   and all(list(each) == keys for each in report["new"] + report["gone"]), "not the JSON of a diff")
    # Gone only: nothing new.
    snag("diff", old, snag.write("empty.json", EMPTY)).exits(0).out("0 new, 6 gone, 0 as before")


def test_wrong_usage(snag):
    old = write_old(snag)
    snag("diff", old).exits(2).err("NEW is required")
    snag("diff", old, old, "--output", snag.scratch / "no/such/folder/x").refused("choose another --output")
    snag("diff", old, old, "--format", "sarif").exits(2).err("it is one of text, json")
    snag("diff", old, snag.scratch / "nowhere.json").refused(
        f"NEW {snag.scratch}/nowhere.json: there is no such file")
    snag("diff", snag.scratch, old).refused("is not a file")


def test_broken_files(snag):
    old = write_old(snag)
    for text, reason in (
            ("this is no JSON\n", "is not JSON"),
            ('{"tool":"snag","findings":[', "is not JSON"),
            ('{"tool":"other","findings":[]}', "is not a report of Snag"),
            ("[]", "is not a report of Snag"),
            ('{"tool":"snag","findings":[{"check":"stale-value"}]}', "finding 1 has no fingerprint"),
            ('{"tool":"snag","findings":[7]}', "finding 1 is not an object"),
            ('{"tool":"snag","version":"9.9","baseline":99,"findings":[]}', "was written by snag 9.9"),
            ("", "is not JSON")):
        broken = snag.write("broken.json", text)
        snag("check", EXAMPLE, "--no-config", "--baseline", broken).refused(f"snag: --baseline {broken}: {reason}")
        snag("diff", broken, old).refused(f"snag: OLD {broken}: {reason}")
        snag("diff", old, broken).refused(f"snag: NEW {broken}: {reason}")
