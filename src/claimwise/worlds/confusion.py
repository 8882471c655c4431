"""Two systems label the same items: what each says of the items of every class.

Scores such as F1 are no means over items, so the whole process must be stated (Card et al. 2020,
appendix F): how frequent each class is, and for the items of each class how often A says one label
and B another (their table 11).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from claimwise.core import DataError, ImpossibleError, register
from claimwise.kernels.arrays import Floats
from claimwise.metrics import Metric
from claimwise.metrics.base import checked_stats
from claimwise.metrics.studies import CountedStudies
from claimwise.worlds.confusion_cells import numbers_of, refuse_cells

MANY = float(1 << 40)  # items that stand for a population
TOLERANCE = 1e-6  # by how much shares may miss 1: they may have been rounded by hand
STEPS = 400  # points of the line on which a difference is looked for
WHO = "confusion tables"


@dataclass(frozen=True, slots=True, eq=False)
class ConfusionTables:
    """How frequent the classes are, and what two systems say of the items of each.

    Parameters
    ----------
    classes : sequence of str
        The labels.
    prior : array (classes,)
        Share of each class among the items.
    tables : array (classes, classes, classes)
        For each class of items: the share of them of which A says the label of the row and B that
        of the column.
    positive : str, optional
        The class that binary scores look for.
    """

    classes: tuple[str, ...]
    prior: Floats
    tables: Floats
    positive: str | None = None

    @classmethod
    def of(
        cls, classes: Sequence[Any], prior: Any, tables: Any, positive: Any = None
    ) -> ConfusionTables:
        """Check everything and return it, with shares that sum to 1 exactly."""
        labels = labels_of(classes)
        k = len(labels)
        shares = _shares("prior", prior, (k,), "a share for each class")
        for label, share in zip(labels, shares, strict=True):
            if share == 0:
                raise DataError(
                    WHO,
                    "classes that items have",
                    f"a prior of 0 for class {label!r}",
                    "Leave the class out.",
                )
        rows = f"{k} rows (what A says) of {k} shares (what B says)"
        found = [
            _shares(f"the table of class {label!r}", table, (k, k), rows)
            for label, table in zip(labels, tables, strict=True)
        ]
        chosen = None if positive is None else str(positive)
        if chosen is not None and chosen not in labels:
            raise DataError(WHO, f"a positive class among {', '.join(labels)}", repr(chosen))
        return cls(labels, shares, np.stack(found), chosen)

    def cells(self) -> tuple[Floats, tuple[tuple[str, ...], ...]]:
        """Return the probability of every (gold, A, B) that can be, and its labels, as columns."""
        joint = self.prior[:, None, None] * self.tables
        there = np.nonzero(joint)
        columns = tuple(tuple(self.classes[i] for i in axis) for axis in there)
        return joint[there], columns

    def at(self, step: float) -> ConfusionTables:
        """Return the tables elsewhere on the line: 0 is no effect, 1 these tables, -1 A for B."""
        flipped = self.tables.transpose(0, 2, 1)
        moved = (self.tables + flipped) / 2 + step * (self.tables - flipped) / 2
        return replace(self, tables=np.maximum(moved, 0.0))

    def farthest(self) -> float:
        """Return the largest step at which no share is negative; infinite without a direction."""
        flipped = self.tables.transpose(0, 2, 1)
        apart = np.abs(self.tables - flipped)
        there = apart > TOLERANCE
        ratios = (self.tables + flipped)[there] / apart[there]
        return float(ratios.min(initial=np.inf))


def labels_of(classes: Any) -> tuple[str, ...]:
    """Return the classes as texts, each once."""
    given = [] if isinstance(classes, str) or not hasattr(classes, "__iter__") else list(classes)
    labels = tuple(str(label) for label in given)
    if len(labels) < 2 or not all(labels):
        raise DataError(WHO, "a list of at least two classes", repr(classes))
    twice = [label for label in labels if labels.count(label) > 1]
    if twice:
        raise DataError(WHO, "each class once", f"{twice[0]!r} twice")
    return labels


def _shares(what: str, given: Any, shape: tuple[int, ...], needs: str) -> Floats:
    """Return shares that sum to 1, or say which row is wrong and what was found."""
    found = numbers_of(what, given, shape, needs)
    refuse_cells(what, "shares from 0 to 1", found)
    total = float(found.sum())
    if abs(total - 1) > TOLERANCE:
        remedy = "For numbers of items write counts = true." if total >= 2 else ""
        raise DataError(what, "shares that sum to 1", f"a sum of {total:.7g}", remedy)
    return found / total


@register("world", "confusion", outcome="corpus", paired=True)
@dataclass(frozen=True, slots=True, eq=False)
class Confusion:
    """Two systems that label items as the tables say, under a metric of labels."""

    tables: ConfusionTables
    metric: Metric

    def bound(self) -> Metric:
        """Return the metric for these classes."""
        _, (gold, a, b) = self.tables.cells()
        return self.metric.bound(gold, {"A": a, "B": b})

    def _measured(self) -> tuple[Metric, Floats, Floats]:
        """Return the metric for these classes, the probability and statistics of every cell."""
        share, (gold, a, b) = self.tables.cells()
        metric = self.bound()
        stats = [
            checked_stats(metric, metric.item_stats(gold, said), len(gold))  # type: ignore[misc]
            for said in (a, b)
        ]
        return metric, share, np.stack(stats)

    def scores(self) -> Floats:
        """Return the true scores of A and B: those of the expected totals."""
        metric, share, stats = self._measured()
        return np.stack([_population(metric, share, one) for one in stats])

    def truth(self) -> float:
        """Return the true difference, B minus A: that of the expected totals."""
        a, b = self.scores()
        return float(b - a)

    def null(self) -> Confusion:
        """Return systems that are exchangeable: every table is symmetric."""
        return replace(self, tables=self.tables.at(0.0))

    def at(self, step: float) -> Confusion:
        """Return the world elsewhere on the line from no effect (0) to this one (1)."""
        return replace(self, tables=self.tables.at(step))

    def draw(self, n: int, rng: np.random.Generator, size: int) -> CountedStudies:
        """Return a batch of studies of n items."""
        metric, share, stats = self._measured()
        counts = rng.multinomial(n, share / share.sum(), size=size)
        return CountedStudies.of(metric, stats, counts)

    def truths(self, steps: Floats) -> Floats:
        """Return the true difference at several places of the line, without building them."""
        middle = self.null()
        metric, share, stats = middle._measured()
        joint = self.tables.prior[:, None, None] * self.tables.tables
        there = np.nonzero(middle.tables.tables)  # every cell that any step can fill
        shares = share + np.asarray(steps)[:, None] * (joint[there] - share)
        a, b = (_population(metric, np.maximum(shares, 0.0), one) for one in stats)
        return np.asarray(b - a)

    def line(self) -> tuple[Floats, Floats]:
        """Return steps from no effect as far as it goes, and the true difference at each.

        On the other side A and B are exchanged: the same differences with the other sign.
        """
        most = self.tables.farthest()
        steps = np.linspace(0.0, most, STEPS + 1) if np.isfinite(most) else np.zeros(1)
        return steps, self.truths(steps)

    def largest(self) -> float:
        """Return the largest size of a true difference on the line."""
        return float(np.nanmax(np.abs(self.line()[1]), initial=0.0))

    def with_difference(self, difference: float) -> Confusion:
        """Return the world on the line, nearest to no effect, that has this true difference."""
        if difference == 0:
            return self.null()
        steps, found = self.line()
        for side in (1, -1):  # as the tables go, if that leads there, or with A and B exchanged
            beyond = np.flatnonzero(found * side * np.sign(difference) >= abs(difference))
            if len(beyond):
                first = int(beyond[0])
                ends = float(steps[first - 1]), float(steps[first])
                return self.at(side * self._root(side * difference, ends))
        most = self.largest()
        raise ImpossibleError(
            "difference",
            f"at most {most:.4g} along these tables, where a share would become negative"
            if most
            else "tables that are not symmetric, to go along",
            f"{difference:g}",
        )

    def _root(self, difference: float, ends: tuple[float, float]) -> float:
        """Return the step between two others that has a true difference."""
        from scipy.optimize import brentq

        def off(step: float) -> float:
            return float(self.truths(np.array([step]))[0]) - difference

        return float(brentq(off, *ends, xtol=1e-14))


def _population(metric: Metric, shares: Floats, stats: Floats) -> Floats:
    """Return the score of very many items, in whole numbers: then what is 0/0 is so exactly."""
    totals = np.rint(MANY * (shares @ stats))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(metric.score(totals), dtype=np.float64)  # type: ignore[misc]
