"""Cases that once were answered wrongly."""

import numpy as np
import polars
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

import claimwise as cw
from claimwise.core import DataError, ParameterError
from claimwise.data import example_path
from claimwise.report import document, to_text
from claimwise.report import plain as plain_text

BOARD = example_path("leaderboard.csv")


def plain(result):
    return " ".join(to_text(result, details=True).split())


def every_row(result):
    """The table of all rows: their values as they are shown, by label and place."""
    sections = document(result, figures=False).details
    (shown,) = next(one.tables for one in sections if one.heading == "Every row")
    value = shown.header.index("value")
    return {(plain_text(row[0]), plain_text(row[1])): row[value] for row in shown.rows}


def totals(*rows):
    return polars.DataFrame(rows, schema=["dataset", "system", "correct", "n"], orient="row")


def table(columns, **extra):
    rows = []
    for system, scores in columns.items():
        for i, score in enumerate(scores):
            rows.append((f"i{i}", system, float(score), *(values[i] for values in extra.values())))
    return polars.DataFrame(rows, schema=["item", "system", "score", *extra], orient="row")


def test_value_nearly_perfect_totals_with_a_margin():
    """One error of 60 + 50 against none; with shares so near 1 the plain variance is far off."""
    frame = totals(("x", "a", 60, 60), ("x", "b", 59, 60), ("y", "a", 50, 50), ("y", "b", 50, 50))
    result = cw.compare(frame, claim="non-inferiority", margin=0.05)
    assert result["difference[combined]"].pvalue == pytest.approx(0.0245, abs=5e-4)


def test_perfect_totals_can_show_that_nothing_was_lost():
    frame = totals(*((d, s, n, n) for d, n in (("x", 1000), ("y", 900)) for s in "ab"))
    result = cw.compare(frame, claim="non-inferiority", margin=0.02)
    assert result["verdict[combined]"].estimate == 1


def simpson():
    """B leads on both data sets, and has most of its items in the harder one."""
    rows = []
    for dataset, system, right, n in (
        ("easy", "A", 90, 100),
        ("easy", "B", 19, 20),
        ("hard", "A", 5, 20),
        ("hard", "B", 30, 100),
    ):
        rows += [(f"{system}{i}", system, dataset, float(i < right)) for i in range(n)]
    return polars.DataFrame(rows, schema=["item", "system", "dataset", "score"], orient="row")


@pytest.mark.slow
def test_value_unpaired_data_sets_are_never_pooled():
    result = cw.compare(simpson(), paired=False)
    assert result["difference[combined]"].estimate == pytest.approx(0.5 * 0.05 + 0.5 * 0.05)
    noisy = simpson().with_columns(
        score=polars.col("score") + 0.1 * polars.Series(np.random.default_rng(1).normal(size=240))
    )
    row = cw.compare(noisy, paired=False)["difference[combined]"]
    parts, variances = [], []
    for dataset in ("easy", "hard"):
        a, b = (
            noisy.filter((polars.col("system") == s) & (polars.col("dataset") == dataset))[
                "score"
            ].to_numpy()
            for s in "AB"
        )
        parts.append(b.mean() - a.mean())
        variances += [
            (a.var(ddof=1) / len(a) / 4, len(a) - 1),
            (b.var(ddof=1) / len(b) / 4, len(b) - 1),
        ]
    total = sum(v for v, _ in variances)
    df = total**2 / sum(v**2 / k for v, k in variances)
    assert row.estimate == pytest.approx(np.mean(parts))
    assert row.pvalue == pytest.approx(2 * stats.t.sf(abs(np.mean(parts)) / np.sqrt(total), df))
    reach = stats.t.ppf(0.975, df) * np.sqrt(total)
    assert (row.low, row.high) == pytest.approx((np.mean(parts) - reach, np.mean(parts) + reach))


@pytest.mark.slow
def test_value_holm_corrects_equivalence_as_one_claim():
    rng = np.random.default_rng(3)
    a = rng.normal(size=200)
    columns = {"a": a, "b": a + 0.06 + 0.3 * rng.normal(size=200)}
    columns["c"] = a - 0.06 + 0.3 * rng.normal(size=200)
    asked = {"claim": "equivalence", "margin": 0.1, "correct": "holm"}
    result = cw.compare(table(columns), baseline="a", **asked)
    names = ("b vs a", "c vs a")
    raw = [result[f"raw_pvalue[{n}]"].estimate for n in names]
    adjusted = multipletests(raw, method="holm")[1]
    assert [result[f"difference[{n}]"].pvalue for n in names] == pytest.approx(adjusted)


@pytest.mark.parametrize("test", ["sign-scores", "wilcoxon"])
def test_direction_the_verdict_follows_the_test_not_the_mean(test):
    d = np.r_[np.linspace(0.1, 0.2, 37), -50, -60, -70]
    result = cw.compare(table({"A": np.zeros(40), "B": d}), test=test)
    assert result["difference"].estimate < 0
    assert result["difference"].pvalue < 0.001
    assert result["verdict"].estimate == 1
    assert any("points the other way" in note for note in result.notes)
    shown = document(result, figures=False)
    assert shown.word == "BETTER"
    assert "is better than A by the test; on average B is 4.4 behind A" in plain_text(
        shown.headline
    )


def several(shift, m=5, n=60):
    rng = np.random.default_rng(8)
    rows = []
    for d in range(m):
        a = rng.normal(size=n)
        b = a + shift + 0.3 * rng.normal(size=n)
        rows += [(f"i{i}", "A", f"d{d}", x) for i, x in enumerate(a)]
        rows += [(f"i{i}", "B", f"d{d}", x) for i, x in enumerate(b)]
    return polars.DataFrame(rows, schema=["item", "system", "dataset", "score"], orient="row")


def test_the_count_of_data_sets_is_about_the_claim():
    less = cw.compare(several(-0.5), alternative="less")
    assert less["better_on_at_least"].estimate == 5
    assert "behind on 5 (beyond doubt on all)" in plain(less)
    result = cw.compare(several(-0.2), claim="non-inferiority", margin=0.6)
    assert "behind on 5, the claim holds on at least 5 of them" in plain(result)
    assert result["over_datasets[sign-scores]"].pvalue == pytest.approx(0.5**5)


def verdicts(result):
    """The word that a table has for each comparison or data set."""
    found = document(result, figures=False).tables
    (table,) = (t for t in found if "verdict" in t.header)
    return {plain_text(row[0]): row[table.header.index("verdict")] for row in table.rows}


@pytest.mark.parametrize("side", ["less", "greater", None])
def test_direction_whatever_side_is_claimed_tables_say_who_is_better(side):
    found = verdicts(cw.compare(BOARD, baseline="bert", alternative=side))
    assert found["bow vs bert"] == "worse"
    assert found["roberta vs bert"] == "better"
    errors = verdicts(cw.compare(BOARD, baseline="bert", alternative=side, better="lower"))
    assert errors["bow vs bert"] == "better"
    assert errors["roberta vs bert"] == "worse"


@pytest.mark.parametrize("side", ["less", "greater", None])
@pytest.mark.parametrize("better", ["higher", "lower"])
def test_direction_the_word_of_two_systems_is_that_of_their_scores(side, better):
    result = cw.compare(BOARD, a="bert", b="bow", alternative=side, better=better)
    shown = document(result, figures=False)
    assert shown.word == ("WORSE" if better == "higher" else "BETTER")
    level, low, high = (90, 19.8, 26.9) if side else (95, 19.2, 27.6)
    low, high = (-high, -low) if better == "higher" else (low, high)  # of the gain of bow
    assert f"({level}% CI {low} to {high}" in plain_text(shown.headline)


def test_data_sets_are_told_with_their_test_and_size():
    frame = totals(
        ("large", "a", 500, 1000),
        ("large", "b", 560, 1000),
        ("small", "a", 1, 12),
        ("small", "b", 4, 9),
    )
    result = cw.compare(frame, correct="none")
    text = plain(result)
    # By one test, whose interval says the same, whatever the correction and the size.
    for name, test in (("large, small", "farrington-manning"), ("combined", "stratified-exact")):
        assert f"The test of {name} is {test}" in text
    (table,) = document(result, figures=False).tables
    items = table.header.index("items")
    assert {row[0]: row[items] for row in table.rows} == {"large": "2,000", "small": "21"}


def test_each_data_set_is_told_with_its_own_clusters():
    frame = several(0.3, m=3)
    size = {"d0": 20, "d1": 10, "d2": 5}
    cluster = [
        f"c{int(i[1:]) // size[d]}" for i, d in zip(frame["item"], frame["dataset"], strict=True)
    ]
    result = cw.compare(frame.with_columns(passage=polars.Series(cluster)))
    (table,) = document(result, figures=False).tables
    at = [table.header.index(name) for name in ("items", "clusters")]
    assert [[row[i] for i in at] for row in table.rows] == [["60", "3"], ["60", "6"], ["60", "12"]]
    assert "180 items in 21 clusters" in plain(result)


def test_unpaired_refuses_clusters_that_were_named():
    frame = table({"a": [1, 0, 1, 0], "b": [1, 1, 1, 0]}, passage=["x", "x", "y", "y"])
    with pytest.raises(DataError, match="independent"):
        cw.compare(frame, paired=False, cluster="passage")
    assert any(
        "clusters of the items are not used" in n for n in cw.compare(frame, paired=False).notes
    )


@pytest.mark.slow
def test_unpaired_items_are_not_talked_of_as_totals():
    frame = table({"a": [1, 0] * 20, "b": [1, 1, 1, 0] * 10})
    result = cw.compare(frame, paired=False, assess="test,interval,posterior")
    assert "pairing" not in " ".join(n for n in result.notes if "treated" not in n)
    assert "difference[every pairing]" not in result


def test_where_one_is_an_error_nobody_is_called_right():
    errors = table({"A": [1] * 40 + [0] * 60, "B": [1] * 10 + [0] * 90})
    result = cw.compare(errors, better="lower")
    shown = document(result, figures=False)
    assert (shown.word, shown.tone) == ("BETTER", "good")
    assert "lower is better" in plain_text(shown.headline)
    assert result["flips[wrong to right]"].estimate == 30
    assert result["flips[right to wrong]"].estimate == 0


def test_data_that_were_read_before_can_still_be_narrowed():
    arc = cw.read(example_path("arc.csv"))
    assert cw.compare(arc, dataset="easy")["difference"].n == 4752
    with pytest.raises(ParameterError, match="Name them in read"):
        cw.compare(cw.read(BOARD), cluster="item")
    with pytest.raises((ParameterError, DataError), match="metric"):
        cw.compare(cw.read(BOARD), a="bert", b="bow", metric="nonsense")


def test_too_few_items_for_any_difference():
    result = cw.compare(table({"a": [1.0, 2.0, 4.0], "b": [2.0, 5.0, 5.5]}))
    assert np.isinf(result["mde"].estimate)
    enough = cw.compare(
        table({"a": np.arange(6.0), "b": np.arange(6.0) + np.array([1, 2, 1, 3, 1, 2])})
    )
    assert np.isfinite(enough["mde"].estimate)
    d = np.random.default_rng(1).normal(size=30)
    few, some = (  # signs are those of whole clusters: of four, none gives p below 1/8
        table({"a": np.zeros(30), "b": d}, cluster=[f"c{i % k}" for i in range(30)]) for k in (4, 6)
    )
    assert np.isinf(cw.compare(few, test="cluster-permutation")["mde"].estimate)
    assert np.isfinite(cw.compare(some, test="cluster-permutation")["mde"].estimate)


def test_the_detectable_difference_is_of_the_test_in_use():
    pair = cw.compare(BOARD, a="bert", b="roberta", test="z-pooled", interval="newcombe")
    planned = cw.plan.proportions(n=600, baseline=356 / 600, solve="mde", by="exact")
    assert pair["mde"].estimate == pytest.approx(planned["mde"].estimate)


def pairs_of(wins, losses, n):
    """Right/wrong scores with so many decided items; the others are right under both."""
    a = np.r_[np.zeros(wins), np.ones(losses), np.ones(n - wins - losses)]
    b = np.r_[np.ones(wins), np.zeros(losses), np.ones(n - wins - losses)]
    return {"a": a, "b": b}


def trinomial(n, share, d):
    """Probability of each (wins, losses)."""
    up, down = (share + d) / 2, (share - d) / 2
    return {
        (w, v): stats.multinomial.pmf([w, v, n - w - v], n, [up, down, 1 - share])
        for w in range(n + 1)
        for v in range(n + 1 - w)
    }


@pytest.mark.slow
def test_value_detectable_in_few_pairs_with_a_margin():
    """Every outcome of 18 items, by the verdict that compare itself gives to each."""
    n, share = 18, 1 / 3
    how = {"claim": "non-inferiority", "margin": 0.1, "assess": "test"}
    found = cw.compare(pairs_of(3, 3, n), **how)["mde"].estimate
    power = {}
    for d in (found - 1e-6, found + 1e-6):
        chance = trinomial(n, share, d)
        likely = {k: p for k, p in chance.items() if p > 1e-7}
        verdicts = {k: cw.compare(pairs_of(*k, n), **how)["verdict"].estimate for k in likely}
        power[d] = sum(p for k, p in likely.items() if verdicts[k] == 1)
    below, above = power.values()
    assert below < 0.8 + 1e-5
    assert above >= 0.8 - 1e-4


def test_no_detectable_difference_is_larger_than_the_agreement_allows():
    few = cw.compare(pairs_of(1, 0, 10), claim="non-inferiority", margin=0.01)["mde"].estimate
    assert np.isinf(few) or few <= 0.1
    for assess in ("test", "interval"):
        result = cw.compare(pairs_of(4, 0, 600), assess=assess)
        assert np.isinf(result["mde"].estimate)


@pytest.mark.parametrize(("a", "b", "n"), [(10, 14, 100), (0, 1, 4)])
def test_value_detectable_between_totals_has_the_power(a, b, n):
    result = cw.compare(totals(("x", "a", a, n), ("x", "b", b, n)))
    d, name = result["mde"].estimate, result.method
    table = np.outer(
        stats.binom.pmf(np.arange(n + 1), n, a / n), stats.binom.pmf(np.arange(n + 1), n, a / n + d)
    )
    power = 0.0
    for i, j in np.argwhere(table > 1e-6):
        if j <= i:
            continue
        counts = [[j, i], [n - j, n - i]]
        if name == "boschloo":
            p = stats.boschloo_exact(counts, n=32).pvalue
        else:
            z = (j - i) / n / np.sqrt((i + j) / 2 / n * (1 - (i + j) / 2 / n) * 2 / n)
            p = 2 * stats.norm.sf(z)
        power += table[i, j] * (p <= 0.05)
    assert power == pytest.approx(0.8, abs=0.01)


def test_a_detectable_difference_that_only_a_lower_score_can_have():
    result = cw.compare(totals(("x", "a", 95, 100), ("x", "b", 96, 100)))
    assert result["mde"].estimate < 0
    assert "but only of b scoring lower than a" in plain(result)


@pytest.mark.slow
def test_leaderboards_say_what_is_claimed_and_keep_the_sign():
    how = {"baseline": "bert", "claim": "non-inferiority"}
    wide, narrow = (cw.compare(BOARD, margin=m, **how) for m in (0.10, 0.02))
    assert wide["mde[roberta vs bert]"].estimate < 0 < narrow["mde[roberta vs bert]"].estimate
    table = next(t for t in document(wide, figures=False).tables if "detectable" in t.header)
    row = next(row for row in table.rows if plain_text(row[0]) == "roberta vs bert")
    assert row[table.header.index("detectable")].startswith("-")
    assert "p (max-t)" in table.header
    question = document(wide, figures=False).question
    assert "B is less than 10 points worse than A" in question
    assert "90% CI" in plain(wide)
    assert "one-sided" in document(wide, figures=False).brief
    assert "95% CI" in plain(cw.compare(BOARD, baseline="bert"))
    greater = document(cw.compare(BOARD, baseline="bert", alternative="greater"), figures=False)
    assert "B scores higher than A" in greater.question


@pytest.mark.slow
def test_pairing_bounds_name_their_test_and_mark_corrections():
    small = cw.compare(totals(("x", "a", 3, 20), ("x", "b", 4, 20)))
    least, most = small["pvalue[best pairing]"].estimate, small["difference[every pairing]"].pvalue
    # One item on one side only, or all seven: 2 P(less) + P(equal) of a fair coin.
    assert least == pytest.approx(1 / 2)
    assert most == pytest.approx(2 * (1 + 7 + 21) / 128 + 35 / 128)
    assert [n.kind for n in small.notes if "mcnemar-midp gives p = .500 to p = .727" in n] == [
        "meaning"
    ]
    rows = [("d1", "a", 50), ("d1", "b", 66), ("d2", "a", 10), ("d2", "b", 21)]
    frame = totals(*((d, s, k, 100) for d, s, k in rows))
    assert "p (Holm)" in plain(cw.compare(frame, correct="holm"))
    assert "p (Holm)" not in plain(cw.compare(frame))
    only = cw.compare(frame.filter(dataset="d1"), assess="test,posterior")
    assert only["difference[every pairing]"].pvalue > only["difference"].pvalue
    assert np.isnan(only["difference[every pairing]"].low)  # no interval was asked for


@pytest.mark.slow
def test_pairing_bounds_of_a_posterior_are_told_as_such():
    arc = example_path("arc.csv")
    how = {"dataset": "easy", "assess": "posterior", "margin": 0.01}
    result = cw.compare(arc, a="bert", b="reading-strategies", **how)
    low, high = (result[f"probability_greater[{end}]"].estimate for end in ("lowest", "highest"))
    assert low < result["probability_greater"].estimate < high < 0.013
    shown, higher = every_row(result), "Probability that B scores higher"
    assert shown[higher, "highest over every pairing"] == "1.2%"
    assert shown[higher, "lowest over every pairing"] == "< 0.1%"


@pytest.mark.slow
def test_a_bayes_factor_of_one_shifts_nothing():
    result = cw.compare({"a": [1, 1, 0, 0, 1], "b": [0, 1, 0, 0, 1]}, assess="bf", margin=0.05)
    assert result["bayes_factor_01[point, share]"].estimate == pytest.approx(1)
    shown, where = every_row(result), "no difference at all, share of the decided items"
    assert shown["Bayes factor of equivalence", where] == "1.0"
    assert "away from b being better than a by more than 5 points" in plain(result)
    assert not any(
        n.startswith("The Bayes factor of no difference (share) is above 1") for n in result.notes
    )


def test_systems_that_do_not_differ_at_all_are_not_inferior():
    scores = np.random.default_rng(1).random(30)
    result = cw.compare({"a": scores, "b": scores}, claim="non-inferiority", margin=0.01)
    assert result["verdict"].estimate == 1
    assert result["difference"].pvalue == pytest.approx(0.5**30)
    with pytest.raises(DataError, match=r"Check the metric and the score column[.]$"):
        cw.compare({"a": [0.5] * 4, "b": [0.5] * 4}, claim="non-inferiority", margin=0.1)
    assert "the differences do not vary" in plain(cw.compare({"a": scores, "b": scores}))


def test_an_interval_that_decides_otherwise_than_the_test_is_said():
    said = cw.compare(pairs_of(4, 0, 600)).notes
    assert any("decides otherwise than the test" in note for note in said)
    assert not any("decides otherwise" in n for n in cw.compare(pairs_of(20, 4, 100)).notes)


@pytest.mark.slow
def test_a_margin_that_is_not_used_is_said():
    assert any("margin of 0.02 is not used" in n for n in cw.compare(BOARD, margin=0.02).notes)
    bayes = cw.compare(BOARD, a="bert", b="roberta", margin=0.02, assess="test,posterior")
    assert not any("is not used" in note for note in bayes.notes)


def test_a_year_can_be_the_name_of_a_data_set():
    frame = table({"a": [0, 1, 1], "b": [1, 1, 1]}, dataset=[2019, 2019, 2020])
    assert cw.compare(frame, dataset=2019)["difference"].n == 2
    with pytest.raises(ParameterError, match="assess needs any of"):
        cw.compare(frame, assess=5)


def test_the_level_that_is_shown_does_not_change_the_verdict():
    wide = cw.compare(BOARD, a="roberta", b="electra", level=0.5, assess="interval")
    assert wide["difference"].high < 0  # the interval of 50% leaves out 0
    assert wide["verdict"].estimate == 0
    assert any(note.kind == "caution" and "level 0.95" in note for note in wide.notes)
    told = {"a": "bert", "b": "roberta", "alternative": "greater", "assess": "interval"}
    one_sided = cw.compare(BOARD, **told, level=0.95)
    assert one_sided["difference"].level == 0.95
    assert one_sided["verdict"].estimate == 1
    assert not any(note.kind == "caution" for note in one_sided.notes)  # both leave out 0


def counted(lost: int, gained: int) -> polars.DataFrame:
    """100 items, on so many of which only one of the two is right."""
    a = np.r_[np.ones(lost), np.zeros(gained), np.ones(100 - lost - gained)]
    b = np.r_[np.zeros(lost), np.ones(gained), np.ones(100 - lost - gained)]
    return table({"a": a, "b": b})


def test_the_interval_of_a_one_sided_claim_has_the_level_that_matches_its_test():
    one_sided = cw.compare(counted(14, 25), alternative="greater")
    superior = cw.compare(counted(14, 25), claim="superiority")
    row = one_sided["difference"]
    assert row == superior["difference"]
    assert row.level == pytest.approx(0.9)
    assert row.pvalue < 0.05
    assert row.low > 0
    assert "90% CI" in to_text(one_sided)
    assert "one-sided, alpha .05" in to_text(one_sided)
    down = cw.compare(counted(25, 14), alternative="less")["difference"]
    assert (down.low, down.high) == pytest.approx((-row.high, -row.low))


def test_a_level_that_was_asked_for_is_kept_and_warned_of_where_it_disagrees():
    found = cw.compare(counted(14, 25), alternative="greater", level=0.95)
    assert found["difference"].level == 0.95
    assert found["difference"].low < 0
    assert found["verdict"].estimate == 1
    caution = next(note for note in found.notes if note.kind == "caution")
    assert "level 0.95" in caution
    assert "level 0.9." in caution
    plain = cw.compare(counted(14, 25), alternative="greater")
    assert not any(note.kind == "caution" for note in plain.notes)


def test_max_t_one_sided_can_contradict():
    result = cw.compare(
        BOARD, baseline="bert", correct="max-t", alternative="greater", resamples=1000
    )
    assert result["verdict[bow vs bert]"].estimate == -1
    assert result["verdict[roberta vs bert]"].estimate == 1


def test_many_systems_by_interval_alone():
    result = cw.compare(BOARD, baseline="bert", assess="interval")
    assert result["verdict[roberta vs bert]"].estimate == 1
    assert result["verdict[albert vs bert]"].estimate == 0
    assert "p (" not in to_text(result)


def test_a_data_set_without_variation_does_not_stop_the_others():
    frame = several(0.5, m=2).with_columns(
        score=polars.when(polars.col("dataset") == "d0").then(1.0).otherwise(polars.col("score"))
    )
    result = cw.compare(frame)
    assert result["difference[d0]"].estimate == 0
    assert result["difference[d0]"].pvalue == 1
    assert result["difference[d1]"].pvalue < 0.01


def test_a_data_set_called_combined_is_not_mixed_up():
    frame = totals(
        ("combined", "a", 50, 100),
        ("combined", "b", 60, 100),
        ("x", "a", 10, 90),
        ("x", "b", 30, 90),
    )
    result = cw.compare(frame)
    names = [row.estimand for row in result.rows]
    assert len(names) == len(set(names))
    assert result["difference[combined (data set)]"].estimate == pytest.approx(0.1)
    assert result["difference[combined]"].estimate == pytest.approx((10 + 20) / 190)


def test_doctor_says_what_stands_in_the_way():
    frame = table({"a": [1, 0, 1], "b": [0, 1, 1]})
    twice = polars.concat([frame, frame.head(1)])
    assert any("two scores" in note for note in cw.doctor(twice).notes if note.about == "problem")
    apart = frame.with_columns(item=polars.col("item") + polars.col("system"))
    found = cw.doctor(apart)
    assert found.provenance["settings"]["diagnosis"]["state"] == "broken"
    assert any("scored items" in note for note in found.notes if note.about == "problem")
    short = frame.filter(~((polars.col("item") == "i0") & (polars.col("system") == "b")))
    assert any("Dropped: 1 item" in note for note in cw.doctor(short).notes)


def test_nothing_to_assess_is_refused():
    with pytest.raises(ParameterError, match="any of test, interval"):
        cw.compare(BOARD, a="bert", b="bow", assess="")


def test_value_few_items_in_each_data_set_are_combined_exactly():
    """Two data sets of one item each, both won by B: of four outcomes one is as extreme."""
    frame = totals(("x", "A", 0, 1), ("x", "B", 1, 1), ("y", "A", 0, 1), ("y", "B", 1, 1))
    assert cw.compare(frame)["difference[combined]"].pvalue == pytest.approx(2 * 0.25)
    one = cw.compare(frame, alternative="greater")["difference[combined]"]
    assert one.pvalue == pytest.approx(0.25)
    # One data set with all items of one outcome adds nothing: Fisher's test of the other.
    lone = totals(("x", "A", 1, 9), ("x", "B", 5, 8), ("y", "A", 6, 6), ("y", "B", 4, 4))
    for side in ("greater", "less"):
        expected = stats.fisher_exact([[5, 3], [1, 8]], alternative=side).pvalue
        got = cw.compare(lone, alternative=side)["difference[combined]"].pvalue
        assert got == pytest.approx(expected)


@pytest.mark.slow
def test_bounds_over_pairings_have_the_prior_that_was_asked_for():
    arc = cw.read(example_path("arc.csv"))
    both = {"a": "reading-strategies", "b": "bert", "dataset": "easy", "assess": "posterior"}
    jeffreys = cw.compare(arc, prior="jeffreys", **both)
    uniform = cw.compare(arc, **both)
    low = "probability_greater[lowest]"
    assert jeffreys[low].estimate != uniform[low].estimate
    assert low not in cw.compare(arc, prior="beta(50,50)", **both)
    assert "p is" not in plain(uniform)


def test_an_interval_that_ends_at_the_edge_is_not_beyond_it():
    from claimwise.assess.claims import Claim

    claim = Claim.of(
        "superiority", margin=None, alternative=None, alpha=0.05, better="higher", level=None
    )
    assert claim.by_interval(1.38e-17, 0.3) == 0
    assert claim.by_interval(1e-6, 0.3) == 1


def test_names_that_would_read_the_same_are_refused():
    frame = table({"a, b": [1, 0, 1], "a; b": [0, 1, 1], "c": [1, 1, 0]})
    with pytest.raises(DataError, match=r"Several systems would be written a; b in the answer\."):
        cw.compare(frame)


def test_the_count_of_data_sets_agrees_with_two_sided_verdicts():
    frame = totals(
        ("x", "A", 40, 100), ("x", "B", 72, 100), ("y", "A", 50, 100), ("y", "B", 62, 100)
    )
    result = cw.compare(frame)
    assert result["verdict[y]"].estimate == 0
    assert result["better_on_at_least"].estimate == 1


@pytest.mark.slow
def test_value_detectable_equivalence_does_not_move_with_the_margin():
    arc = {"a": "reading-strategies", "b": "bert", "claim": "equivalence"}
    found = [
        cw.compare(example_path("arc.csv"), margin=m, **arc)["mde[combined]"].estimate
        for m in (0.02, 0.1, 0.4)
    ]
    assert found == pytest.approx([found[0]] * 3)


def test_agreement_everywhere_is_evidence_for_a_margin():
    frame = table({"a": [1, 0] * 200, "b": [1, 0] * 200})
    result = cw.compare(frame, claim="non-inferiority", margin=0.05)
    assert result["verdict"].estimate == 1
    assert not any("no evidence either way" in note for note in result.notes)
    assert any("no evidence either way" in note for note in cw.compare(frame).notes)


def test_constant_differences_are_constant_but_for_rounding():
    a = np.random.default_rng(3).normal(size=30)
    result = cw.compare(table({"A": a, "B": a + 0.1}))
    assert np.isnan(result["difference"].low)
    assert np.isnan(result["mde"].estimate)
    assert any(n.kind == "caution" and "same difference (0.1)" in n for n in result.notes)
    varied = cw.compare(table({"A": a, "B": a + 0.1 * (a > 0)}))
    assert not any("same difference" in note for note in varied.notes)


def test_a_data_set_that_lacks_a_system_is_named():
    frame = polars.concat(
        [
            several(0.3, m=2),
            several(0.1, m=3)
            .filter(polars.col("system") == "B")
            .with_columns(system=polars.lit("C")),
        ]
    )
    result = cw.compare(frame)
    assert "difference[C vs A, d1]" in result
    only = frame.filter(~((polars.col("system") == "C") & (polars.col("dataset") == "d1")))
    result = cw.compare(only)
    assert any("Not compared on d1 alone" in note for note in result.notes)
    two = several(0.3, m=2).filter(
        ~((polars.col("system") == "B") & (polars.col("dataset") == "d1"))
    )
    with pytest.raises(DataError, match="B on d1"):
        cw.compare(two, paired=False)


def test_clusters_are_told_apart_by_data_set():
    frame = several(0.3, m=2)
    cluster = [f"c{int(i[1:]) // 10}" for i in frame["item"]]
    same = cw.compare(frame.with_columns(passage=polars.Series(cluster)))
    apart = [f"{d}-{c}" for d, c in zip(frame["dataset"], cluster, strict=True)]
    other = cw.compare(frame.with_columns(passage=polars.Series(apart)))
    assert same["difference[combined]"] == other["difference[combined]"]
    assert "120 items in 12 clusters" in plain(same)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["margin", "runs"])
def test_a_data_set_may_be_called_like_our_own_words(name):
    frame = totals(
        (name, "A", 50, 100), (name, "B", 60, 100), ("x", "A", 10, 90), ("x", "B", 30, 90)
    )
    result = cw.compare(frame, assess="test,interval,posterior", margin=0.05)
    names = [row.estimand for row in result.rows]
    assert len(names) == len(set(names))
    assert result[f"difference[{name} (data set)]"].estimate == pytest.approx(0.1)
    (shown,) = (t for t in document(result, figures=False).tables if "verdict" in t.header)
    assert [row[0] for row in shown.rows] == [f"{name} (data set)", "x"]
    words = [row[shown.header.index("verdict")] for row in shown.rows]
    assert words == ["open", "better"]  # the margin is of the posterior, and not claimed
    assert every_row(result)["Difference, B minus A", f"{name} (data set)"] == "10.0"


def cautions(*args, **how):
    return [note for note in cw.compare(*args, **how).notes if "skewness" in note]


@pytest.mark.parametrize("paired", [True, False])
def test_law_the_unit_of_scores_changes_no_p_value(paired):
    rng = np.random.default_rng(6)
    a, b = rng.normal(size=20), rng.exponential(size=20)
    one = cw.compare(a, b, paired=paired)
    for unit in (1e-69, 1e68):
        other = cw.compare(unit * a, unit * b, paired=paired)
        assert other["difference"].pvalue == pytest.approx(one["difference"].pvalue, rel=1e-6)
        assert [n for n in other.notes if "skew" in n] == [n for n in one.notes if "skew" in n]
    for unit in (1e-300, 1e-138, 1e138, 1e300):  # whose variance has no square
        with pytest.raises(cw.ClaimwiseError, match="needs scores of a size between"):
            cw.compare(unit * a, unit * b, paired=paired)


def test_few_and_skewed_differences_are_cautioned():
    rng = np.random.default_rng(4)
    a = rng.normal(size=2000)
    few = {"a": a[:40], "b": a[:40] + rng.exponential(size=40) ** 2}
    assert cautions(few)
    assert cautions(few, assess="interval")
    assert not cautions(few, test="sign-scores")
    remedy = 'Fewer with interval="studentised" and assess="interval".'
    assert remedy in cautions(few)[0]
    (studentised,) = cautions(few, assess="interval", interval="studentised")
    assert remedy not in studentised
    shift = {"a": 0.0, "b": 0.3}
    rated = [
        polars.DataFrame({"item": range(40), "score": few[s] + k * shift[s]}).with_columns(
            system=polars.lit(s), rater=polars.lit(f"r{k}")
        )
        for s in "ab"
        for k in range(2)
    ]
    assert remedy not in cautions(polars.concat(rated))[0]
    mirrored = {"a": few["b"], "b": few["a"]}
    assert "skewness of -" in cautions(mirrored)[0]
    assert not cautions({"a": a[:40], "b": a[:40] + rng.normal(size=40)})
    assert not cautions({"a": a, "b": a + rng.exponential(size=2000)})
    third = table(few | {"c": rng.normal(size=40)})
    assert any("(b vs a)" in note for note in cautions(third))


def test_right_and_wrong_answers_are_not_skewed_but_clusters_may_be():
    assert not cautions(pairs_of(8, 0, 60), test="permutation")
    rng = np.random.default_rng(3)
    effect = np.repeat(rng.exponential(size=12) ** 2, 25)
    frame = table(
        {"a": np.zeros(300), "b": effect + 0.1 * rng.normal(size=300)},
        cluster=[f"c{i // 25}" for i in range(300)],
    )
    assert any("12 clusters" in note for note in cautions(frame))


def test_unpaired_scores_are_cautioned_where_one_side_is_skewed():
    rng = np.random.default_rng(5)
    column = rng.exponential(size=60) ** 2
    same = table({"a": column, "b": rng.permutation(column)})
    one = table({"a": rng.normal(size=60), "b": rng.exponential(size=60) ** 2})
    assert cautions(one, paired=False)
    assert not cautions(same, paired=False)
