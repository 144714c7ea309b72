"""Stajnia: four board games, one engine.

>>> import stajnia
>>> list(stajnia.GAMES)[:4]
['duel', 'clovers', 'fever', 'unstable']
>>> m = stajnia.Match.start("duel", seats=2, options={}, seed=7)
>>> while m.to_act:
...     seat = m.to_act[0]
...     events = m.play(seat, m.legal(seat)[0])
>>> m.outcome.reason
'trapped'
>>> stajnia.replay(m.record.to_json()).outcome == m.outcome
True
"""

from stajnia import compiled

compiled.install()  # before anything that may be compiled is imported

# ruff: noqa: E402
from stajnia.client import connect
from stajnia.core.game import CHANCE, Event, Illegal, Message, Outcome
from stajnia.core.match import Match
from stajnia.core.record import BadRecord, Record
from stajnia.core.replay import replay
from stajnia.core.verify import verify
from stajnia.environments import env, gym_env, parallel_env
from stajnia.forms import json, svg, text
from stajnia.games import GAMES

__all__ = [
    "CHANCE",
    "GAMES",
    "BadRecord",
    "Event",
    "Illegal",
    "Match",
    "Message",
    "Outcome",
    "Record",
    "connect",
    "env",
    "gym_env",
    "json",
    "parallel_env",
    "replay",
    "svg",
    "text",
    "verify",
]
