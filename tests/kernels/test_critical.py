"""Where a condition starts to hold, wherever the search begins."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from claimwise.kernels.critical import first_true, last_true

studies = st.lists(
    st.tuples(st.integers(0, 40), st.integers(-5, 45), st.integers(-60, 60)), min_size=1, max_size=9
)


@given(studies, st.booleans())
def test_law_no_guess_changes_the_answer(strata, guessed):
    high, starts, guess = (np.array(x) for x in zip(*strata, strict=True))
    low = np.zeros_like(high)
    want = np.clip(starts, 0, high + 1)
    got = first_true(lambda count: count >= starts, low, high, guess if guessed else None)
    assert got.tolist() == want.tolist()
    mirrored = last_true(
        lambda count: high - count >= starts, low, high, high - guess if guessed else None
    )
    assert mirrored.tolist() == (high - want).tolist()


def test_a_right_guess_takes_two_looks():
    looks = []

    def condition(count):
        looks.append(count)
        return count >= 700

    low, high = np.zeros(3, int), np.full(3, 1000)
    assert first_true(condition, low, high, np.array([700, 699, 700])).tolist() == [700] * 3
    assert len(looks) == 2
