"""The reports of 10,000 made findings, each of two threads with eight steps, in every format, with and without sources.

Measured is from the findings in memory to the whole report in memory: bench/report_bench.cpp. The first pass of each
process counts, which is what a user pays.
"""
from harness import note, seconds

LIMIT_SECONDS = 1


def measure(bench):
    program = bench.binary("bench/report_bench")
    if not program:
        return
    rows = {}
    for repetition in range(bench.repetitions):
        for options in ([], ["--sources"]):
            note(f"reports, {repetition + 1} of {bench.repetitions}")
            for line in bench.measure([program, "--passes", "1", *options], "report"):
                rows.setdefault((line["format"], line["sources"]), []).append(line)
    print("\n## Reports of 10,000 findings\n")
    print(f"| format | sources | elapsed s | CPU s | MB | every process under {LIMIT_SECONDS} s |\n|---|---|---|---|---|---|")
    for (format_name, sources), lines in rows.items():
        wall = [float(line["wall_s"]) for line in lines]
        print(f"| {format_name} | {'yes' if sources == 'true' else 'no'} | {seconds(wall)} | "
              f"{seconds([float(line['cpu_s']) for line in lines])} | {int(lines[0]['bytes']) / 1e6:.1f} | "
              f"{'met' if max(wall) < LIMIT_SECONDS else 'NOT met'} |")
