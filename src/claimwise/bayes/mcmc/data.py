"""Data of the models that only MCMC fits: rates on several data sets, ratings by several raters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from claimwise.core import DataError
from claimwise.kernels.arrays import Ints


@dataclass(frozen=True, slots=True, eq=False)
class BinomialGroups:
    """How many items each system has right, of how many: arrays of system by data set."""

    names: tuple[str, ...]
    datasets: tuple[str, ...]
    right: Ints
    total: Ints

    @classmethod
    def of(
        cls, right: Any, total: Any, *, names: Any = ("A", "B"), datasets: Any = None
    ) -> BinomialGroups:
        """Check counts at the door; `total` may be one row, for all systems the same.

        >>> BinomialGroups.of([[3, 5], [4, 9]], [10, 10]).n
        20
        """
        who = "The model of several data sets"
        k = np.asarray(right, np.float64)
        systems = tuple(str(name) for name in names)
        if k.ndim != 2 or k.shape[0] != len(systems) or len(systems) < 2 or k.shape[1] < 2:
            needs = "right answers as systems by data sets, at least two of both, and their names"
            raise DataError(who, needs, f"shape {k.shape} and {len(systems)} names")
        try:
            n = np.broadcast_to(np.asarray(total, np.float64), k.shape)
        except ValueError:
            found = f"shape {np.shape(total)}"
            raise DataError(who, f"items of shape {k.shape}", found) from None
        bad = np.argwhere(~((k >= 0) & (k <= n) & (n >= 1) & (k % 1 == 0) & (n % 1 == 0)))
        if bad.size:
            g, j = (int(place) for place in bad[0])
            found = f"{k[g, j]:g} of {n[g, j]:g} for {systems[g]} on data set {j + 1}"
            raise DataError(who, "whole numbers, right from 0 to the items", found)
        labels = datasets or [f"data set {j + 1}" for j in range(k.shape[1])]
        if len(labels) != k.shape[1]:
            raise DataError(who, f"{k.shape[1]} names of data sets", f"{len(labels)}")
        return cls(systems, tuple(map(str, labels)), k.astype(np.int64), n.astype(np.int64))

    @property
    def n(self) -> int:
        """Items of all data sets, of the system that has the most."""
        return int(self.total.sum(axis=1).max())


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """Ratings in long form: which system, rater and item, and the level given, from 0 on."""

    names: tuple[str, ...]
    raters: tuple[str, ...]
    items: tuple[str, ...]
    system: Ints
    rater: Ints
    item: Ints
    level: Ints

    @classmethod
    def of(cls, system: Any, rater: Any, item: Any, level: Any, *, names: Any = None) -> Ratings:
        """Check columns at the door; `names` gives the order of the systems.

        >>> ratings = Ratings.of(["A", "B"], ["r", "r"], [1, 1], [0, 2])
        >>> ratings.names, ratings.n
        (('A', 'B'), 2)
        """
        who = "The model of ratings"
        columns = [[str(value) for value in column] for column in (system, rater, item)]
        given = np.asarray(level, np.float64).ravel()
        sizes = {given.size, *(len(column) for column in columns)}
        if len(sizes) > 1 or not given.size:
            found = ", ".join(str(size) for size in sorted(sizes))
            raise DataError(who, "columns of one length, at least 1", found)
        bad = np.flatnonzero(~((given >= 0) & (given % 1 == 0)))
        if bad.size:
            found = f"{given[bad[0]]:g} in row {bad[0] + 1}"
            raise DataError(who, "levels as whole numbers from 0 on", found)
        orders = [tuple(dict.fromkeys(column)) for column in columns]
        if names is not None:
            orders[0] = tuple(str(name) for name in names)
        if set(columns[0]) != set(orders[0]) or len(orders[0]) < 2:
            needs = f"ratings of each system of {', '.join(orders[0])}, at least two"
            raise DataError(who, needs, ", ".join(dict.fromkeys(columns[0])))
        system_at, rater_at, item_at = (
            np.array([order[value] for value in column])
            for order, column in zip(map(_places, orders), columns, strict=True)
        )
        known, raters, items = orders
        at = system_at, rater_at, item_at
        return cls(known, raters, items, *at, given.astype(np.int64))

    @property
    def n(self) -> int:
        """How many ratings there are."""
        return self.level.size


def _places(labels: tuple[str, ...]) -> dict[str, int]:
    return {label: place for place, label in enumerate(labels)}
