"""Bayes factors: by how much the data moved the odds of a hypothesis. Each has its own name.

All are logs, so that a factor of exp(-10,000) is a number and not zero over zero. `posterior`
and `before` are the distributions of the difference after and before the data.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from claimwise.bayes.analysis import Analysis, exceeds
from claimwise.bayes.paired import PairedPosterior
from claimwise.bayes.posterior import Posterior, ZeroDensity, log_odds
from claimwise.bayes.question import Question, Region, region
from claimwise.bayes.sampled import SampledPosterior
from claimwise.core import At, Note, Row, caution, meaning, option
from claimwise.core.words import in_series, powers_of_ten

LARGEST = math.log(np.finfo(np.float64).max)
SMALLEST = math.log(np.finfo(np.float64).tiny)
NOT_PROPER = meaning(
    "Bayes factors of the region of practical equivalence are not defined: the reference prior is "
    "spread evenly over all differences, so that no region has a probability before the data. "
    "Models with a proper prior have them, such as " + option("model", "metric-normal") + "."
)
AT_MARGIN = {"against": "margin"}
AT_POINT = {"against": "point"}


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """What is compared, in words, and the log of the factor by which its odds moved."""

    quantity: str
    log: float
    side: int  # the factor is below (-1) or above (1) that, or it is known (0)
    words: str
    at: At = field(default_factory=dict)

    def row(self, n: int) -> Row:
        """Return the factor; of one that is only bounded, NaN with the bound."""
        value = from_log(self.log)
        if not self.side:
            return Row(quantity=self.quantity, at=self.at, estimate=value, n=n)
        low, high = (0.0, value) if self.side < 0 else (value, math.inf)
        bound: dict[str, Any] = {"low": low, "high": high, "kind": "bound"}
        return Row(quantity=self.quantity, at=self.at, estimate=math.nan, n=n, **bound)


def factor_rows(
    analysis: Analysis, before: Posterior, question: Question
) -> tuple[list[Row], list[Note]]:
    """Return the rows of `assess_bayes_factor`, and the words of their hypotheses."""
    null = analysis.null(before)
    n = analysis.n
    found = _hypotheses(analysis.posterior, before, question, null)
    rows = [one.row(n) for one in found]
    named = [(row.estimand, one) for row, one in zip(rows, found, strict=True)]
    if isinstance(analysis.posterior, SampledPosterior):
        rows = [_with_error(row, analysis.posterior, question, null[0].error) for row in rows]
    at = AT_MARGIN if question.margin else {}
    for when, distribution in (("", analysis.posterior), ("prior_", before)):
        if question.rope is not None:
            rows.append(share_row(f"{when}probability_rope", distribution, *question.rope, n))
        above = (question.margin, distribution.high)
        rows.append(share_row(f"{when}probability_greater", distribution, *above, n, at))
    notes = [meaning(f"{called(name)}: {one.words}.", about=name) for name, one in named]
    for name, one in named:
        notes += _bound_note(name, one) if one.side else overflow_note(name, one.log)
    unknown = [(name, one) for name, one in named if math.isnan(one.log)]
    if any(one.at == AT_POINT for _, one in unknown):
        notes.append(_no_point(analysis, null[1]))
    others = [name for name, one in unknown if not one.at and before.is_proper]
    if question.rope is not None and not before.is_proper:
        notes.append(NOT_PROPER)
    empty = question.rope is not None and before.log_probability(*question.rope) == -math.inf
    if others and not empty:
        notes.append(
            meaning(
                "Not known, because before or after the data the hypothesis or its contrary is too "
                f"improbable to be distinguished from nothing: {', '.join(others)}."
            )
        )
    if question.rope is None:
        notes.append(
            meaning(
                "No region of practical equivalence (rope) was given: a Bayes factor of it "
                "needs one."
            )
        )
    elif empty:
        low, high = question.rope
        notes.append(
            meaning(
                f"The prior has no mass between {low:g} and {high:g}, so that Bayes factors of "
                "this region are not defined: the odds are fixed whatever the data."
            )
        )
    return rows, notes


def share_row(
    quantity: str,
    distribution: Posterior,
    low: float,
    high: float,
    n: int,
    at: At | None = None,
) -> Row:
    """Return a probability; of draws, with its Monte Carlo interval."""
    share = distribution.probability(low, high)
    row = Row(quantity=quantity, at=at or {}, estimate=share, n=n)
    if not isinstance(distribution, SampledPosterior):
        return row
    lowest, highest = share_bounds(share, distribution.ess)
    return replace(row, low=lowest, high=highest, level=0.95, kind="monte carlo")


def share_bounds(share: float, ess: float) -> tuple[float, float]:
    """Return Wilson's interval of a share of so many effective draws."""
    z = 1.959963984540054
    middle = (share + z**2 / (2 * ess)) / (1 + z**2 / ess)
    reach = z / (1 + z**2 / ess) * math.sqrt(share * (1 - share) / ess + z**2 / (4 * ess**2))
    return min(share, max(0.0, middle - reach)), max(share, min(1.0, middle + reach))


def _with_error(row: Row, after: SampledPosterior, question: Question, null: float) -> Row:
    """Return the factor with the Monte Carlo interval that its share of draws leaves it."""
    regions = {"bayes_factor_direction": _claimed(question, after)}
    if question.rope is not None:
        regions |= dict.fromkeys(
            ("bayes_factor_01", "bayes_factor_rope_encompassing"), question.rope
        )
    if math.isnan(row.estimate):
        return row
    if row.at == AT_POINT:
        if not null:
            return row
        reach = 1.96 * null
        low, high = row.estimate * math.exp(-reach), row.estimate * math.exp(reach)
        return replace(row, low=low, high=high, level=0.95, kind="monte carlo")
    share = after.probability(*regions[row.quantity])
    ends = share_bounds(share, after.ess)
    odds = row.quantity != "bayes_factor_rope_encompassing"

    def moved(end: float) -> float:
        if odds:
            return math.inf if end >= 1 else row.estimate * end / (1 - end) * (1 - share) / share
        return row.estimate * end / share

    low, high = (moved(end) for end in ends)
    return replace(row, low=low, high=high, level=0.95, kind="monte carlo")


def _bound_note(name: str, one: Hypothesis) -> list[Note]:
    way = "below" if one.side < 0 else "above"
    said = (
        f"{called(name)} is only known to be {way} {_readable(from_log(one.log))}: what lies "
        "beyond is too improbable to be distinguished from nothing by this computation."
    )
    return [meaning(said, about="bound")]


def _readable(factor: float) -> str:
    extreme = factor > 0 and not 1e-7 <= factor < 1e7
    return powers_of_ten(factor) if extreme and math.isfinite(factor) else f"{factor:.3g}"


def _no_point(analysis: Analysis, before: ZeroDensity) -> Note:
    name = "The Bayes factor of no difference"
    if before.log == math.inf:
        return meaning(
            f"{name} is not defined: under {analysis.prior} the prior density of the difference "
            "is infinite at 0, so that nothing can be compared with it."
        )
    if before.log == -math.inf:
        return meaning(f"{name} is not defined: the prior has no density at 0.")
    return meaning(
        f"{name} is not known: draws that are all far from 0 say nothing about the density there."
    )


def _hypotheses(
    after: Posterior, before: Posterior, question: Question, null: tuple[ZeroDensity, ZeroDensity]
) -> list[Hypothesis]:
    a, b, rope, margin = question.a, question.b, question.rope, question.margin
    found: list[Hypothesis] = []
    if rope is not None:
        low, high = rope
        close = f"{a} and {b} differ by less than {high:g}"
        if low != -high:
            close = f"{b} minus {a} is between {low:g} and {high:g}"
        odds = _moved_odds(after, before, low, high)
        words = f"{close}, against: they differ by more"
        found.append(Hypothesis("bayes_factor_01", *odds, words))
        share = _moved_share(after, before, low, high)
        words = f"{close}, against: any difference is possible"
        found.append(Hypothesis("bayes_factor_rope_encompassing", *share, words))
    best, worse = (a, b) if question.lower else (b, a)
    odds = _moved_odds(after, before, *_claimed(question, after))
    words = f"{exceeds(best, worse, margin)}, against: that is not so"
    found.append(Hypothesis("bayes_factor_direction", *odds, words))
    words = f"{a} and {b} do not differ at all, against: any difference is possible"
    found.append(Hypothesis("bayes_factor_01", _log_point(*null), 0, words, AT_POINT))
    if isinstance(after, PairedPosterior) and isinstance(before, PairedPosterior):
        log = log_even_split(after, before)
        words = f"{a} and {b} each win half of the decided items, against: any share is possible"
        at = {**AT_POINT, "part": "share"}
        found.append(Hypothesis("bayes_factor_01", log, 0, words, at))
    return found


def _claimed(question: Question, distribution: Posterior) -> Region:
    """Return the claimed differences that are within the support."""
    low, high = question.claimed
    return max(low, distribution.low), min(high, distribution.high)


def _bounded_odds(distribution: Posterior, low: float, high: float) -> tuple[float, int]:
    """Return log odds, and -1 or 1 if they are only known to be below or above that."""
    value, floor = log_odds(distribution, low, high), distribution.floor
    if floor <= value <= -floor or math.isnan(value):
        return value, 0
    return (floor, -1) if value < 0 else (-floor, 1)  # a draw of hardly any weight tells nothing


def _moved_odds(after: Posterior, before: Posterior, low: float, high: float) -> tuple[float, int]:
    prior = log_odds(before, low, high)
    if not math.isfinite(prior):
        return math.nan, 0
    value, side = _bounded_odds(after, low, high)
    moved = value - prior
    # "Above 0.01" or "below 100" would say nothing: both are surer than can be computed.
    return (math.nan, 0) if side * moved < 0 else (moved, side)


def _moved_share(after: Posterior, before: Posterior, low: float, high: float) -> tuple[float, int]:
    prior = before.log_probability(low, high)
    if not math.isfinite(prior):
        return math.nan, 0
    value = after.log_probability(low, high)
    if value < after.floor:
        return after.floor - prior, -1
    return value - prior, 0


def log_rope_against_outside(
    posterior: Posterior, before: Posterior, rope: float | Region
) -> float:
    """Return the log of the factor for d in the region against d outside: a ratio of odds."""
    return _moved_odds(posterior, before, *region(rope))[0]


def log_point_null(posterior: Posterior, before: Posterior) -> float:
    """Return the log of the factor for d = 0 against any d: a ratio of densities at 0.

    NaN where the prior density at 0 is infinite: there is then no such factor. Dickey (1971),
    Ann. Math. Stat. 42, 204-223.
    """
    return _log_point(posterior.at_zero(), before.at_zero())


def _log_point(after: ZeroDensity, before: ZeroDensity) -> float:
    return after.log - before.log if math.isfinite(before.log) else math.nan


def log_even_split(posterior: PairedPosterior, before: PairedPosterior) -> float:
    """Return the log of the factor for "each wins half of the decided items" against any share.

    The same hypothesis as d = 0, but what is believed of the share of decided items stays as
    it was: given d = 0, the factor of `log_point_null` believes more in small shares.
    """
    return posterior.log_density_of_even_split() - before.log_density_of_even_split()


def from_log(log: float) -> float:
    """Return the factor: infinite if it is too large for a number, never 0 if it is too small.

    >>> from_log(0.0), from_log(1e6), from_log(-1e6) > 0
    (1.0, inf, True)
    """
    if math.isnan(log):
        return math.nan
    if log > LARGEST:
        return math.inf
    return math.exp(max(log, SMALLEST))


def overflow_note(name: str, log: float) -> list[Note]:
    """Return a sentence on a factor that no number can hold; none if one can."""
    if SMALLEST <= log <= LARGEST or math.isnan(log):
        return []
    side = "above the largest" if log > 0 else "below the smallest"
    said = f"number that can be written: its base-10 log is {log / math.log(10):.6g}."
    return [meaning(f"{called(name)} is {side} {said}")]


OF = {  # what each Bayes factor is of
    "bayes_factor_01": "equivalence",
    "bayes_factor_01[point]": "no difference",
    "bayes_factor_rope_encompassing": "equivalence against any difference",
    "bayes_factor_direction": "the direction",
}


def called(quantity: str) -> str:
    """Return a quantity as a note calls it.

    >>> called("bayes_factor_direction"), called("bayes_factor_01[point, prior=jeffreys]")
    ('The Bayes factor of the direction', 'The Bayes factor of no difference (prior=jeffreys)')
    """
    name, _, place = quantity.partition("[")
    where = place.removesuffix("]").split(", ") if place else []
    if name == "bayes_factor_01" and where[:1] == ["point"]:
        name, where = f"{name}[point]", where[1:]
    words = f"The Bayes factor of {OF[name]}" if name in OF else name.replace("_", " ")
    return f"{words} ({', '.join(where)})" if where else words


def changes_sides(names: Sequence[str]) -> list[Note]:
    """Say which factors are for a hypothesis under one prior, and against it under another."""
    if not names:
        return []
    first, sides = names[0], "above 1 under some of these priors, below 1 under others"
    if len(names) == 1:
        return [caution(f"{called(first)} is {sides}.", about=first)]
    which = in_series([f"of {OF.get(name, name)}" for name in names])
    return [caution(f"The Bayes factors {which} are {sides}.", about=first)]
