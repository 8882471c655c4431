"""nDCG, reciprocal rank and average precision: by hand, and as scikit-learn has them."""

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import average_precision_score, ndcg_score

from claimwise.core import DataError, ParameterError
from claimwise.data.outputs import Outputs
from claimwise.metrics import find_metric, measure


def score(asked, gold, predicted):
    outputs = Outputs(gold=tuple(gold), predicted={"b": tuple(predicted)})
    return float(measure(find_metric(asked), outputs).scores()[0])


# Found at ranks 1 (grade 1), 3 (grade 3); d4 (grade 2) is not found.
GOLD, RANKED = "d1:1 d3:3 d4:2 d9:0", "d1 d2 d3 d9"


def test_value_by_hand():
    found = 1 / log2(2) + 3 / log2(4)
    best = 3 / log2(2) + 2 / log2(3) + 1 / log2(4)
    assert score("ndcg", [GOLD], [RANKED]) == pytest.approx(found / best)
    best_two = 3 / log2(2) + 2 / log2(3)
    assert score("ndcg@2", [GOLD], [RANKED]) == pytest.approx(1 / best_two)
    assert score("ndcg:2", [GOLD], [RANKED]) == score("ndcg@2", [GOLD], [RANKED])
    found, best = 1 + 7 / log2(4), 7 + 3 / log2(3) + 1 / log2(4)
    assert score("ndcg:gain=exp", [GOLD], [RANKED]) == pytest.approx(found / best)
    assert score("map", [GOLD], [RANKED]) == pytest.approx((1 / 1 + 2 / 3) / 3)
    assert score("map@2", [GOLD], [RANKED]) == pytest.approx(1 / 3)
    assert score("mrr", [GOLD], [RANKED]) == 1
    assert score("mrr", ["d3"], [RANKED]) == pytest.approx(1 / 3)
    assert score("mrr@2", ["d3"], [RANKED]) == 0


def test_value_is_the_mean_over_queries():
    assert score("mrr", ["a", "b", "c"], ["a b", "a b", "a b"]) == pytest.approx((1 + 0.5 + 0) / 3)


def test_spellings_of_the_same_judgements_agree():
    for gold in ("a c", ("a c",), ("a", "c"), "a:1 c:1", "c:1.0 a", " a   c:1 x:0"):
        assert score("ndcg", [gold], ["b a c"]) == score("ndcg", ["a c"], [["b", "a", "c"]])
    assert score("mrr", ["http://x"], ["y http://x"]) == 0.5  # a colon of the name
    assert score("mrr", [":7"], ["y :7"]) == 0.5


grades = st.lists(st.integers(0, 4), min_size=2, max_size=9).filter(any)


@given(grades, st.randoms(use_true_random=False), st.integers(1, 9))
def test_value_as_scikit_learn_has_them(wanted, random, k):
    places = list(range(len(wanted)))
    random.shuffle(places)
    gold = " ".join(f"d{i}:{grade}" for i, grade in enumerate(wanted))
    ranked = " ".join(f"d{i}" for i in places)
    scores = [-places.index(i) for i in range(len(wanted))]
    assert score("ndcg", [gold], [ranked]) == pytest.approx(ndcg_score([wanted], [scores]))
    assert score(f"ndcg@{k}", [gold], [ranked]) == pytest.approx(
        ndcg_score([wanted], [scores], k=k)
    )
    relevant = [grade > 0 for grade in wanted]
    assert score("map", [gold], [ranked]) == pytest.approx(
        average_precision_score(relevant, scores)
    )


@pytest.mark.parametrize("asked", ["ndcg", "mrr", "map", "ndcg@2", "ndcg:gain=exp"])
def test_direction_relevant_documents_first_are_better(asked):
    first, last = score(asked, ["a:2 b"], ["a b c"]), score(asked, ["a:2 b"], ["c b a"])
    assert 1 == first > last
    assert score(asked, ["a"], [""]) == 0  # nothing was retrieved


@pytest.mark.parametrize(
    ("gold", "ranked", "message"),
    [
        ("", "a", "a relevant document for each query; found none in the gold answer at line 1"),
        ("a:0", "a", "a relevant document for each query"),
        ("a:-1 b", "a", "finite grades of at least 0; found a:-1 in the gold answer"),
        ("a:inf", "a", "finite grades"),
        ("a a:2", "a", "each relevant document once; found a twice"),
        ("a", "b a b", "each document once in a ranking; found b twice of system b at line 1"),
    ],
)
def test_rankings_that_cannot_be_used_are_refused(gold, ranked, message):
    for asked in ("ndcg", "mrr", "map"):
        with pytest.raises(DataError, match=message):
            score(asked, [gold], [ranked])


def test_unknown_options_are_refused():
    with pytest.raises(ParameterError, match="one of linear, exp; found 'square'"):
        find_metric("ndcg:gain=square")
    with pytest.raises(ParameterError, match="the cut-off needs a whole number"):
        find_metric("ndcg@ten")
