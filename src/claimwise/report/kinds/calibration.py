"""Which tests and intervals keep their promise on data like yours, and which to use."""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan
from typing import Any

from claimwise.core import Result, Row, counted
from claimwise.report.account import Account
from claimwise.report.answer import Answer, Table
from claimwise.report.answers_to_items import HEADS, size_words, world_words
from claimwise.report.calibrated import (
    Case,
    Tried,
    cases_of,
    intervals_of,
    tests_of,
    tried_at,
)
from claimwise.report.citations import WEIN
from claimwise.report.cited_methods import INTERVALS
from claimwise.report.cited_tests import TESTS
from claimwise.report.numbers import decimal, given, percent, rate
from claimwise.report.plan_words import studies_words
from claimwise.report.planned import Plan
from claimwise.report.quantities import value
from claimwise.report.scale import Scale, scale_of
from claimwise.report.tabled import Column, tabled

Settings = Mapping[str, Any]
FEW = 3  # procedures that a sentence names


def present(result: Result) -> Answer:
    """Return which test and interval to use, and which break their promise."""
    settings, cases = result.provenance["settings"], cases_of(result)
    tests, intervals, scale = tests_of(result), intervals_of(result), scale_of(settings)
    tried = [some for some in (tests, intervals) if some]
    headline, *lines = (_advice(some, cases) for some in tried)
    asked = []
    if tests:
        alpha = percent(settings["alpha"])
        asked.append(f"Which tests find a false difference in no more than {alpha} of studies?")
    if intervals:
        level = percent(settings["level"])
        asked.append(f"Which intervals hold the true difference in {level} of studies?")
    return Answer(
        title="Which procedures are honest on such data",
        question=" ".join(asked),
        headline=headline,
        lines=tuple(f"{line}." for line in lines),
        tables=tuple(one for some in tried for one in _table(some, cases, scale)),
        brief=_brief(result),
        more=_errors(result),
        account=_account(result),
        scale=scale,
    )


def _advice(some: list[Tried], cases: list[Case]) -> str:
    """Return which to use of tests, or of intervals, and which break the promise by how much."""
    promise = some[0].promise
    known = [one for one in some if one.kept is not None]
    if not known:
        return f"No {promise.kind} is defined on such data"
    broken, best = [one for one in known if not one.kept], [one for one in known if one.best]
    promised = f"where {percent(known[0].promised)} are promised"
    if best:
        rest = f"; {_shares(broken, promise.does[2])}" if broken else ""
        return f"{_use(best, cases)}, {promised}{_left_open(best)}{_power(best)}{rest}"
    judged = promise.kind == "interval" or any(case.differ for case in cases)
    none = f"No {promise.kind} can be recommended: " if judged else ""
    if broken:
        start = none or f"The {promise.kind} "
        return f"{start}{_shares(broken, promise.does[0])} of studies, {promised}"
    start = none or f"No {promise.kind} {promise.verdicts[0]}: "
    return f"{start}at the worst {_shares([_worst(known)], promise.does[0])} of studies, {promised}"


def _use(best: list[Tried], cases: list[Case]) -> str:
    """Return which to use, and how often they do what they should."""
    promise, several = best[0].promise, len(best) > 1
    of_tests = promise.kind == "test"
    names = [one.name for one in best]
    either = " or ".join([*([", ".join(names[:-1])] if several else []), names[-1]])
    worlds = sum(not (of_tests and case.differ) for case in cases)
    bound = ("at most " if of_tests else "at least ") if len(best) * worlds > 1 else ""
    does = f"{'they' if several else 'it'} {promise.does[several]}"
    share = rate(_worst(best).worst.estimate)
    return f"Use {'' if of_tests else 'the interval '}{either}: {does} in {bound}{share} of studies"


def _power(best: list[Tried]) -> str:
    """Return how often the only one to use finds what there is to find; empty of intervals."""
    powers = sorted(row.estimate for row in best[0].rows("power"))
    if len(best) > 1 or not powers:
        return ""
    span = dict.fromkeys(percent(power) for power in (powers[0], powers[-1]))
    return f", and a true one in {' to '.join(span)}"


def _left_open(best: list[Tried]) -> str:
    """Return that a simulation leaves open whether the promise is kept; empty where it does not."""
    worst = _worst(best)
    beyond = worst.promise.sign * (worst.worst.estimate - worst.promised) > 0
    sure = isnan(worst.worst.low) or not beyond
    return "" if sure else " (the simulation cannot tell them apart)"


def _worst(some: list[Tried]) -> Tried:
    """Return the one that is nearest to breaking the promise, or farthest beyond it."""
    return max(some, key=lambda one: one.promise.sign * one.worst.estimate)


def _shares(some: list[Tried], does: str) -> str:
    """Return what some do, each in which share of studies; of many the first."""
    first, *others = some[:FEW]
    named = [f"{first.name} {does} in {rate(first.worst.estimate)}"]
    named += [f"{one.name} in {rate(one.worst.estimate)}" for one in others]
    left = len(some) - FEW
    return f"{', '.join(named)}{f' and {left} more too' if left > 0 else ''}"


def _table(some: list[Tried], cases: list[Case], scale: Scale) -> tuple[Table, ...]:
    """Return a line for each test, or interval: its verdict, and what it did in each world."""
    promise, result = some[0].promise, some[0].result
    columns = [Column(promise.kept, "verdict", shows=lambda row: tried_at(row, some).verdict)]
    for quantity, form in zip((promise.share, promise.also), promise.heads, strict=True):
        heads = [(case.differ, case.head(form, scale)) for case in cases]
        for case, (differ, head) in zip(cases, heads, strict=True):
            alone = heads.count((differ, head)) == 1
            full = head if alone else f"{head}, {case.label(scale)}"
            columns.append(Column(quantity, full, case.at))
    by: dict[str, str | None] = {"analysis": promise.kind}
    unit = f" ({scale.unit})" if scale.unit else ""
    title = f"{percent(some[0].promised)} intervals: how often they hold the truth{unit}"
    if promise.kind == "test":
        several = len(result.provenance["settings"]["metrics"]) > 1
        by = {"metric": "metric" if several else None, **by}
        title = "Tests: how often they find a difference"
    return tabled(title, result.rows, by=by, columns=columns, scale=scale)


def _errors(result: Result) -> tuple[Table, ...]:
    """Return how far one-sided p-values are from their expected value."""
    rows = result.select("p_error", "estimated_p")
    keys = dict.fromkeys(key for row in rows for key in row.at)

    def expected(row: Row) -> str:
        place = {key: x for key, x in row.at.items() if key != "analysis"}
        known = Plan(result, place).known("true_p")
        return "-" if known is None else value(known)

    return tabled(
        "One-sided p against its expected value",
        rows,
        by={key: HEADS.get(key, key) for key in keys},
        columns=[
            Column("p_error", "expected p", shows=expected),
            Column("estimated_p", "mean p"),
            Column("p_error", "mean error"),
        ],
    )


def _brief(result: Result) -> str:
    settings = result.provenance["settings"]
    promised = [settings["alternative"], f"alpha {decimal(settings['alpha'])}"]
    promised += [f"level {percent(settings['level'])}"] if settings.get("intervals") else []
    studies = "every outcome of a study counted"
    if settings.get("by") != "exact":
        rows = result.select("false_positives", "power", "coverage")
        many = [row for row in rows if row.at["analysis"] != "htest"]
        fewer = f"; htest on {settings['sets']:,}" if len(many) < len(rows) else ""
        near = studies_words(settings["replicates"], many, "shares", " of each kind")
        studies = f"{near}{fewer}"
    return " · ".join([_data(settings), ", ".join(promised), studies])


def _data(settings: Settings) -> str:
    """Return what the data are like."""
    if "answers" in settings:
        return f"{size_words(settings)}, {world_words(settings, of_b=False)}"
    items = counted(settings["n"], "item")
    if "agreement" in settings:
        known = settings.get("baseline")
        baseline = "" if known is None else f", A right on {percent(known)}"
        agreement = percent(settings["agreement"])
        return f"{items}, right or wrong, systems agree on {agreement}{baseline}"
    shape = settings["shape"]
    if not settings["paired"]:
        spread = f"{given(settings['sd_a'])} and {given(settings['sd_b'])}"
        return f"{items} of each system, {shape} scores with standard deviations {spread}"
    clusters = ""
    if settings.get("cluster_size"):
        each, icc = settings["cluster_size"], given(settings["icc"])
        clusters = f" in clusters of {each:,} (correlation {icc})"
    return f"{items}{clusters}, {shape} differences with standard deviation {given(settings['sd'])}"


def _account(result: Result) -> Account:
    account, settings = Account(), result.provenance["settings"]
    cited = account.cited(WEIN) if "answers" in settings else ""
    many = f"{settings.get('replicates') or 0:,} simulated studies of each kind{cited}"
    data = "every outcome that a study may have" if settings.get("by") == "exact" else many
    account.say(f"Every procedure was applied to {data}: {_data(settings)}.")
    for name in dict.fromkeys(settings["procedures"]):
        account.procedure("One test is", name, TESTS, aside=True)
    for interval in intervals_of(result):
        account.procedure("One interval is", interval.procedure, INTERVALS, aside=True)
    return account
