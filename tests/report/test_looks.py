"""The words of looks: what was spent, whether the study stops, and on what that rests."""

from __future__ import annotations

import numpy as np
import pytest

from claimwise import compare, plan
from claimwise.assess.looks import at_look, sequence
from claimwise.data import Pairs
from claimwise.plan.looks import Fixed, plan_looks
from claimwise.report import document, to_json, to_markdown, to_text, vega_lite
from claimwise.report.looks import small
from claimwise.study import declare


def said(result):
    return " ".join(to_text(result).split())


def verdicts(wins, losses, n):
    a, b = np.zeros(n), np.zeros(n)
    b[:wins], a[wins : wins + losses] = 1, 1
    order = np.random.default_rng(0).permutation(n)
    return Pairs(a[order], b[order])


def test_a_plan_says_power_items_and_what_each_look_asks_for():
    found = plan_looks(Fixed(power=0.8, n=1000, alpha=0.05, sample_size=1000), looks=2)
    text = said(found)
    power = found["power[sequential]"].estimate
    assert f"power {power:.4f} (normal theory)" in text
    assert "With 2 looks (O'Brien-Fleming spending) and at most 1,000 items" in text
    assert "look items z p at most alpha spent stops here" in text
    assert "1 500 2.963 0.0031 0.0031" in text
    assert "fixed before the data are seen" in text
    assert "| 2.963 |" in to_markdown(found)


def test_a_simulated_plan_says_both_and_that_estimates_exaggerate():
    found = plan.accuracy(
        n=500, difference=0.06, agreement=0.8, looks=2, spending="pocock", rng=1, replicates=400
    )
    text = said(found)
    assert "With mcnemar-midp itself at every look of 400 simulated studies" in text
    assert f"looks {found['type_m[sequential, simulated]'].estimate:.2f} times as large" in text
    assert "exaggerates the difference" in text


def test_an_anytime_plan_names_both_sequences():
    found = plan.accuracy(
        n=300, difference=0.1, agreement=0.7, spending="anytime", rng=1, replicates=100
    )
    text = said(found)
    assert "the confidence sequence of the difference (betting" in text
    assert "win rate among items that tell the systems apart" in text
    assert "choose one before the data" in text


def test_a_look_says_what_was_spent_and_that_the_rule_is_on_trust():
    text = said(compare(verdicts(24, 12, 400), looks=4, look=2))
    assert "This is look 2 of 4, at 50% of the planned data" in text
    assert "asks for a p-value of at most 0.0030" in text
    assert "the study goes on" in text
    assert "Of alpha 0.05, 0.0031 is spent now." in text
    assert "fixed before the data is not known here" in text
    assert "stays open at alpha 0.05 over all looks" in text


def test_a_stopped_study_says_the_estimate_that_allows_for_it():
    found = compare(verdicts(60, 20, 400), looks=4, look=2, spending="pocock")
    text = said(found)
    assert "The study stops here: the boundary is crossed." in text
    assert "is better than A (at alpha 0.05 over all looks, two-sided)" in text
    row = found["adjusted_difference"]
    assert f"B - A is {100 * row.estimate:.4g} points (median-unbiased" in text
    assert f"{100 * row.low:.4g} to {100 * row.high:.4g} points" in text


def test_a_declared_rule_is_said_to_be():
    rule = {"rule": "pocock", "fractions": (0.5, 1.0), "planned": 2}
    assert "The rule was declared before the data." in said(at_look(z=1.0, **rule, declared=True))
    end = said(at_look(z=1.0, **rule))
    assert "not known here" in end
    assert "All of alpha (0.05) is spent now." in end
    assert "This is the end, and the boundary is not crossed." in end


def test_a_sequence_says_that_it_holds_at_any_time():
    text = said(sequence(verdicts(80, 20, 400), declared=True))
    assert "B is better than A (at alpha 0.05 at any time, two-sided)" in text
    assert "Interval and p-value hold at every item at once" in text
    assert "It was settled after" in text
    assert "Of the 100 items that tell them apart, B has the higher score on 80%" in text
    assert "in the order of the data" in text
    assert "The rule was declared before the data." in text


def test_every_result_goes_through_json():
    for found in (
        at_look(z=2.0, rule="pocock", fractions=(0.5,), planned=2),
        sequence(verdicts(8, 4, 40)),
        plan_looks(Fixed(power=0.01, n=1000, alpha=0.05), looks=2),
    ):
        assert "NaN" not in to_json(found)


def test_small_levels():
    assert [small(p) for p in (0.05, 0.001, 0.00012, 5.7e-111)] == [
        "0.0500",
        "0.0010",
        "0.00012",
        "5.7e-111",
    ]


@pytest.mark.parametrize(
    "stopping",
    [{"rule": "pocock", "looks": 2}, {"rule": "anytime"}],
    ids=lambda stopping: stopping["rule"],
)
@pytest.mark.parametrize("ask", ["power", "check"])
def test_a_study_leads_with_the_power_of_the_rule_that_it_declares(ask, stopping):
    declared = declare(
        {
            "kind": "accuracy",
            "claim": {"a": "a", "b": "b"},
            "data": {"n": 60},
            "procedure": {"replicates": 100},
            "assumptions": {"difference": 0.2, "agreement": 0.7, "source": "a guess"},
            "stopping": stopping,
        }
    )
    found = declared.power() if ask == "power" else declared.check()
    text = " ".join(str(found).split())
    rule = {"pocock": "With 2 looks (Pocock spending)", "anytime": "Looking after every item"}
    lead, once = text.index(rule[stopping["rule"]]), text.index("With one look alone, at the end:")
    verdict = text.index("the wanted 0.8")
    assert lead < once < verdict
    mark = "sequential" if stopping["rule"] == "pocock" else "anytime"
    assert f"{found[f'power[{mark}]'].estimate:.4f}" in text[lead:once]


def asked_of(result, question):
    """Return the answer of the checklist to the question that has these words."""
    return next(i.answer for i in document(result).checklist if question in i.question)


def test_the_checklist_of_a_look_speaks_of_its_boundary_and_of_all_looks():
    found = compare(verdicts(107, 51, 600), looks=4, look=2, planned_n=1200)
    boundary, adjusted = found["boundary_p"].estimate, found["adjusted_difference"]
    assert f"at most {small(boundary)}" in asked_of(found, "called significant")
    meaning = asked_of(found, "mean here")
    assert "95%" in meaning
    assert f"about {100 * found['difference'].level:.1f}%" not in meaning
    assert small(boundary) in meaning
    margin = asked_of(found, "By what margin")
    assert f"{100 * adjusted.estimate:.4g} points" in margin
    assert f"{100 * found['difference'].estimate:.4g} points" not in margin


def test_the_headline_and_the_forest_show_the_estimate_that_allows_for_the_looks():
    found = compare(verdicts(107, 51, 600), looks=4, look=2, planned_n=1200)
    adjusted = found["adjusted_difference"]
    answer = document(found).answer
    assert f"{100 * adjusted.estimate:.4g} points" in answer
    assert f"{100 * adjusted.low:.4g} to {100 * adjusted.high:.4g}" in answer
    assert f"{100 * found['difference'].estimate:.4g} points" not in answer
    (drawn,) = vega_lite(found, "forest")["data"]["values"]
    assert drawn["estimate"] == pytest.approx(100 * adjusted.estimate)
    assert (drawn["low"], drawn["high"]) == pytest.approx((100 * adjusted.low, 100 * adjusted.high))
    going_on = compare(verdicts(60, 55, 600), looks=4, look=2, planned_n=1200)
    assert "adjusted_difference" not in going_on
    assert f"{100 * going_on['difference'].estimate:.4g} point" in document(going_on).answer


def test_a_plan_with_looks_has_at_most_its_items_and_detects_less_than_with_one():
    found = plan.accuracy(n=500, difference=0.06, agreement=0.8, looks=2, rng=1, replicates=400)
    assert "At most 500 items" in asked_of(found, "How many items")
    assert "takes more than with one look" in asked_of(found, "smallest difference")
    assert "each look" in asked_of(found, "called significant")
    once = plan.accuracy(n=500, difference=0.06, agreement=0.8, rng=1)
    assert asked_of(once, "How many items") == "500 items."


def test_a_plan_of_a_test_does_not_ask_for_an_interval():
    tested = plan.accuracy(n=500, difference=0.06, agreement=0.8)
    assert "not reject" not in asked_of(tested, "What is the hypothesis")
    by_interval = plan.accuracy(
        n=500, difference=0.0, agreement=0.8, claim="equivalence", margin=0.1, interval="tango"
    )
    assert "not reject" in asked_of(by_interval, "What is the hypothesis")
