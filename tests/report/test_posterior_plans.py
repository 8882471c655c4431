"""The words about a posterior to come say what the rows say."""

import pytest

import claimwise as cw
from claimwise import report
from claimwise.report.numbers import percent

STUDY = {"n": 300, "difference": 0.06, "agreement": 0.8, "assess": "posterior"}
SMALL = {"replicates": 200, "rng": 1}


def words(plan):
    return " ".join(str(plan).split())


def test_every_rate_is_in_the_text():
    plan = cw.plan.accuracy(**STUDY, margin=0.02, **SMALL)
    text = words(plan)
    for row in plan.rows:
        if row.estimand.startswith("conclude[less, margin"):
            continue  # what nobody hopes for is said once, without the margin
        shown = f"{100 * row.estimate:.4g}" if row.quantity == "interval_width" else None
        assert (shown or percent(row.estimate)) in text, row.estimand
    assert "B exceeds A by more than 2 points will be at least 0.95" in text
    assert "not that B is better" in text
    assert "2 points either way" in text


def test_the_goal_is_compared_with_the_power_wanted():
    plan = cw.plan.accuracy(**STUDY, power=0.5, **SMALL)
    row = plan["conclude[greater]"]
    assert f"in {percent(row.estimate)} of studies, enough for the wanted 0.5" in words(plan)
    loss = cw.plan.accuracy(**STUDY | {"difference": -0.06}, power=0.9, **SMALL)
    row = loss["conclude[less]"]
    said = f"A exceeds B will be at least 0.95 in {percent(row.estimate)} of studies, short of the"
    assert said in words(loss)


def test_without_a_region_the_factor_is_that_of_no_difference():
    text = words(cw.plan.accuracy(**STUDY, **SMALL))
    assert "for any difference, against none at all" in text
    assert "region" not in text


def test_no_difference_and_a_prior_are_named():
    text = words(cw.plan.accuracy(**STUDY | {"difference": 0}, **SMALL))
    assert "300 items and no true difference" in text
    assert "equally good" not in text
    plan = cw.plan.proportions(
        n=200, baseline=0.7, effect_prior="normal:0.05:0.02", assess="test,posterior", **SMALL
    )
    text = words(plan)
    assert "true differences from Normal(0.05, 0.02)" in text
    for name in ("assurance", "assurance[posterior]"):
        assert f"assurance {plan[name].estimate:.4f}" in text


def test_a_hardly_worse_system_in_words():
    text = words(cw.plan.accuracy(**STUDY, margin=-0.02, **SMALL))
    assert "B is less than 2 points below A will be at least 0.95" in text


def test_sizes_in_words():
    settings = STUDY | {"n": None}
    plan = cw.plan.accuracy(**settings, margin=0.02, solve="n", **SMALL)
    n = plan["sample_size[posterior]"].n
    assert f"{n:,} items suffice for a probability of 0.8 that the posterior" in words(plan)
    none = cw.plan.accuracy(**settings, margin=0.1, solve="n", **SMALL)
    assert "No number of items that could be searched suffices" in words(none)


@pytest.mark.parametrize(
    ("sign", "side", "word"), [(1, "greater", "higher"), (-1, "less", "lower")]
)
def test_curves_show_what_is_hoped_for(sign, side, word):
    settings = STUDY | {"n": [100, 200], "difference": sign * 0.06}
    plan = cw.plan.accuracy(**settings, margin=0.02, replicates=20, rng=1)
    chart = report.vega_lite(plan)
    wanted = {f"B is {word}{beyond}" for beyond in ("", " beyond the margin")}
    assert {point["case"] for point in chart["data"]["values"]} == wanted
    for point in chart["data"]["values"]:
        beyond = {"against": "margin"} if "margin" in point["case"] else {}
        at = {"side": side, **beyond, "n": point["n"]}
        assert point["estimate"] == next(r.estimate for r in plan.rows if r.at == at)
    assert "no effect" not in str(plan)


def test_json_comes_back():
    plan = cw.plan.accuracy(**STUDY, margin=0.02, **SMALL)
    assert report.from_json(report.to_json(plan)).rows == plan.rows
    assert "| conclude[greater, margin] |" in report.to_markdown(plan)
