"""A small study of each kind, and how each part of the matrix is asked of it."""

from functools import cache

import numpy as np
import pandas as pd

import claimwise as cw
from claimwise.assess.judgement_fit import fit_judgement_world
from claimwise.assess.rating_world import fit_world
from claimwise.data import Pairs, example_path
from claimwise.plan.matrix import why_not

RUN = {"replicates": 60, "rng": 1}
BASE = {
    "accuracy": {"n": 60, "difference": 0.1, "agreement": 0.8},
    "proportions": {"n": 60, "difference": 0.1, "baseline": 0.6},
    "preference": {"n": 60, "win": 0.5, "lose": 0.3},
    "means": {"n": 60, "difference": 0.1, "sd": 0.4},
    "corpus": {"n": 400, "difference": 1.0, "resamples": 99, "solve": "power", **RUN},
    "labels": {
        "tables": str(example_path("confusion.toml")),
        "n": 800,
        "difference": 0.05,
        "resamples": 99,
        "solve": "power",
        **RUN,
    },
    "pilot": {"n": 60, "difference": 0.1, "test": "paired-t", **RUN},
    "ratings": {
        "world": "general",
        "items": 20,
        "ratings_per_item": 3,
        "list_length": 10,
        "effect": 0.8,
        "model": "t-items",
        **RUN,
    },
    "judgements": {
        "items": 20,
        "per_item": 3,
        "list_length": 10,
        "win": 0.7,
        "lose": 0.3,
        "rater_sd": 0.3,
        "item_sd": 0.3,
        "model": "t-items",
        **RUN,
    },
    "responses": {
        "items": 30,
        "responses": 3,
        "epsilon_b": 0.3,
        "resamples": 99,
        "sets": 2,
        **RUN,
    },
}
FUNCTION = {"corpus": "bleu", "labels": "f1"}
MARGIN = {"means": 0.2, "pilot": 0.3}
EFFECT = {"ratings": "effect", "responses": "epsilon_b"}  # others call it the difference
SIZE = {"ratings": "items", "judgements": "items", "responses": "items"}
SEARCHED = {"n": "items"}


@cache
def pairs():
    """Return right/wrong scores of two systems, who differ on one item in four."""
    rng = np.random.default_rng(3)
    a = (rng.random(80) < 0.6).astype(float)
    b = np.where(rng.random(80) < 0.25, (rng.random(80) < 0.8).astype(float), a)
    return Pairs(a, b)


@cache
def scores(clustered=False):
    """Return graded scores of two systems, three runs each."""
    rng = np.random.default_rng(4)
    rows = [
        {"item": i, "system": s, "run": r, "score": rng.normal(shift + i % 5, 1), "doc": i // 4}
        for i in range(40)
        for s, shift in (("a", 0.0), ("b", 0.3))
        for r in range(3)
    ]
    table = pd.DataFrame(rows)
    return table if not clustered else table[table.run == 0].drop(columns="run")


def case(kind, *parts):
    """Return the function and the arguments that ask for these parts of a kind."""
    given = dict(BASE[kind])
    for part in parts:
        given |= asked(kind, part)
    for part in parts:  # what is looked for, or left open, is not said
        for name in unsaid(kind, part):
            if part not in ("over-n", "over-effect"):
                given[name] = overridden(kind, parts).get(name)
    if given.get("unpaired") and given.get("test") == "paired-t":
        given["test"] = "welch"
    sources = [given.pop("sources", pairs())] if kind == "pilot" else []
    given = {name: value for name, value in given.items() if value is not None}
    return getattr(cw.plan, FUNCTION.get(kind, kind)), sources, given


def overridden(kind, parts):
    """Return what curves say although another part looks for it."""
    found = {}
    for part in parts:
        if part in ("over-n", "over-effect"):
            found |= asked(kind, part)
    return found


def unsaid(kind, part):
    """Return the parameters that a part takes the place of."""
    effect = ("win", "lose", "difference") if kind in ("preference", "judgements") else (
        EFFECT.get(kind, "difference"),
    )  # fmt: skip
    return {
        "n": (SIZE.get(kind, "n"),),
        "mde": effect,
        "budget": ("items", "responses") if kind == "responses" else ("items", "list_length"),
        "uncertain": () if kind in ("ratings", "judgements") else (
            *effect, "agreement", "sd",
        ),
        "over-effect": ("lose",) if kind == "preference" else ("win", "lose"),
    }.get(part, ())  # fmt: skip


def asked(kind, part):
    """Return the arguments that ask for a part."""
    margin = MARGIN.get(kind, 0.15)
    effect = EFFECT.get(kind, "difference")
    reading = {"assess": "test,posterior", "replicates": 50, "rng": 1}
    if part in ("superiority", "non-inferiority", "equivalence"):
        small = {"superiority": 0.02, "non-inferiority": margin, "equivalence": 2 * margin}
        return {"claim": part, "margin": small[part]} | ({"test": None} if kind == "pilot" else {})
    if part == "interval" and why_not(kind, part):
        return {"interval": "choose"}
    if part == "interval":
        return {"claim": "non-inferiority", "margin": margin, "interval": "choose"}
    if part == "uncertain":
        own = {
            "accuracy": {"pilot": pairs()},
            "preference": {"pilot": "60,40,20"},
            "means": {"pilot": scores(clustered=True), "a": "a", "b": "b"},
            "ratings": {"world": rated_pilot("ratings")},
            "judgements": {
                "world": rated_pilot("judgements"),
                "rater_sd": None,
                "item_sd": None,
                "win": None,
                "lose": None,
            },
        }
        return {"uncertain": True, **own.get(kind, {})}
    if part == "over-effect" and kind == "preference":
        return {"win": [0.6, 0.7], "lose": None}
    if part == "over-effect" and kind == "judgements":
        return {"difference": [0.1, 0.3], "win": None, "lose": None}
    at = {
        "test": {
            "test": {
                "accuracy": "tango",
                "proportions": "farrington-manning",
                "preference": "tango",
                "means": "paired-t",
                "labels": "jackknife-t",
                "pilot": "paired-t",
            }.get(kind, "wilcoxon" if kind in ("ratings", "judgements") else None)
        },
        "posterior": reading,
        "rope": {**reading, "rope": 0.05},
        "bayes-factor": {**reading, "bayes_factor": 3},
        "mixed": {"model": "linear"},
        "obrien-fleming": {"looks": 2, **RUN},
        "pocock": {"looks": [0.5, 1.0], "spending": "pocock", **RUN},
        "anytime": {"spending": "anytime", **RUN},
        "futility": {"looks": 2, "futility": 0.1, **RUN},
        "effect-prior": {
            "effect_prior": "normal:0.04:0.01" if kind == "labels" else "normal:0.2:0.05"
        },
        "clusters": {"means": {"cluster_size": 4, "icc": 0.2, **RUN}, "pilot": {
            "sources": scores(clustered=True), "cluster": "doc", "a": "a", "b": "b", "test": None,
            "difference": 0.3, "resamples": 99,
        }}.get(kind, {"cluster": "doc"}),
        "runs": {"means": {
            "pilot": scores(), "a": "a", "b": "b", "runs_per_item": 2, "sd": None,
        }, "responses": {}}.get(kind, {"runs_per_item": 2}),
        "raters": {} if kind in ("ratings", "judgements") else {"raters": 3},
        "unpaired": {"means": {"unpaired": True}, "proportions": {}}.get(kind, {"unpaired": True}),
        "unequal": {"ratio": 2.0},
        "several": {"systems": 3},
        "power": {"solve": "power"},
        "n": {"solve": SEARCHED["n"] if kind in SIZE else "n"},
        "mde": {"solve": "mde"},
        "budget": {"solve": "budget", "cost_item": 1.0, "cost_rating": 0.2, "cost_rater": 1.0}
        if kind in ("ratings", "judgements")
        else {"solve": "budget"},
        "over-n": {SIZE.get(kind, "n"): [40, 80]},
        "over-effect": {effect: [0.02, 0.05] if kind == "labels" else [0.1, 0.3]},
    }  # fmt: skip
    return at.get(part, {})


@cache
def rated_pilot(kind):
    """Return a world that was fitted to raters' judgements."""
    fit = {"ratings": fit_world, "judgements": fit_judgement_world}[kind]
    return fit(example_path(f"{kind}.csv"))[0]


ROWS = {
    "superiority": "support",
    "non-inferiority": "support",
    "equivalence": "support",
    "posterior": "conclude",
    "rope": "hdi_inside_rope",
    "bayes-factor": "bayes_factor_10_above",
    "obrien-fleming": "boundary_z",
    "pocock": "boundary_z",
    "anytime": "never",
    "futility": "futile",
    "effect-prior": "assurance",
    "uncertain": "expected_power",
    "n": "sample_size",
    "mde": "mde",
    "budget": "cost",
}
