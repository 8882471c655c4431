"""Captions name what their figure shows, and nothing that it does not."""

import pytest

import claimwise as cw
from claimwise.data import example_path
from claimwise.plan.around import curves_around
from claimwise.report import caption, vega_lite
from claimwise.study import read
from claimwise.study.curve import curve

from .corpus import result_of

LINEAR = "ratings examples/ratings.csv --model linear"
JUDGED = "judgements examples/judgements.csv --a base --b new"
METRIC = "compare examples/latency.csv --model metric --assess posterior --rope -5:5"
SHARES = "compare examples/leaderboard.csv --a bert --b roberta --assess posterior --rope 0.01"


def test_single_ratings_are_named_where_they_have_a_bar():
    for command, single in ((LINEAR, True), (JUDGED, False)):
        result = result_of(command)
        drawn = [value["what"] for value in vega_lite(result, "variances")["data"]["values"]]
        assert ("residual" in drawn) is single
        assert ("single ratings" in caption(result, "variances")) is single


def test_systems_are_named_where_they_are_drawn():
    for command, systems in ((METRIC, False), (SHARES, True)):
        result = result_of(command)
        panels = vega_lite(result, "posterior")["vconcat"]
        assert (len(panels) > 1) is systems
        b = result.provenance["settings"]["b"]
        assert (f", of {b} and of their difference" in caption(result, "posterior")) is systems
        assert "difference" in caption(result, "posterior")


@pytest.mark.parametrize(
    ("budget", "words"), [(500, "every cell"), (120, "Line: what"), (10, "none of the cells")]
)
def test_the_line_of_a_budget_is_named_where_it_is_drawn(budget, words):
    plan = cw.plan.responses(
        items=[50, 100],
        responses=[1, 3],
        budget=budget,
        epsilon_b=0.3,
        metric="mae",
        solve="power",
        replicates=20,
        resamples=39,
        rng=1,
    )
    assert words in caption(plan, "heatmap")
    assert ("Line:" in caption(plan, "heatmap")) is (budget == 120)


def test_the_curve_of_a_study_says_what_is_assumed():
    found = curve(read(example_path("study.toml")))
    subtitle = " ".join(vega_lite(found)["title"]["subtitle"])
    for text in (subtitle, caption(found)):
        for words in ("quiz questions", "mcnemar-midp", "alpha .05", "5 points", "agreement 90%"):
            assert words in text
    assert "400 items" in caption(found)


def test_the_figures_of_a_report_mark_the_size_that_was_asked_about():
    options = {"n": 500, "difference": 0.04, "agreement": 0.9}
    power, mde = curves_around(cw.plan.accuracy, options, cw.plan.accuracy(**options))
    for result, name in ((power, "power"), (mde, "detectable")):
        marks = [layer.get("data", {}).get("values") for layer in vega_lite(result, name)["layer"]]
        assert [{"n": 500}] in marks
        assert "the plan, 500 items" in caption(result, name)
    own = cw.plan.accuracy(**options | {"n": [200, 500]})
    assert "the plan," not in caption(own, "power")
