"""Studies of several answers as the engine sees them: sizes, and averages over a belief."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import inf, nan
from typing import Any, TypeAlias

import numpy as np

from claimwise.core import Note, ParameterError, Row, meaning, option
from claimwise.data.responses import Counts
from claimwise.engine.belief import assured_rows
from claimwise.engine.effect_prior import EffectPrior
from claimwise.engine.goal import Sign, Sizes, tail_of
from claimwise.engine.planned import Answer, Planned
from claimwise.engine.reached import Reached
from claimwise.engine.responding import Responding
from claimwise.engine.responses import check_items, side
from claimwise.engine.simulate import Run
from claimwise.engine.solve import detectable, sufficient
from claimwise.plan.grid import is_list
from claimwise.plan.needed import looked_for, no_items
from claimwise.plan.response_question import (
    OWN,
    SHARED,
    Place,
    ResponseQuestion,
    at,
    counts_of,
)
from claimwise.plan.response_rows import place_rows
from claimwise.worlds.response_even import is_even
from claimwise.worlds.responses import ResponseWorld

FEWEST = 6  # items: with fewer, swaps give no two-sided p-value of 0.05
MOST = 100_000  # items
MOST_ANSWERS = 2_000  # of a source to an item
MOST_CELLS = 20_000_000  # answers of a study
MANY = 1_000  # items that tell which system is better
USUAL = 0.3  # an error from which a search for the detectable one begins
LARGEST = 1e6  # an error beyond which no scale goes
START = {"items": 200.0, "responses": 5.0}
UNITS = {"items": "items", "responses": "answers to an item"}
OF_ERRORS = "epsilon_b minus epsilon_a (how much farther B is off the gold standard than A)"
ALWAYS = meaning("More answers do not always make up for more items.")
Shape: TypeAlias = Callable[[int], tuple[int, Counts]]


def planned(
    question: ResponseQuestion,
    world: ResponseWorld,
    shape: Shape,
    moves: str,
    *,
    plain: tuple[int, Counts],
    most: int,
    prior: EffectPrior | None = None,
) -> Planned:
    """Return the study of one metric; `moves` says what its size counts."""
    (metric,) = question.metrics
    own = world.epsilon_b - world.epsilon_a
    usual = min(USUAL, _largest(world) / 2)
    farthest = prior.quantile(np.array([0.02, 0.98])) if prior else np.array([own])
    return Planned(
        goal=Sign(question.test, tail_of(question.alpha, question.alternative), "two-sided"),
        route=Responding(
            world=world,
            shape=shape,
            metric=metric,
            test=question.test,
            alternative=question.alternative,
            alpha=question.alpha,
            run=Run(question.replicates, question.seed, question.workers),
            resamples=question.resamples,
            plain=plain,
            clear=own or float(farthest[np.argmax(np.abs(farthest))]) or usual,
        ),
        target=question.target,
        needs=lambda effect: START[moves],
        near=lambda n: usual,
        possible=partial(possible, world),
        unit=UNITS[moves],
        effect=OF_ERRORS,
        fewest=FEWEST if moves == "items" else 1,
        most=most,
    )


def possible(world: ResponseWorld, sign: int) -> Sizes:
    """Return how much farther off than A, or less far, B can be."""
    return 0.0, world.epsilon_a if sign < 0 else _largest(world) - world.epsilon_a


def _largest(world: ResponseWorld) -> float:
    """Return the largest error that a system can have in a world."""

    def can(epsilon: float) -> bool:
        try:
            world.at(epsilon_b=epsilon)
        except ParameterError:
            return False
        return True

    if can(LARGEST):
        return inf
    low, high = 0.0, LARGEST
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if can(middle) else (low, middle)
    return low


def of_items(question: ResponseQuestion, world: ResponseWorld, counts: Counts) -> Planned:
    """Return the study of which the items are looked for."""
    return planned(
        question,
        world,
        lambda items: (items, counts),
        "items",
        plain=(MANY, counts),
        most=max(FEWEST, min(MOST, MOST_CELLS // sum(counts))),
    )


def of_answers(
    question: ResponseQuestion, world: ResponseWorld, items: int, given: Mapping[str, Any]
) -> Planned:
    """Return the study of which the answers to each of some items are looked for.

    Of every source, but for those that are given a number of their own.
    """
    return planned(
        question,
        world,
        lambda k: (items, _answers(given, k)),
        "responses",
        plain=(items, _answers(given, 10)),
        most=max(1, min(MOST_ANSWERS, MOST_CELLS // (3 * items))),
    )


def searched(study: Planned) -> tuple[Reached, tuple[Note, ...]]:
    """Return the size that reaches the power; refuse a test that looks the other way."""
    route: Any = study.route
    own = route.world.epsilon_b - route.world.epsilon_a
    where = side(route.metric, route.alternative)
    if {"less": 1.0, "greater": -1.0}.get(where) == route.side(own):
        raise ParameterError(
            option("alternative", route.alternative),
            f"a difference on that side by {route.metric.name}",
            "one on the other",
            "Leave the alternative out, or turn it round.",
        )
    return sufficient(study, own)


def _answers(given: Mapping[str, Any], k: float) -> Counts:
    """Return k answers of every source, but for those that are given a number of their own."""
    return counts_of(dict(given) | {SHARED: int(k)})


def sizes(
    question: ResponseQuestion, given: Mapping[str, Any]
) -> tuple[list[Row], list[Note], list[Place]]:
    """Return the items, or the answers to each item, that suffice, for each metric."""
    world = at(question.world, given)
    asked = question.solve
    if given.get(asked) is not None:
        raise looked_for(asked, asked, given[asked])
    if is_even(world):
        raise ParameterError(
            option("solve", asked), "systems that differ", "A and B off by as much"
        )
    if asked == "responses" and all(given.get(name) is not None for name in OWN):
        raise ParameterError(
            option("solve", "responses"),
            "a source whose answers it can look for",
            "numbers of gold, A and B given",
            "Leave one of them out.",
        )
    rows: list[Row] = []
    notes: list[Note] = []
    found_at: list[Place] = []
    for number, metric in enumerate(question.metrics):
        one = question.only(metric)
        if asked == "items":
            counts = counts_of(given)
            one.check(counts)
            reached, said = searched(of_items(one, world, counts))
        else:
            if given.get("items") is None:
                raise ParameterError(
                    option("solve", "responses"), "the number of items, " + option("items"), "none"
                )
            items = check_items(given["items"])
            one.check(_answers(given, 1))
            reached, said = searched(of_answers(one, world, items, given))
        at_metric = {"metric": metric.name}
        if not reached.found:
            rows.append(Row(quantity="sample_size", at=at_metric, estimate=nan))
            notes += [note.of(metric.name) for note in said]
            notes += [ALWAYS] if asked == "responses" else []
            notes += (counts if asked == "items" else _answers(given, 10)).caution()
            continue
        size = int(reached.size)
        place = (
            Place(world, size, counts)
            if asked == "items"
            else Place(world, items, _answers(given, size))
        )
        rows.append(reached.row("sample_size", place.items, at=at_metric))
        more, heed = place_rows(one, place, number, brief=True)
        rows, notes = rows + more, notes + heed
        found_at.append(place)
    return rows, notes, found_at


def effects(
    question: ResponseQuestion, given: Mapping[str, Any]
) -> tuple[list[Row], list[Note], list[Place]]:
    """Return how much farther off than A a B must be to be told from it, for each metric."""
    if given.get("epsilon_b") is not None:
        raise looked_for("mde", "epsilon_b", given["epsilon_b"])
    if given.get("items") is None:
        raise no_items("plan responses", "items")
    world, counts = at(question.world, given), counts_of(given)
    items, here = check_items(given["items"]), (check_items(given["items"]), counts)
    question.check(counts)
    rows: list[Row] = []
    notes: list[Note] = []
    found_at: list[Place] = []
    for number, metric in enumerate(question.metrics):
        one = question.only(metric)
        study = planned(one, world, lambda n: here, "items", plain=here, most=MOST)
        reached, said = detectable(study, items)
        rows.append(reached.row("mde", items, at={"metric": metric.name}))
        notes += [note.of(metric.name) for note in said]
        if not reached.found:
            continue
        there = world.at(epsilon_b=world.epsilon_a + reached.size)
        more, heed = place_rows(one, Place(there, items, counts), number, brief=True)
        rows, notes = rows + more, notes + heed
        found_at.append(Place(there, items, counts))
    return rows, notes, found_at


def read_belief(given: Any, solve: str, epsilon_b: Any) -> EffectPrior | None:
    """Return the prior of epsilon_b minus epsilon_a; None if there is none."""
    if given is None:
        return None
    if solve != "power":
        raise ParameterError(option("solve", solve), "one " + option("epsilon_b"), "a prior of it")
    if is_list(epsilon_b):
        raise ParameterError(
            "effect_prior",
            "at most one " + option("epsilon_b"),
            "several",
            "Leave out all but one, or the prior.",
        )
    return EffectPrior.of(given, shares=False)


def assured(question: ResponseQuestion, place: Place, prior: EffectPrior) -> Answer:
    """Return how often each metric's true sign is found at a place, over the prior."""
    rows: list[Row] = []
    notes: list[Note] = []
    here = (place.items, place.counts)
    for metric in question.metrics:
        study = planned(
            question.only(metric), place.world, lambda n: here, "items", plain=here,
            most=MOST, prior=prior,
        )  # fmt: skip
        at = {"metric": metric.name, **place.at}
        more, remarks = assured_rows(study, place.items, prior, at)
        rows, notes = rows + more, notes + remarks
    return rows, notes
