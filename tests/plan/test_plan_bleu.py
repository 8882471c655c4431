"""Plans for BLEU and metrics like it: published numbers, both routes, searches, refusals."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

import claimwise as cw
from claimwise.core import ClaimwiseError, ParameterError
from claimwise.data import example_path
from claimwise.engine.monte_carlo import ratio_row, share_row
from claimwise.engine.simulate import Run
from claimwise.plan.delta_study import DeltaStudy
from claimwise.power.delta_normal import normal_mde, normal_size, normal_study
from claimwise.report import document, plain, to_text
from claimwise.worlds import DeltaLaplace
from claimwise.worlds.delta_file import DeltaPilot
from claimwise.worlds.delta_presets import delta_preset

AVERAGE = delta_preset("wmt-average", 1.0)
TEST = (0.05, "two-sided")


def simulated(world, alpha, alternative, run, resamples):
    """The way to power by simulated randomisation tests."""
    known = {"sign": 1, "target": 0.8, "by": "simulation", "search": run, "resamples": resamples}
    study = DeltaStudy(world=world, alpha=alpha, alternative=alternative, run=run, **known)
    return study.simulated(run)


def test_value_closed_form():
    """The recomputed numbers of the paper's section 4 and appendix G."""
    assert normal_study(AVERAGE, 2000, *TEST).power == pytest.approx(0.7467, abs=1e-4)
    other = DeltaLaplace(1, 0.2, 26)
    assert normal_study(other, 2000, *TEST).power == pytest.approx(0.7748, abs=1e-4)
    wanted = {500: 2.146, 1000: 1.513, 2000: 1.068, 3000: 0.871, 5000: 0.675}
    for n, size in wanted.items():
        assert normal_mde(AVERAGE, n, 0.8, *TEST) == pytest.approx(size, abs=1e-3)
        found = cw.plan.bleu(n=n, solve="mde", by="normal")
        assert found["mde"].estimate == pytest.approx(size, abs=1e-3)


@pytest.mark.slow
def test_value_type_m_and_s_of_the_closed_form_by_integration():
    for d, n, alternative in ((0.5, 2000, "two-sided"), (-0.3, 700, "less"), (1, 50, "greater")):
        world = AVERAGE.at(d)
        found = normal_study(world, n, 0.1, alternative)
        z = stats.norm.isf(0.05 if alternative == "two-sided" else 0.1)
        x = np.linspace(-12, 12, 2_000_001) * world.error(n) + d
        density = stats.norm.pdf(x, d, world.error(n)) * (x[1] - x[0])
        above = (x > z * world.deviation(n)) & (alternative != "less")
        below = (x < -z * world.deviation(n)) & (alternative != "greater")
        right, wrong = (above, below) if d > 0 else (below, above)
        either = density[above | below].sum()
        assert found.power == pytest.approx(density[right].sum(), abs=1e-5)
        assert found.reject_any == pytest.approx(either, abs=1e-5)
        sizes = (np.abs(x) * density)[above | below].sum() / either / abs(d)
        assert found.type_m == pytest.approx(sizes, rel=1e-4)
        assert found.type_s == pytest.approx(density[wrong].sum() / either, abs=1e-5)


@given(
    st.floats(0.05, 20),
    st.floats(0, 0.9),
    st.floats(1, 60),
    st.floats(0.2, 0.99),
    st.sampled_from(["two-sided", "less", "greater"]),
)
def test_law_size_and_difference_answer_each_other(d, share, scale, target, alternative):
    sign = -1 if alternative == "less" else 1
    world = DeltaLaplace(sign * d, share, scale)
    n = normal_size(world, target, 0.05, alternative)
    assume(n * (1 - share) > 10)  # below, the approximation is none
    assert normal_study(world, n, 0.05, alternative).power == pytest.approx(target, abs=1e-9)
    assert normal_mde(world, n, target, 0.05, alternative) == pytest.approx(d, rel=1e-6)
    assert normal_study(world, 2 * n, 0.05, alternative).power > target


# Large-sample powers of the published process; n, D, P0, b0.
CELLS = [(2000, 1, 0.13, 25.8, 0.746), (2000, 0.5, 0.13, 25.8, 0.262)]


def within(row, value, studies, slack=0.005):
    """Whether a simulated share is that value, known to `slack`, but for chance."""
    reach = 4 * math.sqrt(max(value * (1 - value), 0.25 / studies) / studies)
    return abs(row.estimate - value) < reach + slack


@pytest.mark.slow
@pytest.mark.parametrize(("n", "difference", "share", "scale", "power"), CELLS)
def test_value_published_powers(n, difference, share, scale, power):
    world, studies = DeltaLaplace(difference, share, scale), 1000
    found = simulated(world, *TEST, Run(studies, 1), resamples=500).tally(world, n)
    row = share_row("power", found.above, found.done, n)
    assert within(row, power, studies)
    assert within(row, normal_study(world, n, *TEST).power, studies)
    size = {1: 1.157, 0.5: 1.94}[difference]
    row = ratio_row("type_m", found.sizes, found.squares, found.rejected, difference, n)
    assert row.low - 0.02 < size < row.high + 0.02


@pytest.mark.slow
def test_a_whole_plan():
    found = cw.plan.bleu(n=300, difference=-2.5, replicates=1000, rng=2)
    closed = cw.plan.bleu(n=300, difference=-2.5, by="normal")
    assert within(found["power"], closed["power"].estimate, 1000, 0.01)
    assert within(found["alpha"], 0.05, 1000)
    assert found["type_s"].estimate < 0.01
    assert found["mde"].estimate < 0
    for name, tolerance in (("mde", 0.06), ("sample_size", 0.12), ("type_m", 0.05)):
        row = found[name]
        assert row.estimate == pytest.approx(closed[name].estimate, rel=tolerance)
        assert row.low <= row.estimate <= row.high
        assert row.kind == "monte carlo"
    settings = found.provenance["settings"]
    assert (settings["test"], settings["resamples"], settings["replicates"]) == (
        "randomisation",
        1000,
        1000,
    )
    shown = document(found, figures=False)
    assert (shown.word, shown.tone) == ("TOO SMALL", "bad")
    assert "2.5-point loss in BLEU" in plain(shown.headline)


def test_words_are_in_points_of_the_metric():
    found = cw.plan.bleu(n=2000, difference=0.5, by="normal")
    text = " ".join(str(found).split())
    assert "0.5-point gain in BLEU" in text
    assert f"{found['type_m'].estimate:.1f} times too large" in text
    assert f"can show {found['mde'].estimate:.1f} BLEU points" in text


@pytest.mark.slow
def test_direction_negative_differences_mirror():
    up, down = (
        cw.plan.bleu(n=400, difference=d, solve="power", replicates=1500, rng=3) for d in (2, -2)
    )
    assert within(up["power"], down["power"].estimate, 750, 0)
    assert up["power"].estimate > 0.5
    assert up["type_s"].estimate == down["type_s"].estimate == 0


@pytest.mark.slow
def test_direction_one_sided_tests():
    alternative, sign = "less", -1
    options = {"n": 400, "alternative": alternative, "replicates": 400, "resamples": 300, "rng": 4}
    seen = cw.plan.bleu(difference=sign * 1.5, solve="power", **options)
    closed = normal_study(AVERAGE.at(sign * 1.5), 400, 0.05, alternative)
    assert within(seen["power"], closed.power, 400, 0.01)
    two_sided = normal_study(AVERAGE.at(1.5), 400, *TEST)
    assert closed.power > two_sided.power + 0.05
    away = cw.plan.bleu(difference=-sign * 1.5, solve="power", **options)
    assert away["power"].estimate == 0
    missed = cw.plan.bleu(
        difference=-sign * 1.5, solve="n", alternative=alternative, replicates=100, rng=1
    )
    assert math.isnan(missed["sample_size"].estimate)
    assert any("No number of items" in note for note in missed.notes)
    by_formula = cw.plan.bleu(
        difference=-sign * 1.5, solve="n", alternative=alternative, by="normal"
    )
    assert math.isnan(by_formula["sample_size"].estimate)
    mde = cw.plan.bleu(solve="mde", **options)["mde"]
    assert mde.estimate * sign > 0
    closed = normal_mde(AVERAGE, 400, 0.8, 0.05, alternative)
    assert abs(mde.estimate) == pytest.approx(closed, rel=0.1)


@pytest.mark.calibration
@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_chance_false_positives(alternative):
    route = simulated(AVERAGE, 0.05, alternative, Run(10_000, 5), resamples=999)
    found = route.tally(AVERAGE.null(), 500)
    assert stats.binom.cdf(found.rejected, 10_000, 0.05) > 1e-3
    assert stats.binom.sf(found.rejected - 1, 10_000, 0.05) > 1e-3


@pytest.mark.slow
def test_no_difference_has_no_power_but_false_positives():
    found = cw.plan.bleu(n=200, difference=0, replicates=800, rng=6)
    assert math.isnan(found["power"].estimate)
    assert math.isnan(found["type_m"].estimate)
    assert within(found["reject_any"], 0.05, 800)
    assert any("no right sign" in note for note in found.notes)
    assert "mde" in found
    assert "sample_size" not in found


@pytest.mark.slow
def test_solved_for_one_gives_the_study_there():
    found = cw.plan.bleu(n=300, solve="mde", replicates=400, resamples=200, rng=7)
    assert found["power"].low - 0.02 < 0.8 < found["power"].high + 0.02
    assert f"gains of {found['mde'].estimate:.1f} BLEU points or more" in str(found)
    found = cw.plan.bleu(difference=3, solve="n", power=0.9, replicates=400, resamples=200, rng=8)
    assert found["power"].low - 0.02 < 0.9 < found["power"].high + 0.02
    assert found["sample_size"].n == found["power"].n


def test_tiny_and_huge_studies():
    tiny = cw.plan.bleu(n=5, difference=30, replicates=200, rng=1)
    assert tiny["power"].estimate == 0  # of 2^5 sign patterns no two are rarer than 0.05
    assert math.isnan(tiny["mde"].estimate)
    assert tiny["sample_size"].n < 20
    small = cw.plan.bleu(n=8, difference=60, solve="power", rng=1, replicates=300)
    assert small["power"].estimate > 0.5
    huge = cw.plan.bleu(difference=0.05, solve="n", rng=1, by="simulation")
    assert huge["sample_size"].n == math.ceil(normal_size(AVERAGE.at(0.05), 0.8, *TEST))
    assert math.isnan(huge["sample_size"].low)
    assert any("normal approximation" in note for note in huge.notes)
    known = cw.plan.bleu(difference=0.05, solve="n")["sample_size"].n
    # A thousand swaps cost 0.4% more items than all of them, of which the formula speaks.
    assert 1.002 < known / huge["sample_size"].n < 1.006
    all_ = cw.plan.bleu(difference=0.05, solve="n", resamples=100_000)["sample_size"].n
    assert all_ == pytest.approx(huge["sample_size"].n, rel=1e-4)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plan", "n", "difference", "alternative"),
    [
        ("bleu", 2000, 1, "two-sided"),
        ("bleu", 100, 4, "two-sided"),
        ("bleu", 150, 0.5, "greater"),
        ("chrf", 400, -0.6, "less"),
        ("ter", 300, -1, "two-sided"),
    ],
)
def test_value_quadrature_is_what_simulation_finds(plan, n, difference, alternative):
    """The same numbers by drawing studies and swapping: within four Monte Carlo errors."""
    world = {"bleu": {}, "chrf": {"zero_share": 0.1, "scale": 11}}.get(
        plan, {"zero_share": 0.3, "scale": 20}
    )
    told = {"n": n, "difference": difference, "alternative": alternative, **world}
    told |= {"resamples": 500, "solve": "power"}
    known = getattr(cw.plan, plan)(**told)
    seen = getattr(cw.plan, plan)(**told, replicates=4000, rng=11)
    assert known.provenance["settings"]["by"] == "quadrature"
    for name in ("power", "reject_any", "alpha", "type_s"):
        assert within(seen[name], known[name].estimate, 4000 * (0.3 if name == "type_s" else 1), 0)
        assert known[name].kind != "monte carlo"
    reach = 2 * (seen["type_m"].high - seen["type_m"].low)
    assert known["type_m"].estimate == pytest.approx(seen["type_m"].estimate, abs=reach)


def test_quadrature_needs_no_seed_and_answers_what_it_is_asked():
    one, other = (cw.plan.bleu(n=2000, difference=1, rng=seed) for seed in (1, 2))
    assert one.rows == other.rows
    assert one.provenance["seed"] is None
    assert one["alpha"].estimate == pytest.approx(50 / 1001)
    there = cw.plan.bleu(n=2000, difference=one["mde"].estimate, solve="power")
    assert there["power"].estimate == pytest.approx(0.8, abs=1e-6)
    size = one["sample_size"].n
    powers = [
        cw.plan.bleu(n=n, difference=1, solve="power")["power"].estimate for n in (size - 1, size)
    ]
    assert powers[0] < 0.8 <= powers[1]
    fewer = cw.plan.bleu(n=2000, difference=1, resamples=99, solve="power")["power"].estimate
    assert fewer < one["power"].estimate - 0.01  # few resamples cost power


def test_where_few_items_differ_it_is_simulated():
    told = {"difference": 9, "rng": 1, "resamples": 99}
    small = cw.plan.bleu(n=30, solve="power", **told)
    assert small.provenance["settings"]["by"] == "simulation"
    assert small["power"].kind == "monte carlo"
    assert small.provenance["seed"] == 1
    assert any("too coarse" in note for note in small.notes)
    size = cw.plan.bleu(solve="n", **told)
    assert size.provenance["settings"]["by"] == "simulation"
    both = cw.plan.bleu(n=2000, **told)
    assert both["sample_size"].low <= both["sample_size"].estimate <= both["sample_size"].high
    assert both["power"].kind != "monte carlo"
    assert both.provenance["seed"] == 1
    assert any(note.about == "sample_size" and "simulation" in note for note in both.notes)


@pytest.mark.slow
def test_law_workers_and_curves_do_not_change_the_answer():
    options = {"replicates": 600, "resamples": 100, "rng": 9, "solve": "power"}  # three blocks
    one = cw.plan.bleu(n=200, difference=2, **options)
    assert one.rows == cw.plan.bleu(n=200, difference=2, workers=2, **options).rows
    curve = cw.plan.bleu(n=[100, 200], difference=[1, 2], replicates=600, resamples=100, rng=9)
    for name in ("power", "reject_any", "alpha", "type_m", "type_s"):
        at = curve[f"{name}[n=200, difference=2]"]
        assert (at.estimate, at.low, at.high) == (
            one[name].estimate,
            one[name].low,
            one[name].high,
        )
    # Studies without an effect are the same for all differences of an n.
    alphas = [curve[f"alpha[n=100, difference={d}]"].estimate for d in (1, 2)]
    assert alphas[0] == alphas[1]
    assert one.rows != cw.plan.bleu(n=200, difference=2, **(options | {"rng": 10})).rows


def test_curves_over_assumptions():
    found = cw.plan.bleu(n=2000, difference=1, zero_share=[0.1, 0.5], scale=[20, 40], by="normal")
    powers = [
        found[f"power[zero_share={p}, scale={b}]"].estimate for p in (0.1, 0.5) for b in (20, 40)
    ]
    assert powers[2] > powers[0] > powers[1]
    assert powers[2] > powers[3] > powers[1]
    wanted = normal_study(DeltaLaplace(1, 0.5, 40), 2000, *TEST).power
    assert powers[3] == pytest.approx(wanted)


def test_worlds_of_other_metrics():
    pilot = DeltaPilot(DeltaLaplace(-2.0, 0.3, 22.0), "ter:normalized=yes", "old", "new", 3004)
    found = cw.plan.ter(n=2000, difference=-1, world=pilot, by="normal")
    want = normal_study(DeltaLaplace(-1, 0.3, 22.0), 2000, *TEST).power
    assert found["power"].estimate == pytest.approx(want)
    text = to_text(found, details=True)
    assert "1-point gain in TER (lower is better)" in text
    assert "Lower TER is better: where B is better its difference is negative." in text
    assert "World fitted to new (B) and old (A) on 3,004 items." in text
    chrf = cw.plan.chrf(n=2000, difference=1, zero_share=0.1, scale=11, by="normal")
    assert "1-point gain in chrF" in str(chrf)
    assert "Lower" not in str(chrf)
    with pytest.raises(ParameterError, match="plan bleu needs a world of BLEU; found ter:norm"):
        cw.plan.bleu(n=2000, difference=1, world=pilot)


def test_cautions_of_a_fit_reach_the_plan_until_they_are_heeded():
    added = {"slope": 1.1, "correlation": 0.95, "sd_ratio": 1.2}
    pilot = DeltaPilot(
        DeltaLaplace(0, 0.2, 20.0), "bleu", scales={"matched": 20.0}, additivity=added
    )
    found = cw.plan.bleu(n=100, difference=1, world=pilot, by="normal")
    (told,) = [note for note in found.notes if note.kind == "caution"]
    assert "With scale=24 the difference varies as much" in told
    heeded = cw.plan.bleu(n=100, difference=1, world=pilot, scale=24, by="normal")
    (still,) = [note for note in heeded.notes if note.kind == "caution"]
    assert "do not add up" in still
    assert "about right" in still
    both = cw.plan.bleu(n=100, difference=1, world=pilot, scale=[20, 30], by="normal")
    assert ["too high" in note for note in both.notes].count(True) == 1
    assert ["too low" in note for note in both.notes].count(True) == 1
    assert heeded["power"].estimate < found["power"].estimate


@pytest.mark.parametrize(
    ("plan", "options", "match"),
    [
        ("bleu", {"difference": 1}, "plan bleu needs the number of items,"),
        ("bleu", {"n": 100}, "needs a true difference to look for"),
        (
            "bleu",
            {"n": 100, "difference": 1, "solve": "n"},
            r'solve="n" looks for what n=100 gives\.',
        ),
        ("bleu", {"n": 100, "difference": 1, "solve": "mde"}, "what difference=1 gives"),
        ("bleu", {"n": 0, "difference": 1}, "whole number of at least 1"),
        (
            "bleu",
            {"n": 2_000_000, "difference": 1, "by": "simulation"},
            "at most 1,000,000; found 2,000,000",
        ),
        ("bleu", {"n": 100, "difference": 1, "world": "wmt20"}, "Did you mean wmt"),
        ("bleu", {"n": 100, "difference": 1, "world": "no.toml"}, r"no\.toml does not exist\."),
        ("bleu", {"n": 100, "difference": 1, "world": ["wmt19"]}, "one world; found several"),
        (
            "bleu",
            {"n": 100, "difference": 1, "by": "exact"},
            "one of quadrature, simulation, normal",
        ),
        ("bleu", {"n": 100, "difference": 1, "resamples": 18}, "at least 19"),
        ("bleu", {"n": 100, "difference": 1, "zero_share": 1}, "a share below 1"),
        ("bleu", {"n": 100, "difference": 1, "scale": -1}, "a number above 0"),
        ("bleu", {"n": 100, "difference": 1, "power": 0.01}, "a target above alpha"),
        ("bleu", {"n": 100, "difference": "x"}, "difference needs a finite number"),
        ("chrf", {"n": 100, "difference": 1}, "claimwise fit chrf makes one"),
        ("ter", {"n": 100, "difference": 1, "world": "wmt19"}, "one of FILE.toml"),
        ("ter", {"n": 100, "difference": 1, "scale": 20}, "a world fitted to outputs under TER"),
    ],
)
def test_what_cannot_be_planned_is_refused(plan, options, match):
    with pytest.raises(ClaimwiseError, match=match):
        getattr(cw.plan, plan)(**options)


def test_resamples_that_just_reach_alpha_are_taken():
    for plan_ in (cw.plan.bleu, lambda **o: cw.plan.f1(tables=example_path("confusion.toml"), **o)):
        told = {"n": 300, "difference": 0.05, "replicates": 20, "solve": "power", "rng": 1}
        assert plan_(resamples=19, **told)["reject_any"].estimate >= 0
        with pytest.raises(ParameterError, match="at least 19, or no p-value is as small as alpha"):
            plan_(resamples=18, **told)


def test_what_was_changed_of_a_world_is_said():
    plain = cw.plan.bleu(n=2000, difference=1, by="normal")
    assert not any("Not of that world" in note for note in plain.notes)
    scaled = cw.plan.bleu(n=2000, difference=1, scale=10, by="normal")
    assert "Not of that world: b0, there 25.8." in scaled.notes
    curve = cw.plan.bleu(n=2000, difference=1, world="wmt19", zero_share=[0.1, 0.2], by="normal")
    assert "Not of that world: P0, there 0.19." in curve.notes


def test_constants_are_those_of_the_metrics():
    from claimwise.metrics import find_metric
    from claimwise.plan.delta_place import LARGEST, LOWER, METRICS

    for name in METRICS:
        metric = find_metric(name)
        assert (metric.better == "lower") == (name in LOWER)
        assert LARGEST.get(name, math.inf) == metric.limits[1]


@pytest.mark.slow
@pytest.mark.parametrize("by", ["normal", "simulation"])
def test_direction_the_detectable_difference_is_that_of_a_better_b(by):
    """Lower TER is better: two-sided, what is looked for is a B with less."""
    told = {"n": 2000, "solve": "mde", "zero_share": 0.3, "scale": 20, "by": by}
    told |= {"replicates": 300, "resamples": 99, "rng": 1}
    ter, chrf = cw.plan.ter(**told), cw.plan.chrf(**told)
    assert ter["mde"].estimate < 0 < chrf["mde"].estimate
    if by == "normal":
        assert ter["mde"].estimate == -chrf["mde"].estimate
    else:
        assert ter["mde"].low <= ter["mde"].estimate <= ter["mde"].high < 0
    assert ter["power"].estimate == pytest.approx(0.8, abs=0.08)
    assert cw.plan.ter(**told | {"alternative": "greater"})["mde"].estimate > 0
    worse = cw.plan.ter(**told | {"solve": None, "difference": 1.0, "by": "normal"})
    assert worse["mde"].estimate > 0
    assert "leaves open -" not in str(ter)  # a size has no sign


@pytest.mark.parametrize(("alternative", "least"), [("two-sided", 6), ("greater", 5)])
def test_value_too_few_items_find_nothing(alternative, least):
    """All 2^n swaps are equally likely: 2 / 2^5 is above 0.05, and so is 1 / 2^4."""
    told = {"difference": 60, "alternative": alternative, "solve": "power", "rng": 1}
    for n in (least - 1, least):
        exact = cw.plan.bleu(n=n, replicates=400, **told)
        normal = cw.plan.bleu(n=n, by="normal", **told)
        assert (exact["power"].estimate > 0) == (normal["power"].estimate > 0) == (n == least)
        assert any(n.startswith("By the normal") and n.kind == "caution" for n in normal.notes)
    told |= {"by": "normal"}
    del told["difference"]
    assert math.isnan(cw.plan.bleu(n=least - 1, **told | {"solve": "mde"})["mde"].estimate)
    assert cw.plan.bleu(n=least, **told | {"solve": "mde"})["mde"].estimate > 0
    assert cw.plan.bleu(**told | {"solve": "n", "difference": 90})["sample_size"].n >= least


def test_few_items_that_differ_are_called_out():
    told = {"difference": 5, "by": "normal", "zero_share": 0.5, "scale": 20}
    assert any("(about 40)" in note for note in cw.plan.bleu(n=80, **told).notes)
    assert not any(note.kind == "caution" for note in cw.plan.bleu(n=100, **told).notes)


@pytest.mark.parametrize("difference", [500, -100.5])
def test_differences_that_cannot_be_are_refused(difference):
    with pytest.raises(ParameterError, match="from -100 to 100, in BLEU points; found"):
        cw.plan.bleu(n=100, difference=difference, by="normal")
    told = {"zero_share": 0.1, "scale": 20, "by": "normal"}
    with pytest.raises(ParameterError, match="in chrF points"):
        cw.plan.chrf(n=100, difference=difference, **told)
    assert cw.plan.ter(n=100, difference=difference, **told)["power"].estimate > 0.9


def test_a_world_of_the_other_direction_is_refused(tmp_path):
    file = tmp_path / "world.toml"
    pilot = DeltaPilot(DeltaLaplace(0, 0.2, 20.0), "bleu", better="lower")
    file.write_text(pilot.toml())
    with pytest.raises(ParameterError, match=r"of BLEU, needs better = \"higher\"; found 'lower'"):
        cw.plan.bleu(n=100, difference=1, world=file, by="normal")
