"""How long a command waits for its own imports; `python benchmarks/starting.py`.

The peer is Python with NumPy and scipy.special alone, which every plan needs. CPU seconds of whole
processes, in turn, and the modules of ours that each has imported at its end.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys

PEER = [sys.executable, "-c", "import numpy, scipy.special"]
GOALS = {"plan accuracy --n 500 --difference 0.02 --agreement 0.9": (150, 2.5)}  # modules, ratio
COMMANDS = (
    *GOALS,
    "plan means --n 100 --difference 0.2 --sd 1",
    "plan bleu --n 2000 --difference 1",
    "doctor examples/sentiment.csv",
    "compare examples/sentiment.csv",
    "compare examples/leaderboard.csv",
)
COUNT = """
import contextlib, io, json, sys
sys.argv = ["claimwise", *json.loads(sys.argv[1])]
from claimwise.cli.main import main
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    main()
print(sum(name.partition(".")[0] == "claimwise" for name in sys.modules))
"""
RUNS = 7


def cpu(call: list[str]) -> float:
    def used() -> float:
        spent = resource.getrusage(resource.RUSAGE_CHILDREN)
        return spent.ru_utime + spent.ru_stime

    before = used()
    subprocess.run(call, check=True, stdout=subprocess.DEVNULL)
    return used() - before


def modules(words: list[str]) -> int:
    call = [sys.executable, "-c", COUNT, json.dumps(words)]
    return int(subprocess.run(call, check=True, capture_output=True, text=True).stdout)


def main() -> None:
    os.environ["OMP_NUM_THREADS"] = "1"
    for command in COMMANDS:
        call = [sys.executable, "-m", "claimwise", *command.split()]
        peer, ours = (
            min(times) for times in zip(*[(cpu(PEER), cpu(call)) for _ in range(RUNS)], strict=True)
        )
        goal = GOALS.get(command)
        wanted = f"   (goal: {goal[0]} modules, {goal[1]} times)" if goal else ""
        print(
            f"{command:<56}{modules(command.split()):>5} modules"
            f"{ours:>7.2f} s CPU, {ours / peer:.1f} times NumPy and scipy.special{wanted}"
        )


if __name__ == "__main__":
    main()
