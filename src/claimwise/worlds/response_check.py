"""Do answers look like those of the world that was fitted to them?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from claimwise.core import block_rng
from claimwise.data.responses import Answers
from claimwise.kernels.arrays import Floats
from claimwise.metrics.responses import item_means
from claimwise.worlds.dirichlet_fit import category_counts
from claimwise.worlds.response_fit import FittedResponses
from claimwise.worlds.response_moments import item_statistics
from claimwise.worlds.response_shape import like

BARS = 24
FEW = 12  # different values that have a bar each
BLOCK = 20  # studies drawn at a time

Statistic = Callable[[Answers], Floats]  # -> (..., values)


@dataclass(frozen=True, slots=True, eq=False)
class Checked:
    """One statistic, observed and simulated: a distance, a p, and histograms of both."""

    statistic: str
    distance: float  # of Kolmogorov and Smirnov, to all that was simulated
    pvalue: float  # share of simulated data that are at least as far
    bars: tuple[dict[str, Any], ...]


def check_fit(
    fitted: FittedResponses, answers: Answers, *, replicates: int = 199, seed: int = 0
) -> list[Checked]:
    """Return how far each statistic of the data is from data simulated of the fitted world.

    The world was fitted to the same data, which makes p larger than that of a world that was not:
    a small one tells, a large one proves nothing.
    """
    kind = fitted.world.kind
    chosen = _of_categories(fitted) if kind == "categorical" else _of_numbers(fitted)
    drawn: dict[str, list[Floats]] = {name: [] for name in chosen}
    for block, start in enumerate(range(0, replicates, BLOCK)):
        size = min(BLOCK, replicates - start)
        studies = like(answers, fitted.world, block_rng(seed, 2, block), size)
        for name, statistic in chosen.items():
            drawn[name].append(statistic(studies))
    found = []
    for name, statistic in chosen.items():
        seen = statistic(answers)
        simulated = np.concatenate(drawn[name])
        found.append(_checked(name, seen, simulated))
    return found


def _of_numbers(fitted: FittedResponses) -> dict[str, Statistic]:
    def off(place: int) -> Statistic:
        return lambda answers: item_means(answers[place]) - item_means(answers.gold)

    return {
        f"item means of {fitted.gold}": lambda answers: item_means(answers.gold),
        f"item SDs of {fitted.gold}": lambda answers: np.sqrt(
            item_statistics(answers.gold).variance
        ),
        f"answers of {fitted.gold}": lambda answers: _flat(answers.gold),
        f"item means: {fitted.a} - {fitted.gold}": off(1),
        f"item means: {fitted.b} - {fitted.gold}": off(2),
    }


def _of_categories(fitted: FittedResponses) -> dict[str, Statistic]:
    categories = len(fitted.world.settings()["base"])

    def shares(values: Floats) -> Floats:
        counts = category_counts(values, categories)
        return np.asarray(counts / counts.sum(axis=-1, keepdims=True))

    def agreement(place: int) -> Statistic:
        return lambda answers: (shares(answers[place]) * shares(answers.gold)).sum(axis=-1)

    def unity(place: int) -> Statistic:
        return lambda answers: shares(answers[place]).max(axis=-1)

    return {
        f"share of the commonest answer: {fitted.gold}": unity(0),
        f"answers of {fitted.gold}": lambda answers: _flat(answers.gold),
        f"share of the commonest answer: {fitted.a}": unity(1),
        f"share of the commonest answer: {fitted.b}": unity(2),
        f"agreement of {fitted.a} with {fitted.gold}": agreement(1),
        f"agreement of {fitted.b} with {fitted.gold}": agreement(2),
    }


def _flat(values: Floats) -> Floats:
    return values.reshape(*values.shape[:-2], -1)


def _checked(name: str, seen: Floats, simulated: Floats) -> Checked:
    """Compare one statistic; values that are not there are left out."""
    seen = np.round(seen[~np.isnan(seen)], 9)  # means of the same answers may differ in the last
    rows = [np.round(row[~np.isnan(row)], 9) for row in simulated]
    every = np.sort(np.concatenate(rows))
    distance = ks_distance(seen, every)
    far = sum(ks_distance(row, every) >= distance - 1e-12 for row in rows)
    return Checked(name, distance, (far + 1) / (len(rows) + 1), _bars(seen, rows, every))


def ks_distance(sample: Floats, reference: Floats) -> float:
    """Return the largest difference of two distribution functions; the reference is sorted.

    >>> ks_distance(np.array([1.0, 2.0]), np.array([1.0, 2.0, 3.0, 4.0]))
    0.5
    """
    values = np.unique(sample)
    ordered = np.sort(sample)
    sides = [
        np.searchsorted(ordered, values, side=side) / len(ordered)
        - np.searchsorted(reference, values, side=side) / len(reference)
        for side in ("left", "right")
    ]
    return float(max(np.abs(side).max() for side in sides))


def _bars(seen: Floats, rows: list[Floats], every: Floats) -> tuple[dict[str, Any], ...]:
    """Return a histogram: shares observed, and the middle and 95% of those simulated."""
    values = np.unique(np.concatenate([seen, every]))
    if len(values) <= FEW:
        steps = np.diff(values)
        half = float(steps.min()) / 2 if len(steps) else 0.5
        starts, ends = values - half, values + half
        edges = np.append(starts, np.inf)
    else:
        low, high = np.percentile(np.concatenate([seen, every]), (0.1, 99.9))
        low, high = min(low, float(seen.min())), max(high, float(seen.max()))
        cuts = np.linspace(low, high, BARS + 1)
        starts, ends, edges = cuts[:-1], cuts[1:], cuts

    def shares(sample: Floats) -> Floats:
        return np.histogram(sample, edges)[0] / len(sample)

    observed = shares(seen)
    drawn = np.stack([shares(row) for row in rows])
    lows, middles, highs = np.percentile(drawn, (2.5, 50, 97.5), axis=0)
    return tuple(
        {
            "from": float(starts[k]),
            "to": float(ends[k]),
            "middle_at": float(starts[k] + ends[k]) / 2,
            "observed": float(observed[k]),
            "low": float(lows[k]),
            "middle": float(middles[k]),
            "high": float(highs[k]),
        }
        for k in range(len(starts))
    )
