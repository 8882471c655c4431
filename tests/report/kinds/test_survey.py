"""A survey in words: true of the rows, and no word that the rows do not bear."""

from dataclasses import replace

import pytest

import claimwise as cw
from claimwise import report
from claimwise.report.kinds.survey import SHOWN, comparison_table
from claimwise.report.numbers import p_cell, percent
from tests.report.drawn import EXAMPLES, drawn

ONE = {"n": [500], "baseline": [0.8], "new": [0.81]}


def everything(result):
    return " ".join(report.to_text(result, details=True).split())


def short(result):
    return " ".join(report.to_text(result).split())


def put(result, name, **values):
    rows = [replace(r, **values) if r.estimand == name else r for r in result.rows]
    return replace(result, rows=tuple(rows))


def count(row):
    return round(row.estimate * row.n)


def test_the_headline_counts_what_is_underpowered():
    found = drawn("surveyed")
    row = found["share[underpowered]"]
    told = report.answer_of(found)
    assert told.headline.startswith(f"Underpowered: {count(row)} of {row.n} comparisons have")
    assert "power below 80%" in told.headline
    assert (told.word, found.verdict, told.ways) == ("", None, frozenset())
    other = report.answer_of(put(found, "share[underpowered]", estimate=3 / 17, n=17)).headline
    assert other.startswith("Underpowered: 3 of 17 comparisons")
    assert other.endswith("; of the other 22 it is not known")
    none = report.answer_of(put(found, "share[underpowered]", estimate=0.0)).headline
    assert none.startswith("Underpowered: none of 39 comparisons have")


def test_shares_are_said_with_their_counts():
    found = drawn("surveyed")
    text = short(found)
    for name in ("reported at least detectable", "predicted significant"):
        row = found[f"share[{name}]"]
        assert f"in {count(row)} of {row.n} comparisons" in text, name
    assert f"Expected power is {percent(found['mean_expected_power'].estimate)}" in text


def test_what_is_not_significant_is_not_called_equal():
    found = drawn("surveyed")
    left = count(found["share[predicted open]"])
    assert f"and neither in {left}, which is not evidence that the" in short(found)
    assert "If agreement is as assumed, the new system would be found better" in short(found)


def test_what_is_significantly_worse_is_not_left_open():
    given = {"n": [8000, 9000, 10000], "baseline": [90, 80, 85], "new": [80, 79, 80]}
    found = cw.survey(given)
    assert "found better in none of 3 comparisons, worse in 3, and neither in none" in short(found)
    mixed = {"n": [8000, 90, 9000], "baseline": [90, 80, 85], "new": [80, 81, 90]}
    assert "better in 1 of 3 comparisons, worse in 1, and neither in 1" in short(cw.survey(mixed))


@pytest.mark.parametrize("more", [{}, {"agreement": [0.9]}, {"new": [0.7], "expected": [-0.1]}])
def test_what_has_no_number_is_not_said(more):
    text = everything(cw.survey(ONE | more))
    for word in ("nan", "of 0 comparisons", "1 comparisons"):
        assert word not in text, word


def test_an_unpaired_survey_assumes_no_agreement():
    text = short(cw.survey(EXAMPLES / "survey.csv", unpaired=True))
    assert "agreement" not in text
    assert "By this test, the new system would be found better" in text
    assert "different items for each system" in text


def test_tables_hold_every_comparison_and_its_numbers():
    found = drawn("surveyed")
    told = report.answer_of(found)
    (tasks,), (comparisons,) = told.tables, told.more
    assert [line[0] for line in tasks.rows] == [
        *("commonsense", "entailment", "paraphrase", "reading")
    ]
    for line in tasks.rows:
        mean = found[f"mean_difference[{line[0]}]"]
        assert float(line[1]) == pytest.approx(100 * mean.estimate, abs=0.05)
        assert int(line[-1]) == mean.n
    assert len(comparisons.rows) == 39
    for line in comparisons.rows:
        row = found[f"difference[{line[0]}, {line[1]}]"]
        assert float(line[2]) == pytest.approx(100 * row.estimate, abs=0.05)
        assert line[-2:] == (p_cell(row.pvalue), f"{row.n:,}")


def test_a_long_table_says_that_it_is_cut():
    total = SHOWN + 5
    given = {"n": [100] * total, "baseline": [0.5] * total, "new": [0.51] * total}
    (made,) = comparison_table(cw.survey(given, kind="scores"))
    assert made.title == f"By comparison (the first {SHOWN} of {total})"
    assert len(made.rows) == SHOWN


def test_the_method_cites_what_was_done():
    cited = " ".join(report.answer_of(drawn("surveyed")).account.references)
    for name in ("McNemar (1947)", "Card, ", "Kendall (1938)", "Efron (1979)"):
        assert name in cited


def test_scores_without_spread_say_what_they_report():
    found = cw.survey(
        {"n": [50, 100, 80], "baseline": [3.0, 2.0, 4.0], "new": [3.1, 2.4, 4.2]}, kind="scores"
    )
    told = report.answer_of(found)
    assert told.headline.startswith("Mean reported difference, new minus baseline: 0.23")
    assert "McNemar" not in " ".join(told.account.sentences)
    assert told.brief == "Scores of unknown spread"


@pytest.mark.parametrize(
    ("expected", "gain", "whence"),
    [
        ([0.02, 0.03, 0.02, 0.001], "that the table expects", "are those that the table expects"),
        (
            [0.02, None, None, 0.001],
            "the table expects or else the other",
            "Of 2 comparisons the table itself says",
        ),
        ([None] * 4, "the other comparisons predict", "are predicted from the baseline by a line"),
    ],
)
def test_gains_are_said_to_come_from_where_they_do(expected, gain, whence):
    given = {
        "n": [4000, 5000, 6000, 7000],
        "baseline": [0.8, 0.7, 0.75, 0.6],
        "new": [0.82, 0.73, 0.77, 0.65],
        "agreement": [0.9] * 4,
        "expected": expected,
    }
    found = cw.survey(given)
    assert gain in report.answer_of(found).headline
    assert whence in everything(found)
    assert "never of the reported, gain" in everything(found)


def test_the_method_says_what_gains_are_predicted_from():
    chosen = cw.survey(EXAMPLES / "survey.csv", unpaired=True, fit_where="n<2000")
    assert "the gains of 21 comparisons with n<2000" in everything(chosen)
    two = {"n": [50, 90], "baseline": [3.0, 2.0], "new": [3.1, 2.4]}
    text = everything(cw.survey(two, kind="scores"))
    for word in ("expected, never", "tau-b", "resamples"):
        assert word not in text  # nothing was predicted, ranked or resampled


def test_an_answer_fits_a_screen():
    for width in (60, 80, 120):
        lines = report.to_text(drawn("surveyed"), width=width).splitlines()
        assert len(lines) <= 60
        assert max(map(len, lines)) <= width
