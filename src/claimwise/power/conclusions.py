"""How often a posterior will be sure: exact sums over every study that would conclude.

A study concludes that B exceeds A by more than a margin if the posterior probability of that
is at least a level. Within a stratum that probability grows with B's count, so that one
critical count for each stratum says it all, and it does not depend on the true difference.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy import special

from claimwise.bayes import Prior
from claimwise.bayes.batch import Batch
from claimwise.kernels import binomial
from claimwise.kernels.arrays import Ints, ints
from claimwise.kernels.critical import first_true
from claimwise.kernels.strata import Strata
from claimwise.run.fingerprint import CACHE
from claimwise.worlds.base import EnumerableWorld

ROUNDING = 1e-10  # what the kernels promise of a probability; ties count as reached
STRIDE = 16  # every so manyth stratum is searched first, and guides the others


@dataclass(slots=True)
class Conclusion:
    """The rule "P(d > margin | data) is at least the level", for studies of n items.

    With `less` it is the mirror image: P(d < -margin | data). Critical counts are kept, so
    that many true differences cost little more than one.
    """

    n: int
    prior: Prior
    margin: float
    level: float
    less: bool = False
    _known: dict[int, int] = field(default_factory=dict, compare=False, metadata={CACHE: True})

    def probability(self, world: EnumerableWorld) -> float:
        """Return the probability that a study in this world ends with the conclusion."""
        strata = world.strata(self.n)
        critical = self._critical(world, strata)
        if self.less:
            reached = binomial.at_most(critical - 1, strata.size, strata.prob)
        else:
            reached = binomial.at_least(critical, strata.size, strata.prob)
        return min(1.0, float(strata.weight @ reached))

    def holds(self, batch: Batch) -> NDArray[np.bool_]:
        """Whether each of a batch of posteriors is that sure."""
        if self.less:
            return np.asarray(1 - batch.sf(-self.margin) >= self.level - ROUNDING)
        return np.asarray(batch.sf(self.margin) >= self.level - ROUNDING)

    def _critical(self, world: EnumerableWorld, strata: Strata) -> Ints:
        """Return the first count of each stratum that concludes; of `less`, that no longer does."""
        if any(int(s) not in self._known for s in strata.stratum):
            some = np.unique(np.r_[np.arange(0, strata.size.size, STRIDE), strata.size.size - 1])
            reach = -self._reach if self.less else self._reach
            shift = -self.margin if self.less else self.margin
            guess = (shift - strata.shift) / strata.slope + reach * strata.spread
            coarse = self._search(world, strata, some, ints(guess[some]))
            off = np.interp(np.arange(guess.size), some, coarse - guess[some])
            found = self._search(world, strata, np.arange(guess.size), ints(guess + off))
            self._known.update(zip(strata.stratum.tolist(), found.tolist(), strict=True))
        return np.array([self._known[int(s)] for s in strata.stratum], dtype=np.int64)

    @property
    def _reach(self) -> float:
        return float(special.ndtri(self.level))

    def _search(self, world: EnumerableWorld, strata: Strata, at: Ints, guess: Ints) -> Ints:
        stratum, size = strata.stratum[at], strata.size[at]

        def met(count: Ints) -> NDArray[np.bool_]:
            concluded = self.holds(Batch.of(world.at(self.n, stratum, count), self.prior))
            return ~concluded if self.less else concluded

        return first_true(met, np.zeros_like(size), size, np.clip(guess, 0, size))
