"""A real server behind nginx and Caddy with TLS, as deploy/ configures them: `make proxies`."""

from __future__ import annotations

import asyncio
import json
import os
import re
import ssl
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path

import httpx
from websockets.asyncio.client import connect

from tests.held_port import HeldPort
from tests.server.pages import Person, Served, served

DEPLOY = Path(__file__).parents[2] / "deploy"
HOST = "localhost"


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for this machine alone, signed by itself."""
    pem, key = folder / "here.pem", folder / "here.key"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={HOST}"]
    names = ["-addext", f"subjectAltName=DNS:{HOST}", "-keyout", str(key), "-out", str(pem)]
    subprocess.run([*made, *names], check=True, capture_output=True)
    return pem, key


def nginx(folder: Path, port: int, house: int, prefix: str) -> list[str]:
    """The command that runs nginx with our site, on another port and with another certificate."""
    pem, key = certificate(folder)
    site = (DEPLOY / "nginx.conf").read_text("utf-8")
    site = site.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl").replace(
        "127.0.0.1:8642", f"127.0.0.1:{house}"
    )
    site = re.sub(r"(ssl_certificate +)\S+;", rf"\1{pem};", site)
    site = re.sub(r"(ssl_certificate_key +)\S+;", rf"\1{key};", site).replace("games.example.org", HOST)
    site = site.replace("location / {", f"location {prefix}/ {{")
    paths = "".join(f"{kind}_temp_path {folder};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    head = f"daemon off; pid {folder}/pid; error_log {folder}/log;\nevents {{}}\n"
    (folder / "nginx.conf").write_text(f"{head}http {{\naccess_log off;\n{paths}{site}}}\n", "utf-8")
    return ["nginx", "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, port: int, house: int, prefix: str) -> list[str]:
    pem, key = certificate(folder)
    site = (DEPLOY / "Caddyfile").read_text("utf-8").replace("127.0.0.1:8642", f"127.0.0.1:{house}")
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


def behind(proxy: Callable[[Path, int, int, str], list[str]], folder: Path, house: Served, prefix: str) -> None:
    """A visit through the proxy, on another port where somebody was quicker: a proxy cannot choose one by itself."""
    for tries in range(5):
        held = HeldPort()
        held.close()
        try:
            with running(proxy(folder, held.number, house.port, prefix), held.number, folder):
                visit(held.number, house, prefix)
                return
        except EndedError:
            if tries == 4:
                raise


def main() -> None:
    for proxy, prefix in product((nginx, caddy), ("", "/games")):
        with tempfile.TemporaryDirectory() as kept, served(Path(kept) / "house.db", prefix=prefix) as house:
            behind(proxy, Path(kept), house, prefix)
        where = f" under {prefix}" if prefix else ""
        print(f"{proxy.__name__}{where}: page, cookie for TLS alone, a match over the socket, foreign origins refused")


if __name__ == "__main__":
    main()
