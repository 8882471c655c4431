"""Quasi-Newton search (BFGS) that is asked for a point and told what was found there.

The model calls `tell` with the value and the gradient at `search.trial` until it returns other
than GO; so one search serves every compiled objective.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from claimwise.kernels.arrays import Floats

GO, DONE, STUCK = 0, 1, 2
ENOUGH = 1e-4  # of the promised decrease: a step is taken
FLAT = 0.9  # of the slope: a step is long enough
LONGEST = 3.0  # change of a parameter in one step
NOISE = 4e-15  # of the value: differences this small are rounding
VALUE, SLOPE, LENGTH, SHORT, LONG, TRIALS, ROUNDS, TOLERANCE = range(8)


class Search(NamedTuple):
    """Where the search stands."""

    x: Floats  # best point so far
    gradient: Floats
    inverse: Floats  # (k, k) estimate of the inverse Hessian
    direction: Floats
    trial: Floats  # the point to look at next
    state: Floats  # VALUE, SLOPE, LENGTH, ...


def begin(x: Floats, inverse: Floats, tolerance: float) -> Search:
    """Start at x; `tolerance` is the decrease of the value that is no longer worth a step."""
    state = np.zeros(8)
    state[VALUE], state[TOLERANCE] = np.inf, tolerance
    return Search(x.copy(), np.zeros(len(x)), inverse.copy(), np.zeros(len(x)), x.copy(), state)


def tell(search: Search, value: float, gradient: Floats) -> int:
    """Take in what was found at `trial`; return DONE, STUCK, or GO with a new trial."""
    state = search.state
    state[TRIALS] += 1
    if state[VALUE] == np.inf:  # the first point
        if not np.isfinite(value):
            return STUCK
        state[VALUE] = value
        search.gradient[:] = gradient
        return _turn(search)
    slack = NOISE * abs(state[VALUE]) * 64
    promised = ENOUGH * state[LENGTH] * state[SLOPE]
    if not np.isfinite(value) or value > state[VALUE] + promised + slack:
        return _shorten(search, value)
    slope = np.dot(gradient, search.direction)
    if slope < FLAT * state[SLOPE] and state[LONG] == 0.0 and state[LENGTH] < 8.0:
        state[SHORT] = state[LENGTH]
        return _place(search, 2.5 * state[LENGTH])
    _learn(search, gradient)
    search.x[:] = search.trial
    state[VALUE] = value
    search.gradient[:] = gradient
    return _turn(search)


def _place(search: Search, length: float) -> int:
    search.state[LENGTH] = length
    search.trial[:] = search.x + length * search.direction
    return GO


def _shorten(search: Search, value: float) -> int:
    state = search.state
    length = state[LENGTH]
    state[LONG] = length
    if length * np.abs(search.direction).max() < 1e-10:
        return STUCK
    if state[SHORT] > 0.0:
        return _place(search, 0.5 * (state[SHORT] + length))
    shorter = 0.1 * length
    if np.isfinite(value):  # the minimum of a parabola through both points
        curve = value - state[VALUE] - length * state[SLOPE]
        shorter = max(shorter, min(0.5 * length, -0.5 * state[SLOPE] * length**2 / curve))
    return _place(search, shorter)


def _learn(search: Search, gradient: Floats) -> None:
    """Update the inverse Hessian by the change of the gradient over the step."""
    step = search.trial - search.x
    change = gradient - search.gradient
    along = np.dot(step, change)
    if along <= 1e-10 * np.sqrt(np.dot(step, step) * np.dot(change, change)):
        return
    inverse = search.inverse
    carried = np.dot(inverse, change)
    more = (1.0 + np.dot(change, carried) / along) / along
    k = len(step)
    for i in range(k):
        for j in range(k):
            inverse[i, j] += (
                more * step[i] * step[j] - (carried[i] * step[j] + step[i] * carried[j]) / along
            )


def _turn(search: Search) -> int:
    """Choose the next direction, or stop where it promises nothing more."""
    state = search.state
    state[ROUNDS] += 1
    search.direction[:] = -np.dot(search.inverse, search.gradient)
    slope = np.dot(search.direction, search.gradient)
    if slope >= 0.0 or not np.isfinite(slope):
        if np.abs(search.gradient).max() == 0.0:
            return DONE
        search.inverse[:] = 0.0
        size = max(1.0, np.abs(search.gradient).max())
        for i in range(len(search.x)):
            search.inverse[i, i] = 1.0 / size
        search.direction[:] = -search.gradient / size
        slope = np.dot(search.direction, search.gradient)
    state[SLOPE] = slope
    if -slope < state[TOLERANCE]:
        return DONE
    state[SHORT] = state[LONG] = 0.0
    length = min(1.0, LONGEST / np.abs(search.direction).max())
    return _place(search, length)
