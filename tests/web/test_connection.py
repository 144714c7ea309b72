"""A table over a bad connection: answers that come late or never, tabs that sleep, a server that begins again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.web.conftest import SIT, Visit, look, moved, settle, sit_down, touch, wait
from tests.web.test_shell import a_unicorn_each, open_table
from tests.web.test_unstable_page import play_until

MINE = "[data-live=true] [data-action].lit"


class Between:
    """Stands in the page's line: keeps what is said, and may keep back what either side says."""

    def __init__(self, page: Page) -> None:
        self.said: list[dict[str, Any]] = []
        self.lines: list[WebSocketRoute] = []
        self.stop_in: Callable[[dict[str, Any]], bool] = lambda _: False  # said by the page, kept from the server
        self.stop_out: Callable[[dict[str, Any]], bool] = lambda _: False  # the other way
        page.route_web_socket(re.compile("/ws/"), self._lay)

    def _lay(self, line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        self.lines.append(line)

        def from_page(text: str | bytes) -> None:
            message = json.loads(text)
            self.said.append(message)
            if not self.stop_in(message):
                server.send(text)

        def from_server(text: str | bytes) -> None:
            message = json.loads(text)
            if not self.stop_out(message):
                line.send(text)
                self.said.append(message)

        line.on_message(from_page)
        server.on_message(from_server)

    def tell(self, message: dict[str, Any]) -> None:
        """Tell the page something as if the server had."""
        self.lines[-1].send(json.dumps(message))

    def count(self, kind: str) -> int:
        return sum(m["t"] == kind for m in self.said)


def test_a_tab_whose_timers_come_late_keeps_its_line(visit: Visit) -> None:
    """A browser lets a hidden tab's timers run once a minute: that is no silence of the server."""
    page = visit(path="/settings")
    page.clock.install()
    between = Between(page)
    sit_down(page, "duel", 2)
    for _ in range(3):
        pongs = between.count("pong")
        page.clock.fast_forward(60_000)
        wait(page, lambda before=pongs: between.count("pong") > before, "no answer to a ping")  # type: ignore[misc]
    assert len(between.lines) == 1
    page.wait_for_selector("[data-connection=open]", state="attached")


def test_a_dead_line_is_noticed(visit: Visit) -> None:
    """Nothing comes any more and nothing says so: the line is laid anew, and the game goes on."""
    page = visit(path="/settings")
    page.clock.install()
    between = Between(page)
    sit_down(page, "duel", 2)
    page.wait_for_selector(MINE)
    between.stop_in = between.stop_out = lambda _: len(between.lines) == 1
    for _ in range(8):
        page.clock.run_for(2_500)
    wait(page, lambda: len(between.lines) == 2, "no new line was laid")
    n = look(page)["n"]
    page.wait_for_selector(MINE)
    touch(page, "action", look(page)["actions"][0])
    moved(page, n)


def test_a_table_left_while_it_loads_does_not_take_the_line(visit: Visit) -> None:
    """One table answers late, the player has gone to another by then: that one is played on."""
    page = visit(path="/settings")
    first, second = (page.evaluate(SIT, ["duel", 2, "none"]) for _ in range(2))
    held: list[Route] = []
    page.route(f"**/api/tables/{first}", lambda route: held.append(route))
    page.evaluate("localStorage.setItem('stajnia.met', '1')")  # the front page asks for our tables
    page.goto("/")
    page.click(f"a[href='/t/{first}']")
    wait(page, lambda: bool(held), "the first table was not asked for")
    page.go_back()
    page.click(f"a[href='/t/{second}']")
    page.wait_for_selector(MINE)
    with page.expect_event("requestfinished", lambda r: r.url.endswith(first)):
        held[0].continue_()
    settle(page)
    n = look(page)["n"]
    touch(page, "action", look(page)["actions"][0])
    moved(page, n)


def test_words_that_do_not_come_are_asked_for_again(visit: Visit) -> None:
    """One failed request for a game's words does not leave the table blank."""
    page = visit(path="/settings")
    table = page.evaluate(SIT, ["duel", 2, "none"])
    asked: list[str] = []

    def once(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.abort()
        else:
            route.continue_()

    page.route("**/words/en", once)
    page.goto(f"/t/{table}")
    expect(page.locator("main [data-prompt]")).to_be_visible()
    assert len(asked) == 2


def test_standing_orders_are_known_at_once(visit: Visit) -> None:
    """The button is pressed as soon as the server knows, and news about the same show do not take it back."""
    page = visit(path="/settings")
    page.evaluate("localStorage.setItem('stajnia.settings', JSON.stringify({lang: 'en', orders: 'wins'}))")
    between = Between(page)
    sit_down(page, "unstable", 2)
    met = "() => window.met ||= document.querySelector('[data-window=open]') !== null"  # forgotten with a rematch
    draw = page.locator("[data-live=true] [data-action=draw].lit:visible")
    play_until(page, lambda: page.evaluate(met) and draw.count() > 0)
    n = look(page)["n"]
    page.click("[data-more]")
    before = between.count("orders")
    page.click("[data-pass]")
    expect(page.locator("[data-pass]")).to_have_attribute("aria-pressed", "true")
    asked = {"seat": 1, "to": 1, "agreed": []}
    between.tell({"t": "undo", "n": n, "undo": {"free_to": None, "ask_to": None, "asked": asked}})
    expect(page.locator("[data-agree]")).to_be_attached()
    assert look(page)["n"] == n
    greeted = between.count("hello")
    between.tell({"t": "resync"})  # what the page says to this comes after all it had to say to the news
    wait(page, lambda: between.count("hello") > greeted, "the page says nothing")
    last = max(k for k, m in enumerate(between.said) if m["t"] == "hello")
    assert [m["orders"] for m in between.said[:last] if m["t"] == "orders"][before:] == ["pass"]


def test_a_hint_that_comes_late_is_not_shown(visit: Visit) -> None:
    """A hint for the last move says nothing about this one."""
    page = visit(path="/settings")
    between = Between(page)
    late: list[dict[str, Any]] = []
    between.stop_out = lambda m: m["t"] == "hint" and not late.append(m)  # type: ignore[func-returns-value]
    sit_down(page, "duel", 2)
    page.wait_for_selector(MINE)
    page.click("[data-hint]")
    wait(page, lambda: bool(late), "no hint came")
    n = look(page)["n"]
    touch(page, "action", look(page)["actions"][0])
    moved(page, n)
    page.wait_for_selector(MINE)
    page.evaluate(
        """() => new MutationObserver(() => { if (document.querySelector('[data-hinted]')) window.hinted = true; })
                 .observe(document.body, {subtree: true, childList: true})"""
    )
    between.tell(late[0])
    between.tell({"t": "chat", "lines": [{"name": "x", "seat": 1, "text": "now", "at": 1}], "fresh": True})
    expect(page.locator(".unread")).to_have_text("1")  # what came after it has been heard
    assert not page.evaluate("window.hinted")


def test_a_move_lost_with_its_room_is_sent_again(visit: Visit) -> None:
    """The server had to read the table anew and knows nothing of the move: the page says it again, once."""
    page = visit(path="/settings")
    between = Between(page)
    sit_down(page, "duel", 2)
    page.wait_for_selector(MINE)
    between.stop_in = lambda m: m["t"] == "play" and between.count("play") == 1
    n = look(page)["n"]
    touch(page, "action", look(page)["actions"][0])
    wait(page, lambda: between.count("play") == 1, "the move was not said")
    between.tell({"t": "resync"})
    moved(page, n)
    plays = [m for m in between.said if m["t"] == "play"]
    assert len(plays) == 2
    assert plays[0] == plays[1]


SAY = """([table, text]) => new Promise((done) => {
  const ws = new WebSocket(location.origin.replace('http', 'ws') + '/ws');
  ws.onopen = () => {
    ws.send(JSON.stringify({t: 'hello', table}));
    ws.send(JSON.stringify({t: 'chat', id: 'c' + Math.random().toString(36).slice(2), text}));
  };
  ws.onmessage = (e) => { if (JSON.parse(e.data).t === 'ack') { ws.close(); done(true); } };
})"""


def test_lines_said_while_the_line_was_lost_are_unread(visit: Visit) -> None:
    """What was there when we came is not counted, what was said since is, also without a line."""
    host = visit()
    table = open_table(host, "duel").split("/")[-1]
    guest = visit(path=f"/t/{table}")
    guest.click("[data-sit='1']")
    guest.evaluate(SAY, [table, "before"])
    expect(host.locator("[data-kind=person]")).to_have_count(2)
    host.click("[data-start]")
    host.wait_for_selector("[data-live=true]")
    host.reload()
    host.wait_for_selector("[data-n]")
    guest.evaluate(SAY, [table, "one"])
    unread = host.locator(".unread")
    expect(unread).to_have_text("1")
    host.context.set_offline(True)
    host.wait_for_selector("[data-connection=lost]")
    for text in ("two", "three"):
        guest.evaluate(SAY, [table, text])
    host.context.set_offline(False)
    host.wait_for_selector("[data-connection=open]", state="attached")
    expect(unread).to_have_text("3")


def test_a_late_answer_does_not_undo_newer_news(visit: Visit) -> None:
    """The table as it was when something was pressed does not replace what the line has told since."""
    host = visit()
    link = open_table(host, "duel")
    other = visit(guest=host, path=link)
    held: list[tuple[Route, Any]] = []
    host.route("**/seat", lambda route: held.append((route, route.fetch())))
    host.locator("[data-kind=open] button:not([data-here])").click()
    expect(host.locator("[data-kind=bot]")).to_have_count(1)
    other.locator("[data-kind=bot] button").click()
    expect(host.locator("[data-kind=open]")).to_have_count(1)
    route, answer = held[0]
    with host.expect_event("requestfinished", lambda r: r.url.endswith("/seat")):
        route.fulfill(response=answer)
    settle(host)
    expect(host.locator("[data-kind=open]")).to_have_count(1)


def test_a_table_that_could_not_be_left_says_so(visit: Visit) -> None:
    """Closing, leaving and opening a table may fail: the page stays and says why."""
    page = visit()
    open_table(page, "duel")
    page.route("**/close", lambda route: route.abort())
    page.locator(".lobby .row .plain").click()
    expect(page.locator(".lobby [role=alert]")).to_be_visible()
    assert "/t/" in page.url
    sit_down(page, "duel", 2)
    page.route("**/leave", lambda route: route.abort())
    page.click("[data-more]")
    page.click("[data-leave]")
    page.click("[data-leave-now]")
    expect(page.locator("dialog [role=alert]")).to_be_visible()
    assert "/t/" in page.url
    page.goto("/tutorial/duel#999")
    page.route("**/api/tables", lambda route: route.abort())
    page.click("[data-play-now]")
    expect(page.locator("[data-reply=no]")).to_be_visible()


def test_the_focus_stays_near_what_was_pressed(visit: Visit) -> None:
    """Who agrees to an undo by keyboard is led to the prompt, not to the top of the page."""
    asker, other = a_unicorn_each(visit)
    asker.click("[data-undo]")
    other.locator("[data-agree]").focus()
    other.keyboard.press("Enter")
    expect(other.locator("[data-agree]")).to_have_count(0)
    expect(other.locator("[data-prompt]:focus")).to_have_count(1)
