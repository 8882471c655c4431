"""Few items: every swap of both systems is made, and the p-value is exact."""

from itertools import product

import numpy as np
import pytest

import claimwise as cw
from claimwise.htest.corpus import randomisation
from claimwise.kernels.swaps import swaps_made
from claimwise.metrics.base import Metric, find_metric
from claimwise.metrics.corpus import SumCorpus
from claimwise.metrics.studies import CorpusStudies, CountedStudies

GOLD = ["the cat sat on the mat today", "a dog ran over the hill", "it rains in the city now"]
A = ["the cat sat on a mat today", "a dog ran on the hill", "it rains in a city now"]
B = ["the cat sat on the mat", "a dog ran over the hills", "it rains in the city now"]
RATIO = Metric(
    "ratio", "text", "higher", lambda gold, out: None, lambda sums: sums[..., 0] / sums[..., 1]
)


def bleu(metric, outputs):
    """Return the corpus score of outputs."""
    stats = np.asarray(metric.item_stats([[g] for g in GOLD], outputs), float)
    return float(metric.score(stats.sum(axis=0)))


def test_value_bleu_of_three_sentences_by_all_eight_swaps(tmp_path):
    for name, lines in (("gold", GOLD), ("a", A), ("b", B)):
        (tmp_path / f"{name}.txt").write_text("\n".join(lines) + "\n")
    found = cw.compare(
        tmp_path / "a.txt", tmp_path / "b.txt", references=tmp_path / "gold.txt", metric="bleu"
    )
    metric = find_metric("bleu")
    gaps = []
    for which in product((0, 1), repeat=3):
        mixed = [(b, a) if swap else (a, b) for a, b, swap in zip(A, B, which, strict=True)]
        ours, theirs = zip(*mixed, strict=True)
        gaps.append(abs(bleu(metric, list(theirs)) - bleu(metric, list(ours))))
    want = np.mean(np.array(gaps) >= gaps[0] - 1e-9)
    assert found["difference"].pvalue == pytest.approx(want, abs=1e-12)
    assert want * 8 == round(want * 8)


def test_law_every_swap_is_made_once_and_only_where_these_are_fewer():
    assert [swaps_made(n, 1000) for n in (0, 3, 9, 10, 80)] == [1, 8, 512, 1000, 1000]
    rng = np.random.default_rng(0)
    corpus = SumCorpus(RATIO, ("A", "B"), rng.integers(1, 9, (2, 7, 2)).astype(float), 7)
    found = corpus.swapped(0, [1], 1000, 5)
    assert found.shape == (1, 128)
    assert (found == corpus.swapped(0, [1], 2000, 6)).all()  # nothing is random


def test_law_studies_of_few_items_agree_with_each_alone():
    rng = np.random.default_rng(1)
    stats = rng.integers(0, 9, (2, 3, 2)).astype(float) + 1
    counts = rng.multinomial(6, [0.3, 0.3, 0.4], size=4)
    counted = CountedStudies.of(RATIO, stats, counts)
    alone = CorpusStudies(counted.corpora, counted.streams)
    one = randomisation(counted, "two-sided", seed=1, resamples=999)
    other = randomisation(alone, "two-sided", seed=2, resamples=999)
    assert one == pytest.approx(other)
    assert (one * 64 == np.round(one * 64)).all()
