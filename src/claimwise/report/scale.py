"""In which unit are differences and scores of an answer, and with how many decimals?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite

from claimwise.core import Row, Settings
from claimwise.report.numbers import fixed, given, percent, places_of

MOST = 4  # decimals
NOISE = 12  # decimals beyond which numbers are equal
NAMES = {"bleu": "BLEU", "chrf": "chrF", "ter": "TER", "f1": "F1", "mcc": "MCC"}
HUNDRED = ("bleu", "chrf", "ter", "chrf++")  # from 0 to 100: differences are points
Z95 = 3.92  # standard errors in a 95% interval


@dataclass(frozen=True, slots=True)
class Scale:
    """A unit: percentage points of right answers, points of a metric, or a score's own units.

    Parameters
    ----------
    unit : str
        What follows a difference: "points", "rating points", or nothing.
    share : bool
        Whether scores are shares, and differences hundredths of them.
    places : int, optional
        Decimals of a difference; by default those that its standard error justifies.
    """

    unit: str = ""
    share: bool = False
    places: int | None = None

    @property
    def times(self) -> float:
        """By what a difference is multiplied before it is shown."""
        return 100.0 if self.share else 1.0

    def in_unit(self, words: str) -> str:
        """Return what is measured, with its unit in brackets."""
        return f"{words} ({self.unit})" if self.unit else words

    def decimals(self, row: Row) -> int:
        """Return the decimals with which a difference and both ends of its interval are shown."""
        ends = (row.estimate, row.low, row.high)
        values = [round(self.times * x, NOISE) for x in ends if isfinite(x)]
        if not values:
            return 0
        if self.places is None:
            wide = self.times * (row.high - row.low)
            error = wide / Z95 if isfinite(wide) and wide > 0 else 0.0
            base = places_of(error, 2) if error else places_of(max(map(abs, values)), 3)
        else:
            base = self.places + (self.share and 0 < abs(values[0]) < 1)
        # No value that is not 0 is shown as 0, nor are two shown alike.
        known = {0.0, *values}
        told = (p for p in range(base, MOST) if len({fixed(x, p) for x in known}) == len(known))
        return next(told, max(base, MOST))

    def bare(self, value: float, places: int | None = None) -> str:
        """Return a difference without its unit."""
        if places is None:
            places = self.decimals(Row(quantity="difference", estimate=value))
        return fixed(self.times * value, places)

    def size(self, value: float, places: int | None = None) -> str:
        """Return a difference with its unit, such as "5.0 points"."""
        shown = self.bare(value, places)
        return self._with_unit(shown) if isfinite(value) else shown

    def given(self, value: float) -> str:
        """Return a difference as somebody gave it: "2 points" for 0.02."""
        return self._with_unit(given(round(self.times * value, 9)))

    def ends(self, row: Row, places: int | None = None) -> str:
        """Return both ends of an interval, with the decimals of its difference."""
        places = self.decimals(row) if places is None else places
        return f"{self.bare(row.low, places)} to {self.bare(row.high, places)}"

    def score(self, value: float, places: int = 3) -> str:
        """Return the score of a system; decimals are for scores that are no shares."""
        return percent(value, 1) if self.share else fixed(value, places)

    def _with_unit(self, shown: str) -> str:
        unit = self.unit
        if unit.endswith("points") and shown in ("1", "-1"):
            unit = unit.removesuffix("s")
        return f"{shown} {unit}" if unit else shown


POINTS = Scale("points", share=True, places=1)
RATING_POINTS = Scale("rating points", places=2)
PLAIN = Scale()
# By the unit of a result's differences, where it names one.
UNITS = {
    "points": POINTS,
    "rating points": RATING_POINTS,
    "points of the scale": Scale("points", places=1),
    "latent units": Scale("latent units", places=2),
}


def heading(what: str, scales: Iterable[Scale]) -> str:
    """Return what is measured, with its unit if it is the same in all scales."""
    units = {scale.unit for scale in scales}
    return Scale(units.pop() if len(units) == 1 else "").in_unit(what)


def score_places(row: Row) -> int:
    """Return the decimals of a score: two digits of its standard error, or three of its own."""
    wide = row.high - row.low
    if isfinite(wide) and wide > 0:
        return min(places_of(wide / Z95, 2), MOST)
    return min(places_of(row.estimate, 3), MOST)


def scale_of(settings: Settings) -> Scale:
    """Return the scale of a comparison: points of right answers, of BLEU, or plain scores.

    A result names its unit; one of a single test or interval says what its scores are.
    """
    if settings.get("unit") in UNITS:
        return UNITS[settings["unit"]]
    if settings.get("score_unit"):  # as a model of one's own gives it
        return Scale(str(settings["score_unit"]))
    name = str(settings.get("measure") or settings.get("metric") or "").partition(":")[0]
    if name.lower() in HUNDRED:
        return Scale("points", places=1)
    return POINTS if settings.get("outcome") == "binary" else PLAIN


def plan_scale(settings: Settings) -> Scale:
    """Return the scale of a plan, whose `unit` is that of its size."""
    metric = settings.get("points")
    if settings.get("shares"):
        return POINTS
    if "models" in settings:  # of raters: effects are in the units of their world
        return PLAIN
    if metric:
        of_hundred = str(metric).partition(":")[0].lower() in HUNDRED
        return Scale(f"{metric_name(str(metric))} points", places=1) if of_hundred else PLAIN
    return PLAIN if settings.get("outcome") in ("numeric", "corpus") else POINTS


def metric_name(name: str) -> str:
    """Return a metric as it is written.

    >>> metric_name("bleu"), metric_name("f1:macro"), metric_name("wins:mae")
    ('BLEU', 'F1:macro', 'wins:mae')
    """
    head, colon, options = name.partition(":")
    return f"{NAMES.get(head, head)}{colon}{options}"
