"""How the time of `snag check` grows with the program: every jar by itself, every package, and unions of packages.

The time of a program of n bytecode instructions is taken as start + factor * n^exponent. start is the median of the
smallest jars, where nothing but starting the process and opening the JDK is left; the rest is a straight line in the
logarithms, fitted by least squares to the programs that are large enough to be clear of the start. An exponent of 1 is
linear growth. The exponent of the unions alone is given too: single jars differ in what they hold, while the unions are
mixtures that differ in their size above all.
"""
import collections
import math
import os
import statistics

from harness import CHECK_OPTIONS, CHECK_PACKAGES, Failure, check_seconds, corpus_jars, note, size_of

UNION_SIZES = [2, 3, 4, 6, 8, 10, 12]  # packages, the smallest first
SMALL = 2000  # instructions: such a jar shows the time of starting
LARGE = 20_000  # instructions: below, the time above that of starting is mostly noise
NEAR_LINEAR = 1.15  # the highest exponent that counts as near-linear

Point = collections.namedtuple("Point", "kind name instructions cpu_s")
Fit = collections.namedtuple("Fit", "exponent factor points")


def programs(corpus):
    """(kind, name, jars): jars, packages, and unions of the first 2, 3, ... packages by size."""
    for package in CHECK_PACKAGES:
        for jar in corpus[package]:
            yield "jar", jar, [jar]
    for package in CHECK_PACKAGES:
        if len(corpus[package]) > 1:
            yield "package", package, corpus[package]
    by_size = sorted(CHECK_PACKAGES, key=lambda package: sum(os.path.getsize(jar) for jar in corpus[package]))
    for count in UNION_SIZES:
        yield "union", f"{count} packages", [jar for package in by_size[:count] for jar in corpus[package]]


def fit(points, start):
    """Least squares of log(time - start) over log(instructions)."""
    pairs = [(math.log(p.instructions), math.log(p.cpu_s - start)) for p in points
             if p.instructions >= LARGE and p.cpu_s > start]
    if len(pairs) < 3:
        raise Failure(f"too few programs of {LARGE} instructions to fit a line")
    mean_x, mean_y = (statistics.fmean(column) for column in zip(*pairs))
    exponent = (sum((x - mean_x) * (y - mean_y) for x, y in pairs) / sum((x - mean_x) ** 2 for x, _ in pairs))
    return Fit(exponent, math.exp(mean_y - exponent * mean_x), len(pairs))


def measure(bench):
    snag, ssa_all = bench.binary("snag"), bench.binary("bench/ssa_all")
    if not snag or not ssa_all:
        return
    points = []
    for kind, name, jars in programs(corpus_jars(CHECK_PACKAGES)):
        instructions = size_of(ssa_all, jars).instructions
        if instructions == 0:
            continue
        times = [check_seconds(snag, bench.java_home, jars) for _ in range(bench.repetitions)]
        points.append(Point(kind, name, instructions, statistics.median(times)))
        bench.raw.write(f"growth kind={kind} name={name.replace(' ', '-')} instructions={instructions} "
                        f"cpu_s={points[-1].cpu_s:.4f}\n")
        bench.raw.flush()
    note(f"measured {len(points)} programs")
    small = [point.cpu_s for point in points if point.instructions <= SMALL]
    start = statistics.median(small) if small else 0.0
    every, unions = fit(points, start), fit([point for point in points if point.kind == "union"], start)
    print(f"\n## How `snag {' '.join(CHECK_OPTIONS)}` grows\n")
    print(f"Median CPU seconds of {bench.repetitions} processes each, on one core. Starting takes {start * 1000:.1f} "
          f"ms (median of {len(small)} jars of up to {SMALL} instructions); the exponents are of the time above that.\n")
    for what, line in (("all programs", every), ("unions alone", unions)):
        verdict = "met" if line.exponent <= NEAR_LINEAR else "NOT met"
        print(f"- {what}: time grows with instructions to the power of {line.exponent:.2f} ({verdict}: near-linear, at "
              f"most {NEAR_LINEAR}), {line.points} programs of at least {LARGE} instructions")
    print("\n| program | instructions | CPU s | million instructions/s |\n|---|---|---|---|")
    for point in points:
        if point.kind != "jar":
            print(f"| {point.name} | {point.instructions} | {point.cpu_s:.3f} | "
                  f"{point.instructions / point.cpu_s / 1e6:.2f} |")
    drawn = bench.build / "bench" / "check-growth.svg"
    drawn.write_text(picture(points, start, every), encoding="utf-8")
    note(f"the picture is {drawn}; docs/pictures has the one that docs/performance.md shows")


# ---- the picture ----------------------------------------------------------------------------------------------------
WIDTH, HEIGHT = 760, 500
LEFT, RIGHT, TOP, BOTTOM = 70, 45, 50, 60
MARKS = {"jar": ("one jar", "#8da0cb"), "package": ("one package", "#1b7f5f"), "union": ("several packages", "#c0392b")}


class Scale:
    """Whole decades around the values, as a range of pixels."""

    def __init__(self, values, first, last):
        self.low, self.high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
        self.first, self.last = first, last

    def __call__(self, value):
        return self.first + (math.log10(value) - self.low) / (self.high - self.low) * (self.last - self.first)

    def decades(self):
        return [10.0 ** exponent for exponent in range(self.low, self.high + 1)]


def picture(points, start, line, marks=MARKS, command=CHECK_OPTIONS, cores=1):
    """Both axes logarithmic: linear growth is a line of slope 1, next to the fitted one."""
    x = Scale([point.instructions for point in points], LEFT, WIDTH - RIGHT)
    y = Scale([point.cpu_s for point in points], HEIGHT - BOTTOM, TOP)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
             f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">',
             "<title>CPU seconds of snag check over the size of the program</title>",
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']
    for value in x.decades():
        parts.append(grid_line(x(value), TOP, x(value), HEIGHT - BOTTOM))
        parts.append(text(x(value), HEIGHT - BOTTOM + 18, f"{value:,.0f}", "middle"))
    for value in y.decades():
        parts.append(grid_line(LEFT, y(value), WIDTH - RIGHT, y(value)))
        parts.append(text(LEFT - 8, y(value) + 4, f"{value:g}", "end"))
    parts.append(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, "bytecode instructions", "middle"))
    parts.append(text(LEFT, TOP - 28, f"CPU seconds of snag {' '.join(command)}, cores: {cores}", "start"))
    parts.append(curve(x, y, points, lambda n: start + line.factor * n ** line.exponent))
    for point in sorted(points, key=lambda p: list(marks).index(p.kind)):
        colour = marks[point.kind][1]
        parts.append(f'<circle cx="{x(point.instructions):.1f}" cy="{y(point.cpu_s):.1f}" r="4" fill="{colour}" '
                     f'fill-opacity="0.75"><title>{point.name.rsplit("/", 1)[-1]}: {point.instructions} instructions, '
                     f'{point.cpu_s:.3f} s</title></circle>')
    parts += legend(start, line, marks)
    return "\n".join(parts + ["</svg>"]) + "\n"


def grid_line(x1, y1, x2, y2):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#dddddd"/>'


def text(x, y, words, anchor):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="#222222">{words}</text>'


def curve(x, y, points, function):
    low, high = (math.log10(bound(p.instructions for p in points)) for bound in (min, max))
    places = [10 ** (low + (high - low) * step / 60) for step in range(61)]
    path = " ".join(f"{x(n):.1f},{y(function(n)):.1f}" for n in places)
    return f'<polyline points="{path}" fill="none" stroke="#222222" stroke-width="1.5" stroke-dasharray="6 4"/>'


def legend(start, line, marks):
    left, top = LEFT + 18, TOP + 18
    parts = []
    for row, (label, colour) in enumerate(marks.values()):
        parts.append(f'<circle cx="{left}" cy="{top + 20 * row - 4}" r="4" fill="{colour}"/>')
        parts.append(text(left + 14, top + 20 * row, label, "start"))
    row = top + 20 * len(marks)
    parts.append(f'<line x1="{left - 8}" y1="{row - 4}" x2="{left + 8}" y2="{row - 4}" stroke="#222222" '
                 'stroke-width="1.5" stroke-dasharray="6 4"/>')
    parts.append(f'<text x="{left + 14}" y="{row}" fill="#222222">{start * 1000:.1f} ms + {line.factor * 1e6:.2g} µs · '
                 f'instructions<tspan dy="-5" font-size="10">{line.exponent:.2f}</tspan></text>')
    return parts
