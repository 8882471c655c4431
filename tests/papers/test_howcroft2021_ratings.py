"""Table 1 and Figure 1 of Howcroft and Rieser (2021): counts, and shares of ratings."""

from __future__ import annotations

from math import log
from pathlib import Path

import pytest
from scipy import stats

import papers
from papers.base import THEIR_WAY, Effort
from papers.howcroft2021.figure_1 import interval_shares, probit_shares, thresholds
from papers.run import kept_values

from .kept import cell_of, judged

TABLE, FIGURE = "howcroft-table-1", "howcroft-figure-1"


def counted(found):
    one = found.counts()
    return one["same"], one["numbers"], one["held"], one["claims"]


@pytest.fixture(scope="module")
def effort(shared_data):
    return Effort(quick=True, seed=1, workers=1, data=Path(shared_data))


def test_value_the_counts_of_the_ratings_of_fluency(effort):
    """15 raters, two of them nameless; 1,361 texts where line ends count, 1,358 where not."""
    values = cell_of(TABLE, line="PPLM").compute(effort)
    ours, theirs = (
        {v.at("number"): v.estimate for v in values if (v.quantity == THEIR_WAY) == way}
        for way in (False, True)
    )
    assert ours["participants"] == 15
    assert ours["texts"] == 1358
    assert ours["ratings"] == 19_486
    assert ours["ratings of a text"] == 9
    assert theirs == {"participants": 14, "ratings of a participant": 1356}


def test_value_all_ratings_by_hand():
    """4, 4, 12, 19.5, 3.0, 41.0 and 7.4 thousand: 90,798 in all."""
    found = {
        v.at("number"): v.estimate
        for v in cell_of(TABLE, part="ratings of all data sets").compute(None)[:4]
    }
    assert found == pytest.approx(
        {"fewest": 2.967, "most": 40.965, "median": 7.38, "mean": 90.798 / 7}
    )


def test_value_shares_against_scipy():
    cuts = [-1.78, -1.16, -0.54, 0.08, 0.7]
    shares = probit_shares(cuts)
    assert shares[0] == pytest.approx(stats.norm.cdf(-1.78))
    assert thresholds(shares) == pytest.approx(cuts)
    mean = sum(k * p for k, p in enumerate(shares, 1))
    spread = sum((k - mean) ** 2 * p for k, p in enumerate(shares, 1)) ** 0.5
    heights = stats.norm.pdf(range(1, 7), mean, spread)
    assert interval_shares(shares) == pytest.approx(list(heights / heights.sum()))


def test_value_the_loss_on_other_texts_is_near_that_of_the_texts_themselves():
    """19,486 ratings and four thresholds: a little more than the entropy of all ratings."""
    at = {tuple(text for _, text in v.where): v.estimate for v in kept_values(FIGURE)}
    fluency = "ratings of fluency"
    shares = [
        at["probabilities", fluency, "ratings and ordered probit", f"{k}"] for k in range(1, 6)
    ]
    entropy = -sum(p * log(p) for p in shares)
    loss = at["accuracy", fluency, "ordered probit", "loss on other texts"]
    assert entropy < loss < entropy + 0.003


@pytest.mark.parametrize(
    ("name", "place", "new", "counts"),
    [
        (TABLE, None, 0, (20, 25, 0, 1)),
        (TABLE, {"medians between two points"}, 0, (20, 25, 1, 1)),
        (TABLE, {"NEM1", "texts"}, 297, (19, 25, 0, 1)),
        (FIGURE, None, 0, (1, 1, 1, 1)),
        (FIGURE, {"ordered probit", "loss on other texts"}, 1.34, (1, 1, 0, 1)),
        (FIGURE, {"thresholds", "thresholds of the paper", "1"}, -1.9, (0, 1, 1, 1)),
    ],
)
def test_direction_one_number_turns_a_verdict(name, place, new, counts):
    def change(value):
        here = place is not None and place <= {text for _, text in value.where}
        return value._replace(estimate=float(new)) if here else value

    assert counted(judged(name, change)) == counts


def test_reasons_that_were_checked_are_said_to_be():
    found = papers.kept_verdict(TABLE)
    checked = {one.value.at("number") for one in found.numbers if one.explained}
    assert checked == {"participants", "ratings of a participant", "fewest"}
    assert not found.unexplained
