"""What went wrong once in plans of rating studies, and must not again."""

import math

import numpy as np
import polars
import pytest

import claimwise as cw
from claimwise.assess.rating_world import fit_world
from claimwise.core import DataError, ParameterError
from claimwise.data import example_path
from claimwise.designs import Assignment, complete
from claimwise.engine.ratings import Count, inflation
from claimwise.plan.rating_budget import Option, size_of
from claimwise.plan.rating_design import DesignPlan
from claimwise.worlds.rating_file import PilotWorld, read_world
from claimwise.worlds.rating_presets import preset
from claimwise.worlds.ratings import OrdinalRatings
from claimwise.worlds.varying import Varying


@pytest.mark.slow
def test_direction_each_analysis_has_the_sign_of_its_own_scale():
    """B's scores are so spread out that its ratings are lower, whatever the latent effect."""
    world = OrdinalRatings(
        effect=0.1,
        thresholds=(-2.5, -2.0, -1.5),  # nearly all are at the upper end
        rater=Varying(0.3, 0.3),
        item=Varying(0.3, 2.0),
        coding="treatment",
    )
    assert world.points() < -0.2
    found = cw.plan.ratings(
        world=world,
        items=100,
        ratings_per_item=4,
        list_length=50,
        effect=0.1,
        model="t-items,linear",
        replicates=12,
        rng=1,
    )
    for name in ("t-items", "linear"):
        assert found[f"power[{name}]"].estimate > 0.9
        assert found[f"type_s[{name}]"].estimate == 0
        assert found[f"type_m[{name}]"].estimate == pytest.approx(1, abs=0.15)


@pytest.mark.slow
def test_no_difference_in_points_has_no_power_in_points():
    found = cw.plan.ratings(
        world="general", items=30, difference=0, model="linear", replicates=40, rng=1
    )
    for name in ("power", "type_m", "type_s"):
        assert math.isnan(found[name].estimate)
    assert "differ by 0 points" in " ".join(found.notes)


def test_law_worlds_that_differ_widen_the_interval():
    same = [Count(done=50, rejected=25, above=25) for _ in range(10)]
    assert inflation(same, 1.0) == 1
    apart = [Count(done=50, rejected=k, above=k) for k in (5, 45) * 5]
    # Shares .1 and .9: variance of a mean of ten is .1778 / 10, of 500 coins .25 / 500.
    assert inflation(apart, 1.0) == pytest.approx(0.64 * 10 / 4 / 9 / 10 / (0.25 / 500))
    assert inflation(apart[:1], 1.0) == 1


@pytest.mark.slow
def test_chance_intervals_of_uncertain_plans_hold(tmp_path):
    """Runs with other seeds differ by what their intervals say."""
    file = tmp_path / "world.toml"
    from claimwise.assess.judgement_fit import fit_judgement_world

    file.write_text(fit_judgement_world(example_path("judgements.csv"))[0].toml())
    runs = [
        cw.plan.judgements(
            world=str(file),
            items=30,
            raters=6,
            difference=0.3,
            uncertain=True,
            replicates=300,
            model="t-items",
            rng=seed,
        )["power"]
        for seed in range(5)
    ]
    seen = np.std([row.estimate for row in runs], ddof=1)
    said = np.mean([(row.high - row.low) / 4 for row in runs])
    assert 0.35 < seen / said < 2.5
    plain = 2 * math.sqrt(0.25 / 300)
    assert max(row.high - row.low for row in runs) > 2 * plain


def test_studies_that_were_run_are_said():
    found = cw.plan.ratings(
        world="card-low",
        items=30,
        raters=4,
        difference=0.1,
        correlated=False,
        replicates=3000,
        precision=0.06,
        rng=1,
    )
    ran = int(found["studies"].estimate)
    assert 200 <= ran < 1000
    assert f"{ran:,} simulated studies" in " ".join(str(found).split())
    with pytest.raises(ParameterError, match="precision needs a number above 0"):
        cw.plan.ratings(world="card-low", items=30, raters=4, difference=0.1, precision=0.0)


@pytest.mark.parametrize(
    ("how", "match"),
    [
        (
            {"uneven": 1.0, "list_length": 10},
            r'uneven needs design="random"; found design="lists"\.',
        ),
        (
            {"uneven": 1.0, "design": "complete"},
            r'uneven needs design="random"; found design="complete"\.',
        ),
        ({"design": "random", "solve": "budget", "cost_item": 1.0}, "complete designs or lists"),
    ],
)
def test_options_that_nothing_would_heed(how, match):
    with pytest.raises(ParameterError, match=match):
        cw.plan.ratings(world="general", items=30, effect=0.3, replicates=40, **how)


def test_raters_of_a_random_design():
    found = cw.plan.ratings(
        world="card-high",
        design="random",
        items=60,
        ratings_per_item=3,
        difference=0.25,
        model="t-items",
        solve="raters",
        replicates=100,
        rng=1,
    )
    assert found["sample_size"].estimate >= 6
    assert found["sample_size[ratings_per_item]"].estimate == 3


def test_items_need_not_fill_the_lists():
    found = cw.plan.ratings(
        world="general",
        effect=0.9,
        list_length=25,
        model="t-items",
        solve="items",
        replicates=300,
        rng=1,
    )
    row = found["sample_size"]
    assert row.estimate % 25 != 0
    assert row.low <= row.estimate <= row.high + 1
    assert found["power"].estimate == pytest.approx(0.8, abs=0.07)


@pytest.mark.slow
def test_the_budget_compares_complete_designs_and_lists():
    costs = {"cost_item": 0.2, "cost_rating": 0.1, "cost_rater": 1.0, "solve": "budget"}
    asked = {"world": "card-low", "difference": 0.2, "model": "linear", "correlated": False}
    any_kind = cw.plan.ratings(replicates=30, rng=1, **costs, **asked)
    lengths = ["list_length" in row.at for row in any_kind.rows if row.quantity == "frontier_cost"]
    assert any(lengths)
    assert not all(lengths)
    kinds = {row.kind for row in any_kind.rows if row.quantity == "frontier_cost"}
    assert kinds == {"simulated", "predicted"}
    chart = cw.report.vega_lite(any_kind)
    assert "all" in {value["apart"] for value in chart["data"]["values"]}


def test_a_budget_at_the_end_of_what_is_compared_says_so():
    whole = DesignPlan(kind="complete", items=5, ratings_per_item=50)
    assert Option(whole, size_of(whole), 1.0).edges() == ["50 ratings of each item"]
    short = DesignPlan(kind="lists", items=40, ratings_per_item=3, list_length=5)
    assert Option(short, size_of(short), 1.0).edges() == ["lists of 5"]
    inside = DesignPlan(kind="lists", items=40, ratings_per_item=3, list_length=20)
    assert Option(inside, size_of(inside), 1.0).edges() == []


@pytest.mark.parametrize(
    "broken",
    [
        "rater = 3",
        "[uncertainty]\nestimate = [1.0]\ncovariance = [[1.0]]\ncentres = [0.0, 0.0]",
        "[uncertainty]\nestimate = [1.0]\ncovariance = [[1.0]]\ncentres = [0.0]",
        "[design]\nlist_length = 0",
    ],
)
def test_damaged_worlds_are_refused_in_one_sentence(tmp_path, broken):
    text = PilotWorld(preset("general").at(0.3), {}).toml()
    if broken.startswith("rater"):
        text = text.replace("[rater]  # standard deviations\nintercept", "[other]\nintercept")
        text = f"{broken}\n{text}"
    else:
        text += f"\n{broken}\n"
    file = tmp_path / "world.toml"
    file.write_text(text)
    with pytest.raises((DataError, ParameterError)):
        cw.plan.ratings(world=str(file), items=20)


@pytest.mark.slow
def test_a_pilot_whose_systems_stand_in_another_column():
    data = polars.read_csv(example_path("ratings.csv")).rename({"system": "model"})
    pilot, _ = fit_world(data, b="baseline")
    assert (pilot.a, pilot.b) == ("large", "baseline")
    assert pilot.world.effect < 0
    assert pilot.uncertainty is not None
    with pytest.raises(ParameterError, match=r"same system\. Name two\."):
        fit_world(data, a="large", b="large")


@pytest.mark.slow
def test_value_a_pilot_of_three_systems_knows_its_uncertainty(tmp_path):
    for slopes in (True, False):
        pilot, found = fit_world(
            example_path("ratings.csv"), a="baseline", b="large", slopes=slopes
        )
        cuts = len(pilot.world.thresholds)
        known = pilot.uncertainty
        assert known.estimate[cuts] == pytest.approx(pilot.world.effect)
        error = found.result["standard_error[systemlarge]"].estimate
        assert math.sqrt(known.covariance[cuts, cuts]) == pytest.approx(error, rel=1e-3)
        file = tmp_path / f"{slopes}.toml"
        file.write_text(pilot.toml())
        back = read_world(file)
        drawn = [back.redrawn(np.random.default_rng(k)) for k in range(300)]
        for name in ("rater", "item"):
            sds = [getattr(w, name).intercept for w in drawn]
            there = getattr(pilot.world, name).intercept
            assert np.mean(sds) == pytest.approx(there, rel=0.15)
            assert np.std(sds) > 0.05
            if not slopes:
                assert all(getattr(w, name).slope == 0 for w in drawn)


@pytest.mark.slow
def test_value_a_scale_with_an_unused_point(tmp_path):
    """Nobody gave a 3: the distance from 2 to 4 is two points, not one."""
    data = polars.read_csv(example_path("ratings.csv")).filter(polars.col("rating") != 3)
    pilot, _ = fit_world(data, a="baseline", b="large")
    assert pilot.world.values == (1, 2, 4, 5)
    assert pilot.world.categories == ("1", "2", "4", "5")
    means = dict(data.group_by("system").agg(polars.col("rating").mean()).iter_rows())
    raw = means["large"] - means["baseline"]
    assert pilot.world.points() == pytest.approx(raw, abs=0.15)
    plain = OrdinalRatings(
        effect=pilot.world.effect,
        thresholds=pilot.world.thresholds,
        rater=pilot.world.rater,
        item=pilot.world.item,
        coding="treatment",
    )
    assert plain.points() < 0.85 * pilot.world.points()
    file = tmp_path / "world.toml"
    file.write_text(pilot.toml())
    assert read_world(file).world == pilot.world
    planned = cw.plan.ratings(
        world=str(file), items=400, ratings_per_item=4, list_length=40, model="t-items",
        replicates=60, rng=1,
    )  # fmt: skip
    assert planned["type_m"].estimate == pytest.approx(1, abs=0.1)


def test_raters_of_a_complete_design_meet_the_texts_in_their_own_order():
    found = complete(6, 3, rng=1)
    assert found.complete()
    orders = {tuple(zip(*rows, strict=True)) for rows in _by_rater(found)}
    assert len(orders) == 3
    pairs = complete(6, 3, pairs=True, rng=1)
    assert pairs.complete()
    assert len({rows[0] for rows in _by_rater(pairs)}) == 3
    assert "Every rater sees every system first equally often." in str(pairs)


def _by_rater(design):
    return [
        (
            tuple(design.item[design.rater == r].tolist()),
            tuple(design.system[design.rater == r].tolist()),
        )
        for r in range(design.raters)
    ]


def test_a_text_twice_for_one_rater_is_refused():
    one = np.zeros(4, np.int64)
    design = Assignment("twice", np.array([0, 0, 1, 1]), np.array([0, 0, 1, 1]), one)
    with pytest.raises(DataError, match="none of B"):
        design.check()
    again = Assignment(
        "twice", np.array([0, 0, 1, 1]), np.array([0, 0, 1, 0]), np.array([0, 0, 1, 1])
    )
    with pytest.raises(DataError, match="no text twice for one rater"):
        again.check()
