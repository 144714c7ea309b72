"""`stajnia records`: check, gather, take apart, make."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from stajnia.cli import cli
from stajnia.record_files import read_records, schema, write_records
from tests.golden.make_records import FILE

SHORT = [record for record in read_records(FILE) if record.game in ("duel", "clovers")][:4]


def run(*args: object, lang: str = "en") -> Result:
    return CliRunner().invoke(cli, ["--lang", lang, "records", *map(str, args)], prog_name="stajnia")


def test_records_are_gathered_taken_apart_and_gathered_again(tmp_path: Path) -> None:
    """Out of one file into many and back: the same records, each once."""
    apart, one, again = tmp_path / "apart", tmp_path / "one.jsonl", tmp_path / "again.jsonl"
    write_records(one, SHORT)
    assert run("import", one, "--to", apart).exit_code == 0
    assert len(list(apart.iterdir())) == len(SHORT)
    assert f"{len(SHORT)} records" in run("export", apart, one, "--to", again).output
    assert sorted(r.commit for r in read_records(again)) == sorted(r.commit for r in SHORT)
    assert run("check", apart, one).output.strip() == f"{2 * len(SHORT)} records fit, 0 do not."


def test_a_record_that_does_not_fit_is_named(tmp_path: Path) -> None:
    """Its file and line and why, exit code 1; to gather or take apart what is broken is refused."""
    file = tmp_path / "some.jsonl"
    file.write_text(SHORT[0].to_json() + "\n{}\n", "utf-8")
    told = run("check", file)
    assert told.exit_code == 1
    assert f"{file}:2: This is not a record of a match" in told.output
    assert "1 record fits, 1 does not." in told.output
    assert json.loads(run("check", file, "--json").output)["bad"][0]["line"] == 2
    for refused in (run("export", file, "--to", tmp_path / "x"), run("import", file, "--to", tmp_path / "y")):
        assert refused.exit_code == 1
        assert f"{file}:2:" in refused.output
    assert "nie pasuje 1" in run("check", file, lang="pl").output


def test_bots_make_a_set_of_matches_and_go_on_where_they_were(tmp_path: Path) -> None:
    """A file a game; the same command again plays only what is missing."""
    arguments = ("make", tmp_path, "--game", "duel", "--budget", "1", "--jobs", "1", "-n")
    assert run(*arguments, 3).exit_code == 0
    first = (tmp_path / "duel.jsonl").read_bytes()
    assert first.count(b"\n") == 3
    assert run(*arguments, 5).exit_code == 0
    assert (tmp_path / "duel.jsonl").read_bytes().startswith(first)
    assert run("check", tmp_path).output.strip() == "5 records fit, 0 do not."


def test_mistakes_are_one_line(tmp_path: Path) -> None:
    """A file that is not there, a game that is none."""
    assert "nothing.jsonl" in run("check", tmp_path / "nothing.jsonl").output
    refused = run("make", tmp_path / "set", "--game", "chess")
    assert refused.exit_code == 1
    assert "Traceback" not in refused.output


def test_the_schema_is_printed() -> None:
    """As JSON, for programs."""
    assert json.loads(run("schema").output) == schema()
