"""Tables of cards and of statements with the tests that prove them: `python -m tests.unstable.tables`.

The table of cards stands in docs/unstable.md, and a test holds it to what is printed here.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

from stajnia.core.words import words
from stajnia.games.unstable.deck import CARDS, TYPE_NAME

HERE = Path(__file__).parent
FILES = ("test_unicorns.py", "test_grades.py", "test_magic.py", "test_answers.py", "test_rules.py")


def all_tests() -> list[tuple[str, str, ast.FunctionDef]]:
    """(file, name, tree) of every test of a card or a rule."""
    return [
        (name, node.name, node)
        for name in FILES
        for node in ast.parse((HERE / name).read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def proofs_of(id: str) -> list[str]:
    """Tests named after a card, or that play it by name as one of a list."""
    if id.startswith("baby"):
        return ["test_baby"]
    if id.startswith("basic_unicorn") or id == "narwhal":
        return ["test_basic"]
    short = re.sub(r"_the_unicorn$|_with_a_horn$", "", id)
    named = [name for _, name, _ in all_tests() if re.match(rf"test_(the_)?{short}", name)]
    listed = [
        name
        for _, name, node in all_tests()
        if any(isinstance(x, ast.Constant) and x.value == id for d in node.decorator_list for x in ast.walk(d))
    ]
    return list(dict.fromkeys(named + listed))


def cards() -> str:
    """One line a card: title, kind, copies in the second and first edition, tests."""
    title = words("unstable", "en").catalogue
    lines = ["| card | kind | second | first | tests |", "|---|---|--:|--:|---|"]
    for card in CARDS:
        found = proofs_of(card.id)
        more = f" and {len(found) - 3} more" if len(found) > 3 else ""
        shown = ", ".join(f"`{name}`" for name in found[:3])
        copies = f"{card.second or ''} | {card.first or ''}"
        lines.append(f"| {title[f'card.{card.id}']} | {TYPE_NAME[card.type]} | {copies} | {shown}{more} |")
    return "\n".join(lines)


def statements() -> str:
    """One line a statement: number and the tests that cite it."""
    cited: dict[str, list[str]] = {}
    for file, name, node in all_tests():
        for call in (x for d in node.decorator_list for x in ast.walk(d) if isinstance(x, ast.Call)):
            for arg in call.args:
                if isinstance(arg, ast.Constant) and str(arg.value).startswith("unstable R"):
                    cited.setdefault(str(arg.value).split()[1], []).append(f"`{file}::{name}`")
    numbers = sorted(cited, key=lambda r: int(r[1:]))
    return "\n".join(f"| {number} | {', '.join(cited[number])} |" for number in numbers)


if __name__ == "__main__":
    print(cards())
    print("\n| statement | tests |\n|---|---|\n" + statements())
