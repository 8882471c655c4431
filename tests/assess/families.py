"""Worlds of several systems on the same items, and how often families of comparisons err."""

from itertools import combinations

import numpy as np
from scipy import stats

from claimwise.assess.answer import compare_pairs
from claimwise.assess.claims import Claim
from claimwise.assess.question import Question
from claimwise.assess.sources import source_of
from claimwise.assess.together import together_of
from claimwise.data import Coded, Scores


def table(values, cluster=None, dataset=None):
    n, k = values.shape

    def coded(codes):
        return Coded(
            np.tile(np.asarray(codes, np.int32), k), tuple(f"c{i}" for i in range(max(codes) + 1))
        )

    return Scores(
        item=Coded(np.tile(np.arange(n, dtype=np.int32), k), tuple(f"q{i}" for i in range(n))),
        system=Coded(np.repeat(np.arange(k, dtype=np.int32), n), tuple(f"m{j}" for j in range(k))),
        score=np.asarray(values, float).T.ravel(),
        cluster=None if cluster is None else coded(cluster),
        dataset=None if dataset is None else coded(dataset),
    )


def draw(kind, n, k, rng, spread=0.0):
    """Return scores of systems whose true scores lie apart by `spread`."""
    shared = rng.normal(size=(n, 1)) + rng.normal(size=(n, k))
    if kind == "right or wrong":
        return (shared + np.linspace(0, 3 * spread, k) < 0.8).astype(float)
    if kind == "95% right":
        return (shared + np.linspace(0, 2 * spread, k) < 1.645 * np.sqrt(2)).astype(float)
    own = np.exp(shared / np.sqrt(2)) if kind == "lognormal" else shared
    return own + np.linspace(0, 2 * spread, k)


def question(**claim):
    """Return what compare asks by default."""
    asked = {"margin": None, "alternative": None, "alpha": 0.05, "better": "higher", "level": None}
    return Question.of(
        Claim.of("difference", **asked | claim),
        assess=("test", "interval"),
        test=None,
        interval=None,
        prior="default",
        rope=None,
        correct=None,
        effects=(),
        runs="mean",
        resamples=1000,
        rng=1,
        power=0.8,
    )


def rates(kind, n, k, studies, seed, against_first=False, spread=0.0, cluster=None):
    """Return in how many studies a pair is found, and in how many all intervals hold the truth.

    By the analysis of `compare` with its defaults, less what could have been detected.
    """
    rng = np.random.default_rng(seed)
    truth = np.zeros(k)
    if spread:
        truth = draw(kind, 100_000, k, np.random.default_rng(99), spread).mean(axis=0)
    names = [f"m{j}" for j in range(k)]
    pairs = [(names[0], b) for b in names[1:]] if against_first else list(combinations(names, 2))
    false = held = 0
    for _ in range(studies):
        values = draw(kind, n, k, rng, spread)
        if cluster is not None:  # items of a cluster share much
            values = values + draw(kind, n, k, rng)[cluster]
        source = source_of(table(values, cluster=cluster), None)
        source.common(source.systems)
        together = together_of(source, pairs, None, question(), len(pairs))
        found = list(compare_pairs(source, pairs, None, together.alone))
        together.correct(found)
        true = [truth[names.index(c.names[1])] - truth[names.index(c.names[0])] for c in found]
        false += any(c.against[0] <= 0.05 for c in found)
        held += all(not (c.low > x or c.high < x) for c, x in zip(found, true, strict=True))
    return false, held


def at_most(hits, studies, rate=0.05):
    """Whether so many hits can be chance where the rate is at most this."""
    return stats.binomtest(hits, studies, rate, alternative="greater").pvalue > 1e-3
