"""Which procedures keep their promise, and which to use: in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isnan
from typing import NamedTuple

from claimwise.core import Row
from claimwise.report.calibrated import Calibration, Tried, worst_coverage, worst_findings
from claimwise.report.numbers import percent, rate

FEW = 3  # procedures that a sentence names


class Promise(NamedTuple):
    """What procedures of a kind promise, and the words for it."""

    kind: str
    tried: list[Tried]
    kept: str  # the quantity that says whether it is kept
    use: str  # the quantity that says which to use
    share: float  # of studies, that is promised
    worst: Callable[[Tried], Row]
    does: tuple[str, str]  # what one does, and several do
    what: str
    again: str  # the same in a second clause
    bound: str
    extreme: str
    broken: str
    judged: bool  # whether one could have been recommended
    worlds: int  # in which the promise can be broken


def promises_of(found: Calibration) -> list[Promise]:
    """Return the promise of tests and that of intervals, where there are such."""
    nulls = [case for case in found.cases if not case.differ]
    tests = Promise(
        kind="test",
        tried=found.tests,
        kept="honest",
        use="recommended",
        share=found.settings["alpha"],
        worst=worst_findings,
        does=("finds", "find"),
        what="a false difference",
        again="one",
        bound="at most",
        extreme="most often",
        broken="finds too much",
        judged=len(nulls) < len(found.cases),
        worlds=len(nulls),
    )
    intervals = Promise(
        kind="interval",
        tried=found.intervals,
        kept="keeps_level",
        use="recommended_interval",
        share=found.settings.get("level", 0.0),
        worst=worst_coverage,
        does=("holds", "hold"),
        what="the true difference",
        again="it",
        bound="at least",
        extreme="least often",
        broken="covers too little",
        judged=True,
        worlds=len(found.cases),
    )
    return [one for one in (tests, intervals) if one.tried]


def promise_words(promise: Promise) -> str:
    """Return which to use, and which break the promise by how much."""
    known = [one for one in promise.tried if one.says(promise.kept) is not None]
    if not known:
        return f"No {promise.kind} is defined on such data"
    broken = [one for one in known if not one.says(promise.kept)]
    best = [one for one in known if one.says(promise.use)]
    promised = f"where {percent(promise.share)} are promised"
    does = promise.does[0]
    if best:
        rest = f"; {_shares(promise, broken, f'{does} {promise.again}')}" if broken else ""
        aside = f"{_left_open(promise, best)}{_power(best)}"
        return f"{_advice(promise, best)}, {promised}{aside}{rest}"
    none = f"No {promise.kind} can be recommended: " if promise.judged else ""
    if broken:
        shares = _shares(promise, broken, f"{does} {promise.what}")
        return f"{none or f'The {promise.kind} '}{shares} of studies, {promised}"
    worst = _worst(promise, known)
    start = none or f"No {promise.kind} {promise.broken}: "
    return (
        f"{start}{worst.name} {does} {promise.what} {promise.extreme}, in "
        f"{_share(promise, worst)} of studies, {promised}"
    )


def _advice(promise: Promise, best: Sequence[Tried]) -> str:
    """Return which to use, and how often they do what they should."""
    several = len(best) > 1
    which = "the interval " if promise.kind == "interval" else ""
    names = either([one.name for one in best])
    subject = f"{'they' if several else 'it'} {promise.does[several]}"
    bound = f"{promise.bound} " if len(best) * promise.worlds > 1 else ""
    share = f"{bound}{_share(promise, _worst(promise, best))} of studies"
    return f"Use {which}{names}: {subject} {promise.what} in {share}"


def _power(best: Sequence[Tried]) -> str:
    """Return how often the only one to use finds what there is to find; empty of intervals."""
    powers = [row.estimate for row in best[0].rows("power")]
    if len(best) > 1 or not powers:
        return ""
    least, most = percent(min(powers)), percent(max(powers))
    return f", and a true one in {least if least == most else f'{least} to {most}'}"


def _left_open(promise: Promise, best: Sequence[Tried]) -> str:
    """Return that a simulation leaves open whether the promise is kept; empty where it does not."""
    row = promise.worst(_worst(promise, best))
    sign = 1 if promise.bound == "at most" else -1
    if isnan(row.low) or sign * (row.estimate - promise.share) <= 0:
        return ""
    return " (the simulation cannot tell them apart)"


def _worst(promise: Promise, some: Sequence[Tried]) -> Tried:
    """Return the one that is nearest to breaking the promise, or farthest beyond it."""
    sign = 1 if promise.bound == "at most" else -1
    return max(some, key=lambda one: sign * promise.worst(one).estimate)


def _share(promise: Promise, one: Tried) -> str:
    return rate(promise.worst(one).estimate)


def _shares(promise: Promise, some: Sequence[Tried], does: str) -> str:
    """Return what some do, each in which share of studies; of many the first."""
    first, *others = some[:FEW]
    named = [f"{first.name} {does} in {_share(promise, first)}"]
    named += [f"{one.name} in {_share(promise, one)}" for one in others]
    left = len(some) - FEW
    return f"{', '.join(named)}{f' and {left} more too' if left > 0 else ''}"


def either(names: Sequence[str]) -> str:
    """Return the names as a choice.

    >>> either(["t", "welch", "bca"]), either(["t"])
    ('t, welch or bca', 't')
    """
    return " or ".join([*([", ".join(names[:-1])] if names[:-1] else []), names[-1]])
