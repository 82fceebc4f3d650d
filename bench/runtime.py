"""What watching a program costs: `snag run` on the programs of bench/programs, beside runs without it, on the same JVM.

Plain and watched runs take turns, so that a machine that slows down slows all of them. Every time is that of a whole
process with two working threads: start of `snag run`, of the JVM and of the agent, rewriting, the program, the report.
The sizes make a plain run last some seconds. CPU seconds are those of all threads, the JIT's and the collector's too.
"""
import pathlib
import statistics
import tempfile

from harness import BENCH, note, run, run_timed, seconds

# The six that are bound by the processor, in the paper's order, and what makes a plain run last three to five seconds.
PROGRAMS = {"mtrt": ["2", "5000"], "sor": ["2", "7000", "1000"], "tsp": ["2", "18"], "moldyn": ["2", "400", "8"],
            "raytracer": ["2", "2400"], "montecarlo": ["2", "160000"]}
MODES = {"object-race": ["--checks", "object-race"],
         "object-race, arrays": ["--checks", "object-race", "--arrays", "whole"],
         "object-consistency": ["--checks", "object-consistency"]}
# Of von Praun's thesis, as factors of the plain run: everything instrumented ("all"), and guided by the static analysis
# and optimised where the paper has that. Tables 7.5 and 7.9.
PAPER = {"object-race": {"mtrt": (1.30, 1.24), "sor": (1.25, 1.00), "tsp": (2.92, 1.10), "moldyn": (2.73, 1.17),
                         "raytracer": (5.85, 2.27), "montecarlo": (1.97, 1.78), "average": (2.68, 1.44)},
         "object-race, arrays": {"mtrt": (1.33, 1.26), "sor": (6.96, 3.89), "tsp": (5.68, 1.78), "moldyn": (4.01, 1.95),
                                 "raytracer": (6.01, 3.64), "montecarlo": (2.33, 1.91), "average": (4.39, 2.41)},
         "object-consistency": {"mtrt": (1.09, 1.09), "sor": (1.00, 1.00), "tsp": (2.74, 1.33), "moldyn": (2.69, 0.64),
                                "raytracer": (3.99, 1.91), "montecarlo": (1.44, 1.29), "average": (2.15, 1.25)}}
GOALS = {"object-race": 1.4, "object-race, arrays": 2.5, "object-consistency": 1.4}  # on average, elapsed
WORST_GOAL = {"object-race": 2.0}
MEMORY_GOAL = 1.5
START_GOAL_SECONDS = 0.3
EMPTY = "public class Empty {\n    public static void main(String[] args) {\n    }\n}\n"


def measure(bench):
    snag = bench.binary("snag")
    if not snag:
        return
    with tempfile.TemporaryDirectory(prefix="snag-runtime-") as scratch:
        classes = compile_programs(bench, pathlib.Path(scratch))
        runs = {name: Runs(bench, snag, classes, f"{name}.Main", arguments) for name, arguments in PROGRAMS.items()}
        empty = Runs(bench, snag, classes, "Empty", [])
        for repetition in range(bench.repetitions):
            for name, series in runs.items():
                note(f"run time of {name}, {repetition + 1} of {bench.repetitions}")
                series.once(name)
        for _ in range(max(bench.repetitions, 5)):
            empty.once("empty")
    print_times(bench, runs)
    print_start(empty)


def compile_programs(bench, scratch):
    classes = scratch / "classes"
    (scratch / "Empty.java").write_text(EMPTY, encoding="utf-8")
    sources = [path for name in PROGRAMS for path in sorted((BENCH / "programs" / name).glob("*.java"))]
    run([bench.java_home / "bin" / "javac", "-nowarn", "-d", classes, scratch / "Empty.java", *sources])
    return classes


class Runs:
    """One program: its plain runs and those of each mode, in the order in which they were made."""

    def __init__(self, bench, snag, classes, main, arguments):
        self.bench = bench
        self.snag = snag
        self.java = [bench.java_home / "bin" / "java", "-cp", classes, main, *arguments]
        self.report = classes.parent / "report.json"
        self.done = {mode: [] for mode in ["plain", *MODES]}

    def once(self, name):
        plain = run_timed(self.java)
        self.keep(name, "plain", plain)
        for mode, options in MODES.items():
            # Findings end it with 1; the programs have defects on purpose.
            command = [self.snag, "run", "--format", "json", "--output", self.report, *options, "--", *self.java]
            watched = run_timed(command, good=(0, 1))
            if watched.output != plain.output:
                print(f"\n**{name} prints something else under Snag ({mode})**: {watched.output!r}, not "
                      f"{plain.output!r}.")
            self.keep(name, mode, watched)

    def keep(self, name, mode, finished):
        self.done[mode].append(finished)
        self.bench.raw.write(f"runtime program={name} mode={mode.replace(' ', '')} elapsed_s={finished.elapsed_s:.3f} "
                             f"cpu_s={finished.cpu_s:.3f} peak_kib={finished.peak_kib}\n")
        self.bench.raw.flush()

    def median(self, mode, key):
        return statistics.median(getattr(finished, key) for finished in self.done[mode])

    def ratio(self, mode, key):
        return self.median(mode, key) / self.median("plain", key)

    def spread(self, mode):
        """The lowest and the highest ratio of elapsed time among runs that came one after the other."""
        ratios = [watched.elapsed_s / plain.elapsed_s for plain, watched in zip(self.done["plain"], self.done[mode])]
        return f"{min(ratios):.2f}–{max(ratios):.2f}"


def print_times(bench, runs):
    print("\n## Watching programs run\n")
    print(f"Two threads, {bench.repetitions} runs of each kind, medians; whole processes, `snag run` and its report "
          "included. Factors of the plain run. The paper's: everything instrumented, and guided by its static analysis "
          "(tables 7.5 and 7.9).")
    for mode in MODES:
        print(f"\n### {mode}\n")
        print("| program | plain s | watched s | elapsed | of each pair | CPU | peak memory | the paper, all | "
              "the paper, guided |\n|---|---|---|---|---|---|---|---|---|")
        for name, series in runs.items():
            everything, guided = PAPER[mode][name]
            print(f"| {name} | {series.median('plain', 'elapsed_s'):.2f} | {series.median(mode, 'elapsed_s'):.2f} | "
                  f"{series.ratio(mode, 'elapsed_s'):.2f} | {series.spread(mode)} | "
                  f"{series.ratio(mode, 'cpu_s'):.2f} | {series.ratio(mode, 'peak_kib'):.2f} | {everything:.2f} | "
                  f"{guided:.2f} |")
        elapsed = [series.ratio(mode, "elapsed_s") for series in runs.values()]
        cpu = [series.ratio(mode, "cpu_s") for series in runs.values()]
        memory = [series.ratio(mode, "peak_kib") for series in runs.values()]
        everything, guided = PAPER[mode]["average"]
        print(f"| average | | | {statistics.mean(elapsed):.2f} | | {statistics.mean(cpu):.2f} | "
              f"{statistics.mean(memory):.2f} | {everything:.2f} | {guided:.2f} |")
        print("\n" + " ".join([verdict("Average", statistics.mean(elapsed), GOALS[mode]),
                               *([verdict("Worst", max(elapsed), WORST_GOAL[mode])] if mode in WORST_GOAL else []),
                               verdict("Peak memory at worst", max(memory), MEMORY_GOAL)]))


def print_start(empty):
    print("\n### Start of an empty program\n")
    plain = [finished.elapsed_s for finished in empty.done["plain"]]
    print(f"Plain: {seconds(plain)} s.\n\n| mode | elapsed s | more than plain s |\n|---|---|---|")
    for mode in MODES:
        times = [finished.elapsed_s for finished in empty.done[mode]]
        more = statistics.median(times) - statistics.median(plain)
        print(f"| {mode} | {seconds(times)} | {more:.3f} ({'met' if more <= START_GOAL_SECONDS else 'NOT met'}: "
              f"{START_GOAL_SECONDS}) |")


def verdict(what, value, goal):
    return f"{what}: {value:.2f} (goal {goal}: {'met' if value <= goal else 'NOT met'})."
