"""Rows and notes of a plan from a pilot: power, or the n or difference that reaches it."""

from __future__ import annotations

from math import ceil, isfinite, nan

from claimwise.core import Note, ParameterError, Row, meaning, option
from claimwise.kernels.arrays import Floats
from claimwise.metrics import ItemCorpus
from claimwise.plan.pilot_question import WHO, PilotQuestion
from claimwise.power.rating_solve import strength
from claimwise.power.search import find_effect, find_size
from claimwise.worlds.pilot import ResampledPilot

FEWEST = 6  # units: with fewer, no test of the house is significant at 0.05 both ways
MOST = {"binary": 10_000_000, "numeric": 100_000, "corpus": 100_000}  # items in a search
MOST_SLOW = 10_000

Answer = tuple[list[Row], list[Note], ResampledPilot, int | None]


def power_at(question: PilotQuestion, n: int, difference: float | None) -> Answer:
    """Return what a study of known size would find of a known difference."""
    world = question.world(difference)
    rows, notes = question.rows(world, n)
    return rows, notes, world, n


def detectable(question: PilotQuestion, n: int) -> Answer:
    """Look for the smallest difference that studies of n items find."""
    pilot, sign = question.pilot, question.sign
    _refuse_flat(question)
    # What weights of the pilot's items reach need not have 0 in it.
    most = sign * pilot.tilting.reach(sign)
    least = max(0.0, sign * pilot.tilting.reach(-sign))
    if most <= 0:
        return _undefined(question, n, f"weights of the pilot's items reach none {_side(sign)} 0")
    if least > 0 and _found(question, n, sign * least):
        told = f"weights of the pilot's items reach none nearer to 0 than {sign * least:.4g}"
        return _undefined(question, n, f"{told}, which is found with as much")
    units = question.world(None).groups(n)
    guess = float(_wanted(question)) * pilot.tilting.spread() / units**0.5
    found = find_effect(
        lambda effect: question.point(question.world(sign * max(effect, least)), n, effect),
        target=question.target,
        alpha=question.tail,
        start=min(guess, most),
        most=most,
    )
    if not isfinite(found.size):
        row = Row(quantity="mde", estimate=nan, n=n)
        note = meaning(
            f"No difference up to {sign * most:.4g}, the farthest that weights of the pilot's "
            f"items reach, is found with power {question.target:g}."
        )
        return [row], [note], question.world(None), n
    row = found.row("mde", n, sign)
    rows, notes, world, _ = power_at(question, n, sign * found.size)
    return [row, *rows], notes, world, n


def _found(question: PilotQuestion, n: int, difference: float) -> bool:
    """Whether studies of n items find a difference with the wanted power."""
    return question.point(question.world(difference), n, abs(difference)).power >= question.target


def _side(sign: int) -> str:
    return "above" if sign > 0 else "below"


def _undefined(question: PilotQuestion, n: int, why: str) -> Answer:
    """Return no difference, and why there is none to tell."""
    note = meaning(
        f"The smallest difference found with power {question.target:g} is not known: {why}."
    )
    return [Row(quantity="mde", estimate=nan, n=n)], [note], question.world(None), n


def enough(question: PilotQuestion, difference: float | None) -> Answer:
    """Look for the smallest study that finds a known difference."""
    world = question.world(difference)
    if world.truth() == 0:
        raise ParameterError(option("solve", "n"), "a difference", "0")
    _refuse_flat(question)
    if question.alternative != "two-sided" and world.truth() * question.sign < 0:
        raise ParameterError(
            option("alternative", question.alternative),
            f"a difference {'below' if question.sign < 0 else 'above'} 0",
            f"{world.truth():g}",
        )
    size = world.unit_size()
    slow = isinstance(question.pilot.corpus, ItemCorpus)
    most = MOST_SLOW if slow else MOST[question.test.outcome]
    most = min(most, question.test.largest_n or most)

    def items(units: float) -> int:
        return ceil(units * size - 1e-9)

    found = find_size(
        lambda units: question.point(world, items(units), units),
        target=question.target,
        alpha=question.tail,
        start=(float(_wanted(question)) * world.spread() / world.truth()) ** 2,
        least=FEWEST,
        most=max(FEWEST, int(most / size)),
    )
    if not isfinite(found.size):
        row = Row(quantity="sample_size", estimate=nan)
        note = f"No study of up to {most:,} items was found to reach power {question.target:g}."
        return [row], [meaning(note)], world, None
    n = items(found.size)
    found = found._replace(size=n, low=items(found.low), high=items(found.high))
    rows, notes, _, _ = power_at(question, n, difference)
    return [found.row("sample_size", n), *rows], notes, world, n


def truth_rows(world: ResampledPilot, n: int | None) -> list[Row]:
    """Return what is true in the world: the difference, both scores, the weight of the pilot."""
    units = "clusters" if world.pilot.cluster is not None else "items"
    return [
        Row(quantity="difference", estimate=world.truth(), n=n),
        *(
            Row(quantity="score", at={"system": name}, estimate=float(score), n=n)
            for name, score in zip(world.pilot.names, world.scores(), strict=True)
        ),
        Row(quantity=f"effective_{units}", estimate=world.effective(), n=world.pilot.units),
    ]


def _wanted(question: PilotQuestion) -> Floats:
    """Return the difference over its standard error that gives the wanted power."""
    return strength(question.target, question.tail)


def _refuse_flat(question: PilotQuestion) -> None:
    """Refuse to look for anything where no item differs from another."""
    if question.pilot.tilting.spread() == 0:
        raise ParameterError(
            WHO, "items that differ in what they say of A and B", "the same of every item"
        )
