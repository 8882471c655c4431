"""Studies of counted items: the same answers many at a time as one at a time."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimwise.core import ALTERNATIVES
from claimwise.htest import find_test
from claimwise.kernels import swaps
from claimwise.metrics import SumCorpus, find_metric
from claimwise.metrics.studies import CorpusStudies, CountedStudies
from claimwise.worlds.confusion import Confusion, ConfusionTables

RANDOMISATION = find_test("randomisation")


def batch(seed, k=2, n=120, size=7, metric="f1:macro"):
    rng = np.random.default_rng(seed)
    shares = rng.dirichlet(np.full(k * k, 0.6), size=k).reshape(k, k, k)
    known = ConfusionTables.of([f"c{i}" for i in range(k)], rng.dirichlet(np.full(k, 5.0)), shares)
    return Confusion(known, find_metric(metric)).draw(n, rng, size)


@pytest.mark.slow
@settings(deadline=None, max_examples=30)
@given(
    st.integers(0, 1000),
    st.sampled_from([2, 3, 5]),
    st.sampled_from([1, 30, 900]),
    st.sampled_from(["f1:macro", "mcc", "accuracy", "recall:weighted"]),
    st.sampled_from(ALTERNATIVES),
)
def test_law_a_batch_is_its_studies_one_by_one(seed, k, n, metric, alternative):
    studies = batch(seed, k, n, metric=metric)
    told = {"alternative": alternative, "seed": seed, "resamples": 300}
    quick = RANDOMISATION.evaluate(studies, **told)
    slow = RANDOMISATION.evaluate(CorpusStudies(studies.corpora, studies.streams), **told)
    singles = [float(RANDOMISATION.evaluate(studies[i], **told)[0]) for i in range(len(studies))]
    assert np.array_equal(quick, slow, equal_nan=True)
    assert np.array_equal(quick, singles, equal_nan=True)
    assert np.array_equal(
        studies.effect(), CorpusStudies.of(studies.corpora).effect(), equal_nan=True
    )


def test_law_how_many_at_a_time_changes_nothing(monkeypatch):
    studies = batch(3, size=40)
    whole = RANDOMISATION.evaluate(studies, "two-sided", seed=2, resamples=500)
    monkeypatch.setattr("claimwise.metrics.studies.CELLS", 1)
    assert np.array_equal(
        whole, RANDOMISATION.evaluate(studies, "two-sided", seed=2, resamples=500)
    )


def test_a_study_has_swaps_of_its_own():
    studies = batch(1, size=1)
    twice = CountedStudies.of(studies.metric, studies.stats, np.repeat(studies.counts, 2, axis=0))
    first, second = RANDOMISATION.evaluate(twice, "two-sided", seed=1, resamples=999)
    assert first != second
    assert abs(first - second) < 0.1


def test_bootstrap_takes_them_too():
    studies = batch(4, size=3)
    bootstrap = find_test("paired-bootstrap")
    told = {"alternative": "two-sided", "seed": 1, "resamples": 200}
    slow = bootstrap.evaluate(CorpusStudies(studies.corpora, studies.streams), **told)
    assert np.array_equal(bootstrap.evaluate(studies, **told), slow)


def test_types_that_gain_nothing_change_nothing():
    gain = np.array([[1.0, 0.0], [0.0, 0.0], [-1.0, 2.0]])
    counts = np.array([[70, 500, 3], [0, 1, 129]])
    with_, without = (
        np.concatenate([sums for _, sums in swaps.counted_sums(g, c, 600, 5, (1, 2))], axis=1)
        for g, c in ((gain, counts), (gain[[0, 2]], counts[:, [0, 2]]))
    )
    assert np.array_equal(with_, without)


def test_studies_without_any_swap():
    stats = np.ones((2, 2, 2))
    same = CountedStudies.of(find_metric("accuracy"), stats, np.array([[3, 4], [7, 0]]))
    found = RANDOMISATION.evaluate(same, "two-sided", resamples=50)
    assert found.tolist() == [1.0, 1.0]


def test_value_pvalues_by_enumeration():
    """Every way to swap six items that differ, counted."""
    metric = find_metric("f1:positive=y").bound(("y", "n"), {})
    labels = [("y", "y", "n"), ("y", "n", "y"), ("n", "y", "n"), ("y", "y", "y"), ("n", "n", "n")]
    gold, a, b = zip(*labels, strict=True)
    stats = np.stack([metric.item_stats(gold, said) for said in (a, b)])
    counts = np.array([1, 4, 1, 3, 5])
    study = SumCorpus(metric, ("A", "B"), stats, int(counts.sum()), counts)
    items = np.repeat(np.arange(5), counts)
    null = []
    for code in range(2 ** len(items)):
        if code >> 6:
            break
        swap = np.zeros(len(items), bool)
        swap[:6] = [code >> bit & 1 for bit in range(6)]
        ours, theirs = stats[0][items], stats[1][items]
        null.append(
            metric.score(np.where(swap[:, None], ours, theirs).sum(axis=0))
            - metric.score(np.where(swap[:, None], theirs, ours).sum(axis=0))
        )
    observed = float(np.diff(study.scores())[0])
    assert null[0] == pytest.approx(observed)
    exact = np.mean(np.abs(null) >= abs(observed) - 1e-12)
    batched = CountedStudies.of(metric, stats, counts[None, :])
    found = RANDOMISATION.evaluate(batched, "two-sided", seed=1, resamples=40_000)
    assert found[0] == pytest.approx(exact, abs=4 * np.sqrt(exact / 40_000))
