"""Ratings on a scale of levels: which levels there are, and how often each was given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from claimwise.bayes.models.groups import Groups
from claimwise.bayes.models.ordinal_prior import OrdinalPrior
from claimwise.core import DataError, Note, ParameterError, caution, inferred
from claimwise.kernels.arrays import Floats

MOST = 20


@dataclass(frozen=True, slots=True, eq=False)
class Levels:
    """Whole numbers from `first` on, as codes 0, 1, ..., `count` - 1 for each system."""

    names: tuple[str, ...]
    first: int
    count: int
    codes: tuple[Floats, ...]

    @classmethod
    def of(cls, groups: Groups, levels: Any = None) -> Levels:
        """Take the levels from `levels` (first, last), or from the lowest to the highest given."""
        for name, column in zip(groups.names, groups.values, strict=True):
            bad = np.flatnonzero(column != np.round(column))
            if bad.size:
                raise DataError(
                    "The ordinal model",
                    "levels that are whole numbers",
                    f"{column[bad[0]]:g} at place {bad[0] + 1} of {name}",
                    "Graded scores have the metric model.",
                )
        lowest = int(min(column.min() for column in groups.values))
        highest = int(max(column.max() for column in groups.values))
        first, last = (lowest, highest) if levels is None else _ends(levels)
        if lowest < first or highest > last:
            found = f"{lowest if lowest < first else highest}"
            raise DataError("levels", f"all ratings from {first} to {last}", found)
        if last - first + 1 > MOST:
            raise DataError(
                "The ordinal model",
                f"at most {MOST} levels",
                f"{last - first + 1}, from {first} to {last}",
                "Scores on so fine a scale have the metric model.",
            )
        codes = tuple(column - first for column in groups.values)
        return cls(groups.names, first, last - first + 1, codes)

    @property
    def counts(self) -> tuple[Floats, ...]:
        """How often each system was given each level."""
        return tuple(
            np.bincount(code.astype(int), minlength=self.count).astype(float) for code in self.codes
        )

    def table(self) -> Floats:
        """Return how often each pair of levels was given, A's by B's."""
        found = np.zeros((self.count, self.count))
        np.add.at(found, tuple(code.astype(int) for code in self.codes), 1)
        return found

    def notes(self, prior: OrdinalPrior) -> tuple[Note, ...]:
        """Say how the scale was read, and what cannot be known of it."""
        last = self.first + self.count - 1
        said = [inferred(f"Levels {self.first} to {last}; differences are in units of levels.")]
        total = np.sum(self.counts, axis=0)
        unused = [str(self.first + k) for k in np.flatnonzero(total == 0)]
        if unused:
            which = "Level" if len(unused) == 1 else "Levels"
            said.append(
                caution(
                    f"{which} {', '.join(unused)} never used: where a threshold next to "
                    "such a level lies is known from the prior alone."
                )
            )
        if prior.free_top:
            said.append(
                caution(
                    "With a free last threshold the unit of the latent scale comes from "
                    "the prior alone; use it to compare with published numbers, not to conclude."
                )
            )
        return tuple(said)


def _ends(levels: Any) -> tuple[int, int]:
    needs = "the first and the last level, such as (1, 5)"
    try:
        first, last = (int(level) for level in levels)
    except (TypeError, ValueError):
        raise ParameterError("levels", needs, repr(levels)) from None
    if first >= last:
        raise ParameterError("levels", needs, repr(levels))
    return first, last
