"""Effect sizes on request: odds ratio, Cohen's d, probability of superiority."""

from __future__ import annotations

from math import nan, sqrt

import numpy as np

from claimwise.assess.evidence import Evidence
from claimwise.core import At, Note, Row, meaning
from claimwise.data import Differences, IndependentCounts, PairCounts


def effect_rows(
    evidence: Evidence, effects: tuple[str, ...], at: At, better: str = "higher"
) -> tuple[list[Row], list[Note]]:
    """Return a row for each effect size asked for, and what to heed about it."""
    rows, notes = [], []
    for name in effects:
        value, words = EFFECTS[name](evidence, better)
        quantity = name.replace("-", "_")
        rows.append(Row(quantity=quantity, at=at, estimate=value, n=evidence.n))
        notes.append(meaning(words, quantity))
    return rows, notes


def odds_ratio(evidence: Evidence, better: str = "higher") -> tuple[float, str]:
    """Return the odds of B scoring 1 over those of A; for pairs, only B's ones over only A's."""
    data, higher = evidence.data, better == "higher"
    if isinstance(data, PairCounts):
        wins, losses = int(data.wins), int(data.losses)
        value = wins / losses if losses else (nan if not wins else float("inf"))
        if not higher:
            return value, "Odds ratio: items where only B scores 1 over those where only A does."
        return value, "Odds ratio: items that only B got right over those that only A did."
    if isinstance(data, IndependentCounts):
        over = int(data.b) * (data.n_a - int(data.a))
        under = int(data.a) * (data.n_b - int(data.b))
        value = over / under if under else (nan if not over else float("inf"))
        what = "being right" if higher else "scoring 1"
        return value, f"Odds ratio: the odds of B {what} over those of A."
    return nan, "The odds ratio is not defined for graded scores."


def cohens_d(evidence: Evidence, better: str = "higher") -> tuple[float, str]:
    """Return the difference, B minus A whichever is better, in units of the items' spread."""
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


def superiority(evidence: Evidence, better: str = "higher") -> tuple[float, str]:
    """Return the probability that B is better, ties counting one half."""
    above, how = _above(evidence)
    if better == "higher":
        return above, f"Probability of superiority: that B scores higher, {how}."
    return 1 - above, f"Probability of superiority: that B scores lower, {how}."


def _above(evidence: Evidence) -> tuple[float, str]:
    """Return the probability that B scores higher, and what is compared with what."""
    data = evidence.data
    same = "on the same item, ties counting one half"
    if isinstance(data, PairCounts):
        return 0.5 + evidence.estimate / 2, same
    if isinstance(data, Differences):
        return float((data.d > 0).mean() + (data.d == 0).mean() / 2), same
    other = "an item of B against an item of A, ties counting one half"
    if isinstance(data, IndependentCounts):
        return 0.5 + evidence.estimate / 2, other
    a, b = np.sort(data.a), data.b
    below = np.searchsorted(a, b, side="left") + np.searchsorted(a, b, side="right")
    return float(below.mean() / 2 / len(a)), other


EFFECTS = {"odds-ratio": odds_ratio, "cohens-d": cohens_d, "superiority": superiority}
