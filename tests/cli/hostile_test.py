"""A stranger's checkout: what it says neither breaks Snag nor reaches other files or the terminal."""
import json
import re

import harness
from command_line import EXAMPLE, unpack_example

EVIL = "a\x1b[2J\u009b31m\u202e\n::error::x"
SHOWN = r"a\x1b[2J\u009b31m\u202e\x0a::error::x"
IN_TOML = r"a\u001b[2J\u009b31m\u202e\n::error::x"
PRINTED = r'entry = ["a\U0000001b[2J\U0000009b31m\U0000202e\U0000000a::error::x"]'


def expect_plain(ran, stream):
    """Nothing in it makes a terminal or a log do something."""
    ran.expect(not re.search("[\x01-\x08\x0b-\x1f\x7f\x80-\x9f\u202a-\u202e]", getattr(ran, stream)),
               f"control characters on {stream}")


def test_deep_toml(snag):
    """TOML that would fill the stack: of the file that is found, and of models."""
    repository = snag.folder("repository")
    for text in ("a." * 40000 + "a = 1", "[" + "a." * 40000 + "a]", "a = " + "{a = " * 40000, "a = " + "[" * 40000):
        file = snag.write("repository/snag.toml", f"\n{text}\n")
        snag("config", cwd=repository).refused("snag: snag.toml:2: ")
        snag("check", EXAMPLE, "--no-config", "--models", file).refused("snag.toml:2: ")


def test_outputs_elsewhere(snag):
    """What it writes stays below its folder, unless the user names the file."""
    repository = snag.folder("repository")
    victim = snag.write("elsewhere/file", "precious\n")
    (repository / "link").symlink_to("../elsewhere")
    for file in (victim, "../elsewhere/file", "link/file"):
        snag.write("repository/snag.toml", f'output = "{file}"\n')
        ran = snag("check", EXAMPLE, cwd=repository).refused(
            f"snag.toml:1: output: {file} lies outside of the file's folder")
        ran.err("give --output there, or --config snag.toml if you trust the file")
        ran.expect(victim.read_text() == "precious\n", "it was overwritten")
    snag("check", EXAMPLE, "--config", "snag.toml", cwd=repository).exits(1)
    report = snag.scratch / "b.txt"
    snag("check", EXAMPLE, "--no-config", "--output", report)
    snag.expect_same_files(victim, report)


def test_control_characters_in_arguments(snag):
    old = snag.write("old.json", '{"tool":"snag","findings":[]}')
    for words in (["check"], ["check", EXAMPLE, "--baseline"], ["check", EXAMPLE, "--source-root"],
                  ["check", EXAMPLE, "--output"], ["check", EXAMPLE, "--models"], ["check", EXAMPLE, "--config"],
                  ["check", EXAMPLE, "--checks"], ["diff", old], ["explain"], ["dump"]):
        ran = snag(*words, f"/no/{EVIL}" if words[-1] == "--output" else EVIL)
        ran.expect(ran.code is not None and ran.code >= 2, "it is accepted").err(SHOWN).no_out()
        expect_plain(ran, "stderr")


def test_control_characters_in_files(snag):
    repository = snag.folder("repository")
    snag.write("repository/snag.toml", f'profile = "{IN_TOML}"\n')
    expect_plain(snag("config", cwd=repository).refused(f"cannot be '{SHOWN}'"), "stderr")
    snag.write("repository/snag.toml", f'entry = "{IN_TOML}"\n')
    ran = snag("config", cwd=repository).exits(0).out(PRINTED)
    expect_plain(ran, "stdout")
    snag.write("repository/printed.toml", ran.stdout)
    snag("config", "--config", "printed.toml", cwd=repository).exits(0).out(PRINTED)
    empty = snag.write("empty.json", '{"tool":"snag","findings":[]}')
    new = snag.write("new.json", '{"tool":"snag","findings":[{"fingerprint":"1","check":"c",'
                                 r'"message":"a\u001b\u009b\u202e"}]}')
    expect_plain(snag("diff", empty, new, "--format", "json").exits(1).out(r'"message": "a\u001b\u009b\u202e"'),
                 "stdout")


def test_control_characters_in_class_names(snag):
    unpack_example(snag.scratch)
    evil = snag.scratch / "evil.class"
    transfer = snag.scratch / "bank" / "Transfer.class"
    evil.write_bytes(transfer.read_bytes().replace(b"bank/Transfer", b"bank/T\x1bc\xc2\x9b31m"))
    for form in ("text", "dot"):
        ran = snag("dump", "classes", evil, "--no-config", "--format", form).exits(0).out(r"bank.T\x1bc\u009b31m")
        expect_plain(ran, "stdout")


def check_generated(snag, name, source):
    """Compiles a generated program, checks it, and returns the counters of the passes."""
    file = snag.write(f"{name}/{name}.java", source)
    classes = snag.scratch / name / "classes"
    with harness.Compiler(harness.oldest_jdk()) as compiler:
        compiler.compile(classes, [file])
    ran = snag("check", classes, "--no-config", "--format", "json")
    ran.expect(ran.code in (0, 1), "it failed")
    stats = json.loads(ran.stdout)["stats"]
    # A program that is given up has no further passes: these programs are strange, but small enough.
    ran.expect("execution" in stats, "the analysis of the whole program was given up")
    return stats


def test_thousands_of_threads_and_locks(snag):
    """The work grows with the program, not with its pairs of threads or of locks."""
    count = 2000
    methods = range(0, count, 100)
    starts = "\n".join(
        f"static void start{first}() {{\n"
        + "\n".join(f"new Thread(() -> {{ synchronized (l{n}) {{ synchronized (l{(n * 7 + 1) % count}) {{ ++shared; }} }} }})"
                    f".start();" for n in range(first, first + 100)) + "\n}" for first in methods)
    locks = "\n".join(f"static final Object l{n} = make{n // 500}();" for n in range(count))
    makers = "\n".join(f"static Object make{n}() {{ return new Object(); }}" for n in range(4))
    stats = check_generated(snag, "Threads", f"""class Threads {{
{makers}
{locks}
static int shared;
{starts}
public static void main(String[] arguments) {{ {" ".join(f"start{first}();" for first in methods)} }}
}}""")
    snag.expect(stats["threads"]["threads"] >= count, "fewer threads than the program has", stats["threads"])
    snag.expect(stats["objects"]["steps"] < 200 * count, "too much work for the objects", stats["objects"])
    snag.expect(stats["execution"]["states"] < 10 * count, "too many states", stats["execution"])


def test_deep_calls_and_long_code(snag):
    """A circle of three thousand methods under locks, and a method of 60 KB."""
    count = 3000
    circle = "\n".join(f"void m{n}() {{ synchronized (locks[{n % 8}]) {{ ++field; m{(n + 1) % count}(); }} }}"
                       for n in range(count))
    stats = check_generated(snag, "Deep", f"""class Deep extends Thread {{
int field; static final Deep one = new Deep();
final Object[] locks = new Object[8];
{circle}
void code() {{
{"++field; " * 5900}
}}
public void run() {{ m0(); one.m1500(); code(); }}
public static void main(String[] arguments) {{ new Deep().start(); one.start(); }}
}}""")
    snag.expect(stats["build SSA"]["failed"] == 0, "code was left out", stats["build SSA"])
    snag.expect(stats["execution"]["accesses"] > 2 * 5900, "the long method was not looked at", stats["execution"])
    snag.expect(stats["execution"]["states"] < 20 * count, "too many states", stats["execution"])
    snag.expect(stats["objects"]["steps"] < 200 * count, "too much work for the objects", stats["objects"])


def test_wide_dispatch(snag):
    """Five hundred implementations at each of five hundred calls: the pairs are work, but nothing beyond."""
    count = 500
    classes = "\n".join(f"class C{n} implements Step {{ Step next; public void go(Step s) {{ next = s; }} }}"
                        for n in range(count))
    fills = "\n".join(f"all[{n}] = new C{n}();" for n in range(count))
    calls = "\n".join(f"static void call{n}() {{ all[{n}].go(all[{(n + 1) % count}]); }}" for n in range(count))
    stats = check_generated(snag, "Wide", f"""interface Step {{ void go(Step s); }}
{classes}
class Wide extends Thread {{
static final Step[] all = new Step[{count}];
{calls}
static void fill() {{
{fills}
}}
public void run() {{ {" ".join(f"call{n}();" for n in range(count))} }}
public static void main(String[] arguments) {{ fill(); new Wide().start(); new Wide().start(); }}
}}""")
    snag.expect(stats["objects"]["steps"] < 20 * count * count, "too much work for the objects", stats["objects"])
    snag.expect(stats["execution"]["states"] < 10 * count, "too many states", stats["execution"])
