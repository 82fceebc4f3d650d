"""`snag run`: what is wrong before a program is started, and names of any sort on the way to the agent. (What it says
about a program that runs, and how it ends, is in tests/watching.)"""
import os
import shutil

import harness
from command_line import EXAMPLE, PROGRAM


def test_wrong_usage(snag):
    snag("run").exits(2).err("which program shall be run? snag run [options] -- java").no_out()
    snag("run", "java", "-jar", "app.jar").exits(2).err(
        "unknown option -jar for 'snag run'; the program's own words stand behind --").no_out()
    snag("run", "--checks", "stale-value", "--", "java", "Main").exits(2).err("stale-value analyses code: snag check")
    snag("check", EXAMPLE, "--checks", "object-race").exits(2).err(
        "object-race watches a program that runs: snag run").no_out()
    snag("run", "--arrays", "all", "--", "java", "Main").exits(2).err("it is one of off, whole, ranges")
    snag("run", "--max-memory", "lots", "--", "java", "Main").exits(2).err("--max-memory: must be a size")


def test_no_agent(snag):
    """A Snag without its agent says so; with something in its place it looks at the rest first."""
    alone = snag.folder("alone") / "snag"
    sessions = snag.folder("tmp")
    shutil.copy(PROGRAM, alone)

    def run(*words):
        return snag("run", *words, program=alone, env={"TMPDIR": str(sessions)})

    run("--", "java", "Main").exits(3).err("the agent, libsnag-agent.so, is missing").no_out()
    snag.write("alone/libsnag-agent.so", "")
    run("--pid", 4194304).exits(3).err("--pid 4194304: there is no such process")
    run("--pid", os.getpid()).exits(3).err("is not a JVM")
    guide = snag.write("guide", "skip-class a.B\nskip-felid a.B.c\n")
    run("--guide", guide, "--", "java", "Main").exits(2).err("guide: line 2: unknown word 'skip-felid'")
    run("--guide", snag.scratch / "no-guide", "--", "java", "Main").exits(2).err("no-guide: No such file or directory")
    run("--keep-trace", snag.scratch, "--", "java", "Main").exits(2).err("must be a new or an empty folder")
    run("--", snag.scratch / "no-java").exits(3).err("no-java: there is no such program")
    run("--", "true").exits(3).err("nothing was watched: true ended with exit code 0").no_out()
    snag.expect(not list(sessions.iterdir()), "the session's folder is still there")


def test_odd_names(snag):
    """A class whose name has a line end in it, a pattern that has one, and a folder for the session with everything."""
    odd = snag.folder("it's \"a\" 100%p\ntrace x")
    elsewhere = snag.folder("elsewhere")
    source = snag.write("T.java", """
        public class T {
          static class V {
            volatile int value;
          }
          public static void main(String[] arguments) {
            System.out.println(new V().value++);
          }
        }""")
    classes = snag.scratch / "classes"
    with harness.Compiler(harness.oldest_jdk()) as compiler:
        compiler.compile(classes, [source], "--release", "17")
    for path in list(classes.iterdir()):
        data = path.read_bytes().replace(b"T$V", b"T\nV")
        path.unlink()
        (classes / path.name.replace("$", "\n")).write_bytes(data)
    for words in (["java", "-cp", classes, "T"], ["sh", "-c", f"exec java -cp '{classes}' T"]):
        snag("run", "--no-config", "--include", "T*", "--include", f"X\ntrace {elsewhere}/trace-%p", "--", *words,
             env={"TMPDIR": str(odd)}).exits(0).out("classes watched").err_lacks("warning")
    kept = odd / "kept"
    ran = snag("run", "--no-config", "--keep-trace", kept, "--", "java", "-cp", classes, "T").exits(0)
    ran.expect(r"class T\x0aV java/lang/Object value I" in (kept / "agent.conf").read_text(),
               "the class is not in agent.conf")
    ran.expect(list(kept.rglob("trace-[0-9]*.jsonl")), "no trace is kept")
    ran.expect(not list(elsewhere.rglob("trace-*")), "the pattern has named a trace")
