#!/usr/bin/env -S python3 -B
"""Does the harness notice what it should? Cases that must fail, and one that must not."""
import contextlib
import io
import os
import sys
import tempfile
import time

import harness


def wrong(checks):
    checks.expect(False, "it is wrong", "what is shown")


def different(checks):
    checks.same("one\ntwo\n", "one\nthree\n", "they differ")


def raising(_):
    raise ValueError("a defect of the test")


def failing(_):
    raise harness.Failure("it ends here")


def checking_nothing(_):
    pass


def never_ending(checks):
    """What a process has started is ended with it."""
    with harness.Process(["sh", "-c", "sleep 300 & echo $!; wait"], checks.scratch) as process:
        child = int(process.wait_for("\n"))
        checks.expect(process.end(0.1) is not None, "not ended in time")
    end = time.monotonic() + 10
    while os.path.exists(f"/proc/{child}/cmdline") and open(f"/proc/{child}/cmdline").read() and time.monotonic() < end:
        time.sleep(0.05)
    checks.expect(time.monotonic() < end, "a child is left")


def right(checks):
    ran = harness.run(["sh", "-c", "echo said; echo more >&2; exit 3"], checks.scratch)
    checks.fact("code and streams", (ran.code, ran.stdout, ran.stderr) == (3, "said\n", "more\n"))
    checks.same("text", "text", "the same text is not the same")
    checks.note = "a note"


def skipped(_):
    raise harness.Skip("there is no such thing")


def outcome(*cases):
    """The exit status, and what is printed."""
    printed = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with contextlib.redirect_stdout(printed):
        status = harness.run_cases("sample", [(case.__name__, case) for case in cases])
        printed.flush()
    return status, printed.buffer.getvalue().decode()


def check_harness(checks):
    tempfile.tempdir = str(checks.scratch)  # what fails leaves its folder behind
    for case, text in ((wrong, "what is shown"), (different, "  | -two"), (raising, "ValueError"),
                       (failing, "it ends here"), (checking_nothing, "nothing was checked"),
                       (never_ending, "not ended in time")):
        status, printed = outcome(right, case)
        checks.expect(status == 1 and text in printed and f"; FAILED: {case.__name__}\n" in printed,
                      f"{case.__name__} is not noticed", printed)
        checks.expect("a child is left" not in printed, "a child is left", printed)
    checks.expect(outcome()[0] == 1, "no cases are not noticed")
    status, printed = outcome(right, skipped)
    checks.expect(status == 0 and "1 of 2 cases as expected, 2 checks, 1 skipped\n" in printed, "not as it is", printed)
    checks.expect(" s): a note\n" in printed, "the note is missing", printed)
    checks.expect(outcome(skipped)[0] == 77, "that all are skipped is not noticed")


if __name__ == "__main__":
    sys.exit(harness.run_cases("harness", [("self", check_harness)]))
