"""Whole games by clicking, bots at their usual pace: `make whole`, and `make whole ROUND=1` to 3 for other windows.

A round plays the four games at once as pages of one browser against the real server, each in another window, light or
dark, in Polish or English; after four rounds every game was played at every size. It fails when a page complains, a
table scrolls as a whole, nothing happens any more, or a game is not over in time. What was on the screen meanwhile is
kept in `build/whole` to be looked at.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import Literal, NamedTuple

from playwright.sync_api import Browser, Error, sync_playwright

from stajnia.games import NAMES
from tests.web.conftest import CHROMIUM, FLAGS, ROOT, complain, look, missing, touch

SIZES = [(1280, 800), (1920, 1080), (390, 844), (844, 390)]
SHOTS = ROOT / "build/whole"
LIMIT = 270  # s that the games may take
SILENCE = 75  # s in which nothing happens: a race and what it brought take 33
PAUSE = 0.3  # s between two touches
EVERY = 6  # moves between two pictures

SCROLLS = """() => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  const room = document.querySelector('.room');
  return scrollWidth > innerWidth || scrollHeight > innerHeight || room?.scrollHeight > room?.clientHeight + 1;
}"""


class BrowserWindow(NamedTuple):
    """How somebody looks at a game."""

    game: str
    size: tuple[int, int]
    scheme: Literal["light", "dark"]
    lang: str

    def __str__(self) -> str:
        return f"{self.game}-{self.size[0]}x{self.size[1]}-{self.scheme}-{self.lang}"


def windows(turn: int, games: Sequence[str] = NAMES) -> list[BrowserWindow]:
    """Those of a round, of these games: each at another size."""
    return [
        BrowserWindow(
            game,
            SIZES[(n + turn) % len(SIZES)],
            "dark" if (n + turn // 2) % 2 else "light",
            "pl" if (n // 2 + turn) % 2 else "en",
        )
        for n, game in enumerate(NAMES)
        if game in games
    ]


class Game:
    """One game in its window, played at random by touching what is lit."""

    def __init__(self, browser: Browser, url: str, window: BrowserWindow) -> None:
        width, height = window.size
        self.window = window
        self.faults: list[str] = []
        self.rng = Random(str(window))
        self.moves, self.over = 0, False
        self.page = browser.new_context(
            viewport={"width": width, "height": height},
            locale="pl-PL" if window.lang == "pl" else "en-GB",
            color_scheme=window.scheme,
            has_touch=min(window.size) < 500,
            base_url=url,
        ).new_page()
        self.page.on("pageerror", lambda e: self.faults.append(f"thrown: {e}"))
        self.page.on("console", lambda m: complain(m, self.faults))
        self.page.on("response", lambda r: missing(r, self.faults))
        self.page.goto("/")
        self.page.click(f"[data-now={window.game}]")
        self.page.wait_for_selector("[data-live=true]", timeout=60_000)
        self.page.set_default_timeout(3_000)
        self.seen: tuple[object, ...] = ()
        self.began = self.stirred = self.rested = time.monotonic()
        self.scrolled = False

    @property
    def done(self) -> bool:
        return self.over or bool(self.faults)

    def picture(self, what: str) -> None:
        self.page.screenshot(path=SHOTS / f"{self.window}-{what}.png")

    def step(self) -> None:
        """Look once, and touch something if it is time to."""
        now, at = look(self.page), time.monotonic()
        if now["over"]:
            self.finish()
            return
        seen = (now["n"], now["live"], *now["actions"], *now["steps"])
        if seen != self.seen:
            self.seen, self.stirred = seen, at
        if at - self.stirred > SILENCE:
            self.faults.append(f"nothing has happened for {SILENCE} s")
        actions = [text for text in now["actions"] if text != "resign"]
        if now["live"] and (actions or now["steps"]) and at > self.rested:
            self.decide(actions, now["steps"])

    def decide(self, actions: list[str], steps: list[str]) -> None:
        scrolls = bool(self.page.evaluate(SCROLLS))
        if scrolls and self.scrolled:  # twice: not only while something travels
            self.faults.append("the table scrolls as a whole")
        self.scrolled = scrolls
        kind = "action" if actions and not (steps and self.rng.random() < 0.15) else "step"
        if kind == "action" and self.moves % EVERY == EVERY - 1:
            self.picture(f"{self.moves:03}")
        with contextlib.suppress(Error):  # what came meanwhile may lie over it: look again
            touch(self.page, kind, self.rng.choice(actions if kind == "action" else steps), patience=2)
            self.moves += kind == "action"
        self.rested = time.monotonic() + PAUSE

    def finish(self) -> None:
        self.over = True
        self.picture("result")
        self.page.keyboard.press("Escape")
        self.page.wait_for_timeout(300)
        self.picture("under-the-result")

    def told(self) -> str:
        took = f"{self.moves} moves in {time.monotonic() - self.began:.0f} s"
        return f"{self.window}: {'; '.join(self.faults) or 'over'}, {took}"


@contextlib.contextmanager
def served() -> Iterator[str]:
    """The real server on a port that is free, with a database of its own; its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "stajnia", "serve", "--port", "0", "--db", f"{folder}/whole.db"]
        server = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found, "the server did not say where it is"
        try:
            yield found[0]
        finally:
            server.terminate()
            server.wait(20)
            server.stdout.close()


def play(browser: Browser, url: str, chosen: list[BrowserWindow]) -> bool:
    """Whether all games came to their end without a fault; they take turns at being played."""
    games = [Game(browser, url, window) for window in chosen]
    ends = time.monotonic() + LIMIT
    for game in games:
        game.began = game.stirred = time.monotonic()
    left = list(games)
    while left:
        for game in list(left):
            try:
                game.step()
            except Error as e:
                game.faults.append(f"lost: {e.message}")
            if time.monotonic() > ends and not game.done:
                game.faults.append(f"not over in {LIMIT} s")
            if game.done:
                left.remove(game)
                if not game.over:
                    game.picture("fault")
                print(game.told(), flush=True)
                game.page.context.close()
        if left:
            left[0].page.wait_for_timeout(50)
    return all(not game.faults for game in games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("turns", nargs="*", type=int, default=[0], help="rounds 0 to 3, at once")
    parser.add_argument("--games", nargs="*", choices=NAMES, default=NAMES, help="only these")
    asked = parser.parse_args()
    chosen = [window for turn in asked.turns for window in windows(turn, asked.games)]
    SHOTS.mkdir(parents=True, exist_ok=True)
    with served() as url, sync_playwright() as p:
        browser = p.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        fine = play(browser, url, chosen)
        browser.close()
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
