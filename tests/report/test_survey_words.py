"""A survey in words: true of the rows, and no word that the rows do not bear."""

from dataclasses import replace

import pytest

import claimwise as cw
from claimwise import report
from claimwise.report.numbers import percent, probability
from claimwise.report.survey_tables import MOST, survey_tables
from claimwise.report.surveys import survey_paragraphs

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


@pytest.mark.parametrize(
    ("estimate", "p", "word"),
    [
        (-0.3, 0.01, "Smaller test sets report larger gains."),
        (0.3, 0.01, "Larger test sets report larger gains."),
        (-0.3, 0.2, "stays open, which is no evidence that they do neither"),
        (0.3, 0.2, "stays open, which is no evidence that they do neither"),
    ],
)
def test_the_direction_of_tau_is_said_only_where_it_is_significant(estimate, p, word):
    found = put(drawn("surveyed"), "kendall_tau", estimate=estimate, low=-0.9, high=0.9, pvalue=p)
    text = " ".join(survey_paragraphs(found))
    assert word in text
    assert ("report larger gains" in text) == (p < 0.05)


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
    count = MOST + 5
    given = {"n": [100] * count, "baseline": [0.5] * count, "new": [0.51] * count}
    found = cw.survey(given, kind="scores")
    (table,) = survey_tables(found)
    assert table[0] == f"By comparison (the first {MOST} of {count})"
    assert len(table[2]) == MOST


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
        assert (value["what"] == "at least 0.8") == (value["power"] >= 0.8)


def test_an_axis_of_sizes_is_logarithmic_over_a_decade():
    wide = report.vega_lite(drawn("surveyed"), "survey-gains")["layer"][1]["encoding"]["x"]
    assert wide["scale"]["type"] == "log"
    near = {"n": [500, 600, 800], "baseline": [0.5, 0.6, 0.7], "new": [0.52, 0.65, 0.71]}
    chart = report.vega_lite(cw.survey(near, agreement_from="glue"), "survey-gains")
    assert "type" not in chart["layer"][1]["encoding"]["x"]["scale"]
