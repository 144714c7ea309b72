"""What lies in deploy/ fits the server: its commands are ours, its figures are those that are told."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

from tests.server.figures import figures
from tests.server.pages import served
from tests.texts.test_code_blocks import read_command

DEPLOY = Path(__file__).parents[2] / "deploy"
FIGURE = re.compile(r"\bstajnia_\w+")


def asked_for() -> set[str]:
    """The figures that the dashboard and the alerts are made of."""
    board = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))
    wanted = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    for group in yaml.safe_load((DEPLOY / "alerts.yml").read_text("utf-8"))["groups"]:
        wanted += [rule["expr"] for rule in group["rules"]]
        assert all(rule["annotations"]["summary"] for rule in group["rules"])
    return {figure for each in wanted for figure in FIGURE.findall(each)}


def test_dashboard_and_alerts_know_every_figure(tmp_path: Path) -> None:
    """Each is told by a running server, and each that it tells is on the dashboard or in an alert."""
    with served(tmp_path / "house.db", metrics=str(tmp_path / "m")):
        names = {name.partition("{")[0] for name in figures(str(tmp_path / "m"))}
    assert asked_for() <= names
    plain = {re.sub(r"_(bucket|sum|count)$", "", name) for name in names}
    assert plain == {re.sub(r"_(bucket|sum|count)$", "", name) for name in asked_for()}


def test_commands_of_the_units_are_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our own parser reads what the service, the backup and the container run."""
    for unit in ("stajnia.service", "stajnia-backup.service"):
        line = re.search(r"^ExecStart=(.*)$", (DEPLOY / unit).read_text("utf-8"), re.M)
        assert line
        command = re.sub(r"^/bin/sh -c 'exec (.*)'$", r"\1", line[1]).replace("$$", "$")
        read_command(command, monkeypatch)
    run = re.search(r"^CMD (.*)$", (DEPLOY / "Containerfile").read_text("utf-8"), re.M)
    assert run
    read_command("stajnia " + " ".join(json.loads(run[1])), monkeypatch)
