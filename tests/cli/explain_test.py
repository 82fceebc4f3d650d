"""`snag explain`: the pages of the checks and of their kinds."""
import re

from command_line import DOCS


def test_overview(snag):
    snag("explain").exits(0).out(
        "  stale-value                       a value read under a lock is used in or after a later critical section",
        "    stale-value/lost-update         high: ",
        "  block-atomicity                   a value read under a lock is used outside that monitor block",
        "  reacquired-lock                   a lock is taken and released twice while another is held").no_err()


def test_checks(snag):
    for check in ("stale-value", "block-atomicity", "reacquired-lock", "object-race", "object-consistency", "deadlock"):
        ran = snag("explain", check).exits(0).out(f"# {check}: ", "## Repair").no_err()
        ran.expect(ran.stdout == (DOCS / "checks" / f"{check}.md").read_text(encoding="utf-8"),
                   "not the page of docs/checks")
        runs = check.startswith("object-") or check == "deadlock"
        snag("run" if runs else "check", "--help").out(f"  {check}  ")
    snag("explain", "stale-vale").exits(2).err(
        "did you mean stale-value?", "stale-value, block-atomicity, reacquired-lock").no_out()


def test_kinds(snag):
    ran = snag("explain")
    found = [kind.strip() for kind in re.findall(r"^    [a-z-]+/[a-z-]+", ran.stdout, re.MULTILINE)]
    ran.expect(len(found) == len(list((DOCS / "checks").glob("*/**/*.md"))), "not a kind for each page")
    for kind in found:
        ran = snag("explain", kind).exits(0).no_err().out(kind.split("/")[1])
        ran.expect(ran.stdout == (DOCS / "checks" / f"{kind}.md").read_text(encoding="utf-8"),
                   "not the page of docs/checks")
    snag("explain", "stale-value/lost-updat").exits(2).err("did you mean stale-value/lost-update?")
    snag("explain", "stale-value/").exits(2)
