"""Unstable in the browser: whole matches by clicking, ripostes, targets, reading cards, eight seats."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import ROOT, Visit, axe, frames, look, moved, once_more, ready, sit_down, touch
from tests.web.flights import flown, watch

# what wins faster than drawing: these come first when they are lit
EAGER = ("baby ", "play ", "use", "bring ", "steal ", "destroy ", "take ")


def one_step(page: Page, rng: random.Random) -> bool:
    """Touch one lit thing, cards rather than the deck; False when the match is over."""
    now = look(page)
    if now["over"]:
        return False
    actions = now["actions"]
    lifts = [s for s in now["steps"] if s.startswith("lift ")]
    eager = [a for a in actions if a.startswith(EAGER)]
    if not now["live"] or not (actions or lifts):
        ready(page, steps="lift ")
    elif actions and (eager or not lifts or rng.random() < 0.05):
        touch(page, "action", rng.choice(eager or actions))
        moved(page, now["n"])
    else:
        touch(page, "step", rng.choice(lifts))
    return True


def play_until(page: Page, seen: Callable[[], bool], seed: int = 1, seconds: float = 480) -> None:
    """Play on until something is so, in a rematch if need be: what comes up is chance."""
    rng = random.Random(seed)
    deadline = time.monotonic() + seconds
    while not seen():
        if not one_step(page, rng):
            once_more(page)
        assert time.monotonic() < deadline, "it was not seen"


@pytest.mark.parametrize(("size", "lang"), [("desktop", "pl"), ("phone", "en")])
def test_a_whole_match_by_clicking(visit: Visit, size: str, lang: str) -> None:
    """To the result against a bot: babies, cards lifted and played, targets, discards and passes by touch."""
    page = visit(size=size, lang=lang)
    sit_down(page, "unstable")
    rng = random.Random(7)
    for _ in range(4000):
        if not one_step(page, rng):
            break
    expect(page.locator("[data-result]")).to_be_visible()
    assert page.locator(".stable").count() == 2


def test_a_riposte_by_clicking(visit: Visit) -> None:
    """With two players each holds a Neigh: the window opens, the card is answered by a click and stopped."""
    page = visit(size="phone")
    heard = frames(page)
    sit_down(page, "unstable")
    answer = page.locator("[data-prompt] [data-action=neigh].lit")
    play_until(page, lambda: answer.count() > 0, seed=4)
    assert page.locator(".stack .played").count() >= 1, "the played card lies in the middle"
    n = look(page)["n"]
    answer.click()
    moved(page, n)
    play_until(page, lambda: page.locator("[data-window=open]").count() == 0)
    told = [(e["kind"], e.get("args", {})) for m in heard if m["t"] == "show" for e in m["events"]]
    assert ("answers", 0, "neigh") in [(k, a.get("seat"), a.get("card")) for k, a in told]


def test_reading_a_card(visit: Visit) -> None:
    """A card that plays nothing now is read large when touched, and put away again."""
    page = visit(size="narrow", lang="en")
    sit_down(page, "unstable")
    play_until(page, lambda: page.locator(".stable.mine [data-read]").count() > 0)
    page.locator(".stable.mine [data-read]").first.click()
    lens = page.locator(".lens")
    expect(lens).to_contain_text("nursery")
    page.keyboard.press("Escape")
    expect(lens).to_have_count(0)


@pytest.mark.parametrize("motion", ["quick", "none"])
def test_cards_travel(visit: Visit, motion: str) -> None:
    """A chosen baby flies from the nursery into the stable and is not left in the air; without motion nothing flies."""
    page = visit()
    page.evaluate("(motion) => localStorage.setItem('stajnia.settings', JSON.stringify({lang: 'en', motion}))", motion)
    sit_down(page, "unstable")
    page.wait_for_selector("[data-action^='baby '].lit")
    watch(page)
    n = look(page)["n"]
    touch(page, "action", look(page)["actions"][0])
    moved(page, n)
    page.wait_for_selector("[data-live=true] .held")
    assert ("○" in flown(page)) == (motion == "quick")  # the sign of a baby, all that a small card says
    expect(page.locator(".stable.mine [data-handle]")).to_be_visible()


def test_a_baby_and_a_card_by_keyboard(visit: Visit) -> None:
    """Tab and Enter choose; when the pressed button is gone the keyboard is still on the board."""
    page = visit()
    sit_down(page, "unstable")
    first = "[data-live=true] [data-action^='baby '].lit"
    page.wait_for_selector(first)
    page.locator(first).first.focus()
    page.keyboard.press("ArrowRight")
    n = look(page)["n"]
    page.keyboard.press("Enter")
    moved(page, n)
    page.wait_for_selector(".stable.mine [data-handle]")
    expect(page.locator(".unstable:focus, .unstable :focus")).to_have_count(1)
    play_until(page, lambda: page.locator("[data-live=true] .held.lit[data-step]").count() > 0)
    page.keyboard.press("Escape")  # the last step may have lifted one
    page.locator(".held.lit[data-step]").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".lifting")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".lifting")).to_have_count(0)


def words(lang: str) -> dict[str, str]:
    """The words of the cards, by their ids."""
    cards: dict[str, str] = json.loads((ROOT / f"src/stajnia/games/unstable/text/cards.{lang}.json").read_text("utf-8"))
    return cards


def test_cards_of_the_first_deck(visit: Visit) -> None:
    """A table with the first deck reads its texts where they differ; rulings stand below, a word on the titles last."""
    page = visit(lang="pl")
    page.clock.install()
    sit_down(page, "unstable", deck="first")
    said = words("pl")
    held = page.locator(".held:not([data-action])")  # one that would be played at once is named by what that does

    def having(key: str) -> str | None:
        hand: list[str] = held.evaluate_all("(all) => all.map((el) => el.dataset.card)")
        return next((c for c in hand if f"card.{c}.{key}" in said), None)

    for key in ("text.first", "note"):
        play_until(page, lambda key=key: having(key) is not None)  # type: ignore[misc]
        card = having(key)
        one = page.locator(f".held[data-card='{card}']").first
        lens = page.locator(".lens")
        for _ in range(10):  # a mouse that pressed the card is there already; one on its way slips from under it
            page.mouse.move(2, 2)
            one.hover()
            page.clock.run_for(1000)
            if lens.count():
                break
        expect(lens).to_contain_text(said.get(f"card.{card}.{key}.first", said[f"card.{card}.{key}"]))
        expect(lens.locator("small")).to_have_text(said["card.names_note"])
        if key == "text.first":
            expect(lens).not_to_contain_text(said[f"card.{card}.text"])
            expect(one).to_contain_text(said[f"card.{card}.text.first"])
        page.mouse.move(2, 2)
        expect(lens).to_have_count(0)


# words of titles that are parted without a hyphen, or stick out of their card
PARTED = """() => [...document.querySelectorAll('.face .name')].flatMap((el) => {
  const text = el.firstChild, box = el.getBoundingClientRect(), bad = [];
  if (el.scrollHeight > el.clientHeight + 1) bad.push('clipped: ' + text.data);
  for (const found of text.data.matchAll(/[^\\s\\u00ad-]+/g)) {
    const rects = [...found[0]].map((_, i) => {
      const range = document.createRange();
      range.setStart(text, found.index + i);
      range.setEnd(text, found.index + i + 1);
      return [...range.getClientRects()].at(-1);  // the first may be the hyphen before it
    });
    if (new Set(rects.map((r) => Math.round(r.top))).size > 1) bad.push('parted: ' + found[0]);
    if (rects.some((r) => r.left < box.left || r.right > box.right)) bad.push('sticks out: ' + found[0]);
  }
  return bad;
})"""


def renaming(named: dict[str, str]) -> Callable[[Route], None]:
    """The server's words, but for these."""

    def answer(route: Route) -> None:
        given = route.fetch()
        route.fulfill(response=given, json={**given.json(), **named})

    return answer


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_titles_part_no_word(visit: Visit, size: str) -> None:
    """The longest titles there are fit on small cards and on cards in hand, parted by a hyphen if at all."""
    said = words("pl")
    titles = {v for k, v in said.items() if k.startswith("card.") and k.count(".") == 1 and k != "card.names_note"}
    longest = sorted(titles, key=lambda t: (max(map(len, t.split())), len(t)), reverse=True)
    babies = [k for k in said if k.startswith("card.baby_") and k.count(".") == 1]
    for turn in range(3):
        page = visit(size=size, lang="pl")
        named = dict(zip(babies, longest[turn * len(babies) :], strict=False))
        page.route("**/api/games/unstable/words/*", renaming(named))
        sit_down(page, "unstable", first="0")  # before anybody takes a baby
        page.wait_for_selector("[data-action^='baby '].lit")
        page.evaluate("document.fonts.ready")
        expect(page.locator(".fan .name")).to_have_count(len(babies))
        shown = {t.replace("\u00ad", "").replace("\u00a0", " ") for t in page.locator(".fan .name").all_text_contents()}
        assert shown == set(named.values())
        assert page.evaluate(PARTED) == []
        page.locator("[data-read=nursery]").press("Enter")  # the choice of a baby lies over it
        expect(page.locator(".browse .name")).to_have_count(len(babies))
        assert page.evaluate(PARTED) == []


def test_why_not(visit: Visit) -> None:
    """Drawing when it is not possible says why."""
    page = visit()
    sit_down(page, "unstable")
    page.wait_for_selector("[data-action^='baby '].lit")
    page.locator("[data-action=draw]").first.press("Enter")  # the choice of a baby lies over it
    expect(page.locator("[data-why]")).to_be_visible()


@pytest.mark.parametrize(("size", "scheme"), [("desktop", "light"), ("phone", "dark")])
def test_the_stables_pass_axe(visit: Visit, size: str, scheme: str) -> None:
    """Eight seats told apart by more than colour; no serious finding there, while a card is lifted, while one aims."""
    page = visit(size=size, scheme=scheme)
    sit_down(page, "unstable", 8)
    page.wait_for_selector("[data-action^='baby '].lit")
    signs = page.locator("[data-seat] .avatar").all_inner_texts()
    assert len(set(signs)) == 8, "each seat has a sign of its own, not only a colour"
    assert page.locator("[data-region=rivals] .avatar").all_inner_texts() == signs[1:]
    assert axe(page) == []
    play_until(page, lambda: page.locator(".held.lifted").count() > 0)
    assert axe(page) == []
    width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0, "nothing sticks out to the side"
