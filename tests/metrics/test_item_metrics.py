"""Exact match, token F1, perplexity, pass@k, means: by hand and by other ways to the same."""

from itertools import combinations
from math import exp, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwise.core import DataError, ParameterError
from claimwise.data.outputs import Outputs
from claimwise.metrics import find_metric, is_metric, measure
from claimwise.metrics.passed import chance
from claimwise.metrics.squad import normalised, overlap


def score(asked, predicted, gold=None):
    outputs = Outputs(gold=gold, predicted={"b": tuple(predicted)})
    return float(measure(find_metric(asked), outputs).scores()[0])


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("The  Cat!", "cat"),
        ("an apple, a day", "apple day"),
        ("Theatre and anagram", "theatre and anagram"),
        ("U.S.A.", "usa"),
        ("the a an", ""),
        ("l'été", "lété"),
    ],
)
def test_value_normalisation_of_squad(text, clean):
    assert normalised(text) == clean


def test_value_exact_match_takes_the_best_reference():
    gold = (("The cat",), ("dog", "A dog!"), ("bird",))
    assert score("exact-match", ["cat.", "dog", "birds"], gold) == pytest.approx(2 / 3)
    assert score("exact-match:plain", ["cat.", "dog", "birds"], gold) == pytest.approx(1 / 3)
    assert score("exact-match:plain", ["The cat", "A dog!", "bird "], gold) == pytest.approx(2 / 3)


def test_value_token_f1_by_hand():
    """Two words in common of three and four: precision 2/4, recall 2/3."""
    precision, recall = 2 / 4, 2 / 3
    value = 2 * precision * recall / (precision + recall)
    assert overlap("big red dog", "red dog in town") == pytest.approx(value)
    assert overlap("dog dog", "dog") == pytest.approx(2 / 3)  # counted as often as it is there
    gold = (("the cat", "big red dog"), ("the",), ("x",))
    made = ["red dog in town", "a", "y"]
    assert score("token-f1", made, gold) == pytest.approx((value + 1 + 0) / 3)
    assert overlap("", "dog") == overlap("dog", "") == 0


@given(st.lists(st.sampled_from("abc"), max_size=6), st.lists(st.sampled_from("abc"), max_size=6))
def test_law_token_f1_is_symmetric_and_one_for_the_same_words(left, right):
    one, two = " ".join(left), " ".join(right)
    assert overlap(one, two) == overlap(two, one)
    assert (overlap(one, two) == 1) == (sorted(left) == sorted(right))


def test_value_perplexity_by_hand():
    pairs = [(-3.0, 2), "-5.0 4", "-1.0, 1", (-2, 3.0)]
    assert score("perplexity", pairs) == pytest.approx(exp(11 / 10))
    assert score("perplexity:bits", pairs) == pytest.approx(11 / 10 / log(2))
    # A model that gives each of 7 words the same chance.
    assert score("perplexity", [(-5 * log(7), 5), (-2 * log(7), 2)]) == pytest.approx(7)
    assert score("perplexity:bits", [(-5 * log(8), 5)]) == pytest.approx(3)


def test_direction_likelier_texts_have_lower_perplexity():
    assert find_metric("perplexity").better == "lower"
    assert score("perplexity", [(-3.0, 2)]) < score("perplexity", [(-4.0, 2)])


@given(st.integers(1, 9), st.data())
def test_value_pass_is_the_share_of_draws_with_a_right_attempt(n, data):
    right, k = data.draw(st.integers(0, n)), data.draw(st.integers(1, n))
    draws = [any(i < right for i in drawn) for drawn in combinations(range(n), k)]
    assert chance(n, right, k) == pytest.approx(np.mean(draws), abs=1e-15)


def test_value_pass_of_many_attempts_keeps_its_digits():
    assert chance(1_000_000, 1, 1) == 1e-6
    assert chance(200, 200, 200) == chance(5, 1, 5) == 1.0
    # The product that the paper computes it by.
    product = 1 - np.prod(1 - 100 / np.arange(1000 - 3 + 1, 1000 + 1))
    assert chance(1000, 3, 100) == pytest.approx(product, rel=1e-12)
    assert score("pass@2", [(4, 1), "4 4", (2.0, 0.0)]) == pytest.approx((0.5 + 1 + 0) / 3)
    assert score("pass:2", [(4, 1)]) == score("pass@2", [(4, 1)])


def test_value_mean_of_scores():
    assert score("mean", [1, "2.5", True, (0.5,)]) == pytest.approx(5 / 4)
    assert find_metric("mean").better == "higher"
    assert find_metric("mean:better=lower").better == "lower"


@pytest.mark.parametrize(
    ("asked", "value", "message"),
    [
        ("perplexity", "-12.3", "a log-likelihood and a count above 0.*found '-12.3' of system b"),
        ("perplexity", (-1.0, 0), "count above 0"),
        ("perplexity", (-1.0, -2), "count above 0"),
        ("perplexity", (float("-inf"), 2), "count above 0.*inf"),
        ("perplexity", ("x", 2), "count above 0"),
        ("perplexity", None, "found None"),
        ("perplexity", (3.0, 2), "at most 0"),
        ("pass@5", (4, 1), "at least 5 attempts at each problem; found 4 of system b at item q7"),
        ("pass@1", (4, 5), "how many were right"),
        ("pass@1", (4, -1), "how many were right"),
        ("pass@1", (4, 0.5), "how many were right"),
        ("pass@1", "four 1", "how many were right"),
        ("mean", "good", "a finite score; found 'good'"),
        ("mean", float("nan"), "a finite score; found nan"),
    ],
)
def test_values_that_cannot_be_used_are_refused(asked, value, message):
    outputs = Outputs(predicted={"a": ((-1, 1),), "b": (value,)}, items=("q7",))
    if not asked.startswith("perplexity"):
        outputs = Outputs(predicted={"b": (value,)}, items=("q7",))
    with pytest.raises(DataError, match=message):
        measure(find_metric(asked), outputs)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("pass", "a number of attempts; found pass. Write pass@1"),
        ("pass@", "the cut-off needs a whole number of at least 1; found ''"),
        ("pass@0", "at least 1; found '0'"),
        ("pass@5:3", "one cut-off; found 5 and 3"),
        ("mean:better=more", "one of higher, lower; found 'more'"),
        ("perplexity:bytes", "one of bits"),
        ("exact-match:exact", "one of plain"),
        ("token-f1:plain", "no options; found plain"),
        ("blue", "Did you mean bleu"),
        ("ngdc@5", "Did you mean ndcg"),
    ],
)
def test_unknown_options_are_refused(asked, message):
    with pytest.raises(ParameterError, match=message):
        find_metric(asked)


def test_names_with_cut_offs_are_metrics():
    assert is_metric("pass@5")
    assert is_metric("ndcg@10:gain=exp, mrr@3,f1:macro")
    assert not is_metric("acc,pass@5")


def test_metrics_that_need_gold_say_so():
    with pytest.raises(DataError, match="metric token-f1 needs references or gold labels"):
        score("token-f1", ["a"])
