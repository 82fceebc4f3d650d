"""The check reacquired-lock on programs as large as the one it was published with, beside FindBugs on the same jars.

The paper took 193 seconds for 604,451 lines. Here several packages are one program, in one process, on two cores and
in the default profile: what counts is the time from start to report, after one run that fills the page cache. FindBugs
gets the packages one at a time, on one core, as in bench/checks.py; the ratio is of CPU seconds, its own of all packages
added up to Snag's of the one process.

Then what the call graph buys: the findings with each way to find the targets of calls, compared in two ways. A
fingerprint has the locks and the methods of the witness in it: with another chain of calls, the same defect is another
finding. A place is where the lock is taken again: kind, class, method and line, so that a place is only added or dropped
with all its findings.
"""
import collections
import statistics

from findbugs import FINDBUGS_OPTIONS, FINDBUGS_PACKAGES, of_one_run
from harness import check, corpus_jars, note, report_of, seconds, size_of

OPTIONS = ["check", "--checks", "reacquired-lock"]
CORES = 2
LIMIT_SECONDS = 3
PAPER_LINES = 604_451
CALL_GRAPHS = ["default", "cha", "vta"]  # rta takes longer than a minute on both

# Counted in Debian's sources. The paper counts all lines; code leaves out blank lines and comments. Kept here, for the
# sources are not installed, and line number tables cannot replace them: Derby's classes have none.
Lines = collections.namedtuple("Lines", "code all")
LINES = {
    "libjfreechart-java": Lines(95_931, 228_184),
    "tuxguitar": Lines(124_377, 159_256),
    "libjetty9-java": Lines(139_871, 208_147),
    "libderby-java": Lines(286_815, 593_145),
    "libnetty-java": Lines(158_573, 263_828),
    "libtomcat9-java": Lines(259_639, 471_915),
    "libzookeeper-java": Lines(57_923, 94_826),
    "libcommons-pool2-java": Lines(5_905, 15_408),
    "libcommons-dbcp2-java": Lines(14_450, 24_952),
}

Program = collections.namedtuple("Program", "name packages jars size")
# Of the timed processes: their seconds, and how many findings they gave.
Timed = collections.namedtuple("Timed", "findings elapsed_s cpu_s")
# One process: its findings, their places, its seconds, and whether it made no call graph, or gave it up.
Graph = collections.namedtuple("Graph", "fingerprints places elapsed_s cpu_s took_cha")


def measure(bench):
    snag, ssa_all = bench.binary("snag"), bench.binary("bench/ssa_all")
    if not snag or not ssa_all:
        return
    corpus = corpus_jars(FINDBUGS_PACKAGES)
    programs = []
    for packages in (FINDBUGS_PACKAGES[:4], FINDBUGS_PACKAGES):
        jars = [jar for package in packages for jar in corpus[package]]
        programs.append(Program(f"{len(packages)} packages", packages, jars, size_of(ssa_all, jars, lines=True)))
    timed = {program.name: time_check(bench, snag, program) for program in programs}
    theirs = {package: bench.findbugs().measure(package, corpus[package]) for package in FINDBUGS_PACKAGES}
    print("\n## reacquired-lock on programs as large as the paper's\n")
    print_sizes(programs)
    print_times(bench, programs, timed, theirs)
    print_graphs(bench, snag, programs)


def run_check(bench, snag, program, *options):
    return check(snag, bench.java_home, program.jars, *options, base=OPTIONS, cores=CORES)


def time_check(bench, snag, program):
    note(f"reacquired-lock on {program.name}")
    # The first run, which fills the page cache, is not timed.
    findings = len(report_of(run_check(bench, snag, program, "--format", "json"))["findings"])
    runs = [run_check(bench, snag, program) for _ in range(bench.repetitions)]
    timed = Timed(findings, [run.elapsed_s for run in runs], [run.cpu_s for run in runs])
    bench.raw.write(f"reacquired program={program.name.replace(' ', '-')} findings={findings} "
                    f"elapsed_s={','.join(f'{t:.4f}' for t in timed.elapsed_s)} "
                    f"cpu_s={','.join(f'{t:.4f}' for t in timed.cpu_s)}\n")
    bench.raw.flush()
    return timed


# ---- how large ------------------------------------------------------------------------------------------------------
def print_sizes(programs):
    for program in programs:
        print(f"- {program.name}: {', '.join(program.packages)}")
    print(f"\nThe paper's programs had {PAPER_LINES:,} lines, comments and blank lines included.\n")
    print("| program | classes | bytecode instructions | lines of code | to the paper's | all lines | to the paper's | "
          "lines with an instruction * | last such line of each file, added up * |")
    print("|---|---|---|---|---|---|---|---|---|")
    for program in programs:
        code, every = (sum(column) for column in zip(*(LINES[package] for package in program.packages)))
        size = program.size
        print(f"| {program.name} | {size.classes} | {size.instructions} | {code:,} | {code / PAPER_LINES:.2f}× | "
              f"{every:,} | {every / PAPER_LINES:.2f}× | {size.lines:,} | {size.last_lines:,} |")
    print("\n\\* By the line number tables of the class files; Derby's have none and count nothing.")


# ---- how fast -------------------------------------------------------------------------------------------------------
def print_times(bench, programs, timed, theirs):
    print(f"\n`snag {' '.join(OPTIONS)}`, one process for all jars of a program, held to {CORES} cores, from start to "
          f"end, {bench.repetitions} processes after one that is not counted; `findbugs {' '.join(FINDBUGS_OPTIONS)}`, "
          f"one process for each package, on one core.\n\n{of_one_run(theirs.values())}\n")
    print(f"| program | findings | Snag elapsed s | under {LIMIT_SECONDS} s, the slowest | Snag CPU s | FindBugs CPU s | "
          "ratio |\n|---|---|---|---|---|---|---|")
    for program in programs:
        ours, peer = timed[program.name], [theirs[package] for package in program.packages]
        peer_s = sum(result["cpu_s"] for result in peer)
        mark = " *" if any(result["kept"] for result in peer) else ""
        print(f"| {program.name}{mark} | {ours.findings} | {seconds(ours.elapsed_s)} | {verdict(ours)} | "
              f"{seconds(ours.cpu_s)} | {peer_s:.1f} | {peer_s / statistics.median(ours.cpu_s):.0f}× |")
    for program in programs:
        if timed[program.name].findings == 0:
            print(f"\n**Snag found nothing at all in {program.name}**: the check cannot have run, and its times mean "
                  "nothing.")
        classes = sum(theirs[package]["classes"] for package in program.packages)
        if classes != program.size.classes:
            print(f"\n**Not the same work on {program.name}**: FindBugs read {classes} classes, Snag "
                  f"{program.size.classes}.")


def verdict(timed):
    if timed.findings == 0:
        return "–"
    return f"{'met' if max(timed.elapsed_s) < LIMIT_SECONDS else 'NOT met'}: {max(timed.elapsed_s):.3f} s"


# ---- what the call graph buys ---------------------------------------------------------------------------------------
def print_graphs(bench, snag, programs):
    print("\n### Findings by call graph\n")
    print("One process each. Added: what only this call graph has; dropped: what only cha has. Findings are compared by "
          "fingerprint, which has the chain of calls in it; places are where the lock is taken again.\n")
    print("| program | call graph | findings | added | dropped | places | added | dropped | elapsed s | CPU s |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for program in programs:
        graphs = {name: run_graph(bench, snag, program, name) for name in CALL_GRAPHS}
        for name, graph in graphs.items():
            print(graph_row(program, name, graph, graphs["cha"]), flush=True)


def run_graph(bench, snag, program, name):
    note(f"reacquired-lock on {program.name}, call graph {name}")
    options = ["--format", "json"] + ([] if name == "default" else ["--call-graph", name])
    finished = run_check(bench, snag, program, *options)
    report = report_of(finished)
    made = report.get("stats", {}).get("call graph")
    places = {tuple(finding[key] for key in ("kind", "class", "method", "line")) for finding in report["findings"]}
    return Graph({finding["fingerprint"] for finding in report["findings"]}, places, finished.elapsed_s, finished.cpu_s,
                 not made or made.get("given up", 0) != 0)


def graph_row(program, name, graph, base):
    label = "default (cha, for a program of this size)" if name == "default" and graph.took_cha else name
    columns = []
    for ours, of_cha in ((graph.fingerprints, base.fingerprints), (graph.places, base.places)):
        compared = "– | –" if name == "cha" else f"{len(ours - of_cha)} | {len(of_cha - ours)}"
        columns.append(f"{len(ours)} | {compared}")
    return (f"| {program.name} | {label} | {' | '.join(columns)} | {graph.elapsed_s:.3f} | "
            f"{graph.cpu_s:.3f} |")
