"""Several answers to each item: those of the gold standard, and those of each system.

Answers are numbers, whatever their kind: continuous ones as they are, those of a scale as the
scale's numbers, categories as their places among `levels`. A missing answer is NaN, so that items
and sources may have unequal numbers of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from claimwise.core import DataError, Note, ParameterError, caution, check_count
from claimwise.core.missing import lacks
from claimwise.kernels.arrays import Floats, Ints

KINDS = ("continuous", "ordinal", "categorical")


class Counts(NamedTuple):
    """Answers to each item of the gold standard, of A and of B."""

    gold: int
    a: int
    b: int

    @classmethod
    def of(cls, given: int | Mapping[str, int] | Counts) -> Counts:
        """Return the counts: one number for all three, or a number for each source."""
        if isinstance(given, Counts):
            return given
        if isinstance(given, Mapping):
            missing = [name for name in cls._fields if name not in given]
            if missing or len(given) != len(cls._fields):
                raise ParameterError("responses", "numbers for gold, a and b", f"{dict(given)}")
            return cls(*(check_count(f"responses of {s}", given[s]) for s in cls._fields))
        k = check_count("responses", given)
        return cls(k, k, k)

    @property
    def same(self) -> bool:
        """Whether all sources have as many."""
        return self.gold == self.a == self.b

    def words(self) -> str:
        """Return them as a person reads them: ``5``, or ``gold 5, a 1, b 1``."""
        if self.same:
            return f"{self.gold}"
        return ", ".join(f"{name} {k}" for name, k in self._asdict().items())

    def caution(self) -> tuple[Note, ...]:
        """Say what it does that one system has more answers than the other."""
        if self.a == self.b:
            return ()
        said = (
            f"A has {self.a} and B {self.b} answers to an item. What is computed from "
            "fewer answers is noisier, and looks further from gold for that alone: which system "
            "scores better, and what is found between them, may be this, whoever is better."
        )
        return (caution(said),)


class Answers(NamedTuple):
    """Answers of gold, A and B: each (..., items, K), with K of its own; NaN where there is none.

    Leading axes are studies: simulated or resampled ones, side by side.
    """

    gold: Floats
    a: Floats
    b: Floats

    @property
    def items(self) -> int:
        """Items of a study."""
        return int(self.gold.shape[-2])

    @property
    def counts(self) -> Counts:
        """Places for answers of each source; some may be empty."""
        return Counts(*(int(source.shape[-1]) for source in self))

    def study(self, index: Any) -> Answers:
        """Return one of several studies, or some."""
        return Answers(*(source[index] for source in self))


@dataclass(frozen=True, slots=True, eq=False)
class Responses:
    """What was read: answers of every source to the same items.

    `answers` has (items, K) for each source, K of its own; `responders` likewise says who gave
    each answer, as a place among `people`, -1 where that is not known or there is no answer.
    Responders of the same name are the same person, run or seed, on whatever items and sources.
    """

    answers: Mapping[str, Floats]
    items: tuple[str, ...]
    kind: str
    gold: str
    levels: tuple[str, ...] = ()  # of categories and named scales
    responders: Mapping[str, Ints] | None = None
    people: tuple[str, ...] = ()
    inferred: tuple[str, ...] = ()  # what was guessed
    notes: tuple[Note, ...] = ()  # what to heed
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse sources of different lengths, and a gold standard that is not there."""
        for name, values in self.answers.items():
            if values.ndim != 2 or len(values) != len(self.items):
                raise DataError(
                    f"the answers of {name}",
                    f"an array of {len(self.items):,} items x answers",
                    f"one of shape {values.shape}",
                )
        if self.gold not in self.answers:
            raise DataError(*lacks("the table", f"source {self.gold}", self.answers, self.gold))
        if self.kind not in KINDS:
            raise ParameterError("kind", f"one of {', '.join(KINDS)}", repr(self.kind))

    @property
    def systems(self) -> tuple[str, ...]:
        """The sources but gold, in the order in which they were given."""
        return tuple(name for name in self.answers if name != self.gold)

    @property
    def n(self) -> int:
        """Items."""
        return len(self.items)

    def pair(self, a: str, b: str) -> Answers:
        """Return gold and two systems."""
        return Answers(self.answers[self.gold], self.answers[a], self.answers[b])

    def counts(self, source: str) -> Ints:
        """Return how many answers each item has of a source."""
        return np.asarray((~np.isnan(self.answers[source])).sum(axis=1), dtype=np.int64)
