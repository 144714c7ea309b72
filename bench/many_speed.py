"""Many matches at once beside a plain loop in C, the rules engine and pgx: `.bench/bin/python bench/many_speed.py`.

Decisions a second on one thread. `step` makes and checks every action through Python, 1,024 matches at a time; `C loop`
is the same kernel playing match after match with nothing in between. pgx is measured where it is installed.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import time
from collections.abc import Callable
from random import Random

import numpy as np

import stajnia
from stajnia.core.game import complete
from stajnia.core.playouts import playout
from stajnia.environments.many import Many, ManyByRules, ManyClovers, ManyDuels, ManyFever, ManyUnstable
from stajnia.games import game

BATCH = 1_024


def rate(run: Callable[[], int], seconds: float = 2.0) -> float:
    """Decisions a second."""
    run()
    done, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        done += run()
    return done / (time.perf_counter() - begun)


def stepping(make: Callable[[int], Many | ManyByRules]) -> int:
    """The matches of a batch, a step of all of them at a time, until half of them are over; decisions made."""
    many, done = make(BATCH), 0
    while True:
        actions = many.sample()
        played = int((actions >= 0).sum())
        if 2 * played < BATCH:
            return done
        many.step(actions)
        done += played


def engine(name: str, seats: int = 2) -> int:
    """One match by the rules engine; decisions and chance."""
    rules = game(name)
    return playout(rules, rules.new(seats, complete(rules, seats, {})), Random(1))


def plain_engine(name: str, seats: int = 2) -> float:
    """The same in plain Python, which needs a process of its own."""
    program = f"from bench.many_speed import engine, rate; print(rate(lambda: engine({name!r}, {seats})))"
    command, alone = [sys.executable, "-c", program], os.environ | {"STAJNIA_PURE": "1"}
    return float(subprocess.run(command, env=alone, stdout=subprocess.PIPE, check=True, text=True).stdout)


def match_by_match(name: str, seats: int) -> int:
    """One match through the environment of PettingZoo, at random by its masks; decisions."""
    env = stajnia.env(name, seats=seats).unwrapped
    env.reset(seed=1)
    rng, done = np.random.default_rng(1), 0
    while env.agents and not any(env.terminations.values()):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))
        done += 1
    return done


def connect_four() -> float:
    """Steps a second of pgx's connect_four, each match begun anew when it is over."""
    jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
    env = pgx.make("connect_four")
    begin, step = jax.jit(jax.vmap(env.init)), jax.vmap(env.step)

    def some(state, key):  # type: ignore[no-untyped-def]
        def once(carry, _):  # type: ignore[no-untyped-def]
            state, key = carry
            key, lot = jax.random.split(key)
            action = jax.random.categorical(lot, jax.numpy.log(state.legal_action_mask.astype("float32")), axis=1)
            return (step(state, action), key), None

        return jax.lax.scan(once, (state, key), None, length=20)[0]

    run = jax.jit(some)
    fresh, key = begin(jax.random.split(jax.random.PRNGKey(1), BATCH)), jax.random.PRNGKey(2)

    def play() -> int:
        jax.block_until_ready(run(fresh, key)[0].terminated)
        return 20 * BATCH

    return rate(play)


def compare(name: str, make: Callable[[int], Many]) -> None:
    """Print what a game does in a second, each way."""
    compiled, plain, loop = rate(lambda: engine(name)), plain_engine(name), rate(lambda: make(BATCH).playout())
    steps = rate(lambda: stepping(make))
    print(f"{name}: plain engine {plain:,.0f}/s, compiled {compiled:,.0f}/s, C loop {loop:,.0f}/s, step {steps:,.0f}/s")
    ratios = f"{steps / plain:,.1f} times the plain engine, {steps / compiled:,.1f} times the compiled one"
    print(f"  step is {steps / loop:.2f} of the C loop, {ratios}", flush=True)


def compare_rules(name: str, make: Callable[[int], ManyByRules], seats: int) -> None:
    """The same for a game without a kernel, beside its environment match by match."""
    compiled, plain = rate(lambda: engine(name, seats)), plain_engine(name, seats)
    steps, single = rate(lambda: stepping(make)), rate(lambda: match_by_match(name, seats))
    print(f"{name}: plain engine {plain:,.0f}/s, compiled {compiled:,.0f}/s, step {steps:,.0f}/s, env {single:,.0f}/s")
    print(f"  step is {steps / compiled:.2f} of the compiled engine, {steps / single:,.1f} times env", flush=True)


def main() -> None:
    compare("duel", lambda n: ManyDuels(n, seed=1))
    compare("clovers", lambda n: ManyClovers(n, seed=1))
    compare_rules("unstable", lambda n: ManyUnstable(n, 4, seed=1), 4)
    compare_rules("fever", lambda n: ManyFever(n, 4, seed=1), 4)
    try:
        print(f"pgx connect_four, batch {BATCH}: {connect_four():,.0f}/s")
    except ImportError:
        print("pgx is not installed: pip install pgx")


if __name__ == "__main__":
    main()
