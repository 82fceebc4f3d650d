"""Snag as a user runs it: a command, its exit code, and what goes to which stream.

    snag("check", "--fromat", "json", "app.jar").exits(2).err("did you mean --format?").no_out()
"""
import sys
import zipfile
from pathlib import Path

import harness
from harness import ROOT

SOURCES = ROOT / "examples"
DOCS = ROOT / "docs"
PROGRAM = Path(sys.argv[1]).resolve()
EXAMPLE = PROGRAM.parent / "examples" / "bank.jar"


def line_of(source, text):
    """The number of the first line of the example's source that holds the text."""
    lines = (SOURCES / "bank" / source).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def unpack_example(folder):
    with zipfile.ZipFile(EXAMPLE) as archive:
        archive.extractall(folder)


class Ran:
    """A command that has ended. Its checks return it, so that they can be written in a row."""

    def __init__(self, checks, shown, code, stdout, stderr):
        self.checks, self.shown, self.code, self.stdout, self.stderr = checks, shown, code, stdout, stderr

    def expect(self, holds, problem, shown=""):
        self.checks.expect(holds, f"{self.shown}: {problem}",
                           f"{shown or ''}\nexit code {self.code}; standard output, then standard error:\n"
                           f"{self.stdout}{self.stderr}".lstrip())
        return self

    def exits(self, code):
        return self.expect(self.code == code, f"exit code is not {code}")

    def out(self, *texts):
        for text in texts:
            self.expect(text in self.stdout, f"no '{text}' on stdout")
        return self

    def err(self, *texts):
        for text in texts:
            self.expect(text in self.stderr, f"no '{text}' on stderr")
        return self

    def no_out(self):
        return self.expect(self.stdout == "", "stdout is not empty")

    def no_err(self):
        return self.expect(self.stderr == "", "stderr is not empty")

    def out_lacks(self, *texts):
        for text in texts:
            self.expect(text not in self.stdout, f"'{text}' on stdout")
        return self

    def err_lacks(self, *texts):
        for text in texts:
            self.expect(text not in self.stderr, f"'{text}' on stderr")
        return self

    def err_lines(self, number):
        return self.expect(self.stderr.count("\n") == number, f"not {number} lines on stderr")

    def refused(self, text):
        """What is wrong is said in one line, before the work begins."""
        return self.exits(2).err(text).err_lines(1).no_out()


class CommandLine:
    """Runs Snag for one case; checks of files are its own."""

    def __init__(self, checks):
        self.checks = checks
        self.scratch = checks.scratch

    def __call__(self, *words, cwd=None, env=None, by=(), shell=None, program=PROGRAM, shown=None):
        """`by` are words in front of the command; `shell` is a script of bash whose arguments the command is."""
        command = [*by, program, *words]
        if shell:
            command = ["bash", "-c", shell, "bash", *command]
        ran = harness.run(command, self.scratch / ".streams", cwd=cwd or self.scratch, env=env)
        shown = shown or (f"(in {cwd}) " if cwd else "") + " ".join(["snag", *map(str, words)])
        return Ran(self.checks, shown, ran.code, ran.stdout, ran.stderr)

    def expect(self, holds, problem, shown=""):
        return self.checks.expect(holds, problem, shown)

    def expect_same_files(self, one, other):
        self.expect(Path(one).read_bytes() == Path(other).read_bytes(), f"{one} and {other} differ")

    def write(self, name, text):
        """Makes a file in the case's folder and returns its path."""
        path = self.scratch / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def folder(self, name):
        path = self.scratch / name
        path.mkdir(parents=True)
        return path
