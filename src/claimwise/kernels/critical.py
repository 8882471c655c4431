"""Where a test starts to reject: bisection over counts, all strata at once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from claimwise.kernels.arrays import Ints

Condition = Callable[[Ints], NDArray[np.bool_]]


REACH = 3  # counts on either side of a guess in which the answer is looked for first


def first_true(condition: Condition, low: Ints, high: Ints, guess: Ints | None = None) -> Ints:
    """Return the smallest count in [low, high] that meets the condition; high + 1 where none does.

    `condition` takes one count for each stratum and, once true, stays true as counts grow.
    A guess that is right, or one too low, takes two looks; a bad one costs three.
    """
    low, past = low.copy(), np.maximum(high, low - 1) + 1
    if guess is not None:
        low, past = _look(condition, low, past, np.clip(guess, low, past - 1))
        for far in (1, REACH):
            if not (low < past).any():
                return past
            at = np.where(past <= guess, past - far, low + far - 1)
            low, past = _look(condition, low, past, np.clip(at, low, past - 1))
    while (low < past).any():
        low, past = _look(condition, low, past, (low + past) // 2)
    return past


def _look(condition: Condition, low: Ints, past: Ints, at: Ints) -> tuple[Ints, Ints]:
    """Narrow the brackets that are still open by one look inside them."""
    open_ = low < past
    met = condition(np.where(open_, at, np.maximum(past - 1, 0)))
    return np.where(open_ & ~met, at + 1, low), np.where(open_ & met, at, past)


def last_true(condition: Condition, low: Ints, high: Ints, guess: Ints | None = None) -> Ints:
    """Return the largest count in [low, high] that meets the condition; low - 1 where none does.

    `condition`, once true, stays true as counts fall.
    """
    mirrored = None if guess is None else -guess
    return -first_true(lambda negative: condition(-negative), -high, -low, mirrored)
