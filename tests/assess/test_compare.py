"""compare: the published ARC totals, paired scores, claims, many systems, several data sets."""

import json
from math import comb, isnan

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

import claimwise as cw
from claimwise.core import DataError, ParameterError
from claimwise.data import example_path
from claimwise.report import document, from_json, plain, to_json, to_markdown, to_text

ARC = example_path("arc.csv")
LEADERBOARD = example_path("leaderboard.csv")


def arc(**more):
    return cw.compare(ARC, a="reading-strategies", b="bert", **more)


def long(columns, **extra):
    """Return a long table of {system: scores}."""
    rows = {"item": [], "system": [], "score": []} | {name: [] for name in extra}
    for system, scores in columns.items():
        for i, score in enumerate(scores):
            rows["item"].append(f"i{i}")
            rows["system"].append(system)
            rows["score"].append(score)
            for name, values in extra.items():
                rows[name].append(values[i])
    import polars

    return polars.DataFrame(rows)


# ---- totals: the examples of Azer et al. (2020), with the exact values of the digest


def test_value_arc_easy_test_and_interval():
    result = arc(dataset="easy")
    row = result["difference"]
    assert row.estimate == pytest.approx(0.7243265993 - 0.6889730640, abs=1e-9)
    assert row.pvalue == pytest.approx(0.0074424957, abs=1e-9)
    assert (row.low, row.high) == pytest.approx((0.0094631, 0.0611799), abs=1e-7)
    assert row.level == 0.95
    one_sided = arc(dataset="easy", alternative="greater")["difference"]
    assert one_sided.pvalue == pytest.approx(0.0037212479, abs=1e-9)
    assert result["score[bert]"].estimate == pytest.approx(1721 / 2376)
    assert result["verdict"].estimate == 1


def test_value_the_interval_that_the_paper_prints_as_95_percent_is_one_of_90():
    row = arc(dataset="easy", level=0.9, interval="wald")["difference"]
    assert (row.low, row.high) == pytest.approx((0.0136422, 0.0570649), abs=1e-7)
    assert "90% CI" in to_text(arc(dataset="easy", level=0.9))


@pytest.mark.slow
def test_value_arc_easy_posterior_and_bayes_factor():
    result = arc(dataset="easy", margin=0.01, assess="posterior,bayes-factor")
    assert result["probability_greater"].estimate == pytest.approx(0.9962757785, abs=1e-9)
    assert result["probability_greater[margin]"].estimate == pytest.approx(0.9724970745, abs=1e-9)
    assert result["probability_rope"].estimate == pytest.approx(0.0272046768, abs=1e-9)
    assert result["bayes_factor_01"].estimate == pytest.approx(1.37733445, abs=1e-6)
    assert result["bayes_factor_direction"].estimate == pytest.approx(36.795661, abs=1e-4)
    assert result["bayes_factor_01[point]"].estimate == pytest.approx(0.8414105403, abs=1e-6)
    hdi = result["posterior_difference"]
    assert (hdi.low, hdi.high) == pytest.approx((0.00946270, 0.06118002), abs=1e-6)


@pytest.mark.slow
def test_both_readings_are_printed_where_they_disagree():
    result = arc(dataset="easy", margin=0.01, assess="posterior")
    assert result["hdi_rope"].estimate == 0
    text = to_text(result)
    assert "undecided" in text
    assert "97.2%" in text


def test_value_pairings_of_arc_easy():
    result = arc(dataset="easy", alternative="greater")
    worst = result["difference[every pairing]"]
    # All 1394 discordant items: wins 739, losses 655.
    exact = stats.binom.sf(739, 1394, 0.5) + stats.binom.pmf(739, 1394, 0.5) / 2
    assert worst.pvalue == pytest.approx(exact, rel=1e-9)
    assert result["pvalue[best pairing]"].estimate == pytest.approx(2.0**-85, rel=1e-6)
    note = next(n for n in result.notes if "pairing" in n)
    assert "between 84 and 1,394" in note


@pytest.mark.slow
def test_value_arc_combined_is_stratified_not_pooled():
    result = arc()
    row = result["difference[combined]"]
    assert row.estimate == pytest.approx(0.0434047, abs=1e-7)
    # The digest's standard error, 0.0111405, is that of unpooled variances.
    wald = arc(interval="wald")["difference[combined]"]
    assert (wald.high - wald.low) / 2 / 1.959963985 == pytest.approx(0.0111405, abs=1e-7)
    posterior = arc(assess="posterior", margin=0.02)
    got = posterior["probability_greater[margin, combined]"].estimate
    assert got == pytest.approx(0.9820, abs=2e-4)
    assert result["difference[easy]"].estimate == pytest.approx(84 / 2376)
    assert result["difference[challenge]"].estimate == pytest.approx(70 / 1172)


def test_several_datasets_count_on_how_many_the_claim_holds():
    result = arc(correct="none")
    p = [result[f"difference[{d}]"].pvalue / 2 for d in ("easy", "challenge")]
    assert result["better_on_at_least"].estimate == 2
    assert result["better_on_at_least[1 of 2]"].pvalue == pytest.approx(2 * min(p))
    assert result["better_on_at_least[2 of 2]"].pvalue == pytest.approx(max(p))
    assert result["datasets_better"].estimate == 2


# ---- paired right/wrong scores


def test_value_paired_verdicts_by_hand():
    a = [1] * 60 + [0] * 30 + [1] * 10
    b = [1] * 60 + [1] * 25 + [0] * 5 + [0] * 10
    result = cw.compare(long({"old": a, "new": b}))
    row = result["difference"]
    wins, losses = 25, 10
    midp = 2 * (sum(comb(35, k) for k in range(losses)) + comb(35, losses) / 2) / 2**35
    assert row.pvalue == pytest.approx(midp, rel=1e-12)
    assert row.estimate == pytest.approx((wins - losses) / 100)
    assert result["flips[right to wrong]"].estimate == losses
    assert result["flips[wrong to right]"].estimate == wins
    assert row.n == 100
    assert result["verdict"].estimate == 1


def test_direction_swapping_the_systems_swaps_everything():
    frame = long({"x": [1, 1, 0, 0, 1, 0, 1, 1] * 5, "y": [1, 0, 0, 0, 0, 0, 1, 1] * 5})
    there, back = cw.compare(frame, a="x", b="y"), cw.compare(frame, a="y", b="x")
    assert there["difference"].estimate == -back["difference"].estimate
    assert there["difference"].pvalue == pytest.approx(back["difference"].pvalue)
    assert there["difference"].low == pytest.approx(-back["difference"].high)
    assert there["verdict"].estimate == -back["verdict"].estimate
    assert there["difference"].estimate < 0


def test_the_detectable_difference_is_that_of_the_plan():
    rng = np.random.default_rng(4)
    a = rng.integers(0, 2, 400)
    b = np.where(rng.uniform(size=400) < 0.9, a, 1 - a)
    result = cw.compare(long({"a": a, "b": b}))
    agreement = float((a == b).mean())
    plan = cw.plan.accuracy(n=400, agreement=agreement, solve="mde")
    assert result["mde"].estimate == pytest.approx(plan["mde"].estimate, abs=1e-8)


@pytest.mark.slow
def test_posterior_of_pairs_uses_the_pairing():
    a = [1] * 60 + [0] * 30 + [1] * 10
    b = [1] * 60 + [1] * 25 + [0] * 5 + [0] * 10
    result = cw.compare(long({"old": a, "new": b}), assess="posterior,bayes-factor", margin=0.02)
    # One incomplete beta: P(only B right is likelier than only A right) = I_{1/2}(11, 26).
    expected = stats.beta.cdf(0.5, 11, 26)
    assert result["probability_greater"].estimate == pytest.approx(expected, abs=1e-9)


# ---- graded scores


def graded(n=40, seed=3, shift=0.2):
    rng = np.random.default_rng(seed)
    a = rng.normal(size=n)
    return a, a + shift + 0.5 * rng.normal(size=n)


def test_value_graded_scores_by_t_equal_scipy():
    a, b = graded()
    result = cw.compare(long({"a": a, "b": b}), test="paired-t")
    expected = stats.ttest_rel(b, a)
    row = result["difference"]
    assert row.pvalue == pytest.approx(expected.pvalue)
    ends = expected.confidence_interval(0.95)
    assert (row.low, row.high) == pytest.approx((ends.low, ends.high))


def test_graded_scores_by_default_are_permuted_and_say_the_noise():
    a, b = graded()
    result = cw.compare(long({"a": a, "b": b}), resamples=2000)
    assert result.method == "permutation"
    noise = result["pvalue"]
    assert noise.kind == "monte carlo"
    assert noise.low <= result["difference"].pvalue <= noise.high
    again = cw.compare(long({"a": a, "b": b}), resamples=2000)
    assert again.rows == result.rows


def test_value_equivalence_is_two_one_sided_tests_with_the_matching_interval():
    a, b = graded(shift=0.0)
    result = cw.compare(long({"a": a, "b": b}), claim="equivalence", margin=0.5)
    d = b - a
    low, high = (
        stats.ttest_1samp(d, -0.5, alternative="greater").pvalue,
        stats.ttest_1samp(d, 0.5, alternative="less").pvalue,
    )
    row = result["difference"]
    assert row.pvalue == pytest.approx(max(low, high))
    ends = stats.ttest_1samp(d, 0).confidence_interval(0.9)
    assert (row.low, row.high) == pytest.approx((ends.low, ends.high))
    assert row.level == pytest.approx(0.9)
    assert result["verdict"].estimate == 1


def test_value_detectable_mean_difference_reaches_its_power():
    a, b = graded(n=25)
    result = cw.compare(long({"a": a, "b": b}), test="paired-t")
    error = np.std(b - a, ddof=1) / 5
    critical = stats.t.ppf(0.975, 24)
    power = stats.nct.sf(critical, 24, result["mde"].estimate / error)
    assert power == pytest.approx(0.8, abs=1e-6)


def test_clusters_widen_the_interval():
    rng = np.random.default_rng(11)
    shared = np.repeat(rng.normal(size=20), 10)
    a = np.zeros(200)
    b = 0.3 + shared + 0.2 * rng.normal(size=200)
    frame = long({"a": a, "b": b}, passage=[f"p{i // 10}" for i in range(200)])
    clustered = cw.compare(frame, cluster="passage")
    plain = cw.compare(frame.drop("passage"))
    width = [r["difference"].high - r["difference"].low for r in (clustered, plain)]
    assert width[0] > 2 * width[1]
    assert clustered.method == "cluster-permutation"
    assert "20 clusters" in " ".join(to_text(clustered).split())


def test_lower_is_better_turns_the_verdict_not_the_difference():
    a, b = graded(shift=1.0)
    up = cw.compare(long({"a": a, "b": b}))
    down = cw.compare(long({"a": a, "b": b}), better="lower")
    assert up["difference"].estimate == down["difference"].estimate > 0
    assert (up["verdict"].estimate, down["verdict"].estimate) == (1, -1)
    assert "behind" in to_text(down)


def test_runs_of_an_item_are_averaged_and_their_share_is_told():
    rng = np.random.default_rng(5)
    rows = {"item": [], "system": [], "score": [], "run": []}
    for system, shift in (("a", 0.0), ("b", 0.4)):
        for i in range(60):
            for k in range(4):
                rows["item"].append(i)
                rows["system"].append(system)
                rows["score"].append(np.sin(i) + shift + rng.normal())
                rows["run"].append(k)
    import polars

    result = cw.compare(polars.DataFrame(rows), test="paired-t", runs="samples")
    table = np.array(rows["score"]).reshape(2, 60, 4).mean(axis=-1)
    assert result["difference"].pvalue == pytest.approx(stats.ttest_rel(*table[::-1]).pvalue)
    assert result["difference"].n == 60
    shares = result["variance_share[items]"].estimate + result["variance_share[runs]"].estimate
    assert shares == pytest.approx(1.0)


def test_systems_on_different_items():
    rng = np.random.default_rng(6)
    import polars

    a, b = rng.normal(size=30), rng.normal(0.5, 2, size=45)
    frame = polars.DataFrame(
        {
            "item": [f"a{i}" for i in range(30)] + [f"b{i}" for i in range(45)],
            "system": ["a"] * 30 + ["b"] * 45,
            "score": [*a, *b],
        }
    )
    with pytest.raises(DataError, match="a and b share 0 scored items"):
        cw.compare(frame)
    row = cw.compare(frame, paired=False)["difference"]
    expected = stats.ttest_ind(b, a, equal_var=False)
    assert row.pvalue == pytest.approx(expected.pvalue)
    ends = expected.confidence_interval(0.95)
    assert (row.low, row.high) == pytest.approx((ends.low, ends.high))


# ---- many systems


@pytest.mark.slow
def test_value_many_systems_against_a_baseline_by_holm():
    result = cw.compare(LEADERBOARD, baseline="bert", correct="holm")
    pairs = [r for r in result.rows if r.quantity == "difference"]
    assert len(pairs) == 4
    raw = [row.estimate for r in pairs for row in result.select("raw_pvalue", **r.at)]
    assert [r.pvalue for r in pairs] == pytest.approx(multipletests(raw, method="holm")[1])
    one = cw.compare(LEADERBOARD, a="bert", b="roberta", test="tango")
    assert result["raw_pvalue[roberta vs bert]"].estimate == pytest.approx(one["difference"].pvalue)
    assert "rank[bert]" not in result
    assert cw.compare(LEADERBOARD, baseline="bow").rows[0].estimand == "score[bow]"


@pytest.mark.slow
def test_all_pairs_give_ranks_and_tie_groups():
    result = cw.compare(LEADERBOARD)
    assert len([r for r in result.rows if r.quantity == "difference"]) == 10
    for row in (r for r in result.rows if r.quantity == "rank"):
        assert row.low <= row.estimate <= row.high
    groups = result.provenance["settings"]["groups"]
    for row in (r for r in result.rows if r.quantity == "verdict" and r.at):
        b, a = row.at["b"], row.at["a"]
        assert bool(set(groups[a]) & set(groups[b])) == (row.estimate == 0)
    headline = plain(document(result, figures=False).headline)
    assert [part.split()[0] for part in headline.split("·")] == ["1-2", "3-4", "5"]


@pytest.mark.slow
@pytest.mark.parametrize("how", ["holm", "benjamini-hochberg", "max-t", "none"])
def test_every_correction_answers(how):
    result = cw.compare(LEADERBOARD, correct=how, resamples=1000)
    for row in (r for r in result.rows if r.quantity == "difference"):
        (raw,) = (r.estimate for r in result.select("raw_pvalue", **row.at))
        assert row.pvalue >= raw


# ---- what a Result promises


@pytest.mark.slow
@pytest.mark.parametrize(
    "make",
    [
        lambda: arc(assess="test,interval,posterior,bayes-factor", margin=0.01),
        lambda: cw.compare(LEADERBOARD),
        lambda: cw.compare(LEADERBOARD, a="bert", b="roberta", effects="odds-ratio,cohens-d"),
    ],
)
def test_results_survive_json_and_print(make):
    result = make()
    assert from_json(to_json(result)).rows == result.rows
    json.loads(to_json(result))
    assert to_text(result)
    assert "|" in to_markdown(result)


def test_value_effect_sizes():
    a = [1] * 60 + [0] * 30 + [1] * 10
    b = [1] * 60 + [1] * 25 + [0] * 5 + [0] * 10
    effects = "odds-ratio,cohens-d,superiority"
    result = cw.compare(long({"old": a, "new": b}), effects=effects)
    assert result["odds_ratio"].estimate == pytest.approx(2.5)
    d = np.array(b) - np.array(a)
    assert result["cohens_d"].estimate == pytest.approx(d.mean() / d.std(ddof=1))
    assert result["superiority"].estimate == pytest.approx((25 + 65 / 2) / 100)


# ---- refusals


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: cw.compare(long({"a": [1, 0, 1]})), "one system, a, and a comparison needs"),
        (
            lambda: cw.compare(long({"a": [1], "b": [0]})),
            "share 1 scored item, and a comparison needs",
        ),
        (lambda: cw.compare(long({"a": [0.5] * 4, "b": [0.5] * 4})), "score 0.5 on every item"),
        (lambda: arc(test="mcnemar-midp"), "same items"),
        (lambda: arc(test="mcnemar"), "one row for each item and system"),
        (lambda: arc(interval="newcomb"), "Did you mean newcombe"),
        (lambda: arc(interval="wilson"), "one for a difference"),
        (lambda: arc(dataset="eazy"), "easy"),
        (lambda: cw.compare(ARC, a="bertt", b="bert"), "bert"),
        (lambda: cw.compare(ARC, a="bert", b="bert"), 'b="bert" name the same system'),
        (lambda: arc(assess="tests"), "one of"),
        (lambda: arc(claim="equivalence"), "margin"),
        (lambda: arc(paired=True), "item by item"),
        (lambda: cw.compare(), "Give a file of scores"),
        (
            lambda: cw.compare(
                long({"a": [0.1, 0.4, 0.2], "b": [0.3, 0.1, 0.9]}),
                assess="posterior",
                model="binary",
            ),
            "right/wrong",
        ),
        (
            lambda: cw.compare(
                long({"a": [1, 0, 1, 0], "b": [1, 1, 1, 0]}, cluster=["x", "y", "z", "w"])
            ),
            r'one item\. Leave them out with cluster="none":',
        ),
        (
            lambda: cw.compare(
                long({"a": [1, 0, 1, 0], "b": [1, 1, 1, 0]}, cluster=["x", "x", "x", "x"])
            ),
            "one cluster, and a comparison needs",
        ),
    ],
)
def test_refusals_name_the_place_and_the_remedy(make, words):
    with pytest.raises((DataError, ParameterError), match=words):
        make()


def test_all_right_on_both_sides_can_still_show_that_nothing_was_lost():
    result = cw.compare(
        long({"a": [1] * 500, "b": [1] * 500}), claim="non-inferiority", margin=0.01
    )
    assert result["verdict"].estimate == 1
    row = result["difference"]
    # Tango's interval without discordant items: z^2 / (n + z^2) either way.
    z2 = stats.norm.ppf(0.95) ** 2
    assert (row.low, row.high) == pytest.approx((-z2 / (500 + z2), z2 / (500 + z2)), rel=1e-6)


def test_undefined_is_said_not_zero():
    result = cw.compare(long({"a": [1, 2, 3], "b": [3, 4, 5]}), test="paired-t")
    assert result["difference"].pvalue is None
    assert isnan(result["difference"].low)
    assert isnan(result["verdict"].estimate)
    assert any("not defined" in note for note in result.notes)
    assert "cannot be judged" in to_text(result)


def test_the_users_word_wins_and_what_it_ignores_is_said():
    rng = np.random.default_rng(12)
    a = rng.integers(0, 2, 90)
    b = np.where(rng.uniform(size=90) < 0.7, a, rng.integers(0, 2, 90))
    frame = long({"a": a, "b": b})
    unpaired = cw.compare(frame, test="z-pooled", interval="newcombe")
    counts = cw.IndependentCounts.of(int(a.sum()), 90, int(b.sum()), 90)
    expected = cw.run_test("z-pooled", counts, alternative="two-sided").rows[0].pvalue
    assert unpaired["difference"].pvalue == pytest.approx(expected)
    assert unpaired["difference"].estimate == pytest.approx(b.mean() - a.mean())
    assert any("ignores the pairing" in note for note in unpaired.notes)
    one_sided = cw.compare(frame, test="z-pooled", alternative="greater")
    expected = cw.run_test("z-pooled", counts, alternative="greater").rows[0].pvalue
    assert one_sided["difference"].pvalue == pytest.approx(expected)
    graded = cw.compare(frame, test="paired-t", interval="t")
    assert graded["difference"].pvalue == pytest.approx(stats.ttest_rel(b, a).pvalue)
    clustered = cw.compare(
        long({"a": a, "b": b}, cluster=[f"c{i // 9}" for i in range(90)]), test="paired-t"
    )
    assert any("ignores the 10 clusters" in note for note in clustered.notes)


def test_a_pvalue_is_never_nothing():
    frame = long({"a": [0] * 3000, "b": [1] * 2999 + [0]})
    for name in ("mcnemar-exact", "mcnemar-midp", "mcnemar-asymptotic", "paired-t", "permutation"):
        assert cw.compare(frame, test=name)["difference"].pvalue > 0


@pytest.mark.parametrize("score", [0, 1])
def test_answers_that_are_all_right_or_all_wrong_are_a_tie(score):
    right = {"a": [score] * 9, "b": [score] * 9}
    for paired in (None, False):
        tie = cw.compare(long(right), paired=paired, assess="test,interval,posterior")
        assert tie["difference"].pvalue == 1
        assert tie["verdict"].estimate == 0
        assert tie["difference"].low == pytest.approx(-tie["difference"].high)
        assert tie["probability_greater"].estimate == pytest.approx(0.5, abs=1e-6)
        first = next(note for note in tie.notes if note.kind == "caution")
        assert f"score {score} on every item: a tie" in first
    paired = cw.compare(long(right))["difference"]
    z = stats.norm.ppf(0.975)
    assert paired.high == pytest.approx(z**2 / (9 + z**2))  # Tango's for no disagreement
    assert cw.compare(long(right), claim="non-inferiority", margin=0.5)["difference"].estimate == 0
    graded = {"a": [0.5] * 4, "b": [0.5] * 4}
    with pytest.raises(DataError) as refused:
        cw.compare(long(graded))
    assert "non-inferiority" not in str(refused.value)
