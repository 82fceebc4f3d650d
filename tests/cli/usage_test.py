"""Help, versions, and wrong usage: exit code 2, nothing on standard output, the nearest known word named."""


def test_help_and_version(snag):
    snag("--help").exits(0).out("Usage: snag", "check").no_err()
    snag("--version").exits(0).out("snag ").no_err()
    snag("explain", "--help").exits(0).out("stale-value").no_err()
    for command in ("check", "run", "dump", "demo"):
        snag(command, "--help").exits(0).out(f"Usage: snag {command}", "--stats").no_err()
    snag("help", "dump").exits(0).out("Usage: snag dump")


def test_unknown_words(snag):
    snag().exits(2).err("Usage: snag").no_out()
    snag("check", "--fromat", "json", "app.jar").exits(2).err(
        "snag: unknown option --fromat for 'snag check'; did you mean --format?", "snag check --help").no_out()
    snag("chek", "app.jar").exits(2).err("did you mean check?").no_out()
    snag("dump", "clases", "app.jar").exits(2).err("did you mean classes?").no_out()
    snag("dump", "app.jar", "locks").exits(2).err("WHAT comes first")
    snag("dump", "class", "app.jar").exits(2).err("did you mean classes?")


def test_wrong_values(snag):
    for jobs in ("0", "two", "1025"):
        snag("check", "--jobs", jobs, "app.jar").exits(2).err(f"--jobs: must be a number from 1 to 1024, not '{jobs}'")
    for depth in ("6", "-1", "x"):
        snag("check", "--lock-depth", depth, "app.jar").exits(2).err(
            f"--lock-depth: must be a number from 0 to 5, not '{depth}'").no_out()
    for value in ("maybe", "99999999999999999999"):
        snag("check", "app.jar", f"--relaxed={value}").exits(2).err("can only be followed by =true or =false")
