"""The comparisons of a Result, each with its own rows, names and settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isnan
from typing import Any

from claimwise.core import At, Result, Row, names, spelled
from claimwise.report.answer import named
from claimwise.report.numbers import NBSP, given_percent, pvalue
from claimwise.report.scale import RATING_POINTS, Scale, metric_name, scale_of

Settings = Mapping[str, Any]
# Keys of places that tell comparisons apart; others tell rows of one comparison apart.
KEYS = ("b", "a", "dataset", "over", "metric")
# What changes its sign where a pair is read the other way round, what its chance, what its name.
SIGNED = (
    "difference",
    "adjusted_difference",
    "verdict",
    "posterior_difference",
    "points",
    "linear_points",
    "latent",
    "effect_size",
)
CHANCES = ("superiority", "probability_greater")
OPPOSITE = {"above": "below", "below": "above"}
DATASETS_AS_UNITS = "datasets as clusters"


@dataclass(frozen=True, slots=True)
class Compared:
    """B against A somewhere: on a data set, by a metric, on all items together."""

    a: str
    b: str
    at: At
    rows: tuple[Row, ...]
    settings: Settings

    @property
    def scale(self) -> Scale:
        """The unit of its differences."""
        return scale_of(self.settings)

    @property
    def lower(self) -> bool:
        """Whether lower scores are better."""
        return bool(self.settings.get("better") == "lower")

    @property
    def up(self) -> int:
        """The sign of a difference in favour of B."""
        return -1 if self.lower else 1

    @property
    def two_sided(self) -> bool:
        """Whether it is claimed that one of the two is better, no matter which."""
        settings = self.settings
        kind, side = settings["claim"], settings["alternative"]
        return bool(kind == "difference" and side == "two-sided")

    @property
    def measure(self) -> str:
        """The metric by which systems are compared, as it is written; empty for plain scores."""
        given = self.at.get("metric") or self.settings.get("measure")
        if not given and not self.settings.get("metrics"):
            given = self.settings.get("metric")
        return metric_name(str(given)) if given else ""

    @property
    def on(self) -> str:
        """The metric or the scale of ratings as a sentence names it: " on BLEU"; or empty."""
        what = self.settings.get("on") or self.measure
        return f" on {what}" if what else ""

    @property
    def label(self) -> str:
        """What it is called among others: its data set, its metric or its systems."""
        words = [str(v) for k, v in self.at.items() if k not in ("a", "b", "metric")]
        words += [metric_name(str(self.at["metric"]))] if "metric" in self.at else []
        return ", ".join(words) or self.pair

    @property
    def pair(self) -> str:
        """Its systems alone."""
        return f"{named(self.b)} vs {named(self.a)}"

    def row(self, quantity: str, **at: str | float) -> Row | None:
        """Return its row of a quantity at just this place within the comparison; None if none."""
        wanted = {**self.at, **at}
        return next((r for r in self.rows if r.quantity == quantity and r.at == wanted), None)

    @property
    def difference(self) -> Row:
        """The difference to report: of several looks, the one that allows for them."""
        adjusted = self.row("adjusted_difference")
        if adjusted is not None and not isnan(adjusted.estimate):
            return adjusted
        row = self.row("difference")
        return row if row is not None else self.rows[0]

    @property
    def verdict(self) -> float | None:
        """1 for a supported claim, -1 contradicted, 0 open; None where nothing was judged."""
        row = self.row("verdict")
        return None if row is None else row.estimate

    @property
    def has_margin(self) -> bool:
        """Whether the claim is one of a margin; of a plain difference it is for beliefs alone."""
        kind, margin = self.settings["claim"], self.settings.get("margin")
        return kind != "difference" and bool(margin)

    @property
    def side(self) -> int:
        """1 where support of the claim speaks for B, -1 where it says that B is worse."""
        return {"greater": self.up, "less": -self.up}.get(self.settings["alternative"], 1)

    @property
    def favours(self) -> float | None:
        """1 where the verdict speaks for B, -1 against it, 0 if open; None without a verdict."""
        return None if self.verdict is None else self.side * self.verdict

    @property
    def pvalue(self) -> float | None:
        """The p-value of the difference; none where it is of a claim that is contradicted."""
        failed = self.verdict == -1 and (self.has_margin or not self.two_sided)
        return None if failed else self.difference.pvalue

    @property
    def alike(self) -> bool:
        """Whether the test is of answering alike, which says nothing of better and worse."""
        return self.settings.get("test") in names("test", alike=True)

    def gain(self, row: Row | None = None) -> tuple[float, float, float]:
        """Return a difference and its ends in favour of B."""
        row = row or self.difference
        ends = (row.low, row.high) if self.up > 0 else (-row.high, -row.low)
        return self.up * row.estimate, *ends

    def size(self, value: float) -> str:
        """Return a difference with its unit, and the decimals of the one that is reported."""
        return self.scale.size(value, self.scale.decimals(self.difference))

    def shown(self) -> tuple[Row, Scale]:
        """Return the difference as it is reported: rating points, where there are some."""
        points = self.row("points")
        return (self.difference, self.scale) if points is None else (points, RATING_POINTS)

    def names(self) -> tuple[str, str]:
        """Return A and B, marked as names."""
        return named(self.a), named(self.b)


def comparisons(result: Result, *quantities: str) -> list[Compared]:
    """Return the comparisons in their order: those of all data together come last.

    They are found by their differences, or by other quantities that each of them has.
    """
    settings: Settings = result.provenance["settings"]
    places: list[At] = []
    for row in result.select(*(quantities or ("difference",))):
        place = {key: row.at[key] for key in KEYS if key in row.at}
        aside = "pairing" in row.at or place.get("over") == DATASETS_AS_UNITS
        if not aside and place not in places:
            places.append(place)
    return [_one(result, place, settings) for place in places]


def _one(result: Result, place: At, settings: Settings) -> Compared:
    rows = tuple(row for row in result.rows if _belongs(row, place))
    known = {**settings, **settings.get("details", {}).get(spelled(place), {})}
    better = settings.get("details_better", {}).get(spelled(place))
    if better is None and "metric" in place:
        better = settings.get("details_better", {}).get(spelled({"metric": place["metric"]}))
    known |= {"better": better} if better else {}
    known |= {"measure": place["metric"]} if "metric" in place else {}
    a, b = place.get("a", settings.get("a", "A")), place.get("b", settings.get("b", "B"))
    return Compared(str(a), str(b), place, rows, known)


def _belongs(row: Row, place: At) -> bool:
    """Whether a row is of this comparison: at its place, or at a narrower one within it."""
    inner = {key: value for key, value in row.at.items() if key in KEYS}
    return inner == place


def swapped(c: Compared) -> Compared:
    """Return the same comparison read the other way round; what cannot be turned is left out."""
    at = {**c.at, "b": c.a, "a": c.b}
    rows = [_turned(row, {**row.at, "b": c.a, "a": c.b}) for row in c.rows if _can_turn(row)]
    return replace(c, a=c.b, b=c.a, at=at, rows=tuple(rows))


def _can_turn(row: Row) -> bool:
    return row.quantity != "bayes_factor_direction" and row.at.get("against") != "margin"


def _turned(row: Row, at: At) -> Row:
    if row.quantity in SIGNED:
        return replace(row, at=at, estimate=-row.estimate, low=-row.high, high=-row.low)
    if row.quantity in CHANCES:
        return replace(row, at=at, estimate=1 - row.estimate, low=1 - row.high, high=1 - row.low)
    return replace(row, at=at, quantity=OPPOSITE.get(row.quantity, row.quantity))


def chosen_interval(row: Row) -> str:
    """Return what an interval is called: "95% CI", of a posterior "95% HDI"."""
    if row.level is None:
        return ""
    kind = {"credible": "HDI", "monte carlo": "Monte Carlo interval"}.get(row.kind or "", "CI")
    return f"{given_percent(row.level)}{NBSP}{kind}"


def evidence_of(row: Row, scale: Scale, ends: tuple[float, float] | None = None) -> str:
    """Return interval and p-value of a difference, as they stand in brackets after it."""
    low, high = ends or (row.low, row.high)
    places = scale.decimals(row)
    parts = []
    if not isnan(low) and not isnan(high):
        shown = f"{scale.bare(low, places)} to {scale.bare(high, places)}"
        parts.append(f"{chosen_interval(row)} {shown}")
    parts += [pvalue(row.pvalue)] if row.pvalue is not None else []
    return ", ".join(parts)
