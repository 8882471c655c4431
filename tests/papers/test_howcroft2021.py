"""Figures 2 and 3 of Howcroft and Rieser (2021), computed again."""

from __future__ import annotations

import numpy as np
import pytest

import papers
from claimwise import report
from claimwise.core import spelled
from claimwise.worlds import find_rating_world
from papers.base import Value
from papers.howcroft2021.beside import thresholds
from papers.howcroft2021.figures_2_3 import FIGURES
from papers.howcroft2021.sentences import claims, remarks
from papers.howcroft2021.setting import (
    DESIGNS,
    DRAWN,
    EFFECTS,
    EQUAL_POINTS,
    MODELS,
    MORE,
    SETTINGS,
    equal_points,
    points,
)
from papers.run import kept_values

from .kept import FULL, cell_of, judged


def test_the_grid_is_that_of_the_paper():
    values = kept_values(FIGURES.name)
    for design in DESIGNS:
        cells = {
            (v.at("world"), v.at("ratings_per_item"), v.at("items"), v.at("effect"))
            for v in values
            if v.at("design") == design and v.at("effect") != "0"
        }
        assert len(cells) == 120
    assert len([v for v in values if v.at("analysis") == EQUAL_POINTS]) == 10
    assert len([v for v in values if v.at("analysis") in MORE.values()]) == 14
    assert len([v for v in values if v.at("analysis") in DRAWN.values()]) == 2
    assert len(values) == 60 * 2 * 5 + 10 + 14 + 2


@pytest.mark.slow
def test_law_the_kept_run_is_what_the_command_gives():
    """A part of the full grid, computed again with its seed."""
    where = {"world": "low", "ratings_per_item": "3", "items": "50", "design": "published"}
    kept = papers.kept(FIGURES.name)
    for value in cell_of(FIGURES.name, **where).compute(FULL):
        row = kept[value.row().estimand]
        # One study on the edge of alpha may fall on the other side with another processor.
        assert row.estimate == pytest.approx(value.estimate, abs=0.021)


# Rejections of 700 and of 300 studies at effects 0 and 0.465, made with another program.
ANOTHER = {
    "published": {"ordinal-z": (0.081, 0.610), "linear-ml": (0.070, 0.460)},
    "published-corrected": {"ordinal-z": (0.049, 0.587), "linear-ml": (0.051, 0.413)},
}


@pytest.mark.parametrize("design", DESIGNS)
@pytest.mark.parametrize("model", MODELS)
def test_value_beside_another_program(design, model):
    kept = papers.kept(FIGURES.name)
    where = f"world=general, ratings_per_item=3, items=50, design={design}, {model}"
    for effect, rate, studies in zip(
        ("0", "0.465"), ANOTHER[design][model], (700, 300), strict=True
    ):
        found = kept[f"power[{where}, effect={effect}]"].estimate
        assert abs(found - rate) < 3 * (rate * (1 - rate) * (1 / 100 + 1 / studies)) ** 0.5


@pytest.mark.slow
def test_a_quick_run_has_one_cell_of_each_design():
    result = papers.reproduce(FIGURES.name, quick=True)
    assert {spelled(row.at).split(", ")[0] for row in result.rows} == {"world=general"}
    for design in DESIGNS:
        where = f"world=general, ratings_per_item=3, items=50, design={design}"
        found = [
            [result[f"power[{where}, {m}, effect={e}]"].estimate for e in ("0", "0.62")]
            for m in MODELS
        ]
        assert all(null < 0.25 and power > 0.45 for null, power in found)
    assert result.provenance["settings"]["verdict"] == {
        "word": "reproduces",
        "numbers": 0,
        "same": 0,
        "claims": 2,
        "held": 2,
        "draws": 0,
        "plausible": 0,
    }


def some(shares, design="published", world="low"):
    """Return the powers of one cell, at effects 0 to 0.62, by model."""
    where = {"world": world, "ratings_per_item": "3", "items": "50", "design": design}
    return [
        Value((*where.items(), ("analysis", model), ("effect", effect)), "power", share, 0, 1, 100)
        for model, found in shares.items()
        for effect, share in zip(("0", *EFFECTS), found, strict=True)
    ]


def test_value_the_verdict_counts_cells():
    shares = {"ordinal-z": (0.1, 0.2, 0.5, 0.8, 0.9), "linear-ml": (0.02, 0.1, 0.6, 0.8, 0.7)}
    values = [value for design in DESIGNS for value in some(shares, design)]
    first, second = claims(values)
    assert not first.holds
    assert not second.holds
    assert (
        "more in 2 of 4 cells, as much in 1, less in 1; 5.0 points more on average" in first.found
    )
    said = " ".join(remarks(values))
    assert (
        "the ordinal model finds something in 10.0% and the linear one in 2.0% of studies" in said
    )
    assert "(errors 3.0 and 1.4)" in said  # sqrt(0.1 x 0.9 / 100), sqrt(0.02 x 0.98 / 100)
    assert "low -0.06 and 0.12" in said


def test_value_sentences_of_the_paper():
    """They are judged by the numbers: all hold but one, for 0.74 is not 0.8 in either design."""
    found = papers.kept_verdict(FIGURES.name)
    assert found.numbers == []
    assert len(found.claims) == 10
    off = [claim for claim in found.claims if not claim.holds]
    assert ["(published design)" in claim.said for claim in off] == [True, False]
    assert "high 0.53 and 0.74" in off[0].found  # 0.525 and 0.744 of 1,000 studies
    for claim in off:
        assert claim.because == "with high variance the ordinal model has less as well"


def exchanged(value):
    """Return the value with the models exchanged."""
    other = dict(zip(MODELS, MODELS[::-1], strict=True))
    other |= {MORE[model]: MORE[instead] for model, instead in other.items()}
    where = tuple((k, other.get(v, v) if k == "analysis" else v) for k, v in value.where)
    return value._replace(where=where)


def test_direction_no_sentence_holds_of_exchanged_models():
    assert not any(claim.holds for claim in judged(FIGURES.name, exchanged).claims)


def test_direction_gains_must_follow_the_variance():
    other = dict(zip(SETTINGS, SETTINGS[::-1], strict=True))

    def turned(value):
        return value._replace(
            where=tuple((k, other[v] if k == "world" else v) for k, v in value.where)
        )

    found = judged(FIGURES.name, turned).claims
    assert [claim.holds for claim in found[:5]] == [True, False, True, False, False]


def test_chance_shifted_ids_make_for_more_findings_without_an_effect():
    """Noise that no term of the model captures: in the kept run, over cells of both designs."""
    values = kept_values(FIGURES.name)
    for model in MODELS:
        rate = {}
        for design in DESIGNS:
            where = (design, model, "0")
            null = [
                v for v in values if (v.at("design"), v.at("analysis"), v.at("effect")) == where
            ]
            assert len(null) == 30
            rate[design] = np.mean([v.estimate for v in null])
        assert rate["published"] > rate["published-corrected"]
    assert rate["published"] > 0.1  # linear


def test_value_what_is_equal_in_points():
    for name in SETTINGS:
        world = find_rating_world(name)
        assert world.at(equal_points(name)).points() == pytest.approx(0.0, abs=1e-6)
        assert points(name, 0.0) < 0 < equal_points(name) < float(EFFECTS[0])
    # By hand: the mean of a six-point rating is 5 less the sum of the shares below thresholds.
    world = find_rating_world("general")
    spread = [1 + 0.52**2 + 0.57**2, 1 + 0.52**2 + 0.43**2 + 0.57**2 + 0.77**2]
    means = [5 - sum(_phi(cut / s**0.5) for cut in world.thresholds) for s in spread]
    assert points("general", 0.0) == pytest.approx(means[1] - means[0], abs=1e-6)


def _phi(x):
    from scipy.special import ndtr

    return float(ndtr(x))


def test_value_some_of_what_the_linear_model_finds_is_there():
    """Where expected ratings are equal it finds less than at a latent effect of 0."""
    values = kept_values(FIGURES.name)
    false = {}
    for design in DESIGNS:
        equal = [v for v in values if (v.at("design"), v.at("analysis")) == (design, EQUAL_POINTS)]
        where = (design, "linear-ml", "0", "3", "500")
        keys = ("design", "analysis", "effect", "ratings_per_item", "items")
        latent = [v for v in values if tuple(v.at(k) for k in keys) == where]
        assert len(equal) == len(latent) == 5
        false[design] = np.mean([v.estimate for v in equal])
        assert false[design] < np.mean([v.estimate for v in latent]) - 0.03
    # With the ids right the test is honest about points: 5%, of 500 studies.
    assert false["published-corrected"] == pytest.approx(0.05, abs=0.03)
    said = " ".join(papers.kept(FIGURES.name).notes)
    assert "is there, in rating points" in said


def test_the_figure_has_both_designs_and_no_points_of_equal_worlds():
    chart = report.vega_lite(papers.kept(FIGURES.name))
    names = {value["analysis"] for value in chart["data"]["values"]}
    assert names == {f"{model}, {design}" for model in MODELS for design in DESIGNS}
    assert chart["facet"]["row"]["sort"] == list(SETTINGS)


def test_direction_a_gain_of_six_points_has_not_nearly_disappeared():
    def gains_more(value):
        """Give the ordinal model more in extreme-low, where it gains 3 to 4 points."""
        raised = (value.at("world"), value.at("analysis")) == ("extreme-low", "ordinal-z")
        return value._replace(estimate=value.estimate + 0.03) if raised else value

    by_extremes = [c for c in judged(FIGURES.name, gains_more).claims if "disappear" in c.said]
    assert [claim.holds for claim in by_extremes] == [False, False]


def test_value_thresholds_are_drawn_as_published():
    """The lowest is normal (-1.78, 0.19), and so are the gaps (0.62, 0.18): 4 errors."""
    sets = np.array(list(thresholds(1)))
    assert sets.shape == (100, 5)
    gaps = np.diff(sets)
    assert (gaps > 0).all()
    assert abs(sets[:, 0].mean() + 1.78) < 4 * 0.19 / 100**0.5
    assert abs(gaps.mean() - 0.62) < 4 * 0.18 / 400**0.5
    assert abs(sets[:, 0].std() / 0.19 - 1) < 4 / 200**0.5
    assert abs(gaps.std() / 0.18 - 1) < 4 / 800**0.5


def test_value_what_drawn_thresholds_cost():
    (said,) = [text for text in remarks(kept_values(FIGURES.name)) if "Thresholds are" in text]
    assert "ordinal-z 0.604 and 0.628 (error 0.024)" in said
    assert "linear-ml 0.451 and 0.473 (error 0.025)" in said
    shares = dict.fromkeys(MODELS, (0.1,) * 5)
    quick = [value for design in DESIGNS for value in some(shares, design)]
    assert remarks(quick)[0] == said.split(" Power")[0]
