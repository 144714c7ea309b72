"""The duel's bots: a sensible one-step player and the exact one."""

from stajnia.bots.bot import Choose
from stajnia.bots.duel.greedy import greedy

LEVELS: dict[str, Choose] = {"greedy": greedy}
