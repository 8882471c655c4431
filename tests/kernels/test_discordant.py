"""McNemar p-values against hand arithmetic, SciPy, statsmodels and R."""

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar

from claimwise.kernels import discordant

counts = st.integers(0, 200)


def test_value_exact_by_hand():
    by_hand = 2 * sum(comb(48, k) for k in range(9)) / 2**48
    assert discordant.exact(40, 8, "two-sided") == pytest.approx(by_hand, rel=1e-12)


def test_value_midp_by_hand():
    tail = sum(comb(9, k) for k in range(2)) / 2**9
    assert discordant.midp(8, 1, "greater") == pytest.approx(tail - comb(9, 1) / 2**10, rel=1e-12)


@given(counts, counts)
def test_value_exact_agrees_with_binomtest(wins, losses):
    if wins + losses == 0:
        assert discordant.exact(0, 0, "two-sided") == 1
        return
    for alternative in ("two-sided", "less", "greater"):
        want = stats.binomtest(wins, wins + losses, 0.5, alternative=alternative).pvalue
        assert discordant.exact(wins, losses, alternative) == pytest.approx(want, rel=1e-9)


@given(counts, counts)
def test_value_two_sided_agree_with_statsmodels(wins, losses):
    if wins + losses == 0:
        return
    table = [[7, wins], [losses, 5]]
    exact = mcnemar(table, exact=True).pvalue
    plain = mcnemar(table, exact=False, correction=False).pvalue
    assert discordant.exact(wins, losses, "two-sided") == pytest.approx(exact, rel=1e-9)
    assert discordant.asymptotic(wins, losses, "two-sided") == pytest.approx(plain, rel=1e-9)
    if wins != losses:  # at a tie statsmodels corrects a difference of 0 to -1; R does not
        corrected = mcnemar(table, exact=False, correction=True).pvalue
        got = discordant.corrected(wins, losses, "two-sided")
        assert got == pytest.approx(corrected, rel=1e-9)


@given(counts, counts)
def test_law_midp_tails_add_up_to_one(wins, losses):
    both = discordant.midp(wins, losses, "less") + discordant.midp(wins, losses, "greater")
    assert both == pytest.approx(1, abs=1e-12)


@given(counts, counts)
def test_law_midp_lies_below_exact(wins, losses):
    for alternative in ("two-sided", "less", "greater"):
        midp = discordant.midp(wins, losses, alternative)
        assert midp <= discordant.exact(wins, losses, alternative) + 1e-12


def test_no_discordant_items_is_no_evidence():
    for test in (discordant.exact, discordant.midp, discordant.asymptotic, discordant.corrected):
        assert test(0, 0, "two-sided") == 1
        assert test(0, 0, "greater") >= 0.5


def test_batch_keeps_its_shape():
    wins = np.arange(12).reshape(3, 4)
    assert discordant.midp(wins, 3, "two-sided").shape == (3, 4)
