"""Golden records of every game and variant, the schema that says what a record is, and files of many."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from stajnia.core.record import BadRecord, Record
from stajnia.core.replay import replay
from stajnia.core.verify import verify
from stajnia.games import GAMES
from stajnia.record_files import look_through, read_records, schema, write_records
from tests.contract.drive import cases
from tests.golden.make_records import FILE

GOLDEN = list(read_records(FILE))


def test_every_game_and_variant_has_a_golden_record() -> None:
    """A variant without one was added lately: `python -m tests.golden.make_records` makes it."""
    kept = {(r.game, r.seats, msgspec.json.encode(r.options, order="sorted")) for r in GOLDEN}
    for name, seats, options in cases():
        whole = {o.name: options.get(o.name, o.default) for o in GAMES[name].OPTIONS}
        assert (name, seats, msgspec.json.encode(whole, order="sorted")) in kept, (name, seats, options)


@pytest.mark.parametrize("record", GOLDEN, ids=lambda r: f"{r.game}-{r.seats}-{r.commit[:6]}-{len(r.moves)}")
def test_golden_records_replay_and_are_fair(record: Record) -> None:
    """Every move fits, the outcome is the one that was kept, and chance follows from the seed."""
    assert verify(record).finding == "fair"


def test_golden_records_fit_the_schema() -> None:
    """The schema itself is valid, and every golden record fits it."""
    told = schema()
    jsonschema.Draft202012Validator.check_schema(told)
    check = jsonschema.Draft202012Validator(told)
    for record in GOLDEN:
        check.validate(msgspec.json.decode(record.to_json()))


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"seats": 0},
        {"rules": "1"},
        {"moves": [[-2, "a1"]]},
        {"moves": ["a1"]},
        {"seed": "xyz"},
        {"stajnia": 2},
        {"outcome": {"scores": [1]}},
    ],
)
def test_the_schema_refuses_what_is_no_record(wrong: dict[str, Any]) -> None:
    """A wrong field is enough."""
    plain = msgspec.json.decode(GOLDEN[0].to_json()) | wrong
    assert not jsonschema.Draft202012Validator(schema()).is_valid(plain)


def test_the_schema_in_the_docs_is_the_true_one() -> None:
    """docs/record.schema.json is what `stajnia records schema` prints."""
    file = Path(__file__).parents[2] / "docs" / "record.schema.json"
    assert msgspec.json.decode(file.read_bytes()) == schema()


def test_files_of_one_and_of_many_are_read_alike(tmp_path: Path) -> None:
    """JSON lines, and one record as an object over many lines."""
    many, one = tmp_path / "many.jsonl", tmp_path / "one.json"
    assert write_records(many, GOLDEN[:3]) == 3
    one.write_bytes(msgspec.json.format(GOLDEN[0].to_json().encode(), indent=2))
    assert list(read_records(many)) == GOLDEN[:3]
    assert list(read_records(one)) == GOLDEN[:1]


def test_a_bad_line_is_named_and_the_rest_is_read(tmp_path: Path) -> None:
    """Where a line is broken or does not fit, the others still count; reading strictly stops there."""
    file = tmp_path / "some.jsonl"
    spoiled = GOLDEN[0].to_json().replace(GOLDEN[0].moves[-1][1], "t20", 1)
    file.write_text("\n".join([GOLDEN[0].to_json(), "{nothing", "", spoiled, GOLDEN[1].to_json()]) + "\n", "utf-8")
    found = list(look_through(file, check=True))
    assert [(f.line, f.error is None) for f in found] == [(1, True), (2, False), (4, False), (5, True)]
    with pytest.raises(BadRecord, match="not a record"):
        list(read_records(file))
    assert replay(GOLDEN[1]).outcome
