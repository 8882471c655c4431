"""Word, sentence, tiles, checklist, study and figure go by the row that decides."""

from dataclasses import replace
from functools import cache

import pytest

import claimwise as cw
from claimwise.core import Result, Row
from claimwise.report.answer import plain
from claimwise.report.figures.plans import powers_picture
from claimwise.report.numbers import compact, percent
from claimwise.study import declare
from claimwise.study.curve import curve

from .corpus import result_of
from .helpers import asked, headline, said

PILOT = "plan accuracy --pilot examples/validation.csv --uncertain --replicates 100 --seed 1"
LOOKS = {"looks": 4, "replicates": 100, "rng": 1}
CASES = {"difference": 0.06, "baseline": 0.8, "agreement_from": "lachenbruch"}


def below(result):
    return " ".join(plain(line) for line in said(result).lines)


def tiles(result):
    return {tile.row.estimand: tile for tile in said(result).tiles}


@cache
def declared(two=False, **assumed):
    known = {
        "kind": "accuracy",
        "claim": {"a": "base", "b": "new"},
        "data": {"n": 471},
        "assumptions": {"difference": 0.05, "agreement": 0.85, "source": "a guess", **assumed},
        "stopping": {"rule": "obrien-fleming", "looks": 4},
    }
    if two:
        known["comparison"] = [{"b": "new"}, {"b": "newer", "difference": 0.03}]
        known["multiplicity"] = {"correct": "bonferroni"}
    return declare(known)


def with_rows(**estimates):
    names = {"looks": {"stopping": "sequential"}, "drawn": None, "once": {}}
    names["drawn"] = {"stopping": "sequential", "by": "simulated"}
    rows = [Row(quantity="power", estimate=x, at=names[k], n=100)
            for k, x in estimates.items() if k in names]  # fmt: skip
    if "pilot" in estimates:
        rows.append(Row(quantity="expected_power", estimate=estimates["pilot"], n=100))
    settings = {"target": 0.8, "difference": 0.05, "agreement": 0.85, "claim": "difference"}
    return Result(kind="plan", method="m", rows=tuple(rows), provenance={"settings": settings})


@pytest.mark.parametrize(
    ("powers", "decides", "verdict"),
    [
        ({"once": 0.9}, "power", "enough"),
        ({"once": 0.9, "looks": 0.79}, "power[sequential]", "too small"),
        ({"once": 0.9, "looks": 0.81, "drawn": 0.79}, "power[sequential]", "enough"),
        ({"once": 0.9, "pilot": 0.79}, "expected_power", "too small"),
        ({"once": 0.9, "looks": 0.7, "pilot": 0.9}, "power[sequential]", "too small"),
        ({"once": 0.9, "looks": 0.9, "pilot": 0.7}, "expected_power", "too small"),
    ],
)
def test_one_row_decides_word_and_sentence(powers, decides, verdict):
    plan = with_rows(**powers)
    (row,) = plan.deciding
    assert (row.estimand, plan.verdict) == (decides, verdict)
    assert said(plan).word.lower() == verdict
    assert percent(row.estimate) in headline(plan)
    assert said(plan).tiles[0].row == row


def test_a_pilot_with_looks_says_the_number_that_decides_and_which_it_is():
    plan = result_of(f"{PILOT} --n 700 --looks 3")
    (row,) = plan.deciding
    assert row.estimate == min(plan[x].estimate for x in ("expected_power", "power[sequential]"))
    assert f"in {percent(row.estimate)} of studies, averaged over" in headline(plan)
    assert "700 items with one look" in headline(plan)
    assert f"(power {percent(plan['power[sequential]'].estimate)}), if the pilot" in below(plan)
    anytime = result_of(f"{PILOT} --n 80 --spending anytime")
    assert [one.estimand for one in anytime.deciding] == ["power[anytime]"]
    assert f"in {percent(anytime['expected_power'].estimate)} of studies" in below(anytime)


def test_a_plan_and_a_check_of_a_study_judge_alike():
    plan, check = declared().power(), declared().check()
    theory, drawn = plan["power[sequential]"], plan["power[sequential, simulated]"]
    assert theory.estimate >= 0.8 > drawn.estimate  # at the size that theory says is needed
    assert plan.verdict == "enough"
    assert check["powered"].estimate == 1
    assert [one["rows"] for one in check.provenance["settings"]["judged_by"]] == [
        ["power[sequential]"]
    ]
    for one in (plan, check):
        assert f"the power is {100 * drawn.estimate:.1f}%" in below(one)


def test_tiles_are_of_the_study_with_its_looks():
    plan = cw.plan.accuracy(n=300, difference=0.05, agreement=0.85, **LOOKS)
    shown = tiles(plan)
    assert next(iter(shown)) == "power[sequential]"
    assert "power" not in shown
    assert "sample_size" not in shown
    assert shown["sample_size[sequential]"].value == str(plan["sample_size[sequential]"].n)
    assert shown["type_m[sequential, simulated]"].value == (
        f"{plan['type_m[sequential, simulated]'].estimate:.1f}"
    )
    assert "one look" in shown["mde"].title
    assert shown["mde"].short == ""  # it is not of this study


def test_a_checklist_says_what_each_look_asks_for():
    plan = cw.plan.accuracy(n=300, difference=0.05, agreement=0.85, **LOOKS)
    significant = asked(plan, "significant")
    assert "alpha (.05)" not in significant
    assert "by the rule of its look" in significant
    assert "one look" in asked(plan, "smallest")


def test_a_size_at_the_word_of_a_pilot_is_called_so():
    plan = result_of("plan accuracy --pilot examples/validation.csv --n 500 --uncertain")
    assert f"At the pilot's word you need {plan['sample_size'].n:,} items" in below(plan)
    enough = result_of("plan accuracy --pilot examples/validation.csv --n 1000 --uncertain")
    assert "need" not in below(enough)
    assert said(enough).word == "TOO SMALL"


def test_the_size_of_the_worst_case_is_enough():
    plan = cw.plan.accuracy(n=600, **CASES)
    needed = plan["sample_size[high]"].n
    assert f"need {needed:,} items" in below(plan)
    assert tiles(plan)["sample_size[high]"].value == str(needed)
    assert cw.plan.accuracy(n=needed, **CASES).verdict == "enough"
    assert f"{100 * plan['mde[high]'].estimate:.1f} points" in asked(plan, "smallest")
    assert "formula" in said(plan).brief


def test_a_curve_counts_the_row_that_decides():
    plan = result_of("plan accuracy --pilot examples/validation.csv --n 400,800,1200 --uncertain")
    assert [row.quantity for row in plan.deciding] == ["expected_power"] * 3
    assert plan.verdict is None
    assert "0 of 3 reach" in headline(plan)
    cases = cw.plan.accuracy(n=[300, 600, 900], **CASES)
    worst = [cases[f"power[high, n={n}]"].estimate for n in (300, 600, 900)]
    assert f"{sum(x >= 0.8 for x in worst)} of 3 reach" in headline(cases)
    assert "worst case" in headline(cases)
    solved = cw.plan.accuracy(n=[300, 600], baseline=0.8, agreement_from="lachenbruch", solve="mde")
    assert "middle case" in headline(solved)


def test_a_curve_with_looks_names_them_and_what_is_of_one_look():
    plan = cw.plan.accuracy(n=[300, 600], difference=0.05, agreement=0.85, **LOOKS)
    *_, table = said(plan).tables
    powers = {row[:2]: row[table.header.index("power")] for row in table.rows}
    assert powers["300", "4 looks"] == percent(plan["power[sequential, n=300]"].estimate)
    assert powers["300", "one look"] == percent(plan["power[n=300]"].estimate)
    assert headline(plan).startswith("With 4 looks power to find a 5-point gain runs from")
    assert "4 looks (O'Brien-Fleming)" in said(plan).brief


def test_several_comparisons_with_looks_are_shown_by_what_decides():
    plan = declared(two=True).power()
    (table,) = said(plan).tables
    names = list(plan.provenance["parts"])
    rows = [plan[f"power[sequential, {name}]"] for name in names]
    assert plan.deciding == tuple(rows)
    power, size = (table.header.index(name) for name in ("power", "size needed"))
    looked = [line for line in table.rows if line[1] == "4 looks"]
    assert [line[power] for line in looked] == [percent(row.estimate) for row in rows]
    sizes = [plan[f"sample_size[sequential, {name}]"].n for name in names]
    assert [line[size] for line in looked] == [f"{n:,}" for n in sizes]
    drawn = powers_picture(plan).chart["data"]["values"]
    assert [point["estimate"] for point in drawn] == [row.estimate for row in rows]


def test_a_curve_of_a_study_goes_by_the_looks_and_not_by_their_simulation():
    found = curve(declared())
    (table,) = said(found).tables
    decides = {f"{row.point['n']:,.0f}": compact(percent(row.estimate)) for row in found.deciding}
    assert all("by" not in row.at for row in found.deciding)
    shown = {line[0]: line[-1] for line in table.rows if line[1] == "several looks"}
    assert shown.keys() == decides.keys()
    assert sum(shown[n] == decides[n] for n in shown) >= len(shown) - 1  # near the target finer


@pytest.mark.parametrize(
    ("asks", "words"),
    [
        ({"alternative": "less"}, "losses of"),
        ({"alternative": "greater"}, "gains of"),
        ({}, "gains of"),
    ],
)
def test_what_is_found_has_the_direction_that_is_looked_for(asks, words):
    plan = cw.plan.accuracy(n=500, agreement=0.9, solve="mde", **asks)
    assert f"{words} {100 * abs(plan['mde'].estimate):.1f} points or more" in headline(plan)
    sign = -1 if asks.get("alternative") == "less" else 1
    known = cw.plan.accuracy(n=500, agreement=0.9, difference=0.02 * sign, **asks)
    assert f"500 can show {100 * abs(known['mde'].estimate):.1f} points" in below(known)


def test_a_gain_near_the_edge_is_not_said_of_losses():
    plan = cw.plan.proportions(n=200, baseline=0.95, solve="mde")
    size = plan["mde"].estimate
    gain, loss = (
        cw.plan.proportions(n=200, baseline=0.95, difference=sign * size)["power[exact]"].estimate
        for sign in (1, -1)
    )
    assert loss < 0.8 < gain
    assert "find gains of" in headline(plan)
    turned = replace(plan, rows=cw.plan.proportions(n=200, baseline=0.95, difference=0.01).rows)
    settings = {**plan.settings, "solve": "power", "difference": -0.01}
    turned = replace(turned, provenance={**plan.provenance, "settings": settings})
    assert f"can show a gain of {100 * turned['mde'].estimate:.1f}" in below(turned)


def test_a_lower_score_that_is_better_is_a_gain_in_a_study_too():
    study = declare(
        {
            "kind": "means",
            "claim": {"a": "base", "b": "new", "better": "lower"},
            "data": {"n": 200},
            "assumptions": {"difference": -0.05, "sd": 0.4, "source": "a guess"},
        }
    )
    assert "a gain of 0.05 (lower is better)" in headline(study.power())


def test_rounding_does_not_contradict_the_word():
    plan = cw.plan.accuracy(n=1940, difference=0.02, agreement=0.9)
    assert plan.verdict == "too small"
    assert f"(power {100 * plan['power'].estimate:.1f}%)" in headline(plan)
    assert "2.0 points" not in below(plan)
    assert tiles(plan)["power"].value != "80%"
    assert tiles(plan)["mde"].value != "2.0"


def test_what_was_given_is_said_as_it_was_given():
    plan = cw.plan.accuracy(n=500, agreement=0.925, power=0.825, solve="mde")
    assert "power 82.5%" in headline(plan)
    assert "92.5% of items" in headline(plan)
    assert "92.5%" in said(plan).brief
    known = {"n": 300, "difference": 0.06, "agreement": 0.8, "assess": "posterior", "level": 0.975}
    assert "97.5% sure" in headline(cw.plan.accuracy(**known, replicates=100, rng=1))


def test_a_claim_needs_a_true_difference_and_detects_none():
    known = {"agreement": 0.85, "claim": "non-inferiority", "margin": 0.05, "solve": "mde"}
    plan = cw.plan.accuracy(n=[300, 600], **known)
    assert "detectable" not in headline(plan).lower()
    assert "true difference needed (points)" in said(plan).tables[0].header
    assert "is needed" in asked(plan, "smallest")


def test_every_metric_says_that_its_simulation_leaves_the_target_open():
    known = {"items": 40, "responses": 3, "epsilon_b": 0.3, "replicates": 40, "rng": 1}
    plan = cw.plan.responses(metric="mae,wins", **known)
    unsure = tuple(
        replace(row, estimate=0.81, low=0.7, high=0.9) if row.quantity == "power" else row
        for row in plan.rows
    )
    shown = below(replace(plan, rows=unsure))
    assert all(f"cannot tell the power on {metric}" in shown for metric in ("mae", "wins"))
