"""Words that are true of the numbers beside them."""

from dataclasses import replace

import numpy as np
import pytest

import claimwise as cw
from claimwise import report
from claimwise.core import spelled
from claimwise.data import Pairs

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
    open_ones = [row for row in fit.rows if row.quantity == "difference" and row.pvalue > 0.05]
    assert open_ones
    for row in fit.rows:
        if row.quantity == "difference":
            b, a = spelled(row.at).split(" vs ")
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
        replace(row, low=0.0, high=0.01, estimate=0.005)
        if row.quantity == "false_positives"
        else row
        for row in found.rows
    ]
    assert "finds too little" in plain(replace(found, rows=tuple(rows)))


def test_a_bayes_factor_of_which_a_bound_is_known_reads_the_same_everywhere():
    rng = np.random.default_rng(0)
    a, b = np.zeros(400), np.r_[np.ones(300), np.zeros(100)]
    order = rng.permutation(400)
    found = cw.compare(
        Pairs(a[order], b[order]),
        assess="posterior,bayes-factor",
        prior=["uniform", "jeffreys"],
        rope=0.01,
    )
    row = found["bayes_factor_direction"]
    assert row.estimate > 1e12 or row.kind == "bound"
    told = f"{row.low if row.kind == 'bound' else row.estimate:.4g}"
    document = report.document(found)
    tables = {name: {line[0]: line for line in body} for name, _, body in document.tables}
    assert told in " ".join(document.paragraphs)
    assert told in tables["Every row"]["bayes_factor_direction"][1]
    under = tables["Under other priors"]["bayes_factor_direction"]
    assert told in under[1]
    assert max(len(cell) for cell in under[1:]) <= 12  # beside others it has to fit a line
