"""Many systems: pairs in blocks say what one pair at a time says; which pairs; ranks; limits."""

import resource
import sys

import numpy as np
import polars
import pytest

import claimwise as cw
from claimwise.assess.which_pairs import MOST_SYSTEMS, choose_pairs, parse_pairs
from claimwise.core import DataError, ParameterError, names
from claimwise.core.limits import using
from claimwise.data import Coded, Scores, Totals
from claimwise.data.align import audit_all
from claimwise.kernels.groups import rank_intervals, rank_intervals_of_scores
from claimwise.kernels.multiplicity import holm


def long_table(values, cluster=None, dataset=None):
    """Return the scores of a matrix, items by systems."""
    n, k = values.shape
    names = tuple(f"m{j}" for j in range(k))
    labels = tuple(f"q{i}" for i in range(n))

    def coded(codes):
        return Coded(
            np.tile(np.asarray(codes, np.int32), k), tuple(map(str, range(max(codes) + 1)))
        )

    return Scores(
        item=Coded(np.tile(np.arange(n, dtype=np.int32), k), labels),
        system=Coded(np.repeat(np.arange(k, dtype=np.int32), n), names),
        score=np.asarray(values, float).T.ravel(),
        cluster=None if cluster is None else coded(cluster),
        dataset=None if dataset is None else coded(dataset),
    )


def verdict_table(k, n, seed):
    rng = np.random.default_rng(seed)
    skill, difficulty = rng.normal(0, 0.8, k), rng.normal(size=n)
    return (rng.random((n, k)) < 1 / (1 + np.exp(difficulty[:, None] - skill))).astype(float)


def graded_table(k, n, seed):
    rng = np.random.default_rng(seed)
    return verdict_table(k, n, seed) + rng.normal(0, 0.3, (n, k)) + rng.normal(0, 1, (n, 1))


TABLES = {
    "right or wrong": lambda seed: long_table(verdict_table(5, 60, seed)),
    "few answers": lambda seed: long_table(verdict_table(4, 9, seed)),
    "graded": lambda seed: long_table(graded_table(5, 30, seed)),
    "graded, many": lambda seed: long_table(np.round(graded_table(4, 80, seed), 1)),
    "clusters": lambda seed: long_table(
        verdict_table(4, 40, seed), cluster=[i // 4 for i in range(40)]
    ),
    "unlike clusters": lambda seed: long_table(
        graded_table(4, 40, seed), cluster=[i * i // 160 for i in range(40)]
    ),
    "graded and right or wrong": lambda seed: long_table(
        np.hstack([verdict_table(2, 30, seed), graded_table(2, 30, seed)])
    ),
}
OPTIONS = {
    "default": {},
    "margin": {"claim": "non-inferiority", "margin": 0.1},
    "one-sided": {"alternative": "greater"},
    "interval alone": {"assess": "interval"},
    "equivalence": {"claim": "equivalence", "margin": 0.2},
}


def procedures(board, row):
    """Return the test and interval of a pair: one of several goes by the test of its interval."""
    used = board.settings["details"][row.estimand[len("difference[") : -1]]
    return {kind: used[kind] for kind in ("test", "interval") if used[kind]}


def numbers(row):
    return [row.estimate, row.low, row.high, np.nan if row.pvalue is None else row.pvalue]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("table", TABLES)
def test_law_a_block_says_what_one_pair_at_a_time_says(table, options):
    """Differences, intervals, p-values and detectable differences, pair by pair."""
    given = OPTIONS[options]
    for seed in (1, 2):
        scores = TABLES[table](seed)
        board = cw.compare(scores, correct="none", **given)
        for row in board.select("difference"):
            a, b = row.at["a"], row.at["b"]
            by = {} if "assess" in given else procedures(board, row)
            pair = cw.compare(scores, a=a, b=b, **given, **by)
            for quantity in ("difference", "verdict", "mde"):
                (mine,) = board.select(quantity, a=a, b=b) or (None,)
                (alone,) = pair.select(quantity) or (None,)
                if mine is None or alone is None:
                    assert mine is alone
                    continue
                assert numbers(mine) == pytest.approx(numbers(alone), rel=1e-12, nan_ok=True)
                assert mine.n == alone.n


NAMED = [
    *(("right or wrong", {"test": name}) for name in names("test", outcome="binary", paired=True)),
    *(("graded", {"test": name}) for name in names("test", outcome="numeric", clustered=False)),
    *(("clusters", {"test": name}) for name in names("test", clustered=True)),
    *(
        ("right or wrong", {"interval": name})
        for name in names("interval", outcome="binary", paired=True)
    ),
    *(
        ("graded", {"interval": name})
        for name in names("interval", outcome="numeric", paired=True, clustered=False)
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("table", "given"), NAMED)
def test_law_every_procedure_says_the_same_in_a_block(table, given):
    scores = TABLES[table](3)
    how = given | {"resamples": 400, "correct": "none"}
    board = cw.compare(scores, **how)
    for row in board.select("difference"):
        by = procedures(board, row)
        pair = cw.compare(scores, a=row.at["a"], b=row.at["b"], **(how | by))
        alone = pair.select("difference")[0]
        assert numbers(row) == pytest.approx(numbers(alone), rel=1e-12, nan_ok=True)


@pytest.mark.parametrize("unpaired", [True, False])
def test_law_a_block_of_separate_items_says_what_one_pair_says(unpaired):
    if unpaired:
        source = long_table(graded_table(4, 25, 3))
        how = {"paired": False}
    else:
        source = Totals(
            dataset=("",) * 4,
            system=tuple("abcd"),
            correct=np.array([30, 41, 28, 3]),
            n=np.array([50, 60, 50, 50]),
        )
        how = {}
    board = cw.compare(source, correct="none", **how)
    for row in board.select("difference"):
        by = procedures(board, row)
        pair = cw.compare(source, a=row.at["a"], b=row.at["b"], **how, **by)
        alone = pair.select("difference")[0]
        assert numbers(row) == pytest.approx(numbers(alone), rel=1e-12, nan_ok=True)


def test_a_pair_that_never_varies_is_a_tie_and_stops_no_other():
    values = verdict_table(8, 50, 4)
    values[:, :2], values[:, 2:4] = 0.0, 1.0
    result = cw.compare(long_table(values))
    assert len(result.select("difference")) == 28
    for a, b in (("m0", "m1"), ("m2", "m3")):
        row = result.select("difference", a=a, b=b)[0]
        assert (row.estimate, row.pvalue) == (0.0, 1.0)
        assert row.low == pytest.approx(-row.high)
        assert row.high > 0
        assert result.select("verdict", a=a, b=b)[0].estimate == 0
        assert np.isnan(result.select("mde", a=a, b=b)[0].estimate)
    apart = result.select("difference", a="m0", b="m2")[0]
    assert apart.estimate == 1.0
    assert any("detected is not defined" in note for note in result.notes)
    graded = cw.compare(long_table(np.hstack([np.full((20, 2), 0.5), graded_table(3, 20, 1)])))
    assert len(graded.select("difference")) == 10


def test_systems_that_never_vary_are_ties_if_right_or_wrong_and_refused_else():
    tied = cw.compare(long_table(np.ones((10, 3))))
    assert [row.pvalue for row in tied.select("difference")] == [1, 1, 1]
    assert any("All 3 systems score 1 on every item: a tie" in note for note in tied.notes)
    with pytest.raises(DataError, match=r"All 3 systems score 0\.5 on every item"):
        cw.compare(long_table(np.full((10, 3), 0.5)))


def test_pairs_by_rank_are_neighbours_and_each_with_the_best():
    gains = np.array([0.2, 0.9, 0.5, 0.7])
    systems = ("a", "b", "c", "d")  # b, d, c, a in rank
    near = choose_pairs(systems, None, ("neighbours",), gains)
    assert near.pairs == [("a", "c"), ("b", "d"), ("c", "d")]
    best = choose_pairs(systems, None, ("best",), gains)
    assert best.pairs == [("a", "b"), ("b", "c"), ("b", "d")]
    both = choose_pairs(systems, None, ("neighbours", "best"), gains)
    assert both.pairs == sorted({*near.pairs, *best.pairs})
    assert (near.among, best.among, both.among) == (6, 6, 6)
    assert choose_pairs(systems, "c").pairs == [("c", "a"), ("c", "b"), ("c", "d")]
    assert len(choose_pairs(systems, None).pairs) == 6


def test_all_pairs_up_to_a_number_of_systems():
    def pairs(k):
        return len(choose_pairs([f"m{i}" for i in range(k)], None, (), np.arange(k)).pairs)

    assert pairs(MOST_SYSTEMS) == MOST_SYSTEMS * (MOST_SYSTEMS - 1) // 2
    assert pairs(MOST_SYSTEMS + 1) == 2 * MOST_SYSTEMS - 1


def test_pairs_by_rank_have_the_rows_of_all_pairs_and_are_corrected_over_all():
    scores = long_table(verdict_table(9, 40, 7))
    every, some = cw.compare(scores), cw.compare(scores, pairs="neighbours,best")
    assert len(some.select("difference")) < len(every.select("difference")) == 36
    raw = {row.estimand: row.estimate for row in every.select("raw_pvalue")}
    known = {row.estimand: row for row in every.rows}
    for quantity in ("score", "mde", "flips"):
        for row in some.select(quantity):
            assert numbers(row) == numbers(known[row.estimand])
    own = [row.estimate for row in some.select("raw_pvalue")]
    assert own == [raw[row.estimand] for row in some.select("raw_pvalue")]
    for row in some.select("difference"):
        assert numbers(row) == numbers(known[row.estimand])
    some = cw.compare(scores, pairs="neighbours,best", correct="holm")
    own = [row.estimate for row in some.select("raw_pvalue")]
    corrected = holm(own + [1.0] * (36 - len(own)))[: len(own)]
    assert [row.pvalue for row in some.select("difference")] == pytest.approx(list(corrected))
    assert any("corrected over all pairs" in note for note in some.notes)


def test_chance_pairs_that_the_scores_choose_find_no_more_than_alpha():
    """All systems are equal: the best by chance is not called better than others too often."""
    rng, false, studies = np.random.default_rng(11), 0, 200
    for _ in range(studies):
        values = (rng.random((60, 12)) < 0.5).astype(float)
        result = cw.compare(long_table(values), pairs="best", assess="test")
        false += any(row.estimate for row in result.select("verdict") if row.at)
    assert false <= 17  # at 0.05: more has a chance below 2%


def test_chance_joint_ranks_hold_the_true_ranks():
    rng, wrong, studies, n = np.random.default_rng(12), 0, 150, 80
    truth = np.linspace(0.35, 0.75, 10)
    for _ in range(studies):
        values = (rng.random((n, 10)) < truth).astype(float)
        result = cw.compare(long_table(values), pairs="neighbours", assess="test")
        ranks = {row.at["system"]: row for row in result.select("rank")}
        wrong += not all(ranks[f"m{j}"].low <= 10 - j <= ranks[f"m{j}"].high for j in range(10))
    assert wrong <= 14


def test_law_ranks_of_intervals_are_those_of_all_pairs_of_them():
    rng = np.random.default_rng(5)
    middle, reach = rng.normal(size=30), rng.uniform(0.01, 0.8, 30)
    low, high = middle - reach, middle + reach
    expected = rank_intervals(low[:, None] > high[None, :])
    for mine, theirs in zip(rank_intervals_of_scores(low, high), expected, strict=True):
        assert mine.tolist() == theirs.tolist()
    low[3] = high[3] = np.nan
    best, worst = rank_intervals_of_scores(low, high)
    assert (best[3], worst[3]) == (1, 30)


def test_neighbours_alone_cannot_say_that_one_beats_all():
    values = np.zeros((200, 4))
    for j, right in enumerate((190, 120, 60, 10)):
        values[:right, j] = 1
    assert cw.compare(long_table(values), pairs="best").verdict == "supported"
    assert cw.compare(long_table(values), pairs="neighbours").verdict == "open"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"pairs": "near"}, "pairs needs one of all, neighbours, best"),
        ({"pairs": "all,best"}, "pairs needs all alone"),
        ({"pairs": "best", "baseline": "m1"}, "says already which pairs"),
    ],
)
def test_pairs_that_cannot_be(given, words):
    with pytest.raises(ParameterError, match=words):
        cw.compare(long_table(verdict_table(4, 30, 1)), **given)
    assert parse_pairs("all") == ("all",)


def test_limits_of_systems_and_pairs():
    scores = long_table(verdict_table(6, 10, 1))
    with using(systems=5), pytest.raises(DataError, match=r"claimwise.limits\(systems=6\)"):
        cw.compare(scores)
    with using(systems=5), pytest.raises(DataError, match="6 systems; at most 5"):
        audit_all(scores)
    with using(pairs=10), pytest.raises(DataError, match=r"claimwise.limits\(pairs=15\)"):
        cw.compare(scores)
    with using(pairs=10):
        assert len(cw.compare(scores, pairs="best").select("difference")) == 5


def test_data_sets_of_many_systems_are_compared_by_the_same_pairs():
    scores = long_table(verdict_table(5, 60, 2), dataset=[i // 20 for i in range(60)])
    every, best = cw.compare(scores), cw.compare(scores, pairs="best")
    known = {row.estimand: row.estimate for row in every.rows}
    on_each = [row for row in best.select("difference") if "dataset" in row.at]
    assert len(on_each) == 3 * 4
    assert all(row.estimate == known[row.estimand] for row in on_each)


@pytest.mark.slow
def test_many_systems_need_little_memory():
    """1,500 systems on 20 items: 1.1 million pairs are never held."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    scores = long_table(verdict_table(1_500, 20, 3))
    audit_all(scores)
    result = cw.compare(scores)
    assert len(result.select("rank")) == 1_500
    assert len(result.select("difference")) <= 2 * 1_499
    unit = 1 if sys.platform == "darwin" else 1024
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * unit < 400 << 20


@pytest.mark.slow
def test_pictures_of_many_systems_keep_what_can_be_read():
    """1,770 lines stopped who draws them; the neighbours in rank are left, and it is said."""
    from claimwise import report

    result = cw.compare(long_table(verdict_table(60, 30, 3)))
    for name in ("forest", "ranks"):
        assert report.draw_figure(result, ".svg", name)
    pytest.importorskip("vl_convert")
    text = report.to_html(result)
    assert "59 of 1,770 differences" in text


def test_ranks_follow_the_pairs_that_were_compared():
    """A system that beats every other on the same items leads beyond doubt, however many are."""
    rng = np.random.default_rng(8)
    item = rng.normal(size=(40, 1))
    scores = item + 0.1 * rng.normal(size=(40, 9))
    scores[:, 4] += 1.0
    table = polars.DataFrame({f"m{k}": scores[:, k] for k in range(9)})
    for pairs in ("best", "neighbours,best", "all"):
        result = cw.compare(table, pairs=pairs)
        ranks = {row.at["system"]: (row.low, row.high) for row in result.select("rank")}
        assert ranks.pop("m4") == (1, 1)
        assert all(low >= 2 for low, _ in ranks.values())
        assert "beyond doubt" in result.headline


def test_equal_means_share_a_rank_whatever_their_last_digits():
    table = polars.DataFrame({"s1": [0.1, 0.2, 0.3], "s2": [0.3, 0.2, 0.1], "s3": [0.0, 0.5, 0.2]})
    ranks = {row.at["system"]: row.estimate for row in cw.compare(table).select("rank")}
    assert ranks["s1"] == ranks["s2"]
