"""Results of every kind that can be drawn, small ones; each is made once."""

from dataclasses import replace
from functools import cache
from math import inf
from pathlib import Path

import claimwise as cw
from claimwise.core import Result, Row
from claimwise.study import declare

EXAMPLES = Path(__file__).parents[2] / "examples"
STUDY = {"difference": 0.05, "agreement": 0.85}
WORLD = {"epsilon_b": 0.6, "replicates": 20, "resamples": 39, "rng": 1}
ODD = ('<script>alert("1")</script>', 'it\'s "b" & <b>c</b>')
LONG = [f"organisation-{k}/a-rather-long-system-name-{k}B-instruct-v{k}.2" for k in range(12)]


def two(**more):
    return cw.compare(EXAMPLES / "leaderboard.csv", a="bert", b="albert", **more)


def scores(names, n=60):
    """Return right and wrong answers without chance: each system a little better than the last."""
    right = {name: [(7 * i + 3) % 10 < 3 + k % 7 for i in range(n)] for k, name in enumerate(names)}
    items = {"item": [f"q{i}" for i in range(n)]}
    return items | {name: [int(x) for x in column] for name, column in right.items()}


def frame(names, n=60):
    import polars as pl

    return pl.DataFrame(scores(names, n))


def coverage():
    rows = [
        Row(
            quantity="coverage",
            at={"analysis": "tango"},
            level=0.95,
            estimate=0.94,
            low=0.93,
            high=0.95,
        ),
        Row(
            quantity="coverage",
            at={"analysis": "wald"},
            level=0.95,
            estimate=0.88,
            low=0.87,
            high=0.89,
        ),
    ]
    settings = {"level": 0.95}
    return Result(
        kind="test", method="calibration", rows=tuple(rows), provenance={"settings": settings}
    )


def swaps():
    rows = [Row(quantity=n, estimate=1.0) for n in ("zero_share", "slope", "correlation")]
    settings = {"metric": "bleu", "a": "base", "b": "new", "scale": 2.0}
    effects = [0.0, 0.01, -0.02, 0.03, 0.02]
    draws = {"net": [0.1, 0.2, 0.3], "sums": [0.1, 0.25, 0.28], "effects": effects}
    found = {"settings": settings}
    return Result(kind="mystery", method="fit", rows=tuple(rows), draws=draws, provenance=found)


def answers():
    bars = [
        {"from": k, "to": k + 1, "middle_at": k + 0.5, "observed": 0.5, "middle": 0.4}
        | {"low": 0.2, "high": 0.6}
        for k in range(2)
    ]
    fits = [{"statistic": "item means", "pvalue": p, "bars": bars} for p in (0.3, 0.01)]
    found = {"settings": {"a": "base", "b": "new"}}
    return Result(
        kind="mystery", method="fit", rows=(), draws={"response_fit": fits}, provenance=found
    )


def endless():
    """Return a comparison whose intervals have one end, and one that is not defined."""
    settings = {
        "verb": "compare",
        "a": "base",
        "systems": ["base", "x", "y", "z"],
        "claim": "superiority",
        "margin": 0.0,
        "alternative": "one-sided",
        "alpha": 0.05,
        "better": "higher",
        "assess": ["interval"],
        "paired": True,
        "unit": "score",
    }
    rows = (
        Row(
            quantity="difference",
            at={"b": "x", "a": "base"},
            estimate=1.5,
            low=0.5,
            high=inf,
            level=0.95,
            n=9,
        ),
        Row(quantity="verdict", at={"b": "x", "a": "base"}, estimate=1, n=9),
        Row(
            quantity="difference",
            at={"b": "y", "a": "base"},
            estimate=-2.0,
            low=-inf,
            high=-1.0,
            level=0.95,
            n=9,
        ),
        Row(quantity="verdict", at={"b": "y", "a": "base"}, estimate=-1, n=9),
        Row(quantity="difference", at={"b": "z", "a": "base"}, estimate=0.25, n=9),
    )
    return Result(kind="leaderboard", method="t", rows=rows, provenance={"settings": settings})


def weights():
    """Return a posterior by importance sampling."""
    points = [{"rank": k + 1, "weight": 2.0 / (k + 1), "held": 0.5 / (k + 1)} for k in range(4)]
    found = {"kind": "weights", "points": points, "light": 0, "draws": 4, "ess": 3.0}
    found |= {"limit": 0.001, "pareto_k": 0.1, "trusted": 0.7}
    return Result(kind="posterior", method="ordinal", rows=(), draws={"diagnostics": found})


def uncertain():
    """Return a plan whose power is averaged over what a pilot leaves open, and no other rows."""
    plan = drawn("simulated")
    rows = [row for row in plan.rows if row.quantity == "power"]
    named = (replace(row, quantity=f"expected_{row.quantity}") for row in rows)
    return replace(plan, rows=tuple(named))


def declared():
    """Return a study of two comparisons."""
    return declare(
        {
            "kind": "accuracy",
            "claim": {"a": "base"},
            "data": {"n": 60},
            "assumptions": {"difference": 0.1, "agreement": 0.7, "source": "a guess"},
            "multiplicity": {"correct": "holm"},
            "comparison": [{"name": "first", "b": "big"}, {"name": "second", "b": "small"}],
        }
    )


MAKERS = {
    "exact": lambda: cw.plan.accuracy(n=[200, 400], difference=[0.02, -0.05], agreement=0.85),
    "simulated": lambda: cw.plan.accuracy(
        n=[100, 200], **STUDY, by="simulation", replicates=200, rng=1
    ),
    "mde": lambda: cw.plan.accuracy(n=[200, 400], agreement=0.9, solve="mde"),
    "cases": lambda: cw.plan.accuracy(
        n=[500, 1000], baseline=0.9, agreement_from="lachenbruch", solve="mde", by="normal"
    ),
    "size": lambda: cw.plan.accuracy(difference=[0.03, 0.05], agreement=0.9, solve="n"),
    "means": lambda: cw.plan.means(n=[100, 300], difference=0.05, sd=0.4),
    "assured": lambda: cw.plan.accuracy(
        n=[200, 400], agreement=0.85, effect_prior="normal:0.03:0.02"
    ),
    "posterior plan": lambda: cw.plan.accuracy(
        n=[100, 200], baseline=0.7, difference=0.06, assess="posterior", replicates=20, rng=1
    ),
    "rating plan": lambda: cw.plan.ratings(
        items=10,
        ratings_per_item=2,
        effect=[0.5, 1.0],
        world="card-low",
        model="linear",
        replicates=10,
        rng=1,
    ),
    "frontier": lambda: cw.plan.ratings(
        world="card-low",
        difference=0.5,
        model="linear",
        correlated=False,
        solve="budget",
        design="complete",
        cost_item=0.2,
        cost_rating=0.1,
        cost_rater=1.0,
        replicates=10,
        rng=1,
    ),
    "surface": lambda: cw.plan.responses(
        items=[10, 20, 40], responses=[1, 2], metric="mae,wins", solve="power", budget=40, **WORLD
    ),
    "split": lambda: cw.plan.responses(budget=60, responses=[1, 3], metric="mae", **WORLD),
    "cost": lambda: cw.plan.responses(responses=[2, 4], metric="mae", solve="budget", **WORLD),
    "two": two,
    "equivalent": lambda: two(claim="equivalence", margin=0.05),
    "no worse": lambda: two(claim="non-inferiority", margin=0.02),
    "less is better": lambda: two(claim="non-inferiority", margin=0.02, better="lower"),
    "board": lambda: cw.compare(EXAMPLES / "leaderboard.csv"),
    "long names": lambda: cw.compare(frame(LONG), baseline=LONG[2]),
    "odd names": lambda: cw.compare(frame(ODD)),
    "datasets": lambda: cw.compare(EXAMPLES / "arc.csv"),
    "gold": lambda: cw.compare(
        EXAMPLES / "responses.csv", gold="gold", a="base", b="new", metric="wins:mae,mae"
    ),
    "endless": endless,
    "belief": lambda: cw.compare(
        EXAMPLES / "latency.csv", assess="posterior", rope=5.0, plot_of="posterior,predictive"
    ),
    "weights": weights,
    "uncertain": uncertain,
    "study": lambda: declared().assess(frame(["base", "small", "big"])),
    "study power": lambda: declared().power(),
    "ordinal": lambda: cw.fit_ratings(EXAMPLES / "ratings.csv", slopes=False).result,
    "linear": lambda: (
        cw.fit_ratings(EXAMPLES / "ratings.csv", outcome="linear", slopes=False).result
    ),
    "judged": lambda: cw.fit_judgements(EXAMPLES / "judgements.csv", a="base", b="new").result,
    "calibrated": lambda: cw.calibrate.responses(
        epsilon_b=0.6,
        items=20,
        responses=3,
        procedure="item-swap,htest",
        replicates=40,
        resamples=39,
        sets=10,
        draws=20,
        rng=1,
    ),
    "accuracy calibrated": lambda: cw.calibrate.accuracy(
        n=40, agreement=0.8, difference=[0.1, -0.2]
    ),
    "means calibrated": lambda: cw.calibrate.means(
        n=20, difference=0.5, shape="skewed", replicates=60, resamples=99, rng=1
    ),
    "surveyed": lambda: cw.survey(EXAMPLES / "survey.csv"),
    "coverage": coverage,
    "swaps": swaps,
    "answers": answers,
}


@cache
def drawn(name):
    """Return the result of that name."""
    return MAKERS[name]()
