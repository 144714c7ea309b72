"""Bots think elsewhere: late, broken, dying and cheating ones are replaced, and nobody waits for them."""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import AsyncMock, Mock

import httpx
import msgspec
import pytest

from stajnia.bots.bot import Budget, bot
from stajnia.core.game import CHANCE
from stajnia.core.match import Match
from stajnia.server.app import create_http
from stajnia.server.budgets import ENTRY, UNSEEN, Who
from stajnia.server.thinking import Thoughts, _choose
from stajnia.server.workers import Late, Workers
from tests.server.hand_clock import START
from tests.server.indoors import ALA, BOB, indoors, page, table
from tests.server.pages import PLENTY, Person, served


@pytest.mark.parametrize("level", ["asleep", "broken", "dying", "cheating"])
def test_a_bot_that_fails_is_replaced_by_a_simple_one(tmp_path: Path, level: str) -> None:
    """The match goes on with legal moves, the record tells which were not the bot's own, and the log once."""
    with served(tmp_path / "a.db", bot_deadline=1500) as house:
        ala = Person(house, "Ala")
        table = ala.table("tiny", [f"bot {level}", "bot greedy"], options={"turns": 2})
        page = ala.page(table)
        told: list[Any] = []
        while not page.show["result"]:
            told += page.until("show")["events"]
        assert [e["args"] for e in told if e["kind"] == "table.late"] == [{"seat": 0}], "once a seat and match"
        record = ala.get(f"/api/tables/{table}/record")
        hows = record["notes"]["hows"]
        first = [n for n, (seat, _) in enumerate(record["moves"]) if seat == 0]
        assert any(hows[str(n)] == "late" for n in first)
        assert all(hows[str(n)] == "bot" for n, (seat, _) in enumerate(record["moves"]) if seat == 1)
        log = house.log.read_text()
        assert log.count("seat 0:") == 1
        for said in ("'stop'", "play 9", "on purpose"):
            assert said not in log, "what a bot says may tell what it holds"


def test_the_server_answers_while_bots_think(tmp_path: Path) -> None:
    """While a bot takes a minute, pings and other tables are answered."""
    with served(tmp_path / "a.db", bot_deadline=100_000) as house:
        ala = Person(house, "Ala")
        page = ala.page(ala.table("tiny", ["bot asleep", "me"]))
        began = time.monotonic()
        for _ in range(20):
            page.send("ping")
            page.until("pong")
        ala.page(ala.table("tiny", ["me", "open"])).close()
        assert time.monotonic() - began < 50, "the bot sleeps for a minute"


def test_bots_take_a_natural_moment(tmp_path: Path) -> None:
    """A bot lets a little time pass so that people can follow."""
    with served(tmp_path / "a.db", bot_delay=[300, 400], hand=START) as house:
        ala = Person(house, "Ala")
        page = ala.page(ala.table("duel", ["me", "bot random"], options={"first": "0"}))
        page.play(page.show["legal"][0])
        page.news()  # the bot has begun
        house.advance(299)
        page.news()
        assert page.show["n"] == 2
        house.advance(101)
        while page.show["n"] < 3:
            page.until("show")


@pytest.mark.parametrize(
    ("legal", "sealed", "pauses"), [(["a1", "b1"], False, 1), (["a1"], False, 0), (["pass"], True, 0)]
)
def test_nobody_waits_for_a_move_that_is_forced(legal: list[str], sealed: bool, pauses: int) -> None:
    """One action is played at once; sealed, the bot is asked all the same, so that its time tells nothing."""
    room, live = Mock(), Mock()
    room.settings.bot_delay, room.settings.pause = (500, 1200), AsyncMock()
    room.rooms.budgets.owed.return_value = 0
    room.rooms.workers.choose = AsyncMock(return_value=legal[0])
    live.match.legal.return_value, live.phase.sealed = legal, sealed
    asyncio.run(_choose(room, live, 0, "greedy", "bot"))
    assert room.settings.pause.await_count == pauses
    assert room.rooms.workers.choose.await_count == (len(legal) > 1 or sealed)
    assert room.post.call_args.args[-3:] == (legal[0], "bot", False)


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "The bot found nothing: it was too slow, or it failed."),
        ("pl", "Bot nic nie znalazł: nie zdążył albo zawiódł."),
    ],
)
def test_a_hint_that_is_late_is_refused(tmp_path: Path, lang: str, sentence: str) -> None:
    """Who asked has an answer under the id, in words of the own language, and may ask again."""
    with served(tmp_path / "a.db", bot_deadline=0) as house:
        ala = Person(house, "Ala", lang)
        page = ala.page(ala.table("tiny", ["me"]))
        for _ in range(2):
            answer = page.ask("hint", id="h")
            assert (answer["t"], answer["message"]) == ("refuse", "hint_late")
            assert answer["text"].startswith(sentence)
        assert not any(m["t"] == "error" for m in page.all)


def test_one_guests_bots_hold_up_nobody_elses() -> None:
    """Workers are taken guest by guest: who has a hundred questions waits behind who has one."""
    done: list[str] = []

    async def work() -> None:
        workers = Workers(1, ())
        go = asyncio.Event()

        async def chosen(*args: Any) -> str:
            await go.wait()
            done.append(args[1])
            return "end"

        workers._answer = chosen  # type: ignore[method-assign, assignment]
        many = [asyncio.create_task(workers.choose("", f"e{n}", None, ["end"], 0, 0, "eve")) for n in range(100)]
        await asyncio.sleep(0)
        other = asyncio.create_task(workers.choose("", "a", None, ["end"], 0, 0, "ala"))
        await asyncio.sleep(0)
        go.set()
        await asyncio.gather(*many, other)

    asyncio.run(work())
    assert done.index("a") <= 2


def test_who_has_bots_play_pays_for_what_they_write(tmp_path: Path) -> None:
    """Tables where only bots play use up the host's budget of disk, and the bots wait until there is some again: nobody
    fills the disk by watching."""
    few = {**PLENTY, "disk": [[3_000, 100], None]}
    with served(tmp_path / "a.db", budgets=few, hand=START) as house:
        ala = Person(house, "Ala")
        table = ala.table("tiny", ["bot", "bot"], options={"turns": 10})
        page = ala.page(table)
        while not page.show["result"]:
            house.advance(500)
            page.news()
        entries = page.show["n"]  # each a move of a bot, or several that were turned up together
        assert entries > 10
        assert house.given["hand"] - START >= (entries * ENTRY - 3_000) / 100 * 1000
        refused = ala.http.post("/api/tables", json={"game": "tiny", "seats": [{"kind": "me"}]})
        assert (refused.status_code, refused.json()["message"]["args"]["budget"]) == (429, "disk")


@pytest.mark.usefixtures("offered")
def test_after_a_restart_a_player_who_is_there_pays_for_bots(tmp_path: Path) -> None:
    """The host's address is known when they come back; until then nobody who is away has a budget of their own."""

    async def go() -> None:
        async with indoors(tmp_path / "a.db") as rooms:
            room = await table(rooms, "me", "open", "bot")
            assert room.payer == Who(ALA.id, UNSEEN)
            b, _ = page(rooms, BOB)
            b.who = Who(BOB.id, "1.1.1.1")
            await room.call(room.enter, b, None)
            assert room.payer == b.who
            rooms.budgets.met(Who(ALA.id, "2.2.2.2"))
            assert room.payer == Who(ALA.id, "2.2.2.2")

    asyncio.run(go())


def test_who_asks_why_waits_for_a_worker_only_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such a question holds up a request all the while: where no worker becomes free it is turned away."""
    monkeypatch.setattr("stajnia.server.workers.PATIENCE", 0)

    async def go() -> None:
        workers, free = Workers(1, ()), asyncio.Event()

        async def answered(*_: Any) -> str:
            await free.wait()
            return "end"

        workers._answer = answered  # type: ignore[method-assign, assignment]
        thinks = asyncio.create_task(workers.choose("", "e", None, ["end"], 0, 0, "eve"))
        await asyncio.sleep(0)
        with pytest.raises(Late, match="too many wait"):
            await workers.explain("", "a", None, ["end"], "end", 0, "ala")
        free.set()
        assert await thinks == "end"
        assert (workers.turns.busy, workers.turns.waiting) == (0, 0)

    asyncio.run(go())


def test_nobodys_whys_shut_out_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many one guest asks, the next guest's is the next to be answered; of one guest only a few wait, and the
    rest are told when to come again. Whoever asks for anything else is answered meanwhile."""
    match = Match.start("duel", 2, {"first": "0"}, seed=3)
    match.play(0, match.legal(0)[0])
    match.record.notes["seats"] = ["bot greedy", "person"]
    body, head = match.record.to_json(), {"content-type": "application/json"}
    answered: list[str] = []

    async def go() -> None:
        async with indoors(tmp_path / "a.db") as rooms:
            free = asyncio.Event()

            async def thinks(*_: Any) -> Any:
                await free.wait()
                return []

            monkeypatch.setattr(rooms.workers, "_answer", thinks)
            door = httpx.ASGITransport(create_http(rooms))
            async with (
                httpx.AsyncClient(transport=door, base_url="http://here") as eve,
                httpx.AsyncClient(transport=door, base_url="http://here") as ala,
            ):
                for one in (eve, ala):
                    await one.post("/api/me", json={})
                path = f"/api/records/{(await eve.post('/api/records', content=body, headers=head)).json()['id']}"

                async def why(one: httpx.AsyncClient, name: str) -> httpx.Response:
                    answer = await one.get(f"{path}/why?n=1")
                    if answer.status_code == 200:
                        answered.append(name)
                    return answer

                many = [asyncio.create_task(why(eve, "eve")) for _ in range(8)]
                refused = [await each for each in asyncio.as_completed(many[5:])]
                assert {answer.status_code for answer in refused} == {429}
                assert all(int(answer.headers["retry-after"]) > 0 for answer in refused)
                mine = asyncio.create_task(why(ala, "ala"))
                assert (await eve.get(path)).status_code == 200
                while (rooms.workers.turns.busy, rooms.workers.turns.waiting) != (1, 1):
                    await asyncio.sleep(0)  # until one of eve's is thought about and ala's is next
                free.set()
                await asyncio.gather(mine, *many)
                assert (rooms.thoughtful.busy, rooms.thoughtful.waiting) == (0, 0)

    asyncio.run(go())
    assert answered.index("ala") <= 1
    assert answered.count("eve") == 5


def test_a_bot_that_cannot_say_why_says_when_to_ask_again(tmp_path: Path) -> None:
    """In a sentence and in Retry-After."""
    match = Match.start("duel", 2, {"first": "0"}, seed=3)
    match.play(0, match.legal(0)[0])
    match.record.notes["seats"] = ["bot greedy", "person"]
    with served(tmp_path / "a.db", bot_deadline=0) as house:
        ala = Person(house, "Ala")
        id = ala.post("/api/records", msgspec.json.decode(match.record.to_json()))["id"]
        refused = ala.http.get(f"/api/records/{id}/why?n=1")
        assert (refused.status_code, refused.json()["code"], refused.headers["retry-after"]) == (503, "why_late", "5")
        assert "or it failed" in refused.json()["text"]
        assert "5 seconds may help" in refused.json()["text"]


SLEEPS = (sys.executable, "-c", "import time; time.sleep(600)")  # a worker that never comes up


@pytest.mark.parametrize("given_up", [False, True])
def test_a_worker_that_is_being_started_does_not_outlive_the_server(given_up: bool) -> None:
    """Whether or not who wanted it still waits: when the workers are closed, its start has ended and so has it."""

    async def go() -> None:
        workers = Workers(1, SLEEPS)
        started = asyncio.create_task(workers.warm())
        await asyncio.sleep(0)  # the process is made, its pipes are not
        assert not workers._all
        if given_up:
            started.cancel()
        await workers.close()
        assert started.done()

    asyncio.run(go())
    gc.collect()  # a process that is left would be told of here


def test_a_worker_that_was_killed_is_seen_to_be_gone() -> None:
    """One that gave no answer in time has ended when the workers are closed."""

    async def go() -> None:
        workers = Workers(1, (sys.executable, "-c", "print(end='!', flush=True); import time; time.sleep(600)"))
        with pytest.raises(Late):
            await workers.choose("", "a", None, ["end"], 0, 1, "ala")
        [late] = workers._all
        await workers.close()
        assert late.returncode is not None

    asyncio.run(go())


# a worker that takes the package's files of weights for something else
ALIEN = """
import sys
from stajnia.bots import net
from stajnia.server.workers import main
net.MAGIC = b"another"
main(sys.stdin.buffer, sys.stdout.buffer)
"""


def test_weights_that_are_damaged_are_named_to_the_host(caplog: pytest.LogCaptureFixture) -> None:
    """The log tells which file, and what to do about it: unlike the words of other failures it tells of no hand."""
    match = Match.start("clovers", 2, {"first": "0"}, seed=4)
    match.play(0, "draw")

    async def go() -> None:
        workers = Workers(1, (sys.executable, "-c", ALIEN))
        try:
            await workers.choose("clovers", "best", match.view(0), match.legal(0), 1, 60_000)
        except Late as e:
            Thoughts().fails(0, e, "table")
        finally:
            await workers.close()

    asyncio.run(go())
    why = "weights/clovers-2.net: it is no file of weights; install the package again"
    assert caplog.messages == [f"seat 0: best gave no legal answer: {why}"]


def test_a_server_that_stops_asks_nobody() -> None:
    """Who asks too late is told so at once, and who closes the workers a second time waits for the first."""

    async def go() -> None:
        workers = Workers(1, (sys.executable, "-c", "print(end='!', flush=True); import time; time.sleep(600)"))
        await workers.warm()
        [worker] = workers._all
        first = asyncio.create_task(workers.close())
        await asyncio.sleep(0)
        await workers.close()
        assert worker.returncode is not None
        with pytest.raises(Late):
            await workers.choose("", "a", None, ["end"], 0, 1, "ala")
        await first

    asyncio.run(go())


def test_only_decisions_that_do_not_come_count_as_late() -> None:
    """A bot that cannot say why in time has played long ago: the host's figure is of matches that go on."""

    async def go() -> None:
        workers = Workers(1, ())

        async def started() -> Any:
            return Mock(returncode=None)

        async def silent(*_: Any) -> Any:
            await asyncio.Event().wait()

        workers._start, workers._ask = started, silent  # type: ignore[method-assign, assignment]
        with pytest.raises(Late):
            await workers.explain("", "a", None, ["end"], "end", 1, "ala")
        assert workers.late == 0
        with pytest.raises(Late):
            await workers.choose("", "a", None, ["end"], 0, 1, "ala")
        assert workers.late == 1

    asyncio.run(go())


def test_a_bot_is_asked_why_after_the_game(tmp_path: Path) -> None:
    """Of any move of a bot in a finished match; of people's and chance's moves there is a refusal."""
    match, rng = Match.start("clovers", 2, seed=4), Random(4)
    while match.to_act:
        seat = match.to_act[0]
        match.play(seat, bot("clovers", "greedy")(match.view(seat), match.legal(seat), rng, Budget(simulations=1)))
    match.record.notes["seats"] = ["bot best", "person"]
    moves = match.record.moves
    with served(tmp_path / "a.db") as house:
        ala = Person(house, "Ala")
        id = ala.post("/api/records", msgspec.json.decode(match.record.to_json()))["id"]
        assert ala.get(f"/api/records/{id}/replay")["levels"] == ["best", ""]
        theirs = next(n for n, (seat, _) in enumerate(moves, 1) if seat == 0 and n > 12)
        told = ala.get(f"/api/records/{id}/why?n={theirs}")
        assert told["level"] == "best"
        assert told["because"][0]["id"].startswith("why.")
        match.record.notes["hows"] = {str(theirs - 1): "late"}
        late = ala.post("/api/records", msgspec.json.decode(match.record.to_json()))["id"]
        assert ala.get(f"/api/records/{late}/why?n={theirs}")["because"] == [{"id": "why.late"}]
        for who in (1, CHANCE):
            n = next(n for n, (seat, _) in enumerate(moves, 1) if seat == who)
            assert ala.get(f"/api/records/{id}/why?n={n}", 404)["code"] == "no_bot"
        for n in (0, len(moves) + 1):
            assert ala.get(f"/api/records/{id}/why?n={n}", 404)["code"] == "no_move"
