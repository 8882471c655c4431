"""Several comparisons: verdict, p-value and interval of each pair say the same, and keep alpha."""

import numpy as np
import polars
import pytest
from scipy import stats
from sklearn import metrics as sk
from statsmodels.stats.multitest import multipletests

import claimwise as cw
from claimwise.data import Totals
from claimwise.kernels.families import family_of
from tests.assess.families import at_most, draw, rates, table

CLAIMS = {
    "difference": {},
    "one-sided": {"alternative": "greater"},
    "lower is better": {"claim": "superiority", "better": "lower"},
    "superiority": {"claim": "superiority", "margin": 0.05},
    "non-inferiority": {"claim": "non-inferiority", "margin": 0.15},
    "equivalence": {"claim": "equivalence", "margin": 0.25},
    "another alpha": {"alpha": 0.2},
}


def data_of(form, rng):
    kind = "lognormal" if form.endswith("graded") else "right or wrong"
    values = draw(kind, 48, 4, rng, spread=rng.choice([0, 0.3, 0.6]))
    if form.startswith("clusters"):
        return table(values, cluster=[i // 3 for i in range(48)]), {}
    if form == "totals":
        right = values.sum(axis=0).astype(int)
        given = {"dataset": ("",) * 4, "system": tuple("abcd"), "correct": right}
        return Totals(**given, n=np.full(4, 48)), {}
    if form.startswith("data sets"):
        return table(values, dataset=[i % 2 for i in range(48)]), {}
    return table(values), {"paired": False} if form.startswith("unpaired") else {}


def agrees(row, verdict, given):
    """Whether the interval says what the verdict says, and so does the p-value."""
    alpha = given.get("alpha", 0.05)
    claim, margin = given.get("claim", "difference"), given.get("margin", 0.0)
    up = -1 if given.get("better") == "lower" else 1
    low, high = (row.low, row.high) if up == 1 else (-row.high, -row.low)
    if claim == "difference" and "alternative" not in given:
        by_interval = low > 0 or high < 0
        return by_interval == (row.pvalue <= alpha) == (verdict != 0)
    edge = {"superiority": margin, "non-inferiority": -margin}.get(claim, 0.0)
    shown = -margin < low and high < margin if claim == "equivalence" else low > edge
    return shown == (row.pvalue <= alpha) == (verdict == 1)


FORMS = (
    *("right or wrong", "graded", "clusters", "clusters, graded", "unpaired"),
    *("unpaired, graded", "totals", "data sets", "data sets, graded"),
)


@pytest.mark.parametrize("claim", CLAIMS)
@pytest.mark.parametrize("form", FORMS)
def test_law_verdict_p_and_interval_say_the_same(form, claim):
    given = CLAIMS[claim]
    judged = 0
    for seed, baseline in ((0, None), (1, None), (2, "a" if form == "totals" else "m0")):
        data, how = data_of(form, np.random.default_rng(seed))
        found = cw.compare(data, baseline=baseline, **given, **how)
        verdicts = {row.estimand[7:]: row.estimate for row in found.select("verdict")}
        for row in found.select("difference"):
            if np.isnan(row.low) or row.pvalue is None:
                continue
            assert agrees(row, verdicts[row.estimand[10:]], given), row
            judged += 1
        assert not [note for note in found.notes if "decides otherwise" in note]
    assert judged >= 12


def test_law_single_data_sets_of_two_systems_say_the_same():
    for seed in range(8):
        rng = np.random.default_rng(seed)
        values = draw("right or wrong", 90, 2, rng, spread=0.4)
        found = cw.compare(table(values, dataset=[i % 3 for i in range(90)]))
        single = [row for row in found.select("difference") if "dataset" in row.at]
        assert len(single) == 3
        verdicts = {row.estimand[7:]: row.estimate for row in found.select("verdict")}
        for row in single:
            assert agrees(row, verdicts[row.estimand[10:]], {})
        raw = [row.estimate for row in found.select("raw_pvalue")]
        assert [row.pvalue for row in single] == pytest.approx([1 - (1 - p) ** 3 for p in raw])
        alone = cw.compare(table(values, dataset=[i % 3 for i in range(90)]), correct="none")
        for quantity in ("better_on_at_least", "over_datasets"):
            for row in alone.select(quantity):
                assert found[row.estimand] == row
        assert found["difference[combined]"] == alone["difference[combined]"]


def test_value_of_three_systems_is_the_largest_of_three_scores():
    """Tango's scores, jointly normal with the correlation of the items' differences."""
    values = draw("right or wrong", 130, 3, np.random.default_rng(7), spread=0.25)
    found = cw.compare(table(values))
    there = np.array([[0, 1], [0, 2], [1, 2]])
    gaps = values[:, there[:, 1]] - values[:, there[:, 0]]
    wins, losses = (gaps > 0).sum(axis=0), (gaps < 0).sum(axis=0)
    raw = 2 * stats.norm.sf(np.abs(wins - losses) / np.sqrt(wins + losses))
    rows = found.select("difference")
    assert [row.estimate for row in found.select("raw_pvalue")] == pytest.approx(raw)
    normal = stats.multivariate_normal(cov=np.corrcoef(gaps.T), allow_singular=True)
    z = np.abs(normal.rvs(400_000, random_state=1)).max(axis=1)
    for row, p in zip(rows, raw, strict=True):
        want = (z >= stats.norm.isf(p / 2)).mean()
        assert row.pvalue == pytest.approx(want, abs=4 * np.sqrt(want / len(z)) + 1e-4)
    alone = family_of(np.cov(values.T), there).alone(0.05)
    pair = cw.compare(table(values), a="m0", b="m1", level=1 - alone)
    assert (rows[0].low, rows[0].high) == pytest.approx(
        (pair["difference"].low, pair["difference"].high)
    )
    assert rows[0].level == 0.95


def test_direction_more_systems_make_wider_intervals_and_larger_p():
    values = draw("graded", 60, 8, np.random.default_rng(8), spread=0.2)
    few, many = cw.compare(table(values[:, :3])), cw.compare(table(values))
    alone = cw.compare(table(values), correct="none", test="paired-t")
    for row in few.select("difference"):
        wide, own = many[row.estimand], alone[row.estimand]
        assert wide.low < row.low < own.low < own.high < row.high < wide.high
        assert wide.pvalue > row.pvalue > own.pvalue
        mde = row.estimand.replace("difference", "mde")
        assert many[mde].estimate > few[mde].estimate > alone[mde].estimate


@pytest.mark.parametrize("how", ["holm", "benjamini-hochberg", "none"])
def test_other_corrections_leave_intervals_alone_and_say_so(how):
    data = table(draw("graded", 30, 4, np.random.default_rng(9)))
    found = cw.compare(data, correct=how)
    for row in found.select("difference"):
        pair = cw.compare(data, a=row.at["a"], b=row.at["b"])["difference"]
        assert (row.low, row.high) == pytest.approx((pair.low, pair.high))
    assert any("not adjusted" in note for note in found.notes)
    # Benjamini and Hochberg's alpha of one pair depends on the others: nothing is promised.
    assert bool(found.select("mde")) == (how != "benjamini-hochberg")


def test_value_two_metrics_by_scikit_learn_an_own_jackknife_and_sidak():
    rng = np.random.default_rng(1)
    n, gold = 50, rng.choice(["x", "y", "z"], 50)
    other = rng.choice(["x", "y", "z"], (2, n))
    a, b = (
        np.where(rng.random(n) < p, gold, one) for p, one in zip((0.5, 0.75), other, strict=True)
    )
    frames = [
        polars.DataFrame({"item": range(n), "gold": gold, "prediction": one, "system": name})
        for name, one in (("a", a), ("b", b))
    ]
    found = cw.compare(polars.concat(frames), metric="f1:macro,mcc")
    scores = {
        "f1:macro": lambda kept: [
            sk.f1_score(gold[kept], s[kept], average="macro") for s in (a, b)
        ],
        "mcc": lambda kept: [sk.matthews_corrcoef(gold[kept], s[kept]) for s in (a, b)],
    }
    for name, score in scores.items():
        without = [np.diff(score(np.arange(n) != i))[0] for i in range(n)]
        error = np.sqrt((n - 1) * np.var(without))
        (want,) = np.diff(score(np.arange(n) >= 0))
        p = 2 * stats.t.sf(abs(want) / error, n - 1)
        reach = stats.t.ppf((1 + np.sqrt(0.95)) / 2, n - 1) * error
        row = found[f"difference[{name}]"]
        assert row.estimate == pytest.approx(want)
        assert row.pvalue == pytest.approx(1 - (1 - p) ** 2)
        assert (row.low, row.high) == pytest.approx((want - reach, want + reach))


def never_below(found, alone):
    """Whether no corrected p-value is below the uncorrected one of the same pair."""
    compared = 0
    for row in alone.select("difference"):
        if row.pvalue is not None:
            assert found[row.estimand].pvalue >= row.pvalue * (1 - 1e-9), row
            details = found.settings["details"].get(row.estimand[11:-1], {})
            compared += "corrected" in details
    return compared


@pytest.mark.parametrize("form", FORMS)
def test_law_no_corrected_p_is_below_the_uncorrected_one(form):
    """With as much in common as ten copies have, max-t corrects for little more than one pair."""
    for seed in range(2):
        data, how = data_of(form, np.random.default_rng(seed))
        alone = cw.compare(data, correct="none", **how)
        for correct in ("max-t", "holm", "benjamini-hochberg"):
            assert never_below(cw.compare(data, correct=correct, **how), alone) >= 6


def test_law_nor_where_all_pairs_have_nearly_the_same_differences():
    rng = np.random.default_rng(3)
    for _ in range(6):
        base, new = rng.normal(size=24), rng.normal(size=24) + 0.4
        copies = [new + 0.01 * rng.normal(size=24) for _ in range(2)]
        data = table(np.column_stack([base, *copies]))
        alone = cw.compare(data, correct="none", baseline="m0")
        for correct in ("max-t", "holm"):
            assert never_below(cw.compare(data, correct=correct, baseline="m0"), alone) == 2


def test_law_nor_on_single_data_sets_nor_by_several_metrics():
    rng = np.random.default_rng(5)
    values = draw("lognormal", 60, 2, rng, spread=0.4)
    data = table(values, dataset=[i % 3 for i in range(60)])
    gold = rng.choice(["x", "y", "z"], 40)
    said = [np.where(rng.random(40) < right, gold, "x") for right in (0.4, 0.75, 0.8)]
    frames = [
        polars.DataFrame({"item": range(40), "gold": gold, "prediction": one, "system": name})
        for name, one in zip("abc", said, strict=True)
    ]
    outputs, by = polars.concat(frames), {"metric": "f1:macro,accuracy", "resamples": 999}
    for given, how, pairs in ((data, {}, 3), (outputs, by, 6), (outputs.head(80), by, 2)):
        alone = cw.compare(given, correct="none", **how)
        found = cw.compare(given, **how)
        assert never_below(found, alone) == pairs
        raw = {row.estimand[11:]: row.estimate for row in found.select("raw_pvalue")}
        assert len(raw) == pairs
        for row in alone.select("difference"):
            if row.estimand[11:] in raw:
                assert row.pvalue == pytest.approx(raw[row.estimand[11:]])
        if given is data:
            continue
        # Holm, too, corrects over pairs and metrics together.
        holm = cw.compare(given, correct="holm", **how)
        want = multipletests([row.pvalue for row in alone.select("difference")], method="holm")[1]
        assert [row.pvalue for row in holm.select("difference")] == pytest.approx(want)
        assert f"{pairs} comparisons, corrected by holm" in " ".join(holm.notes)
        assert any("not adjusted" in note for note in holm.notes)


def test_too_few_resamples_for_so_many_comparisons_are_said():
    data = table(draw("graded", 30, 9, np.random.default_rng(10)))
    found = cw.compare(data, test="permutation", resamples=200)
    assert any("no p-value of permutation" in note for note in found.notes)
    assert not any("no p-value of" in note for note in cw.compare(data).notes)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["right or wrong", "95% right", "lognormal"])
def test_chance_false_families_and_joint_coverage(kind):
    """In 100 families a rate of 0.14 would be found out: ten pairs uncorrected have 0.25."""
    false, held = rates(kind, 40, 5, 100, 11)
    assert at_most(false, 100)
    assert at_most(100 - held, 100)
    _, held = rates(kind, 60, 4, 60, 12, spread=0.3)
    assert at_most(60 - held, 60)


def test_frames_with_baseline_say_how_many_are_compared():
    rng = np.random.default_rng(13)
    frame = polars.DataFrame(
        {"item": range(40), **{name: rng.integers(0, 2, 40) for name in ("a", "b", "c", "d")}}
    )
    found = cw.compare(frame, baseline="a")
    assert any("3 comparisons, corrected by max-t" in note for note in found.notes)
