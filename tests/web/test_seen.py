"""What stands on a table can be read: seats, names, small print, chains and opened stables, none of it cut."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import settle
from tests.web.sheets import Played, decisions
from tests.web.stables import beginning, destroying, late
from tests.web.staged import Stage, stage
from tests.web.test_fever_table import questions
from tests.web.test_room import asking, shown_at, sizes

# the seats that are cut by their list, or lie under the prompt
CUT_SEATS = """() => {
  const list = document.querySelector('ul.seats').getBoundingClientRect();
  return [...document.querySelectorAll('[data-seat]')].filter((li) => {
    const { left, top, right, bottom } = li.getBoundingClientRect();
    const out = left < list.left || top < list.top || right > list.right + 1 || bottom > list.bottom + 1;
    return out || li.scrollWidth > li.clientWidth + 1;
  }).map((li) => li.innerText);
}"""


@pytest.mark.parametrize("size", [(844, 390), (740, 360)], ids=str)
def test_a_full_table_is_seen_whole_sideways(window: Callable[[tuple[int, int]], Page], size: tuple[int, int]) -> None:
    """Every seat beside the board of a phone held sideways, with its name and what it has, while one decides."""
    for game, seats, state in [
        ("unstable", 8, beginning(8, 14, 12).s),
        ("unstable", 8, late(8, 6, 3).s),
        ("fever", 6, next(state for seats, _, state in questions() if seats == 6)),
        ("fever", 6, decisions("fever", Played(6, {}, "greedy", 0))[-1].state),
    ]:
        one = shown_at(window, size, game)(state, seats)
        settle(one.page)
        assert one.page.evaluate(CUT_SEATS) == [], (game, seats)


# what of the head of an opened stable cannot be seen or touched
CUT_HEAD = """() => {
  const head = document.querySelector('.over header');
  return [...head.querySelectorAll('b, .reason, .known, .tab, [data-close]')].filter((el) => {
    const { left, top, width, height } = el.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return !width || !(el.contains(hit) || hit?.contains(el));
  }).map((el) => el.outerHTML.slice(0, 80));
}"""


@pytest.mark.parametrize("lang", ["en-GB", "pl-PL"])
@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390), (1280, 800)], ids=str)
def test_an_opened_stable_says_whose_it_is_and_can_be_closed(
    browser: Browser, built_page: Path, size: tuple[int, int], lang: str
) -> None:
    """Name, why it is lit, what is known of the hand, the other stables and the button that closes it are in sight."""
    assert built_page.exists()
    with browser.new_context(
        viewport={"width": size[0], "height": size[1]}, locale=lang, reduced_motion="reduce", has_touch=size[0] < 900
    ) as context:
        page = stage(context.new_page(), "unstable", destroying(8, 14, 12).s, seats=8).page
        page.wait_for_selector(".over [data-close]")
        settle(page)
        assert page.evaluate(CUT_HEAD) == []
        page.locator("[data-close]").click()
        expect(page.locator(".over")).to_have_count(0)


# the effects of a chain that are not whole on the stage, and its ring
CUT_EFFECTS = """() => {
  const stage = document.querySelector('.stage').getBoundingClientRect();
  return [...document.querySelectorAll('.effect .face, .effect.asked .story, .ring.now')].filter((el) => {
    const { left, top, right, bottom } = el.getBoundingClientRect();
    return left < stage.left || top < stage.top || right > stage.right || bottom > stage.bottom;
  }).length;
}"""


@sizes
def test_a_long_chain_is_seen_whole(window: Callable[[tuple[int, int]], Page], size: tuple[int, int]) -> None:
    """Eight effects at once: each has its picture on the stage, and the one that is asked for its words."""
    page = shown_at(window, size, "unstable")(beginning(8, 14, 12).s, 8).page
    assert page.locator(".effect").count() >= 8
    settle(page)
    assert page.evaluate(CUT_EFFECTS) == 0


# what is written smaller than 12 px on the offers, tokens and lanes, and names that push their odds or are cut
SMALL_PRINT = """() => {
  const shown = (query) => [...document.querySelectorAll(query)].filter((el) => el.checkVisibility());
  const small = shown('.contract b, .contract .text, .say, .lane .name').filter((el) =>
    parseFloat(getComputedStyle(el).fontSize) < 12);
  const pushed = shown('.lane > .head').filter((head) => {
    const box = head.getBoundingClientRect();
    const [name, odds] = ['.name', '.odds'].map((query) => head.querySelector(query).getBoundingClientRect());
    const high = name.bottom > box.bottom + 1 || name.top < box.top - 1;
    return high || odds.right > box.right || name.right > odds.left + 1;
  });
  const cut = shown('.contract, .stack').filter((el) => [...el.children].some((part) =>
    !part.classList.contains('hidden') && part.getBoundingClientRect().bottom > el.getBoundingClientRect().bottom + 1));
  return [...small, ...pushed, ...cut].map((el) => el.innerText);
}"""


@pytest.mark.parametrize("lang", ["en-GB", "pl-PL"])
@pytest.mark.parametrize("size", [(1366, 650), (1280, 800), (1024, 768)], ids=str)
def test_fever_is_read_in_a_low_window(browser: Browser, built_page: Path, size: tuple[int, int], lang: str) -> None:
    """Contracts, tokens and names are 12 px at least, none is cut, and no name pushes its odds."""
    assert built_page.exists()
    with browser.new_context(
        viewport={"width": size[0], "height": size[1]}, locale=lang, reduced_motion="reduce"
    ) as context:
        page = context.new_page()
        opened: dict[int, Stage] = {}
        for seats, verb, state in questions():
            if seats not in opened:
                opened = {seats: stage(page, "fever", state, seats=seats)}
            one = opened[seats]
            one.show(state)
            page.wait_for_selector(f"[data-n='{one.n}'][data-live=true]")
            settle(page)
            assert page.evaluate(SMALL_PRINT) == [], (verb, seats)


# how wide the cards of the own hand are, and how much of the room lies empty under the table
FILLS = """() => {
  const box = (query) => document.querySelector(query).getBoundingClientRect();
  const own = [...document.querySelectorAll('.own, .mine')].map((el) => el.getBoundingClientRect().bottom);
  return [box('.held').width, box('.room').bottom - Math.max(...own)];
}"""


@pytest.mark.parametrize("game", ["fever", "unstable"])
def test_a_table_fills_a_large_window(window: Callable[[tuple[int, int]], Page], game: str) -> None:
    """At 1920x1080 the cards are larger than on a laptop, 80 px at least, and the table reaches the prompt."""
    laptop, large = (shown_at(window, size, game)(*asking(game)).page for size in ((1280, 800), (1920, 1080)))
    for page in (laptop, large):
        settle(page)
    (small, _), (wide, empty) = laptop.evaluate(FILLS), large.evaluate(FILLS)
    assert wide >= max(80, small * 1.2)
    assert empty <= 24


def test_two_answers_stand_side_by_side_sideways(window: Callable[[tuple[int, int]], Page]) -> None:
    """On a phone held sideways the prompt beside the board shows both whole, without scrolling."""
    state = next(state for seats, verb, state in questions() if (seats, verb) == (4, "token"))
    one = shown_at(window, (844, 390), "fever")(state, 4)
    labels = {f"use {colour}": {"id": f"Use the board: the {colour} space"} for colour in ("yellow", "blue")}
    one.show(state, legal=[*labels], labels=labels)
    boxes = [one.page.locator(f"[data-action='{text}']").bounding_box() for text in labels]
    assert [box for box in boxes if box is None or box["y"] + box["height"] > 390] == []
