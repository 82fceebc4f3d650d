"""The example as it is, with lines and local variables moved, and with a defect repaired and another one made."""
import re

import harness
from command_line import SOURCES

WORSE = """    public void addBonus(int bonus) {
        long before = balance();
        setBalance(before + bonus);
    }
}"""


def moved(text):
    text = re.sub(r"^    public", r"\n\n\g<0>", text, flags=re.MULTILINE)
    text = re.sub(r"\binterest\b", "more", re.sub(r"\bbefore\b", "earlier", text))
    return text.replace("setBalance(earlier", "\n\nsetBalance(earlier")


def worse(text):
    text = text.replace("public void addInterest", "public synchronized void addInterest")
    return re.sub(r"^}\n?\Z", WORSE, text, flags=re.MULTILINE)


def compile_examples(folder, **changes):
    """Makes the folder <name>.classes for each `name=change`, which is a function of the text of Account.java."""
    with harness.Compiler(harness.oldest_jdk()) as compiler:
        for name, change in changes.items():
            sources = folder / f"{name}.src"
            sources.mkdir()
            for source in (SOURCES / "bank").glob("*.java"):
                text = source.read_text(encoding="utf-8")
                (sources / source.name).write_text(change(text) if source.name == "Account.java" else text,
                                                   encoding="utf-8")
            compiler.compile(folder / f"{name}.classes", sorted(sources.iterdir()), "--release", "17")
