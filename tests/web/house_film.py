"""A game that goes on while its process is killed, as the player sees it: `make house-film`.

A real house of two processes on PostgreSQL; the page comes in by one, the other has the table and gets SIGKILL. What
befalls is told above the table; the film lies in `docs/screens`.
"""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.server.databases import fresh_database, postgres
from tests.server.houses import House, house_of
from tests.server.pages import Person
from tests.web.conftest import CHROMIUM, FLAGS, play_by_clicking, ready
from tests.web.film import LARGEST, animated, drawn
from tests.web.sheets import SCREENS

WIDE, HIGH = 800, 500
SIZE = 640, 400  # of the film
FILE = "process-killed.webp"
APART = 0.25  # s between two pictures

# `#` in the text counts seconds
SAY = """(text) => {
  let told = document.getElementById('told');
  if (!told) {
    told = document.createElement('div');
    told.id = 'told';
    Object.assign(told.style, {position: 'fixed', inset: '0 0 auto 0', zIndex: 1000, padding: '6px 12px',
      background: '#111', color: '#fff', font: '600 23px sans-serif', textAlign: 'center', pointerEvents: 'none'});
    document.body.append(told);
  }
  clearInterval(window.counting);
  const began = performance.now();
  const say = () => (told.textContent = text.replace('#', Math.floor((performance.now() - began) / 1000)));
  say();
  if (text.includes('#')) window.counting = setInterval(say, 250);
}"""


class Camera:
    """Pictures of a page, each with its moment."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taken: list[tuple[float, str]] = []
        self._camera = page.context.new_cdp_session(page)
        self._camera.on("Page.screencastFrame", self._keep)
        how = {"format": "jpeg", "quality": 90, "maxWidth": WIDE, "maxHeight": HIGH}
        self._camera.send("Page.startScreencast", how)

    def _keep(self, frame: dict[str, Any]) -> None:
        at = frame["metadata"]["timestamp"]
        if not self.taken or at - self.taken[-1][0] >= APART:
            self.taken.append((at, frame["data"]))
        self._camera.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    def say(self, text: str, seconds: float = 1.5) -> None:
        self.page.evaluate(SAY, text)
        self.page.wait_for_timeout(seconds * 1000)

    def stop(self) -> None:
        self._camera.send("Page.stopScreencast")


def filmed(browser: Browser, house: House) -> tuple[list[tuple[float, str]], float]:
    """The pictures, and the seconds from the kill until the move was on the board."""
    first, second = house.processes
    ala = Person(first, "Ala")
    table = ala.table("duel", ["me", "bot greedy"], options={"first": "0"})
    assert house.owner(table) is first
    context = browser.new_context(
        base_url=second.url, viewport={"width": WIDE, "height": HIGH}, locale="en-GB", color_scheme="dark"
    )
    cookie = ala.http.cookies["stajnia"]
    context.add_cookies([{"name": "stajnia", "value": cookie, "url": second.url}])
    page = context.new_page()
    page.goto(f"/t/{table}")
    ready(page)
    camera = Camera(page)
    camera.say("This page came in by process B. Its table is with process A.")
    play_by_clicking(page, moves=2)
    ready(page)
    camera.say("Now A is killed (kill -9), and the player plays on.")
    first.kill()
    began = time.monotonic()
    camera.say("A is dead. The move waits: # s", 0)
    play_by_clicking(page, moves=1)
    took = time.monotonic() - began
    assert house.owner(table) is second
    camera.say(f"After {took:.1f} s B has the table; the move is made, nothing is lost.", 2.5)
    play_by_clicking(page, moves=2)
    camera.say("The game goes on.")
    camera.stop()
    context.close()
    return camera.taken, took


def main() -> None:
    with postgres() as url, house_of(fresh_database(url), 2, bot_delay=[500, 900]) as house, sync_playwright() as p:
        browser = p.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        taken, took = filmed(browser, house)
        page = browser.new_page()
        for quality in (0.6, 0.5, 0.4, 0.3, 0.2):
            film = animated(drawn(page, taken, quality, SIZE), SIZE)
            if len(film) <= LARGEST:
                break
        browser.close()
    SCREENS.mkdir(exist_ok=True)
    (SCREENS / FILE).write_bytes(film)
    print(f"docs/screens/{FILE}: {len(taken)} pictures, {len(film)} bytes; without service for {took:.1f} s")


if __name__ == "__main__":
    main()
