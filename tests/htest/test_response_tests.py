"""Tests of several answers: by counting all ways, by their laws, and by how often they reject."""

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from claimwise.core import DataError, ParameterError, names
from claimwise.data.responses import Answers, Counts
from claimwise.htest import find_test
from claimwise.htest.responses import centred_pvalue
from claimwise.metrics.responses import ResponseStudies, find_response_metric, scores
from claimwise.metrics.responses.resampled import split_scores
from claimwise.metrics.responses.responders import exchange_of
from claimwise.worlds.response_presets import PUBLISHED

NAN = np.nan
MAE = find_response_metric("mae")
TESTS = names("test", outcome="responses")


def columns(n, *people):
    """Responders of gold, A and B: a person for each column."""
    return tuple(np.tile(np.asarray(who), (n, 1)) for who in people)


def studies(answers, people=None, metric=MAE):
    return ResponseStudies.of(metric, Answers(*(one[None] for one in answers)), people)


def pvalue(name, study, alternative="two-sided", resamples=999, seed=0):
    return float(find_test(name).evaluate(study, alternative, seed=seed, resamples=resamples)[0])


def draw(n=12, k=3, seed=0, shift=0.3):
    rng = np.random.default_rng(seed)
    gold = rng.random((n, 1)) + rng.normal(0, 0.1, (n, k))
    return Answers(gold, gold + rng.normal(0, 0.2, (n, k)), gold + rng.normal(shift, 0.2, (n, k)))


def share(observed, null, alternative):
    """P-value with all ways counted."""
    near = 1e-12
    if alternative == "two-sided":
        return np.mean(np.abs(null) >= abs(observed) - near)
    return np.mean(null >= observed - near if alternative == "greater" else null <= observed + near)


def lead(answers):
    a, b = scores(MAE, answers)
    return b - a


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_value_of_item_swap_by_all_swaps(alternative):
    answers = gold, a, b = draw(8, 3, 1, 0.1)
    null = []
    for bits in product([False, True], repeat=8):
        turn = np.array(bits)[:, None]
        null.append(lead(Answers(gold, np.where(turn, b, a), np.where(turn, a, b))))
    wanted = share(lead(answers), np.array(null), alternative)
    found = pvalue("item-swap", studies(answers), alternative, 20_000)
    assert found == pytest.approx(wanted, abs=0.015)


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_value_of_response_permutation_by_all_splits(alternative):
    """Three items with unequal numbers of answers, one missing."""
    rng = np.random.default_rng(5)
    gold, a, b = rng.random((3, 2)), rng.random((3, 3)), rng.random((3, 2)) + 0.4
    a[0, 1] = NAN
    answers, ways = Answers(gold, a, b), []
    for i in range(3):
        pool = np.concatenate([a[i], b[i]])
        pool = pool[~np.isnan(pool)]
        size = int((~np.isnan(a[i])).sum())
        errors = []
        for chosen in combinations(range(len(pool)), size):
            of_a = np.isin(np.arange(len(pool)), chosen)
            means = pool[of_a].mean(), pool[~of_a].mean()
            errors.append(abs(means[1] - gold[i].mean()) - abs(means[0] - gold[i].mean()))
        ways.append(errors)
    null = np.array([np.mean(each) for each in product(*ways)])
    wanted = share(lead(answers), null, alternative)
    found = pvalue("response-permutation", studies(answers), alternative, 20_000)
    assert found == pytest.approx(wanted, abs=0.015)


def test_law_a_split_keeps_all_answers():
    _, a, b = draw(6, 3, 2)
    answers = Answers(np.zeros((6, 1)), a + 9, b + 9)  # the errors are the means themselves
    both = split_scores(MAE, answers, 50, 0)
    assert both.sum(axis=1) == pytest.approx(scores(MAE, answers).sum())
    assert both.std(axis=0).min() > 0


@pytest.mark.parametrize("shared", [True, False], ids=["shared", "different"])
def test_value_of_responder_permutation_by_all_exchanges(shared):
    answers = gold, a, b = draw(7, 4, 3, 0.15)
    people = columns(7, [9, 9, 9, 9], [0, 1, 2, 3], [3, 1, 2, 0] if shared else [4, 5, 6, 7])
    pool, null = np.concatenate([a, b], axis=1), []
    if shared:
        for turn in product([False, True], repeat=4):
            mine, other = np.array(turn), np.array(turn)[[3, 1, 2, 0]]
            to_a = np.concatenate([~mine, other])
            null.append(lead(Answers(gold, pool[:, to_a], pool[:, ~to_a])))
    else:
        for chosen in combinations(range(8), 4):
            to_a = np.isin(np.arange(8), chosen)
            null.append(lead(Answers(gold, pool[:, to_a], pool[:, ~to_a])))
    wanted = share(lead(answers), np.array(null), "two-sided")
    study = studies(answers, people)
    assert exchange_of(answers, people).ways == len(null)
    assert pvalue("responder-permutation", study) == pytest.approx(wanted, abs=1e-12)
    for side in ("greater", "less"):
        exact = share(lead(answers), np.array(null), side)
        assert pvalue("responder-permutation", study, side) == pytest.approx(exact, abs=1e-12)
    few = pvalue("responder-permutation", study, resamples=len(null) - 2)
    assert few == pytest.approx(wanted, abs=0.3)
    # The same people in other places of each item, and one answer missing there in both.
    order = np.random.default_rng(0).permuted(np.tile(np.arange(4), (7, 1)), axis=1)
    moved = np.take_along_axis(a, order, axis=1)
    who = (people[0], np.take_along_axis(people[1], order, axis=1), people[2])
    again = pvalue("responder-permutation", studies(Answers(gold, moved, b), who))
    assert again == pytest.approx(wanted, abs=1e-12)


def test_value_of_centred_pvalues():
    both = np.stack([np.zeros(9), np.arange(9.0)], axis=1)  # from their mean: -4 to 4
    assert centred_pvalue(np.array([0.0, 3.0]), both, 1.0, "two-sided") == 0.5  # -4 -3 3 4
    assert centred_pvalue(np.array([0.0, 3.0]), both, 2.0, "greater") == 0.4  # 4 6 8
    assert centred_pvalue(np.array([0.0, 3.0]), both, 1.0, "less", margin=5.0) == 0.4  # -4 -3 -2
    assert np.isnan(centred_pvalue(np.array([0.0, 3.0]), both * 0 + 1, 1.0, "two-sided"))


@settings(max_examples=10)
@given(st.integers(0, 10**6), st.sampled_from(TESTS))
def test_law_swapping_the_systems_mirrors_p(seed, name):
    gold, a, b = draw(10, 3, seed % 1000, 0.1)
    people = columns(10, [0, 1, 2], [3, 4, 5], [6, 7, 8])
    ab = studies(Answers(gold, a, b), people)
    ba = studies(Answers(gold, b, a), (people[0], people[2], people[1]))
    assert ab.effect() == pytest.approx(-ba.effect())
    one, two = pvalue(name, ab, "greater", 399), pvalue(name, ba, "less", 399)
    assert one == pytest.approx(two, abs=0.15)


@pytest.mark.parametrize("name", TESTS)
def test_direction_a_worse_b_has_more_error(name):
    answers = draw(30, 4, 2, 0.4)
    study = studies(answers, columns(30, [0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]))
    assert study.effect()[0] > 0.1
    assert pvalue(name, study, "greater", 299) < 0.05
    assert pvalue(name, study, "less", 299) > 0.9


@pytest.mark.parametrize("name", TESTS)
def test_law_a_study_has_its_p_alone_and_among_others(name):
    rng = np.random.default_rng(3)
    many = PUBLISHED.at(epsilon_b=0.1).draw(15, Counts(3, 3, 3), rng, 3)
    people = columns(15, [0, 1, 2], [3, 4, 5], [6, 7, 8])
    together = ResponseStudies.of(MAE, many, people)
    p = find_test(name).evaluate(together, "two-sided", seed=5, resamples=199)
    assert p.shape == (3,)
    assert ((p >= 1 / 200) & (p <= 1)).all()
    assert find_test(name).evaluate(together[1:], "two-sided", seed=5, resamples=199) == (
        pytest.approx(p[1:])
    )


@pytest.mark.parametrize("name", TESTS)
def test_law_equal_systems_are_never_told_apart(name):
    gold, a, _ = draw(10, 3, 4)
    people = columns(10, [0, 1, 2], [3, 4, 5], [3, 4, 5])
    p = pvalue(name, studies(Answers(gold, a, a), people), resamples=99)
    assert np.isnan(p) or p == 1 or (name == "response-permutation" and p > 0.5)


def test_refusals():
    answers = draw(5, 2)
    nobody = studies(answers)
    with pytest.raises(DataError, match="to know who gave each answer of A and of B"):
        pvalue("responder-permutation", nobody)
    with pytest.raises(DataError, match="found no responders"):
        pvalue("responder-bootstrap", nobody)
    unknown = columns(5, [0, 1], [0, -1], [0, 1])
    with pytest.raises(DataError, match="answers of A without a responder"):
        pvalue("responder-permutation", studies(answers, unknown))
    mixed = columns(5, [0, 1], [0, 1], [1, 2])
    with pytest.raises(DataError, match="1 that answered for both and 2 that did not"):
        pvalue("responder-permutation", studies(answers, mixed))
    cosine = studies(answers, columns(5, [0, 1], [0, 1], [0, 1]), find_response_metric("cosine"))
    for name in ("responder-permutation", "responder-bootstrap", "two-way-bootstrap"):
        with pytest.raises(ParameterError, match="does not pair answers by their places"):
            pvalue(name, cosine)
    with pytest.raises(DataError, match="studies with every single answer"):
        find_test("response-permutation").evaluate(nobody.corpora[0], "two-sided")
    with pytest.raises(ParameterError, match="a margin of"):
        find_test("response-permutation").evaluate(nobody, "two-sided", margin=0.1)


def test_the_strong_null_carries_its_warning():
    notes = find_test("response-permutation").notes(None)
    assert "answer alike" in notes[0]
    assert "19% to 30%" in notes[1]


def rejections(name, epsilon, metric, replicates, seed=4):
    """Of studies in which A and B differ but are equally good."""
    world = PUBLISHED.at(epsilon_a=epsilon, epsilon_b=epsilon)
    answers = world.draw(150, Counts(5, 5, 5), np.random.default_rng(seed), replicates)
    data = ResponseStudies.of(find_response_metric(metric), answers)
    p = find_test(name).evaluate(data, "two-sided", seed=7, resamples=199)
    return int((p <= 0.05).sum())


def test_chance_the_strong_null_is_no_test_of_equal_quality():
    assert stats.binomtest(rejections("item-swap", 0.7, "mae", 150), 150, 0.05).pvalue > 1e-3
    found = rejections("response-permutation", 0.7, "mae", 150)
    assert stats.binomtest(found, 150, 0.304).pvalue > 1e-3
    assert stats.binomtest(found, 150, 0.05).pvalue < 1e-3


@pytest.mark.calibration
@pytest.mark.parametrize("metric", ["mae", "wins", "spearman", "mean-emd", "cosine"])
@pytest.mark.parametrize("name", ["item-swap", "item-bootstrap"])
@pytest.mark.parametrize("epsilon", [0.0, 0.3])
def test_chance_tests_by_items_keep_their_level(name, metric, epsilon):
    found = rejections(name, epsilon, metric, 1000)
    assert stats.binomtest(found, 1000, 0.05).pvalue > 1e-3, found


@pytest.mark.calibration
@pytest.mark.parametrize(
    ("epsilon", "metric", "share"),
    [(0.0, "mae", 0.05), (0.0, "wins", 0.045), (0.3, "mae", 0.186), (0.3, "wins", 0.044)],
)
def test_chance_response_permutation_as_published(epsilon, metric, share):
    found = rejections("response-permutation", epsilon, metric, 1000)
    room = 4 * np.sqrt(2 * share * (1 - share) / 1000)
    assert abs(found / 1000 - share) < room, found
