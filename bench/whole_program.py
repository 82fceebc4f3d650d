"""The analyses of the whole program: what they cost `snag check`, how that grows, how precise they are, and what call
caching is worth. The twelve packages of the corpus, and five of the paper's small programs.

Times are those of whole processes on two cores, with and without `--threads off`; the fastest run of each kind counts,
and memory is the most of any run. The precision is counted by bench/whole_program_all.cpp, which says what is counted.
"""
import collections
import pathlib
import re
import statistics
import tempfile

import growth
from harness import BENCH, CHECK_PACKAGES, check, corpus_jars, note, on_cores, parse, run, size_of

SMALL_PROGRAMS = ["philosophers", "elevator", "tsp", "hedc", "mtrt"]
OPTIONS = ["check", "--no-config"]
CORES = 2
PASSES = ["objects", "heap shape", "threads", "ownership", "execution"]
STATES = 5_000_000  # the most that are counted
VARIANTS = [("on", "on"), ("on", "off"), ("off", "on"), ("off", "off")]  # contexts, ownership
# Of issue 17: seconds and MB of a package, seconds of a small program.
GOAL_SECONDS, GOAL_MB, SMALL_GOAL_SECONDS = 10, 1000, 0.3

Timed = collections.namedtuple("Timed", "elapsed_s cpu_s mb passes gave_up")


def measure(bench):
    snag, ssa_all, counter = (bench.binary(path) for path in ("snag", "bench/ssa_all", "bench/whole_program_all"))
    if not snag or not ssa_all or not counter:
        return
    with tempfile.TemporaryDirectory(prefix="snag-whole-program-") as scratch:
        programs = compile_programs(bench, pathlib.Path(scratch)) | corpus_jars(CHECK_PACKAGES)
        sizes = {name: size_of(ssa_all, paths).instructions for name, paths in programs.items()}
        with_threads, without, counts, states = {}, {}, {}, {}
        for name, paths in programs.items():
            note(f"whole program: {name}")
            with_threads[name] = timed(bench, snag, paths)
            without[name] = timed(bench, snag, paths, "--threads", "off")
            for variant in VARIANTS:
                lines = count(bench, counter, paths, variant, limit=STATES if variant == VARIANTS[0] else 0)
                counts[name, variant] = parse(lines, "snag-program")[0]
                states[name] = (parse(lines, "snag-states") or [states.get(name)])[0]
    print(f"\n## The whole program: time and memory of `snag {' '.join(OPTIONS)}`\n")
    print_times(bench, sizes, with_threads, without)
    print_growth(bench, sizes, with_threads)
    print("\n## The whole program: precision by count\n")
    print_precision(counts)
    print("\n## The whole program: call caching\n")
    print_states(states)


def compile_programs(bench, scratch):
    for name in SMALL_PROGRAMS:
        run([bench.java_home / "bin" / "javac", "-nowarn", "-d", scratch / name,
             *sorted((BENCH / "programs" / name).glob("*.java"))])
    return {name: [str(scratch / name)] for name in SMALL_PROGRAMS}


def timed(bench, snag, paths, *options):
    runs = [check(snag, bench.java_home, paths, "--stats", *options, base=OPTIONS, cores=CORES)
            for _ in range(bench.repetitions)]
    best = min(runs, key=lambda finished: finished.elapsed_s)
    passes = {name: float(match[1]) for name in PASSES
              if (match := re.search(rf"^{name} +([\d.]+) s ", best.errors, re.MULTILINE))}
    return Timed(best.elapsed_s, min(finished.cpu_s for finished in runs),
                 max(finished.peak_kib for finished in runs) / 1024, passes,
                 "too large to follow its objects" in best.errors)


def count(bench, counter, paths, variant, limit):
    contexts, ownership = variant
    output = run(on_cores(1, [counter, "--jdk", bench.java_home, "--contexts", contexts, "--ownership", ownership,
                              "--states", limit, *paths]))
    bench.raw.write(output)
    bench.raw.flush()
    return output


# ---- tables ---------------------------------------------------------------------------------------------------------
def print_times(bench, sizes, with_threads, without):
    print(f"On {CORES} cores, the fastest of {bench.repetitions} processes; memory is the most of any. The passes are "
          "elapsed seconds of that process.\n")
    print(f"| program | instructions | s | CPU s | MB | s without threads | MB | {' | '.join(PASSES)} |")
    print("|---" * (7 + len(PASSES)) + "|")
    missed = []
    for name, size in sizes.items():
        whole, cheap = with_threads[name], without[name]
        passes = " | ".join(f"{whole.passes[each]:.3f}" if each in whole.passes else "–" for each in PASSES)
        mark = " (given up)" if whole.gave_up else ""
        print(f"| {name}{mark} | {size} | {whole.elapsed_s:.2f} | {whole.cpu_s:.2f} | {whole.mb:.0f} | "
              f"{cheap.elapsed_s:.2f} | {cheap.mb:.0f} | {passes} |")
        goal = SMALL_GOAL_SECONDS if name in SMALL_PROGRAMS else GOAL_SECONDS
        if whole.elapsed_s > goal or whole.mb > GOAL_MB or whole.gave_up:
            missed.append(name)
    print(f"\nThe goal, {GOAL_SECONDS} s and {GOAL_MB} MB for a package and {SMALL_GOAL_SECONDS} s for a small program: "
          + (f"NOT met by {', '.join(missed)}." if missed else "met by all."))


def print_growth(bench, sizes, with_threads):
    points = [growth.Point("program" if name in SMALL_PROGRAMS else "package", name, size, with_threads[name].cpu_s)
              for name, size in sizes.items()]
    start = statistics.median(point.cpu_s for point in points if point.kind == "program")
    line = growth.fit([point for point in points if point.kind == "package"], start)
    drawn = bench.build / "bench" / "whole-program-growth.svg"
    drawn.write_text(growth.picture(points, start, line, marks=MARKS, command=OPTIONS, cores=CORES), encoding="utf-8")
    print(f"\nCPU seconds above the {start * 1000:.0f} ms of the small programs grow with instructions to the power of "
          f"{line.exponent:.2f} ({line.points} packages).")
    note(f"the picture is {drawn}")


MARKS = {"program": ("small program", "#8da0cb"), "package": ("one package", "#1b7f5f")}


def print_precision(counts):
    print("Objects per allocation site: mean and 90th percentile. Base objects per field access: median and 90th "
          "percentile. Unshared: the share of the instructions that access a field or an array and that never touch an "
          "object that may be shared.\n")
    print("| program | contexts | objects per site | 90 % | bases | 90 % | accesses | unshared | without ownership |")
    print("|---" * 9 + "|")
    names = list(dict.fromkeys(name for name, _ in counts))
    for name in names:
        for contexts in ("on", "off"):
            found, plain = counts[name, (contexts, "on")], counts[name, (contexts, "off")]
            if "gave_up" in found:
                print(f"| {name} | {contexts} | given up | – | – | – | – | – | – |")
                continue
            per_site = int(found["objects"]) / max(int(found["sites"]), 1)
            print(f"| {name} | {contexts} | {per_site:.2f} | {found['site_p90']} | {found['bases_median']} | "
                  f"{found['bases_p90']} | {found['accesses']} | {share(found)} | {share(plain)} |")


def share(counted):
    return f"{100 * int(counted['unshared']) / max(int(counted['accesses']), 1):.1f} %"


def print_states(states):
    print("How often the symbolic execution executes a method: with subsumption as Snag has it, with caching of equal "
          "contexts (method instance and locks), with the paper's, in which contexts of different threads are never equal, "
          f"and without caching. Counting ends at {STATES:,}.\n")
    print("| program | subsumption | equal contexts | also by thread | no caching |\n|---|---|---|---|---|")
    for name, found in states.items():
        row = [found[key] for key in ("subsumption", "equality", "by_thread", "none")] if found else ["given up"] + ["–"] * 3
        print(f"| {name} | {' | '.join('more than ' + cell[:-1] if cell.endswith('+') else cell for cell in row)} |")
