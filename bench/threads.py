"""What watching costs when there are very many threads: bench/programs/crowd, plain and under `snag run`, on one JVM.

Plain and watched runs take turns. Times are those of whole processes, as in bench/runtime.py. Virtual threads need Java 21
or newer: the newest JDK of /usr/lib/jvm is taken. Peak memory is resident memory, much of which is garbage that the
collector has not had to look at; so what the heap holds when all threads are alive is measured, too, after a collection.
"""
import json
import pathlib
import re
import statistics
import tempfile

from harness import BENCH, Failure, note, run, run_timed
from runtime import verdict

# What the plain program gets: a kind, how many threads, how many rounds, and options of the JVM.
CASES = {"100,000 virtual threads": ("virtual", "100000", "1", []),
         "100,000 virtual threads, 10 rounds": ("virtual", "100000", "10", []),
         "100,000 virtual threads, 10 rounds, -Xmx1536m": ("virtual", "100000", "10", ["-Xmx1536m"]),
         "10,000 virtual threads, -Xmx256m": ("virtual", "10000", "10", ["-Xmx256m"]),
         "5,000 platform threads": ("platform", "5000", "10", [])}
TIME_GOAL = 3.0
MEMORY_GOAL = 1.5
EXPECTED = "crowd.Main.withoutLock"


def newest_java():
    versions = {}
    for java in pathlib.Path("/usr/lib/jvm").glob("*/bin/java"):
        release = java.parent.parent / "release"
        if release.exists():
            lines = dict(line.split("=", 1) for line in release.read_text(encoding="utf-8").splitlines() if "=" in line)
            versions[int(lines["JAVA_VERSION"].strip('"').split(".")[0])] = java
    newest = max(versions, default=0)
    return versions[newest] if newest >= 21 else None


def measure(bench):
    snag = bench.binary("snag")
    if not snag:
        return
    java = newest_java()
    if not java:
        print("\n**Very many threads were not measured**: there is no Java 21 or newer in /usr/lib/jvm.")
        return
    print("\n## Very many threads\n")
    print(f"{bench.repetitions} runs of each kind, medians; whole processes, `snag run` and its report included; "
          f"`{java}`, all checks.\n")
    print("| program | plain s | watched s | elapsed | CPU | plain MiB | watched MiB | peak memory | finding kept |\n"
          "|---|---|---|---|---|---|---|---|---|")
    verdicts = []
    with tempfile.TemporaryDirectory(prefix="snag-threads-") as scratch:
        classes = pathlib.Path(scratch) / "classes"
        run([bench.java_home / "bin" / "javac", "-nowarn", "-d", classes, BENCH / "programs" / "crowd" / "Main.java"])
        for name, (kind, threads, rounds, options) in CASES.items():
            note(name)
            command = [java, *options, "-cp", classes, "crowd.Main", kind, threads, rounds]
            row, elapsed, memory = measure_case(bench, snag, name, command, pathlib.Path(scratch) / "report.json")
            print(row)
            verdicts += [verdict(f"{name}, elapsed", elapsed, TIME_GOAL), verdict("peak memory", memory, MEMORY_GOAL)]
        live = weigh(bench, snag, java, classes)
        verdicts.append(verdict("live memory of 100,000 virtual threads", live, MEMORY_GOAL))
    print("\n" + "\n".join(f"- {each}" for each in verdicts))


def weigh(bench, snag, java, classes):
    """What 100,000 virtual threads that are alive take in the heap: watched, as a factor of plain."""
    note("live memory")
    command = [java, "-cp", classes, "crowd.Main", "virtual", "100000", "1", "weigh"]
    live = {"plain": [], "watched": []}
    for _ in range(bench.repetitions):
        for mode, words in (("plain", command), ("watched", [snag, "run", "--", *command])):
            output = run_timed(words, good=(0, 1)).output
            live[mode].append(int(re.search(r"live: (\d+) MiB", output).group(1)))
            bench.raw.write(f"threads-live mode={mode} live_mib={live[mode][-1]}\n")
    plain, watched = (statistics.median(live[mode]) for mode in ("plain", "watched"))
    print(f"\n100,000 virtual threads that are alive take {plain:.0f} MiB of the heap, and {watched:.0f} watched.")
    return watched / plain


def measure_case(bench, snag, name, command, report):
    plain, watched, kept = [], [], True
    for _ in range(bench.repetitions):
        plain.append(run_timed(command))
        watched.append(run_timed([snag, "run", "--format", "json", "--output", report, "--", *command], good=(0, 1)))
        if watched[-1].output != plain[-1].output:
            raise Failure(f"{name} prints something else under Snag: {watched[-1].output!r}")
        findings = json.loads(report.read_text(encoding="utf-8"))["findings"]
        kept &= [finding["subject"]["field"] for finding in findings] == [EXPECTED]
        for mode, finished in (("plain", plain[-1]), ("watched", watched[-1])):
            bench.raw.write(f"threads program={name.replace(' ', '-')} mode={mode} elapsed_s={finished.elapsed_s:.3f} "
                            f"cpu_s={finished.cpu_s:.3f} peak_kib={finished.peak_kib}\n")
    median = {(mode, key): statistics.median(getattr(finished, key) for finished in runs)
              for mode, runs in (("plain", plain), ("watched", watched)) for key in ("elapsed_s", "cpu_s", "peak_kib")}
    ratio = {key: median["watched", key] / median["plain", key] for key in ("elapsed_s", "cpu_s", "peak_kib")}
    row = (f"| {name} | {median['plain', 'elapsed_s']:.2f} | {median['watched', 'elapsed_s']:.2f} | "
           f"{ratio['elapsed_s']:.2f} | {ratio['cpu_s']:.2f} | {median['plain', 'peak_kib'] / 1024:.0f} | "
           f"{median['watched', 'peak_kib'] / 1024:.0f} | {ratio['peak_kib']:.2f} | {'yes' if kept else 'NO'} |")
    return row, ratio["elapsed_s"], ratio["peak_kib"]
