"""Laws that every metric of the house obeys, and a guard that none is left out."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimwise.core import entries
from claimwise.core.errors import ParameterError
from claimwise.data.outputs import Outputs
from claimwise.htest.corpus import randomisation
from claimwise.metrics import find_metric, find_metrics, measure

# Every metric, with the ways to ask for it and the best score that there is.
CASES = {
    "accuracy": {"accuracy": 1},
    "precision": {"precision:macro": 1, "precision:micro:without=c": 1, "precision:positive=a": 1},
    "recall": {"recall:macro": 1, "recall:weighted": 1, "recall:labels=b": 1},
    "f1": {"f1:macro": 1, "f1:weighted": 1, "f1:micro:labels=a+b": 1, "f1:positive=c": 1},
    "mcc": {"mcc": 1},
    "kappa": {"kappa": 1},
    "bleu": {"bleu": 100, "bleu:smooth_method=add-k:max_ngram_order=2": 100},
    "chrf": {"chrf": 100, "chrf:eps_smoothing:char_order=2": 100},
    "chrf++": {"chrf++": 100},
    "ter": {"ter": 0},
    "exact-match": {"exact-match": 1, "exact-match:plain": 1},
    "token-f1": {"token-f1": 1},
    "perplexity": {"perplexity": 1, "perplexity:bits": 0},
    "word_perplexity": {"word_perplexity": 1},
    "byte_perplexity": {"byte_perplexity": 1},
    "bits_per_byte": {"bits_per_byte": 0},
    "pass": {"pass@1": 1, "pass@3": 1},
    "mean": {"mean": 9},
    "ndcg": {"ndcg": 1, "ndcg@2:gain=exp": 1},
    "mrr": {"mrr": 1, "mrr@2": 1},
    "map": {"map": 1},
    "auroc": {"auroc": 1},
    "spearman": {"spearman": 1},
    "pearson": {"pearson": 1},
}
ASKED = [(asked, best) for ways in CASES.values() for asked, best in ways.items()]
every = pytest.mark.parametrize("asked", [asked for asked, _ in ASKED])
seeds = st.integers(0, 2**31)
few = settings(max_examples=6)  # of each law for each metric

VOCABULARY = np.array(["the", "a", "cat", "dog", "sat", "on", "mat", "under", ".", "Mouse"])


# Metrics that `add_metric` adds, as its own example does, are made there.
ADDED = "claimwise.metrics.base"


def test_guard_no_metric_is_left_out():
    made = [e for e in entries("metric") if getattr(e.thing, "__module__", "") != ADDED]
    assert {entry.name for entry in made} == set(CASES)


def sentences(rng, n):
    return [" ".join(rng.choice(VOCABULARY, rng.integers(4, 9))) for _ in range(n)]


def data(asked, seed, n=12):
    """Return gold, two systems and a perfect one."""
    rng = np.random.default_rng(seed)
    kind = find_metric(asked).takes

    def noisy(values, others):
        return [v if rng.random() < 0.6 else o for v, o in zip(values, others, strict=True)]

    if kind == "label":
        gold = ["a", "b", "c", *rng.choice(list("abc"), n - 3)]
        perfect = list(gold)
        a, b = ([*"abc", *noisy(gold[3:], rng.choice(list("abc"), n - 3))] for _ in range(2))
    elif kind == "text":
        perfect = sentences(rng, n)
        gold = [(text, other) for text, other in zip(perfect, sentences(rng, n), strict=True)]
        a, b = (noisy(perfect, sentences(rng, n)) for _ in range(2))
    elif kind == "number":
        gold = [0.0, 1.0, *rng.integers(0, 2, n - 2).tolist()]
        perfect = list(gold)
        a, b = ([v + rng.integers(0, 4) for v in gold] for _ in range(2))
    elif kind == "ranking":
        gold = [" ".join(f"d{i}:{i % 3 + 1}" for i in rng.permutation(9)[:4]) for _ in range(n)]
        perfect = [" ".join(best_first(row)) for row in gold]
        a, b = ([" ".join(f"d{i}" for i in rng.permutation(9)) for _ in range(n)] for _ in "ab")
    else:
        gold, counts = None, rng.integers(3, 9, n)
        worth = {"likelihood": lambda i, c: (-c * rng.random(), c), "score": lambda i, c: c + i / n}
        make = worth.get(kind, lambda i, c: (c, rng.integers(0, c + 1)))
        a, b = ([make(i, int(c)) for i, c in enumerate(counts)] for _ in range(2))
        best = {"likelihood": lambda c: (0, c), "score": lambda c: 9}
        perfect = [best.get(kind, lambda c: (c, c))(int(c)) for c in counts]
    return gold, {"a": a, "b": b, "perfect": perfect}


def best_first(row):
    pairs = [word.split(":") for word in row.split()]
    return [name for name, grade in sorted(pairs, key=lambda pair: -float(pair[1]))]


def corpus(asked, gold, predicted, **more):
    rows = {name: tuple(row) for name, row in predicted.items()}
    gold = None if gold is None else tuple(gold)
    return measure(find_metric(asked), Outputs(gold=gold, predicted=rows, **more))


@every
@few
@given(seeds)
def test_law_the_order_of_the_items_is_irrelevant(asked, seed):
    gold, predicted = data(asked, seed)
    order = np.random.default_rng(seed + 1).permutation(12)
    moved = {name: [row[i] for i in order] for name, row in predicted.items()}
    there = gold and [gold[i] for i in order]
    before, after = (corpus(asked, *pair).scores() for pair in ((gold, predicted), (there, moved)))
    assert after == pytest.approx(before, rel=1e-12, nan_ok=True)


@every
@few
@given(seeds, st.integers(1, 11))
def test_law_statistics_are_those_of_each_item_alone(asked, seed, cut):
    gold, predicted = data(asked, seed)
    metric = corpus(asked, gold, predicted).metric
    if not metric.sums:
        return
    row = predicted["b"]
    parts = [
        np.asarray(metric.item_stats(gold and gold[part], row[part]))
        for part in (slice(0, cut), slice(cut, None))
    ]
    assert (np.concatenate(parts) == np.asarray(metric.item_stats(gold, row))).all()


@every
@few
@given(seeds)
def test_law_many_corpora_at_once_are_scored_as_one_by_one(asked, seed):
    gold, predicted = data(asked, seed)
    found = corpus(asked, gold, predicted)
    drawn = np.random.default_rng(seed).integers(0, 12, (2, 3, 12))
    if found.metric.sums:
        stats = np.asarray(found.metric.item_stats(gold, predicted["b"]))
        whole = found.metric.score(stats[drawn].sum(axis=2))
        each = [found.metric.score(stats[one].sum(axis=0)) for one in drawn.reshape(6, 12)]
    else:
        x, y = np.array(gold, float), np.array(predicted["b"], float)
        whole = found.metric.score_items(x[drawn], y[drawn])
        each = [found.metric.score_items(x[one], y[one]) for one in drawn.reshape(6, 12)]
    assert whole.shape == (2, 3)
    assert whole.ravel() == pytest.approx(np.array(each), rel=1e-12, nan_ok=True)


@pytest.mark.parametrize(("asked", "best"), ASKED)
@few
@given(seeds)
def test_direction_a_perfect_system_has_the_best_score(asked, best, seed):
    found = corpus(asked, *data(asked, seed))
    a, b, perfect = found.scores()
    assert perfect == pytest.approx(best, abs=1e-9)
    sign = 1 if found.metric.better == "higher" else -1
    assert sign * perfect >= np.nanmax(sign * np.array([a, b])) - 1e-9


@every
def test_law_a_system_against_itself_differs_in_no_resample(asked):
    gold, predicted = data(asked, 7)
    twins = corpus(asked, gold, {"a": predicted["a"], "b": predicted["a"]})
    swapped = twins.swapped(0, [1], 50, 1)
    assert (np.abs(swapped[~np.isnan(swapped)]) <= 1e-10).all()
    assert (twins.swap_effects(0, 1) == 0).all()
    assert float(randomisation(twins, "two-sided", seed=1, resamples=50)) == 1.0


@every
def test_law_metrics_travel_to_other_processes(asked):
    found = corpus(asked, *data(asked, 3))
    there = pickle.loads(pickle.dumps(found))
    assert there.scores() == pytest.approx(found.scores(), nan_ok=True)
    assert there.metric.signature == found.metric.signature


@every
def test_law_no_items_have_a_score_or_none_but_no_warning(asked):
    found = corpus(asked, *data(asked, 3))
    if found.metric.sums:
        assert np.shape(found.metric.score(np.zeros((2, found.stats.shape[2])))) == (2,)


@every
def test_law_means_are_means(asked):
    """What calls itself a mean has one number and 1 for each item."""
    gold, predicted = data(asked, 11)
    found = corpus(asked, gold, predicted)
    if found.metric.mean:
        stats = np.asarray(found.metric.item_stats(gold, predicted["b"]))
        assert stats.shape == (12, 2)
        assert (stats[:, 1] == 1).all()
        assert found.scores()[1] == pytest.approx(stats[:, 0].mean(), rel=1e-12)


@every
def test_law_clusters_are_sums_of_their_items(asked):
    gold, predicted = data(asked, 5)
    alone = corpus(asked, gold, predicted)
    together = corpus(asked, gold, predicted, cluster=np.arange(12) // 3)
    assert together.clusters == 4
    assert together.scores() == pytest.approx(alone.scores(), rel=1e-12, nan_ok=True)


def test_a_metric_of_ones_own_is_read_from_a_file(examples):
    path = str(examples / "own_metric.py")
    metric = find_metric(path)
    assert (metric.name, metric.takes, metric.better) == ("own_metric", "text", "lower")
    gold = (("the cat sat on the mat",), ("a dog",))
    rows = {"a": ("the cat sat on mat", "a dog"), "b": ("cat sits on the mat", "dog a big")}
    found = measure(metric, Outputs(gold=gold, predicted=rows))
    assert found.scores() == pytest.approx([1 / 8, 4 / 8])
    twins = measure(metric, Outputs(gold=gold, predicted={"a": rows["a"], "b": rows["a"]}))
    assert float(randomisation(twins, "two-sided", seed=1, resamples=20)) == 1.0


def test_several_metrics_at_once():
    assert [m.name for m in find_metrics("f1:macro, ndcg@5")] == ["f1:macro", "ndcg@5"]
    with pytest.raises(ParameterError, match="each metric once"):
        find_metrics("mcc,mcc")
