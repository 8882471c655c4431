"""Responders exchanged between the systems, or drawn again: people, or runs, with all they said.

Where the same people, or runs with the same seeds, answered many items, their answers are no
independent ones: a strict rater is strict everywhere. So a responder moves as a whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np

from claimwise.core import DataError, ParameterError
from claimwise.data.responses import Answers
from claimwise.kernels.arrays import Flags, Floats, Ints
from claimwise.metrics.responses.base import ResponseMetric, scores
from claimwise.metrics.responses.resampled import blocks

EXCHANGES, REDRAWS = 115, 116  # streams of the seed; others serve other kernels
Who = tuple[Ints, Ints, Ints]  # responders of gold, A and B: (items, K) each, -1 where unknown


@dataclass(frozen=True, slots=True)
class Exchange:
    """How responders of A and B can change places.

    `shared`: the same ones answered for both, and each may swap his answers for A and for B.
    Otherwise those of A and of B are different ones, who may be dealt out anew.
    """

    shared: bool
    a: int
    b: int

    @property
    def ways(self) -> int:
        """How many ways there are."""
        return 2**self.a if self.shared else comb(self.a + self.b, self.a)

    @property
    def least(self) -> float:
        """The smallest two-sided p-value that there can be."""
        mirrored = self.shared or self.a == self.b  # all of them exchanged is as far away
        return (2 if mirrored else 1) / self.ways

    def exact(self, resamples: int) -> bool:
        """Whether so few resamples try all ways."""
        return self.ways <= resamples + 1

    def words(self) -> str:
        """Return what is exchanged, as a person reads it."""
        if self.shared:
            return f"each of {self.a} responders may swap all answers for A with those for B"
        return f"the {self.a} responders of A and the {self.b} of B are dealt out again"


def known(values: Floats, who: Ints) -> bool:
    """Whether it is known of every answer who gave it."""
    return bool((who[~np.isnan(values)] >= 0).all())


def exchange_of(answers: Answers, who: Who | None) -> Exchange:
    """Return how responders can be exchanged, or refuse data that do not say."""
    remedy = "Name the column of responders, or use item-swap."
    needs = "to know who gave each answer of A and of B"
    if who is None:
        raise DataError("responder-permutation", needs, "no responders", remedy)
    people = []
    for name, values, one in zip("AB", answers[1:], who[1:], strict=True):
        if not known(values, one):
            found = f"answers of {name} without a responder"
            raise DataError("responder-permutation", needs, found, remedy)
        people.append(set(one[~np.isnan(values)].tolist()))
    first, second = people
    if first != second and first & second:
        raise DataError(
            "responder-permutation",
            "the same responders for A and B, or different ones",
            f"{len(first & second)} that answered for both and {len(first ^ second)} that did not",
            "Leave those out, or use item-swap.",
        )
    return Exchange(first == second, len(first), len(second))


def exchanged_scores(
    metric: ResponseMetric,
    answers: Answers,
    who: Who | None,
    resamples: int,
    seed: int,
    stream: int,
) -> Floats:
    """Return scores of A and B as responders change places at random: (resamples, 2).

    Where there are no more ways than resamples, all of them but the one that was observed.
    """
    how = exchange_of(answers, who)
    _refuse_places(metric, "responder-permutation")
    assert who is not None
    gold, a, b = answers
    pool, person = np.concatenate([a, b], axis=1), np.concatenate(who[1:], axis=1)
    people, codes = np.unique(person[~np.isnan(pool)], return_inverse=True)
    place = np.zeros(pool.shape, np.int64)
    place[~np.isnan(pool)] = codes
    is_b = np.arange(pool.shape[1]) >= a.shape[1]
    deal = _columns(place, a.shape[1], how) if not np.isnan(pool).any() else None
    every = None
    if how.exact(resamples):
        every = _every(how, np.isin(people, who[1][~np.isnan(a)]))
        resamples = len(every)
    found = np.empty((resamples, 2))
    for here, rng in blocks(resamples, gold.size + 2 * pool.size, seed, stream << 8 | EXCHANGES):
        rows = here.stop - here.start
        if every is not None:
            turned = every[here]
        elif how.shared:
            turned = rng.random((rows, len(people))) < 0.5
        else:
            turned = np.argsort(rng.random((rows, len(people))), axis=1) < how.a
        who_of = place if deal is None else deal
        to_a = turned[:, who_of] == is_b if how.shared else turned[:, who_of]
        if deal is None:
            moved = [np.where(to_a, pool, np.nan), np.where(to_a, np.nan, pool)]
        else:
            order = np.argsort(~to_a, axis=1, kind="stable")
            parts = (order[:, : a.shape[1]], order[:, a.shape[1] :])
            moved = [pool[:, some].swapaxes(0, 1) for some in parts]
        wide = np.broadcast_to(gold, (rows, *gold.shape))
        found[here] = scores(metric, Answers(wide, *moved))
    return found


def _every(how: Exchange, of_a: Flags) -> Flags:
    """Return all ways to exchange responders but the one that was observed: (ways - 1, people)."""
    people = len(of_a)
    if how.shared:
        codes = np.arange(1, how.ways)
        return np.asarray(codes[:, None] >> np.arange(people) & 1 == 1)
    found = np.zeros((how.ways, people), bool)
    for row, chosen in enumerate(combinations(range(people), how.a)):
        found[row, list(chosen)] = True
    return np.asarray(found[(found != of_a).any(axis=1)])


def _columns(place: Ints, of_a: int, how: Exchange) -> Ints | None:
    """Return the responder of each column, if each has as many columns of A as of B, or one."""
    if (place != place[0]).any():
        return None
    size = int(place.max()) + 1
    first, second = (np.bincount(x, minlength=size) for x in (place[0, :of_a], place[0, of_a:]))
    fits = (first == second).all() if how.shared else (first + second == 1).all()
    return place[0] if fits else None


def _refuse_places(metric: ResponseMetric, test: str) -> None:
    if metric.aligned:
        raise ParameterError(
            test,
            "a metric that does not pair answers by their places",
            metric.name,
            "Use item-swap.",
        )


def groups_of(answers: Answers, who: Who | None, test: str) -> list[Ints]:
    """Return groups of responders that are drawn together: those of sources that share some."""
    groups: list[set[int]] = []
    for values, one in zip(answers, who or (), strict=who is not None):
        if not known(values, one):
            continue
        mine = set(one[~np.isnan(values)].tolist())
        for group in [group for group in groups if group & mine]:
            groups.remove(group)
            mine |= group
        groups.append(mine)
    if not groups:
        raise DataError(
            test,
            "to know who gave the answers of some source",
            "no responders",
            "Name the column of responders, or use item-bootstrap.",
        )
    return [np.array(sorted(group)) for group in groups]


def redrawn_responders(
    metric: ResponseMetric,
    answers: Answers,
    who: Who | None,
    resamples: int,
    seed: int,
    stream: int,
    *,
    items: bool = False,
) -> Floats:
    """Return scores of A and B over responders drawn with replacement: (resamples, 2).

    Sources of whom no responders are known stay as they are. With `items`, items are drawn too.
    """
    test = "two-way-bootstrap" if items else "responder-bootstrap"
    groups = groups_of(answers, who, test)
    _refuse_places(metric, test)
    assert who is not None
    size = 1 + max(int(group.max()) for group in groups)
    n, cells = answers.items, 4 * sum(one.size for one in answers)
    found = np.empty((resamples, 2))
    for here, rng in blocks(resamples, cells, seed, stream << 8 | REDRAWS):
        for row in range(here.start, here.stop):
            often = np.zeros(size, np.int64)
            for group in groups:
                often[group] = np.bincount(
                    rng.integers(0, len(group), len(group)), minlength=len(group)
                )
            drawn = [_repeated(v, w, often) for v, w in zip(answers, who, strict=True)]
            if items:
                picks = rng.integers(0, n, n)
                drawn = [one[picks] for one in drawn]
            found[row] = scores(metric, Answers(*drawn))
    return found


def _repeated(values: Floats, who: Ints, often: Ints) -> Floats:
    """Return each answer as often as its responder was drawn."""
    if not known(values, who):
        return values
    weight = np.where(np.isnan(values), 0, often[np.maximum(who, 0)])
    if (weight == weight[0]).all():  # a responder is a column
        return np.repeat(values, weight[0], axis=1) if weight[0].any() else values * np.nan
    layers = [np.where(weight > c, values, np.nan) for c in range(int(weight.max()))]
    return np.concatenate(layers, axis=1) if layers else values * np.nan


def widening(answers: Answers, who: Who | None, test: str) -> float:
    """Return by how much too little resampled responders vary: sqrt(P / (P - 1)).

    P is the number of responders of the smallest group; infinite where that is one.
    """
    fewest = min(len(group) for group in groups_of(answers, who, test))
    return float(np.sqrt(fewest / (fewest - 1))) if fewest > 1 else float("inf")
