"""What tests and intervals did on studies whose truth is known: facts of a calibration."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import NamedTuple

from claimwise.core import At, Result, Row, spelled
from claimwise.report.numbers import given
from claimwise.report.plan_rows import Plan
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
    verdicts: tuple[str, str, str]  # broken, kept far too well, kept
    heads: tuple[str, str]  # of the columns of both quantities


TEST = Promise(
    "test",
    *("false_positives", "power", "honest", "recommended", "alpha", 1),
    does="a false difference is found",
    verdicts=("finds too much", "finds too little", "alpha"),
    heads=("false", "power"),
)
INTERVAL = Promise(
    "interval",
    *("coverage", "width", "keeps_level", "recommended_interval", "level", -1),
    does="the true difference is held",
    verdicts=("covers too little", "covers too much", "its level"),
    heads=("covers", "width"),
)


class Case(NamedTuple):
    """A world that procedures were tried in: what is true there, and where its rows stand."""

    truth: str
    at: At

    @property
    def differ(self) -> bool:
        """Whether there is something to find."""
        return self.truth == "different"

    def label(self, scale: Scale) -> str:
        """Return what tells it from others, such as "5 points" or "B off by 0.3"."""
        if self.at.get("difference"):
            return scale.given(float(self.at["difference"]))
        if "epsilon" in self.at:
            return f"both off by {given(float(self.at['epsilon']))}"
        if "epsilon_b" in self.at:
            return f"B off by {given(float(self.at['epsilon_b']))}"
        return str(self.at.get("truth", self.truth))


@dataclass(frozen=True, slots=True)
class Tried(Plan):
    """A test, of a metric, or an interval: what it did in each world."""

    promise: Promise = TEST

    @property
    def procedure(self) -> str:
        """What it is called in the registry."""
        return str(self.at["analysis"])

    @property
    def name(self) -> str:
        """What it is called in a sentence: with its metric, where there are several."""
        several = len(self.settings["metrics"]) > 1 and "metric" in self.at
        of = f" of {metric_name(str(self.at['metric']))}" if several else ""
        return f"{self.procedure}{of}"

    def rows(self, quantity: str) -> list[Row]:
        """Return what it did in each world, where that is defined."""
        found = (self.known(quantity, **case.at) for case in cases_of(self.result))
        return [row for row in found if row is not None]

    @property
    def kept(self) -> bool | None:
        """Whether it keeps its promise; None where that was not judged."""
        row = self.row(self.promise.kept)
        return None if row is None else bool(row.estimate)

    @property
    def recommended(self) -> bool:
        """Whether it is to be used."""
        row = self.row(self.promise.use)
        return row is not None and bool(row.estimate)

    @property
    def promised(self) -> float:
        """The share of studies that is promised."""
        return float(self.settings[self.promise.level])

    @property
    def worst(self) -> Row:
        """Where it is nearest to breaking its promise, or farthest beyond it."""
        rows = self.rows(self.promise.share)
        return max(rows, key=lambda row: self.promise.sign * row.estimate)

    @property
    def cautious(self) -> bool:
        """Whether it errs far less than it may, in every world and whatever simulation leaves open.

        How much less is a setting: the share of the errors promised that makes too few of them.
        """
        least = (self.settings.get("held") or [1.0])[0]
        test = self.promise.sign > 0
        promised = self.promised if test else 1 - self.promised
        for row in self.rows(self.promise.share):
            end = row.high if test else row.low
            share = row.estimate if isnan(end) else end
            if (share if test else 1 - share) >= least * promised:
                return False
        return True

    @property
    def verdict(self) -> str:
        """What it comes to, for a table."""
        if self.procedure == "htest" or self.kept is None:
            return "no p-value" if self.procedure == "htest" else ""
        broken, cautious, promise = self.promise.verdicts
        if not self.kept:
            return broken
        # Simulated studies can only not refute that a promise is kept.
        keeps = "keeps" if self.settings.get("by") == "exact" else "may keep"
        word = cautious if self.cautious else f"{keeps} {promise}"
        return f"{word}: use it" if self.recommended else word


def cases_of(result: Result) -> list[Case]:
    """Return the worlds, in their order."""
    truths = {where: truth for truth, where in result.settings["cases"]}
    places: list[At] = []
    for row in result.select("false_positives", "power", "coverage"):
        place = {key: value for key, value in row.at.items() if key not in OF_PROCEDURE}
        if place not in places:
            places.append(place)
    return [Case(truths[spelled(place)], place) for place in places]


def tests_of(result: Result) -> list[Tried]:
    """Return every test of every metric."""
    settings = result.settings
    places = [(m, name) for m in settings["metrics"] for name in settings["procedures"]]
    return [Tried(result, {"metric": m, "analysis": name}) for m, name in places]


def intervals_of(result: Result) -> list[Tried]:
    """Return every interval."""
    names = result.settings.get("intervals", [])
    return [Tried(result, {"analysis": name}, INTERVAL) for name in names]


def tried_at(row: Row, some: list[Tried]) -> Tried:
    """Return the procedure that a row is of."""
    at = {key: row.at[key] for key in OF_PROCEDURE if key in row.at}
    return next(one for one in some if one.at == at)
