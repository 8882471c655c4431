"""Declarations of every kind, and data drawn from the worlds that they assume."""

import numpy as np
import polars as pl

from claimwise.data import Pairs, example_path
from claimwise.data.responses import Counts
from claimwise.designs import complete, lists
from claimwise.metrics import find_metric
from claimwise.study import declare
from claimwise.worlds import (
    PairedAccuracy,
    PairedScores,
    Preference,
    Proportions,
    SeparateScores,
    find_response_world,
)
from claimwise.worlds.clustered_accuracy import ClusteredAccuracy
from claimwise.worlds.confusion import Confusion
from claimwise.worlds.confusion_file import read_tables
from claimwise.worlds.judgements import Judgements
from claimwise.worlds.rating_presets import preset


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
    a[wins + losses :][:1] = b[wins + losses :][:1] = 1  # both are right once, if they can be
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


def small_accuracy(claim=None):
    """Return a study whose outcomes can all be assessed, one by one."""
    near = (claim or {}).get("says") == "equivalence"
    return accuracy(n=9, difference=0.0 if near else 0.4, agreement=0.5, claim=claim)


def small_preference(ties):
    assumed = {"win": 0.6, "lose": 0.1}
    return study("preference", data={"n": 9}, assumptions=assumed, procedure={"ties": ties})


def shares(declared):
    """Return the assumed shares of wins and of losses."""
    assumed = declared.comparisons[0].assumptions
    if "win" in assumed:
        return assumed["win"], assumed["lose"]
    differ = 1 - assumed["agreement"]
    return (differ + assumed["difference"]) / 2, (differ - assumed["difference"]) / 2


def _ratings(model):
    def made(folder):
        world = preset("general").at(0.4)
        design = lists(20, 4, 10, rng=np.random.default_rng(4))
        declared = study(
            "ratings",
            data={"items": 20, "ratings_per_item": 4, "list_length": 10},
            assumptions={"world": "general", "effect": 0.4},
            procedure={"model": model, "replicates": 600},
        )

        def draw(rng):
            ratings = world.numbers(world.draw(design, rng, 1))[0]
            return pl.DataFrame(
                {
                    "rater": [f"r{i}" for i in design.rater],
                    "item": [f"i{i}" for i in design.item],
                    "system": ["ab"[i] for i in design.system],
                    "rating": ratings,
                }
            )

        return declared, draw

    return made


def _judgements(folder):
    world = Judgements.of_shares(0.5, 0.25, rater=0.4, item=0.4)
    design = complete(20, 6, pairs=True)
    declared = study(
        "judgements",
        data={"items": 20, "raters": 6},
        assumptions={"win": 0.5, "lose": 0.25, "rater_sd": 0.4, "item_sd": 0.4},
        procedure={"replicates": 600},
    )

    def draw(rng):
        codes = world.draw(design, rng, 1)[0]
        return pl.DataFrame(
            {
                "rater": [f"r{i}" for i in design.rater],
                "item": [f"i{i}" for i in design.item],
                "winner": [("a", "tie", "b")[code] for code in codes],
            }
        )

    return declared, draw


def _clustered(folder):
    declared = study(
        "means",
        data={"n": 120, "cluster": "passage", "clusters": 24},
        assumptions={"difference": 0.15, "sd": 0.5, "icc": 0.2},
        procedure={"replicates": 1000, "resamples": 199},
    )

    def draw(rng):
        found = PairedScores(0.15, 0.5, cluster_size=5, icc=0.2).draw(120, rng, 1)
        return pl.DataFrame(
            {
                "item": list(range(120)) * 2,
                "system": ["a"] * 120 + ["b"] * 120,
                "score": [*np.zeros(120), *found.d[0]],
                "passage": [*found.cluster, *found.cluster],
            }
        )

    return declared, draw


def _clustered_verdicts(folder):
    declared = study(
        "accuracy",
        data={"n": 200, "cluster": "passage", "clusters": 40},
        assumptions={"difference": 0.12, "agreement": 0.7, "icc": 0.2},
        procedure={"replicates": 1000, "resamples": 199},
    )
    world = ClusteredAccuracy(0.12, 0.7, 5, 0.2)

    def draw(rng):
        found = world.draw(200, rng, 1)
        return pl.DataFrame(
            {
                "item": list(range(200)) * 2,
                "system": ["a"] * 200 + ["b"] * 200,
                "correct": [*(found.d[0] < 0).astype(int), *(found.d[0] > 0).astype(int)],
                "passage": [*found.cluster, *found.cluster],
            }
        )

    return declared, draw


def _pilot(folder):
    rng = np.random.default_rng(8)
    a = rng.normal(size=80)
    b = a + rng.normal(0.12, 0.5, 80)
    table = pl.DataFrame(
        {"item": [*range(80)] * 2, "system": ["a"] * 80 + ["b"] * 80, "score": [*a, *b]}
    )
    table.write_csv(folder / "pilot.csv")
    declared = study(
        "pilot",
        folder=folder,
        data={"n": 100},
        assumptions={"pilot": "pilot.csv"},
        procedure={"replicates": 1000, "resamples": 199},
    )

    def draw(rng):
        rows = rng.integers(0, 80, 100)
        return Pairs(a[rows], b[rows], names=("a", "b"))

    return declared, draw


def _labels(folder):
    path = example_path("confusion.toml")
    tables = read_tables(path)
    declared = study(
        "labels",
        claim={"metric": "f1:macro"},
        data={"n": 800},
        assumptions={"tables": str(path), "difference": 0.05},
        procedure={"replicates": 1000, "resamples": 199},
    )
    world = Confusion(tables, find_metric("f1:macro")).with_difference(0.05).tables

    def draw(rng):
        gold = rng.choice(len(world.classes), 800, p=world.prior)
        flat = world.tables.reshape(len(world.classes), -1)
        cells = np.array([rng.choice(flat.shape[1], p=flat[g] / flat[g].sum()) for g in gold])
        said = {"a": cells // len(world.classes), "b": cells % len(world.classes)}
        named = np.array(world.classes)
        return pl.DataFrame(
            {
                "item": [*range(800)] * 2,
                "system": ["a"] * 800 + ["b"] * 800,
                "gold": [*named[gold], *named[gold]],
                "prediction": [*named[said["a"]], *named[said["b"]]],
            }
        )

    return declared, draw


def _responses(folder):
    world = find_response_world("published").at(epsilon_a=0.4, epsilon_b=0.1)
    declared = study(
        "responses",
        data={"items": 40, "responses": 3},
        assumptions={"epsilon_a": 0.4, "epsilon_b": 0.1},
        procedure={"replicates": 1000, "resamples": 199, "sets": 2},
    )

    def draw(rng):
        given = world.draw(40, Counts.of(3), rng, 1)
        parts = zip(("gold", "a", "b"), given, strict=True)
        rows = [
            (f"i{item}", name, float(value))
            for name, values in parts
            for item, answers in enumerate(values[0])
            for value in answers
        ]
        return pl.DataFrame(rows, schema=["item", "source", "response"], orient="row")

    return declared, draw


# Kinds whose analysis takes its time, or whose plan is simulated; each is made in a folder.
SLOW = {
    "ratings, linear": _ratings("linear"),
    "ratings, ordinal": _ratings("ordinal"),
    "judgements": _judgements,
    "means in clusters": _clustered,
    "accuracy in clusters": _clustered_verdicts,
    "pilot": _pilot,
    "labels": _labels,
    "responses": _responses,
}
