"""A small simulation with a store, for tests that kill it: run as a script, it prints its answer.

Its task writes down the number of each block that it computes. It imports little, so that many
children are cheap.
"""

import argparse
import json
import os
import time
from contextlib import nullcontext

from claimwise.run import map_blocks, using
from claimwise.run.store import SqliteStore


class Slow:
    """Some seconds of sleep and some sums; the log is no part of what is computed."""

    def __init__(self, seconds, size):
        self.seconds, self.size = seconds, size

    def __call__(self, rng, size):
        x = rng.random(self.size)
        time.sleep(self.seconds)
        log = os.environ.get("BLOCK_LOG")
        if log:
            with open(log, "a") as file:
                file.write(f"{x[0].hex()}\n")
        return {"sum": float(x.sum()), "x": x}


def main():
    """Run it and print what the blocks say."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--store")
    parser.add_argument("--blocks", type=int, default=40)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--size", type=int, default=4)
    parser.add_argument("--limit", type=int)
    given = parser.parse_args()
    if given.limit:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (given.limit, given.limit))
    task = Slow(given.seconds, given.size)
    store = None
    if given.store is not None:
        store = SqliteStore(given.store, ["child", str(given.seed)], after=0)
    with store or nullcontext(), using(store=store):
        found = list(map_blocks(task, given.blocks, seed=given.seed, block=1))
    print(json.dumps([[one["sum"].hex(), one["x"].tobytes().hex()] for one in found]))


if __name__ == "__main__":
    main()
