"""Answers about rating studies: the power of a design, or the size that reaches a power."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, isfinite, nan

from claimwise.core import Note, Row, caution, meaning
from claimwise.engine.solve import detectable, sufficient
from claimwise.plan.needed import no_items
from claimwise.plan.rating_budget import Costs, Size, cheapest, size_of
from claimwise.plan.rating_design import DesignPlan
from claimwise.plan.rating_question import Question
from claimwise.worlds.ratings import RatingWorld

MANY_AT_THE_EDGE = 0.2  # of all fits

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
    rows = question.route(world.at, plan).curve(plan.items or 0, [w.effect for w in worlds])
    return rows, [*plan.make(question.run.seed).describe(), *_at_the_edge(rows)], plan, worlds


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
    found, notes = sufficient(question.planned(world, plan, asked), world.effect)
    if not found.found:
        more = "raters" if asked == "items" else "items"
        note = caution(
            f"With ever more {asked} the power of a design only goes so far. Take more {more}, or "
            "lists with raters of their own."
        )
        return [Row(quantity="sample_size", estimate=nan)], [*notes, note], plan, (world,)
    best = plan.sized(asked, int(found.size))
    size = size_of(best)
    if asked == "raters":
        ends = found.size, found.low, found.high
        raters = [float(size_of(plan.sized(asked, ceil(end))).raters) for end in ends]
        found = found._replace(size=raters[0], low=raters[1], high=raters[2])
    route = question.route(world.at, best)
    rows = [
        found.row("sample_size", size.ratings),
        *_parts(size, best),
        *route.curve(best.items or 0, [world.effect]),
    ]
    return rows, [*notes, *best.make(question.run.seed).describe()], best, (world,)


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
    items = plan.items or 0
    found, notes = detectable(question.planned(world, plan), items)
    if not found.found:
        return [Row(quantity="mde", estimate=nan)], list(notes), plan, (world,)
    there, design = world.at(found.size), plan.make(question.run.seed)
    route = question.route(world.at, plan)
    rows = [found.row("mde", design.n), *route.curve(items, [found.size])]
    return rows, [*notes, *design.describe()], plan, (there,)


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
        *question.route(world.at, best.plan).curve(best.plan.items or 0, [world.effect]),
        *frontier,
    ]
    notes = best.plan.make(question.run.seed).describe()
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
