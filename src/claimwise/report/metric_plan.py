"""A planned study of several answers under one metric: its rows, and what there is to find."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan
from typing import Any

from claimwise.core import Result, Row
from claimwise.report.answer import named
from claimwise.report.compared import OF_ALIKE
from claimwise.report.numbers import p_cell, percent
from claimwise.report.quantities import value
from claimwise.report.scale import metric_name
from claimwise.report.simulated import digits

SOURCES = {"gold": "gold answers", "a": "answers of A", "b": "answers of B"}


@dataclass(frozen=True, slots=True)
class MetricPlan:
    """What is planned, by one metric."""

    result: Result
    metric: str

    @property
    def settings(self) -> Mapping[str, Any]:
        """What was asked and assumed."""
        settings: Mapping[str, Any] = self.result.provenance["settings"]
        return settings

    @property
    def name(self) -> str:
        """The metric as it is written."""
        return metric_name(self.metric)

    @property
    def a(self) -> str:
        """System A, by its name where it has one."""
        return named(self.settings["a"]) if "a" in self.settings else "A"

    @property
    def b(self) -> str:
        """System B likewise."""
        return named(self.settings["b"]) if "b" in self.settings else "B"

    def row(self, quantity: str, point: Mapping[str, float] | None = None) -> Row | None:
        """Return its row of a quantity, of the only study or of one of several."""
        at = {"metric": self.metric, **(point or {})}
        return next((row for row in self.result.select(quantity) if row.at == at), None)

    def rows(self, quantity: str) -> list[Row]:
        """Return its rows of a quantity in several studies."""
        return [row for row in self.result.select(quantity, metric=self.metric) if row.point]

    @property
    def sure(self) -> bool:
        """Whether the simulation tells which system is better."""
        row = self.row("difference")
        return row is not None and not row.low <= 0 <= row.high

    @property
    def better(self) -> str:
        """What is true of B: "better" or "worse"."""
        row = self.row("difference")
        up = row is not None and row.estimate > 0
        return "better" if up == (self.settings["directions"][self.metric] == "higher") else "worse"

    @property
    def what(self) -> str:
        """What there is to be found, as the procedure can say it."""
        if self.result.method in OF_ALIKE:
            return f"that {self.a} and {self.b} do not answer alike ({self.name})"
        if not self.sure:
            return f"a difference on {self.name}"
        verb = "scores" if self.settings.get("unequal") else "is"  # for want of answers, it may
        return f"that {self.b} {verb} {self.better} than {self.a} on {self.name}"

    @property
    def truth(self) -> str:
        """The true difference, and whether it is one."""
        row = self.row("difference")
        if row is None or isnan(row.estimate):
            return ""
        if not self.sure:
            return (
                f"{self.a} and {self.b} hardly differ on {self.name}: the simulation cannot tell "
                f"the true difference, {digits(row.estimate)}, from 0."
            )
        minus = f"{self.b} minus {self.a}"
        return f"The true difference in {self.name} is {digits(row.estimate)}, {minus}."

    @property
    def equal(self) -> str:
        """What the test finds between systems without a difference."""
        row = self.row("alpha")
        if row is None or isnan(row.estimate):
            return ""
        alike = self.settings.get("null") == "alike"
        truth = "alike" if alike else "equally good, though not alike"
        return (
            f"Between systems that are {truth}, {self.result.method} finds a difference on "
            f"{self.name} in {value(row)} of studies, where {percent(self.settings['alpha'])} are "
            "promised."
        )

    @property
    def expected(self) -> str:
        """The expected p, and what single test sets say of it."""
        row, seen = self.row("true_p"), self.row("estimated_p")
        spread = self.row("estimated_p_sd")
        if row is None or isnan(row.estimate):
            return ""
        said = f"The expected one-sided p on {self.name} is {expected_p(row)}"
        if seen is None or spread is None or isnan(seen.estimate):
            return f"{said}."
        return (
            f"{said}; single test sets estimate {p_cell(seen.estimate)} on average, with a "
            f"standard deviation of {p_cell(spread.estimate)}."
        )


def expected_p(row: Row) -> str:
    """Return an expected p; where no study was as extreme, the bound that they leave.

    >>> expected_p(Row(quantity="true_p", estimate=0.0, low=0.0, high=0.03, level=0.95))
    '< .030'
    """
    if row.estimate == 0 and row.high > 0.001:
        return f"< {p_cell(row.high)}"
    return p_cell(row.estimate)
