"""Numbers of a survey at its edges, each worked out by hand or by another route."""

import math

import numpy as np
import pytest
import statsmodels.api as sm

import claimwise as cw
from claimwise.core import spelled
from claimwise.surveys.names import apart

RATED = {
    "n": [4, 100, 100, 100],
    "baseline": [4.8, 3.0, 2.5, 3.5],
    "new": [4.9, 3.4, 3.0, 3.8],
    "sd": [3.0, 1.2, 1.0, 0.8],
    "name": list("abcd"),
}
ENDS = {"low": [1] * 4, "high": [5] * 4}


def said(found, words):
    return any(words in note for note in found.notes)


def test_a_scale_that_ends_below_it_has_no_detectable_difference():
    """From 4.8 there are 0.2 of 4 left; four items with an sd of 3 detect more than 6."""
    plain = cw.survey(RATED, kind="scores")
    plan = cw.plan.means(n=4, sd=3.0, solve="mde")["mde"].estimate
    assert plain["mde[a]"].estimate == pytest.approx(plan)
    assert plan > 6
    found = cw.survey(RATED | ENDS, kind="scores")
    assert math.isnan(found["mde[a]"].estimate)
    assert not math.isnan(found["mde[b]"].estimate)
    assert found["share[reported at least detectable]"].n == 4
    assert said(found, "In 1 of 4 comparisons no gain that is possible between that baseline and")


def test_a_gain_beyond_the_end_of_the_scale_has_no_power():
    beyond = cw.survey(RATED | ENDS | {"expected": [0.8, 0.4, 0.4, 0.4]}, kind="scores")
    assert beyond["expected_difference[a]"].estimate == pytest.approx(0.2)
    assert beyond["expected_difference[b]"].estimate == pytest.approx(0.1)
    assert math.isnan(beyond["expected_power[a]"].estimate)
    assert beyond["mean_expected_power"].n == 3
    assert said(
        beyond,
        "In 1 of 4 comparisons the expected gain is not possible between that baseline and the "
        "end of the scale",
    )
    up_to = cw.survey(RATED | ENDS | {"expected": [0.2, 0.4, 0.4, 0.4]}, kind="scores")
    plan = cw.plan.means(n=4, sd=3.0, difference=0.2, solve="power")["power"].estimate
    assert up_to["expected_power[a]"].estimate == pytest.approx(plan)
    assert not said(up_to, "is not possible")
    # 1 - 0.9 < 0.1 in floating point: there is room nevertheless.
    whole = {"n": [50], "baseline": [0.9], "new": [0.95], "sd": [0.3], "low": [0], "high": [1]}
    power = cw.survey(whole | {"expected": [0.1]}, kind="scores")["expected_power[row 1]"].estimate
    plan = cw.plan.means(n=50, sd=0.3, difference=0.1, solve="power")["power"].estimate
    assert power == pytest.approx(plan)


@pytest.mark.parametrize("by", ["exact", "normal"])
def test_one_item_of_scores_is_judged_by_nothing(by):
    given = {k: [1 if k == "n" else v[1], *v[1:]] for k, v in RATED.items() if k != "name"}
    found = cw.survey(
        given | ENDS | {"expected": [0.4] * 4, "name": list("abcd")}, kind="scores", by=by
    )
    assert found["difference[a]"].pvalue is None
    for name in ("mde[a]", "expected_power[a]"):
        assert math.isnan(found[name].estimate)
    assert {
        row.n for row in found.rows if row.quantity == "share" and "n " not in row.estimand
    } == {3}
    assert found["mean_expected_power"].n == 3
    assert said(found, "In 1 of 4 comparisons there is one item alone")
    single = cw.survey({k: v[:1] for k, v in given.items()}, kind="scores", by=by)
    assert single.provenance["settings"]["test"] == "paired-t"
    assert not [row for row in single.rows if row.quantity == "share" and "n " not in row.estimand]


def test_a_prediction_of_nothing_but_rounding_is_no_gain():
    """Through (0.62, 0.008), (0.59, 0.011), (0.65, 0.005) goes a line that is 0 at 0.70."""
    given = {"baseline": [0.62, 0.59, 0.65, 0.70], "new": [0.628, 0.601, 0.655, 0.71]}
    found = cw.survey(given | {"n": [500] * 4, "name": list("abcd")}, agreement_from="glue")
    assert found["expected_difference[d]"].estimate == 0
    assert math.isnan(found["expected_power[d]"].estimate)
    gains = [found[f"expected_difference[{k}]"].estimate for k in "abcd"]
    assert found["mean_expected_power"].n == sum(gain > 0 for gain in gains)
    none = sum(gain <= 0 for gain in gains)
    assert said(found, f"In {none} of 4 comparisons the others predict no gain at all")


SMALL = {  # of the first two no gain is detectable at all
    "n": [90, 147, 5000],
    "baseline": [0.945, 0.97, 0.7],
    "new": [0.95, 0.98, 0.76],
    "name": list("abc"),
}


def test_the_middle_detectable_difference_of_a_task_counts_the_endless_ones():
    found = cw.survey(SMALL | {"task": ["x"] * 3}, agreement_from="glue", by="normal")
    assert math.isnan(found["median_mde[x]"].estimate)
    more = {k: [*v, v[2], v[2]] for k, v in SMALL.items()} | {"task": ["x"] * 5}
    more["n"][3:] = [2000, 3000]
    found = cw.survey(more | {"name": list("abcde")}, agreement_from="glue", by="normal")
    mdes = sorted(found[f"mde[{k}, x]"].estimate for k in "cde")
    assert found["median_mde[x]"].estimate == mdes[2]


def past(rng, count=14):
    base = rng.uniform(0.6, 0.9, count).round(3)
    new = (base + rng.uniform(0.005, 0.05, count) * (-1) ** np.arange(count)).round(3)
    lower, size = np.minimum(base, new), np.abs(new - base)
    agreement = (0.4 + 0.58 * lower - 0.4 * size + rng.normal(0, 0.005, count)).round(3)
    return base, new, agreement, sm.add_constant(np.column_stack([lower, size]))


def test_the_own_regression_is_on_the_lower_accuracy_and_the_size_of_the_difference():
    base, new, agreement, design = past(np.random.default_rng(6))
    assert new[13] < base[13]
    assert new[12] > base[12]
    given = {"n": [2000] * 14, "baseline": base, "new": new, "name": list("abcdefghijklmn")}
    found = cw.survey(given | {"agreement": [*agreement[:12], None, None]})
    fit = sm.OLS(agreement[:12], design[:12]).fit()
    for k in (12, 13):
        name = f"agreement[{'abcdefghijklmn'[k]}]"
        assert found[name].estimate == pytest.approx(fit.params @ design[k])


def test_a_told_agreement_is_left_out_of_the_regression_that_stands_in_for_it():
    base, new, agreement, design = past(np.random.default_rng(7))
    agreement[0] = round(1 - abs(new[0] - base[0]), 3)  # no room beyond the reported difference
    given = {"n": [600] * 14, "baseline": base, "new": new, "name": list("abcdefghijklmn")}
    given |= {"agreement": agreement, "expected": [0.055, *[0.02] * 13]}
    found = cw.survey(given, agreement_from="own")
    others = sm.OLS(agreement[1:], design[1:]).fit().params @ [1, base[0], 0.055]
    every = sm.OLS(agreement, design).fit().params @ [1, base[0], 0.055]
    powers = [
        cw.plan.accuracy(n=600, difference=0.055, agreement=share, solve="power")["power"].estimate
        for share in (others, every)
    ]
    assert found["expected_power[a]"].estimate == pytest.approx(powers[0], rel=1e-9)
    assert abs(powers[0] - powers[1]) > 1e-3


def test_a_task_that_the_line_was_not_fitted_to_has_no_expected_gain():
    given = {
        "n": [500] * 6,
        "baseline": [0.6, 0.7, 0.8, 0.65, 0.62, 0.75],
        "new": [0.64, 0.72, 0.81, 0.69, 0.63, 0.77],
        "task": ["x"] * 4 + ["y"] * 2,
        "name": list("abcdef"),
    }
    found = cw.survey(given, agreement_from="glue", fit_where="task=x")
    for key in ("e, y", "f, y"):
        assert math.isnan(found[f"expected_difference[{key}]"].estimate)
    assert not math.isnan(found["expected_difference[a, x]"].estimate)
    assert said(found, "The expected gain of 2 of 6 comparisons is not known: no other comparison")
    # Of the four that can be judged, how many are powered and found better?
    shown = [f"{name}, x" for name in "abcd"]
    both = [
        found[f"difference[{key}]"].pvalue <= 0.05
        and found[f"expected_power[{key}]"].estimate >= 0.8
        for key in shown
    ]
    share = found["share[significant and powered]"]
    assert (share.n, share.estimate) == (4, sum(both) / 4)
    parts = [found[f"share[predicted {word}]"] for word in ("significant", "worse", "open")]
    assert [part.n for part in parts] == [6, 6, 6]
    assert sum(part.estimate for part in parts) == pytest.approx(1)


def test_the_bounds_round_counts_as_the_middle_does():
    """3 points of 150 items are 4.5: five to none (p = 1/32), or four to none (p = 1/16)."""
    given = {"n": [150], "baseline": [0.8], "new": [0.83]}
    nearest, down = (cw.survey(given, counts=how) for how in ("nearest", "down"))
    assert nearest["share[predicted significant, low]"].estimate == 1
    assert down["share[predicted significant, low]"].estimate == 0


def test_two_low_accuracies_must_agree_on_what_both_get_wrong():
    """At 0.10 and 0.12 both are wrong on 0.78 of the items at least."""
    given = {"n": [1000] * 3, "baseline": [0.1, 0.2, 0.3], "new": [0.12, 0.21, 0.33]}
    found = cw.survey(given | {"name": list("abc")}, agreement_from="glue")
    assert found["agreement[a]"].estimate == pytest.approx(0.78)


def test_an_agreement_that_is_moved_for_the_detectable_difference_alone_is_counted():
    """Glue predicts 0.938 - 0.466 d at 0.9, and 0.8 + d is the least: equal at d = 0.094."""
    given = {"n": [70, 9000, 9000], "baseline": [0.9, 0.8, 0.7], "new": [0.905, 0.82, 0.72]}
    given |= {"expected": [0.005, 0.02, 0.02], "name": list("abc")}
    found = cw.survey(given, agreement_from="glue")
    assert 0.0941 < found["mde[a]"].estimate < 0.1
    assert said(found, "In 1 of 3 comparisons the predicted agreement is not")
    larger = cw.survey(given | {"n": [90, 9000, 9000]}, agreement_from="glue")
    assert larger["mde[a]"].estimate < 0.0940
    assert not said(larger, "the predicted agreement is not")


def many(count):
    return {
        "n": range(100, 100 + count),
        "baseline": [0.5] * count,
        "new": [0.5, 0.6] * (count // 2),
    }


@pytest.mark.slow
def test_intervals_are_given_up_to_3000_comparisons():
    some = cw.survey(many(1000), kind="scores", resamples=100)
    assert some["mean_difference"].low < 0.05 < some["mean_difference"].high
    beyond = cw.survey(many(3002), kind="scores", resamples=100)
    assert math.isnan(beyond["mean_difference"].low)
    assert said(beyond, "Intervals are left out for more than 3,000 comparisons.")
    assert not said(beyond, "percentiles")


def test_without_prior_the_normal_difference_is_that_of_the_level():
    given = {"n": [800], "baseline": [0.8], "new": [0.83], "name": ["x"]}
    for alpha in (0.05, 0.01):
        found = cw.survey(given, by="normal", agreement_from="lachenbruch", alpha=alpha)
        plan = cw.plan.accuracy(
            n=800, baseline=0.8, agreement_from="lachenbruch", solve="mde", by="normal", alpha=alpha
        )
        assert found["mde[x]"].estimate == pytest.approx(plan["mde[mid]"].estimate, rel=1e-9)


@pytest.mark.parametrize(("one", "other"), [("x (1)", "x [1]"), ("QA; open", "QA, open")])
def test_tasks_keep_numbers_of_their_own(one, other):
    given = {
        "n": [100, 200, 300, 400],
        "baseline": [0.5, 0.6, 0.55, 0.65],
        "new": [0.51, 0.62, 0.58, 0.69],
        "task": [one, one, other, other],
    }
    found = cw.survey(given, agreement_from="glue")
    sizes = {spelled(row.at): row.estimate for row in found.select("median_n")}
    first, second = (one, f"{one} #2") if sorted([one, other])[0] == one else (f"{one} #2", one)
    assert sizes == {"": 250, first: 150, second: 350}
    assert found[f"mean_difference[{second}]"].estimate == pytest.approx(0.035)
    names = [row.estimand for row in found.rows]
    assert len(names) == len(set(names))
    assert said(found, "to tell it from another")
    table = str(found).split("By comparison")[0]
    assert "150" in table
    assert "350" in table


def test_many_equal_names_are_numbered_in_turn():
    places = apart({"row": name} for name in ["a", "a #3"] + ["a"] * 4)
    assert [at["row"] for at in places] == ["a", "a #3", "a #2", "a #4", "a #5", "a #6"]
    assert len({at["row"] for at in apart([{"row": "a"}] * 20_000)}) == 20_000


def test_equal_names_of_a_task_keep_the_task():
    given = many(4) | {"name": ["x"] * 4, "task": ["QA", "QA", "NLI", "NLI"]}
    rows = cw.survey(given, agreement_from="glue").select("difference", task="QA")
    assert [row.estimand for row in rows] == ["difference[x, QA]", "difference[x #2, QA]"]


def test_resamples_in_pieces_are_the_same_resamples(monkeypatch):
    given = many(40) | {"new": np.random.default_rng(1).uniform(0.5, 0.9, 40)}
    whole = cw.survey(given, kind="scores", resamples=230)
    monkeypatch.setattr("claimwise.surveys.funnel.CELLS", 40 * 50)
    pieces = cw.survey(given, kind="scores", resamples=230)
    for name in ("mean_difference", "kendall_tau"):
        row, again = whole[name], pieces[name]
        assert row.low < row.high
        assert [again.low, again.high] == pytest.approx([row.low, row.high], rel=1e-12)


def test_the_way_through_the_comparisons_is_watched(monkeypatch):
    """A bar is drawn where a terminal is there to show it: once for each way to judge them."""
    seen = []

    def watched(items, *, total, **how):
        seen.append((total, how["show"]))
        return items

    monkeypatch.setattr("claimwise.surveys.rows.track", watched)
    cw.survey(SMALL)
    assert seen == [(3, None)] * 3  # the middle, and both bounds


def test_only_equal_cases_share_their_detectable_difference():
    """Two of each kind: another n, baseline or agreement is another case."""
    given = {
        "n": [500, 500, 600, 500, 500, 500] * 2,
        "baseline": [0.7, 0.7, 0.7, 0.8, 0.7, 0.7] * 2,
        "new": [0.71, 0.72, 0.71, 0.81, 0.71, 0.71] * 2,
        "agreement": [None, None, None, None, 0.9, 0.8] * 2,
        "name": list("abcdefghijkl"),
    }
    found = cw.survey(given, agreement_from="glue")
    mde = [found[f"mde[{name}]"].estimate for name in "abcdefghijkl"]
    assert mde[:6] == mde[6:]
    assert mde[0] == mde[1]
    assert len(set(mde)) == 5
    for k in range(6):
        told = given["agreement"][k]
        source = {"agreement": told} if told else {"agreement_from": "glue"}
        plan = cw.plan.accuracy(
            n=given["n"][k], baseline=given["baseline"][k], solve="mde", **source
        )
        assert mde[k] == pytest.approx(plan["mde"].estimate, rel=1e-9)
    rated = {"n": [50] * 4, "baseline": [3] * 4, "new": [3.1] * 4, "sd": [1, 2, 1, 2]}
    rows = [r.estimate for r in cw.survey(rated, kind="scores").rows if r.quantity == "mde"]
    assert rows[:2] == rows[2:]
    assert rows[1] == pytest.approx(2 * rows[0], rel=1e-5)


def test_equal_cases_are_searched_once(monkeypatch):
    from claimwise.surveys.judges import Paired

    searched = []
    plain = Paired.detectable
    monkeypatch.setattr(Paired, "detectable", lambda self, i: searched.append(i) or plain(self, i))
    twice = {k: v * 2 for k, v in SMALL.items()}
    cw.survey(twice, agreement_from="glue")
    assert searched == [0, 1, 2]
