"""What a survey refuses, what it leaves out, and what it says of both."""

import math
import re

import pytest

import claimwise as cw
from claimwise.core import ClaimwiseError, spelled
from claimwise.report import answer_of

GOOD = {
    "n": [280, 1700, 3000, 9800],
    "baseline": [0.72, 0.84, 0.75, 0.82],
    "new": [0.76, 0.86, 0.76, 0.85],
}


def changed(column, row, value):
    return GOOD | {column: [value if i == row - 1 else x for i, x in enumerate(GOOD[column])]}


@pytest.mark.parametrize(
    ("given", "match"),
    [
        (
            changed("n", 2, 17.5),
            r"whole numbers of items, from 1 to 1,000,000,000; found 17.5 in row 2",
        ),
        (changed("n", 2, "1e30"), "from 1 to 1,000,000,000; found 1e30 in row 2"),
        (changed("n", 2, 0), "found 0 in row 2"),
        (changed("n", 2, "many"), "column n of a survey needs a number.*found 'many' in row 2"),
        (changed("baseline", 3, -0.1), "values between 0 and 1; found -0.1 in row 3"),
        (changed("new", 3, 76), "found new 76 in row 3 and baseline 0.72 in row 1"),
        ({k: v for k, v in GOOD.items() if k != "n"}, "no column for the n; it has baseline, new"),
        (GOOD | {"n": [None] * 4}, "rows with n, baseline and new; found none in 4"),
        (GOOD | {"agreement": [0.99, None, None, None]}, "row 1 has an agreement that its scores"),
        (GOOD | {"agreement": [0.1, None, None, None]}, "Use at least agreement="),
        (GOOD | {"task": ["x"]}, "columns differ in length:"),
        ({"n": [], "baseline": [], "new": []}, r"The table has no rows\."),
        (
            GOOD | {"sd": [1] * 4},
            r'a column sd needs kind="scores";.*found kind="accuracy"\. Accuracies',
        ),
        (GOOD | {"expected": [2, 0, 0, 0]}, "column expected of a survey.*found 2 in row 1"),
    ],
)
def test_bad_tables_are_refused(given, match):
    with pytest.raises(ClaimwiseError, match=match):
        cw.survey(given)


@pytest.mark.parametrize(
    ("settings", "match"),
    [
        ({"kind": "ratings"}, "one of accuracy, scores"),
        ({"by": "simulation"}, "one of exact, normal"),
        ({"counts": "up"}, "one of nearest, down"),
        ({"agreement_from": "gleu"}, "Did you mean glue"),
        ({"agreement_from": "own"}, "more than 3 comparisons; found 0.*Or name a source"),
        ({"percent": True}, "percentages, as declared; found no score above 1"),
        ({"where": "task=RTE"}, "no column task; it has n, baseline,"),
        ({"where": "n"}, "COLUMN=VALUE"),
        ({"where": "n>many"}, "a number to compare with; found many"),
        ({"where": "n>=100000"}, "at least one comparison; found none with n>=100000"),
        ({"where": "n=281"}, "n=281; column n has 280, 1700,"),
        ({"unpaired": True, "agreement_from": "glue"}, "answers to the same items; found unpaired"),
        ({"kind": "scores", "unpaired": True}, 'unpaired needs kind="accuracy";'),
        ({"kind": "scores", "percent": True}, "Give columns low and high"),
        ({"kind": "scores", "test": "wilcoxon"}, "paired-t, whose power is known"),
        ({"test": "z-pooled"}, "z-pooled"),
        ({"power": 0.01}, "a target above alpha"),
        ({"resamples": 5}, "at least 100"),
        ({"rng": -1}, "rng"),
        ({"resamples": 10**8}, "at most 1,000,000; found 100,000,000"),
        ({"where": 3}, "where needs a text, a list of texts or a mapping; found 3"),
        ({"fit_where": len}, "fit_where needs a text, a list of texts or a mapping"),
        ({"fit_where": "n>10000"}, "fit_where needs at least one comparison; found none with n>10"),
        (
            {"unpaired": True, "counts": "down"},
            r'counts="down" needs right and.*the same items; found unpaired\.',
        ),
        (
            {"kind": "scores", "counts": "down"},
            r'counts="down" needs right and.*same items; found kind="scores"\.',
        ),
    ],
)
def test_bad_settings_are_refused(settings, match):
    with pytest.raises(ClaimwiseError, match=match):
        cw.survey(GOOD, **settings)


@pytest.mark.parametrize(
    ("more", "match"),
    [
        ({"low": [1] * 4}, "both ends of the scale; found no high in row 1"),
        ({"low": [1] * 4, "high": [1] * 4}, "low below high; found 1 and 1 in row 1"),
        ({"low": [0.8] * 4, "high": [5] * 4}, "between 0.8 and 5; found 0.72 in row 1"),
        ({"sd": [0, 1, 1, 1]}, "sd above 0.*found 0 in row 1"),
        ({"agreement": [0.9] * 4}, 'a column agreement needs kind="accuracy";'),
    ],
)
def test_bad_scales_are_refused(more, match):
    with pytest.raises(ClaimwiseError, match=match):
        cw.survey(GOOD | more, kind="scores")


def test_declared_shares_are_no_percentages():
    with pytest.raises(ClaimwiseError, match="as declared; found baseline 72 in row 1"):
        cw.survey(
            GOOD | {k: [100 * x for x in GOOD[k]] for k in ("baseline", "new")}, percent=False
        )


def test_rows_without_a_number_are_dropped_and_counted():
    given = GOOD | {"n": [280, None, 3000, 9800], "new": [0.76, 0.86, "NA", 0.85]}
    found = cw.survey(given, agreement_from="glue")
    assert "Dropped: 2 of 4 rows (1 without n, 1 without new)." in found.notes
    assert [r.estimand for r in found.rows if r.quantity == "mde"] == ["mde[row 1]", "mde[row 4]"]
    assert found["mean_difference"].n == 2


def test_few_rows_have_no_tau_no_interval_and_no_expectation():
    given = {k: v[:2] for k, v in GOOD.items()}
    found = cw.survey(given, agreement_from="glue")
    tau = found["kendall_tau"]
    assert math.isnan(tau.estimate)
    assert tau.pvalue is None
    assert math.isnan(found["mean_difference"].low)
    assert math.isnan(found["share[underpowered]"].estimate)
    assert found["share[underpowered]"].n == 0
    said = " ".join(found.notes)
    assert "Kendall's tau needs 3 comparisons; found 2" in said
    assert "No gain could be predicted from the others" in said
    assert "Expected power is" not in str(found)


@pytest.mark.parametrize("settings", [{"agreement_from": "glue"}, {"unpaired": True}])
def test_an_expected_gain_beyond_the_possible_has_no_power(settings):
    given = {"n": [50] * 4, "baseline": [0.5, 0.501, 0.502, 0.9], "new": [0.5, 0.55, 0.6, 0.95]}
    found = cw.survey(given, **settings)
    assert found["expected_difference[row 4]"].estimate > 1
    assert math.isnan(found["expected_power[row 4]"].estimate)
    assert found["share[underpowered]"].n == 3
    assert any("1 of 4 comparisons the expected gain is not possible" in n for n in found.notes)


def test_sizes_that_do_not_vary_have_no_tau():
    found = cw.survey(GOOD | {"n": [500] * 4}, agreement_from="glue")
    assert math.isnan(found["kendall_tau"].estimate)
    assert any("all comparisons have the same n" in note for note in found.notes)


def test_a_comparison_alone_in_its_task_has_no_expected_gain():
    given = {k: [*v, *v[:2]] for k, v in GOOD.items()}
    given["baseline"][4] = 0.79
    found = cw.survey(given | {"task": [*["x"] * 5, "y"]}, agreement_from="glue")
    assert math.isnan(found["expected_power[row 6, y]"].estimate)
    assert found["share[underpowered]"].n == 5
    assert any("expected gain of 1 of 6 comparisons is not known" in note for note in found.notes)


def test_scores_without_a_spread_still_have_gains_and_a_tau():
    found = cw.survey(GOOD, kind="scores")
    names = {row.quantity for row in found.rows}
    assert not names & {"mde", "expected_power", "mean_expected_power", "agreement"}
    assert not math.isnan(found["kendall_tau"].estimate)
    assert any("is given by 4 of 4 comparisons" in note for note in found.notes)
    assert "test" not in found.provenance["settings"]


def test_what_cannot_be_detected_counts_as_not_detectable():
    given = {"n": [90, 147, 5000], "baseline": [0.945, 0.97, 0.7], "new": [0.95, 0.98, 0.76]}
    found = cw.survey(given, agreement_from="glue", by="normal")
    assert math.isnan(found["mde[row 1]"].estimate)
    assert found["share[reported at least detectable]"].n == 3
    assert found["share[reported at least detectable]"].estimate == pytest.approx(1 / 3)
    assert any(
        "2 of 3 comparisons no gain that is possible at that baseline" in n for n in found.notes
    )


def test_names_stay_apart():
    found = cw.survey(
        GOOD | {"name": ["a", "a", "a #2", "b [x]"], "task": [""] * 4}, agreement_from="glue"
    )
    names = [spelled(r.at) for r in found.select("mde")]
    assert names == ["a", "a #2", "a #2 #2", "b (x)"]
    assert "median_n[" not in str([r.estimand for r in found.rows])


def test_unknown_agreement_is_said_and_both_bounds_stand_beside():
    found = cw.survey(GOOD)
    assert any(note.startswith("Nothing was said of the agreement") for note in found.notes)
    for bound in ("low", "high"):
        assert f"share[reported at least detectable, {bound}]" in found
    at_most, at_least = (
        round(4 * found[f"share[underpowered, {end}]"].estimate) for end in ("low", "high")
    )
    (said,) = [line for line in answer_of(found).lines if line.startswith("The agreement is")]
    assert re.findall(r"\d+", said) == [f"{at_most}", "4", f"{at_least}"]
    known = answer_of(cw.survey(GOOD, agreement_from="glue"))
    assert not any(line.startswith("The agreement is") for line in known.lines)


def test_comparisons_without_a_paper_are_papers_of_their_own():
    given = {k: [*v, *v[:2]] for k, v in GOOD.items()} | {"paper": ["p", "q", "p", "", None, "NA"]}
    found = cw.survey(given, agreement_from="glue")
    assert found.provenance["settings"]["papers"] == 5
    said = " ".join(found.notes)
    assert "No paper is named by 3 of 6 comparisons: each is taken for a paper of its own." in said
    assert "resamples of 5 papers" in said
    named = cw.survey(given | {"paper": ["p", "q", "p", "x", "y", "z"]}, agreement_from="glue")
    assert named.provenance["settings"]["papers"] == 5
    assert "No paper is named" not in " ".join(named.notes)
    none = cw.survey(GOOD | {"paper": ["p", "p", "", ""]}, where="n<2000", agreement_from="glue")
    assert "No paper is named" not in " ".join(none.notes)


def test_blank_papers_are_drawn_one_by_one():
    """As one paper, the three would leave two papers: too few for an interval."""
    given = {"n": [50, 60, 70, 80], "baseline": [0.5] * 4, "new": [0.5, 0.6, 0.7, 0.8]}
    blank = cw.survey(given | {"paper": ["p", "", "", ""]}, kind="scores")["mean_difference"]
    each = cw.survey(given, kind="scores")["mean_difference"]
    assert (blank.low, blank.high) == pytest.approx((each.low, each.high), abs=0.02)


@pytest.mark.parametrize("scores", [1, 100])
def test_agreements_in_two_units_are_refused(scores):
    given = GOOD | {k: [scores * x for x in GOOD[k]] for k in ("baseline", "new")}
    match = "agreement 90 in row 1 and agreement 0.9 in row 2. Write all in one unit"
    with pytest.raises(ClaimwiseError, match=match):
        cw.survey(given | {"agreement": [90, 0.9, None, None]})


def test_what_is_taken_for_percent_is_said():
    hundred = {"n": GOOD["n"]} | {k: [100 * x for x in GOOD[k]] for k in ("baseline", "new")}
    for declared in (None, True):
        found = cw.survey(hundred | {"expected": [2, None, None, None]}, percent=declared)
        assert found["expected_difference[row 1]"].estimate == 0.02
        assert any("column expected is in points" in note for note in found.notes)
    assert not any("column expected" in note for note in cw.survey(hundred).notes)
    both = hundred | {"baseline": [0.8, *hundred["baseline"][1:]]}
    with pytest.raises(ClaimwiseError, match=r"found new 76 in row 1 and|found baseline 84 in row"):
        cw.survey(both)
    found = cw.survey(both, percent=True)
    assert found["difference[row 1]"].estimate == pytest.approx(0.752)
    assert any("also where they are small: baseline 0.8 in row 1." in n for n in found.notes)


def test_a_cell_without_a_value_meets_no_condition():
    given = GOOD | {"claimed": ["Y", "", "N", None]}
    found = cw.survey(given, where="claimed!=N", agreement_from="glue")
    assert [r.at for r in found.select("mde")] == [{"row": "row 1"}]
    with pytest.raises(ClaimwiseError, match=r"claimed=; column claimed has Y, N\."):
        cw.survey(given, where={"claimed": ""})


@pytest.mark.parametrize(
    ("where", "count"), [("n>=400", 3), ("n>=1,700", 3), ("n=1700", 1), ("n!=9,800", 3)]
)
def test_sizes_with_commas_meet_conditions(where, count):
    given = GOOD | {"n": ["280", "1,700", "3,000", "9,800"]}
    assert cw.survey(given, where=where)["mean_difference"].n == count


def test_a_comma_that_parts_no_thousands_is_refused():
    with pytest.raises(ClaimwiseError, match="found '1,5' in row 2"):
        cw.survey(changed("n", 2, "1,5"))


def test_a_second_column_for_one_role_is_said(tmp_path):
    given = GOOD | {"items": [1] * 4, "dataset": list("xyxy")}
    said = "Recognised: n is column n; column items is not read as n."
    assert said in cw.survey(given).notes
    lines = [",".join(map(str, row)) for row in zip(*given.values(), strict=True)]
    (tmp_path / "t.csv").write_text("\n".join([",".join(given), *lines]))
    found = cw.survey(tmp_path / "t.csv")
    assert said in found.notes
    assert sum(" is not read as " in note for note in found.notes) == 1
    assert found["median_n"].estimate == 2350


def test_tasks_that_differ_in_case_are_one():
    found = cw.survey(GOOD | {"task": ["rte", "RTE", "Rte", "sst"]})
    assert [r.at for r in found.select("median_n")] == [{}, {"task": "RTE"}, {"task": "sst"}]
    assert found["median_n[RTE]"].n == 3
    assert "Recognised: RTE and Rte and rte are one task, RTE." in found.notes


def csv_of(path, given):
    lines = [",".join(map(str, row)) for row in zip(*given.values(), strict=True)]
    path.write_text("\n".join([",".join(given), *lines]) + "\n")
    return path


@pytest.mark.parametrize("second", ["New", "NEW"])
def test_two_columns_that_only_case_tells_apart_are_refused(tmp_path, second):
    given = GOOD | {second: [1] * 4}
    for table in (given, csv_of(tmp_path / "t.csv", given)):
        with pytest.raises(
            ClaimwiseError,
            match=rf"the columns 'new' and '{second}', which count as one name\. Rename one",
        ):
            cw.survey(table)


def test_columns_that_play_no_part_may_differ_in_case_alone():
    found = cw.survey(GOOD | {"Remark": [1] * 4, "remark": [2] * 4}, agreement_from="glue")
    assert found["mean_difference"].estimate == pytest.approx(0.025)


@pytest.mark.parametrize(
    ("header", "role", "values", "match"),
    [
        (
            "previous_best",
            "baseline",
            [0.7, "x", 0.7, 0.7],
            r"column previous_best \(baseline\).*'x'",
        ),
        ("max", "", [5] * 4, r'a column max \(high\) needs kind="scores";'),
        ("items", "n", [280, 1.5, 300, 400], r"column items \(n\) of a survey.*found 1.5 in row 2"),
    ],
)
def test_messages_name_the_column_of_the_table(header, role, values, match):
    given = {k: v for k, v in GOOD.items() if k != role} | {header: values}
    with pytest.raises(ClaimwiseError, match=match):
        cw.survey(given)


def test_messages_show_the_cell_as_it_is_written():
    hundred = {"n": GOOD["n"], "baseline": [72, 84, 75, 82], "new": [76, 176, 76, 85]}
    with pytest.raises(ClaimwiseError, match="between 0 and 100; found 176 in row 2"):
        cw.survey(hundred)
    good = hundred | {"new": [76, 86, 76, 85]}
    with pytest.raises(ClaimwiseError, match=r"column agreement.*0 and 100; found 900 in row 1"):
        cw.survey(good | {"agreement": [900, 90, 90, 90]})
    with pytest.raises(ClaimwiseError, match=r"column expected.*-100 and 100; found 300 in row 1"):
        cw.survey(good | {"expected": [300, 1, 1, 1]})
