"""Exact plans while a slider moves, beside statsmodels; `python benchmarks/exact_plans.py`.

Every run has a size, or a difference, that no run had before, so that only what plans share may be
kept. Times are CPU milliseconds per plan, the median of the runs. The peer, where there is one, is
asked for the same three numbers: power, detectable difference and sample size, each by a formula.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import asin, sqrt
from statistics import median

from statsmodels.stats.power import NormalIndPower, TTestPower

import claimwise as cw

RUNS = 15
GOAL = 20.0  # milliseconds: fifty people who drag at once, on two cores
CURVE = range(100, 2100, 100)


def accuracy(i: int) -> object:
    return cw.plan.accuracy(n=500 + i, difference=0.02 + i / 1e5, agreement=0.9)


def large(i: int) -> object:
    return cw.plan.accuracy(n=5000 + i, difference=0.02 + i / 1e5, agreement=0.9)


def claimed(i: int) -> object:
    told = {"agreement": 0.9, "claim": "non-inferiority", "margin": 0.02}
    return cw.plan.accuracy(n=500 + i, difference=0.02 + i / 1e5, **told)


def curve(i: int) -> object:
    return cw.plan.accuracy(n=[n + i for n in CURVE], difference=0.02, agreement=0.9)


def proportions(i: int) -> object:
    return cw.plan.proportions(n=500 + i, baseline=0.9, difference=0.02 + i / 1e5)


def proportions_of_peer(i: int) -> object:
    effect, peer = 2 * (asin(sqrt(0.92 + i / 1e5)) - asin(sqrt(0.9))), NormalIndPower()
    return (
        peer.power(effect, 500 + i, 0.05),
        peer.solve_power(nobs1=500 + i, alpha=0.05, power=0.8),
        peer.solve_power(effect_size=effect, alpha=0.05, power=0.8),
    )


def preference(i: int) -> object:
    return cw.plan.preference(n=100 + i, win=0.6 + i / 1e4, lose=0.3)


def means(i: int) -> object:
    return cw.plan.means(n=100 + i, difference=0.05 + i / 1e4, sd=0.4)


def means_of_peer(i: int) -> object:
    effect, peer = (0.05 + i / 1e4) / 0.4, TTestPower()
    return (
        peer.power(effect, 100 + i, 0.05),
        peer.solve_power(nobs=100 + i, alpha=0.05, power=0.8),
        peer.solve_power(effect_size=effect, alpha=0.05, power=0.8),
    )


def means_curve(i: int) -> object:
    return cw.plan.means(n=[n + i for n in CURVE], difference=0.05, sd=0.4)


def milliseconds(work: Callable[[int], object]) -> float:
    times = []
    for i in range(RUNS + 1):
        start = time.process_time()
        work(i)
        times.append(1000 * (time.process_time() - start))
    return median(times[1:])  # the first one imports and fills tables


def main() -> None:
    lines: list[tuple[str, Callable[[int], object], Callable[[int], object] | None]] = [
        ("accuracy, n near 500", accuracy, None),
        ("accuracy, n near 5,000", large, None),
        ("accuracy, claim of non-inferiority", claimed, None),
        ("accuracy, power at 20 sizes", curve, None),
        ("proportions, n near 500", proportions, proportions_of_peer),
        ("preference, n near 100", preference, None),
        ("means, n near 100", means, means_of_peer),
        ("means, power at 20 sizes", means_curve, None),
    ]
    for what, ours, theirs in lines:
        took = milliseconds(ours)
        said = (
            f"{what:<40}{took:8.1f} ms   goal {GOAL:.0f} ms {'met' if took <= GOAL else 'MISSED'}"
        )
        if theirs is not None:
            peer = milliseconds(theirs)
            said += f"   statsmodels {peer:.1f} ms, ratio {took / peer:.2f}"
        print(said)


if __name__ == "__main__":
    main()
