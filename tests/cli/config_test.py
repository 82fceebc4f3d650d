"""snag.toml, and `snag config`, which prints what is in force."""
import os
import re
import shutil

from command_line import DOCS, EXAMPLE

CONFIGURATION = r'''
paths = ["app.jar"]
class-path = "lib/*:other.jar"
checks = ["stale-value", "reacquired-lock"]
profile = "audit"
lock-depth = 3
relaxed = true
source-path = ["src"]
output = ["reports/a.json", "-"]
[[suppress]]
method = "say\\\"hello"
reason = "no \"finding\" has\tit"
'''.lstrip()


def make_project(snag):
    project = snag.folder("project")
    snag.folder("project/deep/down")
    snag.folder("project/lib")
    snag.folder("project/reports")
    shutil.copy(EXAMPLE, project / "app.jar")
    snag.write("project/snag.toml", CONFIGURATION)
    return project


def values(text):
    return [line for line in re.sub(r" +# .*", "", text).splitlines() if not line.startswith("#")]


def test_without_a_file(snag):
    deep = snag.folder("project/deep")
    snag("config", cwd=deep).exits(0).no_err().out(
        "# There is no snag.toml in this folder or above it.", "# jdk is not set: JAVA_HOME, then java on PATH",
        "# baseline is not set: report everything", 'profile = "review"                        # default')


def test_found_from_below(snag):
    project = make_project(snag)
    for folder in (project, project / "deep", project / "deep" / "down"):
        up = "" if folder == project else os.path.relpath(project, folder) + "/"
        snag("config", cwd=folder).exits(0).out(
            "snag.toml:4", f"# Read: {up}snag.toml", f'paths = ["{up}app.jar"]',
            f'class-path = ["{up}lib/*", "{up}other.jar"]', f'output = ["{up}reports/a.json", "-"]', "lock-depth = 3")


def test_printed_and_read_again(snag):
    project = make_project(snag)
    printed = snag("config", cwd=project).stdout
    snag.write("project/printed.toml", printed)
    ran = snag("config", "--config", "printed.toml", cwd=project).exits(0)
    ran.expect(values(ran.stdout) == values(printed), "not the same from what 'snag config' printed")
    ran.expect(len(list(filter(None, values(printed)))) >= 14, "few values")


def test_the_command_line_wins(snag):
    """Lists are replaced, and --format and --output together."""
    project = make_project(snag)
    snag("config", "other.jar", "--checks", "block-atomicity", "--profile", "review", "--jobs", "2", "--format", "json",
         cwd=project).out(
             'paths = ["other.jar"]                     # command line',
             'checks = ["block-atomicity"]              # command line',
             'profile = "review"                        # command line',
             'format = ["json"]                         # command line', "# output is not set: standard output",
             "snag.toml:5")
    snag("config", "--no-config", cwd=project).exits(0).out("# No configuration file is read: --no-config",
                                                            "# paths is not set")
    snag("config", "--no-config", "--config", "snag.toml", cwd=project).exits(2).err(
        "--config and --no-config exclude each other")
    snag("config", "--config", "nowhere.toml", cwd=project).refused("nowhere.toml: there is no such file")
    snag("config", "--config", "", cwd=project).exits(2).err("--config: needs the name of a file")
    snag("config", "--config", "lib", cwd=project).refused("lib: is not a file")


def test_used_by_check_and_dump(snag):
    """What in it is for check alone does not disturb dump."""
    project = make_project(snag)
    ran = snag("check", cwd=project / "deep" / "down").exits(1).out("bank.Account.addInterest(int)")
    ran.out_lacks("block-atomicity")
    report = project / "reports" / "a.json"
    ran.expect(report.exists() and report.stat().st_size > 0, "no report beside the configuration file")
    snag("dump", "classes", cwd=project / "deep").exits(0).out("class bank.Account")
    snag("dump", "classes", "--no-config", cwd=project).exits(2).err("PATH is missing")


def test_refused_files(snag):
    for place, text in (
            ("1: ", "jobs = "),
            ("2: ", "jobs = 1\n[[suppress"),
            ("1: unknown key `profil`; did you mean profile?", 'profil = "audit"'),
            ("1: `write-baseline` belongs on the command line", 'write-baseline = "x"'),
            ("1: jobs must be a number", 'jobs = "2"'),
            ("1: relaxed must be true or false", "relaxed = 1"),
            ("1: profile must be a string", 'profile = ["audit"]'),
            ("1: models must be a list of strings", "models = 3"),
            ("2: profile: cannot be 'audti'", '\nprofile = "audti"'),
            ("1: suppressions are written as [[suppress]]", '[suppress]\nreason = "x"'),
            ("1: a suppression needs a reason", '[[suppress]]\ncheck = "stale-value"'),
            ("1: a suppression needs one of check, class, method, field, fingerprint", '[[suppress]]\nreason = "x"'),
            ("2: there is no check 'stale-vale'", '[[suppress]]\ncheck = "stale-vale"\nreason = "x"'),
            ("2: unknown key `clas` in [[suppress]]", '[[suppress]]\nclas = "a"\nreason = "x"'),
            ("2: class is empty", '[[suppress]]\nclass = ""\nreason = "x"')):
        bad = snag.write("bad.toml", text + "\n")
        snag("config", "--config", bad).refused(f"snag: {bad}:{place}")


def test_documentation(snag):
    """The page on configuration has every option, or the page of the check that has the option; its examples are right."""
    page = (DOCS / "configuration.md").read_text(encoding="utf-8")
    printed = snag("config", "--no-config").stdout
    keys = re.findall(r"^# ([a-z-]+) is not set", printed, re.MULTILINE)
    keys += re.findall(r"^([a-z-]+) = ", printed, re.MULTILINE)
    documented = re.findall(r"^\| `([a-z-]+)` \|", page, re.MULTILINE)
    of_checks = "".join(path.read_text(encoding="utf-8") for path in (DOCS / "checks").glob("*.md"))
    undocumented = [key for key in keys if key not in documented and f"`--{key}" not in of_checks]
    snag.expect(keys and not undocumented, "these options are on no page", undocumented)
    snag.expect(set(documented) <= set(keys), "these options do not exist", set(documented) - set(keys))
    samples = re.findall(r"^```toml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    snag.expect(len(samples) >= 2, "not two samples", samples)
    for number, sample in enumerate(samples[:2], 1):
        snag("config", "--config", snag.write(f"sample{number}.toml", sample)).exits(0).out("[[suppress]]")
