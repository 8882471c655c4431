"""Plans of rating studies: power, sizes, budgets, worlds from pilots."""

import numpy as np
import pytest

import claimwise as cw
from claimwise.assess.rating_world import fit_world
from claimwise.core import DataError, ParameterError
from claimwise.data import example_path
from claimwise.kernels.mixed.strata import fit_balanced, simulate_balanced
from claimwise.plan.rating_budget import Costs, Size, size_of
from claimwise.plan.rating_design import DesignPlan
from claimwise.worlds.rating_presets import PRESETS, preset
from claimwise.worlds.ratings import LinearRatings, OrdinalRatings
from claimwise.worlds.varying import Varying

QUICK = {"world": "card-low", "model": "linear", "correlated": False, "rng": 1}


def test_value_every_row_of_a_plan():
    found = cw.plan.ratings(items=60, ratings_per_item=4, difference=0.2, replicates=400, **QUICK)
    names = [row.estimand for row in found.rows]
    assert names == [
        "power",
        "alpha",
        "type_m",
        "type_s",
        "boundary",
        "failed",
        "failed_null",
        "studies",
    ]
    assert 0.4 < found["power"].estimate < 0.999
    assert found["power"].low < found["power"].estimate < found["power"].high
    assert found["power"].n == 480
    assert found["alpha"].estimate < 0.12
    assert found["type_m"].estimate > 1
    again = cw.plan.ratings(
        items=60, ratings_per_item=4, difference=0.2, replicates=400, workers=2, **QUICK
    )
    assert again.rows == found.rows


@pytest.mark.slow
def test_several_models_and_effects_are_told_apart():
    found = cw.plan.ratings(
        world="general",
        items=30,
        ratings_per_item=2,
        list_length=15,
        effect="0.5t,1t",
        model="linear,t-items",
        replicates=60,
        rng=1,
    )
    names = {row.estimand for row in found.rows}
    assert "power[linear, effect=0.31]" in names
    assert "alpha[t-items, effect=0.62]" in names
    assert len(names) == len(found.rows) == 2 * 2 * 8
    assert found.provenance["axes"] == ["effect"]
    low, high = (found[f"power[linear, effect={e}]"].estimate for e in (0.31, 0.62))
    assert low < high


@pytest.mark.slow
def test_direction_more_of_everything_is_more_power():
    def power(**more):
        asked = {"items": 40, "ratings_per_item": 3, "difference": 0.15, "replicates": 500}
        return cw.plan.ratings(**(QUICK | asked | more))["power"].estimate

    base = power()
    assert power(items=160) > base
    assert power(ratings_per_item=8) > base
    assert power(difference=0.25) > base
    assert power(alpha=0.2) > base
    assert power(world="card-high") < base


@pytest.mark.slow
def test_value_the_detectable_difference_has_the_power():
    found = cw.plan.ratings(items=80, ratings_per_item=6, solve="mde", replicates=600, **QUICK)
    mde = found["mde"]
    assert mde.low < mde.estimate < mde.high
    assert found["power"].estimate == pytest.approx(0.8, abs=0.06)
    again = cw.plan.ratings(
        items=80, ratings_per_item=6, difference=mde.estimate, replicates=600, **QUICK
    )
    assert again["power"].estimate == pytest.approx(0.8, abs=0.06)


@pytest.mark.slow
def test_value_items_and_raters_have_the_power():
    found = cw.plan.ratings(
        ratings_per_item=12, difference=0.1, solve="items", replicates=600, **QUICK
    )
    # By brute force over items, 4,000 studies each: 100 items.
    assert found["sample_size"].estimate == pytest.approx(100, rel=0.15)
    assert found["sample_size[items]"].estimate == found["sample_size"].estimate
    assert found["power"].estimate == pytest.approx(0.8, abs=0.06)
    found = cw.plan.ratings(items=100, difference=0.1, solve="raters", replicates=600, **QUICK)
    assert found["sample_size"].estimate == pytest.approx(12, abs=2)


@pytest.mark.slow
def test_what_cannot_be_reached_is_said_with_a_reason():
    found = cw.plan.ratings(
        **(QUICK | {"world": "card-high"}),
        ratings_per_item=3,
        difference=0.1,
        solve="items",
        replicates=100,
    )
    assert np.isnan(found["sample_size"].estimate)
    assert any("Take more raters" in note for note in found.notes)


# Cost by raters: the fewest items with the power, found by bisection (checked below).
BRUTE = {9: 341.0, 13: 279.0, 18: 322.0}


@pytest.mark.calibration
def test_chance_costs_by_brute_force():
    """The fewest items for some numbers of raters, by simulation with another seed."""

    def power(raters, items):
        ratings = simulate_balanced(
            np.random.default_rng(77),
            4000,
            raters,
            items,
            difference=0.1,
            intercept=0.5,
            sds=[0.01, 0.08, 0.01, 0.26],  # Table 16, slopes doubled
            sigma=0.16,
        )
        fits = fit_balanced(ratings)
        return ((fits.pvalue <= 0.05) & (fits.difference > 0)).mean()

    for raters, known in BRUTE.items():
        few, many = 20, 260
        while many - few > 1:
            middle = (few + many) // 2
            few, many = (few, middle) if power(raters, middle) >= 0.8 else (middle, many)
        cost = 0.2 * many + 0.1 * 2 * raters * many + raters
        assert cost == pytest.approx(known, rel=0.01)


@pytest.mark.calibration
def test_chance_the_budget_is_that_of_brute_force():
    costs = {"cost_item": 0.2, "cost_rating": 0.1, "cost_rater": 1.0}
    found = cw.plan.ratings(
        difference=0.1, solve="budget", design="complete", replicates=3000, **costs, **QUICK
    )
    assert found["cost"].estimate == pytest.approx(min(BRUTE.values()), rel=0.05)
    assert 11 <= found["sample_size[raters]"].estimate <= 16
    assert min(BRUTE[9], BRUTE[18]) > 1.05 * min(BRUTE.values())  # it matters
    assert found["power"].estimate == pytest.approx(0.8, abs=0.03)
    items, raters, ratings = (
        found[f"sample_size[{name}]"].estimate for name in ("items", "raters", "ratings")
    )
    assert found["cost"].estimate == pytest.approx(0.2 * items + 0.1 * ratings + raters)
    frontier = [row for row in found.rows if row.quantity == "frontier_cost"]
    assert min(row.estimate for row in frontier) == found["cost"].estimate
    for raters in (9, 18):  # not simulated themselves
        cost = found[f"frontier_cost[ratings_per_item={raters}]"].estimate
        assert cost == pytest.approx(BRUTE[raters], rel=0.2)


@pytest.mark.slow
def test_direction_dear_raters_make_for_fewer_of_them():
    def raters(**costs):
        found = cw.plan.ratings(
            difference=0.12, solve="budget", design="complete", replicates=100, **costs, **QUICK
        )
        return found["sample_size[raters]"].estimate

    assert raters(cost_item=0.1, cost_rater=100.0) < raters(cost_item=10.0, cost_rater=0.1)


def test_value_sizes_of_designs():
    def size(**given):
        plan = DesignPlan.of(
            **(
                {"kind": None, "list_length": None, "raters": None, "ratings_per_item": None}
                | given
            )
        )
        made = plan.make(1)
        assert size_of(plan) == Size(made.raters, made.items, made.n)
        return size_of(plan)

    assert size(items=100, ratings_per_item=3, list_length=25) == (24, 100, 600)
    assert size(items=110, ratings_per_item=1, list_length=25) == (10, 110, 220)
    assert size(items=100, raters=4) == (4, 100, 800)
    assert size(items=50, ratings_per_item=3, kind="published") == (15, 50, 300)
    assert size(items=100, usual=20, ratings_per_item=2) == (20, 100, 400)
    assert Costs(item=1.0, rating=0.5, rater=10.0).of(Size(2, 3, 4)) == 25.0


def test_every_published_world_can_be_planned_in():
    for name in PRESETS:
        found = cw.plan.ratings(
            world=name,
            items=20,
            ratings_per_item=3,
            effect="0.6p",
            model="t-ratings",
            replicates=50,
            rng=1,
        )
        assert 0 <= found["power"].estimate <= 1
        assert any(PRESETS[name].source in note for note in found.notes)


def test_published_lists_say_their_error():
    asked = {"world": "general", "items": 50, "ratings_per_item": 3, "effect": 0.3}
    rates = [
        cw.plan.ratings(design=kind, model="t-items", replicates=50, rng=1, **asked)
        for kind in ("published", "published-corrected")
    ]
    assert rates[0].provenance["settings"]["design"] == "published"
    assert any("other habits" in note for note in rates[0].notes)
    assert not any("other habits" in note for note in rates[1].notes)


# Worlds from pilots


def simulated(world, items=60, raters=20):
    from claimwise.designs import complete

    design = complete(items, raters)
    ratings = world.draw(design, np.random.default_rng(4), 1)[0]
    return {
        "rater": design.rater.astype(str),
        "item": design.item.astype(str),
        "system": np.array(["A", "B"])[design.system],
        "rating": ratings + 1 if ratings.dtype == np.int64 else ratings,
    }


@pytest.mark.slow
def test_a_pilot_gives_back_the_world_it_came_from(tmp_path):
    import polars

    truth = OrdinalRatings(
        effect=0.6,
        thresholds=(-1.0, 0.0, 1.2),
        rater=Varying(0.8, 0.5, 0.4),
        item=Varying(0.6, 0.4, -0.3),
        coding="treatment",
    )
    pilot, _ = fit_world(polars.DataFrame(simulated(truth)))
    world = pilot.world
    assert world.thresholds == pytest.approx(truth.thresholds, abs=0.5)
    assert world.rater.intercept == pytest.approx(0.8, abs=0.3)
    assert world.item.slope == pytest.approx(0.4, abs=0.2)
    assert world.noise == "normal"
    assert pilot.design == {"items": 60, "raters": 20, "ratings": 2400}
    assert pilot.uncertainty is not None
    spread = np.sqrt(np.diag(pilot.uncertainty.covariance))
    assert spread[3] < 0.3  # of the effect
    # The middle of what is drawn anew is the world itself.
    drawn = [pilot.redrawn(np.random.default_rng(seed)) for seed in range(200)]
    assert np.mean([w.rater.slope for w in drawn]) == pytest.approx(world.rater.slope, rel=0.2)
    assert np.mean([w.thresholds for w in drawn], axis=0) == pytest.approx(
        world.thresholds, abs=0.15
    )
    path = tmp_path / "world.toml"
    path.write_text(pilot.toml())
    sure = cw.plan.ratings(
        world=str(path),
        items=20,
        ratings_per_item=2,
        effect=0.6,
        model="t-items",
        replicates=200,
        rng=1,
    )
    vague = cw.plan.ratings(
        world=str(path),
        items=20,
        ratings_per_item=2,
        effect=0.6,
        model="t-items",
        replicates=200,
        rng=1,
        uncertain=True,
    )
    assert sure["power"].estimate != vague["power"].estimate
    assert vague["power"].estimate == pytest.approx(sure["power"].estimate, abs=0.2)


def test_a_linear_pilot_gives_back_the_world_it_came_from():
    import polars

    truth = LinearRatings(
        effect=0.5,
        level=3.0,
        sigma=0.7,
        rater=Varying(0.5, 0.3),
        item=Varying(0.4, 0.2, 0.5),
        coding="treatment",
    )
    pilot, _ = fit_world(polars.DataFrame(simulated(truth)), outcome="linear")
    world = pilot.world
    assert world.level == pytest.approx(3.0, abs=0.5)
    assert world.sigma == pytest.approx(0.7, rel=0.05)
    assert world.rater.slope == pytest.approx(0.3, abs=0.15)
    drawn = [pilot.redrawn(np.random.default_rng(seed)) for seed in range(200)]
    assert np.mean([w.sigma for w in drawn]) == pytest.approx(world.sigma, rel=0.02)
    assert np.mean([w.item.intercept for w in drawn]) == pytest.approx(
        world.item.intercept, rel=0.1
    )


@pytest.mark.slow
def test_a_pilot_knows_its_lists_and_its_systems():
    pilot, _ = fit_world(example_path("ratings.csv"))
    assert (pilot.a, pilot.b) == ("baseline", "large")
    assert pilot.design["list_length"] == 40
    with pytest.raises(
        ParameterError, match=r"huge is not in column system; it has baseline, large, small\."
    ):
        fit_world(example_path("ratings.csv"), b="huge")


@pytest.mark.parametrize(
    ("asked", "match"),
    [
        ({"items": 50}, "a true effect to look for, effect; found"),
        ({"effect": 0.3}, "the number of items"),
        ({"items": 50, "effect": 0.3, "difference": 0.1}, "needs effect or difference;"),
        ({"items": 50, "effect": 0.3, "world": "nowhere"}, "world needs one of"),
        ({"items": 50, "effect": 0.3, "model": "anova"}, "model needs one of"),
        ({"items": 50, "effect": 0.3, "design": "spiral"}, "design needs one of"),
        ({"items": 50, "effect": 0.3, "raters": 4, "list_length": 10}, "found raters="),
        ({"items": 50, "effect": 0.3, "raters": 4, "ratings_per_item": 3}, "as many ratings"),
        ({"items": 50, "effect": 0.3, "solve": "mde"}, r"what effect=0\.3 gives\. Leave one of"),
        ({"items": 50, "effect": 0.0, "solve": "items"}, "an effect"),
        ({"effect": 0.3, "solve": "budget"}, "what an item, a rating or a rater costs"),
        ({"effect": 0.3, "solve": "budget", "cost_item": -1.0}, "at least 0"),
        ({"items": 50, "effect": 0.3, "power": 0.01}, "above alpha"),
        ({"items": 50, "effect": 0.3, "uncertain": True}, "fitted to a pilot"),
        ({"items": 50, "effect": "0.1,0.2", "solve": "raters"}, "one effect"),
        ({"items": 50, "effect": 0.3, "missing": 1.5}, "missing"),
        ({"items": 0, "effect": 0.3}, "items"),
        ({"items": 50, "effect": 0.3, "model": "ordinal", "world": "card-low"}, "categories"),
    ],
)
def test_impossible_questions_are_refused(asked, match):
    with pytest.raises((ParameterError, DataError), match=match):
        cw.plan.ratings(replicates=10, rng=1, **asked)


def test_law_a_world_may_be_given_as_an_object():
    found = cw.plan.ratings(
        world=preset("card-low").at(0.2),
        items=30,
        ratings_per_item=3,
        correlated=False,
        replicates=200,
        rng=1,
    )
    named = cw.plan.ratings(
        world="card-low",
        effect=0.2,
        items=30,
        ratings_per_item=3,
        correlated=False,
        replicates=200,
        rng=1,
    )
    assert found["power"] == named["power"]


def test_many_fits_at_the_edge_are_said():
    small = {"ratings_per_item": 4, "difference": 0.3, "replicates": 60, "rng": 1}
    plan = cw.plan.ratings(items=10, model=["linear", "t-items"], **small)
    share = next(iter(plan.select("boundary", analysis="linear"))).estimate
    assert share > 0.2
    said = [note for note in plan.notes if "fits are at the edge" in note]
    assert len(said) == 1
    assert f"{share:.0%} of the fits" in said[0]
    none = cw.plan.ratings(items=10, model="t-items", **small)
    assert not any("fits are at the edge" in note for note in none.notes)
