"""Several people before one device, others on their own, and a television for all."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visit, axe, frames, look, moved, ready, settle, touch


def lay(page: Page, game: str, names: list[str]) -> None:
    """Lay a table where everybody plays on this device."""
    page.goto(f"/new/{game}")
    page.locator("[data-here-all]").click()
    for n, name in enumerate(names):
        page.locator(f"[data-name-of='{n}']").fill(name)
    page.locator("[data-start]").click()
    page.wait_for_selector("[data-live=true], [data-curtain]")


def lift(page: Page) -> int:
    """Whoever is named takes the device; the seat."""
    seat = int(page.locator("[data-lift].main").get_attribute("data-lift") or "-1")  # waits until somebody is named
    page.locator(f"[data-lift='{seat}'].main").click()
    return seat


def test_two_play_a_whole_duel_on_one_device(visit: Visit) -> None:
    """Nothing is hidden in the duel: the device passes from hand to hand without a curtain, to the result by name."""
    page = visit()
    lay(page, "duel", ["Ala", "Ola"])
    dice = random.Random(3)
    movers = []
    for _ in range(400):
        now = look(page)
        if now["over"]:
            break
        if now["live"] and now["actions"]:
            movers.append(page.locator("[data-seat].turn").get_attribute("data-seat"))
            touch(page, "action", dice.choice([a for a in now["actions"] if a != "resign"] or now["actions"]))
        elif now["live"] and now["steps"]:
            touch(page, "step", dice.choice(now["steps"]))
        else:
            ready(page, ("resign",))
    assert {"0", "1"} == set(movers)
    expect(page.locator("[data-result] h3")).to_contain_text("la wins")


def test_an_undo_takes_back_the_move_of_the_one_before(visit: Visit) -> None:
    """On one device the move that was just made can be taken back, though it is the other's turn."""
    page = visit()
    names = ["Ala", "Ola"]
    lay(page, "duel", names)
    ready(page, ("resign",))
    while look(page)["n"] < 2:
        now = look(page)
        mover = int(page.locator("[data-seat].turn").get_attribute("data-seat") or "-1")
        kind = "action" if now["actions"] else "step"
        touch(page, kind, (now["actions"] or now["steps"])[0])
        if kind == "action":
            moved(page, now["n"])
        ready(page, ("resign",))
    page.locator("[data-undo]").click()
    expect(page.locator("[data-news]")).to_contain_text(names[1 - mover])  # who holds the device now takes it back


def test_a_curtain_falls_between_hands_and_windows_are_asked_one_by_one(visit: Visit) -> None:
    """Unstable by four on one device: nobody sees another's hand, and each is asked in a window, whatever is held."""
    page = visit()
    heard = frames(page)
    lay(page, "unstable", ["Ala", "Ola", "Ela", "Iga"])
    assert all(m["view"]["seat"] is None for m in heard if m["t"] == "show"), "no hand before the curtain is lifted"
    expect(page.locator("[data-curtain]")).to_contain_text("Hand it to")
    page.locator("[data-lift]:not(.main)").first.click()
    page.wait_for_selector(".stable.mine")
    settle(page)
    expect(page.locator("[data-curtain]")).to_have_count(0)  # who only looks is not hurried
    page.locator("[data-hand]").click()
    assert axe(page) == []
    first = lift(page)
    dice = random.Random(5)
    lifted = [first]
    windows: set[int] = set()
    for _ in range(120):
        page.wait_for_function(READY, timeout=60_000)
        if page.locator("[data-curtain]").count():
            assert page.locator(".hand").count() == 0
            lifted.append(lift(page))
            continue
        now = look(page)
        if now["over"] or len(windows) >= 3:
            break
        if "pass" in now["actions"]:
            windows.add(lifted[-1])
            touch(page, "action", "pass")
        else:
            plays = [a for a in now["actions"] if a.startswith("play ")]
            lifts = [] if plays else [s for s in now["steps"] if s.startswith("lift ")]
            kind = "step" if lifts else "action" if now["actions"] else "step"
            touch(page, kind, dice.choice(lifts or plays or now["actions"] or now["steps"]))
        settle(page)
    assert len(windows) >= 3
    page.reload()
    expect(page.locator("[data-curtain]")).to_be_visible()


READY = """() => {
  if (document.querySelector('[data-curtain] .main, [data-result]')) return true;
  const table = document.querySelector('[data-n]');
  return table?.dataset.live === 'true' && document.querySelector('[data-action].lit, [data-step]') !== null;
}"""


def go_round(page: Page, moves: int) -> list[int]:
    """Play so many moves at random, lifting the curtain for whoever is named; who lifted it."""
    dice, lifted = random.Random(7), []
    for _ in range(200):
        page.wait_for_function(READY, timeout=60_000)
        if page.locator("[data-curtain] .main").count():
            lifted.append(lift(page))
            continue
        now = look(page)
        if moves == 0 or now["over"]:
            return lifted
        actions = [a for a in now["actions"] if a != "resign"]
        touch(page, "action" if actions else "step", dice.choice(actions or now["steps"]))
        moves -= bool(actions)
        settle(page)
    raise AssertionError("it did not go on")


@pytest.mark.parametrize(("game", "names"), [("clovers", ["Ala", "Ola"]), ("fever", ["Ala", "Ola", "Ela", "Iga"])])
def test_other_games_go_round_too(visit: Visit, game: str, names: list[str]) -> None:
    """In clovers nothing is hidden and no curtain falls; in fever everybody's magic is behind it."""
    page = visit(lang="pl")
    lay(page, game, names)
    lifted = go_round(page, 9)
    assert (lifted == []) == (game == "clovers")
    assert len(set(lifted)) == (0 if game == "clovers" else 4)


def test_somebody_joins_on_a_device_of_their_own(visit: Visit) -> None:
    """Two share a tablet, a third takes the open seat on a phone; each device is asked for its own."""
    tablet, phone = visit(), visit(size="phone")
    tablet.locator("[data-invite=unstable]").click()
    tablet.locator("[data-here]").first.click()
    tablet.locator(".add input").fill("Ola")
    tablet.locator(".add button").click()
    expect(tablet.locator(".chair.you")).to_have_count(1)
    phone.goto(tablet.url)
    phone.locator("[data-sit]").first.click()
    expect(phone.locator(".chair.you")).to_have_count(1)
    tablet.locator("[data-start]").click()
    phone.wait_for_selector("[data-live=true] .hand")
    expect(phone.locator("[data-curtain]")).to_have_count(0)
    tablet.locator("[data-hand], [data-curtain]").first.wait_for()


def test_a_code_is_typed_on_the_front_page(visit: Visit) -> None:
    """The six letters of the invitation lead another guest to the table; wrong ones are answered by a sentence."""
    host = visit()
    host.locator("[data-invite=duel]").click()
    code = host.locator("[data-code]").get_attribute("data-code") or ""
    assert len(code) == 6
    friend = visit(lang="pl")
    friend.locator("[data-join]").fill("abcdef")
    friend.locator("[data-join]").press("Enter")
    expect(friend.locator("[data-lost]")).to_contain_text("kodem")
    friend.locator("[data-join]").fill(code.lower())
    friend.locator("[data-join]").press("Enter")
    expect(friend.locator("[data-sit]").first).to_be_visible()
    friend.goto(f"/t/{code}")
    expect(friend.locator("[data-sit]").first).to_be_visible()


def test_a_television_shows_the_table_and_how_to_join(visit: Visit) -> None:
    """The screen shows code and board, nothing of the one who opened it, and nothing can be touched on it."""
    page = visit()
    page.locator("[data-now=unstable]").click()
    page.wait_for_selector("[data-live=true] .hand")
    table = page.url.rsplit("/", 1)[1]
    tv = visit(guest=page, path=f"/tv/{table}")
    expect(tv.locator("[data-code]")).to_have_attribute("data-code", page_code(page, table))
    expect(tv.locator(".room")).to_have_attribute("inert", "")
    assert tv.locator("[data-action].lit").count() == 0
    assert axe(tv) == []
    height = tv.evaluate("document.documentElement.scrollHeight - innerHeight")
    assert height <= 0, "it fits the screen"


# the letters of the code, the square beside them and the box around both
CODE = """() => {
  const code = document.createRange();
  code.selectNodeContents(document.querySelector('[data-code]'));
  const boxes = [code, document.querySelector('.join svg'), document.querySelector('.join')];
  return boxes.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right]);
}"""


def test_a_television_waits_with_the_code_in_sight(visit: Visit) -> None:
    """Before the start the square does not cover the six letters, whatever the screen."""
    page = visit()
    page.locator("[data-invite=unstable]").click()
    page.wait_for_selector(".lobby")
    tv = visit(guest=page, path=f"/tv/{page.url.rsplit('/', 1)[1]}")
    tv.wait_for_selector("[data-tv=waiting] .join svg")
    for width, height in ((1280, 720), (1366, 768), (1920, 1080), (3840, 2160), (390, 844)):
        tv.set_viewport_size({"width": width, "height": height})
        settle(tv)
        code, square, box = tv.evaluate(CODE)
        assert code[1] <= square[0], (width, "the code is covered")
        assert code[0] >= box[0]
        assert square[1] <= box[1] <= width


def page_code(page: Page, table: str) -> str:
    return str(page.evaluate("(id) => fetch(`/api/tables/${id}`).then((r) => r.json()).then((t) => t.code)", table))
