"""What the duel says to layouts, for the page's own tests: `python -m tests.web.record_layouts`.

The builder of boards answers while one types and draws, so the page reads layouts itself (web/src/games/duel/tiles.ts).
This table holds it to what the game says; tests/texts/test_page_sources.py holds the table to the game.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec

from stajnia.core.game import Illegal
from stajnia.games.duel import layouts

HERE = Path(__file__).parents[2] / "web/src/games/duel/recorded_layouts.json"
SOME = 40  # boards laid at random
WRONG = (
    *("", "x", "nowhere", "5-", "-5", "a-u!", "0-1zzzz", "5-1", "5-zzzzi", "5-" + "z" * 83, "55-zzzz", "4-1zzzz"),
    *("###/#x#", "#####/#####/#####/####O", "####/####", "#", "#####/#####/#####/#####/#", "#######/#######/######"),
    *("##########/............/##########", "####################", "#####/#####/#####./.#####", "##/##/" * 5 + "#"),
    *("#.#.#.#.#.#/##########/####", "###.###/###.###/.######/..##..."),
)
LOOSE = (" rectangle ", "  ##### / #####/#####/##### ", "..#####/..#####/..#####/..#####", "#####\n/#####/#####/#####")


def answer(text: str) -> dict[str, Any]:
    """The board as rows and its code, or why it is none."""
    try:
        rows = layouts.parse(text)
    except Illegal as no:
        return {"text": text, "refused": no.message, "values": no.values}
    return {"text": text, "rows": rows, "code": layouts.share_code(rows)}


def table() -> str:
    """All answers as JSON, one a line."""
    rng = Random(7)
    boards = [layouts.at_random(rng) for _ in range(SOME)]
    codes = [layouts.share_code(rows) for rows in boards]
    texts = [*layouts.NAMED, *layouts.NAMED.values(), *boards, *codes, codes[0].upper(), *LOOSE, *WRONG]
    lines = [msgspec.json.encode(answer(text)).decode() for text in texts]
    return "[\n" + ",\n".join(lines) + "\n]\n"


if __name__ == "__main__":
    HERE.write_text(table(), encoding="utf-8")
