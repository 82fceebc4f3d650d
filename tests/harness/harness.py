"""What the tests that look at Snag from outside have in common: cases and their checks, processes, JDKs.

A test script hands its cases to run_cases(), which runs them, several at once if it may, and reports them in their
order. A case is a name, a function, and the arguments of the function after the first, which is a Checks: that has a
folder of the case's own (removed unless the case fails), counts what is checked and keeps what is wrong. A case that
raises an exception fails, and so does one that checks nothing.
"""
import concurrent.futures
import ctypes
import difflib
import itertools
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TIMEOUT = 120  # seconds for one process, on a busy machine
CORES = len(os.sched_getaffinity(0))
LIBC = ctypes.CDLL(None)
PR_SET_PDEATHSIG = 1  # linux/prctl.h


# ---- cases -----------------------------------------------------------------------------------------------------------
class Failure(Exception):
    """Ends a case; its text says what is wrong."""


class Skip(Exception):
    """Ends a case that cannot be run on this machine; its text says why."""


class Checks:
    """What one case has checked. A case belongs to one thread."""

    def __init__(self, name):
        self.name = name
        self.made = []  # what was checked, as it would be said if it were wrong
        self.problems = []
        self.note = ""  # shown with the result
        self._folder = None

    @property
    def scratch(self):
        """A folder of the case's own."""
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="snag-test-")).resolve()
        return self._folder

    def expect(self, holds, problem, shown=""):
        """Checks that it holds; otherwise there is this problem, and what is shown explains it."""
        self.made.append(problem)
        if not holds:
            lines = [problem, *(f"  | {line}" for line in str(shown).splitlines())]
            self.problems.append("\n".join(lines))
        return bool(holds)

    def must(self, holds, problem, shown=""):
        """Checks it, and ends the case if it does not hold."""
        if not self.expect(holds, problem, shown):
            raise Failure("what follows was not checked")

    def fact(self, what, holds, shown=""):
        """The same, where the text says what should hold."""
        return self.expect(holds, f"not so: {what}", shown)

    def same(self, wanted, found, problem):
        """Checks that two texts are the same; the first differences are shown."""
        difference = difflib.unified_diff(wanted.splitlines(), found.splitlines(), "wanted", "found", lineterm="")
        return self.expect(wanted == found, problem, "" if wanted == found else "\n".join(
            line[:600] for line in itertools.islice(difference, 60)))

    def finish(self):
        if self._folder is None:
            return
        if self.problems:
            self.problems.append(f"its files are in {self._folder}")
        else:
            remove(self._folder)


def remove(folder):
    """The whole folder, whatever rights a test has taken away."""
    for path, _, _ in os.walk(folder):
        os.chmod(path, 0o700)
    shutil.rmtree(folder, ignore_errors=True)


def outcome_of(name, function, *arguments):
    """Seconds, the checks, and the reason why the case was skipped, or None."""
    checks = Checks(name)
    start = time.monotonic()
    skipped = None
    try:
        function(checks, *arguments)
    except Skip as skip:
        skipped = str(skip)
    except Failure as failure:
        checks.problems.append(str(failure))
    except Exception:  # a defect of the test itself; the other cases run
        checks.problems.append(traceback.format_exc())
    if not checks.made and not checks.problems and skipped is None:
        checks.problems.append("nothing was checked")
    checks.finish()
    return time.monotonic() - start, checks, skipped


def run_cases(suite, cases, at_once=CORES):
    """Runs them and returns the exit status of the script: 77 if all are skipped (ctest: SKIP_RETURN_CODE). With
    SNAG_TEST_TRACE=FILE every check is appended to it."""
    sys.stdout.reconfigure(errors="backslashreplace")  # programs may print anything
    total, failed, skipped = 0, [], []
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        outcomes = pool.map(lambda case: outcome_of(*case), cases)
        for (name, *_), (seconds, checks, reason) in zip(cases, outcomes):
            total += len(checks.made)
            if checks.problems:
                failed.append(name)
                print(f"FAILED  {name} ({seconds:.1f} s)")
                print("".join(f"  {line}\n" for problem in checks.problems for line in problem.splitlines()), flush=True)
            elif reason is not None:
                skipped.append(name)
                print(f"skipped {name}: {reason}", flush=True)
            else:
                print(f"ok      {name} ({seconds:.1f} s)" + (f": {checks.note}" if checks.note else ""), flush=True)
            if "SNAG_TEST_TRACE" in os.environ:
                with open(os.environ["SNAG_TEST_TRACE"], "a", encoding="utf-8", errors="surrogateescape") as trace:
                    trace.writelines(f"{suite} {name}: {made!r}\n" for made in checks.made)
    print(f"{suite}: {len(cases) - len(failed) - len(skipped)} of {len(cases)} cases as expected, {total} checks"
          + (f", {len(skipped)} skipped" if skipped else "") + (f"; FAILED: {' '.join(failed)}" if failed else ""))
    return 1 if failed or not cases else 77 if len(skipped) == len(cases) else 0


def arguments(usage, least=1):
    """The arguments of the script, of which there must be so many."""
    if len(sys.argv) <= least:
        sys.exit(usage)
    return sys.argv[1:]


# ---- processes -------------------------------------------------------------------------------------------------------
class Process:
    """A program in a session of its own; its streams go to the files `stdout` and `stderr` of a folder. Used in a
    `with`: what is left of the session in the end is killed."""

    def __init__(self, command, folder, cwd=None, env=None, stdin=os.devnull):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        with (open(stdin, "rb") as read, open(self.folder / "stdout", "wb") as out,
              open(self.folder / "stderr", "wb") as err):
            # What a shell starts in the background ignores SIGINT, and under nohup SIGHUP; it is inherited.
            self._process = subprocess.Popen(list(map(str, command)), stdin=read, stdout=out, stderr=err,
                                             cwd=cwd or self.folder, env={**os.environ, **(env or {})},
                                             start_new_session=True,
                                             preexec_fn=Process._prepare)
        self.pid = self._process.pid
        self.code = None  # when it has ended; -n: killed by signal n
        self._watched = os.pidfd_open(self.pid)  # Popen.wait() with a time limit looks only every 50 ms

    @staticmethod
    def _prepare():
        """In the new process: a test that is killed takes it along, so that a JVM that hangs does not stay behind."""
        for number in (signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end(0)

    def _read(self, stream):
        return (self.folder / stream).read_bytes().decode("utf-8", "surrogateescape")

    stdout = property(lambda self: self._read("stdout"))
    stderr = property(lambda self: self._read("stderr"))

    def has_ended(self, seconds=0):
        """Waits so long for it. Until end() the process stays a zombie, so that no other one gets its number."""
        if self._watched is None:
            return True
        poll = select.poll()
        poll.register(self._watched, select.POLLIN)
        return bool(poll.poll(seconds * 1000))

    def end(self, seconds=TIMEOUT):
        """The exit code, or None if it ran longer; what is left of the session is killed."""
        if self._watched is not None:
            ended = self.has_ended(seconds)
            os.killpg(self.pid, signal.SIGKILL)
            code = self._process.wait()
            self.code = code if ended else None
            os.close(self._watched)
            self._watched = None
        return self.code

    def send(self, number, whole_session=False):
        (os.killpg if whole_session else os.kill)(self.pid, number)

    def wait_for(self, text, stream="stdout", seconds=TIMEOUT):
        """What is on the stream when the text has come, the program has ended or the time is up."""
        end = time.monotonic() + seconds
        while True:
            ended = self.has_ended()
            found = self._read(stream)
            if text in found or ended or time.monotonic() > end:
                return found
            time.sleep(0.02)


def run(command, folder, seconds=TIMEOUT, **place):
    """The process after its end: its code, None if it ran longer, and its streams."""
    with Process(command, folder, **place) as process:
        process.end(seconds)
    return process


# ---- Java ------------------------------------------------------------------------------------------------------------
def java_version(home):
    """The version of the JDK in this folder; 0 if there is none."""
    try:
        text = (home / "release").read_text(encoding="utf-8") if (home / "bin" / "javac").exists() else ""
    except OSError:
        return 0
    match = re.search(r'JAVA_VERSION="(\d+)', text)
    return int(match[1]) if match else 0


def jdks():
    """{version: home} of the JDKs from 17 on, the oldest first: those below /usr/lib/jvm, and JAVA_HOME's."""
    found = {}
    for home in [*sorted(Path("/usr/lib/jvm").glob("*")), Path(os.environ.get("JAVA_HOME") or "/nonexistent")]:
        if not home.is_symlink() and java_version(home) >= 17:
            found.setdefault(java_version(home), home)
    if not found:
        sys.exit("no JDK 17 or newer below /usr/lib/jvm")
    return dict(sorted(found.items()))


def oldest_jdk():
    """The JDK that the tests use which need only one."""
    return Path(os.environ["SNAG_TEST_JDK"]) if "SNAG_TEST_JDK" in os.environ else next(iter(jdks().values()))


class Compiler:
    """javac as one process for many programs: to start it takes longer than to compile. Threads may share it."""

    def __init__(self, home):
        self._lock = threading.Lock()
        self._process = subprocess.Popen([home / "bin" / "java", "-XX:TieredStopAtLevel=1", HERE / "CompileAll.java"],
                                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.stdin.close()
        self._process.wait()

    def compile(self, classes, sources, *options):
        """Makes the folder `classes`, or raises a Failure with what javac says."""
        words = [classes, *options, *sources]
        with self._lock:
            self._process.stdin.write("\t".join(map(str, words)) + "\n")
            self._process.stdin.flush()
            reply = self._process.stdout.readline()
        if reply != "\n":
            raise Failure("javac: " + reply.replace("\t", "\n"))
