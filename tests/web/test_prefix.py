"""The page of a server that stands under a path."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.web.conftest import Server, Visit, play_by_clicking


def test_the_page_stands_under_a_path(visit: Visit, built_page: Path, tmp_path: Path) -> None:
    """Every address it asks for and every link it shows is below the path; play, tv, tutorial, invitations, reload."""
    assert built_page.exists()
    server = Server(tmp_path, "/games")
    try:
        page = visit(path="/games/", at=server)
        asked: list[str] = []
        page.on("request", lambda r: asked.append(r.url))
        page.on("websocket", lambda ws: asked.append(ws.url))
        page.locator("[data-tutorial=duel]").click()
        page.wait_for_selector("[data-guide]")
        assert page.url == f"{server.url}/games/tutorial/duel"
        page.go_back()
        page.locator('a[href="/games/rules/duel"]').click()
        expect(page.locator("h1")).to_be_visible()
        page.locator(".brand").click()
        page.wait_for_url(f"{server.url}/games/")
        page.locator("[data-now=duel]").click()
        page.wait_for_url(f"{server.url}/games/t/*")
        play_by_clicking(page, moves=1)
        page.reload()
        play_by_clicking(page, moves=1)
        for href in page.eval_on_selector_all("a[href^='/']", "(all) => all.map((a) => a.getAttribute('href'))"):
            assert href.startswith("/games/"), href
        table = page.url.rsplit("/", 1)[1]
        screen = visit(path=f"/games/tv/{table}", guest=page, at=server)
        expect(screen.locator("main")).to_contain_text("/games")
        wrong = [url for url in asked if "/games/" not in url and not url.startswith(("data:", "blob:"))]
        assert asked
        assert not wrong, wrong
        icon = page.locator('link[rel="icon"]').get_attribute("href")
        assert icon is not None
        assert icon.startswith("/games/icon")
    finally:
        server.stop()
