"""A posterior alone: what such a study could have found is that of the test that fits."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import claimwise as cw


def counts(n, wins, losses, both):
    """Return scores of n items with so many decided ones."""
    a = np.zeros(n)
    b = np.zeros(n)
    b[:wins] = 1
    a[wins : wins + losses] = 1
    a[wins + losses : wins + losses + both] = b[wins + losses : wins + losses + both] = 1
    return {"A": a, "B": b}


def enumerated(n, share, power=0.8, alpha=0.05):
    """Return the smallest difference that McNemar's mid-p finds, over all outcomes."""
    wins, losses = np.mgrid[0 : n + 1, 0 : n + 1]
    inside = wins + losses <= n
    wins, losses = wins[inside], losses[inside]
    m = wins + losses
    low = np.minimum(wins, losses)
    p = 2 * stats.binom.cdf(low, m, 0.5) - stats.binom.pmf(low, m, 0.5)
    p = np.where(wins == losses, 1.0, p)
    kept = (p <= alpha) & (wins > losses)
    table = np.stack([wins, losses, n - m], axis=1)

    def reached(size):
        chances = [(share + size) / 2, (share - size) / 2, 1 - share]
        return stats.multinomial.pmf(table[kept], n, chances).sum()

    lower, upper = 0.0, share - 1e-12
    for _ in range(40):
        middle = (lower + upper) / 2
        lower, upper = (lower, middle) if reached(middle) >= power else (middle, upper)
    return upper


def test_the_detectable_difference_of_a_posterior_alone_is_that_of_enumeration():
    data = counts(60, 12, 9, 25)
    alone = cw.compare(data, a="A", b="B", assess=["posterior"])["mde"].estimate
    assert alone == pytest.approx(enumerated(60, 21 / 60), abs=1e-4)
    assert alone == cw.compare(data, a="A", b="B", assess=["test"])["mde"].estimate


def test_so_it_is_of_unpaired_counts_and_of_a_margin():
    rng = np.random.default_rng(1)
    data = pd.DataFrame(
        {
            "item": [f"a{k}" for k in range(40)] + [f"b{k}" for k in range(50)],
            "system": ["A"] * 40 + ["B"] * 50,
            "score": np.concatenate([rng.random(40) < 0.6, rng.random(50) < 0.7]).astype(float),
        }
    )
    for how in ({}, {"claim": "non-inferiority", "margin": 0.1}):
        alone = cw.compare(data, a="A", b="B", paired=False, assess=["posterior"], **how)[
            "mde"
        ].estimate
        tested = cw.compare(data, a="A", b="B", paired=False, assess=["test"], **how)[
            "mde"
        ].estimate
        assert np.isfinite(alone)
        assert alone == tested


def test_a_test_for_different_items_is_called_so_on_the_same_ones():
    rng = np.random.default_rng(3)
    a = rng.normal(0, 1, 30)
    found = cw.compare({"A": a, "B": a + rng.normal(0.2, 0.1, 30)}, test="t")
    (said,) = (note for note in found.notes if note.kind == "caution" and "pairing" in note)
    assert "unpaired" in said
    assert 'test="paired-t"' in said
