"""Declarations of every kind, and data drawn from the worlds that they assume."""

import numpy as np
import polars as pl

from claimwise.data import Pairs
from claimwise.study import declare
from claimwise.worlds import PairedAccuracy, PairedScores, Preference, Proportions, SeparateScores


def study(kind, claim=None, folder=".", **sections):
    """Return a study of the systems a and b."""
    pair = {"a": "a", "b": "b", **(claim or {})}
    return declare({"kind": kind, "claim": pair, "seed": 3, **sections}, folder=folder)


def accuracy(n=300, difference=0.06, agreement=0.85, claim=None, **sections):
    assumed = {"difference": difference, "agreement": agreement}
    return study("accuracy", claim, data={"n": n}, assumptions=assumed, **sections)


def verdicts(wins, losses, n):
    """Return pairs of right and wrong with so many wins of B and of A."""
    a, b = np.zeros(n), np.zeros(n)
    b[:wins] = 1
    a[wins : wins + losses] = 1
    return Pairs(a, b, names=("a", "b"))


def judged(wins, losses, n):
    """Return a table of winners."""
    won = ["b"] * wins + ["a"] * losses + ["tie"] * (n - wins - losses)
    return pl.DataFrame({"winner": won})


def scored(a, b):
    """Return a table of scores, each system on items of its own."""
    items = [f"a{i}" for i in range(len(a))] + [f"b{i}" for i in range(len(b))]
    names = ["a"] * len(a) + ["b"] * len(b)
    return pl.DataFrame({"item": items, "system": names, "score": [*a, *b]})


def counted(right_a, right_b, n):
    """Return a table of totals."""
    return pl.DataFrame({"system": ["a", "b"], "correct": [right_a, right_b], "n": [n, n]})


def _of_accuracy(rng):
    found = PairedAccuracy(0.06, 0.85).draw(300, rng, 1)
    return verdicts(int(found.wins[0]), int(found.losses[0]), 300)


def _of_proportions(rng):
    found = Proportions(0.7, 0.1).draw(200, rng, 1)
    return counted(int(found.a[0]), int(found.b[0]), 200)


def _of_preference(rng):
    found = Preference(0.45, 0.3).draw(250, rng, 1)
    return judged(int(found.wins[0]), int(found.losses[0]), 250)


def _of_means(rng):
    d = PairedScores(0.1, 0.4).draw(120, rng, 1).d[0]
    return Pairs(np.zeros(120), d, names=("a", "b"))


def _of_unpaired_means(rng):
    found = SeparateScores(0.35, 1.0, 1.2).draw(120, rng, 1)
    return scored(found.a[0], found.b[0])


# Kinds whose single analysis is quick: the study, and data from the world that it assumes.
QUICK = {
    "accuracy": (accuracy(), _of_accuracy),
    "accuracy, one-sided": (accuracy(claim={"alternative": "greater"}), _of_accuracy),
    "accuracy, superiority": (accuracy(claim={"says": "superiority"}), _of_accuracy),
    "accuracy, non-inferiority": (
        accuracy(claim={"says": "non-inferiority", "margin": 0.01}),
        _of_accuracy,
    ),
    "accuracy, other test": (accuracy(procedure={"test": "mcnemar-exact"}), _of_accuracy),
    "proportions": (
        study("proportions", data={"n": 200}, assumptions={"baseline": 0.7, "difference": 0.1}),
        _of_proportions,
    ),
    "preference": (
        study("preference", data={"n": 250}, assumptions={"win": 0.45, "lose": 0.3}),
        _of_preference,
    ),
    "preference, ties split": (
        study(
            "preference",
            data={"n": 250},
            assumptions={"win": 0.45, "lose": 0.3},
            procedure={"ties": "split"},
        ),
        _of_preference,
    ),
    "means": (
        study("means", data={"n": 120}, assumptions={"difference": 0.1, "sd": 0.4}),
        _of_means,
    ),
    "means, unpaired": (
        study(
            "means",
            data={"n": 120, "unpaired": True},
            assumptions={"difference": 0.35, "sd_a": 1.0, "sd_b": 1.2},
        ),
        _of_unpaired_means,
    ),
}
