"""Plans of several answers over what is believed of the errors of A and B.

A plan can move how far each system is off the gold standard, and not a metric's difference. So the
prior is of epsilon_b minus epsilon_a: A stays where it is, and B is moved.
"""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from claimwise.core import Note, ParameterError, assumed, dropped, meaning, option
from claimwise.engine.belief import PARTS, STREAM, assured_row, drawn_effects
from claimwise.engine.effect_prior import EffectPrior
from claimwise.engine.planned import Answer
from claimwise.engine.responses import Studies, simulate_responses
from claimwise.kernels.arrays import Floats
from claimwise.plan.grid import is_list
from claimwise.plan.response_question import Place, ResponseQuestion
from claimwise.worlds.response_even import is_even
from claimwise.worlds.responses import ResponseWorld

TIMES = 10  # as many studies without a test, which are quick, to tell which system is better
MOST = 1e6  # an error beyond which no scale goes


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


def assured(question: ResponseQuestion, place: Place, number: int, prior: EffectPrior) -> Answer:
    """Return how often each metric's true sign is found at a place, over the prior."""
    a, inside = place.world.epsilon_a, possible(place, prior)
    parts = min(PARTS, question.replicates)
    each = -(-question.replicates // parts)
    effects = drawn_effects(inside, question.seed, parts)
    tested, plain = [], []
    for i, effect in enumerate(effects):
        world = place.world.at(epsilon_b=float(max(0.0, a + effect)))
        stream = STREAM + 2 + 2 * (number * PARTS + i)  # STREAM itself gave the errors
        tested.append(_simulated(question, place, world, stream, each, tested=True))
        plain.append(_simulated(question, place, world, stream + 1, TIMES * each, tested=False))
    rows = []
    for metric in question.metrics:
        name = metric.name
        means = np.array([part[name].difference for part in plain])
        side = _sides(place, effects, means)
        found = [_right(question, part[name], s) for part, s in zip(tested, side, strict=True)]
        rows.append(assured_row(found, place.items, {"metric": name, **place.at}))
    return rows, _notes(inside, parts, each)


def possible(place: Place, prior: EffectPrior) -> EffectPrior:
    """Return the prior confined to what the error of B can be; refuse if most of it cannot."""
    a = place.world.epsilon_a
    return prior.confined([(-a, _largest(place.world) - a)])


def _largest(world: ResponseWorld) -> float:
    """Return the largest error that a system can have in a world."""
    try:
        world.at(epsilon_b=MOST)
    except ParameterError:
        low, high = 0.0, MOST
        for _ in range(100):
            middle = (low + high) / 2
            try:
                world.at(epsilon_b=middle)
                low = middle
            except ParameterError:
                high = middle
        return low
    return inf


def _simulated(
    question: ResponseQuestion,
    place: Place,
    world: ResponseWorld,
    stream: int,
    studies: int,
    *,
    tested: bool,
) -> dict[str, Studies]:
    return simulate_responses(
        world,
        place.items,
        place.counts,
        question.metrics,
        tests=(question.test,) if tested else (),
        alternative=question.alternative,
        replicates=studies,
        resamples=question.resamples,
        seed=question.seed,
        stream=stream,
        workers=question.workers,
        label="simulating studies at errors from the prior",
    )


def _right(question: ResponseQuestion, found: Studies, side: float) -> tuple[int, int]:
    """Count the studies that are significant on the side of the true difference."""
    hit = found.significant(question.test.name, question.alpha)
    right = hit & (np.sign(np.nan_to_num(found.differences)) == side) & (side != 0)
    return int(right.sum()), found.defined


def _sides(place: Place, effects: Floats, means: Floats) -> Floats:
    """Return the sign of the true difference of a metric at each error of B.

    The difference goes one way with the error of B. Where equal errors make the systems equally
    good it changes its sign there; otherwise where the simulated means do.
    """
    from scipy.optimize import isotonic_regression

    known = ~np.isnan(means)
    if not known.any():
        return np.zeros(len(means))
    even = is_even(place.world.at(epsilon_b=place.world.epsilon_a))
    if even and place.counts.a == place.counts.b:
        return np.sign(effects) * np.sign(effects[known] @ means[known])
    at, seen = effects[known], means[known]
    rising = float((at - at.mean()) @ (seen - seen.mean())) >= 0
    followed = isotonic_regression(seen, increasing=rising).x
    return np.sign(np.interp(effects, at, followed))


def _notes(prior: EffectPrior, parts: int, each: int) -> list[Note]:
    cut = 1 - prior.mass()
    lost = f"{cut:.2g} of that prior lies on errors that are impossible here; it was cut off."
    return [
        assumed(
            "Prior of epsilon_b minus epsilon_a, how much farther B is off the gold standard than "
            f"A: {prior.words}, for the average over it. A stays where it is, and B is moved."
        ),
        *([dropped(lost)] if cut > 1e-6 else []),
        meaning(
            "assurance is the probability that the difference comes out significant and with the "
            "sign of the true one by the metric, over both the prior and the study; by simulation "
            f"at {parts} errors of B, drawn from equally probable parts of the prior, with "
            f"{each:,} studies at each."
        ),
    ]
