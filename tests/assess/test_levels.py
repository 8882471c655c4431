"""Raters and runs as a sample, through the front door: values by hand, laws, what is said."""

import numpy as np
import polars
import pytest
from scipy import stats

import claimwise as cw
from claimwise.assess.detectable import FAR, _shift
from claimwise.core import DataError, ParameterError
from claimwise.data import align, read
from claimwise.report import to_text

QUICK = {"resamples": 199}


def seeds(names=lambda system, k: f"{system}{k}", items=2000):
    """Return the runs of two systems with exactly these accuracies: 68, 72, 76 and 70, 74, 80."""
    rng = np.random.default_rng(3)
    ease = rng.normal(size=items)
    rows = []
    for system, shares in (("base", (0.68, 0.72, 0.76)), ("new", (0.70, 0.74, 0.80))):
        for k, share in enumerate(shares):
            x = ease + 0.6 * rng.normal(size=items)
            right = x < np.quantile(x, share)
            rows += [(f"i{i}", system, names(system, k), int(right[i])) for i in range(items)]
    return polars.DataFrame(rows, ["item", "system", "seed", "correct"], orient="row")


def rated(
    raters=3, items=40, *, slope=0.0, lead=0.0, seed=1, systems="ab", level=0.5, binary=False
):
    """Return scores of everything by every rater."""
    rng = np.random.default_rng(seed)
    rows = []
    ease = rng.normal(size=items)
    severe = level * rng.normal(size=raters)
    for s, system in enumerate(systems):
        own = severe + slope * rng.normal(size=raters)
        x = ease + lead * s + own[:, None] + rng.normal(size=(raters, items))
        x = (x > 0).astype(float) if binary else np.round(x, 3)
        rows += [(f"i{i}", system, f"r{r}", x[r, i]) for r in range(raters) for i in range(items)]
    return polars.DataFrame(rows, ["item", "system", "rater", "score"], orient="row")


def differences(frame):
    """Return B minus A, raters by items."""
    wide = frame.pivot(on="system", index=["rater", "item"], values="score")
    d = (wide["b"] - wide["a"]).to_numpy()
    return d.reshape(len(frame["rater"].unique()), -1)


def two_way(d):
    """Return mean squares by hand: of raters, of items, and the rest."""
    (r, n), mean = d.shape, d.mean()
    of_raters = n * ((d.mean(axis=1) - mean) ** 2).sum() / (r - 1)
    of_items = r * ((d.mean(axis=0) - mean) ** 2).sum() / (n - 1)
    left = d - d.mean(axis=1, keepdims=True) - d.mean(axis=0) + mean
    return of_raters, of_items, (left**2).sum() / ((r - 1) * (n - 1))


def cautions(result):
    return " ".join(note for note in result.notes if note.kind == "caution")


def test_value_three_runs_of_each_are_as_a_t_test_over_runs():
    result = cw.compare(seeds(), **QUICK)
    expected = stats.ttest_ind([0.70, 0.74, 0.80], [0.68, 0.72, 0.76], equal_var=False)
    assert result["difference"].estimate == pytest.approx(0.08 / 3)
    assert result["difference"].pvalue == pytest.approx(expected.pvalue, abs=0.02)  # .51
    assert result.verdict == "open"
    assert result["fixed_difference"].pvalue < 0.01  # 200 resamples cannot say more
    assert "runs like these" in result.headline
    assert result["variance_share[in common to a run]"].estimate > 0.9
    assert "% of the variance of the difference is what a run has in common" in to_text(
        result, details=True
    )


def test_value_runs_of_the_same_name_are_pairs():
    same = seeds(lambda _, k: k)
    result = cw.compare(same, **QUICK)
    expected = stats.ttest_rel([0.70, 0.74, 0.80], [0.68, 0.72, 0.76])
    assert result["difference"].pvalue == pytest.approx(expected.pvalue, abs=0.02)  # .057
    assert result.verdict == "open"
    separate = cw.compare(same, runs="separate", **QUICK)
    assert separate["difference"].pvalue == cw.compare(seeds(), **QUICK)["difference"].pvalue


@pytest.mark.parametrize("former", ["mean", "nested", "fixed"])
def test_runs_taken_as_given_keep_their_numbers(former):
    frame = seeds(items=200)
    samples = cw.compare(frame, runs="samples", test="paired-t")
    found = cw.compare(frame, runs=former, test="paired-t")
    table = frame["correct"].to_numpy().reshape(2, 3, 200).mean(axis=1)
    expected = stats.ttest_rel(table[1], table[0])
    assert samples["difference"].pvalue == pytest.approx(expected.pvalue)
    assert found["difference"] == samples["difference"]
    crossed = cw.compare(frame)
    beside = found["random_difference"]
    assert (beside.low, beside.pvalue) == (crossed["difference"].low, crossed["difference"].pvalue)
    assert crossed["fixed_difference"].low == pytest.approx(samples["difference"].low)


@pytest.mark.parametrize("binary", [True, False])
def test_value_raters_by_two_way_mean_squares(binary):
    frame = rated(5, 30, slope=0.4, lead=0.3, binary=binary)
    d = differences(frame)
    of_raters, of_items, rest = two_way(d)
    variance = max(of_raters + of_items - rest, of_raters, of_items) / d.size
    share = of_raters / d.size / variance
    limit = share * stats.t.ppf(0.975, 4) + (1 - share) * stats.t.ppf(0.975, 29)
    row = cw.compare(frame, **QUICK)["difference"]
    assert row.estimate == pytest.approx(d.mean())
    assert row.high - row.low == pytest.approx(2 * limit * np.sqrt(variance))


def test_value_with_raters_who_shift_all_items_alike_it_is_a_t_test():
    shift = np.array([0.2, 0.5, 0.9, 0.7])
    rows = [
        (f"i{i}", s, f"r{r}", float(i % 3) + k * shift[r])
        for k, s in enumerate("ab")
        for r in range(4)
        for i in range(12)
    ]
    frame = polars.DataFrame(rows, ["item", "system", "rater", "score"], orient="row")
    result = cw.compare(frame, claim="superiority", margin=0.1, **QUICK)
    expected = stats.ttest_1samp(shift, 0.1, alternative="greater").pvalue
    assert result["difference"].pvalue == pytest.approx(expected, rel=1e-6)
    mde = cw.compare(frame, alternative="greater", **QUICK)["mde"].estimate
    error = shift.std(ddof=1) / 2
    assert stats.nct.sf(stats.t.isf(0.05, 3), 3, mde / error) == pytest.approx(0.8, abs=1e-4)


def test_raters_taken_as_given_keep_their_numbers():
    frame = rated(slope=0.4)
    fixed = cw.compare(frame, raters="fixed", test="paired-t")
    expected = stats.ttest_1samp(differences(frame).mean(axis=0), 0)
    assert fixed["difference"].pvalue == pytest.approx(expected.pvalue)
    assert "for these 3 raters" in fixed.headline
    random = cw.compare(frame, **QUICK)
    assert fixed["random_difference"].low == random["difference"].low
    assert random["fixed_difference"].low == pytest.approx(fixed["difference"].low)
    assert "raters like these" in random.headline


@pytest.mark.parametrize(
    "claim",
    [
        {"claim": "difference"},
        {"alternative": "less"},
        {"claim": "superiority", "margin": 0.2},
        {"claim": "non-inferiority", "margin": 0.2},
        {"claim": "equivalence", "margin": 1.0},
    ],
)
def test_law_interval_and_verdict_are_of_one_analysis(claim):
    for lead in (-1.5, 0.0, 0.3, 1.5):
        frame = rated(6, 30, lead=lead, seed=3)
        tested = cw.compare(frame, **claim, **QUICK)
        by_interval = cw.compare(frame, assess="interval", **claim)
        assert tested.verdict == by_interval.verdict
        assert tested["difference"].low == by_interval["difference"].low
        assert (tested["difference"].pvalue <= 0.05) == (tested.verdict == "supported") or (
            tested.verdict == "contradicted"
        )


def test_direction_turning_the_systems_turns_the_answer():
    frame = rated(4, 30, slope=0.3, lead=0.5, binary=True)
    one = cw.compare(frame, a="a", b="b", **QUICK)["difference"]
    other = cw.compare(frame, a="b", b="a", **QUICK)["difference"]
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))
    lower = cw.compare(frame, alternative="less", **QUICK)["difference"].pvalue
    upper = cw.compare(frame, alternative="greater", **QUICK)["difference"].pvalue
    assert lower + upper == pytest.approx(1)


def test_one_rater_says_nothing_about_others():
    result = cw.compare(rated(1), **QUICK)
    assert "says nothing about raters like this one" in cautions(result)
    assert "for this rater" in result.headline
    assert not result.select("random_difference")


def test_two_raters_leave_one_degree_of_freedom():
    frame = rated(2, 60, slope=1.0)
    result = cw.compare(frame, **QUICK)
    assert "one degree of freedom" in cautions(result)
    of_raters, of_items, rest = two_way(differences(frame))
    assert of_raters + of_items - rest > of_items
    row = result["difference"]
    assert row.high - row.low > 2 * 12.7 * 0.8 * np.sqrt(of_raters / 120)


def test_scores_without_their_other_are_left_out_and_said():
    frame = rated(4, 30, lead=0.5)
    lacking = (polars.col("rater") == "r1") & (polars.col("system") == "b")
    gone = lacking & polars.col("item").is_in([f"i{i}" for i in range(7)])
    result = cw.compare(frame.filter(~gone), **QUICK)
    d = differences(frame).copy()
    d[1, :7] = np.nan
    assert result["difference"].estimate == pytest.approx(np.nanmean(d, axis=0).mean())
    assert any("7 scores without the other system's" in note for note in result.notes)


def test_raters_of_one_system_each_vary_for_themselves():
    frame = rated(3, 40, level=1.0).with_columns(rater=polars.col("rater") + polars.col("system"))
    own = cw.compare(frame, **QUICK)
    shared = cw.compare(rated(3, 40, level=1.0), **QUICK)
    assert any("raters of its own" in note for note in own.notes)
    width = own["difference"].high - own["difference"].low
    assert width > 1.5 * (shared["difference"].high - shared["difference"].low)


def test_one_run_against_several_is_taken_to_vary_like_them():
    frame = seeds(items=300)
    result = cw.compare(frame.filter(~polars.col("seed").is_in(["base0", "base2"])), **QUICK)
    assert "base has one run, taken to vary like the runs of new" in cautions(result)
    assert result.verdict == "open"


def test_one_run_of_each_is_about_these_two():
    result = cw.compare(seeds(items=300).filter(polars.col("seed").str.ends_with("0")), **QUICK)
    assert any("the answer is about these two runs" in note for note in result.notes)


def test_runs_of_one_item_each_are_answers():
    frame = rated(3, 30).with_row_index("run").drop("rater")
    result = cw.compare(frame, **QUICK)
    plain = cw.compare(frame, runs="samples", **QUICK)
    assert result["difference"] == plain["difference"]
    assert any("Each run has one item" in note for note in result.notes)


def test_clusters_and_raters_are_allowed_for_together():
    frame = rated(8, 60, seed=5)
    group = polars.col("item").str.slice(1).cast(polars.Int64) // 6
    shift = {g: float(v) for g, v in enumerate(np.random.default_rng(6).normal(size=10))}
    moved = polars.col("score") + group.replace_strict(shift) * (polars.col("system") == "b")
    frame = frame.with_columns(passage=group, score=moved)
    alone = cw.compare(frame, cluster="none", **QUICK)["difference"]
    both = cw.compare(frame, cluster="passage", **QUICK)["difference"]
    assert both.high - both.low > 1.3 * (alone.high - alone.low)


def test_raters_and_runs_are_samples_together():
    runs = [rated(4, 40, seed=s).with_columns(run=polars.lit(f"x{s}")) for s in (1, 2, 3)]
    result = cw.compare(polars.concat(runs), **QUICK)
    assert "raters and runs like these" in result.headline
    fixed = cw.compare(polars.concat(runs), runs="fixed", **QUICK)
    assert "raters like these, for these 3 runs" in fixed.headline


def test_many_systems_pair_by_pair():
    frame = rated(4, 40, slope=0.5, lead=0.4, systems="abc")
    board = cw.compare(frame, correct="none", **QUICK)
    for a, b in ("ab", "ac", "bc"):
        pair = cw.compare(frame, a=a, b=b, **QUICK)
        row = board[f"difference[{b} vs {a}]"]
        assert row.pvalue == pytest.approx(pair["difference"].pvalue)
        assert row.low == pytest.approx(pair["difference"].low)
        assert board[f"fixed_difference[{b} vs {a}]"].pvalue is not None
        assert board[f"score[{a}]"].low == pytest.approx(pair[f"score[{a}]"].low)
    assert "raters like these" in to_text(board)


def sidak(p, count):
    return 1 - (1 - p) ** count


def by_runs(frame):
    """Return the same scores, of runs with the same names instead of raters."""
    return frame.rename({"rater": "run"})


@pytest.mark.parametrize("level", [lambda frame: frame, by_runs], ids=["raters", "runs"])
@pytest.mark.parametrize("paired", [True, False])
def test_law_p_and_interval_agree_among_pairs_with_levels(level, paired):
    """How pairs depend on each other is not known with raters or runs as a sample: by Sidak."""
    found = 0
    for seed in range(12):
        lead = 0.35 if paired else 0.9  # that it is found in some pairs, and not in all
        frame = level(rated(5, 30, slope=0.15, lead=lead, seed=seed, systems="abc"))
        board = cw.compare(frame, paired=paired, **QUICK)
        for row in board.select("difference"):
            (raw,) = board.select("raw_pvalue", **row.at)
            (verdict,) = board.select("verdict", **row.at)
            assert row.pvalue == pytest.approx(sidak(raw.estimate, 3))
            assert (row.pvalue <= 0.05) == (not row.low <= 0 <= row.high)
            assert verdict.estimate == (row.pvalue <= 0.05) * np.sign(row.estimate)
            found += row.pvalue <= 0.05
        pair = cw.compare(frame, paired=paired, a="a", b="c", **QUICK)["difference"]
        assert board.select("raw_pvalue", a="a", b="c")[0].estimate == pytest.approx(pair.pvalue)
    assert 0 < found < 36


@pytest.mark.parametrize("systems", ["ab", "abc"])
@pytest.mark.parametrize("level", [lambda frame: frame, by_runs], ids=["raters", "runs"])
def test_law_p_and_interval_agree_on_data_sets_with_levels(level, systems):
    """Two systems are corrected over the data sets, more of them over the pairs of each."""
    found, rows = 0, 0
    for seed in range(6):
        parts = [
            rated(5, 30, slope=0.15, lead=lead, seed=3 * seed + s, systems=systems).with_columns(
                dataset=polars.lit(f"d{s}")
            )
            for s, lead in enumerate((0.2, 0.5, 0.7))
        ]
        result = cw.compare(level(polars.concat(parts)), **QUICK)
        for row in result.select("difference"):
            if row.at.get("over"):  # data sets as clusters: beside the answer
                continue
            rows += 1
            found += row.pvalue <= 0.05
            assert (row.pvalue <= 0.05) == (not row.low <= 0 <= row.high)
    assert 0 < found < rows


def test_scores_of_one_system_allow_for_raters():
    frame = rated(4, 60, level=1.5)
    random, fixed = cw.compare(frame, **QUICK), cw.compare(frame, raters="fixed", **QUICK)
    widths = [r["score[a]"].high - r["score[a]"].low for r in (random, fixed)]
    assert widths[0] > 2 * widths[1]


def test_several_data_sets_are_combined_with_raters():
    parts = [
        rated(4, 40, slope=0.6, lead=0.5, seed=s).with_columns(dataset=polars.lit(f"d{s}"))
        for s in (1, 2, 3)
    ]
    frame = polars.concat(parts)
    result = cw.compare(frame, **QUICK)
    for s, part in zip((1, 2, 3), parts, strict=True):
        alone = cw.compare(part.drop("dataset"), **QUICK)["difference"]
        assert result[f"difference[d{s}]"].pvalue == pytest.approx(sidak(alone.pvalue, 3))
    whole = result["difference[combined]"]
    fixed = cw.compare(frame, raters="fixed", **QUICK)["difference[combined]"]
    assert whole.high - whole.low > 1.2 * (fixed.high - fixed.low)
    with pytest.raises(DataError, match="Unpaired scores of several data sets"):
        cw.compare(frame, paired=False, **QUICK)


def test_other_items_are_compared_with_raters_of_their_own():
    frame = rated(4, 40, slope=0.8)
    random = cw.compare(frame, paired=False)
    fixed = cw.compare(frame, paired=False, raters="fixed")
    assert random["difference"].estimate == pytest.approx(fixed["difference"].estimate)
    assert random["difference"].low < fixed["difference"].low


def test_a_named_test_is_said_to_take_raters_as_given():
    result = cw.compare(rated(), test="paired-t")
    assert "would take these 3 raters as all there are" in cautions(result)
    assert result["difference"].pvalue == cw.compare(rated(), **QUICK)["difference"].pvalue


def test_a_named_test_of_single_verdicts_does_not_stop_runs():
    result = cw.compare(seeds(items=200), test="mcnemar-midp")
    assert result["difference"] == cw.compare(seeds(items=200), **QUICK)["difference"]
    with pytest.raises(DataError, match="one right/wrong verdict"):
        cw.compare(seeds(items=200), test="mcnemar-midp", runs="samples")


def test_a_posterior_is_about_the_raters_that_there_are():
    result = cw.compare(rated(), assess="test,interval,posterior", **QUICK)
    assert "Posterior and Bayes factor are about these 3 raters" in cautions(result)


def test_how_many_items_would_settle_it_is_not_said():
    row = cw.compare(rated(slope=0.5), **QUICK)["sample_size"]
    assert np.isnan(row.estimate)


def test_a_metric_of_outputs_takes_raters_as_given_and_says_so():
    result = cw.compare(rated(), metric="mean", **QUICK)
    assert "means over raters, which are taken as given" in cautions(result)


def test_looks_and_sequences():
    frame = rated(3, 100, slope=0.5)
    asked = {"spending": "pocock", "looks": 2, "look": 1, "planned_n": 200}
    look = cw.compare(frame, **asked, **QUICK)
    assert look["difference"].pvalue == cw.compare(frame, **QUICK)["difference"].pvalue
    with pytest.raises(ParameterError, match="raters that are taken as given"):
        cw.compare(frame, spending="anytime")
    assert cw.compare(frame, spending="anytime", raters="fixed").verdict


def test_pairs_that_were_means_say_so():
    assert "means of raters that are not known" in cautions(
        cw.compare(align(read(rated()), "a", "b"), **QUICK)
    )
    assert "means of runs that are not known" in cautions(
        cw.compare(align(read(seeds(items=200)), "base", "new"), **QUICK)
    )


def test_systems_that_nothing_tells_apart_stay_open():
    one = rated().filter(polars.col("system") == "a")
    copy = one.with_columns(system=polars.lit("b"))
    result = cw.compare(polars.concat([one, copy]), **QUICK)
    assert result.verdict == "open"
    assert "Nothing varies between raters" in cautions(result)


def test_unknown_ways_are_refused():
    with pytest.raises(ParameterError, match="random"):
        cw.compare(rated(), raters="some")
    with pytest.raises(ParameterError, match="crossed"):
        cw.compare(rated(), runs="all")


def test_the_doctor_says_how_levels_are_taken():
    said = " ".join(cw.doctor(seeds(items=20)).notes)
    assert "6 runs: compare takes them as a sample" in said


STUDIES = 300


@pytest.mark.parametrize(("role", "count"), [("rater", 3), ("rater", 5), ("run", 3)])
def test_chance_of_finding_something_in_nothing(role, count):
    """Slopes of 0.6 where one score has noise of 1: taken as given they find it in 40% and more."""
    found = fixed = 0
    for seed in range(STUDIES):
        frame = rated(count, 60, slope=0.6, seed=[count, seed], binary=seed % 2 == 0)
        frame = frame.rename({"rater": role})
        result = cw.compare(frame, interval=None, resamples=99, test="paired-t")
        found += result["difference"].pvalue <= 0.05
        fixed += result["fixed_difference"].pvalue <= 0.05
    assert found <= stats.binom.ppf(0.9999, STUDIES, 0.05)
    assert fixed > 0.3 * STUDIES


def test_few_raters_and_a_small_share_of_alpha_have_a_detectable_difference():
    """Far out, where the noncentral t is not computed, it is that of the spread alone."""
    tail, power, df = 1e-5, 0.8, 1.0
    shift, critical = _shift(tail, power, df), stats.t.isf(tail, df)
    assert critical > FAR
    spread = np.sqrt(stats.chi2.rvs(df, size=200_000, random_state=1) / df)
    z = np.random.default_rng(2).normal(shift, 1, spread.size)
    assert np.mean(z > critical * spread) == pytest.approx(power, abs=0.005)


def whole_levels(frame, most=5):
    """Return the scores as whole levels of a scale, 1 to `most`."""
    level = polars.col("score").round().clip(-2, most - 3) + 3
    return frame.with_columns(level.alias("score"))


def pointed_at_ratings(frame):
    return [str(note) for note in cw.compare(frame).notes if "claimwise ratings" in note]


def test_levels_of_a_scale_by_raters_point_to_the_verb_for_ratings():
    (said,) = pointed_at_ratings(whole_levels(rated(raters=4)))
    assert "from 1 to 5" in said
    assert not pointed_at_ratings(rated(raters=4))  # graded scores are no levels
    assert not pointed_at_ratings(rated(raters=4, binary=True))
    without = whole_levels(rated(raters=4)).filter(polars.col("rater") == "r0").drop("rater")
    assert not pointed_at_ratings(without)
