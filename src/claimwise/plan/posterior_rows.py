"""What will the posterior say? The rows of a Bayesian design analysis."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import sqrt
from typing import Any

import numpy as np

from claimwise.core import At, Note, Row, assumed, meaning
from claimwise.data import IndependentCounts, PairCounts
from claimwise.engine.effect_prior import EffectPrior
from claimwise.engine.monte_carlo import LEVEL, NORMAL, share_row
from claimwise.engine.planned import Answer
from claimwise.engine.posteriors import Draw, Studies, Tally, simulate_posteriors
from claimwise.engine.simulate import Run
from claimwise.kernels.arrays import Floats
from claimwise.plan.assessing import Reading
from claimwise.power.conclusions import Conclusion
from claimwise.worlds.base import EnumerableWorld

NO_EFFECT = {"truth": "no effect"}
WorldAt = Callable[[float], EnumerableWorld]
SIDES = ("greater", "less")


def posterior_rows(
    world: WorldAt,
    reading: Reading,
    n: int,
    difference: float | EffectPrior,
    run: Run,
) -> Answer:
    """Return what a study of n items will conclude, at a true difference or over a prior of it."""
    null = _null(world, difference)
    rows = conclusion_rows(world, reading, n, difference)
    draw: Draw
    if isinstance(difference, EffectPrior):
        draw = partial(draw_uncertain, world, difference)
    else:
        draw = partial(draw_fixed, world(difference))
    tally = simulate_posteriors(draw, n, reading.rules, run)
    rows += simulated_rows(tally, reading, n, effect=difference != 0)
    if difference != 0:
        beside = simulate_posteriors(partial(draw_fixed, null), n, reading.rules, run, 1)
        rows += _null_rows(beside, reading, n)
    return rows, _notes(reading, difference)


def _null(world: WorldAt, difference: float | EffectPrior) -> EnumerableWorld:
    """Return the world of equally good systems that goes with the difference."""
    if not isinstance(difference, EffectPrior):
        return world(difference).null()
    middle = float(difference.average(lambda d: np.array([d]), (0.0,))[0])
    possible = [np.clip(middle, low, high) for low, high in difference.pieces]
    nearest = min(possible, key=lambda d: abs(d - middle))
    return world(float(nearest)).null()


def conclusion_rows(
    world: WorldAt, reading: Reading, n: int, difference: float | EffectPrior
) -> list[Row]:
    """Return how often the posterior will be sure of B, and of A; by enumeration."""
    rows: list[Row] = []
    margins = [0.0, *([reading.margin] if reading.margin else [])]
    null = _null(world, difference)
    for side in SIDES:
        for margin in margins:
            rule = Conclusion(n, reading.prior, margin, reading.level, less=side == "less")
            at = {"side": side} | ({"against": "margin"} if margin else {})
            value = _over(difference, world, rule)
            rows.append(Row(quantity="conclude", at=at, estimate=value, n=n))
            if difference != 0:
                value = rule.probability(null)
                rows.append(Row(quantity="conclude", at=at | NO_EFFECT, estimate=value, n=n))
    return rows


def _over(difference: float | EffectPrior, world: WorldAt, rule: Conclusion) -> float:
    if not isinstance(difference, EffectPrior):
        return rule.probability(world(difference))
    found = difference.average(lambda d: np.array([rule.probability(world(d))]), (0.0,))
    return float(found[0])


def draw_fixed(
    world: EnumerableWorld, n: int, rng: np.random.Generator, size: int
) -> tuple[Studies, Floats]:
    """Draw studies in one world."""
    return world.draw(n, rng, size), np.full(size, world.truth())  # type: ignore[return-value]


def draw_uncertain(
    world: WorldAt, prior: EffectPrior, n: int, rng: np.random.Generator, size: int
) -> tuple[Studies, Floats]:
    """Draw each study in a world of its own, with a difference from the prior."""
    truths = prior.draw(rng, size)
    studies: list[Any] = [world(float(d)).draw(n, rng, 1) for d in truths]
    first = studies[0]
    if isinstance(first, PairCounts):
        wins = np.concatenate([study.wins for study in studies])
        return PairCounts(wins, np.concatenate([s.losses for s in studies]), n), truths
    a = np.concatenate([study.a for study in studies])
    return IndependentCounts(a, n, np.concatenate([s.b for s in studies]), n), truths


def simulated_rows(tally: Tally, reading: Reading, n: int, *, effect: bool) -> list[Row]:
    """Return what the intervals and factors of simulated studies said."""

    def row(name: str, hit: str, at: At | None = None) -> Row:
        return share_row(name, tally.hits[hit], tally.done, n, at=at)

    rows = [_width_row(tally, n)]
    if effect:
        rows.append(row("hdi_excludes_zero", "right sign"))
        rows.append(row("wrong_sign", "wrong sign"))
    else:
        rows.append(row("hdi_excludes_zero", "excludes zero"))
    if reading.rope is not None:
        rows += [
            row("hdi_outside_rope", "above region", {"side": "greater"}),
            row("hdi_outside_rope", "below region", {"side": "less"}),
            row("hdi_inside_rope", "inside region"),
            row("hdi_undecided", "undecided"),
        ]
    return rows + _factor_rows(tally, reading, n, {})


def _null_rows(tally: Tally, reading: Reading, n: int) -> list[Row]:
    """Return the same rates for equally good systems."""

    def row(name: str, hits: int) -> Row:
        return share_row(name, hits, tally.done, n, at=NO_EFFECT)

    rows = [row("hdi_excludes_zero", tally.hits["excludes zero"])]
    if reading.rope is not None:
        outside = tally.hits["above region"] + tally.hits["below region"]
        rows += [
            row("hdi_outside_rope", outside),
            row("hdi_inside_rope", tally.hits["inside region"]),
            row("hdi_undecided", tally.hits["undecided"]),
        ]
    return rows + _factor_rows(tally, reading, n, NO_EFFECT)


def _factor_rows(tally: Tally, reading: Reading, n: int, at: At) -> list[Row]:
    if reading.rules.prior_log != reading.rules.prior_log:
        return []
    at = {"threshold": f"{reading.threshold:g}", **at}
    return [
        share_row(
            f"bayes_factor_{which}_above", tally.hits[f"factor {which}"], tally.done, n, at=at
        )
        for which in ("10", "01")
    ]


def _width_row(tally: Tally, n: int) -> Row:
    """Return the mean width of the interval, with a normal interval for it."""
    mean = tally.widths / tally.done
    if tally.done == 1:
        return Row(quantity="interval_width", estimate=mean, n=n)
    variance = max(0.0, tally.squares / tally.done - mean**2) / (tally.done - 1)
    reach = NORMAL * sqrt(variance)
    return Row(
        quantity="interval_width",
        estimate=mean,
        low=mean - reach,
        high=mean + reach,
        level=LEVEL,
        kind="monte carlo",
        n=n,
    )


def _notes(reading: Reading, difference: float | EffectPrior) -> list[Note]:
    notes = [
        assumed(
            f"Prior of the analysis: {reading.prior.words}. How often the posterior concludes is "
            "exact; what intervals and Bayes factors say is simulated. All of these are "
            "probabilities of what a study will say, not that B is better."
        )
    ]
    if reading.rules.prior_log != reading.rules.prior_log:
        notes.append(
            meaning(
                f"No Bayes factor: under {reading.prior} the prior density of no difference is "
                "infinite, so that nothing can be compared with it. Give a rope, or a prior such "
                "as uniform."
            )
        )
    if difference == 0:
        notes.append(
            meaning(
                "With no true difference there is no right sign: every rate is one of saying so "
                "although there is nothing."
            )
        )
    return notes
