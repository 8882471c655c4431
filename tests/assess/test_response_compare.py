"""Comparisons with a gold standard that answered each item several times."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from claimwise.assess import compare
from claimwise.core import DataError, ParameterError
from claimwise.data import Responses
from claimwise.metrics.responses import find_response_metric, scores

NAN = np.nan


def table(n=40, k=4, seed=0, *, third=False, people=True):
    """Old is near gold, new is off; runs of the systems have names of their own."""
    rng = np.random.default_rng(seed)
    gold = rng.random((n, 1)) + rng.normal(0, 0.1, (n, k))
    given = {
        "people": gold,
        "old": gold + rng.normal(0, 0.1, (n, k)),
        "new": gold + rng.normal(0.15, 0.3, (n, k)),
    }
    if third:
        given["third"] = gold + rng.normal(0, 0.12, (n, k))
    who = {name: np.tile(np.arange(k) + k * i, (n, 1)) for i, name in enumerate(given)}
    items = tuple(f"q{i}" for i in range(n))
    return Responses(given, items, "continuous", "people", responders=who if people else None)


def row(result, name):
    return next(one for one in result.rows if one.estimand == name)


def said(result, text):
    return any(text in note for note in result.notes)


def run(data=None, **given):
    return compare(table() if data is None else data, resamples=499, rng=1, **given)


def test_value_scores_differences_and_direction():
    data = table()
    result = run(data, metric="mae", a="old", b="new")
    wanted = scores(find_response_metric("mae"), data.pair("old", "new"))
    assert row(result, "score[old]").estimate == pytest.approx(wanted[0])
    assert row(result, "score[new]").estimate == pytest.approx(wanted[1])
    difference = row(result, "difference")
    assert difference.estimate == pytest.approx(wanted[1] - wanted[0])
    assert difference.estimate > 0
    assert difference.low < difference.estimate < difference.high
    assert difference.pvalue == pytest.approx(1 / 500)
    settings = result.provenance["settings"]
    assert (settings["test"], settings["interval"]) == ("item-swap", "jackknife")
    assert settings["better"] == "lower"
    assert row(result, "verdict").estimate == -1  # new is worse
    assert said(result, "equally good")
    assert said(result, "40 items; answers to an item: people 4, old 4, new 4")
    turned = run(data, metric="mae", a="new", b="old")
    assert row(turned, "difference").estimate == pytest.approx(-difference.estimate)
    assert row(turned, "verdict").estimate == 1


def test_the_jackknife_of_a_mean_is_students_interval():
    data = table()
    result = run(data, metric="mae", a="old", b="new")
    gold, a, b = (one.mean(axis=1) for one in data.pair("old", "new"))
    lead = np.abs(b - gold) - np.abs(a - gold)
    reach = stats.t.ppf(0.975, 39) * lead.std(ddof=1) / np.sqrt(40)
    assert row(result, "difference").low == pytest.approx(lead.mean() - reach)


@pytest.mark.parametrize(
    ("test", "interval"),
    [
        ("item-bootstrap", "jackknife"),
        ("permutation", "jackknife"),
        ("response-permutation", "answers"),
        ("responder-permutation", "responders"),
        ("responder-bootstrap", "responders"),
        ("two-way-bootstrap", "two-way"),
    ],
)
def test_each_test_has_its_interval(test, interval):
    result = run(metric="mae", a="old", b="new", test=test)
    settings = result.provenance["settings"]
    assert settings["interval"] == interval
    assert settings["test"] == ("item-swap" if test == "permutation" else test)
    difference = row(result, "difference")
    assert difference.low < difference.estimate < difference.high
    assert 0 < difference.pvalue < 0.2
    assert said(result, "for these items only") == (interval in ("answers", "responders"))
    assert said(result, "19% to 30%") == (test == "response-permutation")


def test_few_responders_are_exchanged_in_all_ways():
    result = run(table(k=2), metric="mae", a="old", b="new", test="responder-permutation")
    p = row(result, "difference").pvalue
    assert p * 6 == pytest.approx(round(p * 6))
    assert said(result, "The 2 responders of A and the 2 of B are dealt out again: 6 ways")
    assert said(result, "p is never below .333")
    assert not any(one.quantity == "pvalue" for one in result.rows)  # no Monte Carlo error


@pytest.mark.slow
def test_resamples_without_a_score_are_told():
    """Each gold rater knows four items: now and then all raters of an item are not drawn."""
    data = table(k=3)
    raters = 100 + np.arange(3) + 3 * (np.arange(40)[:, None] // 4)
    data = replace(data, responders=dict(data.responders) | {"people": raters})
    result = run(data, metric="mae", a="old", b="new", test="responder-bootstrap")
    assert said(result, "resamples have no score, as where an item is left without an answer")
    assert said(result, "no responders interval of the difference: ")
    assert said(result, "of the resamples have no score.")
    assert not said(result, "do not vary")
    whole = run(table(k=3), metric="mae", a="old", b="new", test="responder-bootstrap")
    assert not said(whole, "have no score")


def test_single_gold_answers_are_told_to_be_fixed():
    data = table()
    one = replace(data, answers=dict(data.answers) | {"people": data.answers["people"][:, :1]})
    one = replace(one, responders=None)
    told = [
        said(run(given, metric="mae", test="response-permutation"), "are taken as fixed")
        for given in (data, one)
    ]
    assert told == [False, True]


def test_several_metrics_and_several_systems():
    result = run(metric="mae,spearman,emd-means", a="old", b="new")
    assert (
        row(result, "difference[mae]").estimate > 0 > row(result, "difference[spearman]").estimate
    )
    assert row(result, "difference[emd-means]").estimate > 0
    many = run(table(third=True), metric="mae")
    assert sum(one.quantity == "difference" for one in many.rows) == 3
    assert said(many, "corrected by max-t")
    only = run(table(third=True), metric="mae", baseline="old", test="response-permutation")
    assert sum(one.quantity == "difference" for one in only.rows) == 2
    with pytest.raises(ParameterError, match="wins:mae needs two systems"):
        run(table(third=True), metric="wins:mae")
    two = run(table(third=True), metric="wins:mae", a="old", b="third")
    assert abs(row(two, "difference").estimate) <= 1


def test_unequal_numbers_of_answers_are_told_and_can_be_evened():
    data = table()
    fewer = data.answers["new"].copy()
    fewer[::2, 1:3] = NAN
    data = replace(data, answers=dict(data.answers) | {"new": fewer})
    result = run(data, metric="mae", a="old", b="new")
    assert said(result, "new has fewer answers to an item than old (3 and 4)")
    even = run(data, metric="mae", a="old", b="new", even=True)
    assert not said(even, "has fewer answers")
    assert said(even, "40 are not used")
    old = data.answers["old"].copy()
    old[::2, 2:] = NAN
    wanted = scores(find_response_metric("mae"), data.pair("old", "new")._replace(a=old))
    assert row(even, "score[old]").estimate == pytest.approx(wanted[0])
    assert row(even, "score[new]").estimate == pytest.approx(wanted[1])


def test_items_without_answers_are_left_out_and_told():
    data = table()
    data.answers["new"][3] = NAN
    result = run(data, metric="mae", a="old", b="new")
    assert row(result, "difference").n == 39
    assert said(result, "1 of 40 items left out")
    data.answers["new"][:] = NAN
    with pytest.raises(DataError, match="0 of 40"):
        run(data, metric="mae", a="old", b="new")


def test_claims_with_a_margin():
    result = run(metric="mae", a="old", b="new", claim="non-inferiority", margin=1.0)
    assert result.provenance["settings"]["test"] == "jackknife-t"
    assert row(result, "verdict").estimate == 1
    with pytest.raises(ParameterError, match='test="item-swap" needs a claim without a margin;'):
        run(metric="mae", claim="non-inferiority", margin=1.0, test="item-swap")


@pytest.mark.slow
def test_a_posterior_needs_a_score_for_each_item():
    result = run(metric="mae", a="old", b="new", assess="posterior")
    assert row(result, "difference").estimate > 0
    assert said(result, "answers to an item")
    with pytest.raises(
        ParameterError, match=r'assess="posterior" needs one.*for each item; found spearman,'
    ):
        run(metric="spearman", assess="posterior")
    with pytest.raises(ParameterError, match="found 2 metrics"):
        run(metric="mae,mse", assess="bayes-factor")
    with pytest.raises(ParameterError, match=r'found test="item-swap"\. Leave the test'):
        run(metric="mae", assess="posterior", test="item-swap")


def test_refusals():
    data = table(people=False)
    with pytest.raises(ParameterError, match=r'a metric\. Give one, such as metric="mae"\.'):
        run(data)
    with pytest.raises(ParameterError, match="dataset does not go with a gold standard,"):
        run(data, metric="mae", dataset="x")
    with pytest.raises(ParameterError, match="better needs lower for mae"):
        run(data, metric="mae", better="higher")
    with pytest.raises(DataError, match="who gave each answer"):
        run(data, metric="mae", test="responder-permutation")
    with pytest.raises(DataError, match="no source experts; it has people, old, new"):
        run(data, metric="mae", gold="experts")
    with pytest.raises(DataError, match="accuracy needs categorical or ordinal answers"):
        run(data, metric="accuracy")
    with pytest.raises(ParameterError, match="columns, kind"):
        run(data, metric="mae", kind="ordinal")
    with pytest.raises(ParameterError, match="no gold standard"):
        compare("scores.csv", even=True)
    with pytest.raises(ParameterError, match="one of item-bootstrap, item-swap"):
        run(data, metric="mae", test="mcnemar-exact")
    with pytest.raises(ParameterError, match="enough for an interval"):
        compare(data, metric="mae", test="response-permutation", resamples=20)


def test_law_the_same_seed_gives_the_same_answer():
    one, two = (run(metric="spearman", a="old", b="new", interval="percentile") for _ in range(2))
    assert one.rows == two.rows
    assert row(one, "difference").low < 0
