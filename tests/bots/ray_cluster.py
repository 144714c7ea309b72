"""A Ray cluster of two nodes on this machine, and an arena on it: prints what was found as JSON."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any

from stajnia.bots.arena import BotFailed, contest, fixtures, summary
from stajnia.bots.bot import Budget
from stajnia.bots.engines import local, ray_cluster
from stajnia.core.game import Illegal
from tests.bots.test_arena import OWN, told


def main() -> None:
    ray: Any = import_module("ray")
    cluster = import_module("ray.cluster_utils").Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    cluster.add_node(num_cpus=1)
    try:
        c = contest("clovers", ["greedy", "random", "random"], budget=Budget(simulations=5))
        some = fixtures(c, 30)
        there = sorted((told(p) for p in ray_cluster(cluster.address)(c, some, True)), key=lambda p: p.n)
        here = [told(p) for p in local(1)(c, some, True)]
        same = here == there and summary(c, here) == summary(c, there)
        bad = contest("duel", [f"{OWN}:broken", "random"])
        try:
            list(ray_cluster(cluster.address)(bad, fixtures(bad, 2), False))
            failed = ""
        except BotFailed as e:
            failed = str(e)
        ray.init(address=cluster.address, log_to_driver=False)
        nodes = sum(node["Alive"] for node in ray.nodes())
        ray.shutdown()
    finally:
        cluster.shutdown()
    try:
        list(ray_cluster("127.0.0.1:1")(c, some, False))
        nowhere = ""
    except Illegal as e:
        nowhere = str(e)
    print(json.dumps({"nodes": nodes, "same": same, "failed": failed, "nowhere": nowhere}))


if __name__ == "__main__":
    main()
