"""A plan from a pilot over what the pilot leaves open of its difference."""

from __future__ import annotations

from math import sqrt

import numpy as np

from claimwise.core import Note, ParameterError, Row, assumed, meaning
from claimwise.engine.effect_prior import EffectPrior
from claimwise.engine.monte_carlo import NORMAL
from claimwise.engine.planned import Answer, Drawn, Planned
from claimwise.engine.reached import stream_of
from claimwise.plan.pilot_question import WHO, PilotQuestion
from claimwise.plan.uncertain import LEVEL

KNOTS = 11  # differences at which studies are simulated
REACH = 3.5  # standard errors of the posterior to either side
FINE = 4001


def left_open(
    question: PilotQuestion, planned: Planned, n: int, shrink: float, effect: EffectPrior | None
) -> Answer:
    """Average the power over a normal posterior of the pilot's difference.

    Studies are simulated at some differences; in between the power is a straight line, so that
    the average is a sum of simulated shares, and its error that of the sum.
    """
    pilot, tilting = question.pilot, question.pilot.tilting
    units, spread = pilot.units, float(tilting.spread())
    if not spread > 0:
        raise ParameterError(WHO, "items that differ", "the same of every item")
    mean, variance = question.world(None).truth(), spread**2 / units
    mean, variance = mean * units / (units + shrink), variance * units / (units + shrink)
    low, high = mean - REACH * sqrt(variance), mean + REACH * sqrt(variance)
    low, high = max(low, float(tilting.reach(-1))), min(high, float(tilting.reach(1)))
    at = np.linspace(low, high, FINE)
    mass = np.exp(-((at - mean) ** 2) / 2 / variance)
    mass = mass if effect is None else mass * effect.density(at)
    if not mass.sum() > 0:
        raise ParameterError(
            "effect_prior",
            f"a prior that does not rule out what the pilot shows ({low:.3g} to {high:.3g})",
            "one that does",
        )
    mass /= mass.sum()
    knots = _knots(low, high)
    route: Drawn = planned.route  # type: ignore[assignment]
    found = [route.found(n, float(d), stream_of(float(d))) for d in knots]
    shares = np.array([right / done for right, done in found])
    weights = np.array([mass @ np.interp(at, knots, row) for row in np.eye(len(knots))])
    value = float(weights @ shares)
    noise = shares * (1 - shares) / np.array([done for _, done in found])
    error = sqrt(float(weights**2 @ noise))
    power = np.interp(at, knots, shares)
    order = np.argsort(power)
    below = np.cumsum(mass[order])
    ends = np.interp([(1 - LEVEL) / 2, 0.5, (1 + LEVEL) / 2], below, power[order])
    rows = [
        Row(
            quantity="expected_power",
            estimate=value,
            n=n,
            low=max(0.0, value - NORMAL * error),
            high=min(1.0, value + NORMAL * error),
            level=0.95,
            kind="monte carlo",
        ),
        Row(
            quantity="power_interval", estimate=float(ends[1]), n=n, low=float(ends[0]),
            high=float(ends[2]), level=LEVEL, kind="credible",
        ),
        Row(
            quantity="probability_powered",
            estimate=float(mass[power >= question.target].sum()),
            n=n,
        ),
    ]  # fmt: skip
    return rows, _notes(question, shrink, effect, sqrt(variance))


def _knots(low: float, high: float) -> np.typing.NDArray[np.float64]:
    """Return differences to simulate at: on both sides of 0, where the right sign changes."""
    knots = np.linspace(low, high, KNOTS)
    if low < 0 < high:
        tiny = 1e-6 * (high - low)
        knots = np.sort(np.r_[knots[np.abs(knots) > 10 * tiny], -tiny, tiny])
    return knots


def _notes(
    question: PilotQuestion, shrink: float, effect: EffectPrior | None, error: float
) -> list[Note]:
    pilot = question.pilot
    kind = "clusters" if pilot.cluster is not None else "items"
    priors = [f"a prior worth {shrink:g} {kind} on which neither is ahead"] if shrink else []
    priors += [f"the belief {effect.words} of it"] if effect is not None else []
    return [
        assumed(
            f"Expected power is over a normal posterior of the difference with standard deviation "
            f"{error:.3g}, from the pilot's {pilot.units:,} {kind} with "
            f"{' and '.join(priors) or 'no prior that draws it to 0'}; how the items vary is taken "
            f"from the pilot as it is. Studies were simulated at {KNOTS} or so differences, and "
            "the power follows straight lines between them."
        ),
        meaning(
            "Expected power is the probability of a significant difference with the sign of the "
            "true one; its interval says where the power lies, and the probability of enough "
            "power how probably it is at least the one wanted. A pilot that was kept because it "
            "looked good flatters more than this allows for."
        ),
    ]
