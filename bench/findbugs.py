"""FindBugs' multithreaded-correctness detectors, with which parts of bench/run compare Snag's checks.

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
import xml.etree.ElementTree
import zipfile

from harness import Failure, on_cores, run_timed

FINDBUGS_PACKAGES = ["libjfreechart-java", "tuxguitar", "libjetty9-java", "libderby-java", "libnetty-java",
                     "libtomcat9-java", "libzookeeper-java", "libcommons-pool2-java", "libcommons-dbcp2-java"]
FINDBUGS_OPTIONS = ["-bugCategories", "MT_CORRECTNESS", "-effort:max", "-low"]
FINDBUGS_HEAP_MB = 4096  # With Debian's 768 MB the larger packages collect garbage over and over.
JAVA_8 = 52  # the class files' version


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
    """Runs FindBugs, once a package however many parts of bench/run ask, and keeps each result under a key of the jars'
    sizes and times for `--reuse-findbugs`."""

    def __init__(self, folder, java_home, reuse):
        self.folder, self.java_home, self.reuse = folder, java_home, reuse
        self.of_this_run = {}  # by package: key and result
        folder.mkdir(parents=True, exist_ok=True)
        self.api = folder / "java8-api-without-code.jar"
        if not self.api.exists():
            write_api_jar(java_home / "lib" / "ct.sym", self.api)

    def measure(self, package, jars):
        """A dictionary: cpu_s, warnings, classes, errors, at (when it ran), and kept: is it of an earlier run?"""
        stored = self.folder / f"{package}.json"
        key = [FINDBUGS_OPTIONS, str(self.java_home)] + [
            [str(jar), os.stat(jar).st_size, os.stat(jar).st_mtime_ns] for jar in jars]
        if package in self.of_this_run and self.of_this_run[package][0] == key:
            return self.of_this_run[package][1]
        result = self.kept(stored, key) or {**self.run_and_keep(package, jars, stored, key), "kept": False}
        self.of_this_run[package] = key, result
        return result

    def kept(self, stored, key):
        """The result of an earlier run on the same jars, if that may be used and there is one."""
        if self.reuse and stored.exists():
            result = json.loads(stored.read_text())
            if result.pop("key") == key:
                return {**result, "kept": True}
        return None

    def run_and_keep(self, package, jars, stored, key):
        result = self.run(self.folder / f"{package}.xml", jars)
        stored.write_text(json.dumps({**result, "key": key}))
        return result

    def run(self, report, jars):
        command = ["findbugs", "-textui", "-javahome", self.java_home, "-maxHeap", FINDBUGS_HEAP_MB,
                   "-property", f"java.util.prefs.userRoot={self.folder}", *FINDBUGS_OPTIONS,
                   "-auxclasspath", self.api, "-xml", "-output", report, *jars]
        report.unlink(missing_ok=True)
        finished = run_timed(on_cores(1, command))
        if not report.exists():
            raise Failure(f"FindBugs wrote no report:\n{finished.errors[-2000:]}")
        root = xml.etree.ElementTree.parse(report).getroot()
        return {"cpu_s": finished.cpu_s, "warnings": len(root.findall("BugInstance")),
                "classes": int(root.find("FindBugsSummary").get("total_classes")),
                "errors": int(root.find("Errors").get("errors")),
                "at": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")}


def of_one_run(results):
    """A sentence that says whether FindBugs ran in this run."""
    kept = sorted({result["at"] for result in results if result["kept"]})
    if kept:
        return f"**Rows marked * are not of one run**: FindBugs ran there between {kept[0]} and {kept[-1]}."
    return "Every row is of one run."
