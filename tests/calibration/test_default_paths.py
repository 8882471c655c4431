"""Is the default of `compare` honest: false findings, coverage, and the power that was planned?

Each path draws studies with a known difference (0 unless said) and asks `claimwise.compare` with no
option but the systems. The marked test is the table of docs/conformance.md; the other holds a few
paths to their level in every run. What finds more than alpha is written there with how often a
caution says so. Of several comparisons "rejects" counts the studies in which any of them is found,
"covers" those in which all intervals hold the truth.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import polars
import pytest
from scipy import stats

import claimwise as cw

ALPHA = 0.05
Rng = np.random.Generator
SIZES = (20, 60, 120, 500)


class Path(NamedTuple):
    """A path through `compare`: the studies, the true difference, and further arguments."""

    draw: Callable[[Rng], Any]
    truth: float = 0.0
    more: dict[str, Any] = {}  # noqa: RUF012
    skewed: bool = False  # then a caution is what is promised
    family: bool = False  # all differences but that of all data sets together
    studies: int = 1000
    misses: float = ALPHA  # of intervals: twice as often with a margin, as alpha is of one side


class Rate(NamedTuple):
    """How many of the studies had a finding, an interval with the truth in it, a caution."""

    rejects: int
    covers: int
    cautions: int
    studies: int


def frame(n: int, columns: dict[str, Any]) -> polars.DataFrame:
    items = [f"i{i}" for i in range(n)]
    return polars.DataFrame({"item": items, **columns})


def long(scores: dict[str, Any], **more: Any) -> polars.DataFrame:
    """Return a row for each item and system."""
    frames = []
    for name, values in scores.items():
        n = len(values)
        frames.append(frame(n, {"score": values, **more}).with_columns(system=polars.lit(name)))
    return polars.concat(frames)


def verdicts(rng: Rng, n: int, right: float, shift: float = 0.0) -> dict[str, Any]:
    """Return right and wrong of two systems on items that are hard or easy for both."""
    ease = rng.normal(0, 1, n)
    edge = stats.norm.isf(right, scale=np.sqrt(2))
    return {
        "a": (ease + rng.normal(0, 1, n) > edge).astype(int),
        "b": (ease + rng.normal(shift, 1, n) > edge).astype(int),
    }


SHAPES: dict[str, Callable[[Rng, int], Any]] = {
    "normal": lambda rng, n: rng.normal(0, 1, n),
    "exponential": lambda rng, n: rng.exponential(1, n),
    "log-normal": lambda rng, n: rng.lognormal(0, 1, n),
    "0 to 100 with spikes": lambda rng, n: (
        rng.choice([0.0, 50.0, 100.0, -1.0], n, p=[0.3, 0.1, 0.3, 0.3])
        + (rng.random(n) * 0.5).round(2)
    ),
}


def graded(shape: str, n: int) -> Path:
    return Path(lambda rng: {"a": SHAPES[shape](rng, n), "b": SHAPES[shape](rng, n)})


def skewed(n: int) -> Path:
    def draw(rng: Rng) -> Any:
        own = rng.normal(0, 1, n)
        return {"a": own, "b": own + rng.exponential(1, n) - 1}

    return Path(draw, skewed=True)


def clustered(clusters: int, size: int, *, right: bool) -> Path:
    def draw(rng: Rng) -> Any:
        n = clusters * size
        shared = {name: np.repeat(rng.normal(0, 0.7, clusters), size) for name in "ab"}
        scores = {name: shared[name] + rng.normal(0, 1, n) for name in "ab"}
        if right:
            scores = {name: (one > -0.5).astype(int) for name, one in scores.items()}
        return long(scores, cluster=[f"c{k}" for k in np.repeat(np.arange(clusters), size)])

    return Path(draw)


def unpaired(n_a: int, n_b: int, *, right: bool) -> Path:
    def draw(rng: Rng) -> Any:
        a, b = rng.normal(0, 1, n_a), rng.normal(0, 1, n_b)
        if right:
            a, b = (a > -0.5).astype(int), (b > -0.5).astype(int)
        table = long({"a": a, "b": b})
        return table.with_columns(item=polars.concat_str("system", "item"))

    return Path(draw, more={"paired": False})


def data_sets(count: int, n: int) -> Path:
    def draw(rng: Rng) -> Any:
        tables = [
            long(verdicts(rng, n, 0.7)).with_columns(
                dataset=polars.lit(f"d{k}"), item=polars.concat_str(polars.lit(f"{k}"), "item")
            )
            for k in range(count)
        ]
        return polars.concat(tables)

    return Path(draw)


def one_by_one(sizes: tuple[int, ...], *, right: bool) -> Path:
    """Two systems on data sets of these sizes, each of which is a comparison."""

    def draw(rng: Rng) -> Any:
        tables = []
        for k, n in enumerate(sizes):
            scores = verdicts(rng, n, 0.7) if right else {s: rng.normal(0, 1, n) for s in "ab"}
            named = polars.concat_str(polars.lit(f"{k}-"), "item")
            tables.append(long(scores).with_columns(dataset=polars.lit(f"d{k}"), item=named))
        return polars.concat(tables)

    return Path(draw, family=True)


def outputs(gold: Any, said: dict[str, Any], **more: Any) -> polars.DataFrame:
    """Return a row for each item and system, with what it should have said."""
    tables = [
        frame(len(gold), {"gold": gold, "prediction": one, **more}).with_columns(
            system=polars.lit(name)
        )
        for name, one in said.items()
    ]
    return polars.concat(tables)


def labelled(n: int, metric: str = "f1:macro", systems: str = "ab") -> Path:
    """Systems that err alike, compared by metrics of labels."""

    def draw(rng: Rng) -> Any:
        gold = rng.choice(["x", "y", "z"], n, p=[0.5, 0.3, 0.2])
        other = rng.choice(["x", "y", "z"], (len(systems), n))
        said = [np.where(rng.random(n) < 0.7, gold, one) for one in other]
        return outputs(gold, dict(zip(systems, said, strict=True)))

    family = "," in metric or len(systems) > 2
    return Path(draw, more={"metric": metric, "resamples": 999}, family=family, studies=300)


def translated(n: int, metric: str, documents: int = 0) -> Path:
    """Two systems that get as many words right, those of a document alike where there are some."""
    words = np.array([f"w{i}" for i in range(40)])

    def draw(rng: Rng) -> Any:
        gold = rng.choice(words, (n, 8))
        of = np.repeat(np.arange(documents), n // documents) if documents else np.arange(n)
        said = {}
        for name in "ab":
            hard = rng.beta(6, 2, of.max() + 1)[of][:, None]
            kept = rng.random((n, 8)) < hard
            said[name] = [" ".join(x) for x in np.where(kept, gold, rng.choice(words, (n, 8)))]
        more = {"document": [f"d{k}" for k in of]} if documents else {}
        return outputs([" ".join(x) for x in gold], said, **more)

    how = {"metric": metric, "resamples": 999}
    return Path(draw, more=how, family="," in metric, studies=300)


def answered(kind: str, metric: str, n: int = 40, answers: int = 4) -> Path:
    """Two systems whose several answers to each item are drawn as those of the gold standard."""

    def draw(rng: Rng) -> Any:
        easy = rng.normal(0, 1, (n, 1))
        rows = []
        for source in ("gold", "a", "b"):
            latent = easy + rng.normal(0, 1, (n, answers))
            values = np.where(latent > 0, "yes", "no") if kind == "categorical" else latent
            rows += [(f"i{i}", source, v) for i in range(n) for v in values[i].tolist()]
        return polars.DataFrame(rows, schema=["item", "source", "response"], orient="row")

    how = {"gold": "gold", "metric": metric, "kind": kind, "resamples": 999}
    return Path(draw, more=how, family="," in metric, studies=300)


def at_the_margin(margin: float, claim: str, *, right: bool, paired: bool = True) -> Path:
    """Two systems whose difference is just what the claim rules out."""
    truth = margin if claim == "equivalence" else -margin
    far = np.sqrt(2) * (stats.norm.isf(0.7) - stats.norm.isf(0.7 + truth)) if right else truth

    def draw(rng: Rng) -> Any:
        if right:
            scores = verdicts(rng, 120, 0.7, far)
            scores |= {} if paired else {"a": verdicts(rng, 120, 0.7)["a"]}  # other items
        else:
            own = rng.normal(0, 1, 60)
            scores = {"a": own, "b": own + rng.normal(truth, 1, 60)}
        if paired:
            return scores
        table = long(scores)
        return table.with_columns(item=polars.concat_str("system", "item"))

    how = {"claim": claim, "margin": margin, "paired": paired}
    return Path(draw, truth, how, misses=2 * ALPHA)


PATHS: dict[str, Path] = {
    **{
        f"right or wrong, {round(100 * p)}% right, {n} items": Path(
            lambda rng, n=n, p=p: verdicts(rng, n, p)  # type: ignore[misc]
        )
        for p in (0.7, 0.95)
        for n in SIZES
    },
    **{f"graded, {shape}, {n} items": graded(shape, n) for shape in SHAPES for n in SIZES},
    **{f"graded, skewed differences, {n} items": skewed(n) for n in SIZES},
    **{
        f"graded, skewed differences, {n} items, studentised interval alone": skewed(n)._replace(
            more={"assess": "interval", "interval": "studentised"}, skewed=False
        )
        for n in (20, 60)
    },
    "right or wrong, 12 clusters of 10": clustered(12, 10, right=True),
    "graded, 12 clusters of 10": clustered(12, 10, right=False),
    "graded, 40 clusters of 5": clustered(40, 5, right=False),
    "right or wrong, 60 against 90 other items": unpaired(60, 90, right=True),
    "graded, 30 against 90 other items": unpaired(30, 90, right=False),
    "3 data sets of 80 items, all together": data_sets(3, 80),
    "single data sets, 40, 40, 40 and 40 graded items": one_by_one((40,) * 4, right=False),
    "single data sets, 8, 25 and 150 graded items": one_by_one((8, 25, 150), right=False),
    "single data sets, 8, 25 and 150 items, right or wrong": one_by_one((8, 25, 150), right=True),
    "not worse by 10 points, which it is, 120 items": at_the_margin(
        0.1, "non-inferiority", right=True
    ),
    "not worse by 10 points, which it is, 120 and 120 other items": at_the_margin(
        0.1, "non-inferiority", right=True, paired=False
    ),
    "equal within 20 points, by which it is ahead, 120 items": at_the_margin(
        0.2, "equivalence", right=True
    ),
    "not worse by 0.5, which it is, 60 graded items": at_the_margin(
        0.5, "non-inferiority", right=False
    ),
    "equal within 0.5, by which it is ahead, 60 graded items": at_the_margin(
        0.5, "equivalence", right=False
    ),
    "macro F1, 60 items": labelled(60),
    "macro F1, accuracy and MCC, 60 items": labelled(60, "f1:macro,accuracy,mcc"),
    "macro F1, all pairs of 4 systems, 60 items": labelled(60, systems="abcd"),
    "macro F1 and MCC, all pairs of 4 systems, 60 items": labelled(60, "f1:macro,mcc", "abcd"),
    "BLEU, 60 sentences": translated(60, "bleu"),
    "BLEU, 20 documents of 5 sentences": translated(100, "bleu", 20),
    "BLEU, chrF and TER, 60 sentences": translated(60, "bleu,chrf,ter"),
    "several answers, mean absolute error": answered("continuous", "mae"),
    "several answers, wins by absolute error": answered("continuous", "wins:mae"),
    "several answers, Spearman": answered("continuous", "spearman"),
    "several answers, accuracy of labels": answered("categorical", "accuracy"),
    "several answers, error and Spearman": answered("continuous", "mae,spearman"),
    **{
        f"posterior of the mean difference, {shape}, {n} items": graded(shape, n)._replace(
            more={"assess": "posterior"}
        )
        for shape in ("normal", "exponential", "log-normal")
        for n in (20, 60, 120)
    },
    **{
        f"posterior of right or wrong, 70% right, {n} items": Path(
            lambda rng, n=n: verdicts(rng, n, 0.7),  # type: ignore[misc]
            more={"assess": "posterior"},
        )
        for n in (60, 120)
    },
}
QUICK = (
    "right or wrong, 70% right, 60 items",
    "graded, log-normal, 60 items",
    "graded, 12 clusters of 10",
    "graded, 30 against 90 other items",
    "single data sets, 8, 25 and 150 graded items",
    "macro F1, accuracy and MCC, 60 items",
    "several answers, mean absolute error",
)


def rate(path: Path, studies: int, seed: int) -> Rate:
    rejects = covers = cautions = 0
    for rng in streams(studies, seed):
        result = answer(path, rng)
        if "assess" in path.more:  # by an interval alone
            belief = path.more["assess"] == "posterior"
            row = result["posterior_difference" if belief else "difference"]
            rejects += not row.low <= 0 <= row.high
            covers += row.low <= path.truth <= row.high
            continue
        rows = differences(path, result)
        found = [row for row in rows if row.pvalue is not None and not np.isnan(row.pvalue)]
        # Where both answer alike nothing is found, and the interval is that of a tie.
        rejects += any(row.pvalue <= ALPHA for row in found)
        covers += all(row.low - 1e-12 <= path.truth <= row.high + 1e-12 for row in found)
        cautions += any(note.kind == "caution" and "skew" in note for note in result.notes)
    return Rate(rejects, covers, cautions, studies)


def differences(path: Path, result: Any) -> list[Any]:
    """Return the differences that count: all of a family, or the one of all data sets."""
    rows = result.select("difference")
    if path.family:
        return [row for row in rows if {"dataset", "b", "metric"} & set(row.at)]
    return [next(row for row in rows if "dataset" not in row.at)]


def answer(path: Path, rng: Rng) -> Any:
    drawn = path.draw(rng)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if isinstance(drawn, dict):  # arrays are read the quickest
            return cw.compare(drawn["a"], drawn["b"], **path.more)
        if len(drawn.get_column("system").unique() if "system" in drawn.columns else "") > 2:
            return cw.compare(drawn, **path.more)
        return cw.compare(drawn, a="a", b="b", **path.more)


def streams(studies: int, seed: int) -> Iterator[Rng]:
    return (np.random.default_rng([seed, k]) for k in range(studies))


def bound(studies: int, sure: float = 1e-4, often: float = ALPHA) -> int:
    """Return what happens as often as this, by default alpha, exceeds with a small probability."""
    return int(stats.binom.isf(sure, studies, often))


@pytest.mark.slow
@pytest.mark.parametrize("name", QUICK)
def test_the_default_keeps_its_level(name: str) -> None:
    found = rate(PATHS[name], 150, seed=41)
    assert found.rejects <= bound(found.studies)
    assert found.studies - found.covers <= bound(found.studies)


@pytest.mark.slow
def test_a_planned_study_finds_as_often_as_planned() -> None:
    plan = cw.plan.means(n=40, difference=0.5, sd=1.0)["power"].estimate

    def draw(rng: Rng) -> Any:
        own = rng.normal(0, 1, 40)
        return {"a": own, "b": own + rng.normal(0.5, 1, 40)}

    path = Path(draw)
    found = rate(path, 300, seed=7).rejects
    low, high = stats.binom.interval(1 - 1e-4, 300, plan)
    assert low <= found <= high


@pytest.mark.calibration
@pytest.mark.parametrize("name", PATHS)
def test_the_table_of_default_paths(name: str) -> None:
    path = PATHS[name]
    found = rate(path, path.studies, seed=5)
    rejects, covers = found.rejects / found.studies, found.covers / found.studies
    said = f", cautioned {found.cautions / found.studies:.2f}" if path.skewed else ""
    print(f"| compare, {name} | {rejects:.4f} | {covers:.4f} | {found.studies:,} |{said}")
    if not path.skewed:
        assert found.rejects <= bound(found.studies)
        assert found.studies - found.covers <= bound(found.studies, often=path.misses)
