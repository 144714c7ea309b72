"""A real server in a process of its own and Debian's Chromium: what people use, driven as people drive it.

`server` is shared by a test session; `own_server` belongs to one test and may be killed. `visit` opens a page as a new
guest at desktop or phone size, in Polish or English, and fails the test when the page throws, complains on the console
or misses a file of its own. `play_by_clicking` plays any of the games by its board and its buttons.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Response,
    TimeoutError,
    WebSocket,
    expect,
    sync_playwright,
)

from tests.held_port import HeldPort
from tests.server.logs import new_log, secret, secrets_of

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
BUILT = ROOT / "src/stajnia/server/page/index.html"
CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SIZES = {"desktop": (1280, 800), "phone": (390, 844), "narrow": (360, 740), "sideways": (844, 390)}

# bots that answer at once; everything else is what `stajnia serve` runs
SERVE = """
import socket, sys
from stajnia.server.budgets import BUDGETS, Budget
from stajnia.server.run import run
from stajnia.server.settings import Settings
listening = socket.create_server(("127.0.0.1", int(sys.argv[1])))
settings = Settings(db=sys.argv[2], prefix=sys.argv[3], workers=1, bot_delay=(0, 0),
                    window_min={"none": 50, "relaxed": 50, "fast": 50},
                    budgets={name: Budget(None, None) for name in BUDGETS})
run(settings, listening, ready=lambda: print("open", flush=True))
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
    items.sort(
        key=lambda item: Path(__file__).parent in item.path.parents
    )  # last: the browser's event loop would be in others' way


class Server:
    """One running server; it can be killed and started again on the same port and database."""

    def __init__(self, folder: Path, prefix: str = "") -> None:
        self.db = str(folder / "stajnia.db")
        self._held = HeldPort()
        self.url = f"http://localhost:{self._held.number}"
        self.prefix = prefix  # the path under which it stands
        self.process: subprocess.Popen[str] | None = None
        self.log = new_log()
        self.start()

    def start(self) -> None:
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", SERVE, str(self._held.number), self.db, self.prefix],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "open\n", "the server did not open its door"

    def kill(self) -> None:
        """SIGKILL: no word of farewell, nothing is tidied up."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self._ended()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
            self._ended()
        self._held.close()
        secrets_of(self.db)
        print(self.log.read_text(), file=sys.stderr)  # for who looks at a test that failed

    def _ended(self) -> None:
        assert self.process is not None
        assert self.process.stdout is not None
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture(scope="session")
def built_page() -> Path:
    """The page as it is in the sources: built anew when any of them is younger than what the server serves."""
    with (WEB / "build.lock.tmp").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        folders = [*(WEB / "src").rglob("*"), *(WEB / "public").rglob("*"), *(ROOT / "src/stajnia/core").glob("*.json")]
        sources = [p for p in folders if p.is_file()]
        if BUILT.exists() and BUILT.stat().st_mtime > max(p.stat().st_mtime for p in sources):
            return BUILT
        npm = shutil.which("npm")
        assert npm, "the page has to be built first: npm is missing"
        if not (WEB / "node_modules").exists():
            subprocess.run([npm, "ci", "--no-audit", "--no-fund"], cwd=WEB, check=True, capture_output=True)
        subprocess.run([npm, "run", "build"], cwd=WEB, check=True, capture_output=True)
    return BUILT


@pytest.fixture(scope="session")
def server(built_page: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert built_page.exists()
    one = Server(tmp_path_factory.mktemp("server"))
    yield one
    one.stop()


@pytest.fixture
def own_server(built_page: Path, tmp_path: Path) -> Iterator[Server]:
    assert built_page.exists()
    one = Server(tmp_path)
    yield one
    one.stop()


expect.set_options(timeout=30_000)  # how long a busy machine may take; nothing waits longer than it must


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as p:
        chromium = p.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


Visit = Callable[..., Page]

# what Chromium itself says about a refusal by the server or a lost line; the page has its own words for both
EXPECTED = ("Failed to load resource", "WebSocket connection to")


def complain(message: ConsoleMessage, faults: list[str]) -> None:
    if message.type in ("error", "warning") and not message.text.startswith(EXPECTED):
        faults.append(f"{message.type} on the console: {message.text}")


def missing(response: Response, faults: list[str]) -> None:
    if response.status >= 400 and "/api/" not in response.url:
        faults.append(f"{response.status}: {response.url}")


@pytest.fixture
def visit(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """`visit(size="phone", lang="pl", path="/solo")`: a page of a new guest; `guest=page` opens it as the same one."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_page(
        *,
        size: str = "desktop",
        lang: str = "en",
        path: str = "/",
        guest: Page | None = None,
        at: Server | None = None,
        scheme: str = "light",
    ) -> Page:
        here: Server = at or request.getfixturevalue("server")
        if guest is None:
            width, height = SIZES[size]
            context = browser.new_context(
                viewport={"width": width, "height": height},
                locale="pl-PL" if lang == "pl" else "en-GB",
                color_scheme="dark" if scheme == "dark" else "light",
                reduced_motion="reduce",
                has_touch=size != "desktop",
                base_url=here.url,
            )
            contexts.append(context)
        else:
            context = guest.context
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda e: faults.append(f"thrown: {e}"))
        page.on("console", lambda m: complain(m, faults))
        page.on("response", lambda r: missing(r, faults))
        page.goto(path)
        page.wait_for_selector("main")
        return page

    yield open_page
    for context in contexts:
        for cookie in context.cookies():
            secret(cookie.get("value", ""))
        context.close()
    assert faults == []


@pytest.fixture
def window(browser: Browser, built_page: Path) -> Iterator[Callable[[tuple[int, int]], Page]]:
    """A window of this size, without motion."""
    assert built_page.exists()
    contexts = []

    def opened(size: tuple[int, int]) -> Page:
        width, height = size
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale="en-GB",
            reduced_motion="reduce",
            has_touch=min(size) < 500,
        )
        contexts.append(context)
        return context.new_page()

    yield opened
    for context in contexts:
        context.close()


def frames(page: Page) -> list[dict[str, Any]]:
    """A list that fills with every message the server sends to this page from now on."""
    heard: list[dict[str, Any]] = []

    def listen(ws: WebSocket) -> None:
        ws.on("framereceived", lambda text: heard.append(json.loads(text)))

    page.on("websocket", listen)
    return heard


# whether something can be touched: what lies under something else waits
SEEN = """(el) => {
  if (!el.getClientRects().length || el.disabled) return false;
  const { left, top, width, height } = el.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return !hit || el.contains(hit) || hit.contains(el);
}"""
WHAT = f"""() => {{
  const table = document.querySelector('[data-n]');
  const seen = {SEEN};
  const pick = (query, key) => [...document.querySelectorAll(query)].filter(seen).map((el) => el.dataset[key]);
  return {{
    over: document.querySelector('[data-result]') !== null,
    n: table ? Number(table.dataset.n) : -1,
    live: table ? table.dataset.live === 'true' : false,
    actions: pick('[data-action].lit', 'action'),
    steps: pick('[data-step]:not([aria-pressed=true])', 'step'),
  }};
}}"""


def look(page: Page) -> dict[str, Any]:
    """What can be touched now: `actions` and `steps` by their texts, `n` the number of the show, `over`."""
    what: dict[str, Any] = page.evaluate(WHAT)
    return what


def touch(page: Page, kind: str, text: str, patience: float = 30) -> None:
    """Click the element that plays this action or takes this step."""
    found = page.locator(f'[data-{kind}="{text}"]:visible')
    found.first.wait_for()
    found.nth(max(0, found.evaluate_all(f"(all) => all.findIndex({SEEN})"))).click(timeout=1000 * patience)


def wait(page: Page, true: Callable[[], object], why: str, seconds: float = 30) -> None:
    """Wait until something is true that only the test can see."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, why
        page.wait_for_timeout(20)  # meanwhile the test hears what the page says


def settle(page: Page) -> None:
    """All that the page has heard by now has been drawn."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))")


def ready(page: Page, avoid: Sequence[str] = (), steps: str = "", seconds: float = 60) -> None:
    """Wait until there is an action or a step of this kind to touch, or the result."""
    page.wait_for_function(
        f"""([avoid, steps]) => {{
          const now = ({WHAT})();
          const can = now.steps.some((s) => s.startsWith(steps)) || now.actions.some((a) => !avoid.includes(a));
          return now.over || (now.live && can);
        }}""",
        arg=[list(avoid), steps],
        timeout=seconds * 1000,
    )


def moved(page: Page, n: int, seconds: float = 60) -> None:
    """Wait until a later show than `n` is on the screen, or the result."""
    page.wait_for_function(
        "(n) => document.querySelector('[data-result]') || Number(document.querySelector('[data-n]')?.dataset.n) > n",
        arg=n,
        timeout=seconds * 1000,
    )


def play_by_clicking(
    page: Page,
    *,
    seed: int = 1,
    moves: int | None = None,
    avoid: Sequence[str] = ("resign",),
    limit: int = 2000,
    choose: Callable[[list[str]], str] | None = None,
) -> int:
    """Play at random by clicking lit things until the result is on the screen, or for so many moves; how many were."""
    rng = random.Random(seed)
    played = 0
    for _ in range(limit):
        now = look(page)
        if now["over"] or (moves is not None and played >= moves):
            return played
        actions = [a for a in now["actions"] if a not in avoid]
        steps = now["steps"]
        if now["live"] and actions and not (steps and rng.random() < 0.15):
            touch(page, "action", choose(actions) if choose else rng.choice(actions))
            moved(page, now["n"])
            played += 1
        elif now["live"] and steps:
            with contextlib.suppress(TimeoutError):  # what came meanwhile may lie over it: look again
                touch(page, "step", rng.choice(steps), patience=3)
        else:
            ready(page, avoid)
    raise AssertionError(f"the game did not end within {limit} steps")


SIT = """async ([game, seats, clock, options]) => {
  const post = (path, body) => fetch(path, {
    method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body) });
  await post('/api/me', {name: 'Ala', lang: document.documentElement.lang});
  const bots = Array(seats - 1).fill({kind: 'bot', level: 'random'});
  const made = await post('/api/tables', {game, clock, options, seats: [{kind: 'me'}, ...bots], start: true});
  return (await made.json()).id;
}"""


def sit_down(page: Page, game: str, seats: int = 2, clock: str = "none", **options: str) -> None:
    """A table with quick bots, started at once."""
    page.goto(f"/t/{page.evaluate(SIT, [game, seats, clock, options])}")
    page.wait_for_selector("[data-live=true]")


REMATCH = """async () => {
  const path = `/api/tables/${location.pathname.split('/')[2]}/rematch`;
  const made = await fetch(path, {method: 'POST', headers: {'content-type': 'application/json'}, body: '{}'});
  return (await made.json()).id;
}"""


def once_more(page: Page) -> None:
    """A rematch against the same bots: what was waited for may come up in the next match."""
    page.goto(f"/t/{page.evaluate(REMATCH)}")
    page.wait_for_selector("[data-live=true]")


AXE = WEB / "node_modules/axe-core/axe.min.js"


def axe(page: Page) -> list[str]:
    """What axe-core finds on this page that is serious or worse."""
    page.evaluate(AXE.read_text("utf-8"))
    found: dict[str, Any] = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{v['id']}: {v['help']}: {v['nodes'][0]['html'][:160]} {v['nodes'][0].get('failureSummary', '')[:300]}"
        for v in found["violations"]
        if v["impact"] in ("serious", "critical")
    ]
