"""Help, the manual page and completions, made from one table: each has every option and every check."""
import re
import shutil
import subprocess

import harness
from command_line import EXAMPLE, PROGRAM

COMMANDS = ["check", "completion", "config", "demo", "diff", "dump", "explain", "run"]
SHELLS = ["bash", "zsh", "fish"]
# What bash offers for the last of the words: COMP_WORDS and so on are as bash sets them.
ASK_BASH = """
source "$1"
shift
COMP_WORDS=(snag "$@") COMP_CWORD=$#
_snag
printf '%s\\n' "${COMPREPLY[@]}"
"""
ASK_ZSH = """
_arguments() { print -rl -- "$@" }; compdef() { :; }; source $1; words=(snag $2 ""); CURRENT=3; _snag
"""


def script(snag, shell):
    """The completions for a shell, or the part of the manual page that is made from the table (`man`)."""
    path = snag.scratch / f"completion.{shell}"
    if not path.exists():
        path.write_text(snag("completion", shell).exits(0).no_err().stdout, encoding="utf-8")
    return path


def options_of(snag, command):
    return sorted(re.findall(r"^  (?:-h,)?(--[a-z-]+)", snag(command, "--help").stdout, re.MULTILINE))


def printed(*command, **options):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=harness.TIMEOUT, **options)


def test_widths(snag):
    """Nothing is wider than a terminal, and defaults that go without saying are left out."""
    for command in COMMANDS:
        ran = snag("help", command).exits(0).out_lacks("(default: none)", "default: report everything")
        ran.expect(max(map(len, ran.stdout.expandtabs().splitlines())) <= 80, "wider than 80 columns")


def test_scripts(snag):
    snag("completion", "tcsh").exits(2).err("SHELL cannot be 'tcsh': it is one of bash, zsh, fish")
    snag("completion").exits(2).err("SHELL is required")
    for shell in (*SHELLS, "man"):
        path = script(snag, shell)
        if shell != "man" and shutil.which(shell):
            ran = printed(shell, "-n", path)
            snag.expect(ran.returncode == 0, f"the {shell} script is not valid", ran.stdout + ran.stderr)


def test_manual_page(snag):
    """The whole of it, where the build has made it."""
    manual = PROGRAM.parent / "packaging" / "snag.1"
    if not manual.exists():
        raise harness.Skip("this build makes no manual page")
    sections = re.findall(r"^\.SH (?:NAME|COMMANDS|CHECKS|OPTIONS|CONFIGURATION|EXIT STATUS)$", manual.read_text(),
                          re.MULTILINE)
    snag.expect(len(sections) == 6, "the manual page lacks sections", sections)
    if shutil.which("man"):
        ran = printed("man", "-l", "--warnings=w", manual)
        snag.expect(ran.stderr == "", "man has warnings about the manual page", ran.stderr)


def test_offered_by_bash(snag):
    project = snag.folder("project")
    for folder in ("deep", "lib", "reports"):
        (project / folder).mkdir()
    shutil.copy(EXAMPLE, project / "app.jar")
    for name in ("snag.toml", "printed.toml"):
        (project / name).write_text("")

    def offers(wanted, *words):
        ran = printed("bash", "-c", ASK_BASH, "bash", script(snag, "bash"), *words, cwd=project)
        offered = " ".join(sorted(ran.stdout.splitlines()))
        snag.expect(offered == wanted, f"snag {' '.join(words)}<TAB>: not '{wanted}'", f"{offered}\n{ran.stderr}")

    offers(" ".join(sorted(["--help", "--version", "help", *COMMANDS])), "")
    offers(" ".join(COMMANDS), "help", "")
    offers("deep lib reports", "check", "--jdk", "")
    offers("app.jar deep lib printed.toml reports snag.toml", "check", "")
    offers("app.jar", "check", "--output", "a")
    offers("app.jar", "check", "--class-path", "lib/x.jar", ":", "a")
    offers("app.jar", "check", "--class-path", "=", "lib/x.jar", ":", "a")
    offers("deep lib reports", "check", "--source-path", "lib", ":")
    offers("cha objects rta vta", "dump", "--call-graph", "")
    offers("html json sarif text", "check", "--format", "")
    offers("text,json", "check", "--format", "text,j")
    offers("json text", "diff", "--format", "")
    offers("dot text", "dump", "--format", "")
    offers("audit", "check", "--profile", "=", "a")
    offers("audit review", "check", "--profile", "=")
    offers("stale-value", "check", "--checks", "st")
    offers("stale-value,block-atomicity", "check", "--checks", "stale-value,b")
    offers("", "check", "--entry", "")
    offers("callgraph classes", "dump", "c")
    offers("app.jar", "dump", "classes", "a")
    offers("stale-value/lost-update", "explain", "stale-value/l")
    offers("bash fish zsh", "completion", "")
    for command in COMMANDS:
        offers(" ".join(options_of(snag, command)), command, "--")


def test_offered_by_fish(snag):
    if not shutil.which("fish"):
        raise harness.Skip("there is no fish")
    for words, wanted in (("explain stale-value/lost", "stale-value/lost-update"), ("check --profile a", "audit"),
                          ("check --checks stale-value,block", "stale-value,block-atomicity"),
                          ("completion z", "zsh"), ("dif", "diff")):
        ran = printed("fish", "--no-config", "-c", f"source {script(snag, 'fish')}; complete -C'snag {words}'")
        offered = [line.split("\t")[0] for line in ran.stdout.splitlines()]
        snag.expect(offered == [wanted], f"fish: snag {words}<TAB>: not '{wanted}'", f"{offered}\n{ran.stderr}")


def test_offered_by_zsh(snag):
    """What zsh's own function _arguments would get."""
    if not shutil.which("zsh"):
        raise harness.Skip("there is no zsh")
    for command in COMMANDS:
        lines = printed("zsh", "-fc", ASK_ZSH, "zsh", script(snag, "zsh"), command).stdout
        got = re.findall(r"^(?:\*|\(- \*\))?(--[a-z-]+)=?\[.*\](?::.+:.*)?$", lines, re.MULTILINE)
        snag.expect(sorted(got) == options_of(snag, command), f"snag {command}: zsh gets other options", lines)


def test_every_option(snag):
    zsh, fish = script(snag, "zsh").read_text(), script(snag, "fish").read_text()
    manual = "\n".join(re.findall(r"^\.TP\n.*", script(snag, "man").read_text(), re.MULTILINE))
    for command in COMMANDS:
        in_zsh = re.search(rf"^        {command}\)$.*?^            ;;$", zsh, re.MULTILINE | re.DOTALL)[0]
        options = options_of(snag, command)
        snag.expect("--help" in options, f"snag {command} has no options")
        for option in options:
            snag.expect(re.search(rf"{option}(=?\[|\}})", in_zsh), f"snag {command} {option}: not in the zsh completion")
            lines = [line for line in fish.splitlines() if re.search(rf"-l {option[2:]}( |$)", line)]
            snag.expect(any(re.search(rf"( {command}[ ']|-l help)", line) for line in lines),
                        f"snag {command} {option}: not in the fish completion")
            if option != "--help":
                escaped = re.escape(option.replace("-", r"\-"))
                snag.expect(re.search(rf"{escaped}([^a-z\\]|$)", manual, re.MULTILINE),
                            f"snag {command} {option}: no entry in the manual page")


def test_every_check(snag):
    checks = re.findall(r"^  ([a-z-]+)", snag("explain").stdout, re.MULTILINE)
    snag.expect(checks, "there are no checks")
    for check in checks:
        for shell in SHELLS:
            snag.expect(re.search(rf"(?<!\w){check}(?!\w)", script(snag, shell).read_text()),
                        f"snag explain {check}: not in the {shell} completion")
        entry = ".B " + check.replace("-", r"\-")
        snag.expect(entry in script(snag, "man").read_text(), f"snag explain {check}: no entry in the manual page")
