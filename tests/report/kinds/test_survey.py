"""A survey in words: true of the rows, and no word that the rows do not bear."""

from dataclasses import replace

import pytest

import claimwise as cw
from claimwise import report
from claimwise.report.numbers import p_cell, percent
from claimwise.report.survey_tables import SHOWN, comparison_table
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
    assert told.headline.startswith(f"Underpowered: {count(row)} of {row.n} comparisons would")
    assert "power below 80%" in told.headline
    assert (told.word, found.verdict) == ("", None)
    other = report.answer_of(put(found, "share[underpowered]", estimate=3 / 17, n=17)).headline
    assert other.startswith("Underpowered: 3 of 17 comparisons")
    assert other.endswith("; of the other 22 it is not known")
    none = report.answer_of(put(found, "share[underpowered]", estimate=0.0)).headline
    assert none.startswith("Enough power: each of 39 comparisons would find")


def test_every_share_is_said_with_its_number_and_its_count():
    found = drawn("surveyed")
    text = everything(found)
    names = ("reported at least detectable", "predicted significant", "significant and powered")
    for name in names:
        row = found[f"share[{name}]"]
        assert f"{count(row)} of {row.n} comparisons" in text, name
    assert percent(found["mean_expected_power"].estimate) in short(found)


def test_where_no_gain_is_predicted_that_is_said_and_nowhere_else():
    found = drawn("surveyed")
    assert "no gain is predicted" not in short(found)  # each has one
    fewer = put(found, "share[underpowered, gain expected]", estimate=0.5, n=30)
    assert "or no gain is predicted" in short(fewer)
    assert "Where a gain is predicted, 15 of 30 comparisons are underpowered." in everything(fewer)


def test_what_is_not_significant_is_left_open():
    found = drawn("surveyed")
    left = count(found["share[predicted open]"])
    text = short(found)
    assert f"{left} stay open, which is not evidence that the systems are equal" in text
    assert "no difference" not in text.lower()
    assert "If agreement is as assumed, the new system would be found better" in text


def test_what_is_significantly_worse_is_not_left_open():
    given = {"n": [8000, 9000, 10000], "baseline": [90, 80, 85], "new": [80, 79, 80]}
    found = cw.survey(given)
    assert "found better in none of 3 comparisons and worse in 3." in short(found)
    assert "stay open" not in short(found)
    assert "found worse in 2 of 3 comparisons" in everything(found)  # at the least agreement
    mixed = {"n": [8000, 90, 9000], "baseline": [90, 80, 85], "new": [80, 81, 90]}
    text = short(cw.survey(mixed))
    assert "better in 1 of 3 comparisons and worse in 1; 1 stays open" in text


def test_what_has_no_number_is_not_said():
    text = everything(cw.survey(ONE))
    assert "nan" not in text
    assert "of 0 comparisons" not in text


def test_one_comparison_is_one():
    texts = [everything(cw.survey(ONE | {"agreement": [0.9]})), everything(cw.survey(ONE))]
    assert "The test set has 500 items." in texts[0]
    lost = {"n": [500], "baseline": [0.8], "new": [0.7], "expected": [-0.1]}
    texts += [everything(cw.survey(lost)), everything(cw.survey(lost, kind="scores"))]
    assert not any("1 comparisons" in text for text in texts)
    assert "1 published comparison have" in report.answer_of(cw.survey(ONE)).question


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
        row = found[f"difference[{line[0]}]"]
        assert float(line[1]) == pytest.approx(100 * row.estimate, abs=0.05)
        assert line[-2:] == (p_cell(row.pvalue), f"{row.n:,}")


def test_a_long_table_says_that_it_is_cut():
    total = SHOWN + 5
    given = {"n": [100] * total, "baseline": [0.5] * total, "new": [0.51] * total}
    (made,) = comparison_table(cw.survey(given, kind="scores"))
    assert made.title == f"By comparison (the first {SHOWN} of {total})"
    assert len(made.rows) == SHOWN


def test_the_method_cites_what_was_done():
    told = report.answer_of(drawn("surveyed"))
    cited = " ".join(told.account.references)
    for name in ("McNemar (1947)", "Card, ", "Kendall (1938)", "Efron (1979)"):
        assert name in cited
    assert "never of the reported, gain" in " ".join(told.account.sentences)
    assert told.checks is None


def test_detectable_gains_are_those_of_the_rows():
    found = drawn("surveyed")
    sizes = [row.estimate for row in found.select("mde")]
    (told,) = report.answer_of(found).detectable
    for end in (min(sizes), max(sizes)):
        assert f"{100 * end:.{2 if end < 0.01 else 1}f} points" in told


def test_scores_without_spread_say_what_they_report():
    found = cw.survey(
        {"n": [50, 100, 80], "baseline": [3.0, 2.0, 4.0], "new": [3.1, 2.4, 4.2]}, kind="scores"
    )
    told = report.answer_of(found)
    assert told.headline.startswith("The reported differences, new minus baseline, average 0.23")
    assert "McNemar" not in " ".join(told.account.sentences)
    assert told.brief == "Scores of unknown spread"


@pytest.mark.parametrize(
    ("sizes", "words"),
    [
        ([100, 100, 100, 200], "The median size of their test sets is 100 items."),
        ([1022, 1023], "The median size of their test sets is 1022.5 items."),
        ([1, 1, 9], "The median size of their test sets is 1 item."),
        ([3000], "The test set has 3,000 items."),
    ],
)
def test_sizes_are_summed_up_by_their_median(sizes, words):
    given = {"n": sizes, "baseline": [0.5] * len(sizes), "new": [0.6] * len(sizes)}
    assert words in everything(cw.survey(given, kind="scores"))


def test_shares_of_sizes_are_said_as_they_are_counted():
    given = {"n": [50, 100, 200, 201], "baseline": [0.5] * 4, "new": [0.6] * 4}
    text = everything(cw.survey(given, kind="scores"))
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


def test_gains_that_the_table_expects_are_not_called_predicted():
    text = everything(told([0.02, 0.03, 0.02, 0.001]))
    assert "would find the gain that the table expects with power" in text
    assert "Expected gains are those that the table gives, and the power" in text
    for word in ("other comparisons predict", "is predicted", "least squares"):
        assert word not in text, word


def test_gains_of_the_table_and_predicted_ones_are_both_named():
    text = everything(told([0.02, None, None, 0.001]))
    assert "the gain that the table expects or else the other comparisons predict" in text
    assert "gives, or else predicted by least squares from all other comparisons, and" in text
    text = everything(told([None] * 4))
    assert "table expects" not in text
    assert "are predicted by least squares from all other comparisons, and" in text


def test_the_method_says_what_gains_are_predicted_from():
    chosen = cw.survey(EXAMPLES / "survey.csv", unpaired=True, fit_where="n<2000")
    assert "from the other comparisons with n<2000, and the power" in everything(chosen)
    assert "with 2,000 resamples" in everything(chosen)
    two = {"n": [50, 90], "baseline": [3.0, 2.0], "new": [3.1, 2.4]}
    text = everything(cw.survey(two, kind="scores"))
    for word in ("Expected gains", "tau-b", "resamples"):
        assert word not in text  # nothing was predicted, ranked or resampled


def test_an_answer_fits_a_screen():
    for width in (60, 80, 120):
        lines = report.to_text(drawn("surveyed"), width=width).splitlines()
        assert len(lines) <= 60
        assert max(map(len, lines)) <= width
