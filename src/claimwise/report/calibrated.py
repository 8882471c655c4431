"""What tests and intervals did on studies whose truth is known: facts of a calibration."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan
from typing import Any

from claimwise.core import At, Result, Row, spelled
from claimwise.report.numbers import given
from claimwise.report.scale import Scale, metric_name, scale_of

DIFFERENT = "different"
OF_PROCEDURE = ("metric", "analysis")  # keys of a place that are not of the world


@dataclass(frozen=True, slots=True)
class Case:
    """A world that procedures were tried in: what is true there, and where its rows stand."""

    truth: str
    at: At

    @property
    def differ(self) -> bool:
        """Whether there is something to find."""
        return self.truth == DIFFERENT

    def label(self, scale: Scale) -> str:
        """Return what tells it from others, such as "5 points" or "B off by 0.3"."""
        if "difference" in self.at:
            return scale.given(float(self.at["difference"]))
        if "epsilon" in self.at:
            return f"both off by {given(float(self.at['epsilon']))}"
        if "epsilon_b" in self.at:
            return f"B off by {given(float(self.at['epsilon_b']))}"
        return str(self.at.get("truth", self.truth))


@dataclass(frozen=True, slots=True)
class Tried:
    """A test, of a metric, or an interval: what it did in each world."""

    calibration: Calibration
    at: At

    @property
    def procedure(self) -> str:
        """What it is called in the registry."""
        return str(self.at["analysis"])

    @property
    def name(self) -> str:
        """What it is called in a sentence: with its metric, where there are several."""
        several = len(self.calibration.settings["metrics"]) > 1 and "metric" in self.at
        return f"{self.procedure} of {self.metric}" if several else self.procedure

    @property
    def metric(self) -> str:
        """The metric, as it is written."""
        return metric_name(str(self.at.get("metric", "")))

    def row(self, quantity: str, case: Case | None = None) -> Row | None:
        """Return what it did in a world, or in all of them together."""
        at = {**self.at, **(case.at if case else {})}
        return next((r for r in self.calibration.result.select(quantity) if r.at == at), None)

    def rows(self, quantity: str) -> list[Row]:
        """Return what it did in each world, where that is defined."""
        found = (self.row(quantity, case) for case in self.calibration.cases)
        return [row for row in found if row is not None and not isnan(row.estimate)]

    def says(self, quantity: str) -> bool | None:
        """Return a verdict on it; None where there is none."""
        row = self.row(quantity)
        return None if row is None else bool(row.estimate)


@dataclass(frozen=True, slots=True)
class Calibration:
    """Procedures that were tried, and the worlds that they were tried in."""

    result: Result

    @property
    def settings(self) -> Mapping[str, Any]:
        """What was asked and assumed."""
        settings: Mapping[str, Any] = self.result.provenance["settings"]
        return settings

    @property
    def scale(self) -> Scale:
        """The unit of differences."""
        return scale_of(self.settings)

    @property
    def exact(self) -> bool:
        """Whether every outcome was counted, and nothing simulated."""
        return bool(self.settings.get("by") == "exact")

    @property
    def cases(self) -> list[Case]:
        """The worlds, in their order."""
        truths = {where: truth for truth, where in self.settings["cases"]}
        places: list[At] = []
        for row in self.result.select("false_positives", "power", "coverage"):
            place = {key: value for key, value in row.at.items() if key not in OF_PROCEDURE}
            if place not in places:
                places.append(place)
        return [Case(truths[spelled(place)], place) for place in places]

    @property
    def tests(self) -> list[Tried]:
        """Every test of every metric."""
        metrics, names = self.settings["metrics"], self.settings["procedures"]
        return [Tried(self, {"metric": m, "analysis": name}) for m in metrics for name in names]

    @property
    def intervals(self) -> list[Tried]:
        """Every interval."""
        return [Tried(self, {"analysis": name}) for name in self.settings.get("intervals", [])]


def worst_findings(test: Tried) -> Row:
    """Return where a test finds most although there is nothing to find."""
    return max(test.rows("false_positives"), key=lambda row: row.estimate)


def worst_coverage(interval: Tried) -> Row:
    """Return where an interval holds the truth least often."""
    return min(interval.rows("coverage"), key=lambda row: row.estimate)


def verdict_on_test(test: Tried) -> str:
    """Return what a test comes to, for a table."""
    settings = test.calibration.settings
    if test.procedure == "htest":
        return "no p-value"
    rows = test.rows("false_positives")
    if not rows:
        return ""
    if not test.says("honest"):
        return "finds too much"
    least = settings["alpha"] * (settings.get("held") or [1.0])[0]
    rarely = all((row.estimate if isnan(row.high) else row.high) < least for row in rows)
    word = "finds too little" if rarely else f"{_kept(test)} alpha"
    return f"{word}: use it" if test.says("recommended") else word


def verdict_on_interval(interval: Tried) -> str:
    """Return what an interval comes to, for a table."""
    settings = interval.calibration.settings
    kept = interval.says("keeps_level")
    if kept is None:
        return ""
    if not kept:
        return "covers too little"
    most = 1 - (settings.get("held") or [1.0])[0] * (1 - settings["level"])
    rows = interval.rows("coverage")
    over = all((row.estimate if isnan(row.low) else row.low) > most for row in rows)
    word = "covers too much" if over else f"{_kept(interval)} its level"
    if not interval.says("recommended_interval"):
        return word
    return f"{word}, yet narrowest: use it" if over else f"{word}: use it"


def _kept(one: Tried) -> str:
    """Return how sure it is that a promise is kept: simulated studies can only not refute it."""
    return "keeps" if one.calibration.exact else "may keep"
