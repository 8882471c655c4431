"""Figures 15 and 16 of Card et al. (2020): effects of swapping sentences.

References are hand arithmetic on what the authors' notebook stores, and sacreBLEU's definition.
"""

from __future__ import annotations

from math import exp, log, sqrt
from pathlib import Path

import pytest

import papers
from claimwise import read_outputs
from claimwise.metrics import find_metric, measure
from papers.base import Effort
from papers.card2020.figure_15 import OTHERS, WHOLE, WITHOUT, without_penalty

from .kept import FULL, cell_of, judged

ADDITIVE, LAPLACE = "card-figure-15", "card-figure-16"


def published(name, pair):
    """What is computed of a published pair, by its number."""
    values = cell_of(name, part="as published", pair=pair).compute(FULL)
    return {value.at("number"): value.estimate for value in values}


def counted(found):
    one = found.counts()
    return one["same"], one["numbers"], one["held"], one["claims"]


def test_value_the_spread_of_the_fitted_mixture_by_hand():
    """P0 0.1928, b 0.011932, n 1997, centre -2 x 4.338 / (n (1 - P0)): half the root of a sum."""
    apart = 1 - 0.1927891837756635
    centre = -2 * 4.338189265724111 / (1997 * apart)
    square = apart * (2 * 0.011932186794530624**2 + centre**2)
    spread = sqrt(1997 * square) / 2
    found = published(ADDITIVE, "2019")
    assert found["standard deviation"] == pytest.approx(spread)
    assert found["97.5th percentile"] == pytest.approx(1.959964 * spread)
    assert counted(papers.kept_verdict(ADDITIVE)) == (3, 6, 0, 1)


def test_value_b0_and_the_height_of_the_curve_by_hand():
    """100 points from the 1st to the 99th percentile: the nearest lies ln(50) / 99 off the peak."""
    found = published(LAPLACE, "2018")
    assert found["b0"] == pytest.approx(0.009877433535488785 * 2998)
    height = exp(-log(50) / 99) / (2 * 0.009877433535488785)
    assert found["height of the curve"] == pytest.approx(height)
    assert counted(papers.kept_verdict(LAPLACE)) == (6, 8, 2, 2)


@pytest.mark.parametrize(
    ("name", "place", "new", "counts"),
    [
        (ADDITIVE, ("2019", "standard deviation"), 0.36, (4, 6, 0, 1)),
        (ADDITIVE, (OTHERS, "SYSTRAN", WHOLE, "error"), 0.09, (3, 6, 1, 1)),
        (LAPLACE, ("2019", "b0"), 23.74, (7, 8, 2, 2)),
        (LAPLACE, ("uedin-nmt", "farthest"), 0.11, (6, 8, 1, 2)),
        (LAPLACE, ("uedin-nmt", "375"), 19.0, (6, 8, 1, 2)),
    ],
)
def test_direction_one_number_turns_a_verdict(name, place, new, counts):
    def change(value):
        here = set(place) <= {text for _, text in value.where}
        return value._replace(estimate=new) if here else value

    assert counted(judged(name, change)) == counts


def test_value_without_the_penalty_bleu_is_the_mean_of_its_precisions(tmp_path):
    """The references have 12 words and A has 8: the penalty is exp(1 - 12 / 8)."""
    texts = {
        "a": "one two three four\nfive six seven eight\n",
        "b": "one two three four five six\nfive six seven eight nine ten\n",
        "gold": "one two three four five six\nfive six seven eight nine ten\n",
    }
    paths = {name: tmp_path / f"{name}.txt" for name in texts}
    for name, path in paths.items():
        path.write_text(texts[name])
    corpus = measure(
        find_metric("bleu"), read_outputs(paths["a"], paths["b"], references=paths["gold"])
    )
    assert corpus.scores() == pytest.approx([100 * exp(-0.5), 100])
    assert without_penalty(corpus).scores() == pytest.approx([100, 100])


def test_swaps_of_real_outputs_add_up_without_the_penalty(shared_data, tmp_path):
    """300 lines where SYSTRAN is shorter than the references: the penalty alone is in the way."""
    for name in papers.REPLICATIONS[ADDITIVE].needs:
        lines = (Path(shared_data) / "mt" / name).read_text(encoding="utf-8").splitlines(True)
        (tmp_path / name).write_text("".join(lines[2400:2700]), encoding="utf-8")
    effort = Effort(quick=True, seed=1, workers=1, data=tmp_path)
    found = {
        (value.at("line"), value.at("number")): value.estimate
        for value in cell_of(ADDITIVE, pair="SYSTRAN").compute(effort)
        if value.at("part") == OTHERS
    }
    assert found[WHOLE, "error"] > 0.2
    assert found[WITHOUT, "error"] < 0.01
    assert found[WITHOUT, "correlation"] == pytest.approx(1, abs=1e-5)
