"""Power of rating studies: the analyses that come after the data, and published numbers."""

import json
from pathlib import Path

import numpy as np
import polars
import pytest
from scipy import stats

import claimwise as cw
from claimwise.core import FitError, ParameterError
from claimwise.designs import Assignment, complete, lists
from claimwise.engine.ratings import Count, RatingStudy
from claimwise.power.rating_tests import TESTS, Study, rating_test
from claimwise.worlds.rating_presets import preset
from claimwise.worlds.ratings import OrdinalRatings
from claimwise.worlds.varying import Varying


def small(name="general", effect=0.4):
    """A few simulated studies of a small design."""
    world, design = preset(name).at(effect), lists(30, 3, 15, rng=1)
    ratings = world.draw(design, np.random.default_rng(3), 4)
    return Study(design, world, ratings[0], correlated=True), ratings


def frame(study, ratings):
    return polars.DataFrame(
        {
            "rater": study.design.rater.astype(str),
            "item": study.design.item.astype(str),
            "x": study.design.system - 0.5,
            "y": ratings + 1 if ratings.dtype == np.int64 else ratings,
        }
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "outcome", "how"),
    [
        ("linear", "linear", {}),
        ("linear-z", "linear", {"reml": False}),
        ("linear-ml", "linear", {"reml": False}),
        ("ordinal", "ordinal", {"link": "probit"}),
        ("ordinal-lrt", "ordinal", {"link": "probit"}),
    ],
)
def test_law_planned_and_later_analysis_agree(name, outcome, how):
    """The p-values of the simulation are those of the model fitted to the same ratings."""
    study, ratings = small()
    found = rating_test(name).prepare(study)(ratings)
    bar = "||" if name == "linear-z" else "|"
    for j, some in enumerate(ratings):
        result = cw.fit_ratings(
            frame(study, some), f"y ~ x + (x {bar} rater) + (x {bar} item)", outcome=outcome, **how
        ).result
        row = result["coefficient[x]"]
        want = row.pvalue
        if name == "ordinal-lrt":
            want = result["likelihood_ratio[x]"].pvalue
        if name == "linear-z":
            error = result["standard_error[x]"].estimate
            want = 2 * stats.norm.sf(abs(row.estimate) / error)
        assert found.pvalue[j] == pytest.approx(want, rel=0.02, abs=1e-4)
        assert found.estimate[j] == pytest.approx(row.estimate, rel=1e-2, abs=1e-3)


@pytest.mark.parametrize("name", ["linear", "linear-ml", "linear-z", "ordinal-z", "ordinal-lrt"])
def test_value_p_values_are_those_of_r(name):
    """lmerTest and ordinal on the same simulated ratings (golden/rating_power.R)."""
    known = json.loads((Path(__file__).parents[1] / "golden" / "rating_power.json").read_text())
    columns = (np.array(known[key]) for key in ("rater", "item", "system"))
    design = Assignment("lists of 15", *columns)
    ratings = np.array(known["ratings"]) - 1
    prepared = rating_test(name).prepare(Study(design, preset("general"), ratings[0], True))
    found = prepared(ratings)
    for mine, theirs in zip(found.pvalue, known["p"], strict=True):
        # On singular fits R's search stops where it is flat; its p-value has fewer digits.
        want = theirs["ordinal" if name == "ordinal-z" else name]
        assert mine == pytest.approx(want, rel=0.02 if theirs["singular"] else 2e-3)


def test_value_simple_tests_are_those_of_scipy():
    study, ratings = small()
    design = study.design
    text = [
        (design.item == item) & (design.system == system) for system in (0, 1) for item in range(30)
    ]
    means = np.array([[some[where].mean() for where in text] for some in ratings])
    a, b = means[:, :30], means[:, 30:]
    found = rating_test("t-items").prepare(study)(ratings)
    assert found.pvalue == pytest.approx(stats.ttest_rel(b, a, axis=1).pvalue)
    assert found.estimate == pytest.approx((b - a).mean(axis=1))
    found = rating_test("wilcoxon-items").prepare(study)(ratings)
    gaps = (b - a).round(9)  # thirds that rounding keeps apart are ties
    want = [stats.wilcoxon(d[d != 0], correction=False, method="approx").pvalue for d in gaps]
    assert found.pvalue == pytest.approx(want, rel=1e-6)
    found = rating_test("t-ratings").prepare(study)(ratings)
    is_b = design.system == 1
    want = stats.ttest_ind(ratings[:, is_b], ratings[:, ~is_b], axis=1).pvalue
    assert found.pvalue == pytest.approx(want)


def test_law_the_closed_form_is_the_general_model():
    world, design = preset("card-high").at(0.3), complete(20, 4)
    ratings = world.draw(design, np.random.default_rng(2), 12)
    quick = rating_test("linear").prepare(Study(design, world, ratings[0], correlated=False))
    # A design that lacks one rating has no closed form, but nearly the same answer.
    found = quick(ratings)
    for j in range(3):
        data = frame(Study(design, world, ratings[0], correlated=False), ratings[j])
        result = cw.fit_ratings(data, "y ~ x + (x || rater) + (x || item)", outcome="linear").result
        assert found.pvalue[j] == pytest.approx(result["coefficient[x]"].pvalue, rel=1e-3)


@pytest.mark.slow
def test_chance_card_by_satterthwaite():
    """Power of the flagship cell: 3 raters, 100 items, high variance (found by mean squares)."""
    study = RatingStudy(preset("card-high"), complete(100, 3), ("linear",), correlated=False)
    effects = [0.1, 0.2, 0.3, 0.4]  # twice the coefficient of the paper
    counts = study.simulate([0.0, *effects], replicates=4000, seed=1)
    found = [counts[e, "linear"].right(e) / 4000 for e in effects]
    # By Satterthwaite's df alone 0.085, 0.195, 0.323, 0.460, and 0.072 without a difference; three
    # raters leave two degrees of freedom at most.
    print(found, counts[0.0, "linear"].rejected / 4000)
    assert all(x < y for x, y in zip(found, [0.085, 0.195, 0.323, 0.460], strict=True))
    assert found[-1] > 0.2
    assert counts[0.0, "linear"].rejected / 4000 < 0.055


@pytest.mark.slow
@pytest.mark.parametrize(
    ("world", "raters", "items", "power", "null"),
    [  # by mean squares, 100,000 draws each: power with the right sign, and one side of the null
        ("card-high", 3, 100, [0.277, 0.524], 0.105),
        ("card-low", 10, 100, [0.778], 0.031),
    ],
)
def test_chance_card_by_ml_and_z(world, raters, items, power, null):
    study = RatingStudy(preset(world), complete(items, raters), ("linear-z",), correlated=False)
    effects = [0.1, 0.2, 0.3, 0.4][: len(power)]
    counts = study.simulate([0.0, *effects], replicates=2000, seed=1)
    found = [counts[e, "linear-z"].right(e) / 2000 for e in effects]
    assert found == pytest.approx(power, abs=0.036)
    assert counts[0.0, "linear-z"].above / 2000 == pytest.approx(null, abs=0.02)


@pytest.mark.slow
def test_law_the_closed_form_of_ml_is_the_general_model():
    """Also where variances are 0, and to more digits than a batch of fits has."""
    for world, raters, items in (("card-high", 3, 12), ("card-low", 5, 20)):
        design = complete(items, raters)
        ratings = preset(world).at(0.3).draw(design, np.random.default_rng(4), 8)
        study = Study(design, preset(world), ratings[0], correlated=False)
        found = rating_test("linear-z").prepare(study)(ratings)
        assert found.boundary.any()
        for j, some in enumerate(ratings):
            result = cw.fit_ratings(
                frame(study, some),
                "y ~ x + (x || rater) + (x || item)",
                outcome="linear",
                reml=False,
            ).result
            error = result["standard_error[x]"].estimate
            want = 2 * stats.norm.sf(abs(result["coefficient[x]"].estimate) / error)
            assert found.pvalue[j] == pytest.approx(want, rel=1e-4)
            assert found.estimate[j] == pytest.approx(result["coefficient[x]"].estimate)


def test_edge_a_study_without_spread_has_no_fit():
    design = complete(6, 3)
    study = Study(design, preset("card-low"), np.zeros(36), correlated=False)
    found = rating_test("linear-z").prepare(study)(np.ones((2, 36)))
    assert np.isnan(found.pvalue).all()
    assert np.isnan(found.estimate).all()


@pytest.mark.slow
def test_law_workers_and_effects_change_nothing():
    study = RatingStudy(preset("general"), lists(20, 2, 10), ("linear", "t-ratings"))
    one = study.simulate([0.0, 0.5], replicates=120, seed=5)
    two = study.simulate([0.0, 0.5], replicates=120, seed=5, workers=2)
    assert one == two
    alone = study.simulate([0.5], replicates=120, seed=5)
    assert alone[0.5, "t-ratings"] == one[0.5, "t-ratings"]
    other = study.simulate([0.0, 0.5], replicates=120, seed=6)
    assert other != one


@pytest.mark.slow
def test_direction_power_grows_with_effect_and_ignoring_raters_finds_too_much():
    study = RatingStudy(preset("high"), lists(40, 3, 20), ("t-ratings", "linear"))
    counts = study.simulate([-0.8, 0.0, 0.4, 0.8], replicates=60, seed=2)
    powers = [counts[e, "linear"].right(e) for e in (0.4, 0.8)]
    assert powers[0] < powers[1]
    assert counts[-0.8, "linear"].below > counts[-0.8, "linear"].above
    assert counts[0.0, "t-ratings"].rejected > 2 * counts[0.0, "linear"].rejected


def test_a_run_stops_once_it_is_precise_enough():
    study = RatingStudy(preset("card-low"), complete(30, 3), ("t-ratings",))
    counts = study.simulate([0.0, 5.0], replicates=5000, seed=1, precision=0.05)
    done = counts[0.0, "t-ratings"].done
    assert 200 <= done < 2000
    low, high = counts[0.0, "t-ratings"].interval(0.0)
    assert high - low <= 0.1


def test_a_scale_too_long_for_the_study_is_refused():
    world = OrdinalRatings(
        effect=0.1,
        thresholds=tuple(np.linspace(-6, 6, 30)),
        rater=Varying(0.1),
        item=Varying(0.1),
    )
    study = RatingStudy(world, lists(10, 1, 5), ("ordinal",))
    with pytest.raises(FitError, match="every category"):
        study.simulate([0.1], replicates=10, seed=1)


def test_an_ordinal_model_of_numbers_is_refused():
    study = RatingStudy(preset("card-low"), complete(10, 3), ("ordinal",))
    with pytest.raises(ParameterError, match="ratings are categories"):
        study.simulate([0.1], replicates=10, seed=1)
    with pytest.raises(ParameterError, match="model"):
        rating_test("anova")
    assert {"linear", "ordinal", "t-ratings"} <= set(TESTS)


def test_counts_add_up():
    total = Count(done=3, rejected=2, above=2, sizes=1.5) + Count(done=1, failed=2, boundary=1)
    assert total == Count(done=4, failed=2, rejected=2, above=2, boundary=1, sizes=1.5)
    assert total.right(0.0) == total.right(1.0) == 2
    assert total.right(-1.0) == 0
