"""A bot of your own at a live table: `python -m examples.sit_at_a_table http://localhost:8000/t/TABLE`.

The host of the table lets bots of guests sit down when making it; everybody sees that one does.
"""

import asyncio
import sys
from random import Random

import stajnia
from stajnia.bots.bot import Budget, Choose, at_random
from stajnia.core.game import Outcome


async def sit(link: str, choose: Choose = at_random, name: str = "Iskra") -> Outcome | None:
    """Play to the end as `choose` does; a lost connection is laid anew by itself."""
    table = stajnia.connect(link, name=name)
    async for decision in table:
        await decision.play(choose(decision.view, decision.legal, Random(), Budget(seconds=1.0)))
    return table.result


if __name__ == "__main__":
    print(asyncio.run(sit(sys.argv[1])))
