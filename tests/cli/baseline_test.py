"""--baseline and --write-baseline: only what is new is reported, although lines move."""
from changed_example import compile_examples, moved, worse
from command_line import EXAMPLE, line_of


def test_what_is_new(snag):
    compile_examples(snag.scratch, plain=lambda text: text, moved=moved, worse=worse)
    plain, changed, other = (snag.scratch / f"{name}.classes" for name in ("plain", "moved", "worse"))
    baseline = snag.scratch / "baseline.json"
    ran = snag("check", plain, "--no-config", "--write-baseline", baseline).exits(0).no_out()
    ran.err(f"snag: 6 findings written to {baseline}; --baseline {baseline} reports only what is new")
    lines = [line for line in baseline.read_text().splitlines() if line.startswith('{"fingerprint"')]
    ran.expect(len(lines) == 6, "the baseline has not one line for each finding")
    for classes in (plain, changed):
        snag("check", classes, "--no-config", "--baseline", baseline).exits(0).out("no findings").no_err()
    # The lines have moved indeed.
    lost_line = line_of("Account.java", "setBalance(before + interest)")
    snag("check", changed, "--no-config").out_lacks(f"Account.java:{lost_line})")
    snag("check", other, "--no-config", "--baseline", baseline).exits(1).out("bank.Account.addBonus(int)").out_lacks(
        "addInterest").err(
            f"snag: 1 finding of the baseline is gone; --write-baseline {baseline} takes it out of it").err_lines(1)
    # With --write-baseline everything is written, known or not, and a report only when it is asked for.
    second = snag.scratch / "second.json"
    snag("check", other, "--no-config", "--baseline", baseline, "--write-baseline", second, "--format", "text",
         "--brief").exits(0).out("bank/Account.java:").out_lacks("bank/AccountDirectory")
    snag("check", other, "--no-config", "--baseline", second).exits(0)
    # A JSON report will do.
    report = snag.scratch / "old.json"
    snag("check", plain, "--no-config", "--output", report).exits(1)
    snag("check", changed, "--no-config", "--baseline", report).exits(0)
    snag("diff", baseline, report, "--output", snag.scratch / "diff.txt").exits(0).no_out()
    snag.expect((snag.scratch / "diff.txt").read_text() == "0 new, 0 gone, 6 as before\n",
                "not the comparison in the file")


def test_unreadable(snag):
    nowhere = snag.scratch / "nowhere.json"
    snag("check", EXAMPLE, "--no-config", "--baseline", nowhere).refused("nowhere.json: there is no such file")
    # A wrong baseline is said before the program is looked at.
    snag("check", snag.scratch / "nowhere.jar", "--no-config", "--baseline", nowhere).exits(2)
