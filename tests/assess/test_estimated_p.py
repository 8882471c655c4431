"""The estimated p of one test set (HTEST): value, direction, chance, and that it judges nothing."""

import numpy as np
import pytest
from scipy import stats

from claimwise.assess import compare
from claimwise.core import ParameterError
from claimwise.data import Responses


def table(shift, n=60, k=4, seed=0, spread=0.2):
    """Answers around gold; those of new are off by a shift."""
    rng = np.random.default_rng(seed)
    gold = rng.random((n, k))
    middle = gold.mean(axis=1, keepdims=True)
    given = {
        "people": gold,
        "old": middle + rng.normal(0, spread, (n, k)),
        "new": middle + rng.normal(shift, spread, (n, k)),
    }
    return Responses(given, tuple(f"q{i}" for i in range(n)), "continuous", "people")


def estimated(data, sampler="bootstrap,all", metric="mae", rng=1, resamples=2000, **given):
    told = {"metric": metric, "rng": rng, "resamples": resamples, "sampler": sampler}
    result = compare(data, a="old", b="new", **told, **given)
    (row,) = result.select("estimated_p")
    return row, result


def test_value_by_hand_of_items_drawn_again():
    """With one answer each, and items drawn again, A and B swap whole items at random."""
    rng = np.random.default_rng(5)
    n, draws = 50, 4000
    gold, old = rng.random((n, 1)), rng.random((n, 1))
    new = np.clip(old + 0.08 * np.sign(old - gold), 0, 1)  # a little farther off
    given = {"people": gold, "old": old, "new": new}
    data = Responses(given, tuple(f"q{i}" for i in range(n)), "continuous", "people")
    row, _ = estimated(data, resamples=draws)
    gain = (np.abs(new - gold) - np.abs(old - gold))[:, 0]
    picked = rng.integers(0, n, (2, draws, n))
    observed = gain[picked[0]].mean(axis=1)
    # Under no difference each source draws from the pool of both answers: the gain is 0 or a swap.
    signs = rng.integers(0, 2, (draws, n)) - rng.integers(0, 2, (draws, n))
    alike = (gain[picked[1]] * signs).mean(axis=1)
    by_hand = (alike[None, :] >= observed[:, None]).mean()
    assert row.estimate == pytest.approx(by_hand, abs=0.02)
    assert row.low <= row.estimate <= row.high
    assert (row.kind, row.at["sampler"]) == ("monte carlo", "bootstrap,all")


def test_direction_a_difference_makes_it_small_on_either_side():
    same = estimated(table(0.0))[0].estimate
    for shift in (0.3, -0.3):
        assert estimated(table(shift))[0].estimate < 0.01 < same
    data = table(0.12)
    ahead = estimated(data)[0].estimate
    turned = compare(
        data, a="new", b="old", metric="mae", rng=1, resamples=2000, sampler="bootstrap,all"
    )
    assert turned["estimated_p[sampler=bootstrap,all]"].estimate == pytest.approx(ahead, abs=0.03)


def test_law_same_seed_same_answer_and_the_test_is_untouched():
    data = table(0.1)
    row, result = estimated(data)
    assert row == estimated(data)[0]
    assert row.estimate != estimated(data, rng=2)[0].estimate
    plain = compare(data, a="old", b="new", metric="mae", rng=1, resamples=2000)
    rest = [one for one in result.rows if one.quantity != "estimated_p"]
    assert rest == list(plain.rows)
    assert result.verdict == plain.verdict
    assert not any("HTEST" in note for note in plain.notes)


@pytest.mark.slow
def test_chance_without_a_difference_it_is_no_p_value():
    """It clusters below a half, and is hardly ever small: nobody may call it significant."""
    found = [
        estimated(table(0.0, n=30, seed=s), resamples=200, rng=s)[0].estimate for s in range(150)
    ]
    assert 0.25 < np.median(found) < 0.5
    small = sum(p <= 0.05 for p in found)
    assert stats.binom.cdf(small, 150, 0.05) < 0.05  # far fewer than a p-value would have


def test_what_it_is_stands_as_a_caution():
    row, result = estimated(table(0.1), sampler="all,sample(2)")
    (told,) = [note for note in result.notes if note.about == "estimated_p"]
    assert told.kind == "caution"
    assert "sampler all,sample(2)" in told
    assert "not a p-value" in told
    assert f"Estimated p (all,sample(2)): {row.estimate:.3f}".replace("0.", ".") in str(result)


def test_several_metrics_have_one_each():
    told = {"metric": "mae,spearman", "rng": 1, "resamples": 500, "sampler": "bootstrap,all"}
    both = compare(table(0.1), a="old", b="new", **told)
    assert [row.at["metric"] for row in both.select("estimated_p")] == ["mae", "spearman"]


def test_what_cannot_be_is_refused():
    with pytest.raises(ParameterError, match="items and answers, such as"):
        estimated(table(0.1), sampler="everything")
    with pytest.raises(ParameterError, match="draws nothing"):
        estimated(table(0.1), sampler="all,all")
    with pytest.raises(ParameterError, match="a test and an interval beside it"):
        estimated(table(0.1), assess="posterior")
    with pytest.raises(ParameterError, match="several answers to each item"):
        compare({"a": [0, 1, 1, 0], "b": [1, 1, 1, 0]}, sampler="bootstrap,all")
