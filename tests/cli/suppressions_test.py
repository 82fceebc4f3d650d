"""[[suppress]] of snag.toml: which of the example's three findings a rule takes away."""
import json

from command_line import EXAMPLE


def test_rules(snag):
    report = json.loads(snag("check", EXAMPLE, "--no-config", "--format", "json").stdout)
    fingerprint = report["findings"][0]["fingerprint"]
    for number, rule in (
            (2, 'check = "stale-value"'),
            (1, 'check = "stale-value/lost-update"'),
            (0, 'check = "stale-value/use-after"'),
            (1, 'class = "bank.Account"'),
            (6, 'class = "bank.*"'),  # one of the five findings has two places
            (0, 'class = "Account"'),
            (1, 'method = "addInterest"'),
            (1, 'method = "find(java.lang.String)"'),
            (0, 'method = "find(int)"'),
            (2, 'field = "bank.Account.balance"'),
            (2, 'field = "balance"'),
            (1, 'field = "bank.*.accounts"'),
            (0, 'field = "account"'),
            (1, f'fingerprint = "{fingerprint}"'),
            (0, 'fingerprint = "0000000000000000"'),
            (1, 'check = "stale-value"\nclass = "bank.AccountDirectory"'),
            (0, 'check = "reacquired-lock"\nclass = "bank.Account"')):
        config = snag.write("rule.toml", f'[[suppress]]\n{rule}\nreason = "seen"\n')
        ran = snag("check", EXAMPLE, "--config", config, "--format", "json", "--stats")
        ran.shown += f", with {rule}"
        ran.exits(0 if number == 6 else 1)
        report = json.loads(ran.stdout)
        left, suppressed = len(report["findings"]), report["stats"]["findings"]["suppressed"]
        ran.expect(left == max(5 - number, 0) and suppressed == number,
                   f"does not suppress {number}")
        if number == 0:
            ran.err("rule.toml:1: this suppression fits no finding of this run")
        else:
            ran.err_lacks("fits no finding")


def test_listed_with_stats(snag):
    """--stats lists what is suppressed, with the reason."""
    config = snag.write("listed.toml", '[[suppress]]\nmethod = "addInterest"\nreason = "once a year"\n')
    snag("check", EXAMPLE, "--config", config, "--stats").exits(1).err(
        "listed.toml:1: suppresses stale-value/lost-update in bank.Account.addInterest(int): once a year")
    snag("check", EXAMPLE, "--config", config).no_err()
