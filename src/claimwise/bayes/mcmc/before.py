"""What is believed of a difference before the data, where only forward draws tell."""

from __future__ import annotations

import numpy as np

from claimwise.bayes.sampled import SampledPosterior
from claimwise.kernels.arrays import Floats

FORWARD = 200_000  # draws of a prior that has no closed form
SEED = 20_260  # the same prior is the same distribution in every run


def both_ways(differences: Floats) -> SampledPosterior:
    """Return the distribution of differences and of their opposites, where systems are alike."""
    return SampledPosterior(np.concatenate([differences, -differences]))
