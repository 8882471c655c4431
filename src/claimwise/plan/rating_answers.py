"""Answers about rating studies: the power of a design, or the size that reaches a power."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, isfinite, nan

from claimwise.core import Note, Row, caution, meaning
from claimwise.engine.rating_solve import solve_effect, solve_size
from claimwise.plan.needed import no_items
from claimwise.plan.rating_budget import MOST_ITEMS, Costs, Size, cheapest, size_of
from claimwise.plan.rating_design import DesignPlan
from claimwise.plan.rating_question import Question
from claimwise.worlds.ratings import RatingWorld

MOST_RATERS = 2_000
MANY_AT_THE_EDGE = 0.2  # of all fits
MOST = 40_000  # ratings of a study that is simulated
START = {"items": 100.0, "raters": 6.0}

Answer = tuple[list[Row], list[Note], DesignPlan, tuple[RatingWorld, ...]]


def answer_ratings(
    question: Question, asked: str, plan: DesignPlan, worlds: tuple[RatingWorld, ...], costs: Costs
) -> Answer:
    """Return the rows, what to heed, and the design and worlds that they are of."""
    world = worlds[0]
    if plan.items is None and asked not in ("items", "budget"):
        raise no_items(question.who, "items")
    if asked in ("items", "raters"):
        return _sized(question, asked, plan, world)
    if asked == "mde":
        return _detectable(question, plan, world)
    if asked == "budget":
        return _budget(question, plan, world, costs)
    rows = question.rows(world, plan, [w.effect for w in worlds])
    return rows, [*plan.make(question.seed).describe(), *_at_the_edge(rows)], plan, worlds


def _at_the_edge(rows: Sequence[Row]) -> list[Note]:
    """Say where many fits put a deviation of raters, items or both at 0."""
    share = max((row.estimate for row in rows if row.quantity == "boundary"), default=0.0)
    if not share > MANY_AT_THE_EDGE:
        return []
    said = (
        f"{share:.0%} of the fits are at the edge: a deviation of raters or items is estimated as "
        "0, as if they did not vary. False findings show whether the test keeps its level all the "
        "same; with more raters and items there are fewer such fits."
    )
    return [meaning(said)]


def _sized(question: Question, asked: str, plan: DesignPlan, world: RatingWorld) -> Answer:
    """Look for the fewest items, or the fewest ratings of each text."""

    def at(size: float) -> DesignPlan:
        if asked == "items":
            return plan.at(items=int(size))
        name = "raters" if plan.kind == "random" else "ratings_per_item"
        return plan.at(**{name: int(size)})

    rated = plan.texts * (plan.ratings_per_item if asked == "items" else plan.items or 1)
    bound = MOST_ITEMS if asked == "items" else MOST_RATERS
    fewest = plan.ratings_per_item * plan.texts if plan.kind == "random" else 2

    found = solve_size(
        lambda size: question.point(world, at(size), size),
        target=question.target,
        alpha=question.alpha,
        start=max(START[asked], float(fewest)),
        least=float(plan.rounded(2)) if asked == "items" else float(fewest),
        most=float(bound if plan.kind == "random" else min(bound, max(100, MOST // rated))),
        rounded=(lambda x: float(plan.rounded(x)))
        if asked == "items"
        else (lambda x: float(ceil(x))),
    )
    if not isfinite(found.size):
        row = Row(quantity="sample_size", estimate=nan)
        more = "raters" if asked == "items" else "items"
        note = caution(
            f"With ever more {asked} the power of this design goes to {found.ceiling:.2g}, and "
            f"{question.target:g} is wanted. Take more {more}, or lists with raters of their own."
        )
        return [row], [note], plan, (world,)
    best = at(found.size)
    size = size_of(best)
    rows = [
        Row(
            quantity="sample_size",
            estimate=found.size if asked == "items" else float(size.raters),
            low=found.low if asked == "items" else float(size_of(at(ceil(found.low))).raters),
            high=found.high if asked == "items" else float(size_of(at(ceil(found.high))).raters),
            level=0.95,
            kind="monte carlo",
            n=size.ratings,
        ),
        *_parts(size, best),
        *question.rows(world, best, [world.effect]),
    ]
    return rows, best.make(question.seed).describe(), best, (world,)


def _parts(size: Size, plan: DesignPlan) -> list[Row]:
    """Return what a study of some size is made of."""
    parts = {
        "ratings": size.ratings,
        "raters": size.raters,
        "items": size.items,
        "ratings_per_item": plan.ratings_per_item,
    }
    return [
        Row(quantity="sample_size", at={"part": part}, estimate=float(count))
        for part, count in parts.items()
    ]


def _detectable(question: Question, plan: DesignPlan, world: RatingWorld) -> Answer:
    """Look for the smallest effect that is found."""
    found = solve_effect(
        lambda effect: question.point(world.at(effect), plan, effect),
        target=question.target,
        alpha=question.alpha,
        start=0.5 * world.unit(),
        most=20.0 * world.unit(),
    )
    if not isfinite(found.size):
        note = f"No effect up to {20 * world.unit():g} is found with power {question.target:g}."
        return [Row(quantity="mde", estimate=nan)], [meaning(note)], plan, (world,)
    there = world.at(found.size)
    design = plan.make(question.seed)
    rows = [
        Row(
            quantity="mde",
            estimate=found.size,
            low=found.low,
            high=found.high,
            level=0.95,
            kind="monte carlo",
            n=design.n,
        ),
        *question.rows(there, plan, [found.size]),
    ]
    return rows, design.describe(), plan, (there,)


def _budget(question: Question, plan: DesignPlan, world: RatingWorld, costs: Costs) -> Answer:
    """Look for the cheapest design."""
    best, options = cheapest(question, world, plan, costs)
    options = [option for option in options if isfinite(option.cost)]
    if best is None or not options:
        note = meaning(f"No design that was tried reaches power {question.target:g}.")
        return [Row(quantity="cost", estimate=nan)], [note], plan, (world,)
    frontier: list[Row] = []
    for one in sorted(options, key=lambda o: (o.plan.list_length or 0, o.plan.ratings_per_item)):
        at = {"ratings_per_item": one.plan.ratings_per_item}
        if one.plan.kind == "lists" and one.plan.list_length:
            at["list_length"] = one.plan.list_length
        frontier += [
            Row(
                quantity="frontier_cost",
                at=at,
                estimate=one.cost,
                n=one.size.ratings,
                kind="simulated" if one.simulated else "predicted",
            ),
            Row(quantity="frontier_items", at=at, estimate=float(one.size.items)),
            Row(quantity="frontier_raters", at=at, estimate=float(one.size.raters)),
        ]
    rows = [
        Row(quantity="cost", estimate=best.cost, n=best.size.ratings),
        *_parts(best.size, best.plan),
        *question.rows(world, best.plan, [world.effect]),
        *frontier,
    ]
    notes = best.plan.make(question.seed).describe()
    notes.append(
        meaning(
            "Predicted sizes and costs follow from a formula fitted to designs that were "
            "simulated; far from the cheapest they may be off by a third."
        )
    )
    if best.edges():
        notes.append(
            meaning(
                f"The cheapest lies at the end of what is compared ({' and '.join(best.edges())}): "
                "there may be a cheaper one beyond."
            )
        )
    return rows, notes, best.plan, (world,)
