"""Fever in the browser: whole matches by clicking, bets and magic by touch, the race as a show that can be skipped."""

from __future__ import annotations

import json
import random
import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visit, axe, frames, look, moved, once_more, ready, settle, sit_down, touch
from tests.web.flights import flown, watch


def wanted(actions: list[str]) -> list[str]:
    """Nobody borrows for fun."""
    return [a for a in actions if a not in ("loan", "done")] or [a for a in actions if a != "loan"]


def one_step(page: Page, rng: random.Random, rather: tuple[str, ...] = ()) -> bool:
    """Touch one lit thing, rather one of these; False when the match is over."""
    now = look(page)
    if now["over"]:
        return False
    lifts = [s for s in now["steps"] if s.startswith("lift ")]
    good = [a for a in now["actions"] if a.startswith(rather)] if rather else []
    good = good or wanted(now["actions"])
    told = page.locator("dialog.over").count()  # a race that is told lies over what is lit
    if told:
        settle(page)
    elif page.locator("[data-last][aria-pressed=true]").count():  # what a race brought is read: on with the next
        page.locator("[data-step^='open '].asked, [data-step='open course']").last.click()
    elif not now["live"] or not (now["actions"] or lifts):
        ready(page, steps="lift ")
    elif lifts and (not good or rng.random() < 0.5):
        touch(page, "step", rng.choice(lifts))
    else:
        touch(page, "action", rng.choice(good or now["actions"]))
        moved(page, now["n"])
    return True


def play_until(page: Page, selector: str, *, seed: int = 1, seconds: float = 600, rather: tuple[str, ...] = ()) -> None:
    """Play on until something is on the board, in a rematch if need be: what comes up is chance."""
    rng = random.Random(seed)
    deadline = time.monotonic() + seconds
    while not page.locator(selector).count():
        if not one_step(page, rng, rather):
            once_more(page)
        assert time.monotonic() < deadline, f"{selector} was not seen"


@pytest.mark.parametrize(("size", "lang"), [("desktop", "en"), ("phone", "pl")])
def test_a_whole_match_by_clicking(visit: Visit, size: str, lang: str) -> None:
    """Four races to the result, every token, bet, stake, contract and magic card by a touch of the board."""
    page = visit(size=size, lang=lang)
    sit_down(page, "fever")
    rng = random.Random(5)
    for _ in range(3000):
        if not one_step(page, rng):
            break
    expect(page.locator("[data-result]")).to_be_visible()
    assert page.locator(".final li").count() == 2
    word = "Chwał" if lang == "pl" else "Glory"
    assert (
        page.locator(f".report:has-text('{word}'), .final:has-text('{word}')").count()
        or page.locator(f".final [aria-label*='{word}']").count()
    )


def test_a_bet_by_touch(visit: Visit) -> None:
    """Token, bet, stake: the Gold leaves the purse and lies on the bet with the player's name."""
    page = visit(size="narrow")
    sit_down(page, "fever")
    page.wait_for_selector(".stack.lit")
    lit = look(page)["actions"]
    touch(page, "action", next(t for t in ("token red", "token blue", "print blue") if t in lit))
    page.wait_for_selector(".bet.win.lit")
    bet = page.locator(".bet.win.lit").first.get_attribute("data-action") or ""
    touch(page, "action", bet)
    page.wait_for_selector("[data-action='stake 7'].lit")
    box = page.locator("[data-action='stake 7']").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    touch(page, "action", "stake 7")
    page.locator("[data-step='open course']").click()  # the next question may have come up already
    held = page.locator(f"[data-action='{bet}'].held.mine")
    expect(held).to_contain_text("7")
    expect(page.locator(".purse .gold")).to_have_attribute("aria-label", "Gold: 13")


def test_a_stake_travels(visit: Visit) -> None:
    """With motion on, the taken token flies to the purse and the stake from the purse to the bet."""
    page = visit()
    page.evaluate("localStorage.setItem('stajnia.settings', JSON.stringify({lang: 'en', motion: 'quick'}))")
    sit_down(page, "fever")
    page.wait_for_selector(".stack.lit")
    watch(page)
    for want in ("token red", "token blue", "print blue"), ("bet win",), ("stake 7",):
        page.wait_for_selector(", ".join(f"[data-live=true] [data-action^='{w}'].lit" for w in want))
        now = look(page)
        touch(page, "action", next(a for w in want for a in now["actions"] if a.startswith(w)))
        moved(page, now["n"])
    expect(page.locator(".bet.held.mine")).to_contain_text("7")
    seen = flown(page)
    assert len(seen) >= 2
    assert "7" in seen


def test_a_token_by_keyboard(visit: Visit) -> None:
    """A stack is reached by arrows and taken with Enter; a unicorn card tells what it can do when it is focused."""
    page = visit()
    sit_down(page, "fever")
    page.wait_for_selector("[data-live=true] .stack.lit")
    page.keyboard.press("Tab")  # from now on the keyboard is used
    page.locator(".lane .head").first.focus()
    expect(page.get_by_role("tooltip")).to_contain_text("Rampaging")
    page.locator(".stack").first.focus()
    page.keyboard.press("ArrowDown")
    focused = page.locator(".stack:focus")
    expect(focused).to_have_attribute("data-action", re.compile("yellow"))
    n = look(page)["n"]
    page.keyboard.press("Enter")
    moved(page, n)
    expect(page.locator(".fever:focus, .fever :focus")).to_have_count(1)


def test_magic_goes_face_down_on_a_lane(visit: Visit) -> None:
    """A card is lifted, the lanes light up, a touch lays it there; its player still sees what it is."""
    page = visit(lang="pl")
    sit_down(page, "fever")
    page.wait_for_selector(".stack.lit")
    lit = look(page)["actions"]
    touch(page, "action", next(t for t in ("token purple", "token blue") if t in lit))
    page.wait_for_selector("[data-step^='lift '].lit")
    touch(page, "step", look(page)["steps"][0])
    lanes = page.locator("[data-action^='magic '].lit")
    expect(lanes).to_have_count(6)
    lying = page.locator(".lane").nth(4).locator(".lying")
    n, before = look(page)["n"], lying.count()
    lanes.nth(4).click()
    moved(page, n)
    expect(lying).to_have_count(before + 1)


def test_contracts_show_their_glory(visit: Visit) -> None:
    """The Glory printed on a contract stands on the offer, and still does when a player has taken it."""
    page = visit()
    heard = frames(page)
    sit_down(page, "fever")
    play_until(page, "[data-live=true]:has([data-action].lit) .contract .glory")  # our turn: nobody takes one now
    view = [m["view"] for m in heard if m["t"] == "show"][-1]
    for contract in view["market"]:
        glory = view["contract_glory"][contract]
        offer = page.locator(f".contract[data-action='contract {contract}']")
        expect(offer).to_contain_text(f"Glory printed on it: {glory}")
        expect(offer.locator(".glory")).to_have_text([f"+{glory}"] if glory else [])
    play_until(page, ".owned .glory", rather=("token green", "contract"))
    expect(page.locator(".owned .glory").first).to_have_text(re.compile(r"\+[1-9]"))
    paper = page.locator(".paper:has(.glory)").first
    paper.locator("summary").click()
    expect(paper.locator("em")).to_contain_text("Glory printed on it")


def test_card_sentences_tell_the_numbers_of_the_box(visit: Visit) -> None:
    """With own values tokens, contracts and unicorns are explained with the numbers this match is played with."""
    unicorns = {c: {"rampage": "none", "immune": "F"} for c in ("red", "orange", "yellow", "green", "blue", "purple")}
    numbers = {f"GN{i}": {"n": 37} for i in range(1, 8)} | {f"LE{i}": {"n": 37} for i in range(1, 9)}
    tokens = {"yellow_A": {"gold": 41}, "yellow_0": {"gold": 41}}
    own = {"contracts": numbers, "tokens": tokens, "unicorns": unicorns}
    page = visit(lang="pl")
    sit_down(page, "fever", clans="gnomes+leprechauns", box=json.dumps(own))
    page.wait_for_selector(".stack.lit")  # our turn: nobody takes one now
    for offer in page.locator(".contract").all():
        if offer.get_attribute("data-action") != "contract GN8":
            expect(offer.locator(".text")).to_contain_text("37")
    expect(page.locator(".stack[data-action$=' yellow'] .say")).to_contain_text("41")
    page.locator(".lane button[aria-expanded]").first.click()
    expect(page.locator(".tell")).to_contain_text("F- (Woda sodowa w rogu)")


def test_why_not(visit: Visit) -> None:
    """A stack that cannot be taken now says why, with the number of the rule."""
    page = visit()
    sit_down(page, "fever")
    page.wait_for_selector(".stack.lit")
    page.locator(".bet.win").first.click(force=True)
    why = page.locator("[data-why]")
    expect(why).to_be_visible()
    expect(why).to_contain_text("R")


def test_the_race_is_a_show(visit: Visit) -> None:
    """With motion on, a race is told on the course beat by beat; skipping it gives the next choice at once."""
    page = visit()
    page.evaluate("localStorage.setItem('stajnia.settings', JSON.stringify({lang: 'en', motion: 'usual'}))")
    sit_down(page, "fever")
    play_until(page, "[data-skip]", seed=2)
    expect(page.locator(".caption")).to_be_visible()
    corners = "[[4, 4], [innerWidth - 4, 4], [4, innerHeight - 4], [innerWidth - 4, innerHeight - 4]]"
    over = f"() => {corners}.every(([x, y]) => document.elementFromPoint(x, y).closest('dialog'))"
    assert page.evaluate(over), "the race fills the screen: neither log nor prompt tell how it ends"
    play_until(page, "dialog .tote .step.on")  # the card of a turn is turned up; a seal may be ours to choose
    play_until(page, "dialog .runner .run")  # and they gallop
    page.locator("[data-skip]").click()
    expect(page.locator("[data-skip]")).to_have_count(0)
    play_until(page, ".report")  # a tie may be ours to order, a bet to be reserved
    expect(page.locator(".report")).to_contain_text("Order at the finish")
    ready(page, steps="lift ")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_course_passes_axe(visit: Visit, scheme: str) -> None:
    """No serious finding while planning, while choosing a stake and after a race."""
    page = visit(scheme=scheme, size="phone" if scheme == "dark" else "desktop")
    sit_down(page, "fever", 4)
    page.wait_for_selector(".stack.lit")
    assert "\n".join(axe(page)) == ""
    play_until(page, ".chooser")
    assert "\n".join(axe(page)) == ""
    play_until(page, ".report")
    assert "\n".join(axe(page)) == ""
