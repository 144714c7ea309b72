"""A server under a path of a host that has other pages too, whether the proxy takes the path off or not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.pages import Page, Person, Served, served

INDEX = '<meta name="base" content="./" /><script src="./assets/a.js"></script><a href="https://example.org/">'


@pytest.fixture
def below(tmp_path: Path) -> Iterator[Served]:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text(INDEX)
    (page / "assets" / "a.js").write_text("1")
    with served(tmp_path / "a.db", page=str(page), prefix="/games/unicorns", verbose=True) as house:
        yield house


def test_everything_stands_under_the_prefix(below: Served) -> None:
    """The page, its files, requests, sockets, cookies and personal links; other pages of the host get no cookie."""
    ala = Person(below, "Ala", below="/games/unicorns")
    (cookie,) = ala.http.cookies.jar
    assert cookie.path == "/games/unicorns"
    table = ala.table("duel", ["me", "bot"])
    page = ala.page(table)
    assert page.show["n"] == 1
    link = ala.post(f"/api/tables/{table}/link")["url"]
    assert link.startswith("/games/unicorns/link/")
    with httpx.Client(base_url=below.url) as bare:
        assert bare.get(link).status_code == 200
        assert bare.get("/games/unicorns/api/links/" + link.rsplit("/", 1)[1]).json()["name"] == "Ala"
        assert bare.get("/games/unicorns/openapi.json").json()["servers"] == [{"url": "/games/unicorns"}]
        for path in ("/games/unicorns/", f"/games/unicorns/t/{table}", "/games/unicorns/rules/duel"):
            html = bare.get(path).text
            assert 'content="/games/unicorns/"' in html
            assert 'src="/games/unicorns/assets/a.js"' in html
            assert 'href="https://example.org/"' in html
        assert bare.get("/games/unicorns/assets/a.js").text == "1"
        slash = bare.get("/games/unicorns")
        assert (slash.status_code, slash.headers["location"]) == (308, "/games/unicorns/")
    ala.post("/api/me/logout")
    assert not list(ala.http.cookies.jar), "it is taken back where it was given"
    below.stop()
    log = below.log.read_text()
    assert f"/api/tables/{table[:8]}/link" in log
    assert table not in log
    assert link.rsplit("/", 1)[1] not in log


def test_a_proxy_may_take_the_prefix_off(below: Served) -> None:
    """Then the page still asks for what it needs under the prefix."""
    ala = Person(below, "Ala")
    assert ala.http.get("/").text.count("/games/unicorns/") == 2
    assert ala.get("/api/games")


def test_a_cookie_of_the_whole_host_is_not_ours(below: Served) -> None:
    """A browser that has one sends both, that of the nearer path first: over HTTP and to sockets that one counts."""
    ala = Person(below, "Ala", below="/games/unicorns")
    both = f"{ala.cookie}; stajnia=of-the-whole-host"
    assert httpx.get(f"{ala.url}/api/me", headers={"cookie": both}).json()["name"] == "Ala"
    page = Page(ala, Cookie=both)
    page.hello(ala.table("duel", ["me", "bot"]))
    assert page.show["n"] == 1
