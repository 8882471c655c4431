"""Forms of the thresholds between ordered categories: flexible, symmetric, equidistant."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from claimwise.core import check_one_of
from claimwise.kernels.arrays import Floats

FORMS = ("flexible", "symmetric", "equidistant")


@dataclass(frozen=True, slots=True, eq=False)
class Thresholds:
    """How thresholds hang on what is estimated of them.

    The search moves (first, log of steps); `named` turns (first, steps) into the quantities that
    are reported, and `cuts` turns these into the thresholds themselves.
    """

    form: str
    names: tuple[str, ...]  # of the reported quantities
    named: Floats  # (reported, searched)
    jacobian: Floats  # (thresholds, reported)

    @property
    def cuts(self) -> Floats:
        """The thresholds by (first, steps)."""
        return np.ascontiguousarray(self.jacobian @ self.named)

    @property
    def location(self) -> Floats:
        """By how much the reported quantities move if all thresholds move by 1."""
        found, *_ = np.linalg.lstsq(self.jacobian, np.ones(len(self.jacobian)), rcond=None)
        return np.asarray(found.round(12))

    @classmethod
    def of(cls, form: str, categories: tuple[str, ...]) -> Thresholds:
        """Return the form for these categories; with three or fewer they are all the same.

        >>> Thresholds.of("flexible", ("1", "2", "3")).names
        ('1|2', '2|3')
        """
        check_one_of("thresholds", form, FORMS)
        count = len(categories) - 1
        if form == "equidistant" and count > 1:
            jacobian = np.column_stack([np.ones(count), np.arange(count, dtype=np.float64)])
            return cls(form, ("threshold.1", "spacing"), np.eye(2), jacobian)
        if form == "symmetric" and count > 2:
            return _symmetric(count)
        between = tuple(f"{a}|{b}" for a, b in pairwise(categories))
        return cls("flexible", between, np.tril(np.ones((count, count))), np.eye(count))

    def searched(self, cuts: Floats) -> Floats:
        """Return the parameters of the search whose thresholds are nearest to these."""
        steps, *_ = np.linalg.lstsq(self.cuts, cuts, rcond=None)
        return np.concatenate([steps[:1], np.log(np.maximum(steps[1:], 1e-3))])

    def reported(self, searched: Floats) -> tuple[Floats, Floats]:
        """Return the reported quantities, and their slopes by the parameters of the search."""
        steps = np.concatenate([searched[:1], np.exp(searched[1:])])
        slopes = self.named * np.concatenate([[1.0], steps[1:]])
        return self.named @ steps, slopes


def _symmetric(count: int) -> Thresholds:
    """Return thresholds that lie symmetrically around their middle, named as in R's ordinal."""
    half = count // 2
    odd = count % 2 == 1
    centres = 1 if odd else 2
    jacobian = np.zeros((count, centres + (half if odd else half - 1)))
    spacings = jacobian.shape[1] - centres
    for j in range(count):
        jacobian[j, 0 if odd or j < half else 1] = 1.0
        away = j - half if odd else (j - half if j >= half else j - half + 1)
        if away:
            jacobian[j, centres + abs(away) - 1] = np.sign(away)
    named = np.zeros((centres + spacings, centres + spacings))
    named[0, 0] = 1.0
    if not odd:
        named[1, :2] = 1.0  # the second centre lies above the first
    for k in range(spacings):
        named[centres + k, centres : centres + k + 1] = 1.0
    names = ["central"] if odd else ["central.1", "central.2"]
    names += [f"spacing.{k + 1}" for k in range(spacings)]
    return Thresholds("symmetric", tuple(names), named, jacobian)
