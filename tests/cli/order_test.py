"""What Snag says of a program is the same bytes for any number of threads, and in whatever order the program is given."""
import random
import subprocess
import zipfile

import harness
from command_line import EXAMPLE, unpack_example
from harness import ROOT

TEXTS = (["threads"], ["heap"], ["events"], ["locks"])
DUMPS = (*TEXTS, ["threads", "--format", "dot"], ["heap", "--format", "dot"], ["locks", "--format", "dot"],
         ["callgraph", "--call-graph", "objects"])
PROGRAMS = ("philosophers", "elevator", "hedc", "jigsaw", "shop", "tsp")
# Libraries whose jars have no class in common.
PACKAGES = ("libcommons-dbcp2-java", "libcommons-pool2-java")


def orders(parts, count):
    """Some orders of the parts, always the same ones: as they are, twice, backwards, then shuffled."""
    shuffled = random.Random(17)
    yield list(parts)
    yield list(parts)
    yield list(reversed(parts))
    for _ in range(count - 3):
        yield shuffled.sample(parts, len(parts))


def split(classes, folder, count):
    """The classes below a folder as so many parts of one program, jars and folders in turn."""
    files = sorted(path.relative_to(classes) for path in classes.rglob("*.class"))
    parts = []
    for number in range(min(count, len(files))):
        mine = files[number::count]
        part = folder / f"part{number}"
        if number % 2 == 0:
            for file in mine:
                (part / file).parent.mkdir(parents=True, exist_ok=True)
                (part / file).write_bytes((classes / file).read_bytes())
        else:
            part = part.with_suffix(".jar")
            with zipfile.ZipFile(part, "w") as archive:
                for file in mine:
                    archive.write(classes / file, file.as_posix())
        parts.append(part)
    return parts


def expect_the_same(snag, what, words, parts, count):
    first = None
    for number, order in enumerate(orders(parts, count)):
        jobs = 1 + number % 2
        ran = snag(*words, "--jobs", jobs, *order, shown=f"{what}: snag {' '.join(words)} --jobs {jobs}")
        ran.expect(ran.code in (0, 1), "it failed")
        first = first or (ran.stdout, ran.code)
        snag.checks.same(first[0], ran.stdout, f"{ran.shown}: differs for the order {[part.name for part in order]}")
        ran.expect(ran.code == first[1], f"exit code is not {first[1]}")
    snag.expect(first[0] != "", f"{what}: {words} says nothing")


def expect_all_the_same(snag, what, parts, count, dumps=DUMPS):
    for dump in dumps:
        expect_the_same(snag, what, ["dump", *dump], parts, count)
    for profile in ("review", "audit"):
        expect_the_same(snag, what, ["check", "--no-config", "--profile", profile, "--format", "json"], parts, count)


def test_the_example(snag):
    unpack_example(snag.scratch / "classes")
    expect_all_the_same(snag, EXAMPLE.name, split(snag.scratch / "classes", snag.folder("parts"), 3), 6)


def test_programs(snag):
    """Small programs, each cut into jars and folders."""
    with harness.Compiler(harness.oldest_jdk()) as compiler:
        for name in PROGRAMS:
            classes = snag.scratch / name / "classes"
            compiler.compile(classes, sorted((ROOT / "bench" / "programs" / name).glob("*.java")))
            expect_all_the_same(snag, name, split(classes, snag.folder(f"{name}/parts"), 5), 4)


def test_libraries(snag):
    """Jars without a main, which clients use in any order."""
    listed = subprocess.run([ROOT / "bench" / "corpus-jars", "--paths", *PACKAGES], capture_output=True, text=True)
    if listed.returncode == 3:
        raise harness.Skip(listed.stderr.strip())
    jars = [harness.Path(line) for line in listed.stdout.splitlines()]
    snag.expect(len(jars) >= 2, f"too few jars: {jars}")
    expect_all_the_same(snag, " and ".join(PACKAGES), jars, 3, TEXTS)
