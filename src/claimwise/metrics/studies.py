"""Many simulated studies of two systems under one metric, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from claimwise.kernels.arrays import Floats
from claimwise.metrics.corpus import Corpus


@dataclass(frozen=True, slots=True, eq=False)
class CorpusStudies:
    """Studies of two systems each, A and then B.

    Each has random numbers of its own, by its number in `streams`: so the errors of resampling
    average out over the studies, and a study has the same p-value alone and among others.
    """

    corpora: Sequence[Corpus]
    streams: tuple[int, ...]

    @classmethod
    def of(cls, corpora: Sequence[Corpus]) -> CorpusStudies:
        """Number the studies."""
        return cls(corpora, tuple(range(1, len(corpora) + 1)))

    def effect(self) -> Floats:
        """Return the observed difference of each study, B minus A."""
        return np.array([float(np.diff(corpus.scores())[0]) for corpus in self.corpora])

    def __len__(self) -> int:
        """Return the number of studies."""
        return len(self.corpora)

    def __getitem__(self, index: Any) -> CorpusStudies:
        """Return some of the studies, with the random numbers that they have."""
        chosen = range(len(self))[index]
        places = [chosen] if isinstance(chosen, int) else list(chosen)
        return CorpusStudies(
            [self.corpora[i] for i in places], tuple(self.streams[i] for i in places)
        )
