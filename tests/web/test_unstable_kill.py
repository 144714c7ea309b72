"""The server is killed in the middle of a response window, and the game goes on in the browser."""

from __future__ import annotations

from playwright.sync_api import expect

from stajnia import replay
from tests.web.conftest import Server, Visit, look, moved, sit_down
from tests.web.test_table import DRIVE
from tests.web.test_unstable_page import play_until


def test_killed_in_a_window(visit: Visit, own_server: Server) -> None:
    """SIGKILL while a played card waits for answers: the same window is open again, and nothing is lost or doubled."""
    page = visit(at=own_server)
    sit_down(page, "unstable")
    answer = page.locator("[data-prompt] [data-action=neigh].lit")
    play_until(page, lambda: answer.count() > 0, seed=4)
    told = page.locator("aside ol li").all_inner_texts()
    own_server.kill()
    page.wait_for_selector("[data-connection=lost]")
    own_server.start()
    page.wait_for_selector("[data-connection=open]", state="attached", timeout=30_000)
    expect(answer).to_have_count(1)  # the same question again, and the card still in the hand
    n = look(page)["n"]
    answer.click()
    moved(page, n)
    other = visit(guest=page, at=own_server, path="/settings")
    page.bring_to_front()
    other.evaluate(DRIVE, [page.url.rsplit("/", 1)[1], False, False])  # the rest at the pace of bots
    expect(page.locator("[data-result]")).to_be_visible(timeout=300_000)  # hundreds of shows are drawn on the way
    after = page.locator("aside ol li").all_inner_texts()
    whole = len(told) - 1  # the turn that was interrupted has been told further
    assert whole > 0
    assert after[:whole] == told[:whole]
    record = page.evaluate("async () => (await fetch(`/api/tables/${location.pathname.split('/')[2]}/record`)).text()")
    match = replay(record)  # raises when a move was lost or stands twice
    assert match.outcome is not None
    assert sum(1 for seat, text in match.record.moves if seat == 0 and text == "neigh") >= 1
