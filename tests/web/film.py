"""The races of a whole match of fever as they are watched, and how long each took by the clock: `make film`.

The match is played by bots with a fixed seed, the page is the real one, staged, at the usual pace. The film in
`docs/screens` is an animated WebP of what changed from picture to picture.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from stajnia.bots.bot import Budget, bot
from stajnia.core.game import Event
from stajnia.core.match import Match
from tests.web.conftest import CHROMIUM, FLAGS
from tests.web.record_races import RUNS
from tests.web.sheets import SCREENS
from tests.web.staged import Stage, stage

SEED, SEATS = 7, 4
WIDE, HIGH = 360, 225
APART = 0.6  # s between two pictures
LARGEST = 1_000_000  # bytes of the film


class Step(NamedTuple):
    """A move by which a race is run: the state before it, after it, and what is told of it."""

    before: Any
    after: Any
    events: Sequence[Event]


class Picture(NamedTuple):
    """What changed since the picture before: where, for how many ms it stands, and a still WebP of it."""

    left: int
    top: int
    wide: int
    high: int
    ms: int
    still: bytes


def steps() -> Iterator[Step]:
    match, rng, choose = Match.start("fever", SEATS, seed=SEED), Random(SEED), bot("fever", "greedy")
    while match.to_act:
        seat, before = match.to_act[0], match.state.copy()
        events = match.play(seat, choose(match.view(seat), match.legal(seat), rng, Budget(simulations=1)))
        if any(e.kind in RUNS or e.kind == "finish_why" for e in events):
            yield Step(before, match.state.copy(), events)


# when each race began, when what it brought was told, and when it was over
WATCH = """() => {
  window.races = {};
  let last = null;
  new MutationObserver(() => {
    const race = document.querySelector('.race');
    const now = performance.now();
    if (race) {
      const one = (window.races[race.dataset.race] ??= { ran: 0, told: 0 });
      if (last) one[last.stage === 'payout' ? 'told' : 'ran'] += now - last.at;
      last = { at: now, stage: race.dataset.stage, one };
    } else if (last) {
      last.one[last.stage === 'payout' ? 'told' : 'ran'] += now - last.at;
      last = null;
    }
  }).observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true});
}"""


def watched(one: Stage) -> list[tuple[float, str]]:
    """Every race to its end; the pictures taken meanwhile, each with its moment."""
    taken: list[tuple[float, str]] = []
    camera = one.page.context.new_cdp_session(one.page)

    def keep(frame: dict[str, Any]) -> None:
        at = frame["metadata"]["timestamp"]
        if not taken or at - taken[-1][0] >= APART:
            taken.append((at, frame["data"]))
        camera.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    camera.on("Page.screencastFrame", keep)
    one.page.evaluate(WATCH)
    for step in steps():
        one.show(step.before)
        one.page.wait_for_selector(f"[data-n='{one.n}'][data-live=true]")
        how = {"format": "jpeg", "quality": 90, "maxWidth": WIDE * 2, "maxHeight": HIGH * 2}
        camera.send("Page.startScreencast", how)
        one.show(step.after, step.events)
        one.page.wait_for_selector("dialog .race")
        one.page.wait_for_selector("dialog .race", state="detached", timeout=60_000)
        camera.send("Page.stopScreencast")
    return taken


# draw a picture, and give back what of it is new
DRAW = """async ([data, quality]) => {
  const image = new Image();
  image.src = `data:image/jpeg;base64,${data}`;
  await image.decode();
  film.imageSmoothingQuality = 'high';
  film.drawImage(image, 0, 0, film.canvas.width, film.canvas.height);
  const { width, height } = film.canvas;
  const now = film.getImageData(0, 0, width, height).data;
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0, k = 0; y < height; y++) for (let x = 0; x < width; x++, k += 4) {
    const by = (n) => Math.abs(now[k + n] - was[k + n]);
    if (was && by(0) + by(1) + by(2) < 40) continue;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  if (right < left) return null;
  globalThis.was = now;
  left -= left % 2;
  top -= top % 2;
  part.canvas.width = right - left + 1;
  part.canvas.height = bottom - top + 1;
  part.drawImage(film.canvas, -left, -top);
  const still = part.canvas.toDataURL('image/webp', quality).split(',')[1];
  return [left, top, part.canvas.width, part.canvas.height, still];
}"""


def drawn(
    page: Page, taken: Sequence[tuple[float, str]], quality: float, size: tuple[int, int] = (WIDE, HIGH)
) -> list[Picture]:
    page.evaluate(
        """([width, height]) => {
          const how = { alpha: false, willReadFrequently: true };
          const one = () => document.createElement('canvas').getContext('2d', how);
          globalThis.film = one();
          globalThis.part = one();
          globalThis.was = null;
          Object.assign(film.canvas, { width, height });
        }""",
        size,
    )
    found: list[Picture] = []
    for (at, data), (later, _) in zip(taken, [*taken[1:], (taken[-1][0] + 1, "")], strict=True):
        ms = round(min(later - at, 2) * 1000)
        made = page.evaluate(DRAW, [data, quality])
        if made:
            left, top, wide, high, still = made
            found.append(Picture(left, top, wide, high, ms, base64.b64decode(still)))
        elif found:
            found[-1] = found[-1]._replace(ms=found[-1].ms + ms)
    return found


def chunk(name: bytes, data: bytes) -> bytes:
    return name + len(data).to_bytes(4, "little") + data + b"\0" * (len(data) % 2)


def bare(still: bytes) -> bytes:
    """The picture of a still WebP alone, without the colour profile that Chromium adds."""
    found, at = b"", 12
    while at < len(still):
        after = at + 8 + int.from_bytes(still[at + 4 : at + 8], "little")
        after += after % 2
        if still[at : at + 4] in (b"VP8 ", b"VP8L"):
            found += still[at:after]
        at = after
    return found


def number(n: int) -> bytes:
    return n.to_bytes(3, "little")


def animated(pictures: Sequence[Picture], size: tuple[int, int] = (WIDE, HIGH)) -> bytes:
    """The pictures as one animated WebP (RFC 9649); each stays under the next."""
    parts = [
        chunk(b"VP8X", b"\x02\0\0\0" + number(size[0] - 1) + number(size[1] - 1)),
        chunk(b"ANIM", bytes(4) + bytes(2)),
    ]
    for one in pictures:
        where = number(one.left // 2) + number(one.top // 2) + number(one.wide - 1) + number(one.high - 1)
        parts.append(chunk(b"ANMF", where + number(one.ms) + b"\x02" + bare(one.still)))
    return chunk(b"RIFF", b"WEBP" + b"".join(parts))


def make(browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB", color_scheme="dark")
    first = next(steps())
    one = stage(context.new_page(), "fever", first.before, seats=SEATS)
    taken = watched(one)
    for race, took in one.page.evaluate("window.races").items():
        print(f"race {race}: run in {took['ran'] / 1000:.1f} s, told in {took['told'] / 1000:.1f} s", flush=True)
    context.close()
    page = browser.new_page()
    for every, quality in ((1, 0.4), (1, 0.2), (2, 0.4), (2, 0.2), (3, 0.2)):  # rather coarse than jerky
        film = animated(drawn(page, taken[::every], quality))
        if len(film) <= LARGEST:
            break
    else:
        raise SystemExit(f"the film has {len(film)} bytes, which is more than {LARGEST}")
    page.close()
    SCREENS.mkdir(exist_ok=True)
    (SCREENS / "fever-races.webp").write_bytes(film)
    print(f"docs/screens/fever-races.webp: {len(taken)} pictures, {len(film)} bytes")


def main() -> None:
    with sync_playwright() as p:
        browser = p.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        make(browser)
        browser.close()


if __name__ == "__main__":
    main()
