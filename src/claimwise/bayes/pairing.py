"""Only totals are known: what holds under every way in which the items could have been paired."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from claimwise.bayes import beta_binomial, paired
from claimwise.bayes.priors import dirichlet_prior
from claimwise.bayes.question import Question
from claimwise.core import DataError, Result, Row, assumed, provenance
from claimwise.data import IndependentCounts, PairCounts
from claimwise.kernels.arrays import Floats, Ints

COARSE = 2048  # tables looked at before the search narrows


@dataclass(frozen=True, slots=True)
class Extreme:
    """The lowest or highest probability over all pairings, and the table where it is."""

    probability: float
    wins: int
    losses: int


def tables(data: IndependentCounts) -> PairCounts:
    """Return every table of paired counts that has these totals, from least agreement to most.

    >>> possible = tables(IndependentCounts.of(1, 3, 2, 3))
    >>> possible.wins.tolist(), possible.losses.tolist()
    ([2, 1], [1, 0])
    """
    n, a, b = _same_items(data)
    both = np.arange(max(0, a + b - n), min(a, b) + 1)
    return PairCounts(b - both, a - both, n, both)


def pairing_extremes(
    data: IndependentCounts, margin: float = 0.0, prior: Any = "uniform"
) -> tuple[Extreme, Extreme]:
    """Return the lowest and the highest P(d > margin) over every possible pairing.

    All tables are computed where there are few; from some thousands on, every so manyth, and
    then all about the two extremes: the probability changes slowly from table to table.
    """
    possible = tables(data)
    stride = -(-len(possible) // COARSE)
    every = np.unique(np.r_[np.arange(0, len(possible), stride), len(possible) - 1])
    coarse = paired.greater(possible[every], margin, prior)
    return (
        _refined(possible, every, coarse, margin, prior, stride, -1),
        _refined(possible, every, coarse, margin, prior, stride, 1),
    )


def _refined(
    possible: PairCounts,
    every: Ints,
    coarse: Floats,
    margin: float,
    prior: Any,
    stride: int,
    sign: int,
) -> Extreme:
    centre = int(every[np.argmax(sign * coarse)])
    near = np.arange(max(0, centre - stride), min(len(possible), centre + stride + 1))
    values = paired.greater(possible[near], margin, prior) if stride > 1 else coarse
    places = near if stride > 1 else every
    # Of equals, such as 1 and 1 - 1e-16, the one of the most agreement: it is the extreme.
    best = int(np.flatnonzero(sign * values >= np.max(sign * values) - 1e-12)[-1])
    at = int(places[best])
    return Extreme(float(values[best]), int(possible.wins[at]), int(possible.losses[at]))


def pairing_bounds(
    data: IndependentCounts,
    *,
    prior: Any = "uniform",
    margin: float = 0.0,
    names: tuple[str, str] = ("A", "B"),
) -> Result:
    """Say what the posterior would be if both systems saw the same items, in whichever pairing.

    Fit for published totals ("1,721 of 2,376"), where the items were the same and nobody says
    which of them each system got right. If even the lowest probability is high, the claim
    holds under every pairing.

    Parameters
    ----------
    data : IndependentCounts
        Totals of both systems on equally many items.
    prior : str or numbers
        Of the paired model: ``uniform``, ``jeffreys``, ``perks``, ``dirichlet(a,b,c,d)``.
    margin : float
        The difference by which B is claimed to exceed A.
    names : (str, str)
        What A and B are called in the notes.

    Returns
    -------
    Result
        Lowest and highest ``probability_greater``, each with the ``agreement`` at which it is
        found (the share of items on which both are right or both wrong); the same for the
        margin; and the probability of the analysis that takes the items as different.

    Examples
    --------
    >>> bounds = pairing_bounds(IndependentCounts.of(1637, 2376, 1721, 2376))
    >>> round(bounds["probability_greater[lowest]"].estimate, 10)
    0.9877615535
    """
    question = Question.of(None, margin, 0.95, names)
    n, _, _ = _same_items(data)
    chosen = dirichlet_prior(prior)
    rows: list[Row] = []
    notes = (
        f"Prior: {chosen.words}, over both right, only {question.a}, only {question.b}, "
        "both wrong.",
        f"The {n:,} items are taken to be the same for both systems; {len(tables(data)):,} "
        "tables have these totals.",
        "The unpaired analysis has its own prior, Beta(1, 1) for each system.",
    )
    for edge in (0.0, question.margin) if margin else (0.0,):
        against = {"against": "margin"} if edge else {}
        for end, extreme in zip(
            ("lowest", "highest"), pairing_extremes(data, edge, chosen), strict=True
        ):
            at = {**against, "end": end}
            agreement = 1 - (extreme.wins + extreme.losses) / n
            rows += [
                Row(quantity="probability_greater", at=at, estimate=extreme.probability, n=n),
                Row(quantity="agreement", at=at, estimate=agreement, n=n),
            ]
        unpaired = float(beta_binomial.greater(data, edge))
        at = {**against, "pairing": "unpaired"}
        rows.append(Row(quantity="probability_greater", at=at, estimate=unpaired, n=2 * n))
    settings = {
        "assess": "pairing-bounds",
        "prior": chosen.name,
        "prior_parameters": list(chosen.parameters),
        "margin": question.margin,
        "names": [question.a, question.b],
    }
    return Result(
        kind="posterior",
        method="dirichlet",
        rows=tuple(rows),
        notes=tuple(map(assumed, notes)),
        provenance=provenance(settings),
    )


def _same_items(data: IndependentCounts) -> tuple[int, int, int]:
    who = "Bounds over pairings"
    if not isinstance(data, IndependentCounts):
        raise DataError(who, "IndependentCounts", type(data).__name__)
    if np.ndim(data.a):
        raise DataError(who, "one study", f"a batch of {len(data)}", "Take one: data[0].")
    if data.n_a != data.n_b:
        raise DataError(
            who,
            "equally many items for both systems",
            f"{data.n_a:,} and {data.n_b:,}",
            "With different numbers the items cannot all have been the same.",
        )
    return data.n_a, int(data.a), int(data.b)
