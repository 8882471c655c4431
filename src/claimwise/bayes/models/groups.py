"""Scores of two or more systems, as the models of graded data take them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from claimwise.core import DataError, ParameterError, did_you_mean
from claimwise.kernels.arrays import Floats

FEWEST = 2


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """Names of systems and their scores; where `paired`, all on the same items in one order."""

    names: tuple[str, ...]
    values: tuple[Floats, ...]
    paired: bool

    @classmethod
    def of(cls, scores: Any, *, paired: bool = False) -> Groups:
        """Check scores at the door: a mapping from names to arrays."""
        names = tuple(str(name) for name in scores)
        values = tuple(np.asarray(column, np.float64).ravel() for column in scores.values())
        who = "The posterior"
        if len(names) < 2:
            raise DataError(who, "at least two systems", f"{len(names)}")
        for name, column in zip(names, values, strict=True):
            if not np.isfinite(column).all():
                where = int(np.flatnonzero(~np.isfinite(column))[0]) + 1
                found = f"{column[where - 1]} at place {where} of {name}"
                raise DataError(who, "finite scores", found)
            if column.size < FEWEST:
                raise DataError(
                    who,
                    f"at least {FEWEST} scores of each system",
                    f"{column.size} of {name}",
                    "One score says nothing of how scores vary.",
                )
        if paired and len({column.size for column in values}) > 1:
            each = zip(names, values, strict=True)
            sizes = ", ".join(f"{column.size} of {name}" for name, column in each)
            raise DataError(who, "equally many paired scores", sizes)
        return cls(names, values, paired)

    def with_more(self, more: Groups) -> Groups:
        """Return these scores and more of the same systems."""
        if set(more.names) != set(self.names) or more.paired != self.paired:
            found = f"{', '.join(self.names)} and {', '.join(more.names)}"
            raise DataError("Adding data", "the same systems before and after", found)
        columns = [more.values[more.index(name)] for name in self.names]
        joined = [np.concatenate(two) for two in zip(self.values, columns, strict=True)]
        return Groups(self.names, tuple(joined), self.paired)

    @property
    def n(self) -> int:
        """Items; of all systems together where they are not the same."""
        return self.values[0].size if self.paired else sum(column.size for column in self.values)

    def index(self, name: str) -> int:
        """Return the place of a system."""
        if name not in self.names:
            raise ParameterError(
                "system",
                f"one of {', '.join(self.names)}",
                repr(name),
                did_you_mean(name, self.names),
            )
        return self.names.index(name)

    def two(self, who: str) -> tuple[Floats, Floats]:
        """Return the scores of A and of B, if these are all."""
        if len(self.values) != 2:
            found = f"{len(self.values)}: {', '.join(self.names)}"
            raise DataError(who, "two systems", found, "Name two of them.")
        return self.values[0], self.values[1]

    def whole(self, model: str) -> tuple[Floats, ...]:
        """Return the scores if they are whole numbers from 0 on; otherwise refuse."""
        for name, column in zip(self.names, self.values, strict=True):
            bad = np.flatnonzero((column < 0) | (column != np.round(column)))
            if bad.size:
                raise DataError(
                    f"The {model} model",
                    "whole numbers from 0 on",
                    f"{column[bad[0]]:g} at place {bad[0] + 1} of {name}",
                    "Graded scores have the metric model.",
                )
        return self.values
