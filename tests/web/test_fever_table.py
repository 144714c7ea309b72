"""Fever's table: nothing jumps under the finger. That nothing is hidden at any size is held by test_room."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from stajnia.bots.bot import Budget, bot
from stajnia.core.match import Match
from tests.web.conftest import settle
from tests.web.staged import stage

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


@cache
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


@pytest.mark.parametrize("window", [(390, 844), (1280, 800)], indirect=True, ids=["phone", "desktop"])
def test_nothing_jumps(window: Page) -> None:
    """Course, hand and prompt stay where they are when a card is lifted, and the stakes open over the course."""
    states = {verb: state for seats, verb, state in questions() if seats == 4}
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


@pytest.mark.parametrize("window", [(1280, 720), (1366, 650)], indirect=True, ids=["1280x720", "1366x650"])
def test_a_low_window_keeps_its_course(window: Page) -> None:
    """However many answers the prompt holds, the course stays in sight and the table keeps its shape."""
    states = {verb: state for seats, verb, state in questions() if seats == 4}
    one = stage(window, "fever", states["contract"], seats=4)
    answers = [f"answer {n} that takes some room" for n in range(6)]
    for legal in ([], answers[:2], answers):
        one.show(states["token"], legal=legal, labels={})
        window.wait_for_selector(f"[data-n='{one.n}'][data-live=true]")
        settle(window)
        assert window.locator("[data-prompt] .answer").count() == len(legal)
        assert window.locator(".fever").get_attribute("data-shape") == "wide"
        assert window.locator(".fever .course").is_visible()
        if len(legal) == 2:  # side by side
            assert len({box["y"] for b in window.locator(".answer").all() if (box := b.bounding_box())}) == 1
