"""A Ray cluster of two nodes on this machine, and an arena on it: `make cluster`. An error ends it.

It stands beside the suite: Ray takes 300 MB, and its nodes give up starting where others keep all cores busy.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

from stajnia.bots.arena import BotFailed, contest, fixtures, summary
from stajnia.bots.engines import local, ray_cluster
from stajnia.core.game import Illegal
from tests.bots.test_arena import OWN, told


def main() -> None:
    for patience in ("raylet_start_wait_time_s", "gcs_server_request_timeout_seconds"):
        os.environ.setdefault(f"RAY_{patience}", "300")
    ray: Any = import_module("ray")
    cluster = import_module("ray.cluster_utils").Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    cluster.add_node(num_cpus=1)
    try:
        c = contest("unstable", ["best@5", "greedy", "random"])  # one that searches, by a number of simulations
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
    assert nodes == 2
    assert same, "the cluster gave other results than this machine"
    assert "broken on purpose" in failed
    assert "no Ray cluster" in nowhere
    print("An arena on two nodes gave the results of this machine.")


if __name__ == "__main__":
    main()
