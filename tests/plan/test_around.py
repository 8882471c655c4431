"""The curves around a plan go through the plan itself, on its side of zero."""

from math import isfinite

import pytest

import claimwise as cw
from claimwise.plan.around import curve_around, curves_around, last_size

PLANS = {
    "accuracy": {"n": 500, "difference": 0.04, "agreement": 0.9},
    "accuracy down": {"n": 500, "difference": -0.04, "agreement": 0.9},
    "proportions": {"n": 400, "difference": 0.05, "baseline": 0.8},
    "proportions down": {"n": 400, "difference": -0.05, "baseline": 0.8},
    "preference": {"n": 100, "win": 0.6, "lose": 0.3},
    "preference down": {"n": 100, "win": 0.3, "lose": 0.6},
    "means": {"n": 40, "difference": 0.1, "sd": 0.4},
    "means down": {"n": 40, "difference": -0.1, "sd": 0.4},
}


@pytest.mark.parametrize("name", PLANS)
def test_law_a_curve_goes_through_plans_of_its_sizes(name):
    run, options = getattr(cw.plan, name.split()[0]), PLANS[name]
    result = run(**options)
    power, mde = curves_around(run, options, result)
    sizes = power.provenance["settings"]["n"]
    assert sizes[0] >= (2 if "means" in name else 1)
    assert sizes[-1] == last_size(options["n"], result) > options["n"]
    assert sizes == sorted(set(sizes))
    assert options["n"] in sizes
    assert mde.provenance["settings"]["n"] == sizes
    for curve, row, n in ((power, "power", options["n"]), (mde, "mde", sizes[-2])):
        want = run(**options | {"n": n})[row].estimate
        assert curve[f"{row}[n={n}]"].estimate == pytest.approx(want, rel=1e-9)
    sign = -1 if "down" in name else 1
    found = [row.estimate for row in mde.rows if row.quantity == "mde" and isfinite(row.estimate)]
    assert len(found) >= 3
    assert all(value * sign > 0 for value in found)
    assert mde.provenance["settings"]["solve"] == "mde"
    assert "difference" not in mde.provenance["settings"]


def test_sizes_of_means_begin_at_two():
    found = curve_around(cw.plan.means, {"n": 3, "difference": 0.5, "sd": 0.4}, "power", 20)
    assert found.provenance["settings"]["n"][0] == 2
    assert found["power[n=2]"].estimate > 0


SMALL = {"n": 20, "difference": 0.2, "sd": 0.4, "solve": "power", "replicates": 50, "rng": 1}


@pytest.mark.parametrize(
    ("run", "options"),
    [
        (cw.plan.means, SMALL | {"test": "wilcoxon"}),  # simulated, though nobody said so
        (cw.plan.accuracy, {"n": [100, 200], "difference": 0.1, "agreement": 0.8}),
        (cw.plan.accuracy, {"difference": [0.1, 0.2], "agreement": 0.8, "solve": "n"}),
        (
            cw.plan.accuracy,
            {"baseline": 0.9, "difference": 0.02, "agreement_from": "lachenbruch", "solve": "n"},
        ),
    ],
)
def test_a_plan_that_is_simulated_or_is_no_single_study_has_no_curves(run, options):
    assert curves_around(run, options, run(**options)) == []


def test_the_curves_know_the_size_of_the_plan():
    options = {"n": 500, "difference": 0.04, "agreement": 0.9}
    found = curves_around(cw.plan.accuracy, options, cw.plan.accuracy(**options))
    assert [one.provenance["asked"] for one in found] == [500, 500]


def test_a_detectable_difference_that_was_solved_has_its_curve():
    options = {"n": 100, "agreement": 0.8, "solve": "mde"}
    (mde,) = curves_around(cw.plan.accuracy, options, cw.plan.accuracy(**options))
    assert mde.provenance["settings"]["solve"] == "mde"
    assert mde.provenance["asked"] == 100


def test_a_size_that_was_solved_is_the_one_that_the_curves_are_around():
    options = {"difference": 0.1, "agreement": 0.8, "solve": "n"}
    result = cw.plan.accuracy(**options)
    power, _ = curves_around(cw.plan.accuracy, options, result)
    assert power.provenance["asked"] == result["sample_size"].estimate


def test_the_curves_around_a_plan_with_looks_are_of_one_look_and_say_so():
    once = {"n": 300, "difference": 0.05, "agreement": 0.9}
    options = once | {"looks": 3, "replicates": 50, "rng": 1}
    looked = curves_around(cw.plan.accuracy, options, cw.plan.accuracy(**options))
    plain = curves_around(cw.plan.accuracy, once, cw.plan.accuracy(**once))
    assert [one.rows for one in looked] == [one.rows for one in plain]
    assert all("one look at the end" in cw.report.caption(one).lower() for one in looked)
    assert not any("one look at the end" in cw.report.caption(one).lower() for one in plain)
