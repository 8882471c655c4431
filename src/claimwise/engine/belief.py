"""Power averaged over what is believed of the true effect: the assurance of a plan.

Where power is known exactly the average is by quadrature; where it is simulated, studies are drawn
at effects from equally probable parts of the belief.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import nan, sqrt

import numpy as np

from claimwise.core import At, Note, Row, assumed, block_rng, caution, dropped, meaning
from claimwise.engine.effect_prior import EffectPrior
from claimwise.engine.monte_carlo import expected_row
from claimwise.engine.planned import Answer, Drawn, Planned
from claimwise.engine.reached import SEARCHED
from claimwise.kernels.arrays import Floats

PARTS = 50  # of a belief, equally probable, with an effect drawn from each
STREAM = SEARCHED + (1 << 33)  # of the seed, beyond those that searches take
CUT = 1e-6  # of a belief: what lies on impossible effects, from which on it is said


def assured_rows(planned: Planned, n: int, prior: EffectPrior, at: At | None = None) -> Answer:
    """Return how often studies of n items rightly succeed, over the prior and the study."""
    inside = prior.confined(planned.pieces())
    if planned.simulated:
        row, how, lost = _simulated(planned, n, inside, at)
    else:
        breaks = (0.0, *planned.goal.edges)
        value = inside.average(lambda d: np.array([rightly(planned, n, d)]), breaks)[0]
        row, how, lost = Row(quantity="assurance", at=at or {}, estimate=float(value), n=n), "", 0.0
    said = (
        f"{row.estimand} is the probability that {planned.goal.success}, over both the prior of "
        f"{planned.effect} and the study{how}."
    )
    notes = [*prior_notes(inside, planned.effect), meaning(said)]
    if lost > 0:
        failed = f"{lost:.2g} of these studies could not be analysed, and are left out."
        notes.append(caution(failed).of(row.estimand))
    return [row], notes


def prior_notes(inside: EffectPrior, effect: str) -> list[Note]:
    """Say what is believed, and what was cut off because it cannot be."""
    notes = [
        assumed(
            f"Prior of {effect}: {inside.words}, for averages over it. It is a belief about the "
            "world, and not the prior of an analysis."
        )
    ]
    cut = 1 - inside.mass()
    if cut > CUT:
        said = (
            f"{cut:.2g} of that prior lies on values that are impossible here; it was cut off, and "
            "the rest stands for the whole."
        )
        notes.append(dropped(said))
    return notes


def rightly(planned: Planned, n: int, effect: float) -> float:
    """Return how often a study rightly succeeds: never where there is nothing to show."""
    return 0.0 if planned.goal.why_never(effect) is not None else planned.power(n, effect)


def _simulated(
    planned: Planned, n: int, prior: EffectPrior, at: At | None
) -> tuple[Row, str, float]:
    """Return the average of simulated power, how it was found, and the share of failed studies."""
    route: Drawn = planned.route  # type: ignore[assignment]
    parts = min(PARTS, route.run.replicates)
    each = -(-route.run.replicates // parts)
    found = []
    for i, effect in enumerate(drawn_effects(prior, route.run.seed, parts).tolist()):
        never = planned.goal.why_never(effect) is not None
        found.append((0, each) if never else route.found(n, effect, STREAM + 1 + i, each))
    how = (
        f"; by simulation at {parts} values drawn from equally probable parts of the prior, with "
        f"{each:,} studies at each"
    )
    lost = 1 - sum(done for _, done in found) / (parts * each)
    return assured_row(found, n, at), how, lost


def drawn_effects(prior: EffectPrior, seed: int, count: int = PARTS) -> Floats:
    """Return differences from a prior, one from each of `count` equally probable parts."""
    rng = block_rng(seed, STREAM, 0)
    return prior.quantile((np.arange(count) + rng.random(count)) / count)


def assured_row(found: Sequence[tuple[int, int]], n: int, at: At | None = None) -> Row:
    """Return the average of what was found in each part of a prior, with its interval.

    `found` are the studies that rightly succeed, and those that could be decided, of each part.
    The error is that of neighbouring parts, which allows for both the effects drawn and the studies
    simulated at them.
    """
    parts = len(found)
    shares = np.array([right / done if done else nan for right, done in found])
    each = max(1, max(done for _, done in found))
    mean = float(shares.mean())
    error = sqrt(float((np.diff(shares) ** 2).sum()) / 2) / parts if parts > 1 else nan
    # Neighbours may be equal by chance: the error is at least that of so many studies.
    error = max(error, sqrt(float((shares * (1 - shares)).sum()) / each) / parts)
    return expected_row("assurance", mean, error, n, sum(done for _, done in found), at)
