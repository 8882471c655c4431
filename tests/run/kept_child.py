"""A small simulation with a store, for tests that kill it: run as a script, it prints its answer.

Its task writes down the first number of each block that it computes. It imports little, so that
many children are cheap.
"""

import argparse
import json
import os
import sys
import time
from contextlib import nullcontext

from claimwise.run import fingerprint, map_blocks, using
from claimwise.run.store import FileStore

fingerprint.NAMED.add("__main__")  # as if the task were one of the package


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
    parser.add_argument("--user", type=int, help="Whose rights to have.")
    given = parser.parse_args()
    task = Slow(given.seconds, given.size)
    store = None
    if given.store is not None:
        words = ["child", str(given.seed)]
        store = FileStore(
            given.store, words, after=0, say=lambda line: print(line, file=sys.stderr)
        )
    with store or nullcontext(), using(store=store):
        if given.user is not None:
            list(map_blocks(task, 1, seed=0, block=1))  # all modules, while they can be read
            os.setuid(given.user)
        found = list(map_blocks(task, given.blocks, seed=given.seed, block=1))
    if store is not None and store.damaged:
        print(f"{store.damaged} damaged", file=sys.stderr)
    print(json.dumps([[one["sum"].hex(), one["x"].tobytes().hex()] for one in found]))


if __name__ == "__main__":
    main()
