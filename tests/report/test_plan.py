"""What a plan says: enough or too small, in the words of what was asked."""

from dataclasses import replace

import pytest

import claimwise as cw
from claimwise.report.answer import plain
from claimwise.report.numbers import compact, number, percent

from .corpus import result_of
from .helpers import changed, headline, said

KNOWN = {"n": 500, "difference": 0.02, "agreement": 0.9}
CLAIM = {"agreement": 0.85, "claim": "non-inferiority", "margin": 0.05}
BELIEF = {"n": 300, "difference": 0.06, "agreement": 0.8, "assess": "posterior"}
FEW = {"replicates": 200, "rng": 1}


def lines(result):
    return " ".join(plain(line) for line in said(result).lines)


def test_too_small_says_how_often_it_misses_and_what_is_needed():
    plan = cw.plan.accuracy(**KNOWN)
    assert (said(plan).word, said(plan).tone, plan.verdict) == ("TOO SMALL", "bad", "too small")
    assert headline(plan) == "500 items miss a 2-point gain 7 times in 10 (power 29%)"
    assert f"{plan['type_m'].estimate:.1f} times too large" in lines(plan)
    assert f"You need {plan['sample_size'].n:,} items" in lines(plan)
    assert f"500 can show {100 * plan['mde'].estimate:.1f} points" in lines(plan)


def test_enough_says_what_would_do():
    plan = cw.plan.accuracy(**KNOWN | {"n": 3000, "difference": 0.03})
    assert (said(plan).word, said(plan).tone, plan.verdict) == ("ENOUGH", "good", "enough")
    assert headline(plan) == (
        f"3,000 items find a 3-point gain in more than 99.9% of studies; "
        f"{plan['sample_size'].n:,} would do"
    )
    assert "too large" not in lines(plan)  # hardly anything is exaggerated at such power


def test_the_word_follows_the_row():
    plan = cw.plan.accuracy(**KNOWN)
    rows = tuple(
        replace(row, estimate=0.81) if row.quantity == "power" else row for row in plan.rows
    )
    assert said(replace(plan, rows=rows)).word == "ENOUGH"
    assert "81%" in headline(replace(plan, rows=rows))


def test_a_loss_is_called_one():
    assert "a 2-point loss" in headline(cw.plan.accuracy(**KNOWN | {"difference": -0.02}))
    assert "an 8-point gain" in headline(cw.plan.accuracy(**KNOWN | {"difference": 0.08}))


def test_what_was_solved_for_comes_first():
    plan = cw.plan.accuracy(difference=0.01, agreement=0.93, solve="n")
    assert said(plan).word == ""
    assert headline(plan) == (
        "5,476 items find a 1-point gain with power 80%, if the systems agree on 93% of items"
    )
    plan = cw.plan.accuracy(n=1725, baseline=0.92, agreement_from="glue", solve="mde")
    shown = f"{100 * plan['mde'].estimate:.1f} points"
    assert headline(plan) == f"1,725 items find gains of {shown} or more with power 80%"


def test_a_difference_that_is_solved_for_has_no_sign_and_its_interval_neither():
    plan = cw.plan.accuracy(n=500, agreement=0.9, solve="mde")
    rows = [replace(r, estimate=-0.03, low=-0.05, high=-0.02) for r in plan.select("mde")]
    shown = headline(replace(plan, rows=tuple(rows)))
    assert "losses of 3.0 points or more" in shown
    assert "leaves open 2.0 to 5.0 points" in shown


def test_what_cannot_be_reached_is_said():
    hopeless = cw.plan.accuracy(n=60, difference=0.02, agreement=0.97)
    assert "60 can show no possible difference" in lines(hopeless)
    none = cw.plan.accuracy(n=60, agreement=0.97, solve="mde")
    assert headline(none) == "60 items find no possible difference with power 80%"


def test_no_difference_has_no_power_and_no_verdict():
    plan = cw.plan.accuracy(**KNOWN | {"difference": 0})
    assert (said(plan).word, plan.verdict) == ("", None)
    shown = f"{100 * plan['alpha'].estimate:.1f}%"
    assert f"between equal systems in {shown} of studies, where 5% are promised" in headline(plan)


def test_cases_of_unknown_agreement_have_a_line_each():
    plan = cw.plan.accuracy(n=1725, baseline=0.92, agreement_from="lachenbruch", solve="mde")
    (table,) = said(plan).tables
    assert [row[0] for row in table.rows] == ["low", "middle", "high"]
    assert "exact" not in " ".join(table.header)  # what only checks another row
    assert f"{100 * plan['mde[mid]'].estimate:.1f} points" in headline(plan)


def test_a_study_that_is_enough_only_in_the_middle_case_is_too_small_and_says_why():
    known = {"difference": 0.06, "baseline": 0.8, "agreement_from": "lachenbruch"}
    plan = cw.plan.accuracy(n=600, **known)
    worst, middle = (plan[f"power[{end}]"].estimate for end in ("high", "mid"))
    assert worst < 0.8 < middle
    assert said(plan).word == "TOO SMALL"
    assert f"in the worst case (power {100 * worst:.0f}%)" in headline(plan)
    assert f"need {plan['sample_size[high]'].n:,} items" in lines(plan)
    curve = cw.plan.accuracy(n=[300, 600], **known)
    assert f"to {100 * worst:.0f}% (600 items) in the worst case; 0 of 2" in headline(curve)


def test_graded_scores_have_no_points():
    plan = cw.plan.means(n=300, difference=0.05, sd=0.4)
    assert headline(plan) == "300 items miss a gain of 0.05 4 times in 10 (power 58%)"
    assert "points" not in headline(plan) + lines(plan)


def test_a_metric_names_its_points():
    plan = result_of("plan bleu --n 300 --difference 1 --replicates 40 --seed 1 --solve power")
    assert "miss a 1-point gain in BLEU" in headline(plan)
    assert said(plan).word == "TOO SMALL"
    assert "40 simulated studies, power to within" in said(plan).brief


@pytest.mark.parametrize(
    ("claim", "difference", "words"),
    [
        ("non-inferiority", 0.0, "show that B is less than 5 points worse than A in"),
        ("equivalence", 0.0, "show that B and A differ by less than 5 points in"),
        ("superiority", 0.1, "show that B is better than A by more than 5 points in"),
    ],
)
def test_a_claim_is_shown_rather_than_found(claim, difference, words):
    plan = cw.plan.accuracy(n=300, difference=difference, agreement=0.8, claim=claim, margin=0.05)
    power = plan["power"].estimate
    assert words in headline(plan)
    assert f"in {100 * power:.0f}% of studies" in headline(plan)
    assert said(plan).word == ("ENOUGH" if power >= 0.8 else "TOO SMALL")
    assert "miss" not in headline(plan)


def test_a_claim_that_is_not_true_is_not_to_be_supported():
    plan = cw.plan.accuracy(n=300, difference=-0.1, **CLAIM)
    assert plan["power"].estimate != plan["power"].estimate
    assert "though it is not true" in headline(plan)
    assert said(plan).word == ""


def test_looks_are_judged_by_the_power_with_looks():
    plan = result_of(
        "plan accuracy --n 200 --difference 0.03 --agreement 0.85 --looks 4 --replicates 200 "
        "--seed 1"
    )
    power = plan["power[sequential]"].estimate
    assert (
        f"200 items with 4 looks miss a 3-point gain 8 times in 10 (power {100 * power:.0f}%)"
        in (headline(plan))
    )
    assert f"{plan['expected_n[effect]'].estimate:.0f} items" in lines(plan)
    assert f"You need {plan['sample_size[sequential]'].n:,} items" in lines(plan)
    looks, studies = said(plan).tables
    assert len(looks.rows) == 4
    assert looks.rows[1][2] == number(plan["boundary_p[look=2]"].estimate)
    sizes = {row[0]: row[studies.header.index("size needed")] for row in studies.rows}
    assert sizes == {
        "one look": f"{plan['sample_size'].n:,}",
        "4 looks": f"{plan['sample_size[sequential]'].n:,}",
    }


@pytest.mark.parametrize(("low", "loud"), [(0.049, False), (0.051, True)])
def test_false_findings_are_told_of_where_they_are_shown_to_be_too_many(low, loud):
    plan = result_of(
        "plan accuracy --n 200 --difference 0.03 --agreement 0.85 --looks 4 --replicates 200 "
        "--seed 1"
    )
    seen = {"estimate": 0.07, "low": low, "high": 0.1}
    plan = changed(plan, "alpha", "simulated", **seen)
    assert ("in 7% of studies, where 5% are promised" in lines(plan)) == loud


def test_looks_decide_the_word():
    plan = cw.plan.accuracy(n=1000, difference=0.04, agreement=0.85, looks=2, replicates=50, rng=1)
    one, several = plan["power"].estimate, plan["power[sequential]"].estimate
    assert several < one
    between = replace(
        plan,
        provenance={
            **plan.provenance,
            "settings": {**plan.provenance["settings"], "target": (one + several) / 2},
        },
    )
    assert said(between).word == "TOO SMALL"


def test_a_pilot_is_judged_by_what_it_leaves_open():
    plan = result_of("plan accuracy --pilot examples/validation.csv --n 1000 --uncertain")
    assert plan["power"].estimate > 0.8 > plan["expected_power"].estimate
    assert said(plan).word == "TOO SMALL"
    assert f"in {100 * plan['expected_power'].estimate:.0f}% of studies" in headline(plan)
    at_its_word = f"in {100 * plan['power'].estimate:.0f}% of studies, if the pilot is taken"
    assert at_its_word in lines(plan)
    assert "would do" not in lines(plan)  # at the pilot's word, which does not decide


def test_a_prior_of_the_effect_is_averaged_over():
    plan = cw.plan.accuracy(**KNOWN, effect_prior="normal:0.03:0.02")
    assert f"{100 * plan['assurance'].estimate:.0f}% of studies" in lines(plan)
    alone = cw.plan.accuracy(n=500, agreement=0.9, effect_prior="normal:0.03:0.02")
    assert "Normal(0.03, 0.02)" in headline(alone)
    assert said(alone).word == "TOO SMALL"


@pytest.mark.parametrize(("sign", "side", "words"), [(1, "greater", "B exceeds A"),
                                                     (-1, "less", "A exceeds B")])  # fmt: skip
def test_a_posterior_is_judged_by_what_is_hoped_for(sign, side, words):
    plan = cw.plan.accuracy(**BELIEF | {"difference": sign * 0.06}, **FEW)
    share = plan[f"conclude[{side}]"].estimate
    assert f"95% sure that {words} in {100 * share:.0f}% of studies" in headline(plan)
    assert said(plan).word == ("ENOUGH" if share >= 0.8 else "TOO SMALL")


def test_a_size_for_a_posterior_is_not_said_of_a_test():
    plan = cw.plan.accuracy(**BELIEF | {"n": None}, solve="n", **FEW)
    n = plan["sample_size[posterior]"].n
    sure = f"{n} items make the posterior 95% sure that B exceeds A with power 80%"
    assert headline(plan).startswith(sure)
    both = {"assess": ["test", "posterior"], "n": None}
    tested = cw.plan.accuracy(**BELIEF | both, solve="n", **FEW)
    assert headline(tested).startswith(f"{tested['sample_size'].n} items find a 6-point gain")


def test_every_rate_of_a_posterior_is_in_its_table():
    plan = cw.plan.accuracy(**BELIEF, margin=0.02, **FEW)
    (table,) = said(plan).tables
    kinds = [row for row in plan.rows if row.at.get("truth") != "no effect"]
    kinds = [row for row in kinds if row.quantity != "interval_width"]  # is no share of studies
    assert "points wide on average" in lines(plan)
    assert len(table.rows) == len(kinds)
    assert "by more than 2 points" in headline(plan)


def test_a_curve_says_its_ends_and_how_many_suffice():
    plan = cw.plan.accuracy(n=[200, 400, 3000], difference=[0.02, 0.04], agreement=0.9)
    powers = [row.estimate for row in plan.select("power")]
    enough = sum(power >= 0.8 for power in powers)
    assert f"; {enough} of 6 reach" in headline(plan)
    assert f"{100 * min(powers):.0f}% (200 items, true difference 2 points)" in headline(plan)
    (table,) = said(plan).tables
    assert table.header[:3] == ("items", "true difference", "power")
    shown = [row[2] for row in table.rows]
    assert shown == [compact(percent(power)) for power in powers]
    assert table.rows[0][:2] == ("200", "2 points")


def test_a_curve_of_sizes_says_the_least_and_the_most():
    plan = cw.plan.accuracy(difference=[0.01, 0.02], agreement=0.9, solve="n")
    (table,) = said(plan).tables
    sizes = [f"{row.estimate:,.0f}" for row in plan.select("sample_size")]
    assert [row[table.header.index("size needed")] for row in table.rows] == sizes
    for size, difference in zip(sizes, ("1 point", "2 points"), strict=True):
        assert f"{size} (true difference {difference})" in headline(plan)


def test_a_curve_over_sizes_says_which_difference_is_found():
    plan = cw.plan.accuracy(n=[200, 1000], difference=0.03, agreement=0.9)
    assert headline(plan).startswith("Power to find a 3-point gain runs from")
    single = cw.plan.accuracy(n=1, difference=0.03, agreement=0.9)
    assert "tudies of 1 item miss" in headline(single)


def test_a_curve_of_one_size_names_it():
    plan = cw.plan.accuracy(n=500, difference=[0.01, 0.02], agreement=0.9)
    assert headline(plan).startswith("With 500 items power to find a difference runs from")
