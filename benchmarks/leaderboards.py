"""Many systems at once, side by side with a loop over pairs; `python benchmarks/leaderboards.py`.

The peer is what one writes by hand: statsmodels' McNemar test and SciPy's t test pair by pair,
corrected by Holm. It has neither Tango's intervals nor detectable differences, ranks or scores.
evalstats is measured where it is installed. Whole commands are measured with their peak memory,
since reading and printing belong to the wait.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import numpy as np

import claimwise as cw
from claimwise.data import Coded, Scores

COMMANDS = [  # systems, items, graded, seconds that are the goal
    (60, 500, False, 3),
    (60, 500, True, 3),
    (180, 41, True, 5),
    (1_500, 20, False, 10),
]


def scores_of(systems: int, items: int, graded: bool) -> np.ndarray:
    rng = np.random.default_rng(1)
    skill, difficulty = rng.normal(0, 0.6, systems), rng.normal(size=items)
    chance = 1 / (1 + np.exp(difficulty[:, None] - skill))
    if graded:
        return np.round(chance + rng.normal(0, 0.1, (items, systems)), 3)
    return (rng.random((items, systems)) < chance).astype(float)


def table_of(values: np.ndarray) -> Scores:
    items, systems = values.shape
    return Scores(
        item=Coded(
            np.tile(np.arange(items, dtype=np.int32), systems),
            tuple(f"q{i}" for i in range(items)),
        ),
        system=Coded(
            np.repeat(np.arange(systems, dtype=np.int32), items),
            tuple(f"m{j}" for j in range(systems)),
        ),
        score=values.T.ravel(),
    )


def by_hand(values: np.ndarray, graded: bool) -> object:
    from scipy import stats
    from statsmodels.stats.contingency_tables import mcnemar
    from statsmodels.stats.multitest import multipletests

    pvalues, intervals = [], []
    for i, j in combinations(range(values.shape[1]), 2):
        a, b = values[:, i], values[:, j]
        if graded:
            found = stats.ttest_rel(b, a)
            pvalues.append(found.pvalue)
            intervals.append(found.confidence_interval())
        else:
            counts = [[(a * b).sum(), (a * (1 - b)).sum()], [((1 - a) * b).sum(), 0]]
            counts[1][1] = len(a) - sum(map(sum, counts))
            pvalues.append(mcnemar(counts, exact=True).pvalue)
    return multipletests(pvalues, method="holm"), intervals


def by_evalstats(values: np.ndarray, graded: bool) -> object:
    import evalstats
    import pandas

    items, systems = values.shape
    frame = pandas.DataFrame(
        {
            "model": np.repeat([f"m{j}" for j in range(systems)], items),
            "item": np.tile([f"q{i}" for i in range(items)], systems),
            "score": values.T.ravel(),
        }
    )
    return evalstats.compare(evalstats.load_from(frame), factors="model", correction="holm")


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def race(systems: int, items: int, graded: bool) -> None:
    values = scores_of(systems, items, graded)
    table = table_of(values)
    cw.compare(table_of(values[:, :3]))  # compiled and imported
    test = "paired-t" if graded else None
    ours = min(seconds(lambda: cw.compare(table, pairs="all", test=test)) for _ in range(2))
    what = "graded" if graded else "right or wrong"
    print(f"{systems} systems x {items} items, {what}, all pairs: claimwise {ours:.2f} s")
    for name, peer in (("statsmodels, SciPy", by_hand), ("evalstats", by_evalstats)):
        try:
            peer(values[:, :3], graded)  # imported
            theirs = seconds(lambda peer=peer: peer(values, graded))
        except ImportError:
            print(f"  {name} is not installed")
            continue
        print(f"  {name}: {theirs:.2f} s, {theirs / ours:.1f} times as long")


def command(systems: int, items: int, graded: bool, goal: float) -> None:
    values = scores_of(systems, items, graded)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scores.csv"
        with path.open("w") as file:
            file.write("item,system,score\n")
            for j in range(systems):
                file.writelines(f"q{i},m{j},{x:g}\n" for i, x in enumerate(values[:, j]))
        call = [sys.executable, "-m", "claimwise", "compare", str(path)]
        took = seconds(lambda: subprocess.run(call, check=True, stdout=subprocess.DEVNULL))
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    what = "graded" if graded else "right or wrong"
    print(
        f"compare, {systems:,} systems x {items} items, {what}: {took:.1f} s (goal {goal} s), "
        f"largest process so far {most:.0f} MiB"
    )


if __name__ == "__main__":
    for size in ((20, 500, False), (60, 500, False), (60, 500, True)):
        race(*size)
    for given in COMMANDS:
        command(*given)
