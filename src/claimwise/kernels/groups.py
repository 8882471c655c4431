"""From pairwise findings to honest rankings: rank intervals and tie groups."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from claimwise.kernels.arrays import Floats, Ints


def rank_intervals(better: NDArray[np.bool_]) -> tuple[Ints, Ints]:
    """Return the best and the worst rank that the findings leave open for each system.

    ``better[i, j]``: system i was found better than system j. If the findings are all true at
    once with confidence 1 - alpha, so are all these ranks. Mogstad, Romano, Shaikh and Wilhelm
    (2024), Rev. Econ. Stud. 91, 476-518.

    >>> found = np.array([[False, False, True], [False, False, True], [False] * 3])
    >>> [x.tolist() for x in rank_intervals(found)]
    [[1, 1, 3], [2, 2, 3]]
    """
    k = len(better)
    above = better.sum(axis=0)  # systems found better than this one
    below = better.sum(axis=1)
    return (1 + above).astype(np.int64), (k - below).astype(np.int64)


def rank_intervals_of_scores(low: Floats, high: Floats) -> tuple[Ints, Ints]:
    """Return the best and the worst rank that joint intervals of the scores leave open.

    A system is better than another one beyond doubt where its interval lies above the other's. If
    the intervals all hold at once with confidence 1 - alpha, so do all these ranks. Klein, Wright
    and Wieczorek (2020), J. R. Statist. Soc. C 69, 589-606. An undefined interval (NaN) says
    nothing of its system. Linear but for two sorts: no pair is looked at.

    >>> ends = rank_intervals_of_scores(np.array([3.0, 1.0, 0.0]), np.array([4.0, 2.5, 0.5]))
    >>> [x.tolist() for x in ends]
    [[1, 2, 3], [1, 2, 3]]
    """
    lows, highs = np.sort(low[~np.isnan(low)]), np.sort(high[~np.isnan(high)])
    above = len(lows) - np.searchsorted(lows, np.where(np.isnan(high), np.inf, high), side="right")
    below = np.searchsorted(highs, np.where(np.isnan(low), -np.inf, low), side="left")
    return (1 + above).astype(np.int64), (len(low) - below).astype(np.int64)


def tie_groups(better: NDArray[np.bool_], order: Ints) -> list[list[int]]:
    """Return the largest sets of systems no two of which were found to differ.

    Every maximal set is listed, so that two systems share a group exactly when no difference
    between them was found. Groups, and the systems in them, stand in the order given.

    >>> found = np.zeros((3, 3), bool); found[0, 2] = True
    >>> tie_groups(found, np.array([0, 1, 2]))
    [[0, 1], [1, 2]]
    """
    apart = better | better.T
    near = {i: {j for j in range(len(apart)) if j != i and not apart[i, j]} for i in order.tolist()}
    place = {system: position for position, system in enumerate(order.tolist())}
    groups = [sorted(g, key=place.__getitem__) for g in _cliques(near)]
    return sorted(groups, key=lambda g: [place[i] for i in g])


def _cliques(near: dict[int, set[int]]) -> list[set[int]]:
    """Return all maximal cliques: Bron and Kerbosch (1973), with a pivot."""
    found: list[set[int]] = []
    stack: list[tuple[set[int], set[int], set[int]]] = [(set(), set(near), set())]
    while stack:
        clique, rest, seen = stack.pop()
        if not rest and not seen:
            found.append(clique)
            continue
        if not rest:
            continue
        pivot = max(rest | seen, key=lambda i: len(near[i] & rest))
        for i in sorted(rest - near[pivot]):
            stack.append((clique | {i}, rest & near[i], seen & near[i]))
            rest = rest - {i}
            seen = seen | {i}
    return found


def letters(groups: list[list[int]], k: int) -> list[str]:
    """Return each system's letters: two systems share one exactly if they share a group.

    >>> letters([[0, 1], [1, 2]], 3)
    ['a', 'ab', 'b']
    """
    marks = [""] * k
    for number, group in enumerate(groups):
        for i in group:
            marks[i] += _letter(number)
    return marks


def _letter(number: int) -> str:
    return chr(97 + number) if number < 26 else f"({number + 1})"
