"""How many items, or how many answers to each, reach the wanted power?"""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite, nan
from typing import Any

from claimwise.core import Note, ParameterError, Row, meaning, option
from claimwise.data.responses import Counts
from claimwise.engine.noisy import find_size
from claimwise.engine.reached import Point, Reached, stream_of
from claimwise.engine.responses import check_items, side, simulate_responses
from claimwise.plan.needed import looked_for
from claimwise.plan.response_question import (
    OWN,
    SHARED,
    Place,
    ResponseQuestion,
    at,
    counts_of,
)
from claimwise.plan.response_rows import place_rows, stream
from claimwise.worlds.response_even import is_even
from claimwise.worlds.responses import ResponseWorld

FEWEST = 6  # items: with fewer, swaps give no two-sided p-value of 0.05
MOST = 100_000  # items
MOST_ANSWERS = 2_000  # of a source to an item
MOST_CELLS = 20_000_000  # answers of a study
START = 200


def smallest_items(question: ResponseQuestion, world: ResponseWorld, counts: Counts) -> Reached:
    """Return the fewest items with which one metric finds what differs."""
    sign = _direction(question, world, counts)

    def power_of(items: float) -> Point:
        return _point(question, Place(world, int(items), counts), items, sign)

    return find_size(
        power_of,
        target=question.target,
        alpha=_tail(question),
        start=START,
        least=FEWEST,
        most=max(FEWEST, min(MOST, MOST_CELLS // sum(counts))),
    )


def smallest_answers(
    question: ResponseQuestion, world: ResponseWorld, items: int, given: Mapping[str, Any]
) -> Reached:
    """Return the fewest answers to each of some items that suffice.

    Of every source, but for those that are given a number of their own.
    """
    sign = _direction(question, world, _answers(given, 10), items)

    def power_of(k: float) -> Point:
        return _point(question, Place(world, items, _answers(given, k)), k, sign)

    return find_size(
        power_of,
        target=question.target,
        alpha=_tail(question),
        start=5,
        least=1,
        most=max(1, min(MOST_ANSWERS, MOST_CELLS // (3 * items))),
    )


def _answers(given: Mapping[str, Any], k: float) -> Counts:
    """Return k answers of every source, but for those that are given a number of their own."""
    return counts_of(dict(given) | {SHARED: int(k)})


def _tail(question: ResponseQuestion) -> float:
    """Return the two-sided level whose one side the test has."""
    return question.alpha if question.alternative == "two-sided" else 2 * question.alpha


def _direction(
    question: ResponseQuestion, world: ResponseWorld, counts: Counts, items: int = 1_000
) -> float:
    """Return the sign of the true difference under the question's metric."""
    (metric,) = question.metrics
    found = simulate_responses(
        world,
        items,
        counts,
        [metric],
        replicates=200,
        seed=question.seed,
        stream=stream(stream_of(0.0), 0),
        workers=question.workers,
        label="simulating the difference",
    )
    sign = -1.0 if found[metric.name].difference < 0 else 1.0
    if {"less": 1.0, "greater": -1.0}.get(side(metric, question.alternative)) == sign:
        raise ParameterError(
            option("alternative", question.alternative),
            f"a difference on that side by {metric.name}",
            "one on the other",
            "Leave the alternative out, or turn it round.",
        )
    return sign


def _point(question: ResponseQuestion, place: Place, size: float, sign: float) -> Point:
    (metric,) = question.metrics
    found = simulate_responses(
        place.world,
        place.items,
        place.counts,
        [metric],
        tests=(question.test,),
        alternative=question.alternative,
        replicates=question.replicates,
        resamples=question.resamples,
        seed=question.seed,
        stream=stream(stream_of(size), 0),
        workers=question.workers,
        label=f"simulating {place.items:,} items x {place.counts.words()}",
    )[metric.name]
    hit = found.significant(question.test.name, question.alpha)
    return Point(size, int((hit & (sign * found.differences > 0)).sum()), len(hit))


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
            reached = smallest_items(one, world, counts)
        else:
            if given.get("items") is None:
                raise ParameterError(
                    option("solve", "responses"), "the number of items, " + option("items"), "none"
                )
            items = check_items(given["items"])
            one.check(_answers(given, 1))
            reached = smallest_answers(one, world, items, given)
        at_metric = {"metric": metric.name}
        if not isfinite(reached.size):
            rows.append(Row(quantity="sample_size", at=at_metric, estimate=nan))
            notes.append(_never(question, given).of(metric.name))
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


def _never(question: ResponseQuestion, given: Mapping[str, Any]) -> Note:
    power = f"power {question.target:g}"
    if question.solve == "items":
        return meaning(f"no study of up to {MOST:,} items was found to reach {power}.")
    return meaning(
        f"with {given['items']:,} items, no number of answers up to {MOST_ANSWERS:,} "
        f"was found to reach {power}: more answers do not always make up for more items."
    )
