"""What each comparison could have shown: by test, for right and wrong answers or for scores."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, inf, nan, sqrt
from typing import ClassVar, Protocol

import numpy as np

from claimwise.core import ImpossibleError, ParameterError
from claimwise.data import IndependentCounts, PairCounts
from claimwise.engine.planned import Planned
from claimwise.engine.solve import detectable
from claimwise.kernels import student
from claimwise.plan.accuracy import accuracy_counting
from claimwise.plan.counted import Counting, planned_test
from claimwise.plan.means_study import MeansStudy, Spreads
from claimwise.plan.proportions import proportions_counting
from claimwise.plan.settings import Settings
from claimwise.power import normal
from claimwise.surveys.agreement import Possible, Source, rule_of, without
from claimwise.surveys.table import Comparisons
from claimwise.worlds import Agreement, Lachenbruch

BARELY = 1e-9  # what rounding may add to a count
FEWEST_SCORES = 2  # items without which scores have no spread to be judged by


class Judge(Protocol):
    """A way to judge comparisons, each by its place in the table."""

    limits: ClassVar[str]  # what may leave no room for a gain, in words

    def detectable(self, i: int) -> float:
        """Return the smallest gain that its size detects; NaN if no possible one is."""

    def power(self, i: int, gain: float) -> float:
        """Return the power at a gain; NaN if the gain is not possible there."""

    def pvalue(self, i: int) -> float:
        """Return the p-value of the reported difference; NaN if there is none."""

    def agreement(self, i: int) -> float:
        """Return the agreement at the reported difference; NaN where it plays no part."""

    def known(self, i: int) -> bool:
        """Whether enough is known of the comparison to judge it."""


@dataclass(frozen=True, slots=True, eq=False)
class Paired:
    """Right and wrong answers to the same items."""

    limits: ClassVar[str] = "at that baseline and agreement"
    found: Comparisons
    settings: Settings
    source: Source
    down: bool = False  # counts are rounded down, not to the nearest table

    def detectable(self, i: int) -> float:
        """Return the smallest gain that its size detects."""
        rule, n = rule_of(self.source, self.found, i), int(self.found.n[i])
        if self.settings.by == "normal" and isinstance(rule, Lachenbruch):
            z = normal.critical_z(self.settings.alpha, "two-sided")
            return normal.lachenbruch_difference(rule, n, z, self.settings.target, 1)
        return _mde(self.settings, accuracy_counting(self.settings, rule), n)

    def power(self, i: int, gain: float) -> float:
        """Return the power at a gain, with the agreement that goes with it.

        Where the comparison's own agreement leaves no room for the gain, that of the source is
        taken.
        """
        return _power(self.settings, self._rule(i, gain), int(self.found.n[i]), gain)

    def pvalue(self, i: int) -> float:
        """Return the p-value of the reported difference, at the agreement that was assumed."""
        n, difference = int(self.found.n[i]), float(self.found.difference[i])
        table = predicted_table(n, difference, self.agreement(i), down=self.down)
        counts = PairCounts(np.array(table[:1]), np.array(table[1:]), n)
        return float(self.settings.test.evaluate(counts, "two-sided")[0])

    def agreement(self, i: int) -> float:
        """Return the agreement at the reported difference."""
        return rule_of(self.source, self.found, i).at(float(self.found.difference[i]))

    def known(self, i: int) -> bool:
        """Whether enough is known: always."""
        return True

    def moved(self, i: int, gain: float, mde: float) -> bool:
        """Whether an agreement that a regression predicts had to be moved to a possible one.

        Asked at the reported, at the expected and at the detectable difference.
        """
        own = rule_of(self.source, self.found, i)
        asked = [(own, float(self.found.difference[i])), (own, mde)]
        if gain > 0 and _possible(self._rule(i, gain), gain):
            asked.append((self._rule(i, gain), gain))
        return any(
            isinstance(rule, Possible) and np.isfinite(at) and rule.moved(at) for rule, at in asked
        )

    def replaced(self, i: int, gain: float) -> bool:
        """Whether power is asked at another agreement than the one that is told."""
        own = rule_of(self.source, self.found, i)
        if gain <= 0 or not np.isfinite(self.found.agreement[i]) or _possible(own, gain):
            return False
        return without(self.source, self.found, i) is not None

    def _rule(self, i: int, gain: float) -> Agreement:
        """Return the comparison's own agreement, or the source's if that has no room for a gain."""
        other = without(self.source, self.found, i) if self.replaced(i, gain) else None
        if other is None:
            return rule_of(self.source, self.found, i)
        return other.rule(float(self.found.baseline[i]))


@dataclass(frozen=True, slots=True, eq=False)
class Unpaired:
    """Right and wrong answers to different items, n of each system."""

    limits: ClassVar[str] = "at that baseline"
    found: Comparisons
    settings: Settings

    def detectable(self, i: int) -> float:
        """Return the smallest gain that its size detects."""
        return _mde(self.settings, self._counting(i), int(self.found.n[i]))

    def power(self, i: int, gain: float) -> float:
        """Return the power at a gain."""
        return _counted_power(self.settings, self._counting(i), int(self.found.n[i]), gain)

    def pvalue(self, i: int) -> float:
        """Return the p-value of the reported difference."""
        n = int(self.found.n[i])
        a, b = (
            np.array([_nearest(n * float(score[i]))])
            for score in (self.found.baseline, self.found.new)
        )
        return float(self.settings.test.evaluate(IndependentCounts(a, n, b, n), "two-sided")[0])

    def agreement(self, i: int) -> float:
        """Return none: different items have no agreement."""
        return nan

    def known(self, i: int) -> bool:
        """Whether enough is known: always."""
        return True

    def _counting(self, i: int) -> Counting:
        return proportions_counting(self.settings, float(self.found.baseline[i]))


@dataclass(frozen=True, slots=True, eq=False)
class Graded:
    """Scores of the same items, judged by the paired t test where their spread is known."""

    limits: ClassVar[str] = "between that baseline and the end of the scale"
    found: Comparisons
    settings: Settings

    def detectable(self, i: int) -> float:
        """Return the smallest gain that its size detects; NaN beyond the end of the scale."""
        if not self.known(i):
            return nan
        found, _ = detectable(self._planned(i), int(self.found.n[i]))
        return found.size if found.found and self._possible(i, found.size) else nan

    def power(self, i: int, gain: float) -> float:
        """Return the power at a gain; NaN beyond the end of the scale."""
        if not self.known(i) or not self._possible(i, gain):
            return nan
        return self._planned(i).power(int(self.found.n[i]), gain)

    def pvalue(self, i: int) -> float:
        """Return the p-value of the reported difference."""
        if not self.known(i):
            return nan
        n = int(self.found.n[i])
        t = float(self.found.difference[i]) / (float(self.found.sd[i]) / sqrt(n))
        return float(student.pvalue(t, n - 1, "two-sided"))

    def agreement(self, i: int) -> float:
        """Return none: scores have a spread instead."""
        return nan

    def known(self, i: int) -> bool:
        """Whether there are items to judge by, and how their differences vary."""
        return bool(np.isfinite(self.found.sd[i]) and self.found.n[i] >= FEWEST_SCORES)

    def _possible(self, i: int, gain: float) -> bool:
        """Whether the scale has room for a gain above the baseline."""
        room = 1 - float(self.found.baseline[i]) if self.found.scaled else inf
        return gain <= room + BARELY

    def _planned(self, i: int) -> Planned:
        s = self.settings
        return MeansStudy(
            spreads=Spreads(paired=True, a=float(self.found.sd[i])),
            test=s.test,
            alternative="two-sided",
            alpha=s.alpha,
            target=s.target,
            sign=1,
            by=s.by,
        ).planned()


def predicted_table(
    n: int, difference: float, agreement: float, *, down: bool = False
) -> tuple[int, int]:
    """Return whole numbers of items that only the new, and only the baseline, gets right.

    The nearest to what difference and agreement predict: their difference is n times the reported
    one, rounded; their sum the nearest that such a difference allows. With `down` each count is
    rounded down, as in the code of Card et al. (2020).

    >>> predicted_table(1000, 0.021, 0.9), predicted_table(1000, 0.021, 0.9, down=True)
    ((61, 40), (60, 39))
    """
    if down:
        win, lose = (n * (1 - agreement + side * difference) / 2 for side in (1, -1))
        return floor(win + BARELY), max(0, floor(lose + BARELY))
    gap = _nearest(n * abs(difference))
    odd = gap % 2
    both = max(gap, odd + 2 * _nearest((n * (1 - agreement) - odd) / 2))
    more, fewer = (both + gap) // 2, (both - gap) // 2
    return (more, fewer) if difference >= 0 else (fewer, more)


def _nearest(value: float) -> int:
    return floor(value + 0.5 + BARELY)


def _mde(settings: Settings, counting: Counting, n: int) -> float:
    found, _ = detectable(planned_test(settings, counting, None), n)
    return found.size if found.found else nan


def _power(settings: Settings, rule: Agreement, n: int, gain: float) -> float:
    return _counted_power(settings, accuracy_counting(settings, rule), n, gain)


def _possible(rule: Agreement, gain: float) -> bool:
    try:
        rule.world(gain)
    except ParameterError:
        return False
    return True


def _counted_power(settings: Settings, counting: Counting, n: int, gain: float) -> float:
    if abs(gain) > 1 + BARELY:  # a line through few others may promise anything
        return nan
    gain = min(1.0, max(-1.0, gain))
    try:
        counting.worlds(gain)
    except ImpossibleError:
        return nan
    return planned_test(settings, counting, gain).power(n, gain)
