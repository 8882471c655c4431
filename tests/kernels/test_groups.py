"""Rank intervals and tie groups, by hand and by brute force."""

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from claimwise.kernels.groups import letters, rank_intervals, tie_groups


def relation(k, pairs):
    better = np.zeros((k, k), bool)
    for i, j in pairs:
        better[i, j] = True
    return better


relations = st.integers(1, 6).flatmap(
    lambda k: st.builds(
        relation,
        st.just(k),
        st.lists(st.sampled_from(list(combinations(range(k), 2)) or [(0, 0)]), max_size=12).map(
            lambda pairs: [p for p in pairs if p[0] != p[1]]
        ),
    )
)


def test_value_a_clear_winner_and_two_tied():
    best, worst = rank_intervals(relation(3, [(0, 1), (0, 2)]))
    assert best.tolist() == [1, 2, 2]
    assert worst.tolist() == [1, 3, 3]


def test_nothing_found_leaves_every_rank_open():
    best, worst = rank_intervals(relation(4, []))
    assert best.tolist() == [1] * 4
    assert worst.tolist() == [4] * 4


@given(relations)
def test_law_groups_are_the_maximal_sets_of_systems_not_told_apart(better):
    k = len(better)
    apart = better | better.T
    tied = [
        set(g)
        for size in range(1, k + 1)
        for g in combinations(range(k), size)
        if not any(apart[i, j] for i, j in combinations(g, 2))
    ]
    largest = [g for g in tied if not any(g < other for other in tied)]
    groups = tie_groups(better, np.arange(k))
    assert sorted(map(sorted, groups)) == sorted(map(sorted, largest))
    marks = letters(groups, k)
    for i, j in combinations(range(k), 2):
        assert bool(set(marks[i]) & set(marks[j])) == (not apart[i, j])


@given(relations)
def test_law_ranks_leave_room_for_each_other(better):
    best, worst = rank_intervals(better)
    assert (best <= worst).all()
    assert ((best >= 1) & (worst <= len(better))).all()
