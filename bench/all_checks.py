"""All static checks, with the analysis of the whole program and the default options, beside FindBugs'
multithreaded-correctness detectors, on the packages that FindBugs reads. Whole processes on one core; CPU seconds, user
and system, of all threads. What counts is the sum over all packages.
"""
import statistics

from findbugs import FINDBUGS_OPTIONS, FINDBUGS_PACKAGES, of_one_run
from harness import check, corpus_jars, note, ratio, report_of, seconds

OPTIONS = ["check", "--no-config", "--jobs", "1", "--format", "json"]
TARGET = 30


def measure(bench):
    snag = bench.binary("snag")
    if not snag:
        return
    corpus = corpus_jars(FINDBUGS_PACKAGES)
    ours, theirs, findings = {}, {}, {}
    for package in FINDBUGS_PACKAGES:
        note(f"all checks on {package}")
        # The first run, which fills the page cache, is not timed.
        findings[package] = len(report_of(run_checks(bench, snag, corpus[package]))["findings"])
        ours[package] = [run_checks(bench, snag, corpus[package]).cpu_s for _ in range(bench.repetitions)]
        theirs[package] = bench.findbugs().measure(package, corpus[package])
        bench.raw.write(f"all-checks package={package} snag_cpu_s={','.join(f'{t:.4f}' for t in ours[package])} "
                        f"findbugs_cpu_s={theirs[package]['cpu_s']:.2f} findbugs_at={theirs[package]['at']}\n")
        bench.raw.flush()
    print_table(bench, ours, theirs, findings)


def run_checks(bench, snag, jars):
    return check(snag, bench.java_home, jars, base=OPTIONS)


def print_table(bench, ours, theirs, findings):
    print("\n## All static checks beside FindBugs\n")
    print(f"CPU seconds, each process held to one core, start and reading included: `snag {' '.join(OPTIONS)}`, "
          f"{bench.repetitions} processes, and `findbugs {' '.join(FINDBUGS_OPTIONS)}`, one process.\n")
    print(f"{of_one_run(theirs.values())}\n")
    print("| package | FindBugs warnings | Snag findings | FindBugs CPU s | Snag CPU s | ratio |")
    print("|---|---|---|---|---|---|")
    for package in FINDBUGS_PACKAGES:
        result = theirs[package]
        mark = " *" if result["kept"] else ""
        print(f"| {package}{mark} | {result['warnings']} | {findings[package]} | {result['cpu_s']:.1f} | "
              f"{seconds(ours[package])} | {result['cpu_s'] / statistics.median(ours[package]):.1f}× |")
    findbugs_s = sum(result["cpu_s"] for result in theirs.values())
    snag_s = sum(statistics.median(times) for times in ours.values())
    print(f"| all | {sum(result['warnings'] for result in theirs.values())} | {sum(findings.values())} | "
          f"{findbugs_s:.1f} | {snag_s:.3f} | {ratio(findbugs_s, snag_s, TARGET)} |")
