"""A survey in words: true of the rows, and no word that the rows do not bear."""

import re
from dataclasses import replace

import pytest

import claimwise as cw
from claimwise import report
from claimwise.report.numbers import percent, probability
from claimwise.report.survey_tables import SHOWN, survey_tables

from .drawn import EXAMPLES, drawn


def plain(result):
    return " ".join(report.to_text(result).split())


def put(result, name, **values):
    rows = [replace(r, **values) if r.estimand == name else r for r in result.rows]
    return replace(result, rows=tuple(rows))


def test_every_share_is_said_with_its_number_and_its_count():
    found = drawn("surveyed")
    text = plain(found)
    for name in ("underpowered", "reported at least detectable", "significant and powered"):
        row = found[f"share[{name}]"]
        assert f"{percent(row.estimate)} of {row.n} comparisons" in text, name
    assert probability(found["mean_expected_power"].estimate) in text


def test_shares_follow_their_rows():
    found = put(drawn("surveyed"), "share[underpowered]", estimate=0.123, n=17)
    assert "Underpowered are 12.3% of 17 comparisons" in plain(found)
    both = plain(found)
    assert "Where a gain is predicted" in both  # another number of comparisons


def test_the_same_comparisons_are_not_said_twice():
    assert "Where a gain is predicted" not in plain(drawn("surveyed"))


def test_what_is_not_significant_is_left_open():
    found = drawn("surveyed")
    text = plain(found)
    share = percent(found["share[predicted open]"].estimate)
    assert f"In {share} of 39 comparisons it stays open which system is better, which" in text
    assert "no difference" not in text.lower()
    assert "Were agreement as assumed, the new system would be found better" in text


def test_what_is_significantly_worse_is_not_left_open():
    given = {"n": [8000, 9000, 10000], "baseline": [90, 80, 85], "new": [80, 79, 80]}
    text = plain(cw.survey(given))
    assert "found better in none of 3 comparisons. It would be found worse" in text
    assert "worse in 100% of 3 comparisons. Both powered" in text
    assert "which system is better" not in text
    assert "found worse in 66.7% of 3 comparisons" in text  # at the least agreement
    mixed = {"n": [8000, 90, 9000], "baseline": [90, 80, 85], "new": [80, 81, 90]}
    text = plain(cw.survey(mixed))
    for group in ("better in 33.3%", "worse in 33.3%", "In 33.3% of 3 comparisons it stays open"):
        assert group in text


def test_what_has_no_number_is_not_said():
    text = report.to_markdown(cw.survey({"n": [500], "baseline": [0.8], "new": [0.81]}))
    assert "nan%" not in text
    assert "of 0 comparisons" not in text


def test_one_comparison_is_one():
    found = cw.survey({"n": [500], "baseline": [0.8], "new": [0.81], "agreement": [0.9]})
    text = plain(found) + plain(cw.survey({"n": [500], "baseline": [0.8], "new": [0.81]}))
    assert "What could 1 published comparison have shown?" in text
    assert "The test set has 500 items." in text
    lost = {"n": [500], "baseline": [0.8], "new": [0.7], "expected": [-0.1]}
    text += plain(cw.survey(lost)) + plain(cw.survey(lost, kind="scores"))
    assert "In 1 of 1 comparison the new system is not ahead" in text
    assert "1 comparisons" not in text
    assert "are 1 point" not in text
    told = {"n": [500] * 2, "baseline": [0.8] * 2, "new": [0.81] * 2, "agreement": [0.9, None]}
    assert any("1 comparison tells its agreement" in note for note in cw.survey(told).notes)


def test_an_unpaired_survey_assumes_no_agreement():
    found = cw.survey(EXAMPLES / "survey.csv", unpaired=True)
    text = plain(found)
    assert "Were agreement" not in text
    assert "By this test, the new system would be found better" in text
    assert "different items for each system" in text


def test_tables_hold_every_comparison_and_its_numbers():
    found = drawn("surveyed")
    tasks, comparisons = survey_tables(found)
    assert [line[0] for line in tasks[2]] == ["commonsense", "entailment", "paraphrase", "reading"]
    assert len(comparisons[2]) == 39
    first = comparisons[2][0]
    assert first[0] == "system-01, commonsense"
    row = found["difference[system-01, commonsense]"]
    assert float(first[2]) == pytest.approx(100 * row.estimate)
    assert first[-1] == probability(row.pvalue)


def test_a_long_table_says_that_it_is_cut():
    count = SHOWN + 5
    given = {"n": [100] * count, "baseline": [0.5] * count, "new": [0.51] * count}
    found = cw.survey(given, kind="scores")
    (table,) = survey_tables(found)
    assert table[0] == f"By comparison (the first {SHOWN} of {count})"
    assert len(table[2]) == SHOWN


def test_the_document_cites_what_was_done():
    document = report.document(drawn("surveyed"))
    said = " ".join(document.references)
    for name in ("McNemar (1947)", "Card, ", "Kendall (1938)", "Efron (1979)"):
        assert name in said
    assert "never of the reported, gain" in document.method
    assert document.checklist == ()
    assert document.answer.startswith("Underpowered are 51.3% of 39 comparisons")
    assert any("studies like these detect true differences" in t for t in document.detectable)
    assert any(note.startswith("Dropped: 1 of 40") for note in document.dropped)


def test_scores_without_spread_have_a_document():
    found = cw.survey(
        {
            "n": [50, 100, 80],
            "baseline": [3.0, 2.0, 4.0],
            "new": [3.1, 2.4, 4.2],
            "task": ["x", "x", "y"],
        },
        kind="scores",
    )
    document = report.document(found)
    assert document.answer.startswith("The reported differences, new minus baseline, are 0.2333")
    assert "mcnemar" not in document.method
    assert report.figures_of(found) == ["survey-gains"]
    assert {v["what"] for v in report.vega_lite(found)["data"]["values"]} == {"reported"}


def test_figures_are_drawn_from_the_rows():
    found = drawn("surveyed")
    values = report.vega_lite(found, "survey-gains")["data"]["values"]
    for value in values:
        name = "mde" if value["what"].startswith("detectable") else "difference"
        row = found[f"{name}[{value['name']}]"]
        assert (value["n"], value["difference"]) == (row.n, 100 * row.estimate)
        if name == "difference":
            met = row.estimate >= found[f"mde[{value['name']}]"].estimate
            assert (value["what"] == "reported, at least detectable") == met
    assert len(values) == 78
    powers = report.vega_lite(found, "survey-power")["data"]["values"]
    assert [v["power"] for v in powers] == sorted(v["power"] for v in powers)
    for value in powers:
        assert value["power"] == found[f"expected_power[{value['name']}]"].estimate
        assert (value["what"] == "at least 80%") == (value["power"] >= 0.8)


def test_a_long_survey_says_how_many_detectable_gains_stand_in_its_table():
    def told(count):
        given = {"n": [300] * count, "baseline": [0.6] * count, "new": [0.62] * count}
        (said,) = report.document(cw.survey(given, unpaired=True)).detectable
        return said

    assert told(SHOWN).endswith("; each stands in the table.")
    assert told(SHOWN + 1).endswith(f"; the first {SHOWN} stand in the table.")


@pytest.mark.parametrize(
    ("sizes", "words"),
    [
        ([100, 100, 100, 200], "The median size of their test sets is 100 items."),
        ([1022, 1023], "The median size of their test sets is 1,022.5 items."),
        ([1, 1, 9], "The median size of their test sets is 1 item."),
        ([1], "The test set has 1 item."),
        ([3000], "The test set has 3,000 items."),
    ],
)
def test_sizes_are_summed_up_by_their_median(sizes, words):
    given = {"n": sizes, "baseline": [0.5] * len(sizes), "new": [0.6] * len(sizes)}
    text = plain(cw.survey(given, kind="scores"))
    assert words in text
    assert "Half of" not in text


def test_shares_of_sizes_are_said_as_they_are_counted():
    given = {"n": [50, 100, 200, 201], "baseline": [0.5] * 4, "new": [0.6] * 4}
    text = plain(cw.survey(given, kind="scores"))
    assert "50% of 4 comparisons have at most 100 items." in text
    assert "25% of 4 comparisons have more than 200 items." in text


def told(expected, **more):
    """Return a survey of test sets that are large enough, with what the table expects."""
    given = {
        "n": [4000, 5000, 6000, 7000],
        "baseline": [0.8, 0.7, 0.75, 0.6],
        "new": [0.82, 0.73, 0.77, 0.65],
        "agreement": [0.9] * 4,
        "expected": expected,
    }
    return cw.survey(given, **more)


def everything(result):
    """Return all that a report says of a survey and its figure of power."""
    document = report.document(result)
    (figure,) = (one for one in document.figures if one.name == "survey-power")
    title = " ".join([figure.spec["title"]["text"], *figure.spec["title"]["subtitle"]])
    return " ".join([plain(result), document.answer, document.method, figure.caption, title])


def test_gains_that_the_table_expects_are_not_called_predicted():
    text = everything(told([0.02, 0.03, 0.02, 0.001]))
    assert "comparisons: the gain that the table expects would be found there" in text
    assert "with the right sign, the gain that the table expects (" in text
    assert "for the gain that the table expects, not for the one reported" in text
    assert "Expected gains are those that the table tells, and the power" in text
    assert "or no gain is expected." in text
    for word in ("other comparisons", "is predicted", "least squares"):
        assert word not in text, word


def test_gains_of_the_table_and_predicted_ones_are_both_named():
    text = everything(told([0.02, None, None, 0.001]))
    gain = "the gain that the table expects or else the other comparisons predict"
    assert text.count(gain) == 4  # sentence, answer, caption and title
    assert "tells, or else predicted by least squares from all other comparisons, and" in text
    text = everything(told([None] * 4))
    assert "table expects" not in text
    assert "are predicted by least squares from all other comparisons, and" in text


def test_where_the_table_alone_gives_gains_nothing_is_called_predicted():
    given = {"n": [500, 800], "baseline": [0.8, 0.7], "new": [0.82, 0.73], "expected": [0.02, None]}
    found = cw.survey(given)
    text = everything(found)
    assert "Expected power is 0.1661 in 1 comparison." in text
    assert "so no expected power" not in text
    assert "Assumed gains of 1 comparison are those that the table expects." in found.notes
    assert "No other gain could be predicted, so that the rest has no expected power: the" in text
    assert "other comparisons predict" not in text


def test_the_method_says_what_gains_are_predicted_from():
    chosen = cw.survey(EXAMPLES / "survey.csv", unpaired=True, fit_where="n<2000")
    assert "from the other comparisons with n<2000, and the power" in report.document(chosen).method
    scores = {"n": [50, 90, 80, 70], "baseline": [3.0, 2.0, 4.0, 1.0], "new": [3.1, 2.4, 4.2, 1.2]}
    method = report.document(cw.survey(scores, kind="scores")).method
    assert "Expected gains are predicted by least squares from all other comparisons (" in method
    assert "the power is that" not in method  # none is known
    two = {name: values[:2] for name, values in scores.items()}
    method = report.document(cw.survey(two, kind="scores")).method
    assert "Expected gains" not in method
    assert "tau" not in method
    assert "resamples" not in method
    assert "with 2,000 resamples" in report.document(chosen).method


def test_an_axis_of_sizes_is_logarithmic_over_a_decade():
    wide = report.vega_lite(drawn("surveyed"), "survey-gains")["layer"][1]["encoding"]["x"]
    assert wide["scale"]["type"] == "log"
    near = {"n": [500, 600, 800], "baseline": [0.5, 0.6, 0.7], "new": [0.52, 0.65, 0.71]}
    chart = report.vega_lite(cw.survey(near, agreement_from="glue"), "survey-gains")
    assert "type" not in chart["layer"][1]["encoding"]["x"]["scale"]


@pytest.mark.parametrize(
    ("sizes", "shown"),
    [
        ([1000, 1500, 2600], ["1,000", "1,500", "2,000", "2,500"]),
        ([3, 4, 4], ["3", "4"]),
        ([10, 16, 12], ["10", "11", "12", "13", "14", "15", "16"]),
    ],
)
def test_sizes_on_a_short_axis_are_whole_and_in_full(sizes, shown):
    vl_convert = pytest.importorskip("vl_convert")
    given = {"n": sizes, "baseline": [0.5, 0.6, 0.7], "new": [0.52, 0.65, 0.71]}
    found = cw.survey(given, kind="scores")
    drawing = vl_convert.vegalite_to_svg(report.vega_lite(found, "survey-gains"))
    below = [text for text in re.findall(r">([\d,.e+]+)</text>", drawing) if "0." not in text]
    assert below == shown


def test_a_comparison_that_is_not_judged_is_drawn_as_reported_alone():
    """Without a spread nothing is known of it; where no gain is detectable, that is known."""
    scores = {"n": [50, 60, 1], "baseline": [3.1, 3.2, 3.3], "new": [3.2, 3.4, 3.6]}
    found = cw.survey(scores | {"sd": [1.0, None, 1.0]}, kind="scores")
    drawn = report.vega_lite(found, "survey-gains")["data"]["values"]
    kinds = {one["name"]: one["what"] for one in drawn if one["what"].startswith("reported")}
    assert list(kinds.values()) == ["reported, less than detectable", "reported", "reported"]
