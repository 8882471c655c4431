"""Which tests and intervals keep their promise on data like yours, and which to use."""

from __future__ import annotations

from math import isnan

from claimwise.core import Result, Settings, counted, in_series
from claimwise.core.references import WEIN
from claimwise.report.answer import Answer, Table
from claimwise.report.answers_to_items import size_words, world_words
from claimwise.report.calibration_rows import (
    Case,
    Tried,
    cases_of,
    intervals_of,
    tests_of,
    tried_at,
)
from claimwise.report.method import Account, one_line
from claimwise.report.numbers import decimal, given, percent, rate
from claimwise.report.plan_answer import studies_words
from claimwise.report.scale import Scale, scale_of
from claimwise.report.tables import Column, table_of

FEW = 3  # procedures that a sentence names


def present(result: Result) -> Answer:
    """Return which test and interval to use, and which break their promise."""
    settings, cases = result.settings, cases_of(result)
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
        account=_account(result),
        scale=scale,
    )


def _advice(some: list[Tried], cases: list[Case]) -> str:
    """Return which to use of tests, or of intervals, and which break the promise by how much."""
    promise = some[0].promise
    known = [one for one in some if one.kept is not None]
    if not known:
        return f"No {promise.kind} is defined on such data"
    broken, best = [one for one in known if not one.kept], [one for one in known if one.recommended]
    promised = f"of studies, where {percent(known[0].promised)} are promised"
    if best:
        worst = _worst(best)
        bound = "at most" if promise.sign > 0 else "at least"
        share = f"{bound} {rate(worst.worst.estimate)} {promised}"
        either = in_series([one.name for one in best], "or")
        which = f"{'the interval ' if promise.kind == 'interval' else ''}{either}"
        rest = f"; not {_listed(broken, '{name} ({share})')}" if broken else ""
        return f"Use {which}: {promise.does} in {share}{_left_open(worst)}{_power(best)}{rest}"
    start = f"No {promise.kind} can be recommended"
    if promise.kind == "test" and not any(case.differ for case in cases):  # without power
        exact = known[0].settings.get("by") == "exact"
        none = "finds too much" if exact else "is shown to find too much"
        start = "Not every test is honest" if broken else f"No test {none}"
    shares = _listed(broken or [_worst(known)], "{share} ({name})")
    near = "" if broken else _left_open(_worst(known))
    return f"{start}: {promise.does} in {shares} {promised}{near}"


def _power(best: list[Tried]) -> str:
    """Return how often the only one to use finds what there is to find; empty of intervals."""
    powers = sorted(row.estimate for row in best[0].rows("power"))
    if len(best) > 1 or not powers:
        return ""
    span = dict.fromkeys(percent(power) for power in (powers[0], powers[-1]))
    return f", and a true one in {' to '.join(span)}"


def _left_open(worst: Tried) -> str:
    """Return that a simulation leaves open whether the promise is kept; empty where it does not."""
    beyond = worst.promise.sign * (worst.worst.estimate - worst.promised) > 0
    open_ = beyond and not isnan(worst.worst.low)
    return " (the simulation cannot tell them apart)" if open_ else ""


def _worst(some: list[Tried]) -> Tried:
    """Return the one that is nearest to breaking the promise, or farthest beyond it."""
    return max(some, key=lambda one: one.promise.sign * one.worst.estimate)


def _listed(some: list[Tried], form: str) -> str:
    """Return some with the share of studies in which they do what they do; of many the first."""
    shown = [form.format(name=one.name, share=rate(one.worst.estimate)) for one in some[:FEW]]
    left = len(some) - FEW
    return ", ".join([*shown, *([f"and {left} more"] if left > 0 else [])])


def _table(some: list[Tried], cases: list[Case], scale: Scale) -> tuple[Table, ...]:
    """Return a line for each test, or interval: its verdict, and what it did in each world."""
    promise, result = some[0].promise, some[0].result
    columns = [Column(promise.kept, "verdict", shows=lambda row: tried_at(row, some).verdict)]
    columns += [
        Column(quantity, f"{head}, {case.label(scale)}", case.at)
        for quantity, head in zip((promise.share, promise.also), promise.heads, strict=True)
        for case in cases
    ]
    several = len(result.settings["metrics"]) > 1
    by = {"metric": "metric" if several else None, "analysis": promise.kind}
    titles = {"test": "Tests", "interval": f"{percent(some[0].promised)} intervals"}
    title = titles[promise.kind]
    title = scale.in_unit(title) if promise.kind == "interval" else title
    return table_of(title, result.rows, by=by, columns=columns, scale=scale)


def _brief(result: Result) -> str:
    settings = result.settings
    promised = [settings["alternative"], f"alpha {decimal(settings['alpha'])}"]
    promised += [f"level {percent(settings['level'])}"] if settings.get("intervals") else []
    studies = "every outcome of a study counted"
    if settings.get("by") != "exact":
        rows = result.select("false_positives", "power", "coverage")
        many = [row for row in rows if row.at["analysis"] != "htest"]
        fewer = f"; htest on {settings['sets']:,}" if len(many) < len(rows) else ""
        near = studies_words(settings["replicates"], many, "shares", " of each kind")
        studies = f"{near}{fewer}"
    return one_line([_data(settings)], ", ".join(promised), studies)


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
    account, settings = Account(), result.settings
    cited = account.cited(WEIN) if "answers" in settings else ""
    many = f"{settings.get('replicates') or 0:,} simulated studies of each kind{cited}"
    data = "every outcome that a study may have" if settings.get("by") == "exact" else many
    account.say(f"Every procedure was applied to {data}: {_data(settings)}.")
    for name in dict.fromkeys(settings["procedures"]):
        account.procedure("One test is", "test", name, aside=True)
    for interval in intervals_of(result):
        account.procedure("One interval is", "interval", interval.procedure, aside=True)
    return account
