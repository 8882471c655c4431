"""Assurance where power must be simulated: studies at differences drawn from the prior."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import nan, sqrt

import numpy as np

from claimwise.core import At, Row, assumed, block_rng, dropped, meaning
from claimwise.kernels.arrays import Floats
from claimwise.plan.design import Answer
from claimwise.plan.effect_prior import EffectPrior
from claimwise.power.monte_carlo import expected_row
from claimwise.power.reached import SEARCHED

EFFECTS = 50  # differences, one from each of so many equally probable parts of the prior
STREAM = SEARCHED + (1 << 33)  # of the seed, beyond those that searches take

# Takes a difference, a stream of the seed and a number of studies; returns how many of them
# came out significant and with the right sign, and how many could be tested.
Count = Callable[[float, int, int], tuple[int, int]]


def drawn_effects(prior: EffectPrior, seed: int, count: int = EFFECTS) -> Floats:
    """Return differences from a prior, one from each of `count` equally probable parts."""
    rng = block_rng(seed, STREAM, 0)
    return prior.quantile((np.arange(count) + rng.random(count)) / count)


def assured_row(found: Sequence[tuple[int, int]], n: int, at: At | None = None) -> Row:
    """Return the average of what was found in each part of a prior, with its interval.

    `found` are the studies with the right sign, and those that could be tested, of each part.
    """
    parts = len(found)
    shares = np.array([right / done if done else nan for right, done in found])
    each = max(1, max(done for _, done in found))
    mean = float(shares.mean())
    error = sqrt(float((np.diff(shares) ** 2).sum()) / 2) / parts if parts > 1 else nan
    # Neighbours may be equal by chance: the error is at least that of so many studies.
    error = max(error, sqrt(float((shares * (1 - shares)).sum()) / each) / parts)
    return expected_row("assurance", mean, error, n, sum(done for _, done in found), at)


def simulated_assurance(
    count: Count, prior: EffectPrior, n: int, *, replicates: int, seed: int
) -> Answer:
    """Average the simulated power over a prior of the true difference.

    The error is that of neighbouring parts of the prior, which allows for both the differences
    drawn and the studies simulated at them.
    """
    parts = min(EFFECTS, replicates)
    effects = drawn_effects(prior, seed, parts)
    each = -(-replicates // parts)
    found = [
        count(float(effect), STREAM + 1 + i, each) if effect else (0, each)
        for i, effect in enumerate(effects)
    ]
    cut = 1 - prior.mass()
    lost = f"{cut:.2g} of that prior lies on differences that are impossible here; it was cut off."
    return [assured_row(found, n)], [
        *([dropped(lost)] if cut > 1e-6 else []),
        assumed(f"Prior of the true difference: {prior.words}, for the average over it."),
        meaning(
            "assurance is the probability that the difference comes out significant and with the "
            "sign of the true one, over both the prior of the true difference and the study; by "
            f"simulation at {parts} differences drawn from equally probable parts of the prior, "
            f"with {each:,} studies at each."
        ),
    ]
