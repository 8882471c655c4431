"""What is told of the systems under one metric: scores, differences, verdicts, ranks."""

from __future__ import annotations

from math import inf, isnan

from claimwise.assess.detectable import detectable_at
from claimwise.assess.leader import without_direction
from claimwise.assess.multiplicity import NO_OUTLOOK, ranking_rows, shared_alpha
from claimwise.assess.one import Comparison
from claimwise.assess.one_metric import BY_SWAPS, OneMetric, within
from claimwise.assess.question import Question
from claimwise.assess.two_systems import simulated_p
from claimwise.core import Note, Row, assumed, caution, option, spelled
from claimwise.core.words import p_number
from claimwise.kernels.binomial_interval import clopper_pearson


def metric_rows(one: OneMetric) -> list[Row]:
    """Return scores, differences, verdicts, p-values and what could have been detected."""
    question, many = one.question, len(one.corpus.systems) > 2
    found = _score_rows(one)
    together, tested = one.together, "test" in question.ways
    among = one.among if together is not None or (one.how == "holm" and tested) else 1
    each = shared_alpha(question, one.how, among) if together is None else together.alone
    outlook = together is not None or one.how not in NO_OUTLOOK or not one.one_of_several
    df = int(one.resampled.times.sum()) - 1
    raw = {spelled(row.at): row.estimate for row in one.raw}
    for c in one.found:
        found.append(c.difference(question))
        if c.against or c.interval is not None:
            found.append(c.verdict(question))
        one.notes += _unsettled(c, one, raw)
        found += [] if many else simulated_p(c, question)
        found += c.beside
        if outlook and c.error is not None:
            value = _possible(one, detectable_at(c.error, df, each), each)
            found.append(Row(quantity="mde", at=c.at, estimate=value, n=c.n))
    if any(row.quantity == "mde" for row in found):
        share = f" and with alpha shared by {among} comparisons" if among > 1 else ""
        said = (
            f"Detectable difference: by the jackknife's standard error{share}, not at the "
            "observed difference."
        )
        one.notes.append(assumed(said, about="mde"))
    return found + one.raw + _ranks(one)


def _unsettled(c: Comparison, one: OneMetric, before: dict[str, float]) -> list[Note]:
    """Say so where other random numbers could decide otherwise."""
    p, alpha = c.pvalue, one.question.claim.alpha
    if not c.simulated or p is None or isnan(p):
        return []
    raw = before.get(spelled(c.at), p)
    resamples = one.question.resamples
    hits = round(raw * (resamples + 1)) - 1
    low, high = (float(end) * p / raw for end in clopper_pearson(hits, resamples, 0.95))
    if not low <= alpha <= high:
        return []
    on = f" ({c.called})" if c.called else ""
    ends = f"{p_number(low)} to {p_number(high)}"
    near = f"The p-value{on} lies within its Monte Carlo error of alpha ({ends})"
    return [caution(near + ": more " + option("resamples") + " decide.", c.called)]


def _possible(one: OneMetric, value: float, question: Question) -> float:
    """Return a detectable difference; infinite if no two scores differ so much, or no swap."""
    claim, (lowest, highest) = question.claim, one.corpus.metric.limits
    sides = 2 if claim.kind == "difference" and claim.alternative == "two-sided" else 1
    units = one.corpus.clusters or one.corpus.n
    by_swaps = "test" in question.ways and one.test().name in BY_SWAPS
    never = by_swaps and sides * 0.5**units > claim.alpha
    return inf if never or abs(value) > highest - lowest else value


def _score_rows(one: OneMetric) -> list[Row]:
    """Return the score of each system, with an interval."""
    level = one.question.claim.interval_level
    name = one.score_interval()
    rows = []
    for i, system in enumerate(one.corpus.systems):
        ends = (float("nan"), float("nan"))
        if name:
            ends = within(one.resampled.score(i).ends(name, level), *one.corpus.metric.limits)
        rows.append(
            Row(
                quantity="score",
                at={"system": system, **one.at},
                estimate=float(one.scores[i]),
                n=one.corpus.n,
                low=ends[0],
                high=ends[1],
                level=level if name else None,
                kind="confidence" if name else None,
            )
        )
    return rows


def _ranks(one: OneMetric) -> list[Row]:
    """Return the ranks that all pairs leave open, and keep the letters of the tie groups."""
    if len(one.corpus.systems) == 2 or not without_direction(one.question.claim, one.baseline):
        return []
    if "test" not in one.question.ways:
        return []
    systems = one.corpus.systems
    rows, groups = ranking_rows(one.found, one.question, systems, one.scores, one.at)
    one.groups = groups if one.chosen.complete else {}  # a pair that is not compared is not a tie
    return rows
