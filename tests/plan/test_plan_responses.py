"""Plans of several answers to each item: published values, splits, sizes, refusals."""

from math import isnan

import pytest
from scipy import stats as st

import claimwise as cw
from claimwise.core import DataError, ParameterError
from claimwise.worlds.responses import NormalResponses

QUICK = {"replicates": 120, "resamples": 99, "sets": 2, "rng": 1}


@pytest.mark.slow
def test_the_published_expected_p_comes_out():
    # vet.md 2.3, K = 5 and epsilon 0.05, of 4,000 studies.
    plan = cw.plan.responses(
        items=1000,
        responses=5,
        epsilon_b=0.05,
        metric="mae,wins",
        replicates=250,
        resamples=39,
        sets=2,
        rng=2,
    )
    published = {"mae": 0.0697, "wins": 0.0022}
    errors = {"mae": 0.0054, "wins": 0.0006}  # of 1,000 studies
    for metric, p in published.items():
        row = plan[f"true_p[{metric}]"]
        allowed = 4 * errors[metric] * (4 + 0.25) ** 0.5  # ours has a quarter of them
        assert abs(row.estimate - p) < allowed
        assert row.low <= row.estimate <= row.high


def test_a_single_study_has_all_rows():
    plan = cw.plan.responses(items=60, responses=3, epsilon_b=0.4, metric="mae,wins", **QUICK)
    for metric in ("mae", "wins"):
        for name in (
            "difference",
            "power",
            "type_m",
            "type_s",
            "alpha",
            "true_p",
            "estimated_p",
            "estimated_p_sd",
            "power_known_null",
        ):
            assert f"{name}[{metric}]" in plan
    assert plan["difference[mae]"].estimate > 0  # B errs more
    assert plan["difference[wins]"].estimate < 0  # and wins less
    assert plan.provenance["settings"]["test"] == "item-swap"


def test_without_a_difference_there_is_no_power_but_a_rate_of_findings():
    plan = cw.plan.responses(items=60, responses=3, epsilon_b=0, metric="mae", **QUICK)
    assert "power[mae]" not in plan
    assert plan["alpha[mae]"].estimate < 0.15
    assert 0.4 < plan["true_p[mae]"].estimate < 0.6


@pytest.mark.slow
def test_the_best_split_runs_in_opposite_directions():
    # vet.md 4.5: with 1,000 answers, mae wants many to few items, wins few to many.
    plan = cw.plan.responses(
        budget=1000,
        epsilon_b=0.1,
        metric="mae,wins",
        responses=[1, 5, 50],
        solve="split",
        replicates=200,
        resamples=59,
        rng=1,
    )
    known = {
        ("mae", 1000, 1): 0.55,
        ("mae", 200, 5): 0.86,
        ("mae", 20, 50): 0.99,
        ("wins", 1000, 1): 0.98,
        ("wins", 200, 5): 0.94,
        ("wins", 20, 50): 0.71,
    }
    for (metric, items, k), power in known.items():
        row = plan[f"power_known_null[{metric}, items={items}, responses={k}]"]
        assert (
            abs(row.estimate - power)
            < 4 * (power * (1 - power) * (1 / 200 + 1 / 2000) + 0.02**2) ** 0.5
        )
    assert plan["best_items[wins]"].estimate == 1000
    assert plan["best_items[mae]"].estimate == 20
    assert plan["best_responses[mae]"].estimate == 50


@pytest.mark.calibration
def test_the_whole_split_table_reproduces():
    plan = cw.plan.responses(
        budget=1000,
        epsilon_b=0.1,
        metric="mae,wins,mean-emd",
        solve="split",
        replicates=2000,
        resamples=39,
        rng=1,
    )
    table = {
        "mae": (0.55, 0.65, 0.86, 0.95, 0.98, 0.99, 0.98),
        "wins": (0.98, 0.96, 0.94, 0.93, 0.86, 0.71, 0.46),
        "mean-emd": (0.55, 0.65, 0.86, 0.96, 0.98, 0.99, 0.98),
    }
    for metric, powers in table.items():
        for k, power in zip((1, 2, 5, 10, 20, 50, 100), powers, strict=True):
            row = plan[f"power_known_null[{metric}, items={1000 // k}, responses={k}]"]
            noise = (2 * power * (1 - power) / 2000 + 0.012**2) ** 0.5  # critical values vary too
            assert abs(row.estimate - power) < 4 * noise + 0.005, (metric, k, row.estimate)


def test_prices_decide_how_many_items_a_budget_buys():
    plan = cw.plan.responses(
        budget=300,
        epsilon_b=0.3,
        metric="wins",
        responses=[1, 4],
        price_item=2,
        price_gold=1,
        price_a=0.5,
        price_b=0.5,
        **QUICK,
    )
    assert "power[wins, items=75, responses=1]" in plan  # 300 / (2 + 1 + 0.5 + 0.5)
    assert "power[wins, items=30, responses=4]" in plan  # 300 / (2 + 4 + 2 + 2)
    own = cw.plan.responses(
        budget=120,
        epsilon_b=0.3,
        metric="wins",
        responses=[1, 2],
        responses_a=1,
        responses_b=1,
        **QUICK,
    )
    assert "power[wins, items=60, responses_gold=2, responses_a=1, responses_b=1]" in own


@pytest.mark.slow
def test_enough_items_are_enough():
    plan = cw.plan.responses(
        responses=5,
        epsilon_b=0.3,
        metric="wins",
        solve="items",
        replicates=150,
        resamples=59,
        rng=4,
    )
    size = plan["sample_size[wins]"]
    assert 10 <= size.estimate <= 60
    again = cw.plan.responses(
        items=int(size.estimate),
        responses=5,
        epsilon_b=0.3,
        metric="wins",
        replicates=300,
        resamples=59,
        sets=2,
        rng=9,
    )
    assert again["power[wins]"].high > 0.77
    fewer = cw.plan.responses(
        items=max(6, int(size.estimate / 2)),
        responses=5,
        epsilon_b=0.3,
        metric="wins",
        replicates=300,
        resamples=59,
        sets=2,
        rng=9,
    )
    assert fewer["power[wins]"].estimate < 0.8


def test_more_answers_cannot_always_make_up_for_items():
    plan = cw.plan.responses(
        items=6,
        epsilon_b=0.05,
        metric="wins",
        solve="responses",
        replicates=60,
        resamples=99,
        rng=1,
    )
    assert isnan(plan["sample_size[wins]"].estimate)
    assert any("do not always make up" in note for note in plan.notes)


@pytest.mark.slow
def test_the_cheapest_study_reaches_the_power():
    plan = cw.plan.responses(
        epsilon_b=0.3,
        metric="mae",
        responses=[1, 10],
        solve="budget",
        replicates=200,
        resamples=99,
        rng=1,
    )
    costs = [plan[f"cost[mae, responses={k}]"].estimate for k in (1, 10)]
    sizes = [plan[f"sample_size[mae, responses={k}]"].estimate for k in (1, 10)]
    assert costs == [sizes[0], 10 * sizes[1]]
    assert plan["cost[mae]"].estimate == min(costs)


def test_a_surface_has_a_row_for_each_point():
    plan = cw.plan.responses(
        items=[20, 60], responses=[1, 5], epsilon_b=0.4, metric="wins", **QUICK
    )
    points = [plan[f"power[wins, items={n}, responses={k}]"] for n in (20, 60) for k in (1, 5)]
    assert points[-1].estimate > points[0].estimate


@pytest.mark.slow
def test_the_same_seed_gives_the_same_plan_with_any_workers():
    given = {"items": 50, "responses": 2, "epsilon_b": 0.2, "metric": "mae,spearman"}
    one = cw.plan.responses(**given, **QUICK)
    assert one.rows == cw.plan.responses(**given, **QUICK, workers=2).rows


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"responses": 5}, "the number of items"),
        ({"items": 10}, "the number of answers, responses;"),
        ({"items": 1, "responses": 5}, "at least two"),
        ({"items": 10, "responses": 5, "epsilon_b": 1.5}, "width of the scale"),
        ({"items": 10, "responses": 5, "epsilon_b": -0.1}, "epsilon_b"),
        ({"items": 10, "responses": 5, "metric": "nonsense"}, "nonsense"),
        ({"items": 10, "responses": 5, "procedure": "mcnemar-midp"}, "item-swap"),
        ({"items": 10, "responses": 5, "sampler": "all,all"}, "draws nothing"),
        (
            {"items": 10, "responses": 1, "epsilon_b": 0.1, "sampler": "bootstrap,sample(5)"},
            "several answers",
        ),
        (
            {"items": 10, "responses": 5, "budget": 100, "solve": "power"},
            'solve="split" or budget, or power with',
        ),
        ({"solve": "split", "epsilon_b": 0.1}, "a budget to split"),
        ({"solve": "split", "epsilon_b": 0.1, "budget": 3}, "enough for 6 items"),
        ({"solve": "split", "epsilon_b": 0, "budget": 1000}, "systems that differ"),
        ({"solve": "items", "items": 5, "responses": 5}, "Leave one of the two out"),
        ({"items": 10, "responses": 5, "resamples": 9}, "some hundreds"),
        ({"items": 10, "responses": 5, "responses_gold": 3, "metric": "cosine"}, "by place"),
        ({"items": [10, 20], "responses": [1, 2], "epsilon_b": [0.1, 0.2]}, "one or two"),
        ({"items": 10, "responses": 5, "metric": "accuracy"}, "continuous"),
        ({"items": 10, "responses": 5, "world": "publised"}, "published"),
        ({"items": 10, "responses": 5, "alternative": "up"}, "two-sided"),
        ({"budget": 100, "epsilon_b": 0.1, "price_gold": -1}, "prices"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_what_cannot_be_is_refused_in_a_sentence(given, said):
    with pytest.raises((ParameterError, DataError)) as refused:
        cw.plan.responses(**(QUICK | given))
    assert said in str(refused.value)


@pytest.mark.slow
def test_runs_that_shift_all_their_answers_are_cautioned_against_and_can_be_planned_for():
    world = NormalResponses(mean="uniform(0, 1)", spread=0.1, epsilon_b=0.2, run_sd=0.3)
    given = {"items": 60, "responses": 4, "metric": "mae", "world": world}
    items = cw.plan.responses(**given, **QUICK)
    assert items["alpha[mae]"].low > 0.1
    assert any("two-way-bootstrap heeds it" in note for note in items.notes)
    runs = cw.plan.responses(**given, procedure="responder-permutation", **QUICK)
    assert runs["alpha[mae]"].estimate < 0.12
    assert runs["power[mae]"].estimate < items["power[mae]"].estimate


def test_a_world_takes_distributions_of_scipy():
    world = NormalResponses(mean=st.beta(2, 2), spread=st.uniform(0, 0.2), epsilon_b=0.6)
    plan = cw.plan.responses(items=40, responses=3, metric="mae", world=world, **QUICK)
    assert plan["power[mae]"].estimate > 0.8


def test_answers_that_were_read_are_a_world(examples):
    read = cw.read_responses(examples / "responses.csv")
    plan = cw.plan.responses(items=60, responses=3, metric="mae", world=read, **QUICK)
    assert plan["difference[mae]"].estimate < 0  # new errs less than base
    with pytest.raises(ParameterError, match="who gave them"):
        cw.plan.responses(
            items=60, responses=3, world=read, procedure="responder-permutation", **QUICK
        )


@pytest.mark.slow
def test_an_alternative_on_the_other_side_is_told():
    plan = cw.plan.responses(
        items=60, responses=3, epsilon_b=0.4, metric="mae", alternative="better", **QUICK
    )
    assert plan["power[mae]"].estimate < 0.05
    assert any("other side of the alternative better" in note for note in plan.notes)
    right = cw.plan.responses(
        items=60, responses=3, epsilon_b=0.4, metric="mae", alternative="worse", **QUICK
    )
    assert right["power[mae]"].estimate > 0.8
    assert not any("other side" in note for note in right.notes)


@pytest.mark.slow
def test_what_costs_far_more_than_the_cheapest_is_not_simulated():
    plan = cw.plan.responses(
        epsilon_b=0.5,
        metric="wins",
        responses=[1, 1000],
        solve="budget",
        replicates=60,
        resamples=99,
        rng=1,
    )
    assert "cost[wins, responses=1000]" not in plan
    assert any("were not simulated" in note for note in plan.notes)


def test_unequal_numbers_of_answers_leave_no_expected_p():
    plan = cw.plan.responses(
        items=60, responses=3, responses_a=1, epsilon_b=0.3, metric="mae", **QUICK
    )
    assert isnan(plan["true_p[mae]"].estimate)
    assert isnan(plan["power_known_null[mae]"].estimate)
    assert any("unequal numbers of answers" in note for note in plan.notes)
    assert "B scores worse" in plan.headline  # by its answers, not by being worse


def test_a_search_on_the_other_side_is_refused():
    with pytest.raises(ParameterError, match="on that side by mae"):
        cw.plan.responses(
            responses=3, epsilon_b=0.4, metric="mae", alternative="better", solve="items", **QUICK
        )


def test_runs_are_needed_for_tests_of_runs():
    with pytest.raises(ParameterError, match="several runs of A and of B"):
        cw.plan.responses(
            items=30, responses=1, epsilon_b=0.3, procedure="two-way-bootstrap", **QUICK
        )


@pytest.mark.slow
def test_what_a_fit_returns_is_a_world(examples):
    fitted = cw.fit_responses(examples / "responses.csv")[0]
    plan = cw.plan.responses(items=40, responses=3, metric="mae", world=fitted, **QUICK)
    assert plan["difference[mae]"].estimate < 0


@pytest.mark.slow
def test_words_say_no_more_than_the_procedure_does():
    given = {"items": 40, "responses": 3, "epsilon_b": 0.4, "metric": "mae"}
    alike = cw.plan.responses(**given, procedure="response-permutation", **QUICK)
    assert "do not answer alike" in alike.headline
    assert "worse" not in alike.headline
    other = cw.plan.responses(**given, alternative="better", **QUICK)
    assert other.verdict == "too small"
    assert any("other side of the alternative" in note for note in other.notes)


def test_a_sampler_of_one_answer_is_judged_by_studies_of_one_answer():
    """The pair of Wein et al. (2023), Table 5: epsilon 0.05, all items, one answer: .351."""
    how = {"epsilon_b": 0.05, "metric": "mae", "replicates": 250, "resamples": 39, "rng": 3}
    plan = cw.plan.responses(items=1000, responses=5, sampler="all,sample(1)", sets=12, **how)
    (judged,) = (row for row in plan.select("true_p") if "sampler" in row.at)
    assert judged.low < 0.351 < judged.high
    assert abs(judged.estimate - plan["estimated_p[mae]"].estimate) < 0.1
    assert plan["true_p[mae]"].estimate < 0.15  # of all five
    whole = cw.plan.responses(items=50, responses=5, sampler="bootstrap,all", sets=2, **how)
    assert len(whole.select("true_p")) == 1
