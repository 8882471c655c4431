"""The cheapest rating study: more items, more ratings of each, or more raters?

The squared standard error of the effect is a sum of what raters, items and single ratings add:
r / raters + i / items + e / ratings; and for few raters the test itself asks for more, which goes
with 1 / raters^2. A few simulated designs give these parts, and the parts the power of all other
designs; what looks cheapest is then simulated itself, until it stays the cheapest, and for the
best of them the number of items is looked for by simulation alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, inf
from typing import NamedTuple

import numpy as np
from scipy import special

from claimwise.core import ParameterError, check_number, option
from claimwise.engine.reached import Point, stream_of
from claimwise.engine.solve import sufficient
from claimwise.kernels.arrays import Floats
from claimwise.plan.rating_design import MOST_ITEMS, DesignPlan
from claimwise.plan.rating_question import Question
from claimwise.worlds.ratings import RatingWorld

PER_TEXT = (
    *range(2, 17),
    18,
    20,
    25,
    30,
    40,
    50,
)  # with one, slopes of items are not told from noise
LENGTHS = (5, 10, 15, 20, 25, 30, 40, 50, 75, 100)
FIRST = 200  # studies of a first look: only the proportions are wanted
BASE = 60  # items of the smallest first look, made more or fewer until it says something
SCALES = 4  # times that it is made so
ROUNDS = 6  # of simulating what looks cheapest
LOOKS = 3  # designs of a round
MOST_RATINGS = 10_000  # of a design that is compared
ANY = "any"  # kind of design: complete ones and lists are compared


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """What an item, a rating and a rater cost."""

    item: float = 0.0
    rating: float = 0.0
    rater: float = 0.0

    def check(self) -> None:
        """Refuse costs with which nothing is cheapest."""
        for name in ("item", "rating", "rater"):
            if check_number(f"cost_{name}", getattr(self, name)) < 0:
                raise ParameterError(f"cost_{name}", "at least 0", f"{getattr(self, name):g}")
        if self.item + self.rating + self.rater <= 0:
            raise ParameterError(
                option("solve", "budget"),
                "what an item, a rating or a rater costs",
                "nothing",
                "Give "
                + option("cost_item")
                + ", "
                + option("cost_rating")
                + " or "
                + option("cost_rater")
                + ".",
            )

    def of(self, size: Size) -> float:
        """Return the price of a study."""
        return self.item * size.items + self.rating * size.ratings + self.rater * size.raters


class Size(NamedTuple):
    """How large a study is."""

    raters: int
    items: int
    ratings: int


class Option(NamedTuple):
    """A design that should reach the power, and what it costs.

    `simulated` is whether its items were found by simulation, or by the parts alone.
    """

    plan: DesignPlan
    size: Size
    cost: float
    simulated: bool = False

    def edges(self) -> list[str]:
        """Say where the design lies at the end of what is compared."""
        found = []
        if self.size.ratings > 0.8 * MOST_RATINGS:
            found.append(f"{MOST_RATINGS:,} ratings")
        if self.plan.ratings_per_item == PER_TEXT[-1]:
            found.append(f"{PER_TEXT[-1]} ratings of each item")
        if self.plan.kind == "lists" and self.plan.list_length in (LENGTHS[0], LENGTHS[-1]):
            found.append(f"lists of {self.plan.list_length}")
        return found


def size_of(plan: DesignPlan) -> Size:
    """Return how large a design is, without laying it out.

    >>> size_of(DesignPlan(kind="lists", items=100, ratings_per_item=3, list_length=25))
    Size(raters=24, items=100, ratings=600)
    """
    items, per_text = plan.items or 0, plan.ratings_per_item
    ratings = round(plan.texts * items * per_text * (1 - plan.missing))
    if plan.kind == "lists":
        raters = plan.texts * per_text * ceil(items / (plan.list_length or 25))
    elif plan.kind == "complete":
        raters = per_text
    elif plan.kind == "random":
        raters = plan.raters or 4 * per_text
    else:
        raters = per_text * items // 10
    return Size(raters, items, ratings)


def cheapest(
    question: Question, world: RatingWorld, plan: DesignPlan, costs: Costs
) -> tuple[Option | None, list[Option]]:
    """Return the cheapest design, and the cheapest for each number of ratings.

    `plan` says which kind of design, or ANY; a list length given in it is kept, else several are
    tried.
    """
    costs.check()
    if plan.kind not in (ANY, "complete", "lists"):
        raise ParameterError(
            option("solve", "budget"), "complete designs or lists", option("design", plan.kind)
        )
    kinds = ("complete", "lists") if plan.kind == ANY else (plan.kind,)
    options = [
        option
        for kind in kinds
        for option in _of_kind(question, world, replace(plan, kind=kind), costs)
    ]
    return min(options, key=lambda option: option.cost, default=None), options


def _of_kind(
    question: Question, world: RatingWorld, plan: DesignPlan, costs: Costs
) -> list[Option]:
    """Return the cheapest designs of one kind, those simulated first."""
    grid = _grid(plan)
    few = min(FIRST, question.run.replicates)
    rough = replace(question, run=question.run._replace(replicates=few))
    first = [
        (size_of(at), _point(rough, world, at))
        for at in _first_looks(grid, plan, _scale(rough, world, grid, plan))
    ]
    seen: dict[DesignPlan, Point] = {}

    def look(at: DesignPlan) -> Point:
        if at not in seen:
            seen[at] = _point(question, world, at)
        return seen[at]

    options: list[Option] = []
    for _ in range(ROUNDS):
        points = [*first, *((size_of(at), point) for at, point in seen.items())]
        options = _options(grid, _parts(points, question.alpha), question, costs)
        options.sort(key=lambda one: one.cost)
        before = len(seen)
        for one in options[:LOOKS]:
            look(one.plan)
        if len(seen) == before:
            break
    options[:LOOKS] = [_refined(option, question, world, costs) for option in options[:LOOKS]]
    return options


def _point(question: Question, world: RatingWorld, plan: DesignPlan) -> Point:
    """Return the simulated power of a design."""
    items = plan.items or 0
    found = question.route(world.at, plan).found(items, world.effect, stream_of(items))
    return Point(float(items), *found)


def _refined(option: Option, question: Question, world: RatingWorld, costs: Costs) -> Option:
    """Return the design with the items that simulation asks for, not the parts."""
    planned = question.planned(world, option.plan, start=float(option.size.items))
    most = max(2, MOST_RATINGS // (option.plan.texts * option.plan.ratings_per_item))
    found, _ = sufficient(replace(planned, most=most), world.effect)
    if not found.found:
        return option._replace(cost=inf)
    plan = option.plan.at(items=int(found.size))
    return Option(plan, size_of(plan), costs.of(size_of(plan)), simulated=True)


def _grid(plan: DesignPlan) -> list[DesignPlan]:
    if plan.kind == "lists" and plan.list_length is None:
        return [plan.at(ratings_per_item=r, list_length=n) for r in PER_TEXT for n in LENGTHS]
    return [plan.at(ratings_per_item=r) for r in PER_TEXT]


def _scale(
    question: Question, world: RatingWorld, grid: list[DesignPlan], plan: DesignPlan
) -> float:
    """Return by how much first looks are made larger or smaller, to be neither blind nor sated."""
    scale = 1.0
    for _ in range(SCALES):
        at = _first_looks(grid, plan, scale)[0]
        power = _point(question, world, at).power
        if power > 0.95 and (at.items or 0) > at.rounded(2):
            scale /= 4
        elif power < 0.1:
            scale *= 4
        else:
            break
    return scale


def _first_looks(grid: list[DesignPlan], plan: DesignPlan, scale: float) -> list[DesignPlan]:
    """Return designs of different proportions: few ratings of many items, and many of few."""
    lengths = sorted({at.list_length or 0 for at in grid})
    ends = sorted({lengths[0], lengths[-1]})
    few, many = (max(2, round(times * BASE * scale)) for times in (1, 4))
    shapes = (
        ((4, few), (8, many), (16, few))
        if plan.kind == "complete"
        else ((3, few), (3, many), (10, few))
    )
    found = []
    for length in ends:
        for per_text, items in shapes:
            at = plan.at(ratings_per_item=per_text, items=items)
            if length:
                at = at.at(list_length=min(length, items))
            found.append(at.at(items=at.rounded(items)))
    return found


def strength(power: float | Floats, alpha: float) -> Floats:
    """Return the effect over its standard error that gives a power, by a two-sided z test."""
    return np.asarray(special.ndtri(power) - special.ndtri(alpha / 2))


def _parts(seen: list[tuple[Size, Point]], alpha: float) -> Floats:
    """Return the parts of the squared standard error over the squared effect, none below 0."""
    from scipy.optimize import nnls

    power = np.clip([point.power for _, point in seen], 0.005, 0.995)
    t = np.maximum(strength(power, alpha), 0.05)
    density = np.exp(-(special.ndtri(power) ** 2) / 2)
    error = np.sqrt(power * (1 - power) / [point.studies for _, point in seen]) / density
    blunt = (power < 0.03) | (power > 0.97)
    weight = t**3 / np.where(blunt, 10 * error, error)
    rows = np.array([_shares(size) for size, _ in seen])
    scale = rows.max(axis=0)
    found, _ = nnls(rows / scale * weight[:, None], weight / t**2)
    return np.asarray(found / scale)


def _shares(size: Size) -> Floats:
    return np.array([1 / size.raters, 1 / size.items, 1 / size.ratings, 1 / size.raters**2])


def _power(parts: Floats, size: Size, alpha: float) -> float:
    variance = float(parts @ _shares(size))
    t = 1 / np.sqrt(variance) if variance > 0 else inf
    return float(special.ndtr(t + special.ndtri(alpha / 2)))


def _options(
    grid: list[DesignPlan], parts: Floats, question: Question, costs: Costs
) -> list[Option]:
    """Return for each line of the grid the fewest items that reach the power, if any do."""
    found = []
    for line in grid:
        items = _fewest(line, parts, question)
        if items is None:
            continue
        plan = line.at(items=items)
        size = size_of(plan)
        if size.ratings <= MOST_RATINGS:
            found.append(Option(plan, size, costs.of(size)))
    return found


def _fewest(line: DesignPlan, parts: Floats, question: Question) -> int | None:
    def enough(items: int) -> bool:
        return _power(parts, size_of(line.at(items=items)), question.alpha) >= question.target

    unit = line.rounded(1)
    low, high = 0, max(2, -(-10 // unit))
    while not enough(high * unit):
        low, high = high, 2 * high
        if high * unit > MOST_ITEMS:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle * unit) else (middle, high)
    return max(2, high * unit)
