"""Corpora of several answers: each resample along an order is what scoring it anew gives."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimwise.core import DataError, ParameterError
from claimwise.data.outputs import Outputs
from claimwise.data.responses import Answers, Counts, Responses
from claimwise.kernels import swaps
from claimwise.metrics import SumCorpus, measure
from claimwise.metrics.responses import (
    ResponseMetric,
    ResponseStudies,
    as_metric,
    find_response_metric,
    item_means,
    response_corpus,
    scores,
)
from claimwise.metrics.responses.corpus import AnswersCorpus, corpus_of
from claimwise.metrics.responses.rescored import Rescorer, rescorer
from claimwise.worlds.response_presets import PUBLISHED

NAN = np.nan
ORDERED = ["spearman", "emd-means", "emd-responses"]


def median_error(gold, system):
    return np.median(np.abs(item_means(system) - item_means(gold)), axis=-1)


# No sum over items, nor a pass along an order: all is scored again.
MEDIAN = ResponseMetric("median error", "lower", score_answers=median_error)


def find(name):
    return MEDIAN if name == MEDIAN.name else find_response_metric(name)


def draw(n, k, seed, *, gaps=False, levels=4):
    """Answers with many ties; of A twice as many as of gold."""
    rng = np.random.default_rng(seed)
    made = [rng.integers(0, levels, (n, c)) / 5 for c in (k, 2 * k, k)]
    if gaps:
        for one in made:
            one[:, 1:][rng.random(one[:, 1:].shape) < 0.3] = NAN
    return Answers(*made)


@settings(max_examples=60)
@given(
    st.integers(0, 10**6),
    st.sampled_from(ORDERED),
    st.integers(2, 9),
    st.booleans(),
    st.sampled_from([2, 50]),
)
def test_law_one_pass_along_the_order_is_scoring_anew(seed, name, n, gaps, levels):
    metric, answers = find_response_metric(name), draw(n, 2, seed, gaps=gaps, levels=levels)
    rng = np.random.default_rng(seed)
    bits = rng.random((4, n)) < 0.5
    weights = rng.multinomial(n, np.full(n, 1 / n), size=4).astype(float)
    for given_ in ((None, bits), (weights, None), (weights, bits)):
        quick = rescorer(metric, answers)(*given_)
        slow = Rescorer(metric, answers)(*given_)
        assert quick == pytest.approx(slow, rel=1e-9, abs=1e-12, nan_ok=True)


def test_value_of_a_swap_by_hand():
    gold, a, b = (
        np.array([[1.0], [2], [3]]),
        np.array([[1.0], [2], [3]]),
        np.array([[2.0], [3], [1]]),
    )
    found = rescorer(find_response_metric("spearman"), Answers(gold, a, b))(
        None, np.array([[False, False, False], [True, True, True], [True, False, False]])
    )
    # Ranks of b are 2 3 1: -0.5. With the first item swapped A has 2 2 3 and B 1 3 1.
    tied = 3 * 0.5**2 * 2 / np.sqrt(2 * 1.5)
    assert found[0] == pytest.approx([1, -0.5])
    assert found[1] == pytest.approx([-0.5, 1])
    assert found[2] == pytest.approx([tied, 0.0])


@pytest.mark.parametrize("name", ["mae", "wins", "spearman", "emd-responses", "cosine"])
def test_law_a_study_is_swapped_alone_as_among_others(name):
    metric = find_response_metric(name)
    answers = PUBLISHED.at(epsilon_b=0.2).draw(20, Counts(3, 3, 3), np.random.default_rng(1), 4)
    studies = ResponseStudies.of(metric, answers)
    swapped = np.concatenate([null for _, null in studies.swapped(300, 7)])
    drawn = np.concatenate([some for _, some in studies.drawn(40, 7)])
    assert studies.scores() == pytest.approx(scores(metric, answers))
    assert studies.effect() == pytest.approx(np.diff(scores(metric, answers))[:, 0])
    later = studies[2:]
    assert np.concatenate([null for _, null in later.swapped(300, 7)]) == pytest.approx(swapped[2:])
    for i, corpus in enumerate(studies.corpora):
        assert corpus.swapped(0, [1], 300, 7, i + 1)[0] == pytest.approx(swapped[i])
        assert corpus.drawn(40, 7, i + 1) == pytest.approx(drawn[i])
        bits = np.concatenate([bits for _, bits in swaps.swap_bits(20, 300, 7, i + 1)])
        naive = Rescorer(metric, answers.study(i))(None, bits)
        assert naive[:, 1] - naive[:, 0] == pytest.approx(swapped[i], abs=1e-12)


@pytest.mark.parametrize("name", ["mae", "f1:macro", "spearman", "median error"])
def test_value_of_leaving_out_and_drawing(name):
    metric, answers = find(name), draw(8, 3, 2)
    given_ = [answers.a, answers.b, answers.gold]
    corpus = corpus_of(metric, answers.gold, given_, ("one", "two", "three"))
    left, times = corpus.left_out()
    assert left.shape == (3, 8)
    assert (times == 1).all()
    wanted = [
        [
            scores(metric, Answers(*(np.delete(x, i, axis=0) for x in (answers.gold, one, one))))[0]
            for i in range(8)
        ]
        for one in given_
    ]
    assert left == pytest.approx(np.array(wanted), nan_ok=True)
    assert corpus.scores()[:2] == pytest.approx(scores(metric, answers))
    pair = corpus.pair(0, 1)
    assert corpus.swapped(0, [1, 2], 20, 3)[0] == pytest.approx(
        pair.swapped(0, [1], 20, 3)[0], nan_ok=True
    )
    assert corpus.drawn(20, 3)[:2] == pytest.approx(pair.drawn(20, 3), nan_ok=True)


@pytest.mark.parametrize("name", ["mae", "spearman", "median error"])
def test_law_clusters_stay_together(name):
    metric, (gold, a, b) = find(name), draw(6, 2, 5)
    cluster = np.array([0, 0, 1, 1, 2, 2])
    corpus = corpus_of(metric, gold, [a, b], ("A", "B"), cluster)
    assert corpus.clusters == 3
    assert corpus.left_out()[0].shape == (2, 3)
    seen = {round(x, 9) for x in corpus.swapped(0, [1], 200, 0)[0]}
    every = np.array([[i >> c & 1 for c in cluster] for i in range(8)], bool)
    both = Rescorer(metric, Answers(gold, a, b))(None, every)
    assert seen <= {round(x, 9) for x in both[:, 1] - both[:, 0]}


def test_value_of_swap_effects():
    for name in ("mae", "emd-responses"):
        metric, (gold, a, b) = find_response_metric(name), draw(5, 2, 3)
        b[1] = NAN
        b[1, : a.shape[1]] = a[1, : b.shape[1]]
        a[1, b.shape[1] :] = NAN
        effects = corpus_of(metric, gold, [a, b], ("A", "B")).swap_effects(0, 1)
        both = Rescorer(metric, Answers(gold, a, b))(None, np.eye(5, dtype=bool))
        now = scores(metric, Answers(gold, a, b))
        assert effects == pytest.approx(both[:, 1] - both[:, 0] - (now[1] - now[0]), abs=1e-12)
        assert effects[1] == 0


def table(kind="continuous", **given_):
    answers = draw(4, 2, 1)
    named = {"people": answers.gold, "old": answers.a, "new": answers.b}
    return Responses(named | given_, tuple("wxyz"), kind, "people")


def test_a_corpus_of_a_data_set():
    corpus = response_corpus(find_response_metric("mae"), table())
    assert isinstance(corpus, SumCorpus)
    assert corpus.systems == ("old", "new")
    assert isinstance(response_corpus(find_response_metric("spearman"), table()), AnswersCorpus)
    gone = np.full((4, 1), NAN)
    with pytest.raises(DataError, match="found none of new to w"):
        response_corpus(find_response_metric("mae"), table(new=gone))
    with pytest.raises(DataError, match="found categorical"):
        response_corpus(find_response_metric("mae"), table("categorical"))
    with pytest.raises(ParameterError, match="two systems"):
        response_corpus(find_response_metric("wins"), table(third=np.ones((4, 1))))


def test_such_a_metric_is_not_for_single_outputs():
    outputs = Outputs(gold=("a", "b"), predicted={"old": ("a", "a")})
    with pytest.raises(DataError, match="metric mae needs several answers to each item"):
        measure(as_metric(find_response_metric("mae")), outputs)
