"""The numbers of a survey: by hand, by the plans of single studies, by statsmodels and scipy."""

from math import comb, sqrt

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats

import claimwise as cw
from claimwise.surveys.judges import predicted_table

SIZES = [280, 1700, 3000, 9800, 1700, 3000, 500, 2500]
BASE = [0.72, 0.84, 0.75, 0.82, 0.90, 0.80, 0.66, 0.88]
NEW = [0.76, 0.86, 0.76, 0.85, 0.91, 0.84, 0.65, 0.90]
NAMES = list("abcdefgh")


def table(**more):
    return {"n": SIZES, "baseline": BASE, "new": NEW, "name": NAMES, **more}


def values(found, name):
    return np.array([found[f"{name}[{key}]"].estimate for key in NAMES])


@pytest.mark.parametrize(("source", "by"), [("glue", "exact"), ("independent", "normal")])
def test_value_the_detectable_difference_is_that_of_a_plan(source, by):
    found = cw.survey(table(), agreement_from=source, by=by)
    for name, n, baseline in zip(NAMES, SIZES, BASE, strict=True):
        plan = cw.plan.accuracy(n=n, baseline=baseline, agreement_from=source, solve="mde", by=by)
        row = found[f"mde[{name}]"]
        assert row.n == n
        assert row.estimate == pytest.approx(plan["mde"].estimate, rel=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("word", "bound", "by"),
    [
        ("lachenbruch", "mid", "normal"),
        ("lachenbruch-low", "low", "exact"),
        ("lachenbruch-high", "high", "normal"),
    ],
)
def test_value_without_prior_it_is_that_of_the_bound(word, bound, by):
    found = cw.survey(table(), agreement_from=word, by=by)
    case = f"mde[{bound}]" if by == "normal" else f"mde[{bound}, exact]"
    for name, n, baseline in zip(NAMES, SIZES, BASE, strict=True):
        plan = cw.plan.accuracy(n=n, baseline=baseline, agreement_from="lachenbruch", solve="mde")
        assert found[f"mde[{name}]"].estimate == pytest.approx(plan[case].estimate, rel=1e-9)


@pytest.mark.parametrize("by", ["exact", "normal"])
def test_value_unpaired_it_is_that_of_two_proportions(by):
    found = cw.survey(table(), unpaired=True, by=by)
    for name, n, baseline in zip(NAMES, SIZES, BASE, strict=True):
        plan = cw.plan.proportions(n=n, baseline=baseline, solve="mde", by=by)
        assert found[f"mde[{name}]"].estimate == pytest.approx(plan["mde"].estimate, rel=1e-9)
    a, b = round(280 * 0.72), round(280 * 0.76)
    z = (b - a) / 280 / sqrt(2 * (a + b) / 560 * (1 - (a + b) / 560) / 280)
    assert found["difference[a]"].pvalue == pytest.approx(2 * stats.norm.sf(z), rel=1e-9)


def test_value_own_agreement_comes_first():
    told = [0.9, None, 0.85, None, None, 0.88, None, None]
    found = cw.survey(table(agreement=told), agreement_from="glue")
    for name, n, baseline, agreement in zip(NAMES, SIZES, BASE, told, strict=True):
        source = {"agreement_from": "glue"} if agreement is None else {"agreement": agreement}
        plan = cw.plan.accuracy(n=n, baseline=baseline, solve="mde", **source)
        assert found[f"mde[{name}]"].estimate == pytest.approx(plan["mde"].estimate, rel=1e-9)
    assert found["agreement[a]"].estimate == 0.9
    assert any("given by the comparison itself in 3;" in note for note in found.notes)
    assert any("table 5 in 5." in note for note in found.notes)


def left_out(y, x):
    """Return each outcome as the line through all the others predicts it, by refits."""
    design = sm.add_constant(np.column_stack(x))
    found = []
    for i in range(len(y)):
        keep = np.arange(len(y)) != i
        found.append(design[i] @ sm.OLS(np.asarray(y)[keep], design[keep]).fit().params)
    return np.array(found)


def test_value_expected_gains_are_those_of_refits_without_the_comparison():
    gains = np.subtract(NEW, BASE)
    found = cw.survey(table(), agreement_from="glue")
    assert values(found, "expected_difference") == pytest.approx(left_out(gains, [BASE]))
    tasks = list("xyxyxyxy")
    dummy = [float(t == "y") for t in tasks]
    found = cw.survey(table(task=tasks, name=None) | {"name": NAMES}, agreement_from="glue")
    keys = [f"{name}, {task}" for name, task in zip(NAMES, tasks, strict=True)]
    ours = [found[f"expected_difference[{key}]"].estimate for key in keys]
    assert ours == pytest.approx(left_out(gains, [BASE, dummy]))


def test_value_expected_power_is_that_of_a_plan_for_the_expected_gain():
    found = cw.survey(table(), agreement_from="glue")
    for name, n, baseline in zip(NAMES, SIZES, BASE, strict=True):
        gain = found[f"expected_difference[{name}]"].estimate
        plan = cw.plan.accuracy(
            n=n, difference=gain, baseline=baseline, agreement_from="glue", solve="power"
        )
        row = found[f"expected_power[{name}]"]
        assert row.estimate == pytest.approx(plan["power"].estimate, rel=1e-9)


def test_value_rows_outside_the_fit_are_predicted_by_the_whole_line():
    chosen = ["y", "y", "n", "y", "y", "n", "y", "y"]
    found = cw.survey(table(used=chosen), agreement_from="glue", fit_where="used=y")
    keep = np.array([c == "y" for c in chosen])
    line = np.polyfit(np.array(BASE)[keep], np.subtract(NEW, BASE)[keep], 1)
    assert found["expected_difference[c]"].estimate == pytest.approx(np.polyval(line, 0.75))
    inside = left_out(np.subtract(NEW, BASE)[keep], [np.array(BASE)[keep]])
    assert found["expected_difference[a]"].estimate == pytest.approx(inside[0])


def test_value_shares_by_hand():
    found = cw.survey(table(), agreement_from="glue")
    gains, mde = np.subtract(NEW, BASE), values(found, "mde")
    expected, power = values(found, "expected_difference"), values(found, "expected_power")
    p = np.array([found[f"difference[{key}]"].pvalue for key in NAMES])
    assert (expected > 0).all()
    significant = (p <= 0.05) & (gains > 0)
    by_hand = {
        "share[underpowered]": np.mean(power < 0.8),
        "share[reported at least detectable]": np.mean(gains >= mde),
        "share[predicted significant]": np.mean(significant),
        "share[significant and powered]": np.mean(significant & (power >= 0.8)),
        "mean_expected_power": power.mean(),
        "mean_difference": gains.mean(),
        "sd_difference": gains.std(ddof=1),
        "median_n": np.median(SIZES),
    }
    for name, want in by_hand.items():
        assert found[name].estimate == pytest.approx(want), name
        assert found[name].n == 8
    assert 0 < by_hand["share[underpowered]"] < 1


def test_no_expected_gain_is_underpowered_in_one_share_and_left_out_in_the_other():
    base = [0.60, 0.70, 0.80, 0.90, 0.95]
    given = {
        "n": [5000] * 5,
        "baseline": base,
        "new": [b + g for b, g in zip(base, (0.08, 0.05, 0.03, 0.0, -0.01), strict=True)],
        "name": list("abcde"),
    }
    found = cw.survey(given, agreement_from="independent")
    gains = np.array([found[f"expected_difference[{k}]"].estimate for k in "abcde"])
    none = gains <= 0
    assert none.sum() == 1
    power = np.array([found[f"expected_power[{k}]"].estimate for k in "abcde"])
    assert (np.isnan(power) == none).all()
    short = int((power < 0.8).sum())
    assert found["share[underpowered]"].estimate == pytest.approx((short + 1) / 5)
    assert found["share[underpowered, gain expected]"].estimate == pytest.approx(short / 4)
    assert found["share[underpowered, gain expected]"].n == 4
    assert any("1 of 5 comparisons the others predict no gain" in note for note in found.notes)


def test_value_predicted_tables_are_the_nearest_whole_ones():
    assert predicted_table(1000, 0.02, 0.9) == (60, 40)
    assert predicted_table(1000, -0.02, 0.9) == (40, 60)
    for n, difference, agreement in ((5463, 0.003, 0.9883), (147, 0.014, 0.93), (872, 0.05, 0.95)):
        wins, losses = predicted_table(n, difference, agreement)
        assert abs(wins - losses - n * difference) <= 0.5
        assert abs(wins + losses - n * (1 - agreement)) <= 1
        win, lose = (n * (1 - agreement + s * difference) / 2 for s in (1, -1))
        assert predicted_table(n, difference, agreement, down=True) == (int(win), int(lose))


def test_value_the_predicted_p_by_integer_arithmetic():
    found = cw.survey(
        {"n": [1000], "baseline": [0.8], "new": [0.82], "agreement": [0.9], "name": ["x"]}
    )
    tail = sum(comb(100, k) for k in range(40)) + comb(100, 40) / 2  # mid-p of 40 of 100
    assert found["difference[x]"].pvalue == pytest.approx(2 * tail / 2**100, rel=1e-9)
    exact = cw.survey(
        {"n": [1000], "baseline": [0.8], "new": [0.82], "agreement": [0.9], "name": ["x"]},
        test="mcnemar-exact",
    )
    tail = sum(comb(100, k) for k in range(41))
    assert exact["difference[x]"].pvalue == pytest.approx(2 * tail / 2**100, rel=1e-9)


def test_value_kendall_against_scipy():
    found = cw.survey(table(), agreement_from="glue")
    theirs = stats.kendalltau(SIZES, np.round(np.subtract(NEW, BASE), 9))
    assert found["kendall_tau"].estimate == pytest.approx(theirs.statistic)
    assert found["kendall_tau"].pvalue == pytest.approx(theirs.pvalue)


def test_equal_gains_are_tied_whatever_their_last_bits():
    given = {"n": [100, 200, 300], "baseline": [0.1, 0.5, 0.8], "new": [0.3, 0.7, 0.9]}
    assert given["new"][0] - given["baseline"][0] != given["new"][1] - given["baseline"][1]
    found = cw.survey(given, agreement_from="independent")
    theirs = stats.kendalltau([1, 2, 3], [2, 2, 1])
    assert found["kendall_tau"].estimate == pytest.approx(theirs.statistic)


def test_value_per_task():
    tasks = list("xxyyxyxy")
    found = cw.survey(table(task=tasks), agreement_from="glue")
    mine = [k for k, t in enumerate(tasks) if t == "x"]
    mde = [found[f"mde[{NAMES[k]}, x]"].estimate for k in mine]
    assert found["median_mde[x]"].estimate == pytest.approx(np.median(mde))
    assert found["median_n[x]"].estimate == np.median([SIZES[k] for k in mine])
    gains = np.subtract(NEW, BASE)[mine]
    assert found["mean_difference[x]"].estimate == pytest.approx(gains.mean())
    assert found["mean_difference[x]"].n == 4


def test_value_scores_with_a_spread_are_judged_by_the_paired_t_test():
    given = {
        "n": [50, 100, 200, 400],
        "baseline": [3.0, 2.5, 3.5, 4.0],
        "new": [3.4, 3.0, 3.8, 4.2],
        "low": [1] * 4,
        "high": [5] * 4,
        "sd": [1.2, 1.0, 0.8, 1.1],
        "name": list("abcd"),
    }
    found = cw.survey(given, kind="scores")
    for k, name in enumerate("abcd"):
        plan = cw.plan.means(n=given["n"][k], sd=given["sd"][k] / 4, solve="mde")
        assert found[f"mde[{name}]"].estimate == pytest.approx(plan["mde"].estimate)
        gap = (given["new"][k] - given["baseline"][k]) / 4
        assert found[f"difference[{name}]"].estimate == pytest.approx(gap)
        t = gap / (given["sd"][k] / 4 / sqrt(given["n"][k]))
        assert found[f"difference[{name}]"].pvalue == pytest.approx(
            2 * stats.t.sf(t, given["n"][k] - 1)
        )
        gain = found[f"expected_difference[{name}]"].estimate
        power = cw.plan.means(
            n=given["n"][k], sd=given["sd"][k] / 4, difference=gain, solve="power"
        )
        assert found[f"expected_power[{name}]"].estimate == pytest.approx(power["power"].estimate)
    assert found["share[n at most 100]"].estimate == 0.5


def test_an_expected_gain_of_the_table_is_taken_as_it_is():
    found = cw.survey(table(expected=[0.02] * 8), agreement_from="glue")
    assert values(found, "expected_difference") == pytest.approx([0.02] * 8)
    some = cw.survey(table(expected=[0.02, *[None] * 7]), agreement_from="glue")
    assert some["expected_difference[a]"].estimate == 0.02
    rest = cw.survey(table(), agreement_from="glue")
    assert some["expected_difference[b]"] == rest["expected_difference[b]"]


def test_value_the_own_regression_is_that_of_the_rows_that_tell():
    rng = np.random.default_rng(5)
    n, base = [2000] * 14, rng.uniform(0.6, 0.9, 14).round(3)
    new = (base + rng.uniform(0.005, 0.05, 14)).round(3)
    agreement = (0.4 + 0.58 * base - 0.4 * (new - base) + rng.normal(0, 0.005, 14)).round(3)
    told = [*agreement[:12], None, None]
    given = {"n": n, "baseline": base, "new": new, "agreement": told}
    found = cw.survey({**given, "name": list("abcdefghijklmn")})
    x = sm.add_constant(np.column_stack([base[:12], (new - base)[:12]]))
    fit = sm.OLS(agreement[:12], x).fit()
    want = fit.params @ [1, base[13], new[13] - base[13]]
    assert found["agreement[n]"].estimate == pytest.approx(want)
    assert found["agreement[a]"].estimate == agreement[0]


def test_where_a_told_agreement_has_no_room_for_the_expected_gain_the_source_is_taken():
    given = table(agreement=[None] * 3 + [0.968] + [None] * 4)  # 3 points, of 3.2 at most
    found = cw.survey({**given, "expected": [0.05] * 8}, agreement_from="glue")
    plan = cw.plan.accuracy(
        n=9800, difference=0.05, baseline=0.82, agreement_from="glue", solve="power"
    )
    assert found["expected_power[d]"].estimate == pytest.approx(plan["power"].estimate)


def test_value_intervals_are_those_of_papers_drawn_anew_one_by_one():
    """A slow twin: the rows of the papers that were drawn, laid end to end."""
    from claimwise.core import block_rng
    from claimwise.surveys.funnel import STREAM

    rng = np.random.default_rng(12)
    papers = np.array(["d", "b", "b", "a", "c", "c", "c", "c", "a", "d", "b", "e"])
    n = rng.choice([100, 300, 900], 12)
    gain = (0.02 * np.array([ord(p) - ord("a") for p in papers]) + rng.normal(0, 0.01, 12)).round(4)
    given = {"n": n, "baseline": [0.5] * 12, "new": 0.5 + gain, "paper": papers}
    found = cw.survey(given, kind="scores", resamples=200, rng=5, level=0.8)
    names = sorted(set(papers))
    times = block_rng(5, STREAM, 0).multinomial(5, np.full(5, 0.2), size=200)
    means, taus = [], []
    for drawn in times:
        rows = np.concatenate(
            [np.tile(np.flatnonzero(papers == p), k) for p, k in zip(names, drawn, strict=True)]
        ).astype(int)
        means.append(gain[rows].mean())
        taus.append(stats.kendalltau(n[rows], gain[rows]).statistic)
    for name, draws in (("mean_difference", means), ("kendall_tau", taus)):
        row = found[name]
        assert [row.low, row.high] == pytest.approx(np.nanquantile(draws, [0.1, 0.9]), abs=1e-9)
        assert row.level == 0.8
    assert any("200 resamples of 5 papers" in note for note in found.notes)
    assert any("Intervals from 5 papers are too short" in note for note in found.notes)


CLOSE_TO_1 = {
    "n": [1000] * 4,
    "baseline": [0.995, 0.996, 0.997, 0.998],
    "new": [0.999, 0.9995, 1.0, 0.9992],
    "name": list("abcd"),
}


@pytest.mark.parametrize("by", ["exact", "normal"])
@pytest.mark.parametrize("source", ["glue", "squad2"])
def test_a_predicted_agreement_that_cannot_be_is_the_nearest_that_can(source, by):
    found = cw.survey(CLOSE_TO_1, agreement_from=source, by=by)
    for k, name in enumerate("abcd"):
        a, b = CLOSE_TO_1["baseline"][k], CLOSE_TO_1["new"][k]
        agreement = found[f"agreement[{name}]"].estimate
        assert a + b - 1 - 1e-12 <= agreement <= 1 - (b - a) + 1e-12
        assert found[f"difference[{name}]"].pvalue is not None
    nearest = {"glue": 0.995 + 0.999 - 1, "squad2": 1 - 0.004}[source]
    assert found["agreement[a]"].estimate == pytest.approx(nearest)
    assert found["share[predicted significant]"].n == 4
    assert any("In 4 of 4 comparisons the predicted agreement is not" in n for n in found.notes)
    ordinary = cw.survey(table(), agreement_from=source, by=by)
    assert not any("predicted agreement is not possible" in note for note in ordinary.notes)


@pytest.mark.parametrize("source", ["glue", "squad2"])
def test_power_for_a_predicted_gain_takes_an_agreement_that_can_be(source):
    found = cw.survey({**CLOSE_TO_1, "expected": [0.004, *[0.001] * 3]}, agreement_from=source)
    least, most = 0.995 + 0.999 - 1, 1 - 0.004
    agreement = {"glue": least, "squad2": most}[source]
    plan = cw.plan.accuracy(n=1000, difference=0.004, agreement=agreement, solve="power")
    assert found["expected_power[a]"].estimate == pytest.approx(plan["power"].estimate)


def test_an_agreement_that_is_moved_for_the_expected_gain_alone_is_counted():
    """At 0.9 and 1.0 both agree on 0.9 of the items, whatever a regression says."""
    given = {"n": [9000] * 3, "baseline": [0.9, 0.8, 0.7], "new": [0.91, 0.82, 0.72]}
    found = cw.survey(given | {"expected": [0.1, 0.02, 0.02]}, agreement_from="glue")
    assert any("In 1 of 3 comparisons the predicted agreement is not" in n for n in found.notes)
