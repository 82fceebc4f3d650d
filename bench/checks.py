"""The checks stale-value and block-atomicity beside FindBugs' multithreaded-correctness detectors, on the same jars."""
import statistics

from findbugs import FINDBUGS_OPTIONS, FINDBUGS_PACKAGES, of_one_run
from harness import (CHECK_OPTIONS, CHECK_PACKAGES, check_seconds, corpus_jars, count_findings, note, ratio, seconds,
                     size_of)

CHECK_TARGET = 50
INSTRUCTIONS_TARGET = 1_000_000  # per second and core


def measure(bench):
    snag, ssa_all = bench.binary("snag"), bench.binary("bench/ssa_all")
    if not snag or not ssa_all:
        return
    corpus = corpus_jars(CHECK_PACKAGES)
    ours, theirs, findings = {}, {}, {}
    for package in FINDBUGS_PACKAGES:
        note(f"checks on {package}")
        # The first run, which fills the page cache, is not timed.
        findings[package] = count_findings(snag, bench.java_home, corpus[package])
        ours[package] = [check_seconds(snag, bench.java_home, corpus[package]) for _ in range(bench.repetitions)]
        theirs[package] = bench.findbugs().measure(package, corpus[package])
        bench.raw.write(f"checks package={package} snag_cpu_s={','.join(f'{t:.4f}' for t in ours[package])} "
                        f"findbugs_cpu_s={theirs[package]['cpu_s']:.2f} findbugs_at={theirs[package]['at']}\n")
        bench.raw.flush()
    sizes = {package: size_of(ssa_all, corpus[package]) for package in FINDBUGS_PACKAGES}
    print_peers(bench, sizes, findings, ours, theirs)
    print_throughput(bench, snag, ssa_all, corpus)


def print_peers(bench, sizes, findings, ours, theirs):
    print("\n## The checks beside FindBugs\n")
    print(f"CPU seconds, user and system, of all threads, each process held to one core, start and reading included: "
          f"`snag {' '.join(CHECK_OPTIONS)}`, {bench.repetitions} processes, and "
          f"`findbugs {' '.join(FINDBUGS_OPTIONS)}`, one process.\n")
    print(f"{of_one_run(theirs.values())}\n")
    print("| package | classes | bytecode instructions | FindBugs warnings | its errors | Snag findings | "
          "FindBugs CPU s | Snag CPU s | ratio |\n|---|---|---|---|---|---|---|---|---|")
    for package in FINDBUGS_PACKAGES:
        result, size = theirs[package], sizes[package]
        mark = " *" if result["kept"] else ""
        print(f"| {package}{mark} | {size.classes} | {size.instructions} | {result['warnings']} | {result['errors']} | "
              f"{findings[package]} | {result['cpu_s']:.1f} | {seconds(ours[package])} | "
              f"{result['cpu_s'] / statistics.median(ours[package]):.0f}× |")
    columns = [sum(size.classes for size in sizes.values()), sum(size.instructions for size in sizes.values()),
               sum(result["warnings"] for result in theirs.values()),
               sum(result["errors"] for result in theirs.values()), sum(findings.values())]
    findbugs_s = sum(result["cpu_s"] for result in theirs.values())
    snag_s = sum(statistics.median(times) for times in ours.values())
    print(f"| all | {' | '.join(map(str, columns))} | {findbugs_s:.1f} | {snag_s:.3f} | "
          f"{ratio(findbugs_s, snag_s, CHECK_TARGET)} |")
    if not any(findings.values()):
        print("\n**Snag found nothing at all**: the checks cannot have run, and the ratio means nothing.")
    for package in FINDBUGS_PACKAGES:
        if theirs[package]["classes"] != sizes[package].classes:
            print(f"\n**Not the same work on {package}**: FindBugs read {theirs[package]['classes']} classes, Snag "
                  f"{sizes[package].classes}.")


def print_throughput(bench, snag, ssa_all, corpus):
    jars = [jar for package in CHECK_PACKAGES for jar in corpus[package]]
    note(f"checks on all {len(jars)} jars together")
    instructions = size_of(ssa_all, jars).instructions
    times = [check_seconds(snag, bench.java_home, jars) for _ in range(bench.repetitions)]
    speed = instructions / statistics.median(times)
    verdict = "met" if speed >= INSTRUCTIONS_TARGET else "NOT met"
    print(f"\nAll {len(jars)} jars of {len(CHECK_PACKAGES)} packages together, those of newer Java too, in one "
          f"process: {instructions} instructions, {seconds(times)} CPU s, {speed / 1e6:.2f} million instructions per "
          f"second and core ({verdict}: {INSTRUCTIONS_TARGET / 1e6:.0f} million).")
