"""What a seat's moves were worth, over HTTP a few at a time; and how often somebody has played and won."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from stajnia.bots.analysis import Judged, analyse
from stajnia.core.game import Message, Outcome
from stajnia.core.match import Match
from stajnia.core.record import Record
from stajnia.server import analyses, database, workers
from stajnia.server.errors import Refused
from stajnia.server.statistics import counted
from stajnia.server.table_row import Sitter, TableRow, row_values
from stajnia.server.workers import Busy, Late, Workers
from tests.server.indoors import indoors
from tests.server.pages import PLENTY, Person, play_out, served


def duel() -> Record:
    """Some turns of a duel, with a blunder of the first player in the first of them."""
    match = Match.start("duel", 2, {"start": "spread", "first": "0"})
    match.play(0, "a1 b3")
    match.play(0, "a1")
    while len(match.record.moves) < 12:
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    return match.record


def upload(person: Person, record: Record) -> str:
    return str(person.post("/api/records", msgspec.json.decode(record.to_json()))["id"])


def asked(person: Person, id: str, seat: int) -> list[list[dict[str, Any]]]:
    """The answers, one after the other, until there is no more."""
    answers, n = [], 0
    while n is not None:
        answer = person.get(f"/api/records/{id}/analysis?seat={seat}&n={n}")
        answers.append(answer["judged"])
        n = answer["next"]
    return answers


def test_a_seat_is_judged_a_few_moves_at_a_time(tmp_path: Path) -> None:
    """All of it is what the library says; what was judged once comes at once, and takes from no budget."""
    record = duel()
    said = [(x.n, x.expected, x.best, x.better) for x in analyse(record, 0)]
    assert len(said) == 6
    few = {**PLENTY, "analysis": [[6, 0.001], None]}
    with served(tmp_path / "a.db", budgets=few, bot_deadline=60_000) as house:
        ala = Person(house, "Ala")
        id = upload(ala, record)
        answers = asked(ala, id, 0)
        assert [len(each) for each in answers] == [analyses.FRESH, 2]
        found = [x for each in answers for x in each]
        assert [(x["n"], x["expected"], x["best"], x["better"]) for x in found] == said
        assert found[1]["label"] == {"id": "action.token", "args": {"cell": "c3"}}
        assert asked(Person(house, "Bob"), id, 0) == [found]
        refused = ala.http.get(f"/api/records/{id}/analysis?seat=1")
        assert (refused.status_code, refused.json()["message"]["args"]["budget"]) == (429, "analysis")
        assert asked(ala, id, 0) == [found]


def test_what_cannot_be_judged_is_refused_in_words(tmp_path: Path) -> None:
    """No such seat, move or record, no number, a match that goes on: each with its sentence."""
    with served(tmp_path / "a.db") as house:
        ala = Person(house, "Ala")
        id = upload(ala, duel())
        for path, status, code in (
            (f"records/{id}/analysis?seat=2", 404, "no_seat"),
            (f"records/{id}/analysis?seat=0&n=99", 404, "no_move"),
            (f"records/{id}/analysis?seat=x", 422, "bad_body"),
            (f"records/{id}/analysis?n=-1", 422, "bad_body"),
            ("records/nothing/analysis", 404, "no_record"),
            (f"records/{ala.table('duel', ['me', 'bot'])}/analysis", 409, "not_over"),
        ):
            answer = ala.get(f"/api/{path}", status)
            assert (answer["code"], bool(answer["text"])) == (code, True), path


def test_a_judgement_that_does_not_come_holds_up_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody has time it is said; what was judged before stays, what takes too long is left out, and no more is
    kept than there is room for."""
    monkeypatch.setattr(analyses, "KEPT", 3)
    record = duel().to_json().encode()

    async def go() -> None:
        async with indoors(tmp_path / "a.db") as rooms:
            busy: set[int] = {5}

            async def judged(_: str, choice: Any, *__: Any) -> Judged | None:
                if choice.n in busy:
                    raise Busy("none")
                if choice.n == 2:
                    raise Late("none")
                return Judged(choice.n, 0.12345, 0.5, "x", Message("x"))

            async def found(_: Any) -> bytes:
                return record

            monkeypatch.setattr(rooms.workers, "judge", judged)
            monkeypatch.setattr(analyses, "find_record", found)
            call: Any = Called(rooms)
            with pytest.raises(Refused) as refused:
                await analyses.get_analysis(call)
            assert (refused.value.status, refused.value.code) == (503, "analysis_late")
            assert list(rooms.judged) == [("r", 1)], "what failed may go well another time"
            busy.clear()
            answer = await analyses.get_analysis(call)
            assert [(x.n, x.expected) for x in answer.judged] == [(n, 0.1235) for n in (1, 5, 6, 9)], (
                "2 is asked about again"
            )
            assert (len(rooms.judged), answer.next) == (3, 10)

    asyncio.run(go())


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "could not judge these moves"), ("pl", "nie zdołały ocenić tych ruchów")]
)
def test_bots_that_fail_at_all_moves_say_so(tmp_path: Path, lang: str, said: str) -> None:
    """Nothing is left out in silence: a sentence instead of an empty answer, and nothing of it is remembered."""
    with served(tmp_path / "a.db", bot_deadline=0) as house:
        ala = Person(house, "Ala", lang)
        id = upload(ala, duel())
        for _ in range(2):
            answer = ala.get(f"/api/records/{id}/analysis?seat=0", 503)
            assert (answer["code"], said in answer["text"]) == ("analysis_failed", True)


class Called:
    """A call for the first moves of a record, by nobody in particular."""

    lang, whose = "en", ""

    def __init__(self, rooms: Any) -> None:
        self.rooms = rooms

    def path(self, _: str) -> str:
        return "r"

    def number(self, _: str) -> int:
        return 0

    def spend(self, *_: Any) -> None: ...


def test_who_wants_a_judgement_waits_only_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no worker is free for a while, what is asked after a match is turned away."""
    monkeypatch.setattr(workers, "PATIENCE", 0.0)

    async def go() -> None:
        pool, free = Workers(1, ()), asyncio.Event()

        async def answered(*_: Any) -> str:
            await free.wait()
            return "end"

        pool._answer = answered  # type: ignore[method-assign, assignment]
        many = [asyncio.create_task(pool.choose("", "e", None, ["end"], 0, 0, f"g{n}")) for n in range(2)]
        await asyncio.sleep(0)
        choice: Any = None
        with pytest.raises(Busy, match="too many wait"):
            await pool.judge("duel", choice, 0, "ala")
        free.set()
        await asyncio.gather(*many)

    asyncio.run(go())


def test_finished_matches_are_counted(tmp_path: Path) -> None:
    """By game and against whom; a match that goes on does not count, and a stranger is told to come in first."""
    with served(tmp_path / "a.db") as house:
        ala = Person(house, "Ala")
        assert ala.get("/api/me/statistics") == []
        page = ala.page(ala.table("tiny", ["me", "bot random"]))
        ala.table("tiny", ["me", "bot"])
        play_out(page)
        won = 0 in page.show["result"]["winners"]
        line = {"game": "tiny", "against": "bots", "level": "random", "played": 1, "won": int(won)}
        assert ala.get("/api/me/statistics") == [line]
        ala.http.cookies.clear()
        assert ala.get("/api/me/statistics", 401)["code"] == "no_person"


ME, BOB = Sitter("person", "me", "Ala"), Sitter("person", "bob", "Bob")


def test_who_was_played_against(tmp_path: Path) -> None:
    """People, bots of one level, both, nobody; two seats of one device, one's own program and a damaged row do not
    count."""
    easy, hard = Sitter("bot", level="casual"), Sitter("bot", level="best")
    tables = [
        ([ME, BOB], (0,)),
        ([BOB, ME], (0,)),
        ([ME, easy, easy], (0, 1)),
        ([ME, easy, hard], (0,)),
        ([ME, BOB, hard], ()),
        ([ME], (0,)),
        ([ME, ME, BOB], (0,)),
        ([Sitter("person", "me", guest_bot=True), BOB], (0,)),
        ([BOB, easy], (0,)),
    ]

    async def go() -> None:
        async with indoors(tmp_path / "a.db") as rooms:
            ops: list[Any] = []
            for n, (seats, winners) in enumerate(tables):
                result = Outcome((0,) * len(seats), winners, "x")
                head: Any = (f"t{n}", "duel", "", {}, "none", False, True, True, False, "me", "Ala", seats)
                row = TableRow(*(*head, 1, n, 1, "over", None, result))
                ops.append((database.tables.insert(), row_values(row, b"\0" * 32)))
                ops.append((database.sitters.insert(), {"person": "me", "id": row.id}))
            ops.append((sa.update(database.tables).where(database.tables.c.id == "t0"), {"body": "{"}))
            await rooms.store.save(ops=ops[:-1])
            whole = await rooms.store.read(lambda connection: counted(connection, "me"))
            assert [(x.against, x.level, x.played, x.won) for x in whole] == [
                ("alone", "", 1, 1),
                ("bots", "casual", 1, 1),
                ("mixed", "", 2, 1),
                ("people", "", 2, 1),
            ]
            await rooms.store.save(ops=ops[-1:])
            whole = await rooms.store.read(lambda connection: counted(connection, "me"))
            assert [(x.played, x.won) for x in whole if x.against == "people"] == [(1, 0)]

    asyncio.run(go())
