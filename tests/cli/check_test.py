"""`snag check`: which checks, and how much of what they find."""
from command_line import EXAMPLE


def test_checks(snag):
    snag("check", EXAMPLE, "--checks", "stale-value,block-atomicty").exits(2).err(
        "there is no check 'block-atomicty'", "did you mean block-atomicity?").no_out()
    for names in ("", ",", ",,"):
        snag("check", EXAMPLE, "--checks", names).exits(2).err(
            "--checks: needs the id of a check: stale-value, block-atomicity, reacquired-lock").no_out()
    ran = snag("check", EXAMPLE, "--checks", "block-atomicity", "--stats").err("block-atomicity ")
    ran.expect("\nstale-value " not in "\n" + ran.stderr, "a check runs that was not asked for")


def test_choices(snag):
    snag("check", EXAMPLE, "--profile", "audti").exits(2).err("did you mean audit?")
    snag("check", EXAMPLE, "--assume-unknown", "maybe").exits(2).err("it is one of shared, unshared")
    for depth in (0, 5):
        snag("check", EXAMPLE, "--checks", "block-atomicity", "--relaxed", "--lock-depth", depth, "--call-graph",
             "cha").exits(0).no_err()


def test_models(snag):
    """A list that models extend: the key is known, and the nearest one of a misspelt key is named."""
    known = snag.write("known.toml", '[policy]\nsynchronized-classes = ["bank.Safe*"]\n')
    snag("check", EXAMPLE, "--checks", "block-atomicity", "--models", known).exits(0).no_err()
    misspelt = snag.write("misspelt.toml", '[policy]\nsynchronized-class = ["bank.Safe*"]\n')
    snag("check", EXAMPLE, "--models", misspelt).exits(2).err("did you mean `synchronized-classes`?")


def test_source_root(snag):
    snag("check", EXAMPLE, "--no-config", "--source-root", snag.scratch / "nowhere").exits(2).err(
        "there is no such folder")
