"""Which pairs of many systems are compared: all, or those that the ranks ask for?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np

from claimwise.core import DataError, ParameterError, check_one_of, option
from claimwise.core.limits import limit
from claimwise.data.matrix import check_systems
from claimwise.kernels.arrays import Floats

ALL, NEIGHBOURS, BEST = "all", "neighbours", "best"
WAYS = (ALL, NEIGHBOURS, BEST)
SAID = {NEIGHBOURS: "neighbours in rank", BEST: "each with the best"}
MOST_SYSTEMS = 60  # whose pairs are all compared unless others are asked for: 1,770 pairs


@dataclass(frozen=True, slots=True)
class Chosen:
    """The pairs (A, B) to compare, and over how many comparisons their p-values are corrected.

    Pairs that are chosen by the ranks are chosen by the data: the largest of many chance
    differences is among them. So their p-values are corrected over all pairs, the others counting
    as compared and not found: a p-value of 1 is never too small, and no choice can mislead.
    """

    pairs: list[tuple[str, str]]
    among: int
    by: tuple[str, ...] = ()  # how the ranks chose them; empty where they did not

    @property
    def complete(self) -> bool:
        """Whether the pairs were fixed before the data: all of them, or all with a baseline."""
        return not self.by

    def words(self) -> str:
        """Say which pairs are compared, and over how many they are corrected."""
        ways = " and ".join(SAID[way] for way in self.by)
        return (
            f"Of {self.among:,} pairs of systems {len(self.pairs):,} are compared: {ways}. As the "
            "scores choose them, their p-values are corrected over all pairs."
        )


def parse_pairs(given: str | None) -> tuple[str, ...]:
    """Return which pairs are asked for; empty for the default.

    >>> parse_pairs("neighbours,best"), parse_pairs(None)
    (('neighbours', 'best'), ())
    """
    if given is None:
        return ()
    ways = tuple(dict.fromkeys(word.strip() for word in str(given).split(",")))
    for way in ways:
        check_one_of("pairs", way, WAYS)
    if ALL in ways and len(ways) > 1:
        raise ParameterError("pairs", "all alone, or neighbours and best", repr(given))
    return ways


def needs_scores(systems: int, baseline: str | None, ways: tuple[str, ...]) -> bool:
    """Whether the ranks choose the pairs, so that the scores have to be known first."""
    if baseline is not None:
        return False
    return ways != (ALL,) if ways else systems > MOST_SYSTEMS


def choose_pairs(
    systems: Sequence[str],
    baseline: str | None,
    ways: tuple[str, ...] = (),
    gains: Floats | None = None,
) -> Chosen:
    """Return (A, B) for every comparison: with the baseline, of all pairs, or by the ranks.

    Parameters
    ----------
    systems : sequence of str
        In the order of the file; of a pair the first one is A.
    baseline : str, optional
        Each other system is compared with it.
    ways : tuple of str
        Any of all, neighbours, best. By default all pairs of up to 60 systems, and of more
        systems those of neighbours in rank and of each with the best.
    gains : array, optional
        The scores, higher is better: needed where the ranks choose.
    """
    check_systems(len(systems))
    k = len(systems)
    if k == 2:
        first, second = systems
        return Chosen([(second, first) if baseline == second else (first, second)], 1)
    if baseline is not None:
        if ways:
            raise ParameterError(
                option("baseline", baseline) + " says already which pairs are compared.",
                "Leave out " + option("pairs") + ".",
            )
        return _bounded([(baseline, name) for name in systems if name != baseline], k - 1)
    every = k * (k - 1) // 2
    if not needs_scores(k, baseline, ways):
        _refuse_too_many(every)
        return Chosen(list(combinations(systems, 2)), every)
    if gains is None:
        raise ValueError("Pairs by rank need scores")
    by = ways or (NEIGHBOURS, BEST)
    order = np.argsort(-np.where(np.isnan(gains), -np.inf, gains), kind="stable").tolist()
    places = {tuple(sorted(pair)) for pair in _by_rank(order, by)}
    return _bounded([(systems[i], systems[j]) for i, j in sorted(places)], every, by)


def _by_rank(order: list[int], by: tuple[str, ...]) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    if NEIGHBOURS in by:
        pairs += pairwise(order)
    if BEST in by:
        pairs += [(order[0], other) for other in order[1:]]
    return pairs


def _bounded(pairs: list[tuple[str, str]], among: int, by: tuple[str, ...] = ()) -> Chosen:
    _refuse_too_many(len(pairs))
    return Chosen(pairs, among, by)


def _refuse_too_many(pairs: int) -> None:
    if pairs > limit("pairs"):
        raise DataError(
            f"There are {pairs:,} pairs of systems; at most {limit('pairs'):,} are compared at "
            "once.",
            "Compare fewer with "
            + option("pairs", "neighbours,best")
            + ", or raise the limit: "
            + option("limit", {"pairs": pairs})
            + ".",
        )
