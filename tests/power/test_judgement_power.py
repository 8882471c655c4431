"""Power of judgements head to head."""

import math

import numpy as np
import pytest
from scipy import stats

from claimwise import plan
from claimwise.core import ParameterError
from claimwise.designs import complete, lists
from claimwise.engine.ratings import RatingStudy
from claimwise.power.analyses import analysis
from claimwise.power.rating_tests import Study
from claimwise.worlds.judgements import Judgements


def prepared(name, world, design, codes):
    study = Study(design, world, codes[0], correlated=False)
    return analysis(name, "preference").prepare(study)(codes)


def test_value_simple_tests_are_those_of_scipy():
    world = Judgements.of(rater=0.5, item=0.5, difference=0.3, tie=0.2)
    design = lists(30, 4, 15, pairs=True)
    codes = world.draw(design, np.random.default_rng(1), 6)
    means = np.array([[(c - 1.0)[design.item == i].mean() for i in range(30)] for c in codes])
    found = prepared("t-items", world, design, codes)
    assert found.pvalue == pytest.approx(stats.ttest_1samp(means, 0, axis=1).pvalue)
    found = prepared("sign", world, design, codes)
    wins, losses = (codes == 2).sum(axis=1), (codes == 0).sum(axis=1)
    want = [stats.binomtest(w, w + k).pvalue for w, k in zip(wins, losses, strict=True)]
    assert found.pvalue == pytest.approx(want)
    assert found.estimate == pytest.approx((wins - losses) / 120)
    found = prepared("sign-items", world, design, codes)
    wins, losses = (means > 1e-9).sum(axis=1), (means < -1e-9).sum(axis=1)
    want = [stats.binomtest(w, w + k).pvalue for w, k in zip(wins, losses, strict=True)]
    assert found.pvalue == pytest.approx(want)


def test_edge_a_system_that_never_wins_has_no_logistic_fit():
    world = Judgements.of(rater=0.5, item=0.5, tie=0.2)
    design = lists(20, 3, 10, pairs=True)
    codes = world.draw(design, np.random.default_rng(1), 3)
    codes[1] = np.maximum(codes[1], 1)
    codes[2] = 2
    for name in ("logistic", "logistic-z"):
        found = prepared(name, world, design, codes)
        assert np.isfinite(found.pvalue[0])
        assert np.isnan(found.pvalue[1:]).all()


@pytest.mark.slow
def test_chance_honest_tests_keep_alpha_and_simple_ones_do_not():
    """6 raters who lean to a system: judgements are not as many as they look."""
    world, design = Judgements.of(rater=0.8, item=0.6), complete(30, 6, pairs=True)
    tests = ("logistic", "logistic-z", "linear", "t-items", "sign-items", "sign")
    counts = RatingStudy(world, design, tests).simulate([0.0], replicates=120, seed=3)
    rate = {name: counts[0.0, name].rejected / counts[0.0, name].done for name in tests}
    top = stats.binom.ppf(0.999, 120, 0.06) / 120  # small samples: near alpha, not at most
    assert rate["logistic"] < top
    assert rate["linear"] < top
    assert rate["logistic"] < rate["logistic-z"]
    assert min(rate[name] for name in ("t-items", "sign-items", "sign")) > 0.2


@pytest.mark.calibration
@pytest.mark.parametrize("tie", [0.0, 0.2])
@pytest.mark.parametrize(("rater", "item"), [(0.8, 0.8), (0.3, 1.5), (1.5, 0.3)])
@pytest.mark.parametrize("raters", [3, 5, 9])
def test_chance_levels_with_few_raters(tie, rater, item, raters):
    world, design = Judgements.of(rater=rater, item=item, tie=tie), complete(50, raters, pairs=True)
    counts = RatingStudy(world, design, ("logistic", "linear")).simulate(
        [0.0], replicates=1000, seed=4
    )
    for name in ("logistic", "linear"):
        assert counts[0.0, name].rejected / counts[0.0, name].done < 0.10  # z: up to 0.24


def test_value_without_raters_and_items_it_is_the_plain_plan():
    """Where nobody leans, the sign test's power is the exact one of `plan preference`."""
    found = plan.judgements(
        items=50,
        per_item=2,
        list_length=10,
        win=0.65,
        lose=0.35,
        rater_sd=0,
        item_sd=0,
        model="sign",
        replicates=2000,
        rng=1,
    )
    exact = plan.preference(n=100, win=0.65, lose=0.35)
    assert found["power"].low < exact["power"].estimate < found["power"].high
    assert found["alpha"].low < exact["alpha"].estimate < found["alpha"].high


@pytest.mark.slow
def test_value_type_m_is_of_the_share_or_of_the_logit():
    found = plan.judgements(
        items=200,
        per_item=3,
        list_length=30,
        difference=0.3,
        tie=0.1,
        rater_sd=0.3,
        item_sd=0.3,
        model="logistic,linear,sign-items",
        replicates=25,
        rng=1,
    )
    for name in ("logistic", "linear"):  # all are found, so nothing is exaggerated
        assert found[f"power[{name}]"].estimate == 1
        assert found[f"type_m[{name}]"].estimate == pytest.approx(1, abs=0.1)
    assert np.isnan(found["type_m[sign-items]"].estimate)


@pytest.mark.slow
def test_solving_for_items_and_for_the_difference():
    shared = {"rater_sd": 0.5, "item_sd": 0.8, "list_length": 20, "model": "t-items", "rng": 1}
    shared |= {"replicates": 400, "per_item": 4}
    size = plan.judgements(difference=0.2, solve="items", **shared)
    items = int(size["sample_size"].estimate)
    assert size["sample_size[ratings]"].estimate == 4 * items
    assert size["sample_size[raters]"].estimate == 4 * math.ceil(items / 20)
    assert size["power"].estimate == pytest.approx(0.8, abs=0.06)
    mde = plan.judgements(items=items, solve="mde", **shared)
    there = Judgements.of(rater=0.5, item=0.8).at(mde["mde"].estimate)
    assert there.points() == pytest.approx(0.2, abs=0.03)


@pytest.mark.slow
def test_budget_counts_one_judgement_for_a_pair():
    found = plan.judgements(
        difference=0.3,
        rater_sd=0.3,
        item_sd=0.5,
        list_length=20,
        model="linear",
        solve="budget",
        cost_rating=1.0,
        replicates=30,
        rng=1,
    )
    assert found["cost"].estimate == found["sample_size[ratings]"].estimate
    items, per_item = (found[f"sample_size[{k}]"].estimate for k in ("items", "ratings_per_item"))
    assert found["sample_size[ratings]"].estimate == items * per_item


@pytest.mark.parametrize(
    ("how", "match"),
    [
        ({}, r"no rater_sd and no item_sd\."),
        ({"rater_sd": 0.5, "item_sd": 0.5}, "needs win and lose, or their difference,"),
        (
            {"rater_sd": 0.5, "item_sd": 0.5, "win": 0.6, "difference": 0.1},
            r"win and lose do not go with difference\.",
        ),
        (
            {"rater_sd": 0.5, "item_sd": 0.5, "win": 0.6, "solve": "mde"},
            r'win and lose do not go with solve="mde"\.',
        ),
        ({"rater_sd": 0.5, "item_sd": 0.5, "lose": 0.6}, "win, and lose or tie"),
        ({"rater_sd": 0.5, "item_sd": 0.5, "difference": 0.1, "model": "ordinal"}, "logistic"),
        ({"rater_sd": 0.5, "item_sd": 0.5, "difference": 0.1, "design": "published"}, "lists"),
        ({"rater_sd": -1, "item_sd": 0.5, "difference": 0.1}, "at least 0"),
        ({"rater_sd": 0.5, "item_sd": 0.5, "difference": 1.1}, "possible"),
    ],
)
def test_refusals(how, match):
    with pytest.raises(ParameterError, match=match):
        plan.judgements(items=20, per_item=3, replicates=50, **how)


def test_refusals_of_worlds(tmp_path):
    with pytest.raises(ParameterError, match="more than one judgement of each item"):
        plan.judgements(
            items=20, per_item=1, list_length=5, difference=0.1, rater_sd=0, item_sd=0, rng=1
        )
    world = Judgements.of(rater=0.5, item=0.5, difference=0.2)
    with pytest.raises(ParameterError, match=r"with win: it has its own\. Leave out"):
        plan.judgements(items=20, world=world, win=0.5)
    from claimwise.worlds.rating_file import PilotWorld

    file = tmp_path / "j.toml"
    file.write_text(PilotWorld(world, {}).toml())
    with pytest.raises(ParameterError, match="Use plan judgements"):
        plan.ratings(world=str(file), items=20)
    from claimwise.worlds.rating_presets import preset

    file.write_text(PilotWorld(preset("general").at(0.3), {}).toml())
    with pytest.raises(ParameterError, match="Plan it with plan ratings"):
        plan.judgements(world=str(file), items=20)
