"""Plans of several answers: the word follows the verdict, numbers are those of the rows."""

from dataclasses import replace
from functools import cache
from math import nan

import pytest

import claimwise as cw
from claimwise.core import Row
from claimwise.report.kinds import answer_of
from claimwise.report.numbers import chance, percent
from claimwise.report.quantities import value
from tests.report.helpers import changed, told

QUICK = {"replicates": 30, "resamples": 59, "sets": 2, "rng": 1}


@cache
def planned(metric="mae", **more):
    return cw.plan.responses(
        **{"items": 40, "responses": 3, "epsilon_b": 0.3, "metric": metric, **more, **QUICK}
    )


@pytest.mark.parametrize(
    ("power", "word", "verdict"),
    [(0.79, "TOO SMALL", "too small"), (0.8, "ENOUGH", "enough")],
)
def test_the_word_follows_the_verdict(power, word, verdict):
    result = changed(planned(), "power", estimate=power, low=power - 0.001, high=power + 0.001)
    answer = answer_of(result)
    assert (answer.word, result.verdict) == (word, verdict)
    assert percent(power) in answer.headline
    assert ("miss" in answer.headline) == (word == "TOO SMALL")
    assert "40 items x 3 answers" in answer.headline


def test_who_is_better_follows_the_direction_of_the_metric():
    both = planned("mae,wins")  # B is off: its errors are larger, and it wins less often
    assert both["difference[mae]"].estimate > 0 > both["difference[wins]"].estimate
    assert "that B is worse than A on wins" in told(both)
    assert "that B is worse than A on mae" in told(planned())
    turned = changed(planned(), "difference", estimate=-0.1, low=-0.11, high=-0.09)
    assert "that B is better than A on mae" in told(turned)


def test_a_plan_is_enough_if_it_is_by_every_metric():
    both = planned("mae,wins")
    mixed = changed(both, "power", "mae", estimate=0.91, low=nan, high=nan)
    mixed = changed(mixed, "power", "wins", estimate=0.42, low=nan, high=nan)
    answer = answer_of(mixed)
    assert (answer.word, mixed.verdict) == ("TOO SMALL", "too small")
    assert "on wins 6 times in 10 (power 42%)" in answer.headline  # the metric that decides
    assert "on mae in 91% of studies" in " ".join(answer.lines)
    good = changed(mixed, "power", "wins", estimate=0.83, low=nan, high=nan)
    assert answer_of(good).word == "ENOUGH"
    assert "on wins in 83% of studies" in answer_of(good).headline
    (table,) = answer_of(good).tables
    power = table.header.index("power")
    assert [(row[0], row[power]) for row in table.rows] == [("mae", "91%"), ("wins", "83%")]


def test_a_simulation_that_leaves_the_target_open_says_so():
    unsure = changed(planned(), "power", estimate=0.83, low=0.7, high=0.9)
    assert answer_of(unsure).word == "ENOUGH"
    assert "cannot tell the power on mae from the 80% wanted" in told(unsure)
    sure = changed(planned(), "power", estimate=0.83, low=0.81, high=0.85)
    assert "cannot tell" not in told(sure)


def test_systems_that_simulation_cannot_tell_apart_are_not_called_better():
    close = changed(planned(), "difference", estimate=0.001, low=-0.01, high=0.012)
    assert "a difference on mae" in told(close)
    assert "better" not in told(close)
    assert "worse" not in told(close)


def test_a_test_of_answering_alike_says_no_more_than_that():
    alike = planned(procedure="response-permutation")
    assert "do not answer alike on mae" in answer_of(alike).headline
    assert "worse than" not in answer_of(alike).headline


def test_systems_of_a_file_have_their_names(examples):
    result = planned(world=str(examples / "responses.csv"), a="base", b="new", epsilon_b=None)
    assert "that new is better than base on mae" in told(result)


def test_without_a_difference_there_is_no_verdict():
    same = planned(epsilon_b=0)
    answer = answer_of(same)
    assert (answer.word, same.verdict) == ("", None)
    assert f"{chance(same['alpha[mae]'])} of studies, where 5% are promised" in answer.headline


def test_sizes_that_are_enough_have_their_intervals():
    found = planned("mae,wins", items=None, solve="items", epsilon_b=0.6)
    answer = answer_of(found)
    few, many = (found[f"sample_size[{m}]"] for m in ("mae", "wins"))
    assert few.estimate < many.estimate  # that which takes more comes first
    assert answer.headline.startswith(f"{many.estimate:.0f} items x 3 answers find")
    assert f"leaves open {many.low:.0f} to {many.high:.0f} items" in answer.headline
    assert f"{few.estimate:.0f} items x 3 answers find" in " ".join(answer.lines)
    (table,) = answer.tables
    assert [row[1] for row in table.rows] == [f"{s.estimate:.0f}" for s in (few, many)]
    never = replace(
        found,
        rows=(Row(quantity="sample_size", at={"metric": "mae"}, estimate=nan), *found.rows[1:]),
    )
    assert answer_of(never).headline.startswith("No size that was tried is enough to find")


def test_the_best_split_has_the_power_of_its_place():
    found = planned(items=None, responses=(1, 5), budget=60, solve="split", epsilon_b=0.4)
    best = found["best_items[mae]"].estimate, found["best_responses[mae]"].estimate
    power = found[f"power[mae, items={best[0]:g}, responses={best[1]:g}]"]
    headline = answer_of(found).headline
    assert f"{best[0]:.0f} items x {best[1]:.0f} answer" in headline
    assert percent(power.estimate) in headline
    assert power.estimate == max(row.estimate for row in found.select("power"))


def test_several_studies_are_counted_and_have_a_cell_each():
    found = planned(items=(10, 20, 60), responses=(1, 5), epsilon_b=0.5)
    powers = [row.estimate for row in found.select("power")]
    answer = answer_of(found)
    enough = sum(power >= 0.8 for power in powers)
    assert f"{enough} of 6 reach 80%" in answer.headline
    assert f"{percent(powers[0])} (10 items, answers 1)" in answer.headline
    assert found.verdict is None
    (table,) = answer.tables
    assert table.header[:4] == ("items", "answers", "metric", "power")
    assert [row[3] for row in table.rows] == [value(row) for row in found.select("power")]
    assert table.rows[0][:3] == ("10", "1", "mae")
    (both,) = answer_of(planned("mae,wins", items=(10, 60), epsilon_b=0.5)).tables
    lines = [("10", "mae"), ("10", "wins"), ("60", "mae"), ("60", "wins")]
    assert sorted(row[:2] for row in both.rows) == lines


def test_the_cheapest_study_is_that_of_the_rows():
    found = planned(items=None, responses=(1, 5), solve="budget", epsilon_b=0.7)
    cost = found["cost[mae]"].estimate
    assert f"at a cost of {cost:g} find" in answer_of(found).headline
    (table,) = answer_of(found).tables
    place = table.header.index("cost")
    assert min(float(row[place]) for row in table.rows) == cost


def test_an_expected_p_of_no_study_is_a_bound():
    row = Row(quantity="true_p", estimate=0.0, low=0.0, high=0.03, level=0.95, kind="monte carlo")
    assert value(row) == "< .030"
    assert value(replace(row, high=0.0004)) == "< .001"
    assert value(replace(row, estimate=0.02)) == ".020"


def test_findings_between_equal_systems_stand_in_the_table():
    result = planned("mae,wins")
    (table,) = answer_of(result).tables
    found = table.rows[0][table.header.index("false findings")]
    assert found == percent(result["alpha[mae]"].estimate, 1)
