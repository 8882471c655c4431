"""Bayes factors: by how much the data moved the odds of a hypothesis. Each has its own name.

All are logs, so that a factor of exp(-10,000) is a number and not zero over zero. `posterior`
and `before` are the distributions of the difference after and before the data.
"""

from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np

from claimwise.bayes.analysis import Analysis, Question, exceeds
from claimwise.bayes.paired import PairedPosterior
from claimwise.bayes.posterior import Posterior
from claimwise.core import Row

LARGEST = math.log(np.finfo(np.float64).max)
SMALLEST = math.log(np.finfo(np.float64).tiny)


Hypotheses: TypeAlias = dict[str, tuple[float, str]]  # row name -> log of the factor, words


def factor_rows(
    analysis: Analysis, before: Posterior, question: Question
) -> tuple[list[Row], list[str]]:
    """Return the rows of `assess_bayes_factor`, and the words of their hypotheses."""
    logs = _hypotheses(analysis.posterior, before, question)
    n = analysis.n
    rows = [Row(estimand=name, estimate=from_log(log), n=n) for name, (log, _) in logs.items()]
    at = "[margin]" if question.margin else ""
    for name, distribution in (("", analysis.posterior), ("prior_", before)):
        if question.rope is not None:
            share = distribution.probability(-question.rope, question.rope)
            rows.append(Row(estimand=f"{name}probability_rope", estimate=share, n=n))
        share = distribution.probability(question.margin, 1.0)
        rows.append(Row(estimand=f"{name}probability_greater{at}", estimate=share, n=n))
    notes = [f"{name}: {words}." for name, (_, words) in logs.items()]
    notes += [note for name, (log, _) in logs.items() if (note := overflow_note(name, log))]
    if math.isnan(logs["bayes_factor_01[point]"][0]):
        notes.append(
            f"bayes_factor_01[point] is not defined: under {analysis.prior} the prior density "
            "of the difference is infinite at 0, so that nothing can be compared with it."
        )
    if question.rope is None:
        notes.append("Without a region of practical equivalence (rope) it has no factors here.")
    return rows, notes


def _hypotheses(after: Posterior, before: Posterior, question: Question) -> Hypotheses:
    a, b, rope, margin = question.a, question.b, question.rope, question.margin
    found: Hypotheses = {}
    if rope is not None:
        close = f"{a} and {b} differ by less than {rope:g}"
        found["bayes_factor_01"] = (
            log_rope_against_outside(after, before, rope),
            f"{close}, against: they differ by more",
        )
        found["bayes_factor_rope_encompassing"] = (
            log_rope_encompassing(after, before, rope),
            f"{close}, against: any difference is possible",
        )
    found["bayes_factor_direction"] = (
        log_direction(after, before, margin),
        f"{exceeds(b, a, margin)}, against: that is not so",
    )
    found["bayes_factor_01[point]"] = (
        log_point_null(after, before),
        f"{a} and {b} do not differ at all, against: any difference is possible",
    )
    if isinstance(after, PairedPosterior) and isinstance(before, PairedPosterior):
        found["bayes_factor_01[point, share]"] = (
            log_even_split(after, before),
            f"{a} and {b} each win half of the decided items, against: any share is possible",
        )
    return found


def log_odds(distribution: Posterior, low: float, high: float) -> float:
    """Return the log odds of low < d < high against all else."""
    inside = distribution.log_probability(low, high)
    bottom, top = distribution.low, distribution.high
    below = distribution.log_probability(bottom, low) if low > bottom else -math.inf
    above = distribution.log_probability(high, top) if high < top else -math.inf
    return float(inside - np.logaddexp(below, above))


def log_rope_against_outside(posterior: Posterior, before: Posterior, rope: float) -> float:
    """Return the log of the factor for |d| < rope against |d| > rope: a ratio of odds."""
    return log_odds(posterior, -rope, rope) - log_odds(before, -rope, rope)


def log_rope_encompassing(posterior: Posterior, before: Posterior, rope: float) -> float:
    """Return the log of the factor for |d| < rope against any d: a ratio of probabilities.

    Klugkist and Hoijtink (2007), Comput. Stat. Data Anal. 51, 6367-6379.
    """
    return posterior.log_probability(-rope, rope) - before.log_probability(-rope, rope)


def log_direction(posterior: Posterior, before: Posterior, margin: float) -> float:
    """Return the log of the factor for d > margin against d < margin: a ratio of odds."""
    return log_odds(posterior, margin, 1.0) - log_odds(before, margin, 1.0)


def log_point_null(posterior: Posterior, before: Posterior) -> float:
    """Return the log of the factor for d = 0 against any d: a ratio of densities at 0.

    NaN where the prior density at 0 is infinite: there is then no such factor. Dickey (1971),
    Ann. Math. Stat. 42, 204-223.
    """
    prior = float(before.log_density(0.0))
    if not math.isfinite(prior):
        return math.nan
    return float(posterior.log_density(0.0)) - prior


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


def overflow_note(name: str, log: float) -> str:
    """Return a sentence on a factor that no number can hold; empty if one can."""
    if SMALLEST <= log <= LARGEST or math.isnan(log):
        return ""
    side = "above the largest" if log > 0 else "below the smallest"
    return (
        f"{name} is {side} number that can be written: its base-10 log is {log / math.log(10):.6g}."
    )
