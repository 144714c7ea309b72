"""Contact sheets: a dozen telling states of a game at eight sizes, light and dark, as one picture in `docs/screens`.

`make sheets`, or `python -m tests.web.sheets fever --full DIR` for one game with every picture in its own size too.
The states come from matches of bots with fixed seeds, so two runs show the same; the page is the real one, staged.
"""

from __future__ import annotations

import argparse
import base64
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from stajnia.bots.bot import Budget, bot
from stajnia.core.game import CHANCE, Event
from stajnia.core.match import Match
from tests.web.conftest import CHROMIUM, FLAGS
from tests.web.stables import beginning, destroying, late, searching
from tests.web.staged import Stage, stage

SCREENS = Path(__file__).parents[2] / "docs/screens"
SIZES = [(360, 640), (390, 844), (844, 390), (768, 1024), (1280, 800), (1920, 1080), (2560, 1440), (3840, 2160)]
DOZEN = 12
LARGEST = 600_000  # bytes of a sheet
LATE = 60  # events that stand in the story
HIGH, WIDE, GAP, LINE = 176, 300, 8, 18  # px of a picture on the sheet at most, and what stands between


class Shot(NamedTuple):
    """One telling state, as seat 0 sees it."""

    title: str
    seats: int
    state: Any
    options: dict[str, Any]
    told: Sequence[Event] = ()  # of late


class Played(NamedTuple):
    """A match to be played by bots: how many of its states are shown."""

    seats: int
    options: dict[str, Any]
    level: str
    shown: int
    seed: int = 7


MATCHES = {
    "duel": [
        Played(2, {}, "greedy", 5),
        Played(2, {"layout": "butterfly"}, "random", 4, 11),
        Played(2, {"layout": "stairs"}, "random", 3, 23),
    ],
    "clovers": [
        Played(2, {}, "greedy", 4),
        Played(4, {"lucky": True}, "greedy", 3),
        Played(3, {"tournament": True}, "greedy", 3),
        Played(1, {"task": 12}, "random", 2),
    ],
    "fever": [Played(4, {}, "greedy", 7), Played(2, {}, "greedy", 2), Played(6, {}, "greedy", 3)],
    "unstable": [Played(4, {}, "greedy", 5), Played(2, {}, "greedy", 2), Played(8, {}, "greedy", 2)],
}


# the states that the README shows as well: on a desktop in one scheme, on a phone in the other
README = {"duel": 2, "clovers": 1, "fever": 0, "unstable": 3}
DEVICES = {(1280, 800): "desktop", (390, 844): "phone"}


def decisions(game: str, played: Played) -> list[Shot]:
    """Every decision of seat 0 in such a match, and its end."""
    match = Match.start(game, played.seats, played.options, seed=played.seed)
    choose, rng = bot(game, played.level), Random(played.seed)
    found: list[Shot] = []
    told: list[Event] = []
    while match.to_act and len(match.record.moves) < 1500:
        seat = match.to_act[0]
        assert seat != CHANCE
        if seat == 0:
            ask = getattr(match.view(0).ask, "id", "")
            asked = ask.removeprefix("ask.")
            found.append(Shot(asked, played.seats, match.state.copy(), match.record.options, told[-LATE:]))
        told += match.play(seat, choose(match.view(seat), match.legal(seat), rng, Budget(simulations=1)))
    return [*found, Shot("over", played.seats, match.state.copy(), match.record.options, told[-LATE:])]


def telling(found: list[Shot], n: int) -> list[Shot]:
    """So many of them: as many different questions as there are, late ones rather than early ones, and the end."""
    kinds: dict[str, list[int]] = {}
    for place, shot in enumerate(found):
        kinds.setdefault(shot.title, []).append(place)
    last = kinds.pop("over")
    one_each = [places[len(places) * 2 // 3] for places in sorted(kinds.values(), key=len, reverse=True)][: n - 1]
    spread = [len(found) * k // n for k in range(n)]
    chosen = dict.fromkeys([*last, *one_each, *spread])
    return [found[place] for place in sorted(list(chosen)[:n])]


def shots(game: str) -> Iterator[Shot]:
    for played in MATCHES[game]:
        yield from telling(decisions(game, played), played.shown)
    if game == "unstable":  # as crowded as it gets
        for title, table, seats in [
            ("14 and 12 cards", late(4, 14, 12), 4),
            ("8 seats, a chain", beginning(8, 14, 12), 8),
            ("destroy", destroying(8, 14, 12), 8),
        ]:
            yield Shot(title, seats, table.s, {})
        yield Shot("search", 4, searching(4, 14, 12).s, {})


def scheme(row: int, column: int) -> Literal["light", "dark"]:
    """Light and dark by turns, so that every state and every size is seen in both."""
    return "dark" if (row + column) % 2 else "light"


def shown(browser: Browser, game: str) -> Iterator[tuple[Shot, int, tuple[int, int], bytes]]:
    """Each state at each size; every third in Polish, whose words are longer."""
    one: Stage | None = None
    ends = False
    spoken = ""
    for row, shot in enumerate(list(shots(game))[: DOZEN + 1]):
        lang = "pl-PL" if row % 3 == 2 and row != README[game] else "en-GB"
        if one is None or len(one.names) != shot.seats or lang != spoken:
            if one:
                one.page.context.close()
            context = browser.new_context(locale=lang, reduced_motion="reduce")
            one, spoken = stage(context.new_page(), game, shot.state, seats=shot.seats), lang
        one.show(shot.state, shot.told)  # for the story
        one.show(shot.state)
        one.page.wait_for_selector(f"[data-n='{one.n}'][data-live=true]")
        if ends:  # the result, then what lies under it
            one.page.keyboard.press("Escape")
        ends = ends or shot.title == "over"
        for column, (width, height) in enumerate(SIZES):
            one.page.set_viewport_size({"width": width, "height": height})
            one.page.emulate_media(color_scheme=scheme(row, column))
            one.page.wait_for_timeout(150)  # what is laid out by its size has come to rest
            yield shot, row, (width, height), one.page.screenshot(type="jpeg", quality=88)
    if one:
        one.page.context.close()


DRAW = """async ([x, y, wide, high, kind, data]) => {
  const image = new Image();
  image.src = `data:image/${kind};base64,${data}`;
  await image.decode();
  sheet.imageSmoothingQuality = 'high';
  sheet.drawImage(image, x, y, wide, high);
}"""


class Sheet:
    """A large picture drawn by the browser."""

    def __init__(self, page: Page, rows: int) -> None:
        self.page = page
        scale = [min(HIGH / h, WIDE / w) for w, h in SIZES]
        self.sizes = [(round(w * s), round(h * s)) for (w, h), s in zip(SIZES, scale, strict=True)]
        self.high = [0] * rows
        width = sum(w for w, _ in self.sizes) + GAP * (len(SIZES) + 1)
        height = rows * (HIGH + LINE + GAP) + GAP
        page.evaluate(
            """([width, height]) => {
              const canvas = document.createElement('canvas');
              Object.assign(canvas, { width, height });
              globalThis.sheet = canvas.getContext('2d');
              sheet.fillStyle = '#26232e';
              sheet.fillRect(0, 0, width, height);
              sheet.fillStyle = '#fff';
              sheet.font = '13px sans-serif';
            }""",
            [width, height],
        )

    def title(self, row: int, text: str) -> None:
        self.page.evaluate("([x, y, text]) => sheet.fillText(text, x, y)", [GAP, self._top(row) - 5, text])

    def draw(self, row: int, column: int, picture: bytes) -> None:
        left = GAP + sum(w + GAP for w, _ in self.sizes[:column])
        wide, high = self.sizes[column]
        data = base64.b64encode(picture).decode()
        self.page.evaluate(DRAW, [left, self._top(row), wide, high, "jpeg", data])

    def _top(self, row: int) -> int:
        return GAP + LINE + row * (HIGH + LINE + GAP)

    def picture(self) -> bytes:
        """As good as it gets within its size."""
        for quality in (0.75, 0.65, 0.55, 0.45, 0.35, 0.25):
            text: str = self.page.evaluate("(q) => sheet.canvas.toDataURL('image/webp', q)", quality)
            made = base64.b64decode(text.partition(",")[2])
            if len(made) <= LARGEST:
                break
        return made


def make(browser: Browser, game: str, full: Path | None) -> None:
    SCREENS.mkdir(exist_ok=True)
    page = browser.new_page()
    sheet = Sheet(page, DOZEN + (game == "unstable"))
    for shot, row, size, picture in shown(browser, game):
        column = SIZES.index(size)
        if column == 0:
            sheet.title(row, f"{row + 1}. {shot.title}, {shot.seats} seats")
        sheet.draw(row, column, picture)
        if row == README[game] and size in DEVICES:
            (SCREENS / f"{game}-{DEVICES[size]}-{scheme(row, column)}.jpg").write_bytes(picture)
        if full:
            full.mkdir(parents=True, exist_ok=True)
            (full / f"{game}-{row + 1:02}-{size[0]}x{size[1]}.jpg").write_bytes(picture)
    (SCREENS / f"{game}-sheet.webp").write_bytes(sheet.picture())
    page.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*MATCHES, []])  # argparse asks of none, too
    parser.add_argument("--full", type=Path, help="a folder for every picture in its own size")
    asked = parser.parse_args()
    with sync_playwright() as p:
        browser = p.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for game in asked.games or MATCHES:
            make(browser, game, asked.full)
            print(f"docs/screens/{game}-sheet.webp", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
