"""Exact play of the duel: search, whole-layout tables, opening book; and the game's bots."""

from stajnia.bots.bot import Choose
from stajnia.bots.duel.greedy import greedy
from stajnia.bots.duel.levels import perfect, strong

LEVELS: dict[str, Choose] = {"greedy": greedy, "strong": strong, "perfect": perfect}
USUAL = "greedy"
