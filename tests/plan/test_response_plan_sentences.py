"""Plans of several answers: what is printed is what was asked and found."""

import pytest

import claimwise as cw
from claimwise import report
from claimwise.calibrate.cases import cases_of
from claimwise.core import ParameterError
from claimwise.plan import response_split
from claimwise.report.numbers import percent
from claimwise.worlds.item_distributions import Distribution
from claimwise.worlds.response_presets import PRESETS
from claimwise.worlds.responses import NormalResponses

QUICK = {"replicates": 80, "resamples": 59, "sets": 2, "rng": 1}


def flat(result) -> str:
    return " ".join(str(result).split())


def test_a_search_for_answers_heeds_those_that_are_given():
    found = cw.plan.responses(
        items=150,
        responses_a=2,
        responses_b=2,
        epsilon_b=0.15,
        metric="wins",
        solve="responses",
        **QUICK,
    )
    gold = int(found["sample_size[wins]"].estimate)
    assert gold > 2
    assert found.provenance["settings"]["responses"] == f"gold {gold}, a 2, b 2"
    assert found.headline.startswith(f"150 items x {gold} gold answers, 2 of A, 2 of B find")
    own = {"responses_gold": 5, "responses_a": 1, "responses_b": 1}
    with pytest.raises(ParameterError, match="a source whose answers it can look for"):
        cw.plan.responses(items=150, epsilon_b=0.3, solve="responses", **own, **QUICK)


def test_the_errors_asked_for_are_those_shown():
    found = cw.plan.responses(
        responses=1, epsilon_a=0.1, epsilon_b=0.9, power=0.5, solve="budget", **QUICK
    )
    assert "epsilon of A 0.1, epsilon of B 0.9" in flat(found)
    assert found.provenance["settings"]["epsilon_b"] == 0.9


@pytest.mark.parametrize("own", [{}, {"responses_a": 1, "responses_b": 1}])
def test_the_power_printed_is_that_of_the_best_split(own):
    found = cw.plan.responses(
        budget=60, price_item=1, responses=[1, 10], epsilon_b=0.2, solve="split", **own, **QUICK
    )
    one, ten = found.select("power")
    assert one.estimate < ten.estimate
    shown = percent(ten.estimate) if ten.estimate < 1 else f"more than {percent(ten.low)}"
    assert shown in found.headline


@pytest.mark.slow
def test_the_cheapest_study_says_whose_answers_it_has():
    found = cw.plan.responses(
        responses=3, responses_a=1, responses_b=2, epsilon_b=0.9, solve="budget", **QUICK
    )
    assert found["best_responses_a[mae]"].estimate == 1
    assert found["best_responses_b[mae]"].estimate == 2
    assert "3 gold answers, 1 of A, 2 of B" in found.headline


@pytest.mark.slow
@pytest.mark.parametrize("solve", ["split", "budget"])
def test_a_figure_tells_splits_apart_by_the_source_that_varies(solve):
    found = cw.plan.responses(
        responses=[1, 4],
        responses_gold=3,
        responses_b=2,
        epsilon_b=0.9,
        solve=solve,
        **({"budget": 60} if solve == "split" else {}),
        **QUICK,
    )
    values = report.vega_lite(found)["data"]["values"]
    seen = {value["split" if solve == "split" else "times"] for value in values}
    assert seen == ({"20 x 3/1/2", "20 x 3/4/2"} if solve == "split" else {1, 4})


@pytest.mark.slow
def test_unequal_numbers_of_answers_are_cautioned_of():
    sizes = {"responses_gold": 5, "responses_a": 1, "responses_b": 9}
    same = cw.plan.responses(items=80, epsilon_b=0, **sizes, **QUICK)
    assert same["alpha[mae]"].estimate > 0.5  # found by the numbers of answers alone
    cheapest = cw.plan.responses(epsilon_b=0.9, power=0.5, solve="budget", **sizes, **QUICK)
    calibrated = cw.calibrate.responses(
        epsilon_b=0,
        items=20,
        responses={"gold": 5, "a": 1, "b": 9},
        metric="mae",
        procedure="item-swap",
        replicates=20,
        resamples=39,
    )
    for result in (same, cheapest, calibrated):
        cautions = [note for note in result.notes if note.kind == "caution"]
        assert any(note.startswith("A has 1 and B 9 answers") for note in cautions)
    equal = cw.plan.responses(items=20, responses=2, epsilon_b=0.3, **QUICK)
    assert not any(note.kind == "caution" for note in equal.notes)


def test_nobody_is_called_better_where_simulation_does_not_tell():
    # Errors of opposite signs: by mae neither is better.
    world = NormalResponses(
        mean=Distribution("uniform", (0.0, 1.0)),
        spread=Distribution("uniform", (0.0, 0.3)),
        bias_a=0.1,
        bias_b=-0.1,
    )
    found = cw.plan.responses(world=world, items=30, responses=3, metric="mae", **QUICK)
    row = found["difference[mae]"]
    assert row.low < 0 < row.high
    assert "a difference on mae" in flat(found)
    assert not {"better", "worse"} & set(found.headline.split())


def test_systems_without_errors_of_their_own_are_called_alike():
    moved = NormalResponses(mean="uniform(0, 1)", spread="uniform(0, 0.3)", bias_b=0.3)
    same = cw.plan.responses(world=moved, items=20, responses=2, **QUICK)
    assert same.provenance["settings"]["null"] == "alike"
    other = cw.plan.responses(items=20, responses=2, epsilon_b=0.3, **QUICK)
    assert other.provenance["settings"]["null"] == "equally good"
    cases = cases_of(PRESETS["published"], 0.3, [0.0, 0.1, 0.3])
    assert [(case.truth, case.where) for case in cases] == [
        ("different", "epsilon_b=0"),
        ("equally good", "epsilon=0.3"),
        ("different", "epsilon_b=0.1"),
    ]


def test_a_budget_that_buys_more_than_is_simulated_is_told(monkeypatch):
    monkeypatch.setattr(response_split, "MOST", 30)
    given = {"responses": [1, 5], "epsilon_b": 0.3, "solve": "split"}
    rich = cw.plan.responses(budget=40, **given, **QUICK)
    assert "The budget buys more than 30 items, the most that are simulated." in flat(rich)
    poor = cw.plan.responses(budget=30, **given, **QUICK)
    assert "buys more than" not in flat(poor)


def test_an_expected_p_of_zero_is_bounded_by_the_fewer_studies():
    # Pairs in which no study is used twice: as many as there are studies with the effect.
    found = cw.plan.responses(
        items=[60, 61],
        responses=5,
        epsilon_b=0.9,
        metric="wins",
        replicates=100,
        resamples=39,
        rng=1,
    )
    row = found["true_p[wins, items=60]"]
    assert row.estimate == 0
    assert row.high == pytest.approx(1 - 0.05 ** (1 / 100))


def test_answers_of_two_sources_are_counted_alike():
    found = cw.plan.responses(
        items=150, responses_gold=5, epsilon_b=0.3, metric="wins", solve="responses", **QUICK
    )
    each = f"{found['sample_size[wins]'].estimate:.0f}"
    assert found.headline.startswith(f"150 items x 5 gold answers, {each} of A, {each} of B find")
