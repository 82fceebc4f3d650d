"""Output that cannot be written is an error, whatever is printed. A reader that has gone away is not an error. What cannot
be written to standard error is dropped."""
from command_line import EXAMPLE


def test_full(snag):
    for words in (["--help"], ["--version"], ["check", "--help"], ["dump", "classes", EXAMPLE], ["demo"], ["explain"],
                  ["explain", "stale-value"]):
        snag(*words, shell='exec "$@" >/dev/full').exits(2).err(
            "cannot write to standard output: No space left on device")
    snag("check", snag.scratch / "nowhere.jar", shell='exec "$@" 2>/dev/full').exits(3)


def test_closed(snag):
    snag("--version", shell='exec "$@" >&-').exits(2)
    snag("dump", "ir", EXAMPLE, "--stats", shell='"$@" | true; exit "${PIPESTATUS[0]}"').exits(0).err("build SSA")
