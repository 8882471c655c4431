"""Rating plans: the word follows the verdict, and numbers in sentences are those of the rows."""

from dataclasses import replace
from functools import cache
from math import nan

import pytest

import claimwise as cw
from claimwise.core import Row
from claimwise.report.kinds import answer_of
from claimwise.report.numbers import chance, compact, fixed, percent
from tests.report.helpers import changed, told

QUICK = {"replicates": 20, "rng": 1}
SMALL = {"items": 20, "ratings_per_item": 2, "world": "card-low", **QUICK}


@cache
def planned(model="t-items", difference=0.2):
    return cw.plan.ratings(model=model, difference=difference, **SMALL)


@pytest.mark.parametrize(
    ("power", "word", "verdict"),
    [(0.79, "TOO SMALL", "too small"), (0.8, "ENOUGH", "enough"), (0.97, "ENOUGH", "enough")],
)
def test_the_word_follows_the_verdict(power, word, verdict):
    result = changed(planned(), "power", estimate=power, low=power - 0.001, high=power + 0.001)
    answer = answer_of(result)
    assert (answer.word, result.verdict) == (word, verdict)
    assert percent(power) in answer.headline
    assert ("miss" in answer.headline) == (word == "TOO SMALL")


def test_the_size_and_the_effect_are_those_of_the_study():
    headline = answer_of(planned()).headline
    n = planned()["power"].n
    assert f"{n} ratings (2 raters, 20 items)" in headline
    assert "a gain of 0.2 rating points" in headline
    assert "a loss of 0.3 rating points" in answer_of(planned(difference=-0.3)).headline


def test_an_exaggeration_is_left_out_where_power_is_high():
    low = changed(planned(), "power", estimate=0.4, low=0.3, high=0.5)
    low = changed(low, "type_m", estimate=1.84)
    assert f"{fixed(1.84, 1)} times too large" in told(low)
    high = changed(low, "power", estimate=0.96, low=0.95, high=0.97)
    assert "too large" not in told(high)


@pytest.mark.parametrize(("power", "word"), [(0.83, "ENOUGH"), (0.78, "TOO SMALL")])
def test_a_simulation_that_leaves_the_target_open_says_so(power, word):
    unsure = changed(planned(), "power", estimate=power, low=0.7, high=0.9)
    assert answer_of(unsure).word == word
    assert "cannot tell the power from the 80% wanted" in told(unsure)
    assert "70% to 90%" in told(unsure)
    sure = changed(planned(), "power", estimate=power, low=power - 0.01, high=power + 0.01)
    assert "cannot tell" not in told(sure)


def test_the_first_analysis_decides():
    both = planned(model="t-items,t-ratings")
    for first, second, word in ((0.9, 0.1, "ENOUGH"), (0.1, 0.9, "TOO SMALL")):
        result = changed(both, "power", "t-items", estimate=first, low=nan, high=nan)
        result = changed(result, "power", "t-ratings", estimate=second, low=nan, high=nan)
        answer = answer_of(result)
        assert answer.word == word
        assert result.supported == (word == "ENOUGH")
        assert percent(first) in answer.headline
        assert "t-items" in answer.headline
    (table,) = answer_of(both).tables
    assert [row[0] for row in table.rows] == ["t-items", "t-ratings"]


def test_an_analysis_that_finds_too_much_without_an_effect_is_told_of():
    loud = changed(planned(), "alpha", estimate=0.31, low=0.25, high=0.37)
    assert f"{percent(0.31)} of studies, where 5% are promised" in told(loud)
    fair = changed(planned(), "alpha", estimate=0.06, low=0.04, high=0.09)
    assert "promised" not in told(fair)


def test_several_effects_have_a_line_each_and_no_verdict():
    curve = planned(model="t-items,t-ratings", difference=(0.05, 0.3, 0.6))
    answer = answer_of(curve)
    assert (answer.word, curve.verdict) == ("", None)
    (table,) = answer.tables
    assert len(table.rows) == 6
    powers = [curve[f"power[t-items, effect={e}]"].estimate for e in (0.05, 0.3, 0.6)]
    enough = [e for e, power in zip((0.05, 0.3, 0.6), powers, strict=True) if power >= 0.8]
    assert f"{len(enough)} of 3 reach 80%" in answer.headline
    assert f"{percent(powers[0])} (true effect a gain of 0.05 rating points)" in answer.headline
    place = answer.tables[0].header.index("power")
    shown = [row[place] for row in answer.tables[0].rows if "t-items" in row]
    rows = [curve[f"power[t-items, effect={e}]"] for e in (0.05, 0.3, 0.6)]
    assert shown == [compact(chance(row)) for row in rows]
    weak = replace(
        curve,
        rows=tuple(replace(r, estimate=0.1) if r.quantity == "power" else r for r in curve.rows),
    )
    assert "0 of 3 reach 80%" in answer_of(weak).headline


def test_without_an_effect_there_is_no_verdict():
    result = planned(difference=0)
    answer = answer_of(result)
    assert (answer.word, result.verdict) == ("", None)
    assert f"equal systems in {percent(result['alpha'].estimate)} of studies" in answer.headline


def test_a_size_that_is_enough_is_said_with_what_it_is_made_of():
    found = cw.plan.ratings(
        world="card-low", difference=0.3, model="t-items", solve="items", **QUICK
    )
    answer = answer_of(found)
    assert found.verdict is None
    row, raters = found["sample_size"], found["sample_size[raters]"].estimate
    size = f"{row.n:,} ratings ({raters:.0f} raters, {row.estimate:.0f} items) find"
    assert answer.headline.startswith(size)
    assert f"leaves open {row.low:.0f} to {row.high:.0f} items" in answer.headline


@pytest.mark.slow
def test_a_size_that_cannot_be_reached_is_said_and_cautioned_of():
    found = cw.plan.ratings(
        world="card-high", ratings_per_item=3, difference=0.1, model="linear", solve="items",
        **QUICK,
    )  # fmt: skip
    answer = answer_of(found)
    assert answer.headline.startswith("No size that was tried is enough to find a gain of 0.1")
    assert any(note.kind == "caution" for note in found.notes)


def test_an_effect_that_is_found_is_said_in_points_with_its_interval():
    found = cw.plan.ratings(
        world="general", items=30, ratings_per_item=3, list_length=10, model="t-items",
        solve="mde", **QUICK,
    )  # fmt: skip
    points = found.provenance["settings"]["effects_in"]["points"][0]
    assert f"a gain of {points:.2f} rating points" in answer_of(found).headline
    row = found["mde"]
    assert f"{row.estimate:.2f} latent units (probit)" in told(found)
    assert f"{row.low:.2f} to {row.high:.2f}" in told(found)


@pytest.mark.slow
def test_the_cheapest_design_is_that_of_the_rows():
    found = cw.plan.ratings(
        world="card-low", difference=0.2, model="t-items", solve="budget", cost_item=0.2,
        cost_rating=0.1, cost_rater=1, **QUICK,
    )  # fmt: skip
    answer = answer_of(found)
    size = {k: int(found[f"sample_size[{k}]"].estimate) for k in ("items", "raters", "ratings")}
    parts = f"({size['raters']} raters, {size['items']} items)"
    assert answer.headline.startswith(f"{size['ratings']:,} ratings {parts} at a cost of")
    assert len(answer.tables[0].rows) == 10
    costs = [row.estimate for row in found.select("frontier_cost")]
    assert min(float(row[2]) for row in answer.tables[0].rows) == pytest.approx(
        min(costs), rel=5e-3
    )


def test_judgements_are_said_by_the_shares_that_are_won_and_lost():
    given = {"items": 20, "per_item": 3, "rater_sd": 0.3, "item_sd": 0.3, "model": "sign", **QUICK}
    won = cw.plan.judgements(win=0.5, lose=0.3, **given)
    assert "a 50% to 30% preference for B" in answer_of(won).headline
    assert "60 judgements" in answer_of(won).headline
    lost = cw.plan.judgements(difference=-0.4, **given)
    assert "a 70% to 30% preference for A" in answer_of(lost).headline


def test_an_average_over_a_prior_is_that_of_its_row():
    result = cw.plan.ratings(model="t-items", effect_prior="normal:0.2:0.1", **SMALL)
    assert f"better in {percent(result['assurance'].estimate)} of studies" in told(result)
    assert "Normal(0.2, 0.1)" in told(result)


def test_the_error_of_the_simulation_stands_in_the_method_once():
    result = changed(planned(), "power", estimate=0.65, low=0.6195, high=0.6796)
    assert "20 simulated studies, power to within 3 points" in answer_of(result).brief
    assert "card-low, Card et al. (2020), Table 16" in answer_of(result).brief
    assert "Monte Carlo" not in told(result)


def test_an_undefined_power_is_no_verdict():
    rows = (Row(quantity="power", estimate=nan, n=80), *planned().rows[1:])
    assert replace(planned(), rows=rows).verdict is None
