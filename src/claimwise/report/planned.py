"""A plan: its rows by what they answer, and the words for its sizes, effects and claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isnan
from typing import Any

from claimwise.core import At, Result, Row
from claimwise.report.numbers import percent
from claimwise.report.scale import Scale, plan_scale

Settings = Mapping[str, Any]
VOWELS = ("8", "11", "18")  # numbers that are spoken with a vowel first


@dataclass(frozen=True, slots=True)
class Plan:
    """The rows of a plan of one study, without curves; `at` is where they stand among others."""

    result: Result
    at: At = field(default_factory=dict)

    @property
    def settings(self) -> Settings:
        """What was asked and assumed."""
        settings: Settings = self.result.provenance.get("settings", {})
        return settings

    @property
    def scale(self) -> Scale:
        """The unit of its differences."""
        return plan_scale(self.settings)

    @property
    def target(self) -> float:
        """The power that is wanted."""
        return float(self.settings.get("target") or 0.8)

    @property
    def unit(self) -> str:
        """What a study is made of: items, judgements."""
        return str(self.settings.get("unit", "items"))

    @property
    def claimed(self) -> bool:
        """Whether the claim has a margin, or a direction, rather than being a difference."""
        return bool(self.settings.get("claim", "difference") != "difference")

    @property
    def truth(self) -> float:
        """The true difference that is assumed; NaN where none is."""
        given = self.settings.get("difference")
        return float(given) if isinstance(given, int | float) else float("nan")

    def row(self, quantity: str, **at: str | float) -> Row | None:
        """Return the row of a quantity at just this place; None where it is not there."""
        wanted = {**self.at, **at}
        return next((r for r in self.result.select(quantity) if r.at == wanted), None)

    def known(self, quantity: str, **at: str | float) -> Row | None:
        """Return the row if it is defined."""
        row = self.row(quantity, **at)
        return None if row is None or isnan(row.estimate) else row

    @property
    def ends(self) -> list[str]:
        """What cases there are where agreement is not known: low, mid, high; usually none."""
        return list(dict.fromkeys(str(r.at["end"]) for r in self.result.rows if "end" in r.at))

    def items(self, n: float | None) -> str:
        """Return a number of items, in the singular where there is one."""
        unit = self.unit
        head, space, rest = unit.partition(" ")
        if n == 1 and head.endswith("s"):
            unit = f"{head.removesuffix('s')}{space}{rest}"
        return f"{n or 0:,.0f} {unit}"

    def size(self, value: float) -> str:
        """Return a difference that was assumed: as given, or with three digits if it was made."""
        shown = round(self.scale.times * value, 9)
        if float(f"{shown:.3g}") == shown:
            return self.scale.given(value)
        return self.scale.size(value)

    def gain(self) -> str:
        """Return the true difference as something to be found: "a 2-point gain"."""
        truth = self.truth
        if isnan(truth) or truth == 0:
            return "a difference"
        lower = self.settings.get("better") == "lower"
        what = "gain" if (truth > 0) != lower else "loss"
        known = " (lower is better)" if lower else ""
        if not self.scale.unit.endswith("points"):
            return f"a {what} of {self.size(abs(truth))}{known}"
        count, _, unit = self.size(abs(truth)).partition(" ")
        metric = unit.removesuffix("points").removesuffix("point").strip()
        on = f" in {metric}" if metric else ""
        return f"{article(count)} {count}-point {what}{on}{known}"

    def claim(self) -> str:
        """Return what is to be shown, as a clause after "that"."""
        margin = self.settings.get("margin") or 0.0
        size = self.size(margin)
        return {
            "superiority": f"B is better than A by more than {size}" if margin else "B beats A",
            "non-inferiority": f"B is less than {size} worse than A",
            "equivalence": f"they differ by less than {size}",
        }[self.settings["claim"]]

    def if_true(self) -> str:
        """Return what is assumed to be true, as a clause: "if B is truly 2 points ahead"."""
        truth = self.truth
        if isnan(truth):
            return ""
        if truth == 0:
            return "if the systems are equal"
        return f"if the true difference, B minus A, is {self.size(truth)}"

    def agreement(self) -> str:
        """Return the assumed agreement as a condition; empty where none was given."""
        given = self.settings.get("agreement")
        if not isinstance(given, float):
            return ""
        return f", if the systems agree on {percent(given)} of {self.unit}"


def article(count: str) -> str:
    """Return the article before a number.

    >>> article("2"), article("8.5"), article("11"), article("110")
    ('a', 'an', 'an', 'a')
    """
    whole = count.split(".")[0].replace(",", "")
    vowel = whole.startswith("8") or (whole in VOWELS)
    return "an" if vowel else "a"


def monte_carlo(row: Row) -> str:
    """Return the Monte Carlo interval of a share in brackets; empty where it is exact."""
    if isnan(row.low):
        return ""
    return f" ({percent(row.low)} to {percent(row.high)})"
