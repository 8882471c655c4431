"""Quasi-Newton search (BFGS) for the lowest place of a smooth function with a known gradient.

Written for compiled likelihoods of a handful of parameters, of which one evaluation takes a
fraction of a millisecond: it takes a first guess of the curvature and very few evaluations.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, isfinite
from typing import NamedTuple

import numpy as np

from claimwise.kernels.arrays import Floats

DONE, STUCK = 1, 2
ENOUGH = 1e-4  # of the promised decrease: a step is taken
FLAT = 0.9  # of the slope: a step is long enough
LONGEST = 3.0  # change of a parameter in one step
NOISE = 2.5e-13  # of the value: differences this small are rounding

Function = Callable[[Floats], tuple[float, Floats]]


class Found(NamedTuple):
    """Where a search ended; if DONE, that is where the function was evaluated last."""

    x: Floats
    value: float
    gradient: Floats
    status: int
    evaluations: int


def minimise(
    function: Function, start: Floats, inverse: Floats, tolerance: float, most: int
) -> Found:
    """Search from `start` on; `function` returns a value and its gradient.

    `inverse` is a first guess of the inverse Hessian, `tolerance` the decrease of the value that
    is no longer worth a step, `most` the number of evaluations allowed.
    """
    x, evaluations = start.copy(), 1
    value, gradient = function(x)
    if not isfinite(value):
        return Found(x, inf, gradient, STUCK, evaluations)
    while True:
        direction, slope, inverse = _downhill(inverse, gradient)
        if -slope < tolerance:
            return Found(x, value, gradient, DONE, evaluations)
        widest = float(np.abs(direction).max())
        length, short, long = min(1.0, LONGEST / widest), 0.0, 0.0
        while True:
            if evaluations >= most or length * widest < 1e-10:
                return Found(x, value, gradient, STUCK, evaluations)
            trial = x + length * direction
            new, turned = function(trial)
            evaluations += 1
            if not new <= value + ENOUGH * length * slope + NOISE * abs(value):
                long = length
                length = (
                    _shorter(new - value, length, slope) if short == 0.0 else (short + long) / 2
                )
            elif turned @ direction < FLAT * slope and long == 0.0 and length < 8.0:
                short, length = length, 2.5 * length
            else:
                break
        inverse = _learned(inverse, trial - x, turned - gradient)
        x, value, gradient = trial, new, turned


def curvature_inverse(hessian: Floats, rough: Floats) -> Floats:
    """Return the inverse of a Hessian to start from; flat directions get a rough guess of it.

    `rough` is the diagonal of that guess.
    """
    scale = np.sqrt(rough)
    values, vectors = np.linalg.eigh(hessian * scale * scale[:, None])
    return np.asarray((vectors / np.maximum(values, 0.1)) @ vectors.T * scale * scale[:, None])


def _downhill(inverse: Floats, gradient: Floats) -> tuple[Floats, float, Floats]:
    """Return a direction, the slope along it, and the inverse Hessian it came from."""
    direction = -(inverse @ gradient)
    slope = float(direction @ gradient)
    if slope < 0.0:
        return direction, slope, inverse
    size = max(1.0, float(np.abs(gradient).max()))  # bent the wrong way: forget the curvature
    direction = -gradient / size
    return direction, float(direction @ gradient), np.eye(len(gradient)) / size


def _shorter(rise: float, length: float, slope: float) -> float:
    """Return the step to the lowest place of a parabola, if that is not too short."""
    if not isfinite(rise):
        return 0.1 * length
    return max(0.1 * length, min(0.5 * length, -0.5 * slope * length**2 / (rise - length * slope)))


def _learned(inverse: Floats, step: Floats, change: Floats) -> Floats:
    """Return the inverse Hessian, updated by the change of the gradient over a step."""
    along = float(step @ change)
    if along <= 1e-10 * float(np.sqrt((step @ step) * (change @ change))):
        return inverse
    carried = inverse @ change
    stretch = (1.0 + float(change @ carried) / along) / along
    mixed = np.outer(carried, step) / along
    return np.asarray(inverse + stretch * np.outer(step, step) - mixed - mixed.T)
