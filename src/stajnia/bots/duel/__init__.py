"""Exact play of the duel: search, whole-layout tables, opening book; and the game's bots."""

from stajnia.bots.analysis import Judge
from stajnia.bots.bot import Choose
from stajnia.bots.duel.greedy import greedy
from stajnia.bots.duel.judge import judge
from stajnia.bots.duel.levels import expects, expects_late, perfect, strong
from stajnia.bots.duel.weaker import beginner, casual
from stajnia.bots.why import Expects

LEVELS: dict[str, Choose] = {
    "beginner": beginner,
    "casual": casual,
    "greedy": greedy,
    "strong": strong,
    "perfect": perfect,
}
JUDGE: Judge = judge
EXPECTS: dict[str, Expects] = {"strong": expects_late, "perfect": expects}
USUAL = "casual"
