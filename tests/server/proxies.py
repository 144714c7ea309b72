"""A real server, then a house of two, behind nginx and Caddy with TLS, as deploy/ and docs/ tell: `make proxies`."""

from __future__ import annotations

import asyncio
import json
import os
import re
import ssl
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from functools import partial
from itertools import product, takewhile
from pathlib import Path

import httpx
from websockets.asyncio.client import connect

from tests.held_port import HeldPort
from tests.server.databases import fresh_database, postgres
from tests.server.houses import house_of
from tests.server.pages import Person, Served, served

DEPLOY = Path(__file__).parents[2] / "deploy"
SCALING = Path(__file__).parents[2] / "docs" / "scaling.md"
HOST = "localhost"
TABLES, PAGES = 16, 3
Proxy = Callable[[Path, int, Sequence[int], str], list[str]]  # folder, port, the processes' ports, prefix


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for this machine alone, signed by itself."""
    pem, key = folder / "here.pem", folder / "here.key"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={HOST}"]
    names = ["-addext", f"subjectAltName=DNS:{HOST}", "-keyout", str(key), "-out", str(pem)]
    subprocess.run([*made, *names], check=True, capture_output=True)
    return pem, key


def block(page: Path, after: str) -> str:
    """The first indented block of a page after these words."""
    lines = page.read_text("utf-8").partition(after)[2].splitlines()[1:]
    return "\n".join(takewhile(lambda line: not line or line.startswith("    "), lines)) + "\n"


def several(text: str, ports: Sequence[int]) -> str:
    """With our processes in place of those of docs/scaling.md."""
    for address, port in zip(("10.0.0.5:8642", "10.0.0.6:8642"), ports, strict=True):
        assert address in text
        text = text.replace(address, f"127.0.0.1:{port}")
    return text


def nginx(folder: Path, port: int, ports: Sequence[int], prefix: str) -> list[str]:
    """The command that runs nginx with our site, on another port and with another certificate."""
    pem, key = certificate(folder)
    site = (DEPLOY / "nginx.conf").read_text("utf-8").replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    if len(ports) > 1:
        site = several(block(SCALING, "\nnginx ("), ports) + site.replace("http://127.0.0.1:8642", "http://stajnia")
    site = site.replace("127.0.0.1:8642", f"127.0.0.1:{ports[0]}")
    site = re.sub(r"(ssl_certificate +)\S+;", rf"\1{pem};", site)
    site = re.sub(r"(ssl_certificate_key +)\S+;", rf"\1{key};", site).replace("games.example.org", HOST)
    site = site.replace("location / {", f"location {prefix}/ {{")
    paths = "".join(f"{kind}_temp_path {folder};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    head = f"daemon off; pid {folder}/pid; error_log {folder}/log;\nevents {{}}\n"
    (folder / "nginx.conf").write_text(f"{head}http {{\naccess_log off;\n{paths}{site}}}\n", "utf-8")
    return ["nginx", "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, port: int, ports: Sequence[int], prefix: str) -> list[str]:
    pem, key = certificate(folder)
    site = (DEPLOY / "Caddyfile").read_text("utf-8")
    if len(ports) > 1:
        site = site.replace("\treverse_proxy 127.0.0.1:8642\n", several(block(SCALING, "\nCaddy"), ports))
    site = site.replace("127.0.0.1:8642", f"127.0.0.1:{ports[0]}")
    if prefix:  # as docs/hosting.md tells it
        site = site.replace("reverse_proxy", f"redir {prefix} {prefix}/\n\thandle {prefix}/* {{\n\treverse_proxy")
        site = site.rstrip() + "\n}\n"
    site = site.replace("games.example.org {", f"https://{HOST}:{port} {{\n\ttls {pem} {key}")
    (folder / "Caddyfile").write_text("{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + site, "utf-8")
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


class EndedError(Exception):
    """The proxy did not start: somebody took its port meanwhile, or it does not like what it was told."""


@contextmanager
def running(command: list[str], port: int, folder: Path) -> Iterator[None]:
    environment = os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as proxy:
        try:
            for _ in range(200):
                if proxy.poll() is not None:
                    raise EndedError(command)
                try:
                    httpx.get(f"https://{HOST}:{port}/healthz", verify=False)
                    break
                except httpx.TransportError:
                    time.sleep(0.05)
            yield
        finally:
            proxy.terminate()


def visit(port: int, house: Served, prefix: str) -> None:
    """The page, a guest whose cookie is for TLS alone, a match over the socket, and an address that is told."""
    url = f"https://{HOST}:{port}"
    with httpx.Client(base_url=url + prefix, verify=False) as browser:
        assert "<title>" in browser.get("/").text
        made = browser.post("/api/me", json={"name": "Ala"}, headers={"origin": url})
        assert made.status_code == 200, made.text
        assert "secure" in made.headers["set-cookie"].lower()
        seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
        table = browser.post("/api/tables", json={"game": "duel", "seats": seats, "start": True}).json()["id"]
        foreign = browser.post("/api/me", json={"name": "Eve"}, headers={"origin": "https://elsewhere.example"})
        assert foreign.status_code == 403
        cookie = f"stajnia={browser.cookies['stajnia']}"
    asyncio.run(play(url.replace("https", "wss") + prefix + "/ws", cookie, url, table))
    person = Person(house, "Ola")
    assert person.get(f"/api/tables/{table}")["state"] == "over"


async def play(address: str, cookie: str, origin: str, table: str) -> None:
    trust = ssl.create_default_context()
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
    headers = {"Cookie": cookie}
    async with connect(address, ssl=trust, additional_headers=headers, origin=origin, max_size=None) as line:  # type: ignore[arg-type]
        await line.send(json.dumps({"t": "hello", "table": table}))
        async for text in line:
            m = json.loads(text)
            if m["t"] == "show" and m["result"]:
                return
            if m["t"] == "show" and m["legal"]:
                await line.send(json.dumps({"t": "play", "id": f"m{m['n']}", "n": m["n"], "a": m["legal"][0]}))


async def doors(address: str, cookie: str, tables: Sequence[str], counts: Sequence[Path]) -> list[int]:
    """The process that each of these tables leads to; all who come to one table must come to the same."""
    trust = ssl.create_default_context()
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
    found = []
    for table in tables:
        before = [sockets(count) for count in counts]
        async with AsyncExitStack() as pages:
            for _ in range(PAGES):
                page = await pages.enter_async_context(
                    connect(f"{address}/ws/{table}", ssl=trust, additional_headers={"Cookie": cookie}, compression=None)
                )
                await page.send('{"t":"ping"}')
                await page.recv()
            more = [sockets(count) - was for count, was in zip(counts, before, strict=True)]
        assert sorted(more)[:-1] == [0] * (len(counts) - 1), f"pages of one table came to several processes: {more}"
        found.append(more.index(PAGES))
        for count, was in zip(counts, before, strict=True):
            while sockets(count) != was:
                await asyncio.sleep(0.01)
    return found


def sockets(count: Path) -> int:
    """How many a process has, by its own figures."""
    with httpx.Client(transport=httpx.HTTPTransport(uds=str(count))) as asked:
        found = re.search(r"^stajnia_sockets (\d+)", asked.get("http://here/metrics").text, re.MULTILINE)
    assert found is not None
    return int(found[1])


def house_behind(proxy: Proxy, folder: Path, url: str) -> None:
    """Each table has a door, both processes are doors, and the tables of one that was killed have the other."""
    with house_of(url, 2) as house:
        counts = [folder / f"figures{n}" for n in range(2)]
        for process, count in zip(house.processes, counts, strict=True):
            process.stop()
            process.start(metrics=str(count))
        cookie = Person(house.processes[0], "Ala").cookie

        def visit(port: int) -> None:
            come = partial(doors, f"wss://{HOST}:{port}", cookie, [f"table{n}" for n in range(TABLES)])
            found = asyncio.run(come(counts))
            assert set(found) == {0, 1}, found
            assert asyncio.run(come(counts)) == found
            house.processes[0].kill()
            assert asyncio.run(come(counts[1:])) == [0] * TABLES

        at_a_port(proxy, folder, [process.port for process in house.processes], "", visit)


def at_a_port(proxy: Proxy, folder: Path, ports: Sequence[int], prefix: str, visit: Callable[[int], None]) -> None:
    """A visit through the proxy, on another port where somebody was quicker: a proxy cannot choose one by itself."""
    for tries in range(5):
        held = HeldPort()
        held.close()
        try:
            with running(proxy(folder, held.number, ports, prefix), held.number, folder):
                visit(held.number)
                return
        except EndedError:
            if tries == 4:
                raise


def main() -> None:
    for proxy, prefix in product((nginx, caddy), ("", "/games")):
        with tempfile.TemporaryDirectory() as kept, served(Path(kept) / "house.db", prefix=prefix) as house:
            at_a_port(proxy, Path(kept), [house.port], prefix, partial(visit, house=house, prefix=prefix))
        where = f" under {prefix}" if prefix else ""
        print(f"{proxy.__name__}{where}: page, cookie for TLS alone, a match over the socket, foreign origins refused")
    with postgres() as url:
        for proxy in (nginx, caddy):
            with tempfile.TemporaryDirectory() as kept:
                house_behind(proxy, Path(kept), fresh_database(url))
            print(f"{proxy.__name__} before a house of two: a table has one door, and another when that is killed")


if __name__ == "__main__":
    main()
