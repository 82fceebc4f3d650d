"""--output and --write-baseline: the whole file or none, several reports, and what cannot or must not be written."""
import os
import re
import shutil
import subprocess

import harness
from command_line import EXAMPLE, PROGRAM


def test_one_file(snag):
    classes = snag.scratch / "classes.txt"
    ran = snag("dump", "classes", EXAMPLE, "--output", classes).exits(0).no_out()
    ran.expect("class bank.Account" in classes.read_text(), "the output file lacks the classes")
    report = snag.scratch / "report.txt"
    ran = snag("check", EXAMPLE, "--checks", "stale-value", "--output", report).exits(1).no_out()
    ran.err("; 6 classes read")
    ran.expect("; 6 classes read" in report.read_text(), "no report file, or not the whole")
    snag("dump", "classes", EXAMPLE, "--output", "-").exits(0).out("class bank.Account")


def test_wrong_names(snag):
    nowhere = snag.scratch / "no/such/folder/x"
    snag("dump", "classes", EXAMPLE, "--output", nowhere).exits(2).err("choose another --output")
    snag("check", EXAMPLE, "--output", nowhere).exits(2).err("choose another --output")
    snag("dump", "classes", EXAMPLE, "--output", "").exits(2).err("--output").no_out()
    snag("dump", "classes", EXAMPLE, "--no-config", "--output", snag.scratch / "a.txt", "--output", "-").exits(2).err(
        "one output only")


def test_inputs_are_kept(snag):
    """An input is not overwritten, by whatever name; a class, jar or source is never, wherever it is."""
    same = snag.scratch / "same.jar"
    shutil.copy(EXAMPLE, same)
    (snag.scratch / "link.jar").symlink_to("same.jar")
    for name in ("same.jar", "link.jar"):
        ran = snag("dump", "classes", EXAMPLE, "--class-path", same, "--output", snag.scratch / name).exits(2)
        ran.err("is an input")
        ran.expect(same.read_bytes() == EXAMPLE.read_bytes(), "the input is overwritten")
    precious = snag.write("precious/A.class", "precious\n")
    ran = snag("check", EXAMPLE, "--no-config", "--output", precious).exits(2).err("looks like an input")
    ran.expect(precious.read_text() == "precious\n", "it was overwritten")


def test_several_reports(snag):
    reports = snag.folder("reports")
    ran = snag("check", EXAMPLE, "--no-config", "--output", reports / "a.json", "--output", reports / "b.txt",
               "--output", "-").exits(1).out("5 findings: 3 high, 1 medium, 1 low").no_err()
    # A file is the same in every run, and does not say how long it took.
    ran.expect(re.sub(r" in [0-9.]+ s(?=[^\n]*\n\Z)", "", ran.stdout) == (reports / "b.txt").read_text(),
               "standard output and b.txt differ")
    ran = snag("check", EXAMPLE, "--no-config", "--format", "json")
    ran.expect(ran.stdout == (reports / "a.json").read_text(), "standard output and a.json differ")
    snag("check", EXAMPLE, "--no-config", "--format", "json,text", "--output", reports / "c", "--output",
         reports / "d").exits(1).no_out().err("snag: 5 findings: 3 high, 1 medium, 1 low").err_lines(1)
    snag.expect_same_files(reports / "a.json", reports / "c")
    snag.expect_same_files(reports / "b.txt", reports / "d")
    snag("check", EXAMPLE, "--no-config", "--format", "json,text").exits(2).err(
        "only one report can go to standard output")
    for again in ("a.txt", "./a.txt", "folder/../a.txt"):
        snag("check", EXAMPLE, "--no-config", "--output", f"{reports}/a.txt", "--output",
             f"{reports}/{again}").exits(2).err("is given twice")
        snag("check", EXAMPLE, "--no-config", "--write-baseline", f"{reports}/a.txt", "--output",
             f"{reports}/{again}").exits(2).err("is the file of an --output, too")
    snag("check", EXAMPLE, "--no-config", "--format", "text", "--output", reports / "a.json").exits(2).err(
        "does not have the ending of its --format")


def refused(snag, reason, file):
    """Refused, whatever option it is for, before the program is looked at (it does not exist), and nothing is left
    behind."""
    def listing():
        return sorted((str(path), path.lstat().st_size) for path in (snag.scratch / "reports").rglob("*"))

    before = listing()
    for option in ("--output", "--write-baseline"):
        ran = snag("check", snag.scratch / "nowhere.jar", "--no-config", "--output", snag.scratch / "reports" / "e.json",
                   option, file).refused(f"{reason}; choose another {option}")
        ran.expect(listing() == before, "something is left behind")


def test_unwritable(snag):
    reports = snag.folder("reports")
    folder = snag.folder("reports/folder")
    snag.write("reports/a.json", "{}")
    refused(snag, "its folder does not exist", reports / "no/such/folder")
    refused(snag, "is a folder", folder)
    refused(snag, "is the name of a folder", f"{folder}/")
    refused(snag, "its folder does not exist", reports / "a.json/x")
    snag("check", EXAMPLE, "--no-config", "--output", "/dev/full").exits(2).err("No space left on device")


def test_without_rights(snag):
    """Where this runs as root, another user has none."""
    folder = snag.folder("reports/folder")
    nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    if os.geteuid() != 0:
        folder.chmod(0o555)
        refused(snag, "Permission denied", folder / "x")
        return
    snag.scratch.chmod(0o755)
    if subprocess.run([*nobody, PROGRAM, "--version"], capture_output=True).returncode != 0:
        raise harness.Skip("another user cannot run the program")
    snag("check", snag.scratch / "nowhere.jar", "--output", folder / "x", by=nobody, cwd="/").refused(
        "Permission denied; choose another --output")


def test_too_large(snag):
    """A report that does not fit is written to no part. (What a signal leaves behind is a unit test: WriteOutput.)"""
    reports = snag.folder("reports")
    ran = snag("check", EXAMPLE, "--no-config", "--output", reports / "many.json",
               shell="ulimit -f 1 && trap '' XFSZ && exec \"$@\"").refused(
                   "many.json: File too large; choose another file")
    ran.expect(not list(reports.rglob("many*")), "many.json is left behind")
