"""What tests and intervals did on studies whose truth is known: facts of a calibration."""

from __future__ import annotations

from math import isnan
from typing import NamedTuple

from claimwise.core import At, Result, Row, spelled
from claimwise.report.numbers import given
from claimwise.report.scale import Scale, metric_name

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
