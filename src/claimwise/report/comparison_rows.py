"""The comparisons of a Result, each with its own rows, names and settings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import inf, isnan, nextafter
from typing import Any, NamedTuple

from claimwise.core import At, Result, Row, Settings, has, spelled
from claimwise.report.answer import named
from claimwise.report.numbers import pvalue
from claimwise.report.quantities import chosen_interval, negative
from claimwise.report.scale import Scale, metric_name, scale_of, score_places

# Keys of places that tell comparisons apart; others tell rows of one comparison apart.
KEYS = ("b", "a", "dataset", "over", "metric")
# What changes its sign where a pair is read the other way round, what its chance, what is left out.
SIGNED = (
    "difference",
    "adjusted_difference",
    "fixed_difference",
    "random_difference",
    "verdict",
    "posterior_difference",
    "points",
    "linear_points",
    "latent",
    "effect_size",
)
CHANCES = ("superiority", "probability_greater")
ONE_WAY = ("above", "below")
OTHER_WAY = {"probability_greater": "probability_less", "probability_less": "probability_greater"}
DATASETS_AS_UNITS = "datasets as clusters"


class Lead(NamedTuple):
    """How one says that B is ahead of A: in scores, or by people who rate or prefer."""

    better: str
    worse: str
    won: str  # of b, a, what it is on and the size, beyond doubt
    ahead: str
    behind: str
    same: str


def _by_people(verb: str, more: str, less: str) -> Lead:
    ahead, behind = (f"{{b}} is {verb} {{size}} {way} than {{a}}{{on}}" for way in (more, less))
    same = f"{{b}} and {{a}} are {verb} alike{{on}}"
    return Lead(f"{verb} {more}", f"{verb} {less}", ahead, ahead, behind, same)


SCORED = Lead(
    better="better",
    worse="worse",
    won="{b} beats {a}{on} by {size}",
    ahead="{b} is {size} ahead of {a}{on}",
    behind="{b} is {size} behind {a}{on}",
    same="{b} and {a} score the same{on}",
)
RATED = _by_people("rated", "higher", "lower")
PREFERRED = _by_people("preferred", "more often", "less often")


@dataclass(frozen=True, slots=True)
class Compared:
    """B against A somewhere: on a data set, by a metric, on all items together."""

    a: str
    b: str
    at: At
    rows: tuple[Row, ...]
    settings: Settings
    lead: Lead = SCORED

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
    def equivalent(self) -> bool:
        """Whether it is claimed that the two are equivalent, which says the same of both."""
        return bool(self.settings.get("claim") == "equivalence")

    @property
    def turns(self) -> bool:
        """Whether it says the same of B and A as of A and B, with the signs turned."""
        known = self.settings
        fixed = known.get("baseline") or isinstance(known.get("rope"), list | tuple)
        return not fixed and (self.two_sided or self.equivalent)

    @property
    def measure(self) -> str:
        """The metric by which systems are compared, as it is written; empty for plain scores."""
        given = self.settings.get("measure")
        if not given and not self.settings.get("metrics"):
            given = self.settings.get("metric")
        return metric_name(str(given)) if given else ""

    @property
    def on(self) -> str:
        """What it is on, as a sentence names it: " on BLEU", " overall"; or empty."""
        what = self.settings.get("on") or self.measure
        return f"{f' on {what}' if what else ''}{' overall' if 'over' in self.at else ''}"

    @property
    def beyond(self) -> str:
        """By how much B has to be ahead for a belief: " by more than 5 points"; or empty."""
        margin = self.settings.get("margin")
        return f" by more than {self.scale.given(margin)}" if margin else ""

    @property
    def where(self) -> dict[str, str]:
        """What tells it from others of the same systems, by what that is; empty where nothing."""
        metric = self.measure if "metric" in self.at else ""
        dataset, over = (str(self.at.get(key, "")) for key in ("dataset", "over"))
        return {"metric": metric, "data set": dataset, "over": over}

    @property
    def label(self) -> str:
        """What it is called among others: its data set, its metric or its systems."""
        return ", ".join(filter(None, self.where.values())) or self.pair

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
        return self.row("difference") or self.row("posterior_difference") or self.rows[0]

    @property
    def verdict(self) -> float | None:
        """1 for a supported claim, -1 contradicted, 0 open; None where nothing was judged."""
        row = self.row("verdict")
        return None if row is None else row.estimate

    @property
    def has_margin(self) -> bool:
        """Whether the claim is one of a margin; of a plain difference it is for beliefs alone."""
        kind, margin = self.settings.get("claim", "difference"), self.settings.get("margin")
        return kind != "difference" and bool(margin)

    @property
    def side(self) -> int:
        """1 where support of the claim speaks for B, -1 where it says that B is worse."""
        return {"greater": self.up, "less": -self.up}.get(self.settings["alternative"], 1)

    @property
    def pvalue(self) -> float | None:
        """The p-value of the difference; none where it is of a claim that is contradicted."""
        failed = self.verdict == -1 and (self.has_margin or not self.two_sided)
        return None if failed else self.difference.pvalue

    @property
    def alike(self) -> bool:
        """Whether the test is of answering alike, which says nothing of better and worse."""
        return has("test", self.settings.get("test"), alike=True)

    def surpasses(self, best: str, **at: str) -> Row | None:
        """Return the probability that B, or A, is better; `against` the margin, by more."""
        way = favourable(self)
        one = way if best == self.b else replace(way, rows=tuple(map(_other_way, way.rows)))
        return one.row("probability_greater", **at)

    def gain(self, row: Row | None = None) -> tuple[float, float, float]:
        """Return a difference and its ends in favour of B."""
        row = row or self.difference
        row = negative(row) if self.lower else row
        return row.estimate, row.low, row.high

    def scored(self) -> list[str]:
        """Return the scores of A and of B with the same decimals; empty where there is none."""
        rows = [self.row("score", system=name) for name in (self.a, self.b)]
        places = min((score_places(row) for row in rows if row), default=0)
        return [self.scale.score(row.estimate, places) if row else "" for row in rows]

    @property
    def places_beside(self) -> int | None:
        """The decimals of other differences next to the one reported; None for the usual ones."""
        return self.scale.decimals(self.difference) if self.scale.places is None else None

    def size(self, value: float) -> str:
        """Return a difference with its unit, and the decimals of the one that is reported."""
        return self.scale.size(value, self.scale.decimals(self.difference))

    def names(self) -> tuple[str, str]:
        """Return A and B, marked as names."""
        return named(self.a), named(self.b)


def comparisons(result: Result, *quantities: str) -> list[Compared]:
    """Return the comparisons in their order: those of all data together come last.

    They are found by their differences, or by other quantities that each of them has.
    """
    settings: Settings = result.settings
    places: dict[frozenset[tuple[str, Any]], At] = {}
    rows: dict[frozenset[tuple[str, Any]], list[Row]] = {}
    wanted = quantities or ("difference",)
    for row in result.rows:
        # A row is of a comparison where it stands at its place, or at a narrower one within it.
        place = {key: row.at[key] for key in KEYS if key in row.at}
        mark = frozenset(place.items())
        rows.setdefault(mark, []).append(row)
        aside = "pairing" in row.at or place.get("over") == DATASETS_AS_UNITS
        if row.quantity in wanted and not aside:
            places.setdefault(mark, place)
    found = []
    for mark, at in places.items():
        known = {**settings, **settings.get("details", {}).get(spelled(at), {})}
        metric = at.get("metric")
        own = {"better": settings.get("details_better", {}).get(metric), "measure": metric}
        known |= {key: x for key, x in own.items() if x}
        a, b = (str(at.get(key, settings.get(key, key.upper()))) for key in ("a", "b"))
        found.append(Compared(a, b, at, tuple(rows[mark]), known))
    return found


def better_first(
    pairs: Iterable[Compared], order: Iterable[str], *, always: bool = False
) -> list[Compared]:
    """Return pairs in the order of their systems, turned so that the better one is B.

    Where the claim has a direction, or a baseline, a pair stays as it is, but `always`.
    """
    place = defaultdict(int, {name: i for i, name in enumerate(order)})
    turned = [swapped(c) if (always or c.turns) and place[c.b] > place[c.a] else c for c in pairs]
    return sorted(turned, key=lambda c: sorted((place[c.b], place[c.a])))


def swapped(c: Compared) -> Compared:
    """Return the same comparison read the other way round; what cannot be turned is left out.

    The factor of a direction can be where it is of any lead at all.
    """
    turned = {"b": c.a, "a": c.b}
    fixed = {*ONE_WAY, *(["bayes_factor_direction"] if c.settings.get("margin") else [])}
    same = {"verdict"} if c.equivalent else set()
    rows = tuple(
        replace(row if row.quantity in same else _turned(row), at={**row.at, **turned})
        for row in c.rows
        if row.quantity not in fixed
    )
    return replace(c, a=c.b, b=c.a, at={**c.at, **turned}, rows=rows)


def _turned(row: Row) -> Row:
    """Return a row as it is where A and B are exchanged."""
    if row.quantity in SIGNED:
        return negative(row)
    if row.quantity == "bayes_factor_direction":
        estimate, high, low = (1 / x if x else inf for x in (row.estimate, row.low, row.high))
        return replace(row, estimate=estimate, low=low, high=high)
    return _other_way(row)


def _other_way(row: Row) -> Row:
    """Return a chance of B as that of A; beyond a margin each has a row of its own."""
    if row.at.get("against") == "margin":
        return replace(row, quantity=OTHER_WAY.get(row.quantity, row.quantity))
    return opposite(row) if row.quantity in CHANCES else row


def favourable(c: Compared) -> Compared:
    """Return a comparison with its chances as those of being better, not of higher scores."""
    return replace(c, rows=tuple(map(_other_way, c.rows))) if c.lower else c


def opposite(row: Row) -> Row:
    """Return the chance of the other way; that of a chance too small to count is just below 1."""
    least = nextafter(1.0, 0.0)
    rest, high, low = (min(1 - x, least) if x else 1.0 for x in (row.estimate, row.low, row.high))
    return replace(row, estimate=rest, low=low, high=high)


def evidence_of(row: Row, scale: Scale) -> str:
    """Return interval and p-value of a difference, as they stand in brackets after it."""
    parts = [] if isnan(row.low) else [f"{chosen_interval(row)} {scale.ends(row)}"]
    parts += [pvalue(row.pvalue)] if row.pvalue is not None else []
    return ", ".join(parts)
