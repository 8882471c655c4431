"""Plans: what they answer, what they assume, what they refuse."""

import math

import numpy as np
import pytest

import claimwise as cw
from claimwise.core import DataError, ParameterError
from claimwise.data import Pairs, example_path

VALIDATION = example_path("validation.csv")


def test_value_the_first_commands():
    exact = cw.plan.accuracy(n=500, difference=0.02, agreement=0.9, test="mcnemar-exact")
    assert exact["power"].estimate == pytest.approx(0.2494, abs=5e-5)
    assert exact["type_m"].estimate == pytest.approx(1.892, abs=5e-4)
    assert exact["sample_size"].n == 2043
    large = cw.plan.accuracy(n=2000, difference=0.02, agreement=0.9, test="mcnemar-exact")
    assert large["power"].estimate == pytest.approx(0.7915, abs=5e-5)
    assert large["type_m"].estimate == pytest.approx(1.1275, abs=5e-5)
    default = cw.plan.accuracy(n=2000, difference=0.02, agreement=0.9)
    assert default.method == "mcnemar-midp"
    assert default["power"].estimate == pytest.approx(0.8100, abs=5e-5)


def test_rows_of_a_known_study():
    names = [row.estimand for row in cw.plan.accuracy(n=500, difference=0.02, agreement=0.9).rows]
    assert names == ["power", "reject_any", "alpha", "type_m", "type_s", "mde", "sample_size"]


def test_law_the_answers_fit_together():
    """At the detectable difference, and at the sufficient size, the power is the target."""
    plan = cw.plan.accuracy(n=700, difference=0.03, agreement=0.88)
    at_mde = cw.plan.accuracy(n=700, difference=plan["mde"].estimate, agreement=0.88, solve="power")
    assert at_mde["power"].estimate == pytest.approx(0.8, abs=1e-6)
    n = plan["sample_size"].n
    enough = cw.plan.accuracy(n=n, difference=0.03, agreement=0.88, solve="power")
    short = cw.plan.accuracy(n=n - 1, difference=0.03, agreement=0.88, solve="power")
    assert enough["power"].estimate >= 0.8 > short["power"].estimate


def test_solving_gives_the_study_it_leads_to():
    plan = cw.plan.accuracy(difference=0.01, agreement=0.93, solve="n")
    assert plan["sample_size"].n == plan["power"].n == 5476
    world = cw.PairedAccuracy(0.01, 0.93)
    powers = [cw.exact_power(world, "mcnemar-midp", n).power for n in range(5400, 5560)]
    assert [p >= 0.8 for p in powers] == [n >= 5476 for n in range(5400, 5560)]
    plan = cw.plan.accuracy(n=500, agreement=0.9, solve="mde")
    assert plan["power"].estimate == pytest.approx(0.8, abs=1e-6)


@pytest.mark.parametrize("alternative", ["greater", "less"])
def test_direction_of_one_sided_plans(alternative):
    sign = 1 if alternative == "greater" else -1
    plan = cw.plan.accuracy(n=500, difference=sign * 0.02, agreement=0.9, alternative=alternative)
    assert plan["power"].estimate == pytest.approx(0.40733, abs=1e-5)
    assert plan["mde"].estimate * sign > 0
    at_mde = cw.plan.accuracy(
        n=500,
        difference=plan["mde"].estimate,
        agreement=0.9,
        alternative=alternative,
        solve="power",
    )
    assert at_mde["power"].estimate == pytest.approx(0.8, abs=1e-6)
    wrong = cw.plan.accuracy(n=500, difference=-sign * 0.02, agreement=0.9, alternative=alternative)
    assert wrong["power"].estimate == 0
    assert math.isnan(wrong["sample_size"].estimate)
    by_formula = cw.plan.accuracy(
        n=500, difference=-sign * 0.02, agreement=0.9, alternative=alternative, by="normal"
    )
    assert by_formula["power"].estimate == 0


def test_a_loss_is_found_two_sided_as_a_gain_is():
    gain = cw.plan.accuracy(n=500, difference=0.02, agreement=0.9)
    loss = cw.plan.accuracy(n=500, difference=-0.02, agreement=0.9)
    for name in ("power", "type_m", "type_s", "sample_size"):
        assert loss[name].estimate == pytest.approx(gain[name].estimate, rel=1e-9)


def test_no_difference_has_no_power_and_says_so():
    plan = cw.plan.accuracy(n=500, difference=0, agreement=0.9)
    assert math.isnan(plan["power"].estimate)
    assert any("no right sign" in note for note in plan.notes)
    assert plan["alpha"].estimate == pytest.approx(plan["reject_any"].estimate)


def test_simulation_carries_its_error_and_agrees():
    exact = cw.plan.accuracy(n=300, difference=0.05, agreement=0.85)
    noisy = cw.plan.accuracy(
        n=300, difference=0.05, agreement=0.85, by="simulation", rng=12, replicates=5000
    )
    for name in ("power", "alpha", "reject_any", "type_m"):
        row = noisy[name]
        assert row.kind == "monte carlo"
        assert row.low < exact[name].estimate < row.high
    assert noisy.provenance["seed"] == 12
    again = cw.plan.accuracy(
        n=300, difference=0.05, agreement=0.85, by="simulation", rng=12, replicates=5000, workers=2
    )
    assert again.rows == noisy.rows


def test_the_users_agreement_wins_over_the_pilot_and_is_called_given():
    plan = cw.plan.accuracy(pilot=VALIDATION, n=3000, agreement=0.95)
    assert "Assumed agreement: 0.95 (given)." in plan.notes
    assert not any("standard error" in note for note in plan.notes)
    both = cw.plan.accuracy(pilot=VALIDATION, n=3000, agreement=0.99, difference=0.005)
    assert both["power"].estimate > 0


def test_value_of_the_pilots_caution():
    plan = cw.plan.accuracy(pilot=VALIDATION, n=3000)
    error = math.sqrt((0.09 - 0.03**2) / 400)
    lower = cw.exact_power(cw.PairedAccuracy(0.03 - error, 0.91), "mcnemar-midp", 3000).power
    assert any(f"the power would be {lower:.0%}" in note for note in plan.notes)


def test_a_pilot_and_a_predicted_difference_go_together():
    plan = cw.plan.accuracy(
        pilot=VALIDATION, n=3000, difference_from="squad2", baseline=0.78, solve="power"
    )
    assert plan.provenance["settings"]["difference"] == pytest.approx(0.1331 - 0.1408 * 0.78)
    assert plan.provenance["settings"]["agreement"] == pytest.approx(0.91)


@pytest.mark.parametrize(
    "settings",
    [  # near no difference these worlds are impossible; the study itself is not
        {"n": 500, "baseline": 0.96, "agreement_from": "squad2", "difference": 0.02},
        {"n": 500, "baseline": 0.96, "agreement_from": "squad2", "solve": "mde"},
        {"n": 500, "baseline": 0.96, "agreement_from": "squad2", "solve": "mde", "by": "normal"},
        {"n": 500, "baseline": 0.04, "agreement": 0.9, "difference": 0.05},
    ],
)
def test_differences_may_be_possible_only_from_some_size_on(settings):
    plan = cw.plan.accuracy(**settings)
    assert plan["power"].estimate > 0
    assert plan["mde"].estimate > 0.01


def test_the_smallest_possible_difference_may_be_detectable():
    plan = cw.plan.accuracy(n=1000, baseline=0.96, agreement_from="squad2", solve="mde")
    assert plan["mde"].estimate == pytest.approx((0.4339 + 0.5932 * 0.96 - 1) / 0.2849, abs=1e-6)
    assert any("no smaller one is possible" in note for note in plan.notes)


def test_direction_of_the_detectable_difference_is_that_of_the_given_one():
    loss = cw.plan.accuracy(n=200, difference=-0.1, agreement=0.8, baseline=0.9)
    assert loss["mde"].estimate < 0
    gain = cw.plan.accuracy(n=200, difference=0.1, agreement=0.8, baseline=0.6)
    assert gain["mde"].estimate > 0


@pytest.mark.parametrize("alternative", ["greater", "less"])
def test_direction_of_one_sided_proportions_and_preferences(alternative):
    sign = 1 if alternative == "greater" else -1
    unpaired = cw.plan.proportions(n=100, baseline=0.5, alternative=alternative, solve="mde")
    assert unpaired["mde"].estimate * sign > 0
    assert unpaired["mde[exact]"].estimate * sign > 0
    liked = cw.plan.preference(n=100, alternative=alternative, solve="mde")
    assert liked["mde"].estimate * sign > 0
    there = cw.exact_power(
        cw.Proportions(0.5, unpaired["mde[exact]"].estimate),
        "z-pooled",
        100,
        alternative=alternative,
    )
    assert there.power == pytest.approx(0.8, abs=1e-6)


def test_one_impossible_point_does_not_spoil_a_curve():
    plan = cw.plan.accuracy(n=100, difference=[0.02, 0.1], agreement=[0.85, 0.95])
    bad = plan["power[difference=0.1, agreement=0.95]"]
    assert math.isnan(bad.estimate)
    assert plan["power[difference=0.1, agreement=0.85]"].estimate > 0
    assert any("1 of 4 points are impossible" in note for note in plan.notes)
    with pytest.raises(ParameterError, match="disagree at least as often"):
        cw.plan.accuracy(n=[100, 200], difference=0.1, agreement=0.95)


def test_lists_of_words_are_no_curve():
    with pytest.raises(ParameterError, match="test needs a finite number; found 'sign'"):
        cw.plan.accuracy(n=100, difference=0.1, agreement=0.8, test=["sign", "mcnemar-midp"])


def test_an_unseeded_curve_can_be_repeated():
    settings = {"difference": 0.1, "agreement": 0.8, "by": "simulation", "replicates": 500}
    first = cw.plan.accuracy(n=[50, 80], **settings)
    again = cw.plan.accuracy(n=[50, 80], rng=first.provenance["seed"], **settings)
    assert first.rows == again.rows


def test_lachenbruch_looks_one_way_too():
    settings = {"baseline": 0.92, "agreement_from": "lachenbruch", "solve": "n"}
    blind = cw.plan.accuracy(difference=-0.02, alternative="greater", **settings)
    assert math.isnan(blind["sample_size[low]"].estimate)
    nothing = cw.plan.accuracy(difference=0, **settings)
    assert math.isnan(nothing["sample_size[mid]"].estimate)


def test_a_regression_must_be_of_the_right_thing():
    from claimwise.worlds.published import EFFECT

    with pytest.raises(ParameterError, match="a regression of the agreement; found one of the d"):
        cw.plan.accuracy(n=100, baseline=0.9, agreement_from=EFFECT["squad2"], solve="mde")


def test_the_formula_says_that_it_is_one():
    plan = cw.plan.accuracy(n=500, difference=0.02, agreement=0.9, by="normal")
    assert plan["power"].estimate == pytest.approx(0.29224, abs=1e-5)
    assert any("normal approximation" in note for note in plan.notes)


@pytest.mark.slow
def test_value_a_safe_size_of_an_unconditional_test():
    """By brute force over every n; the search once ran past its end here."""
    found = cw.plan.accuracy(
        solve="n", difference=0.04, agreement=0.95, power=0.5, alternative="greater",
        test="mcnemar-unconditional",
    )  # fmt: skip
    assert found["sample_size"].n == 96


@pytest.mark.parametrize(
    ("plan", "settings"),
    [  # high targets at small sizes: the teeth near n = 1 are larger than what is left to 1
        (cw.plan.proportions, {"baseline": 0.2, "difference": 0.6, "power": 0.9}),
        (cw.plan.preference, {"win": 0.8, "lose": 0.05, "power": 0.99, "ties": "split"}),
    ],
)
def test_value_small_sizes_and_high_targets_by_brute_force(plan, settings, monkeypatch):
    from claimwise.engine import counted

    tried = []
    right_sign = counted.right_sign

    def watch(world, test, sizes, **how):
        tried.extend(sizes)
        return right_sign(world, test, sizes, **how)

    monkeypatch.setattr(counted, "right_sign", watch)
    found = plan(solve="n", by="exact", **settings)["sample_size"].n
    assert max(tried) < 400  # the search does not run away
    powers = [
        plan(n=n, by="exact", solve="power", **settings)["power"].estimate for n in range(1, 120)
    ]
    short = [n for n, power in enumerate(powers, start=1) if power < settings["power"]]
    assert found == max(short) + 1


def test_formula_and_enumeration_are_told_apart_in_solved_plans():
    plan = cw.plan.proportions(baseline=0.9, difference=-0.05, solve="n", alternative="less")
    z, z_power = 1.6448536269514722, 0.8416212335729143  # normal quantiles of 0.95 and 0.8
    middle, spread = 2 * 0.875 * 0.125, 0.9 * 0.1 + 0.85 * 0.15
    by_hand = ((z * math.sqrt(middle) + z_power * math.sqrt(spread)) / 0.05) ** 2
    assert plan["sample_size"].n == math.ceil(by_hand)
    assert "type_m" not in plan
    size = plan["sample_size[exact]"].n
    assert plan["type_m[exact]"].n == size
    assert _pooled_z_power(size, 0.85, 0.9, one_sided=True) >= 0.8
    assert _pooled_z_power(size - 1, 0.85, 0.9, one_sided=True) < 0.8
    assert not any("not enumerated" in note for note in plan.notes)
    known = cw.plan.proportions(n=50, baseline=0.9, difference=0.1)
    assert not any("not enumerated" in note for note in known.notes)
    assert known.provenance["settings"]["by"] == "textbook"


def test_a_formula_may_ask_for_more_than_can_be_studied():
    plan = cw.plan.accuracy(difference=1e-6, baseline=0.9, agreement_from="lachenbruch", solve="n")
    assert plan["sample_size[mid]"].n > 10**9
    assert any("was not worked out" in note for note in plan.notes)


@pytest.mark.slow
def test_a_hasty_search_ends_on_a_size_that_suffices():
    plan = cw.plan.accuracy(
        difference=0.035, agreement=0.9, test="mcnemar-unconditional", solve="n"
    )
    assert plan["power"].estimate >= 0.8
    assert any("not every size was tried" in note for note in plan.notes)


def test_value_a_detectable_loss_is_one():
    """Downwards from 0.9 a larger change is needed than upwards."""
    plan = cw.plan.proportions(n=100, baseline=0.9, difference=-0.05, by="exact")
    assert plan["mde"].estimate == pytest.approx(-0.1465, abs=1e-4)
    up = cw.plan.proportions(n=100, baseline=0.9, difference=0.05, by="exact")
    assert up["mde"].estimate == pytest.approx(0.0866, abs=1e-4)


@pytest.mark.parametrize(
    ("plan", "settings", "match"),
    [
        (
            cw.plan.accuracy,
            {"n": 500, "agreement": 0.95, "baseline": 0.98},
            r"agreement=0\.96",
        ),
        (cw.plan.accuracy, {"n": 500, "agreement": 1.0}, "room for a difference; found none"),
        (cw.plan.preference, {"n": 100, "tie": 1.0}, "room for a difference; found none"),
        (
            cw.plan.accuracy,
            {"n": 500, "baseline": 1.0, "agreement_from": "lachenbruch"},
            "room for a difference",
        ),
    ],
)
def test_where_nothing_is_possible_nothing_is_looked_for(plan, settings, match):
    with pytest.raises(ParameterError, match=match):
        plan(solve="mde", **settings)


def test_a_test_that_exceeds_the_target_detects_anything():
    plan = cw.plan.accuracy(
        n=100,
        agreement=0.9,
        solve="mde",
        test="mcnemar-asymptotic",
        alternative="greater",
        power=0.052,
    )
    assert 0 < plan["mde"].estimate < 1e-6
    assert any("false positives of this test alone" in note for note in plan.notes)


@pytest.mark.parametrize("difference", [1e-200, 1e-9, -1e-7])
def test_absurdly_small_differences_are_refused(difference):
    with pytest.raises(ParameterError, match="0 or a size of at least"):
        cw.plan.accuracy(n=100, difference=difference, agreement=0.9)
    with pytest.raises(ParameterError, match="0 or a size of at least"):
        cw.plan.proportions(n=100, difference=difference, baseline=0.5)


def test_small_differences_may_need_more_than_can_be_searched():
    plan = cw.plan.accuracy(n=1000, difference=1e-5, agreement=0.9)
    assert math.isnan(plan["sample_size"].estimate)
    assert any("is searched up to 10,000,000" in note for note in plan.notes)
    costly = cw.plan.accuracy(
        difference=0.001, agreement=0.9, test="mcnemar-unconditional", solve="n"
    )
    assert math.isnan(costly["sample_size"].estimate)
    assert any("searched up to 50,000" in note for note in costly.notes)


def test_a_curve_keeps_only_what_all_points_share():
    plan = cw.plan.preference(n=100, win=[0.55, 0.65, 0.75])
    settings = plan.provenance["settings"]
    assert "difference" not in settings
    assert settings["n"] == 100
    assert settings["win"] == [0.55, 0.65, 0.75]


def test_a_curve_does_not_say_everything():
    plan = cw.plan.accuracy(
        n=500, difference=[i / 1000 for i in range(5, 35)], baseline=0.9, agreement_from="glue"
    )
    assert len(plan.notes) == 9
    assert plan.notes[-1] == "(and 22 more notes of other points)"


def test_power_is_a_probability_to_the_last_bit():
    plan = cw.plan.accuracy(n=5_000_000, difference=0.0003, agreement=0.999, solve="power")
    assert plan["power"].estimate <= 1


def test_other_types_that_mean_the_same():
    import polars as pl

    want = cw.plan.accuracy(n=500, difference=0.02, agreement=0.9)["power"]
    assert cw.plan.accuracy(n=np.float32(500), difference=0.02, agreement=0.9)["power"] == want
    curve = cw.plan.accuracy(n=pl.Series([500, 600]), difference=0.02, agreement=0.9)
    assert curve["power[n=500]"].estimate == want.estimate
    for odd in (5, ""):
        with pytest.raises(ParameterError, match="test needs one of"):
            cw.plan.accuracy(n=500, difference=0.02, agreement=0.9, test=odd)


def test_systems_may_be_numbers(tmp_path):
    path = tmp_path / "pilot.csv"
    rows = "".join(f"q{i},0,{i % 2}\nq{i},1,{int(i % 3 > 0)}\n" for i in range(30))
    path.write_text("item,system,correct\n" + rows)
    forth = cw.plan.accuracy(pilot=path, n=100, a=0, b=1, solve="power")
    back = cw.plan.accuracy(pilot=path, n=100, a=1, b=0, solve="power")
    settings = [plan.provenance["settings"]["difference"] for plan in (forth, back)]
    assert settings[0] == -settings[1] > 0


def test_simulation_leaves_the_searches_to_enumeration():
    plan = cw.plan.accuracy(
        n=100, difference=0.02, agreement=0.9, by="simulation", replicates=1, rng=3
    )
    assert "mde" not in plan
    assert any("by enumeration alone" in note for note in plan.notes)
    assert not any("outcome" in note for note in plan.notes)


def test_curves_over_two_parameters():
    plan = cw.plan.accuracy(n=[100, 200], difference=[0.05, 0.1], agreement=0.8)
    powers = [row for row in plan.rows if row.quantity == "power"]
    assert [row.estimand for row in powers] == [
        "power[n=100, difference=0.05]",
        "power[n=100, difference=0.1]",
        "power[n=200, difference=0.05]",
        "power[n=200, difference=0.1]",
    ]
    single = cw.plan.accuracy(n=200, difference=0.05, agreement=0.8)
    assert plan["power[n=200, difference=0.05]"].estimate == single["power"].estimate
    assert {row.quantity for row in plan.rows} == {
        "power",
        "reject_any",
        "alpha",
        "type_m",
        "type_s",
    }


@pytest.mark.parametrize(
    "lists",
    [
        {"n": np.array([100, 200])},
        {"agreement": (0.8, 0.9)},
        {"alpha": [0.01, 0.05], "n": [100, 200]},
        {"power": [0.8, 0.9], "solve": "n", "n": None},
        {"n": [100, 200], "solve": "mde", "difference": None},
    ],
)
def test_curves_over_anything(lists):
    settings = {"n": 150, "difference": 0.05, "agreement": 0.85} | lists
    plan = cw.plan.accuracy(**settings)
    points = math.prod(len(v) for v in lists.values() if isinstance(v, list | tuple | np.ndarray))
    shown = {"n": "sample_size", "mde": "mde"}.get(lists.get("solve"), "power")
    assert sum(row.quantity == shown for row in plan.rows) == points


def test_three_lists_are_too_many():
    with pytest.raises(ParameterError, match=r"one or two parameters .* found 3"):
        cw.plan.accuracy(n=[1, 2], difference=[0.1, 0.2], agreement=[0.7, 0.8])
    with pytest.raises(ParameterError, match="n needs at least one value"):
        cw.plan.accuracy(n=[], difference=0.1, agreement=0.8)


def test_the_pilot_gives_difference_and_agreement():
    plan = cw.plan.accuracy(pilot=VALIDATION, n=3000)
    settings = plan.provenance["settings"]
    assert settings["difference"] == pytest.approx(0.03)
    assert settings["agreement"] == pytest.approx(0.91)
    assert plan.provenance["data"].startswith("sha256:")
    same = cw.plan.accuracy(n=3000, difference=0.03, agreement=0.91)
    assert plan["power"].estimate == pytest.approx(same["power"].estimate, rel=1e-9)
    assert any(note.startswith("Pilot: 400 items") for note in plan.notes)
    assert any("standard error of 1.5 points" in note for note in plan.notes)


def test_the_users_word_wins_over_the_pilot():
    plan = cw.plan.accuracy(pilot=VALIDATION, n=3000, difference=0.01)
    assert plan.provenance["settings"]["difference"] == 0.01
    same = cw.plan.accuracy(n=3000, difference=0.01, agreement=0.91)
    assert plan["power"].estimate == pytest.approx(same["power"].estimate)


def test_a_pilot_without_a_difference_cannot_plan():
    same = Pairs([1, 0, 1], [1, 0, 1])
    with pytest.raises(ParameterError, match="different accuracy"):
        cw.plan.accuracy(pilot=same, n=100)
    noisy = Pairs([1, 0, 1, 0, 0, 1], [0, 1, 1, 1, 0, 1])
    plan = cw.plan.accuracy(pilot=noisy, n=100)
    assert any("does not settle even the sign" in note for note in plan.notes)


def test_a_table_of_past_comparisons_gives_the_agreement(tmp_path):
    path = tmp_path / "past.csv"
    path.write_text(
        "baseline,candidate,agreement\n0.70,0.72,0.80\n0.80,0.83,0.86\n0.90,0.91,0.93\n"
        "0.60,0.66,0.70\n0.75,0.75,0.84\n"
    )
    fitted = cw.fit_agreement(path)
    plan = cw.plan.accuracy(n=1000, difference=0.02, baseline=0.8, agreement_from=path)
    agreement = fitted.predict(min_accuracy=0.8, difference=0.02)
    same = cw.plan.accuracy(n=1000, difference=0.02, agreement=agreement, solve="power")
    assert plan["power"].estimate == pytest.approx(same["power"].estimate)
    assert any("past.csv" in note for note in plan.notes)
    again = cw.plan.accuracy(n=1000, difference=0.02, baseline=0.8, agreement_from=fitted)
    assert again["power"] == plan["power"]


def test_the_difference_can_be_predicted():
    plan = cw.plan.accuracy(
        n=3000, baseline=0.917, agreement_from="glue", difference_from="glue", task="RTE"
    )
    assert plan.provenance["settings"]["difference"] == pytest.approx(0.01108, abs=1e-5)
    with pytest.raises(ParameterError, match=r"a predicted gain above 0; found -0\.0117"):
        cw.plan.accuracy(
            n=147, baseline=0.945, agreement_from="glue", difference_from="glue", task="WNLI"
        )


def test_lachenbruch_rows_mean_the_same_in_every_question():
    """mde[low] is the formula's whether asked for alone or beside a power."""
    settings = {"n": 1725, "baseline": 0.92, "agreement_from": "lachenbruch"}
    alone = cw.plan.accuracy(**settings, solve="mde")
    by_formula = cw.plan.accuracy(**settings, solve="mde", by="normal")
    beside = cw.plan.accuracy(**settings, difference=0.02)
    for bound in ("low", "mid", "high"):
        assert alone[f"mde[{bound}]"] == beside[f"mde[{bound}]"] == by_formula[f"mde[{bound}]"]
        assert alone[f"mde[{bound}, exact]"] == beside[f"mde[{bound}, exact]"]
        assert alone[f"mde[{bound}, exact]"].estimate < alone[f"mde[{bound}]"].estimate
    needed = cw.plan.accuracy(
        difference=0.1, baseline=0.8, agreement_from="lachenbruch", solve="n", power=0.9
    )
    sizes = [needed[f"sample_size[{bound}]"].n for bound in ("low", "mid", "high")]
    assert sizes == [106, 211, 316]  # the example of the R package biostatUZH


@pytest.mark.parametrize("ties", ["drop", "split"])
def test_preferences_without_ties_do_not_care_about_them(ties):
    plan = cw.plan.preference(n=100, win=0.65, lose=0.35, ties=ties)
    assert plan["power"].estimate == pytest.approx(0.82758, abs=1e-5)
    assert plan["sample_size"].n == 97
    assert any("first reaches the target at 90 judgements" in note for note in plan.notes)


def test_shares_of_a_preference_may_be_given_in_many_ways():
    want = cw.plan.preference(n=200, win=0.45, lose=0.35)["power"].estimate
    for shares in (
        {"win": 0.45, "tie": 0.2},
        {"lose": 0.35, "tie": 0.2},
        {"win": 0.45, "lose": 0.35, "tie": 0.2},
    ):
        got = cw.plan.preference(n=200, **shares)["power"].estimate
        assert got == pytest.approx(want, rel=1e-9)
    alone = cw.plan.preference(n=100, win=0.65)["power"]
    assert alone == cw.plan.preference(n=100, win=0.65, lose=0.35)["power"]


def test_splitting_ties_costs_power():
    dropped = cw.plan.preference(n=200, win=0.45, lose=0.35)
    split = cw.plan.preference(n=200, win=0.45, lose=0.35, ties="split")
    assert split["power"].estimate < dropped["power"].estimate
    assert split["alpha"].estimate < dropped["alpha"].estimate


def test_detectable_preference():
    plan = cw.plan.preference(n=100, tie=0.1, solve="mde")
    d = plan["mde"].estimate
    there = cw.plan.preference(n=100, win=(0.9 + d) / 2, lose=(0.9 - d) / 2, solve="power")
    assert there["power"].estimate == pytest.approx(0.8, abs=1e-6)


def _pooled_z_power(n, p_a, p_b, one_sided=False):
    """Sum over all pairs of counts, with SciPy's binomial and the textbook statistic."""
    from scipy import stats

    a, b = np.meshgrid(np.arange(n + 1), np.arange(n + 1), indexing="ij", sparse=True)
    pooled = (a + b) / (2 * n)
    with np.errstate(invalid="ignore", divide="ignore"):
        z = (b - a) / n / np.sqrt(pooled * (1 - pooled) * 2 / n)
    weight = stats.binom.pmf(a, n, p_a) * stats.binom.pmf(b, n, p_b)
    return float(weight[z >= stats.norm.isf(0.05 if one_sided else 0.025)].sum())


def test_proportions_show_formula_and_truth_side_by_side():
    plan = cw.plan.proportions(n=1725, baseline=0.92, difference=0.024)
    assert plan["power"].estimate == pytest.approx(0.79977, abs=1e-5)  # R's power.prop.test
    by_hand = _pooled_z_power(1725, 0.92, 0.944)
    assert plan["power[exact]"].estimate == pytest.approx(by_hand, rel=1e-9)
    exact = cw.plan.proportions(n=1725, baseline=0.92, difference=0.024, by="exact")
    assert exact["power"].estimate == plan["power[exact]"].estimate
    for name in ("type_m", "type_s", "alpha", "reject_any"):
        assert exact[name] == plan[name]


@pytest.mark.slow
@pytest.mark.parametrize("test", ["fisher", "boschloo"])
def test_exact_unpaired_tests_keep_alpha(test):
    plan = cw.plan.proportions(n=20, baseline=0.4, difference=0.5, test=test)
    assert plan["alpha"].estimate <= 0.05
    n = plan["sample_size"].n
    exact = [cw.exact_power(cw.Proportions(0.4, 0.5), test, size).power for size in (n - 1, n)]
    assert exact[0] < 0.8 <= exact[1]


@pytest.mark.parametrize(
    ("settings", "match"),
    [
        ({}, r'needs the number of items, n;.*Or ask for it with solve="n"\.'),
        ({"n": 500}, "needs a true difference to look for"),
        (
            {"n": 500, "difference": 0.02},
            "either the agreement or where to take it from; found nei",
        ),
        (
            {"n": 5, "difference": 0.02, "agreement": 0.9, "agreement_from": "glue"},
            "where to take it from; found both",
        ),
        (
            {"n": 500, "difference": 0.02, "agreement_from": "glue"},
            r"needs baseline, the accuracy of A; found none\.",
        ),
        (
            {"n": 500, "agreement_from": "gleu", "baseline": 0.9, "solve": "mde"},
            "glue, squad2, lach",
        ),
        (
            {"n": 500, "difference": 0.02, "agreement": 0.9, "solve": "mde"},
            "Leave one of the two out",
        ),
        (
            {"n": 500, "difference": 0.02, "agreement": 0.9, "solve": "n"},
            "Leave one of the two out",
        ),
        ({"n": 500, "difference": 0.02, "agreement": 0.9, "solve": "x"}, "one of power, mde, n"),
        ({"n": 500, "difference": 0.02, "agreement": 0.9, "by": "magic"}, "one of exact, normal"),
        ({"n": 500, "difference": 0.02, "agreement": 0.9, "test": "fisher"}, "one of mcnemar-as"),
        ({"n": 500, "difference": 0.02, "agreement": 0.9, "power": 0.04}, "a target above alpha"),
        ({"n": 500, "difference": 0.02, "agreement": 0.9, "power": 1}, "strictly between"),
        (
            {"n": 5, "difference": 0.02, "agreement": 0.9, "difference_from": "glue"},
            "needs difference or difference_from;",
        ),
        ({"n": 0, "difference": 0.02, "agreement": 0.9}, "n needs a whole number"),
        ({"n": 5, "difference": 0.02, "agreement": 0.9, "a": "x"}, 'a="x" is looked up in pilot'),
        (
            {"n": 5, "difference": 0.02, "agreement": 0.9, "task": "RTE"},
            'task="RTE" is looked up in difference_from',
        ),
        (
            {"n": 500, "agreement": 0.9, "solve": "mde", "by": "simulation"},
            "Leave it out: the search runs on exact",
        ),
        (
            {"n": 200_000, "difference": 0.02, "agreement": 0.9, "test": "mcnemar-unconditional"},
            "at most 50,000; found 200,000",
        ),
    ],
)
def test_what_cannot_be_planned_is_refused(settings, match):
    with pytest.raises(ParameterError, match=match):
        cw.plan.accuracy(**settings)


@pytest.mark.parametrize(
    ("settings", "match"),
    [
        ({"n": 100}, "win and lose"),
        ({"n": 100, "win": 0.7, "lose": 0.7}, "= 1.4"),
        ({"n": 100, "win": 0.7, "lose": 0.2, "tie": 0.3}, "adding up to 1"),
        ({"n": 100, "win": 0.7, "solve": "mde"}, "only the share of ties"),
        ({"n": 100, "win": 0.7, "ties": "keep"}, "drop, split"),
        ({"n": 100, "win": 0.5, "lose": 0.3, "ties": "split", "by": "normal"}, r"Leave it out\."),
    ],
)
def test_preferences_refuse(settings, match):
    with pytest.raises(ParameterError, match=match):
        cw.plan.preference(**settings)


@pytest.mark.parametrize(
    ("settings", "match"),
    [
        ({"n": 100, "difference": 0.1}, "needs baseline, the accuracy"),
        ({"n": 100, "baseline": 0.95, "difference": 0.1}, "= 1.05"),
        (
            {"n": 100, "baseline": 0.9, "difference": 0.05, "test": "sign"},
            "farrington-manning, fisher, z-p",
        ),
        (
            {"n": 9, "baseline": 0.9, "difference": 0.05, "test": "fisher", "by": "normal"},
            "z-pooled",
        ),
        (
            {"n": 30_000, "baseline": 0.9, "difference": 0.05, "test": "boschloo"},
            "n of at most 20,000; found 30,000",
        ),
    ],
)
def test_proportions_refuse(settings, match):
    with pytest.raises(ParameterError, match=match):
        cw.plan.proportions(**settings)


def test_bad_pilots_are_refused(tmp_path):
    path = tmp_path / "pilot.csv"
    path.write_text("item,system,correct\nq1,x,1\nq1,y,1\nq2,x,0\nq3,y,0\n")
    with pytest.raises(DataError, match="different items: 1 of x alone and 1 of y alone,"):
        cw.plan.accuracy(pilot=path, n=100)


def test_misspelt_keywords_are_refused():
    with pytest.raises(TypeError, match="agrement"):
        cw.plan.accuracy(n=500, difference=0.02, agrement=0.9)
