"""Power of F1 from confusion tables, beside a plain NumPy loop in the same run.

One point: n = 1,000 items, 1,000 studies with an effect and 1,000 without, 1,000 resamples of each.
The loop swaps items and counts again for every resample, as appendix F of Card et al. (2020) is
written; it runs on a few studies and is scaled up. Seconds depend on the machine, the ratio much
less.
"""

from __future__ import annotations

import time

import numpy as np

import claimwise as cw
from claimwise.data import example_path
from claimwise.worlds.confusion_file import read_tables

N, STUDIES, RESAMPLES, LOOPED = 1000, 1000, 1000, 3


def plain(n: int, studies: int, resamples: int) -> list[float]:
    """Return p-values of F1, by the book."""
    known = read_tables(example_path("confusion.toml"))
    rng = np.random.default_rng(1)
    share, (gold_of, a_of, b_of) = known.cells()
    labels = [np.array(column) == known.positive for column in (gold_of, a_of, b_of)]
    pvalues = []
    for _ in range(studies):
        cell = rng.choice(len(share), size=n, p=share / share.sum())
        gold, a, b = (column[cell] for column in labels)

        def f1(said: np.ndarray, gold: np.ndarray = gold) -> float:
            return 2 * (gold & said).sum() / (gold.sum() + said.sum())

        observed = abs(f1(b) - f1(a))
        count = 0
        for _ in range(resamples):
            swap = rng.random(n) < 0.5
            first, second = np.where(swap, b, a), np.where(swap, a, b)
            count += abs(f1(second) - f1(first)) >= observed - 1e-12
        pvalues.append((count + 1) / (resamples + 1))
    return pvalues


def ours() -> float:
    start = time.perf_counter()
    cw.plan.f1(
        tables=example_path("confusion.toml"),
        n=N,
        solve="power",
        replicates=STUDIES,
        resamples=RESAMPLES,
        rng=1,
    )
    return time.perf_counter() - start


def main() -> None:
    ours()  # imports
    took = min(ours() for _ in range(3))
    start = time.perf_counter()
    plain(N, LOOPED, RESAMPLES)
    looped = (time.perf_counter() - start) / LOOPED * 2 * STUDIES
    print(
        f"F1 power, n = {N:,}, 2 x {STUDIES:,} studies x {RESAMPLES:,} resamples: "
        f"{took:.2f} s   goal 2 s"
    )
    print(f"plain NumPy loop, scaled up from {LOOPED} studies: {looped:.0f} s")
    print(f"ratio {looped / took:.0f} x")


if __name__ == "__main__":
    main()
