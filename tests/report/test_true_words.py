"""Words that are true of the numbers beside them."""

from dataclasses import replace

import pytest

import claimwise as cw
from claimwise import report

from .drawn import drawn


def plain(result):
    return " ".join(report.to_text(result).split())


def test_too_few_graded_items_are_not_blamed_on_agreement():
    graded = plain(cw.compare({"a": [0.5, 0.25], "b": [0.5, 0.5]}))
    assert "With so few items, no possible difference is found with power 0.8." in graded
    right = plain(cw.compare({"a": [1, 0], "b": [1, 1]}))
    assert "With so few items, or at the agreement observed, no possible" in right


def test_a_difference_of_ratings_that_is_not_significant_stays_open():
    fit = drawn("ordinal")
    said = [" ".join(text.split()) for text in report.to_text(fit).split("\n\n")]
    open_ones = [row for row in fit.rows if row.name == "difference" and row.pvalue > 0.05]
    assert open_ones
    for row in fit.rows:
        if row.name == "difference":
            b, a = row.qualifier.split(" vs ")
            text = next(t for t in said if t.startswith(f"{b} is rated") and f"than {a} " in t)
            assert ("Which is rated higher stays open at alpha 0.05" in text) == (row.pvalue > 0.05)


@pytest.mark.parametrize(
    ("name", "word", "other"),
    [
        ("means calibrated", "not told apart from alpha", "holds alpha"),
        ("accuracy calibrated", "holds alpha", "not told apart from alpha"),
    ],
)
def test_simulations_do_not_show_that_alpha_is_held(name, word, other):
    text = plain(drawn(name))
    assert word in text
    assert other not in text


def test_a_share_of_findings_below_alpha_is_called_too_little():
    found = drawn("means calibrated")
    rows = [
        replace(row, low=0.0, high=0.01, estimate=0.005) if row.name == "false_positives" else row
        for row in found.rows
    ]
    assert "finds too little" in plain(replace(found, rows=tuple(rows)))
