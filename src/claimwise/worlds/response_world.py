"""What a world of several answers is asked for, and what all such worlds share."""

from __future__ import annotations

from typing import Any, Protocol, Self, runtime_checkable

import numpy as np

from claimwise.core import ParameterError, check_number
from claimwise.data.responses import Answers, Counts
from claimwise.kernels.arrays import Floats


@runtime_checkable
class ResponseWorld(Protocol):
    """What plans and calibrations ask of a world of several answers."""

    @property
    def kind(self) -> str:
        """Which kind of answers: continuous, ordinal or categorical."""

    @property
    def epsilon_a(self) -> float:
        """How far A is off the gold standard; 0 is not at all."""

    @property
    def epsilon_b(self) -> float:
        """How far B is."""

    def at(self, *, epsilon_a: float | None = None, epsilon_b: float | None = None) -> Self:
        """Return the world with other errors of A or of B."""

    def draw(self, items: int, counts: Counts, rng: np.random.Generator, size: int) -> Answers:
        """Return `size` studies, each of new items."""

    def draw_mixed(
        self, items: int, counts: Counts, rng: np.random.Generator, size: int
    ) -> Answers:
        """Return studies in which each answer of A and of B is, by a fair coin, A's or B's.

        The null hypothesis of Wein et al. (2023): both have the same distribution on each item.
        """

    def settings(self) -> dict[str, Any]:
        """Return what the world is, for the record."""


def check_from_zero(who: str, value: object) -> float:
    """Return a number from 0 on."""
    number = check_number(who, value)
    if number < 0:
        raise ParameterError(who, "a number from 0 on", f"{number:g}")
    return number


def check_missing(value: object) -> float:
    """Return a share of missing answers: from 0, below 1."""
    number = check_number("missing", value)
    if not 0 <= number < 1:
        needs = "a share from 0, below 1, of the answers"
        raise ParameterError("missing", needs, f"{number:g}")
    return number


def with_missing(answers: Answers, share: float, rng: np.random.Generator) -> Answers:
    """Return the answers with about this share of them missing at random.

    Every item keeps at least one answer of each source, so that it can be scored: with few
    answers the share that is missing is smaller.
    """
    return Answers(*(_thinned(source, share, rng) for source in answers)) if share else answers


def _thinned(values: Floats, share: float, rng: np.random.Generator) -> Floats:
    order = rng.random(values.shape)
    lost = order < share
    stays = order.argmax(axis=-1)[..., None]
    np.put_along_axis(lost, stays, False, axis=-1)
    return np.where(lost, np.nan, values)
