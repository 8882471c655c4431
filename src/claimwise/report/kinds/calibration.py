"""Which tests and intervals keep their promise on data like yours, and which to use."""

from __future__ import annotations

from math import isnan
from typing import NamedTuple

from claimwise.core import At, Result, Row, Settings, in_series, spelled
from claimwise.report.answer import Answer, Table
from claimwise.report.method import Account, one_line
from claimwise.report.numbers import decimal, given, percent
from claimwise.report.plan_answer import studies_words
from claimwise.report.plan_rows import size_words
from claimwise.report.scale import Scale, metric_name, scale_of
from claimwise.report.tables import Column, table_of

FEW = 3  # procedures that a sentence names


OF_PROCEDURE = ("metric", "analysis")  # keys of a place that are not of the world


class Promise(NamedTuple):
    """What procedures of a kind promise: the quantities that tell of it, and the words."""

    kind: str
    share: str  # the quantity that is promised
    also: str  # what else tells good ones apart
    kept: str  # whether the promise is kept
    use: str  # whether it is the procedure to use
    level: str  # the setting that says how large a share is promised
    sign: int  # 1 for a share that is promised to be small
    does: str  # what is done in that share of studies
    broken: str
    promised: str
    heads: tuple[str, str]  # of the columns of both quantities


TEST = Promise(
    "test",
    *("false_positives", "power", "honest", "recommended", "alpha", 1),
    does="a false difference is found",
    broken="finds too much",
    promised="alpha",
    heads=("false", "power"),
)
INTERVAL = Promise(
    "interval",
    *("coverage", "width", "keeps_level", "recommended_interval", "level", -1),
    does="the true difference is held",
    broken="covers too little",
    promised="its level",
    heads=("covers", "width"),
)


def present(result: Result) -> Answer:
    """Return which test and interval to use, and which break their promise."""
    scale = scale_of(result.settings)
    shown = [(one, some) for one in (TEST, INTERVAL) if (some := tried(result, one))]
    headline, *lines = (_advice(promise, some, result.settings) for promise, some in shown)
    return Answer(
        title="Which procedures are honest on such data",
        question="Which procedures keep their promise on such data?",
        headline=headline,
        lines=tuple(f"{line}." for line in lines),
        tables=tuple(made for one, some in shown for made in _table(one, some, result, scale)),
        brief=_brief(result),
        account=_account(result),
        scale=scale,
    )


def _advice(promise: Promise, some: list[Tried], settings: Settings) -> str:
    """Return which to use of tests, or of intervals, and which break the promise by how much."""
    known = [one for one in some if one.kept is not None]
    if not known:
        return f"No {promise.kind} is defined on such data"
    broken, best = [one for one in known if not one.kept], [one for one in known if one.use]
    start = f"{len(broken)} of {len(known)} {promise.kind}s are shown to break their promise"
    if best:
        start = f"Use the {promise.kind} {in_series([one.name for one in best], 'or')}"
    worst = max((one.worst for one in best or known), key=lambda row: promise.sign * row.estimate)
    promised = settings[promise.level]
    bound = "at most" if promise.sign > 0 else "at least"
    share = f"{promise.does} in {bound} {percent(worst.estimate, 1)} of studies"
    beyond = promise.sign * (worst.estimate - promised) > 0 and not isnan(worst.low)
    unclear = " (the simulation cannot tell them apart)" if beyond and (best or not broken) else ""
    named = [f"{one.name} ({percent(one.worst.estimate, 1)})" for one in broken[:FEW]]
    named += [f"{len(broken) - FEW} more"] if len(broken) > FEW else []
    rest = f"; not kept by {', '.join(named)}" if broken else ""
    return f"{start}: {share}, where {percent(promised)} are promised{unclear}{rest}"


def _verdict(one: Tried, promise: Promise, settings: Settings) -> str:
    """Return what a procedure comes to, for a table."""
    if one.at["analysis"] == "htest":  # which judges sets of studies
        return "no p-value"
    # Simulated studies can only not refute that a promise is kept.
    keeps = "keeps" if settings.get("by") == "exact" else "may keep"
    word = f"{keeps} {promise.promised}" if one.kept else promise.broken
    return "" if one.kept is None else f"{word}: use it" if one.use else word


def _table(promise: Promise, some: list[Tried], result: Result, scale: Scale) -> tuple[Table, ...]:
    """Return a line for each test, or interval: its verdict, and what it did in each world."""
    settings = result.settings
    verdicts = {spelled(one.at): _verdict(one, promise, settings) for one in some}
    columns = [Column(promise.kept, "verdict", shows=lambda row: verdicts[spelled(row.at)])]
    columns += [
        Column(quantity, f"{head}, {case.label(scale)}", case.at)
        for quantity, head in zip((promise.share, promise.also), promise.heads, strict=True)
        for case in cases_of(result)
    ]
    by = {"metric": "metric" if len(settings["metrics"]) > 1 else None, "analysis": promise.kind}
    title = f"{promise.kind.capitalize()}s, {promise.level} {percent(settings[promise.level])}"
    title = scale.in_unit(title) if promise is INTERVAL else title
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
    size = [size_words(settings)] if "answers" in settings else []
    return ", ".join([*size, settings["simulated"]["data"]])


def _account(result: Result) -> Account:
    account, settings = Account(), result.settings
    cited = account.cited(*settings["simulated"].get("references", ()))
    many = f"{settings.get('replicates') or 0:,} simulated studies of each kind{cited}"
    data = "every outcome that a study may have" if settings.get("by") == "exact" else many
    account.say(f"Every procedure was applied to {data}: {_data(settings)}.")
    for name in dict.fromkeys(settings["procedures"]):
        account.procedure("One test is", "test", name, aside=True)
    for name in settings.get("intervals", []):
        account.procedure("One interval is", "interval", name, aside=True)
    return account


class Case(NamedTuple):
    """A world that procedures were tried in: what is true there, and where its rows stand."""

    truth: str
    at: At

    def label(self, scale: Scale) -> str:
        """Return what tells it from others, such as "5 points" or "B off by 0.3"."""
        if self.at.get("difference"):
            return scale.given(float(self.at["difference"]))
        if "epsilon" in self.at:
            return f"both off by {given(float(self.at['epsilon']))}"
        if "epsilon_b" in self.at:
            return f"B off by {given(float(self.at['epsilon_b']))}"
        return str(self.at.get("truth", self.truth))


class Tried(NamedTuple):
    """A test, of a metric, or an interval: what it did in each world."""

    name: str  # in a sentence: with its metric, where there are several
    at: At
    kept: bool | None  # whether it keeps its promise; None where that was not judged
    use: bool
    worst: Row  # where it is nearest to breaking its promise, or farthest beyond it


def cases_of(result: Result) -> list[Case]:
    """Return the worlds, in their order."""
    truths = {where: truth for truth, where in result.settings["cases"]}
    places: list[At] = []
    for row in result.select("false_positives", "power", "coverage"):
        place = {key: value for key, value in row.at.items() if key not in OF_PROCEDURE}
        if place not in places:
            places.append(place)
    return [Case(truths[spelled(place)], place) for place in places]


def tried(result: Result, promise: Promise) -> list[Tried]:
    """Return every test of every metric, or every interval."""
    found: dict[str, Tried] = {}
    judged = {(row.quantity, spelled(row.at)): bool(row.estimate) for row in result.rows}
    for row in sorted(result.select(promise.share), key=lambda row: isnan(row.estimate)):
        at = {key: row.at[key] for key in OF_PROCEDURE if key in row.at}
        place, name = spelled(at), str(at.get("analysis", ""))
        if len(result.settings["metrics"]) > 1 and "metric" in at:
            name += f" of {metric_name(str(at['metric']))}"
        kept, use = (judged.get((quantity, place)) for quantity in (promise.kept, promise.use))
        best = found.get(place)
        if best is None or promise.sign * (row.estimate - best.worst.estimate) > 0:
            found[place] = Tried(name, at, kept, bool(use), row)
    return list(found.values())
