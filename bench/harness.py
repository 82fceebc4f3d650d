"""What the parts of bench/run share: running programs, times of several processes, the corpus, cells of tables."""
import collections
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

BENCH = pathlib.Path(__file__).resolve().parent
ROOT = BENCH.parent
JAVA_LIBRARIES = pathlib.Path("/usr/share/java")


class Failure(Exception):
    """A step that could not be done; the message says which."""


def note(message):
    print(f"bench: {message}", file=sys.stderr, flush=True)


def run(command):
    """Runs a command and returns its standard output; a failure names the command and shows what it said."""
    return run_timed(command).output


Finished = collections.namedtuple("Finished", "code cpu_s elapsed_s output errors peak_kib")


def run_timed(command, good=(0,)):
    """Runs a command; returns its exit code, the CPU seconds of all its threads and of the processes it waited for, the
    seconds from its start to its end, what it printed, and the most memory that one of them had (resident, in KiB). What
    it prints goes to files, so that no reader shares the core."""
    words = [str(word) for word in command]
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        start = time.perf_counter()
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=output, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        elapsed = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        printed = []
        for file in (output, errors):
            file.seek(0)
            printed.append(file.read().decode("utf-8", "replace"))
    if process.returncode not in good:
        raise Failure(f"exit {process.returncode} from: {' '.join(words[:12])} ...\n{printed[1][-2000:]}")
    return Finished(process.returncode, usage.ru_utime + usage.ru_stime, elapsed, *printed, usage.ru_maxrss)


def on_cores(count, command):
    """The command, held to that many cores."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < count:
        raise Failure(f"{count} cores are needed, and there are {len(cores)}")
    return ["taskset", "--cpu-list", ",".join(map(str, cores[:count])), *command]


def parse(output, kind):
    """The lines of one kind as dictionaries: `asm-read pass=1 cpu_s=0.5` is {"pass": "1", "cpu_s": "0.5"}."""
    lines = [line.split() for line in output.splitlines()]
    return [dict(pair.split("=", 1) for pair in words[1:]) for words in lines if words and words[0] == kind]


class Series:
    """Lines of one program on one input, from several processes."""

    def __init__(self):
        self.processes = []

    def add(self, lines):
        if not lines:
            raise Failure("a benchmark printed no result line")
        self.processes.append(lines)

    def value(self, key):
        return self.processes[0][0].get(key)

    def times(self, key, warm):
        if warm:
            return [min(float(line[key]) for line in lines[1:]) for lines in self.processes if len(lines) > 1]
        return [float(lines[0][key]) for lines in self.processes]

    def median(self, key, warm):
        times = self.times(key, warm)
        return statistics.median(times) if times else None


def seconds(times):
    if not times:
        return "–"
    return f"{statistics.median(times):.3f} ({min(times):.3f}–{max(times):.3f})"


def ratio(peer, ours, target):
    if not peer or not ours:
        return "–"
    value = peer / ours
    return f"{value:.1f}× ({'met' if value >= target else 'NOT met'}: {target}×)"


def corpus_jars(packages):
    jars = {}
    for line in run([BENCH / "corpus-jars", *packages]).splitlines():
        package, jar = line.split("\t")
        jars.setdefault(package, []).append(jar)
    return jars


# ---- snag check -----------------------------------------------------------------------------------------------------
# The checks that need no whole program, which a user sees first. One worker: CPU seconds are then those of one core.
CHECK_OPTIONS = ["check", "--checks", "stale-value,block-atomicity", "--jobs", "1"]
# The corpus as one program: without Tomcat 10, whose classes bear the names of Tomcat 9's.
CHECK_PACKAGES = ["libjfreechart-java", "tuxguitar", "libjetty9-java", "libderby-java", "libnetty-java",
                  "libtomcat9-java", "libzookeeper-java", "libcommons-pool2-java", "libcommons-dbcp2-java",
                  "libh2-java", "libactivemq-java", "libguava-java"]


def check(snag, jdk, jars, *options, base=CHECK_OPTIONS, cores=1):
    """One `snag check` over these jars, Finished. Exit code 1 means findings."""
    return run_timed(on_cores(cores, [snag, *base, *options, "--jdk", jdk, *jars]), good=(0, 1))


def check_seconds(snag, jdk, jars):
    """CPU seconds, start and reading included."""
    return check(snag, jdk, jars).cpu_s


def report_of(finished):
    """The report of a check that was run with `--format json`."""
    return json.loads(finished.output)


def count_findings(snag, jdk, jars):
    return len(report_of(check(snag, jdk, jars, "--format", "json"))["findings"])


Size = collections.namedtuple("Size", "classes instructions lines last_lines")


def size_of(ssa_all, jars, lines=False):
    """What the jars hold as one class path: a class that is in two of them counts once. Lines only if asked for."""
    options = ["--passes", "1", "--together"] + (["--lines"] if lines else [])
    line = parse(run([ssa_all, *options, *jars]), "snag-ssa")[0]
    return Size(*(int(line[key]) for key in Size._fields))
