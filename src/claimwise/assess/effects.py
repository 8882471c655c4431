"""Effect sizes on request: odds ratio, Cohen's d, probability of superiority."""

from __future__ import annotations

from math import nan, sqrt

import numpy as np

from claimwise.assess.evidence import Evidence
from claimwise.core import Row, qualified
from claimwise.data import Differences, IndependentCounts, PairCounts


def effect_rows(
    evidence: Evidence, effects: tuple[str, ...], qualifier: str
) -> tuple[list[Row], list[str]]:
    """Return a row for each effect size asked for, and what to heed about it."""
    rows, notes = [], []
    for name in effects:
        value, note = EFFECTS[name](evidence)
        estimand = qualified(name.replace("-", "_"), qualifier)
        rows.append(Row(estimand=estimand, estimate=value, n=evidence.n))
        notes.append(note)
    return rows, notes


def odds_ratio(evidence: Evidence) -> tuple[float, str]:
    """Return the odds of B being right over those of A; for pairs, wins over losses."""
    data = evidence.data
    if isinstance(data, PairCounts):
        wins, losses = int(data.wins), int(data.losses)
        value = wins / losses if losses else (nan if not wins else float("inf"))
        return value, "Odds ratio: items that only B got right over those that only A did."
    if isinstance(data, IndependentCounts):
        over = int(data.b) * (data.n_a - int(data.a))
        under = int(data.a) * (data.n_b - int(data.b))
        value = over / under if under else (nan if not over else float("inf"))
        return value, "Odds ratio: the odds of B being right over those of A."
    return nan, "The odds ratio is not defined for graded scores."


def cohens_d(evidence: Evidence) -> tuple[float, str]:
    """Return the difference in units of the items' spread."""
    data = evidence.data
    if evidence.paired:
        note = "Cohen's d: the mean difference over the standard deviation of the differences."
        if isinstance(data, PairCounts):
            n, total = data.n, int(data.wins) + int(data.losses)
            variance = (total - n * evidence.estimate**2) / (n - 1) if n > 1 else nan
        else:
            variance = float(np.var(data.d, ddof=1)) if evidence.n > 1 else nan  # type: ignore[union-attr]
        return _over(evidence.estimate, variance), note
    note = "Cohen's d: the difference over the pooled standard deviation of the items."
    if isinstance(data, IndependentCounts):
        p, q = int(data.a) / data.n_a, int(data.b) / data.n_b
        squares = data.n_a * p * (1 - p) + data.n_b * q * (1 - q)
    else:
        squares = float(data.a.var() * evidence.n_a + data.b.var() * evidence.n_b)  # type: ignore[union-attr]
    return _over(evidence.estimate, squares / (evidence.n - 2) if evidence.n > 2 else nan), note


def _over(difference: float, variance: float) -> float:
    return difference / sqrt(variance) if variance > 0 else nan


def superiority(evidence: Evidence) -> tuple[float, str]:
    """Return the probability that B scores higher, ties counting one half."""
    data = evidence.data
    if isinstance(data, PairCounts):
        value = 0.5 + evidence.estimate / 2
        return value, "Probability of superiority: on the same item, ties counting one half."
    if isinstance(data, Differences):
        value = float((data.d > 0).mean() + (data.d == 0).mean() / 2)
        return value, "Probability of superiority: on the same item, ties counting one half."
    note = "Probability of superiority: an item of B against an item of A, ties one half."
    if isinstance(data, IndependentCounts):
        return 0.5 + evidence.estimate / 2, note
    a, b = np.sort(data.a), data.b
    below = np.searchsorted(a, b, side="left") + np.searchsorted(a, b, side="right")
    return float(below.mean() / 2 / len(a)), note


EFFECTS = {"odds-ratio": odds_ratio, "cohens-d": cohens_d, "superiority": superiority}
