"""Every table at every size: what is asked for is on the screen and not covered, or one visible, named touch away."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.unstable.table import Table
from tests.web.conftest import settle, wait
from tests.web.sheets import Played, Shot, decisions, telling
from tests.web.stables import late, situations
from tests.web.staged import BUILT, NAMES, ORIGIN, TABLE, Stage, stage
from tests.web.test_fever_table import questions

SIZES = [(1280, 800), (1920, 1080), (390, 844), (844, 390), (360, 640), (3840, 2160)]
sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))

# what can be touched now: inside the window, and nothing else lies over it
REACH = """
const free = (el) => {
  const box = el.getBoundingClientRect();
  const spots = [[0.5, 0.5], [0.12, 0.5], [0.12, 0.85], [0.5, 0.12]];
  return box.width > 0 && spots.some(([x, y]) => {
    const [left, top] = [box.left + box.width * x, box.top + box.height * y];
    if (left < 0 || top < 0 || left > innerWidth || top > innerHeight) return false;
    const hit = document.elementFromPoint(left, top);
    return hit !== null && el.contains(hit);
  });
};
const named = (el) => (el.getAttribute('aria-label') ?? el.textContent).trim() !== '';
const all = (query) => [...document.querySelectorAll(query)].filter((el) => free(el) && named(el));
const actions = () => all('[data-action]').map((el) => el.dataset.action);
const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
const flushed = () => new Promise((done) => setTimeout(done));
const escape = () => {
  const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
  (document.activeElement ?? document.body).dispatchEvent(key);
  return flushed();
};
"""

# the legal actions that are neither on the screen nor one touch away; the steps are tried one by one
AWAY = f"""async (legal) => {{
  {REACH}
  await drawn();
  const {{ scrollWidth, scrollHeight }} = document.documentElement;
  const room = document.querySelector('.room');
  const rolls = scrollWidth > innerWidth || scrollHeight > innerHeight || room.scrollHeight > room.clientHeight + 1;
  if (rolls) return ['the table scrolls as a whole'];
  const left = new Set(legal);
  const seen = () => {{
    const before = left.size;
    actions().forEach((text) => left.delete(text));
    return left.size < before;
  }};
  seen();
  if (!left.size) return [];
  await escape(); // what has opened by itself is closed
  await drawn();
  const lifts = (step) => Number(step.dataset.step.startsWith('lift ')); // what is asked for most often comes first
  for (const step of all('[data-step]').sort((a, b) => lifts(b) - lifts(a))) {{
    const name = step.dataset.step;
    const lifted = name.startsWith('lift ') && name.split(' ')[1];
    if (!left.size || (lifted && ![...left].some((text) => text.split(' ').includes(lifted)))) continue;
    for (let turn = 0; turn < (name === 'more' ? 6 : 1) && left.size; turn++) {{
      (step.isConnected ? step : document.querySelector(`[data-step="${{name}}"]`))?.click();
      await flushed();
      if (seen()) continue;
      await drawn(); // what is laid out by its size
      seen();
    }}
    await escape(); // nothing is half chosen, nothing lies open
  }}
  return [...left].sort();
}}"""


def out_of_reach(one: Stage) -> list[str]:
    """What of the newest show can be touched neither at once nor after one step."""
    one.page.wait_for_selector(f"[data-n='{one.n}'][data-live=true]")
    away: list[str] = one.page.evaluate(AWAY, one.latest["legal"])
    return away


def shown_at(window: Callable[[tuple[int, int]], Page], size: tuple[int, int], game: str) -> Callable[..., Stage]:
    """One page of this size for many states: `show(state, seats)`."""
    opened: list[Stage] = []

    def show(state: Any, seats: int) -> Stage:
        if not opened:
            opened.append(stage(window(size), game, state, seats=seats))
        else:
            if len(opened[0].names) != seats:
                opened[0].seat_others(seats)
            opened[0].show(state)
        return opened[0]

    return show


@cache
def crowded(seats: int, stable: int, hand: int) -> list[tuple[str, Table]]:
    return list(situations(seats, stable, hand))


# seats, cards in a stable, cards in the hand
CROWDS = [(2, 0, 0), (4, 6, 7), (2, 14, 12), (4, 14, 12), (8, 3, 2), (8, 14, 12)]


@sizes
def test_unstable_hides_nothing_that_is_asked_for(
    window: Callable[[tuple[int, int]], Page], size: tuple[int, int]
) -> None:
    """Stables of 0 to 14 cards, hands of 0 to 12, 2 to 8 seats, a chain of effects: every target can be touched."""
    show = shown_at(window, size, "unstable")
    for crowd in CROWDS:
        for name, table in crowded(*crowd):
            assert 0 in table.waiting
            assert name != "search" or "take narwhal" in table.legal(0)
            assert out_of_reach(show(table.s, crowd[0])) == [], (name, crowd)


@sizes
def test_fever_hides_nothing_that_is_asked_for(
    window: Callable[[tuple[int, int]], Page], size: tuple[int, int]
) -> None:
    """Tokens, bets, stakes, magic and contracts late in a match of two, four and six: each can be touched."""
    show = shown_at(window, size, "fever")
    for seats, verb, state in questions():
        assert out_of_reach(show(state, seats)) == [], (verb, seats)


@pytest.mark.parametrize("size", [(844, 390), (740, 360)], ids=str)
def test_a_hand_of_magic_stays_in_its_panel(window: Callable[[tuple[int, int]], Page], size: tuple[int, int]) -> None:
    """Sideways the own column is narrow: no card sticks out of it, and each can be touched."""
    show = shown_at(window, size, "fever")
    out = """() => {
      const panel = [...document.querySelectorAll('.mine')].find((el) => el.querySelector('.purse'));
      const [left, top, right, bottom] = (({ left, top, right, bottom }) => [left, top, right, bottom])(
        panel.getBoundingClientRect());
      return [...panel.querySelectorAll('.held, .held .magic')].map((el) => el.getBoundingClientRect()).filter((box) =>
        box.left < left || box.top < top || box.right > right || box.bottom > bottom || box.width < 20).length;
    }"""
    for seats, verb, state in questions():
        page = show(state, seats).page
        settle(page)
        assert page.evaluate(out) == 0, (verb, seats)


@sizes
def test_nothing_jumps_when_a_card_is_lifted(window: Callable[[tuple[int, int]], Page], size: tuple[int, int]) -> None:
    """Every region of the table stays where it is."""
    page = shown_at(window, size, "unstable")(late(4, 6, 7).s, 4).page
    where = """() => [...document.querySelectorAll('[data-region], [data-prompt]')].map((el) => {
      const { left, top, width, height } = el.getBoundingClientRect();
      return [left, top, width, height].map(Math.round);
    })"""
    before = page.evaluate(where)
    page.locator("[data-step^='lift ']:visible").first.click()
    page.wait_for_selector(".lifting")
    assert page.evaluate(where) == before


# the cards that are not whole inside their stable, and how much of the table is empty below the middle
WATCHED = """() => {
  const cut = [...document.querySelectorAll('[data-spot^="stable."]')].flatMap((stable) => {
    const box = stable.getBoundingClientRect();
    return [...stable.querySelectorAll('[data-handle]')].filter((card) => {
      const { left, right, top, bottom } = card.getBoundingClientRect();
      return left < box.left || right > box.right || top < box.top || bottom > box.bottom;
    }).map((card) => card.dataset.handle);
  });
  const bottom = (query) => document.querySelector(query).getBoundingClientRect().bottom;
  return [cut, Math.round(bottom('.regions') - bottom('[data-region=middle]'))];
}"""


@pytest.mark.parametrize(
    ("path", "size"), [("tv", (1280, 720)), ("tv", (1920, 1080)), ("t", (1280, 720)), ("t", (390, 844))]
)
def test_who_looks_on_sees_every_stable(
    window: Callable[[tuple[int, int]], Page], size: tuple[int, int], path: str
) -> None:
    """Eight stables on a television and for a spectator: no card is cut, and no room is left empty."""
    one = Stage(window(size), "unstable", None, NAMES, BUILT)
    one.show(late(8, 6, 3).s)
    one.page.goto(f"{ORIGIN}/{path}/{TABLE}")
    one.page.wait_for_selector("[data-region=rivals] [data-handle]")
    settle(one.page)
    cut, empty = one.page.evaluate(WATCHED)
    assert cut == []
    assert empty <= 4


def test_no_prompt_turns_the_board_of_duel(window: Callable[[tuple[int, int]], Page]) -> None:
    """On a small phone the board stays as it lies when the prompt grows, as it does at the end."""
    show = shown_at(window, (360, 640), "duel")
    shots = asked_of("duel")
    page = show(shots[0].state, 2).page
    turned = "document.querySelector('.duel').style.cssText"
    for shot in shots:
        one = show(shot.state, 2)
        page.wait_for_selector(f"[data-n='{one.n}'][data-live=true]")
        settle(page)
        before = page.evaluate(turned)
        long = "a sentence of many words " * 8
        one.show(shot.state, view=one.latest["view"] | {"ask": {"id": long}})
        expect(page.locator("[data-ask]")).to_contain_text(long.strip())
        settle(page)
        assert page.evaluate(turned) == before


STANDS = """() => [...document.querySelectorAll(
  '.room > *, [data-shape], [data-region], [data-cell], [data-lane], [data-ask]',
)].map((el) => {
  const { left, top, width, height } = el.getBoundingClientRect();
  return [el.dataset.shape ?? el.className, ...[left, top, width, height].map(Math.round)];
})"""


def asking(game: str) -> tuple[Any, int]:
    """A state of this game in which something can be touched at once, and how many play."""
    if game == "unstable":
        return late(4, 6, 7).s, 4
    if game == "fever":
        return next((state, seats) for seats, verb, state in questions() if (seats, verb) == (4, "token"))
    shot = asked_of(game)[0]
    return shot.state, shot.seats


@sizes
@pytest.mark.parametrize("game", ["clovers", "duel", "fever", "unstable"])
def test_nothing_jumps_when_something_is_refused(
    window: Callable[[tuple[int, int]], Page], size: tuple[int, int], game: str
) -> None:
    """Why not is read whole, pushes neither the board nor what is asked, and goes with the next touch."""
    one = shown_at(window, size, game)(*asking(game))
    page = one.page
    sentence = "This is a long sentence that says why the thing you have touched cannot be done now."
    rule = f"{game} {'R2.6' if game == 'duel' else 'R3'}"
    one.refusal = {"rule": rule, "message": "", "values": {}, "text": sentence}
    settle(page)
    before = page.evaluate(STANDS)
    page.locator("[data-action].lit").first.dispatch_event("click")
    why = page.locator("[data-why]")
    expect(why).to_contain_text(sentence)
    settle(page)
    assert page.evaluate(STANDS) == before
    box = why.bounding_box()
    assert box
    assert min(box["x"], box["y"]) >= 0
    assert box["x"] + box["width"] <= size[0]
    assert box["y"] + box["height"] <= size[1]
    page.mouse.click(2, 2)
    expect(why).to_have_count(0)
    assert page.evaluate(STANDS) == before


# what of the lifted card's panel cannot be read or touched: cut text, and what sticks out of it or lies under another
CUT = """() => {
  const box = (el) => el.getBoundingClientRect();
  const panel = document.querySelector('.lifting');
  const inside = ({ left, top, right, bottom }, of) =>
    left >= of.left - 1 && top >= of.top - 1 && right <= of.right + 1 && bottom <= of.bottom + 1;
  const free = (el) => {
    const { left, top, width, height } = box(el);
    return el.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  const words = panel.querySelector('p');
  const parts = [...panel.querySelectorAll('p, .choices > *')].filter((el) => el.getClientRects().length);
  const stables = document.querySelectorAll('[data-region=rivals] [data-action]');
  return {
    text: words.scrollHeight - words.clientHeight > 1,
    out: parts.filter((el) => !inside(box(el), box(panel))).map((el) => el.textContent.trim()),
    window: inside(box(panel), { left: 0, top: 0, right: innerWidth, bottom: innerHeight }),
    covered: [...parts, ...stables].filter((el) => !free(el)).map((el) => el.textContent.trim()),
    hand: box(panel).bottom <= box(document.querySelector('.own')).top + 1 ||
      box(panel).right <= box(document.querySelector('.own')).left + 1,
  };
}"""


@pytest.mark.parametrize("lang", ["en-GB", "pl-PL"])
@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390), (740, 360), (1280, 800)], ids=str)
def test_a_lifted_card_can_be_read_whole(browser: Browser, built_page: Path, size: tuple[int, int], lang: str) -> None:
    """Its words, its buttons and the stables it may go to are in sight, and so is the rest of the hand."""
    assert built_page.exists()
    with browser.new_context(
        viewport={"width": size[0], "height": size[1]}, locale=lang, reduced_motion="reduce", has_touch=size[0] < 900
    ) as context:
        page = context.new_page()
        one = stage(page, "unstable", late(4, 6, 7).s, seats=4)
        for crowd in ((6, 7), (14, 12)):
            one.show(late(4, *crowd).s)
            page.wait_for_selector(f"[data-n='{one.n}'][data-live=true]")
            cards = page.locator("[data-step^='lift ']:visible")
            for k in range(cards.count()):
                cards.nth(k).click()
                page.wait_for_selector(".lifting")
                found = page.evaluate(CUT)
                assert found == {"text": False, "out": [], "window": True, "covered": [], "hand": True}, (crowd, k)
                page.locator("[data-lower]").click()


# every cell of the board or the own garden, the others' gardens and the score sheet of a tournament are inside the
# window, and nothing of the table has to be scrolled
WHOLE = """() => {
  const inside = (el) => {
    const { left, top, right, bottom } = el.getBoundingClientRect();
    return left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
  };
  const room = document.querySelector('.room');
  const away = [...document.querySelectorAll('[data-cell], [data-look], [data-scores]')].filter((el) => !inside(el));
  return [away.map((el) => el.dataset.cell ?? el.outerHTML.slice(0, 60)), room.scrollHeight - room.clientHeight];
}"""


PLAYED = {
    "duel": [Played(2, {}, "greedy", 4), Played(2, {"layout": "stairs"}, "random", 4)],
    "clovers": [
        Played(2, {}, "greedy", 3),
        Played(3, {"tournament": True}, "greedy", 3),
        Played(4, {"lucky": True}, "greedy", 3),
        Played(1, {"task": 12}, "random", 2),
    ],
}


@cache
def asked_of(game: str) -> list[Shot]:
    """The states of these matches in which something is asked; they are played once for all sizes."""
    return [shot for played in PLAYED[game] for shot in telling(decisions(game, played), played.shown)[:-1]]


@sizes
@pytest.mark.parametrize("game", PLAYED)
def test_the_whole_board_and_what_is_asked_for_are_on_the_screen(
    window: Callable[[tuple[int, int]], Page], size: tuple[int, int], game: str
) -> None:
    """Duel's board and the own garden are seen whole while one decides, from the first move to the last."""
    show = shown_at(window, size, game)
    for shot in asked_of(game):
        one = show(shot.state, shot.seats)
        one.page.wait_for_selector(f"[data-n='{one.n}'][data-live=true]")
        settle(one.page)
        assert one.page.evaluate(WHOLE) == [[], 0], (shot.title, shot.seats)
        assert one.page.locator("[data-scores]").count() == bool(one.latest["view"].get("tournament"))
        assert out_of_reach(one) == [], (shot.title, shot.seats)


@sizes
@pytest.mark.parametrize("game", PLAYED)
def test_the_whole_board_is_on_the_screen_at_the_end(
    window: Callable[[tuple[int, int]], Page], size: tuple[int, int], game: str
) -> None:
    """Board, garden, the others and the score sheet, under the result that is closed."""
    for played in PLAYED[game]:
        over = telling(decisions(game, played), played.shown)[-1]
        one = shown_at(window, size, game)(over.state, over.seats)
        one.page.keyboard.press("Escape")
        settle(one.page)
        assert one.page.evaluate(WHOLE) == [[], 0], (over.title, over.seats)


LONG = (
    "Aleksandra Wiśniewska-Ko",
    "Wwwwwwwwwwwwwwwwwwwwwwww",
    "Bartłomiej Brzęczyszczyk",
    "Daniel od Świętej Anny 3",
    "Ewelina Maria Magdalena A",
    "Filipina Niezapominajka F",
)

# names that run out of what they stand in, words of a played card that are covered or cut, buttons that are squeezed
SPILT = """() => {
  const seen = (el) => el.checkVisibility({ visibilityProperty: true });
  const shown = (query) => [...document.querySelectorAll(query)].filter(seen);
  const within = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1;
  const text = (el) => {
    const range = document.createRange();
    range.selectNodeContents(el);
    return range;
  };
  const places = { '.first': '.field', '.by': '.stage', '.from': '.says', '.whose': '.head' };
  places['[data-chapter]'] = 'aside';
  const out = Object.entries(places).flatMap(([query, box]) => shown(query).filter((el) => {
      const own = el.getBoundingClientRect();
      const spills = getComputedStyle(el).overflowX === 'visible' && !within(text(el).getBoundingClientRect(), own);
      return spills || !within(own, el.closest(box).getBoundingClientRect());
    }).map(() => query));
  const cut = shown('.says, .head .button').filter((el) =>
    el.scrollHeight > el.clientHeight + 1 || el.scrollWidth > el.clientWidth + 1);
  const under = shown('.says p').filter((p) => [...text(p).getClientRects()].some((line) =>
    !p.contains(document.elementFromPoint(line.left + 3, line.top + line.height / 2))));
  return [...out, ...cut.map((el) => `cut ${el.className}`), ...under.map((p) => `covered ${p.textContent}`)];
}"""


@pytest.mark.parametrize("size", [(360, 640), (844, 390), (1280, 800)], ids=str)
@pytest.mark.parametrize("game", ["fever", "unstable", "clovers"])
def test_a_name_of_24_letters_spills_nowhere(
    window: Callable[[tuple[int, int]], Page], size: tuple[int, int], game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends in dots, or breaks in the story; what a played card does is read whole while an answer is asked."""
    monkeypatch.setattr("tests.web.staged.NAMES", LONG)
    if game == "clovers":
        asked = [shot for shot in asked_of("clovers") if shot.seats > 1]
    else:
        played = Played(4, {}, "greedy", 5 if game == "unstable" else 7)
        asked = telling(decisions(game, played), played.shown)[:-1]
    show = shown_at(window, size, game)
    for shot in asked:
        one = show(shot.state, shot.seats)
        one.show(shot.state, shot.told)
        one.page.wait_for_selector(f"[data-n='{one.n}'][data-live=true]")
        settle(one.page)
        assert one.page.evaluate(SPILT) == [], shot.title


# the lines of the final ranking that are not seen whole or not in one row, and Glory that is told in two ways
RANKED = """() => {
  const final = document.querySelector('.final').getBoundingClientRect();
  const number = (el) => Number(el.textContent.match(/\\d+/)[0]);
  const lines = [...document.querySelectorAll('.final li')];
  const bad = lines.filter((li) => {
    const { top, bottom } = li.getBoundingClientRect();
    const [who, , gold] = li.querySelectorAll('.who, .coin');
    const [a, b] = [who, gold].map((el) => el.getBoundingClientRect());
    return top < final.top || bottom > Math.min(final.bottom, innerHeight) || b.top > a.bottom || b.left < a.right - 1;
  });
  const ranked = Object.fromEntries(lines.map((li) =>
    [li.querySelector('.who').textContent, number(li.querySelector('.coin'))]));
  const told = Object.fromEntries([...document.querySelectorAll('[data-seat]')].map((li) =>
    [li.querySelector('b').textContent, number(li.querySelectorAll('.coin')[1])]));
  return [lines.length, bad.map((li) => li.textContent), ranked, told];
}"""


def test_the_final_ranking_of_six_is_seen_whole(window: Callable[[tuple[int, int]], Page]) -> None:
    """At every size: rank, name, Glory and Gold in a row, all six; the seats say the same Glory."""
    over = decisions("fever", Played(6, {}, "greedy", 0))[-1]
    one = shown_at(window, (1280, 800), "fever")(over.state, 6)
    for width, height in [*SIZES, (740, 360)]:
        one.page.set_viewport_size({"width": width, "height": height})
        wait(one.page, lambda: not one.page.evaluate(RANKED)[1], f"not seen whole at {width}x{height}", 5)
        seats, _, ranked, told = one.page.evaluate(RANKED)
        assert seats == 6
        assert ranked == told
        course = one.page.locator(".field").bounding_box()
        assert course is None or course["height"] > 180, "held upright the course is seen, too"
