"""Fever's table at every size: what is asked for is on the screen and not covered, or one visible, named touch away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from stajnia.bots.bot import Budget, bot
from stajnia.core.match import Match
from tests.web.conftest import settle
from tests.web.staged import Stage, stage

SIZES = [(360, 640), (390, 844), (844, 390), (1280, 800), (1920, 1080), (3840, 2160)]

# which actions can be touched now: inside the window, nothing else lies over them, and they have a name
REACH = """() => {
  const free = (el) => {
    const { left, top, width, height } = el.getBoundingClientRect();
    const inside = left > -2 && top > -2 && left + width < innerWidth + 2 && top + height < innerHeight + 2;
    if (!width || !inside) return false;
    const hit = document.elementFromPoint(left + Math.min(width / 2, 20), top + height / 2);
    return hit !== null && el.contains(hit);
  };
  const named = (el) => (el.getAttribute('aria-label') ?? el.textContent).trim() !== '';
  const all = (query) => [...document.querySelectorAll(query)].filter((el) => free(el) && named(el));
  const { scrollWidth, scrollHeight } = document.documentElement;
  const room = document.querySelector('.room');
  return {
    actions: all('[data-action]').map((el) => el.dataset.action),
    steps: all('[data-step]:not([aria-pressed=true])').map((el) => el.dataset.step),
    beyond: [scrollWidth - innerWidth, scrollHeight - innerHeight, room.scrollHeight - room.clientHeight],
  };
}"""
WHERE = """() => ['.course', '.mine', '.hand', '[data-prompt]'].flatMap((query) =>
  [...document.querySelectorAll(query)].map((el) => {
    const { left, top, width, height } = el.getBoundingClientRect();
    return [query, ...[left, top, width, height].map(Math.round)];
  }))"""


def asked(seats: int, seed: int) -> dict[str, Any]:
    """A late state for each kind of question that seat 0 is asked in a match of bots who like to bet."""
    match, rng, choose = Match.start("fever", seats, seed=seed), Random(seed), bot("fever", "greedy")
    found: dict[str, Any] = {}
    while match.to_act:
        seat = match.to_act[0]
        legal = match.legal(seat)
        if seat == 0:
            found |= {text.split()[0]: match.state.copy() for text in legal}
        bets = [text for text in legal if text.startswith(("bet ", "magic ", "contract ")) and rng.random() < 0.3]
        choice = bets[0] if seat == 0 and bets else choose(match.view(seat), legal, rng, Budget(simulations=1))
        match.play(seat, choice)
    return {verb: found[verb] for verb in ("token", "bet", "stake", "magic", "contract", "loan") if verb in found}


@pytest.fixture(scope="module")
def questions() -> list[tuple[int, str, Any]]:
    """Two, four and six players: (seats, verb, state)."""
    found = [(seats, verb, state) for seats in (2, 4, 6) for verb, state in asked(seats, 3).items()]
    assert {verb for _, verb, _ in found} >= {"token", "bet", "stake", "magic", "contract"}
    return found


@pytest.fixture
def window(browser: Browser, built_page: Path, request: pytest.FixtureRequest) -> Iterator[Page]:
    assert built_page.exists()
    width, height = request.param
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale="en-GB", reduced_motion="reduce", has_touch=height < 900
    )
    yield context.new_page()
    context.close()


def reach(one: Stage) -> dict[str, Any]:
    settle(one.page)
    found: dict[str, Any] = one.page.evaluate(REACH)
    return found


def out_of_reach(one: Stage) -> set[str]:
    """The legal actions that are neither on the screen nor one touch away; every step is tried by itself."""
    now = reach(one)
    assert max(now["beyond"]) <= 1, "nothing scrolls as a whole"
    left = set(one.latest["legal"]) - set(now["actions"])
    for step in dict.fromkeys(now["steps"]):
        if left:
            one.page.locator(f'[data-step="{step}"]').first.click()
            left -= set(reach(one)["actions"])
    return left


@pytest.mark.parametrize("window", SIZES, indirect=True, ids=lambda size: "x".join(map(str, size)))
def test_nothing_that_is_asked_for_is_hidden(window: Page, questions: list[tuple[int, str, Any]]) -> None:
    """Tokens, bets, stakes, magic and contracts late in a match: every legal action can be touched, nothing scrolls."""
    one: Stage | None = None
    for seats, verb, state in questions:
        if one is None:
            one = stage(window, "fever", state, seats=seats)
        else:
            one.seat_others(seats)
            one.show(state)
            window.wait_for_selector(f"[data-n='{one.n}'][data-live=true]")
        assert out_of_reach(one) == set(), (verb, seats)


@pytest.mark.parametrize("window", [SIZES[1], SIZES[3]], indirect=True, ids=["phone", "desktop"])
def test_nothing_jumps(window: Page, questions: list[tuple[int, str, Any]]) -> None:
    """Course, hand and prompt stay where they are when a card is lifted, and the stakes open over the course."""
    states = {verb: state for seats, verb, state in questions if seats == 4}
    one = stage(window, "fever", states["magic"], seats=4)
    before = window.evaluate(WHERE)
    window.locator("[data-step^='lift ']").first.click()
    window.wait_for_selector(".about")
    assert window.evaluate(WHERE) == before
    prompt = window.locator("[data-prompt]").bounding_box()
    about = window.locator(".about").bounding_box()
    assert prompt
    assert about
    assert about["y"] + about["height"] <= prompt["y"], "what the card does is not under the prompt"
    one.show(states["bet"])
    window.wait_for_selector(".bet.lit")
    before = window.evaluate(WHERE)
    one.show(states["stake"])
    window.wait_for_selector(".chooser")
    settle(window)
    assert [where[:3] for where in window.evaluate(WHERE)] == [where[:3] for where in before]
