"""What a survey says beside its numbers: each sentence true of the table at hand."""

import numpy as np
import pytest
from scipy import stats

import claimwise as cw

GOOD = {
    "n": [280, 1700, 3000, 9800],
    "baseline": [0.72, 0.84, 0.75, 0.82],
    "new": [0.76, 0.86, 0.76, 0.85],
}
GLUE = {"agreement_from": "glue"}


def words(given, **settings):
    return " ".join(cw.survey(given, **settings).notes)


@pytest.mark.slow
def test_the_reason_why_a_gain_is_not_predicted():
    one = GOOD | {"baseline": [0.7, 0.7, 0.7, 0.8]}
    note = "The expected gain of 1 of 4 comparisons is not known: no two others {}differ in the"
    assert note.format("") in words(one, **GLUE)
    assert "of the task" not in words(one, **GLUE)
    tasks = one | {"task": ["x"] * 4}
    assert note.format("of one task ") in words(tasks, **GLUE)
    alone = {k: [*v, v[0]] for k, v in GOOD.items()} | {"task": [*["x"] * 4, "y"]}
    assert "no other comparison of the task is there" in words(alone, **GLUE)
    assert "no two others" not in words(alone, **GLUE)


def test_equal_gains_have_no_r_squared():
    given = {"n": [50, 60, 70, 80], "baseline": [1, 2, 3, 5], "new": [2, 3, 4, 6]}
    said = words(given, kind="scores")
    assert "all gains are equal, so that R squared is not defined" in said
    assert "nan" not in said


def test_only_intervals_that_are_given_are_told_of():
    same = {"n": [50, 60, 70, 80], "baseline": [1, 2, 3, 5], "new": [2, 3, 4, 6]}
    said = words(same, kind="scores")
    assert "The mean difference is the same in all resamples, so that they give no" in said
    assert "percentiles" not in said
    assert "too short" not in said
    rising = {"n": [50, 60, 70, 80], "baseline": [1] * 4, "new": [2, 3, 4, 5]}
    said = words(rising, kind="scores")
    assert "Intervals of the mean difference are percentiles" in said
    assert "Kendall's tau is the same in all resamples, so that they give no interval" in said


@pytest.mark.parametrize(
    ("settings", "where"),
    [(GLUE, "at that baseline and agreement:"), ({"unpaired": True}, "at that baseline:")],
)
def test_what_leaves_no_room_for_a_gain(settings, where):
    said = words(GOOD | {"expected": [0.5, 0.01, 0.01, 0.01]}, **settings)
    assert f"In 1 of 4 comparisons the expected gain is not possible {where}" in said


@pytest.mark.slow
def test_what_is_said_of_the_agreement():
    none = words(GOOD)
    assert "Nothing was said of the agreement. So the middle" in none
    some = words(GOOD | {"agreement": [0.9, 0.9, None, None]})
    assert "Only 2 comparisons tell their agreement, and a regression needs 10" in some
    assert "Nothing was said" not in some
    for text in (none, some):
        assert "agreement_from" not in text


def test_a_condition_that_all_meet_drops_nothing():
    assert "Dropped" not in words(GOOD, where="n>0", **GLUE)
    assert "Dropped: 1 row from the summary" in words(GOOD, where="n>300", **GLUE)


@pytest.mark.parametrize("count", [30, 33, 34, 60])
@pytest.mark.parametrize("ties", [False, True])
def test_the_p_of_tau_is_by_the_method_that_is_named(count, ties):
    rng = np.random.default_rng(count)
    n = np.arange(count) + 100
    gain = rng.permutation(count) / 100
    n[1] = n[0] if ties else n[1]
    given = {"n": n, "baseline": [1.0] * count, "new": 1 + gain}
    found = cw.survey(given, kind="scores", resamples=100)
    method = "exact" if count <= 33 and not ties else "asymptotic"
    how = f"{method}, with ties allowed for, and" if ties else f"{method}, and"
    assert f"The p-value of Kendall's tau is {how} takes" in " ".join(found.notes)
    theirs = stats.kendalltau(n, gain, method=method).pvalue
    assert found["kendall_tau"].pvalue == pytest.approx(theirs)


def test_a_perfect_order_of_many_has_the_p_of_the_method_that_is_named():
    given = {"n": range(100, 140), "baseline": [1.0] * 40, "new": np.arange(40) / 100 + 1}
    found = cw.survey(given, kind="scores", resamples=100)
    assert "The p-value of Kendall's tau is asymptotic, and takes" in " ".join(found.notes)
    z = 1 / np.sqrt(2 * (2 * 40 + 5) / (9 * 40 * 39))
    assert found["kendall_tau"].pvalue == pytest.approx(2 * stats.norm.sf(z), rel=1e-6, abs=0)


def test_what_the_normal_approximation_is_of():
    rated = GOOD | {"sd": [0.5] * 4}
    said = words(rated, kind="scores", by="normal")
    assert "as if the standard deviation were known without error: paired-t itself finds" in said
    assert "enumerated" not in said
    assert "normal approximation" not in words(rated, kind="scores")
    assert "normal approximation" not in words(GOOD, kind="scores", by="normal")
    assert "mcnemar-midp itself was not enumerated" in words(GOOD, by="normal", **GLUE)


@pytest.mark.parametrize(("count", "few"), [(9, True), (10, False)])
@pytest.mark.parametrize("papers", [True, False])
def test_few_units_are_said_to_be_few(count, few, papers):
    rng = np.random.default_rng(3)
    given = {"n": range(50, 50 + count), "baseline": [1.0] * count, "new": rng.uniform(1, 2, count)}
    given |= {"paper": [f"p{k}" for k in range(count)]} if papers else {}
    what = "papers" if papers else "comparisons"
    said = words(given, kind="scores")
    assert (f"Intervals from {count} {what} are too short more often than said." in said) is few


def test_the_rows_that_the_line_was_fitted_to_are_named():
    said = words(GOOD, fit_where=["n>500", "n<99999"], **GLUE)
    assert "a line through the gains of 3 comparisons with n>500 and n<99999, each left" in said
    assert "of 4 comparisons, each left" in words(GOOD, **GLUE)
    few = words(GOOD, fit_where="n>3000", **GLUE)
    assert "could be predicted from the others with n>3000, so no expected power" in few
    told = words(GOOD | {"expected": [0.01] * 4}, fit_where="n>3000", **GLUE)
    assert "No line is fitted to those with n>3000." in told


def test_the_rest_of_a_paper_stays_in_the_line():
    assert "but not the rest of its paper" in words(GOOD | {"paper": list("ppqr")}, **GLUE)
    for papers in (list("pqrs"), ["p", "", "", ""]):
        assert "the rest of its paper" not in words(GOOD | {"paper": papers}, **GLUE)


def test_rows_that_stand_there_twice_are_counted():
    twice = {k: [*v, v[0], v[0]] for k, v in GOOD.items()}
    assert "2 comparisons repeat an earlier one in all that is read" in words(twice, **GLUE)
    once = twice | {"name": list("abcdef")}
    assert "repeat" not in words(once, **GLUE)
    assert "repeat" not in words(twice, where="n>280", **GLUE)


def test_comparisons_without_a_task_are_one_task_and_said():
    given = GOOD | {"task": ["x", "x", "", ""]}
    found = cw.survey(given, **GLUE)
    assert found["median_n[(no task)]"].estimate == 6400
    assert found["difference[row 3]"].n == 3000
    note = "No task is named by 2 of 4 comparisons: they are taken for one task, (no task)."
    assert note in found.notes
    literal = words(GOOD | {"task": ["x", "x", "(no task)", "(no task)"]}, **GLUE)
    assert "No task is named" not in literal


def test_a_column_difference_is_not_asked():
    given = GOOD | {"difference": [9, 9, 9, 9]}
    note = "the table's own column difference is not read"
    found = cw.survey(given, where="difference>0.015", **GLUE)
    assert found["mean_difference"].n == 3
    assert note in " ".join(found.notes)
    assert note not in words(given, **GLUE)
    assert note not in words(GOOD, where="difference>0.015", **GLUE)


def test_who_expects_no_gain():
    given = GOOD | {"expected": [0.01, -0.01, 0.02, 0.01]}
    said = words(given, **GLUE)
    assert "In 1 of 4 comparisons no gain at all is expected" in said
    assert "the others predict no gain" not in said


def test_only_comparisons_that_are_judged_count_as_underpowered():
    given = GOOD | {"sd": [0.5, 0.5, None, None], "expected": [0.01, -0.01, -0.01, 0.01]}
    found = cw.survey(given, kind="scores")
    assert "In 1 of 4 comparisons no gain at all is expected" in " ".join(found.notes)
    assert found["share[underpowered]"].n == 2


@pytest.mark.slow
def test_a_told_agreement_that_has_no_room_for_the_expected_gain_is_said():
    """99.5% leave room for half a point; the others gain 10, and so it is expected to."""
    told = {
        "n": [1000, 1000, 1000, 500, 2000],
        "baseline": [0.9, 0.85, 0.8, 0.75, 0.7],
        "new": [0.905, 0.95, 0.9, 0.85, 0.81],
        "agreement": [0.995, None, None, None, None],
    }
    start = "In 1 of 5 comparisons the given agreement leaves no room for the expected gain"
    assert start in words(told)
    assert "no gain that is possible at that baseline and agreement would be found" in words(told)
    room = told | {"agreement": [0.9, None, None, None, None]}
    assert "leaves no room" not in words(room)


def test_what_is_not_judged_counts_as_nothing():
    scores = {"n": [50, 60, 70], "baseline": [3.1, 3.2, 3.3], "new": [3.0, 3.4, 3.6]}
    assert "not ahead" not in words(scores, kind="scores")
    assert "In 1 of 3 comparisons the new system is not ahead" in words(
        scores | {"sd": [1.0, 1.0, 1.0]}, kind="scores"
    )


def test_equal_gains_have_no_spread_and_a_whole_gain_is_possible():
    equal = cw.survey({"n": [100, 100, 100], "baseline": [0.5] * 3, "new": [0.6] * 3})
    assert equal["sd_difference"].estimate == 0
    whole = {"n": [100, 200, 300], "baseline": [0.0, 0.0, 1.0], "new": [0.0, 1.0, 1.0]}
    assert "is not possible" not in words(whole)
