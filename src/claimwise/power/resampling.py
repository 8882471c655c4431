"""How much better B is in studies that are drawn again from one test set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from claimwise.data.responses import Answers
from claimwise.kernels.arrays import Floats
from claimwise.kernels.response_samplers import (
    Reference,
    Sampler,
    block_size,
    draw_alternative,
    draw_null,
)
from claimwise.metrics.responses import ResponseMetric, item_means, scores


class Resampling(NamedTuple):
    """A test set, and how it is drawn again."""

    reference: Reference
    sampler: Sampler

    @classmethod
    def of(cls, answers: Answers, sampler: str | Sampler) -> Resampling:
        """Return the resampling of answers (items, K), or refuse a sampler that needs more."""
        found = cls(Reference.of(*answers), Sampler.of(sampler))
        found.reference.check(found.sampler)
        return found

    @property
    def block(self) -> int:
        """How many studies are drawn at once."""
        return block_size(self.reference, self.sampler)

    def draw(
        self, rng: np.random.Generator, size: int, *, null: bool, means: bool = False
    ) -> Answers:
        """Return studies like the test set, or if `null` such that A and B answer alike.

        With `means` only the mean of what was drawn for each item, which takes less time.
        """
        draw = draw_null if null else draw_alternative
        return Answers(*draw(self.reference, self.sampler, rng, size, means=means))


def turned_differences(metrics: Sequence[ResponseMetric], answers: Answers) -> Floats:
    """Return how much better B is than A, by each metric in each study: (metrics, studies)."""
    means = None
    if len(metrics) > 1 and any(metric.means for metric in metrics):  # once for all of them
        means = Answers(*(item_means(source)[..., None] for source in answers))
    found = []
    for metric in metrics:
        of = scores(metric, means if metric.means and means is not None else answers)
        difference = of[..., 1] - of[..., 0]
        found.append(difference if metric.better == "higher" else -difference)
    return np.stack(found)
