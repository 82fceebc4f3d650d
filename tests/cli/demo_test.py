"""`snag demo`, where it was built and where it is installed."""
import re
import shutil

from command_line import EXAMPLE, PROGRAM, SOURCES


def test_built(snag):
    snag("demo").exits(0).no_err().out("snag explain stale-value", "bank.Account.addInterest(int)",
                                       "setBalance(before + interest);", "^")


def test_installed(snag):
    """The example and its sources are found there, too, and the commands that the demo prints can be copied."""
    home = snag.scratch / "It's new" / "usr"
    examples = home / "share" / "snag" / "examples"
    (home / "bin").mkdir(parents=True)
    shutil.copy(PROGRAM, home / "bin" / "snag")
    shutil.copytree(SOURCES / "bank", examples / "bank")
    shutil.copy(EXAMPLE, examples)
    ran = snag("demo", program=home / "bin" / "snag").exits(0).no_err()
    ran.out(f"{examples}/bank.jar", "setBalance(before + interest);")
    copied = re.search(r"^  (.* check .* --output report\.html)$", ran.stdout, re.MULTILINE)
    ran.expect(copied, "no command to copy")
    ran = snag(shell=copied[1], shown=copied[1]).exits(1)
    report = snag.scratch / "report.html"
    ran.expect(report.exists() and report.stat().st_size > 0, "there is no report.html")
