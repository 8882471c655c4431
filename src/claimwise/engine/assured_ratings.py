"""Rating studies whose effects are drawn from a prior: how often is the true sign found?

Every study has an effect of its own. Of the studies of a block, one has its effect from each of
equally probable parts of the prior, anew in each block; so what is counted in a part varies by
the effect drawn there and by the study, and its spread over blocks is the error of both.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from claimwise.core import At, Row, check_count
from claimwise.engine.monte_carlo import share_row
from claimwise.engine.ratings import BLOCK, LEAST, RatingStudy
from claimwise.engine.simulate import Run, gathered
from claimwise.kernels.arrays import Flags, Floats, Ints
from claimwise.kernels.tails import significant
from claimwise.power.analyses import analysis
from claimwise.power.rating_tests import Study
from claimwise.run.threads import one_thread

ASSURED = 9  # stream of random numbers
EffectOf = Callable[[Floats], Floats]  # of shares of the prior, the effects below which they lie
Blocks = dict[str, tuple[Flags, Flags]]  # of each analysis: found with its sign; could be analysed


@dataclass(slots=True)
class Assured:
    """What studies at effects from a prior left behind, for one analysis, part by part."""

    right: Ints
    done: Ints
    blocks: int = 0

    @classmethod
    def empty(cls) -> Assured:
        """Return counts of nothing."""
        return cls(np.zeros(BLOCK, np.int64), np.zeros(BLOCK, np.int64))

    def and_(self, right: Flags, done: Flags) -> Assured:
        """Return these and one more block: a study in each part."""
        return Assured(self.right + right, self.done + done, self.blocks + 1)

    @property
    def failed(self) -> float:
        """The share of studies that could not be analysed."""
        return 1 - float(self.done.sum()) / (self.blocks * BLOCK) if self.blocks else 0.0

    def row(self, quantity: str, n: int, at: At | None = None) -> Row:
        """Return the share of findings, with an interval that allows for effects and studies."""
        right, done = int(self.right.sum()), int(self.done.sum())
        return share_row(quantity, right, done, n, at=at, inflation=self._inflation(right, done))

    def _inflation(self, right: int, done: int) -> float:
        """Return the variance of the share over that of as many coins: parts vary less.

        Without a second study in each part nothing is known of it, and it is that of coins.
        """
        single = right * (done - right)
        if self.done.min() < 2 or not single:
            return 1.0
        share = self.right / self.done
        within = float((share * (1 - share) * self.done / (self.done - 1)).mean())
        return min(1.0, max(1 / BLOCK, within * done**2 / single))


def simulate_assured(
    study: RatingStudy,
    effect_of: EffectOf,
    zeros: dict[str, float],
    *,
    replicates: int,
    seed: int,
    workers: int = 1,
    precision: float | None = None,
) -> dict[str, Assured]:
    """Count in which studies each analysis finds the true sign, at effects from a prior.

    `zeros` is the effect of each analysis at which there is nothing to find in its units. As
    many studies are simulated as make whole blocks. With `precision` the run stops once every
    interval reaches no farther than that from its middle.
    """
    first = study.first(seed, float(effect_of(np.array([0.5]))[0]))
    whole = -(-check_count("replicates", replicates) // BLOCK) * BLOCK
    return gathered(
        partial(_block, study, effect_of, zeros, first),
        {test: Assured.empty() for test in study.tests},
        Run(whole, seed, workers),
        add=lambda total, more: {test: one.and_(*more[test]) for test, one in total.items()},
        enough=partial(_narrow, precision=precision),
        stream=ASSURED,
        block=BLOCK,
        label=f"simulating {study.design.n:,} ratings at effects from the prior",
        tell=lambda total: total[study.tests[0]].row("assurance", study.design.n),
    )


def _narrow(total: dict[str, Assured], precision: float | None) -> bool:
    if precision is None or min(count.blocks for count in total.values()) * BLOCK < LEAST:
        return False
    rows = [count.row("assurance", 1) for count in total.values()]
    return all(row.high - row.low <= 2 * precision for row in rows)


def _block(
    study: RatingStudy,
    effect_of: EffectOf,
    zeros: dict[str, float],
    first: Floats | Ints,
    rng: np.random.Generator,
    size: int,
) -> Blocks:
    """Simulate a study in each part of the prior, and analyse it."""
    prepared = Study(study.design, study.world, first, study.correlated)
    with one_thread():
        runs = [analysis(name, study.world.outcome) for name in study.tests]
        effects = effect_of((np.arange(size) + rng.random(size)) / size)
        scatter = study.world.scatter(study.design, rng, size)
        ratings = study.world.rated(scatter + effects[:, None] * study.world.x(study.design))
        numbers = study.world.numbers(ratings)
        found: Blocks = {}
        for test in runs:
            seen = ratings if test.scale == "latent" else numbers
            pvalue, estimate, _ = test.prepare(prepared)(seen)
            done = np.isfinite(pvalue)
            hit = done & significant(np.where(done, pvalue, 1.0), study.alpha)
            side = np.sign(effects - zeros[test.name])
            found[test.name] = hit & (side != 0) & (np.sign(estimate) == side), done
    return found
