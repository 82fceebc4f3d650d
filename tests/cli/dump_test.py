"""`snag dump`: what it prints, and of which classes and methods."""
import re
import subprocess

from command_line import EXAMPLE, unpack_example


def test_the_same_for_any_number_of_threads(snag):
    for what in ("classes", "ir", "callgraph", "threads", "heap", "events", "locks"):
        one = snag("dump", what, EXAMPLE, "--jobs", 1).exits(0).no_err().out("bank")
        four = snag("dump", what, EXAMPLE, "--jobs", 4)
        four.expect(four.stdout == one.stdout, "output differs between 1 and 4 jobs")


def test_contents(snag):
    snag("dump", "threads", EXAMPLE).out("bank.Auditor.run()")
    snag("dump", "callgraph", "--stats", EXAMPLE).err("JDK")
    # The same wildcard for PATH and for --class-path.
    snag("dump", "classes", f"{EXAMPLE.parent}/*").exits(0).out("class bank.Account")


def test_drawings(snag):
    """What is drawn names what the text names; Graphviz reads it."""
    for what, drawn in (("callgraph", "bank.Account"), ("threads", "bank.Auditor.run()"), ("heap", "bank.Account"),
                        ("events", "bank.Account.balance"), ("locks", "bank.Account")):
        ran = snag("dump", what, EXAMPLE, "--format", "dot").exits(0).no_err().out(drawn)
        laid_out = subprocess.run(["dot", "-Tplain"], input=ran.stdout, capture_output=True, text=True, timeout=60)
        ran.expect(laid_out.returncode == 0 and drawn in laid_out.stdout, "Graphviz: " + laid_out.stderr)
    # A thread writes the balance while it holds the account, which is the object itself.
    events = snag("dump", "events", EXAMPLE, "--class", "bank.Account", "--format", "dot").stdout
    ran.expect(re.search(r'T\d+ -> "(#\d+) bank.Account.balance" \[label="locks \1', events), events)


def test_methods(snag):
    """--method: the name, with or without its class and its parameters."""
    for pattern in ("withdraw", "withdraw(long)", "with*", "withdraw(*", "bank.Account.withdraw", "bank.Account.with*",
                    "bank.Account.withdraw(long)", "*.withdraw", "*draw(l*g)"):
        ran = snag("dump", "ir", EXAMPLE, "--method", pattern, "--format", "dot").exits(0)
        ran.out('label="bank.Account.withdraw(long)"')
        lines = [line for line in ran.stdout.splitlines() if 'label="bank' in line]
        ran.expect(len(lines) == 1, "more than the one method")
    for pattern in ("draw", "Account.withdraw", "withdraw(int)", ""):
        snag("dump", "ir", EXAMPLE, "--method", pattern).exits(2).err("--class bank.Account --method withdraw").no_out()
    snag("dump", "locks", EXAMPLE, "--class", "bank.Account", "--method", "withdraw").exits(0).out(
        "bank.Account.withdraw(long)")


def test_classes(snag):
    """--class: the name as in source."""
    for what in ("classes", "ir", "locks"):
        snag("dump", what, EXAMPLE, "--class", "bank.Acount").exits(2).err("did you mean bank.Account?").no_out()
        snag("dump", what, EXAMPLE, "--class", "bank.Account").exits(0).out("Account")


def test_where_they_mean_nothing(snag):
    for words in (["callgraph", "--class", "bank.Account"], ["threads", "--class", "bank.Account"],
                  ["callgraph", "--method", "run"], ["threads", "--method", "run"], ["classes", "--method", "run"]):
        snag("dump", *words, EXAMPLE).exits(2).err("snag: --").no_out()


def test_odd_names(snag):
    """The name of a class may have almost any character."""
    unpack_example(snag.scratch)
    odd = snag.scratch / "odd.class"
    transfer = snag.scratch / "bank" / "Transfer.class"
    odd.write_bytes(transfer.read_bytes().replace(b"bank/Transfer", b'bank/Tr"n\\fer'))
    snag("dump", "classes", odd, "--format", "dot").exits(0).out(r'"bank.Tr\"n\\fer" -> "java.lang.Record"')
    snag("check", odd).exits(0).out("no findings; 1 class read").no_err()
