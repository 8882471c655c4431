"""What intervals and Bayes factors of studies not yet run will say: simulate, and count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from math import inf, isfinite, log
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from claimwise.bayes import IndependentPosterior, PairedPosterior, Posterior, Prior
from claimwise.bayes.batch import Batch
from claimwise.bayes.posterior import log_odds
from claimwise.core import ParameterError
from claimwise.data import IndependentCounts, PairCounts
from claimwise.engine.monte_carlo import share_row
from claimwise.engine.simulate import Run, gathered
from claimwise.kernels.arrays import Floats

BLOCK = 250
SMALLEST_MASS = 1e-12  # of a prior inside or outside the region; with less there is no factor
Bools: TypeAlias = NDArray[np.bool_]
Studies: TypeAlias = PairCounts | IndependentCounts
# Takes n, a generator and a number; returns so many studies and the true difference of each.
Draw: TypeAlias = Callable[[int, np.random.Generator, int], tuple[Studies, Floats]]


@dataclass(frozen=True, slots=True)
class Rules:
    """How a study will be read: level of its interval, region, threshold of the Bayes factor.

    `prior_log` is what the factor starts from: the log odds of the region, or without one
    the log density at no difference; NaN where that is infinite, and there is no factor.
    """

    prior: Prior
    level: float
    rope: float | None
    threshold: float
    prior_log: float

    @classmethod
    def of(cls, prior: Prior, level: float, rope: float | None, threshold: float) -> Rules:
        """Work out what the prior says; refuse one that leaves no factor for a region."""
        paired = prior.family == "dirichlet"
        model = PairedPosterior if paired else IndependentPosterior
        before: Posterior = model.before(prior)
        if rope is None:
            density = float(before.log_density(0.0))
            return cls(prior, level, rope, threshold, density if isfinite(density) else np.nan)
        inside = before.probability(-rope, rope)
        if not SMALLEST_MASS < inside < 1 - SMALLEST_MASS:
            where = "inside" if inside < 0.5 else "outside"
            raise ParameterError(
                "a Bayes factor of the region of practical equivalence",
                "a prior with some probability inside and outside of it",
                f"none {where} -{rope:g} to {rope:g} under {prior}",
                "Use a wider prior, such as uniform.",
            )
        return cls(prior, level, rope, threshold, log_odds(before, -rope, rope))


@dataclass(slots=True)
class Tally:
    """What a block of simulated studies leaves behind: counts by name, and widths."""

    done: int = 0
    hits: Counter[str] = field(default_factory=Counter)
    widths: float = 0.0
    squares: float = 0.0

    def __add__(self, other: Tally) -> Tally:
        """Return both tallies in one."""
        return Tally(
            self.done + other.done,
            self.hits + other.hits,
            self.widths + other.widths,
            self.squares + other.squares,
        )


def simulate_posteriors(draw: Draw, n: int, rules: Rules, run: Run, stream: int = 0) -> Tally:
    """Draw studies of n items, work out the posterior of each, and count what it says."""
    return gathered(
        partial(_block, draw, n, rules),
        Tally(),
        run,
        stream=stream,
        block=BLOCK,
        label="working out posteriors of simulated studies",
        tell=lambda total: share_row(
            "interval excludes zero:", total.hits["excludes zero"], total.done, n
        ),
    )


def _block(draw: Draw, n: int, rules: Rules, rng: np.random.Generator, size: int) -> Tally:
    studies, truth = draw(n, rng, size)
    table = np.stack(_counts(studies))
    # Equal studies have equal posteriors: each is worked out once.
    _, first, which = np.unique(table, axis=1, return_index=True, return_inverse=True)
    batch = Batch.of(studies[first], rules.prior)
    low, high = (ends[which] for ends in batch.hdi(rules.level))
    said = _about_zero(low, high, truth)
    if rules.rope is not None:
        said |= _about_region(low, high, rules.rope)
    said |= {name: told[which] for name, told in _factors(batch, rules).items()}
    width = high - low
    return Tally(
        done=size,
        hits=Counter({name: int(told.sum()) for name, told in said.items()}),
        widths=float(width.sum()),
        squares=float((width**2).sum()),
    )


def _counts(studies: Any) -> tuple[Any, Any]:
    if isinstance(studies, PairCounts):
        return studies.wins, studies.losses
    return studies.a, studies.b


def _about_zero(low: Floats, high: Floats, truth: Floats) -> dict[str, Bools]:
    """Say which intervals exclude no difference, and on which side the truth is."""
    above, below = low >= 0, high <= 0
    return {
        "excludes zero": above | below,
        "right sign": np.where(truth > 0, above, below) & (truth != 0),
        "wrong sign": np.where(truth > 0, below, above) & (truth != 0),
    }


def _about_region(low: Floats, high: Floats, rope: float) -> dict[str, Bools]:
    """Decide as `claimwise.bayes.summary.decide` does, all studies at once."""
    above, below = low >= rope, high <= -rope
    inside = (low >= -rope) & (high <= rope)
    return {
        "above region": above,
        "below region": below,
        "inside region": inside,
        "undecided": ~(above | below | inside),
    }


def _factors(batch: Batch, rules: Rules) -> dict[str, Bools]:
    """Say which Bayes factors reach the threshold, against the null (10) and for it (01)."""
    reach = log(rules.threshold)
    if not isfinite(rules.prior_log):
        return {}
    if rules.rope is None:
        moved = batch.log_density(0.0) - rules.prior_log
        return {"factor 10": moved <= -reach, "factor 01": moved >= reach}
    against = np.nextafter(rules.prior_log - reach, inf)  # ties count as reached
    return {
        "factor 10": ~batch.log_odds_at_least(rules.rope, float(against)),
        "factor 01": batch.log_odds_at_least(rules.rope, rules.prior_log + reach),
    }
