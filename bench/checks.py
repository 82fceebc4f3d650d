"""The checks stale-value and block-atomicity beside FindBugs' multithreaded-correctness detectors, on the same jars.

FindBugs 3.1 cannot read the JDK's module image and stops without java.lang.Object. It gets the Java 8 API as
-auxclasspath, made from lib/ct.sym. Not the jar that WALA gets: there every method is `throw null`, and FindBugs, which
follows no path past a call that it sees always throws, then answers otherwise (JFreeChart 10 warnings instead of 12,
commons-dbcp2 4 instead of 2) and in less time (ZooKeeper 38 s instead of 48 to 50). Class files after Java 8 it cannot
read, which is why H2 and ActiveMQ are measured without it. Libraries that a package uses are given to
neither side.
"""
import datetime
import json
import os
import statistics
import xml.etree.ElementTree
import zipfile

from harness import (CHECK_OPTIONS, CHECK_PACKAGES, Failure, check_seconds, corpus_jars, count_findings, note,
                     on_one_core, ratio, run_for_cpu, seconds, size_of)

FINDBUGS_PACKAGES = ["libjfreechart-java", "tuxguitar", "libjetty9-java", "libderby-java", "libnetty-java",
                     "libtomcat9-java", "libzookeeper-java", "libcommons-pool2-java", "libcommons-dbcp2-java"]
FINDBUGS_OPTIONS = ["-bugCategories", "MT_CORRECTNESS", "-effort:max", "-low"]
FINDBUGS_HEAP_MB = 4096  # With Debian's 768 MB the larger packages collect garbage over and over.
JAVA_8 = 52  # the class files' version
CHECK_TARGET = 50
INSTRUCTIONS_TARGET = 1_000_000  # per second and core


def write_api_jar(ct_sym, target):
    """The Java 8 API as class files without code. An entry of ct.sym is RELEASES/MODULE/NAME.sig; they bear the version
    of the JDK that made them, which is lowered."""
    part = target.with_suffix(".part")
    with zipfile.ZipFile(ct_sym) as symbols, zipfile.ZipFile(part, "w") as jar:
        for entry in symbols.namelist():
            releases, _, name = entry.split("/", 2) if entry.count("/") >= 2 else ("", "", "")
            if "8" in releases and name.endswith(".sig") and name != "module-info.sig":
                content = bytearray(symbols.read(entry))
                content[6:8] = JAVA_8.to_bytes(2, "big")
                jar.writestr(name.removesuffix(".sig") + ".class", bytes(content))
    part.rename(target)


class FindBugs:
    """Runs FindBugs, and keeps each result under a key of the jars' sizes and times for `--reuse-findbugs`."""

    def __init__(self, folder, java_home, reuse):
        self.folder, self.java_home, self.reuse = folder, java_home, reuse
        folder.mkdir(parents=True, exist_ok=True)
        self.api = folder / "java8-api-without-code.jar"
        if not self.api.exists():
            write_api_jar(java_home / "lib" / "ct.sym", self.api)

    def measure(self, package, jars):
        """A dictionary: cpu_s, warnings, classes, errors, at (when it ran), and kept: is it of an earlier run?"""
        stored = self.folder / f"{package}.json"
        key = [FINDBUGS_OPTIONS, str(self.java_home)] + [
            [str(jar), os.stat(jar).st_size, os.stat(jar).st_mtime_ns] for jar in jars]
        if self.reuse and stored.exists():
            result = json.loads(stored.read_text())
            if result.pop("key") == key:
                return {**result, "kept": True}
        result = self.run(self.folder / f"{package}.xml", jars)
        stored.write_text(json.dumps({**result, "key": key}))
        return {**result, "kept": False}

    def run(self, report, jars):
        command = ["findbugs", "-textui", "-javahome", self.java_home, "-maxHeap", FINDBUGS_HEAP_MB,
                   "-property", f"java.util.prefs.userRoot={self.folder}", *FINDBUGS_OPTIONS,
                   "-auxclasspath", self.api, "-xml", "-output", report, *jars]
        report.unlink(missing_ok=True)
        finished = run_for_cpu(on_one_core(command))
        if not report.exists():
            raise Failure(f"FindBugs wrote no report:\n{finished.errors[-2000:]}")
        root = xml.etree.ElementTree.parse(report).getroot()
        return {"cpu_s": finished.cpu_s, "warnings": len(root.findall("BugInstance")),
                "classes": int(root.find("FindBugsSummary").get("total_classes")),
                "errors": int(root.find("Errors").get("errors")),
                "at": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")}


def measure(bench):
    snag, ssa_all = bench.binary("snag"), bench.binary("bench/ssa_all")
    if not snag or not ssa_all:
        return
    corpus = corpus_jars(CHECK_PACKAGES)
    findbugs = FindBugs(bench.build / "bench" / "findbugs", bench.java_home, bench.reuse_findbugs)
    ours, theirs, findings = {}, {}, {}
    for package in FINDBUGS_PACKAGES:
        note(f"checks on {package}")
        # The first run, which fills the page cache, is not timed.
        findings[package] = count_findings(snag, bench.java_home, corpus[package])
        ours[package] = [check_seconds(snag, bench.java_home, corpus[package]) for _ in range(bench.repetitions)]
        theirs[package] = findbugs.measure(package, corpus[package])
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
    kept = sorted({result["at"] for result in theirs.values() if result["kept"]})
    if kept:
        print(f"**Rows marked * are not of one run**: FindBugs ran there between {kept[0]} and {kept[-1]}.\n")
    else:
        print("Every row is of one run.\n")
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
