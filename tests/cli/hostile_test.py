"""A stranger's checkout: what it says neither breaks Snag nor reaches other files or the terminal."""
import re

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
