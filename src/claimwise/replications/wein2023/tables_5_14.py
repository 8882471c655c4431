"""Tables 5 to 14 of Wein et al. (2023): the expected p of nine metrics by six samplers.

Systems answer 1,000 items five times. A has the distribution of the gold standard; the mean of B
is off by up to epsilon on each item. True p is that of fresh studies, estimated p that of one test
set which a sampler draws again and again. Tables 5 to 9 have normal answers, Tables 10 to 14
answers like the ratings of toxicity by Kumar et al. (2021); of these only true p is here, for
estimates need the ratings themselves.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib.resources import files
from math import nan, sqrt

import numpy as np

from claimwise.core import block_rng
from claimwise.data.responses import Counts
from claimwise.kernels.arrays import Floats
from claimwise.kernels.expected_p import ExpectedP, expected_p
from claimwise.kernels.response_samplers import PUBLISHED as SAMPLERS
from claimwise.kernels.response_samplers import Sampler
from claimwise.metrics.responses import find_response_metrics
from claimwise.power.published_differences import reference_differences, world_differences
from claimwise.replications.base import Cell, Effort, Replication, Value
from claimwise.replications.wein2023.verdicts import errors_apart, judge_estimates, judge_truths
from claimwise.run import map_blocks
from claimwise.worlds.response_presets import PUBLISHED as NORMAL
from claimwise.worlds.response_presets import TOXICITY
from claimwise.worlds.responses import NormalResponses

EPSILONS = ("0", "0.05", "0.1", "0.3", "0.7")
ITEMS, COUNTS = 1000, Counts(5, 5, 5)
# What the paper calls MAE, Wins(MAE), Wins(MAE) (vectorized), MSE, Spearman Rho, EMD Agg, EMD Agg
# (vectorized), Mean Agg and COS (vectorized).
METRICS = (
    "mae",
    "wins",
    "wins-vectorised",
    "inverse-mse",
    "spearman",
    "emd-means-published",
    "emd-responses-published",
    "mean-emd-published",
    "cosine",
)
CORRECT = ("emd-means", "emd-responses", "mean-emd")
SEVERAL = ("wins-vectorised", "emd-responses-published", "mean-emd-published")  # of five answers
SINGLE = tuple(name for name in METRICS if name not in SEVERAL)
STUDIES, RESAMPLES, SETS, OF_SET = 5000, 1000, 20, 100
QUICK_STUDIES, QUICK_RESAMPLES, QUICK_SETS, QUICK_OF_SET = 400, 100, 4, 50
ONE_SET, MANY_SETS = 125, 126  # streams of the seed
COLUMNS = ("metric", "sampler", "value", "epsilon")
TRUE, ESTIMATE, MEAN, SPREAD = "true p", "estimated p", "mean estimate", "SD of estimates"
QUANTILES = {20: 2.093, 4: 3.182}  # of t, by test sets


@cache
def published_values(world: str) -> dict[tuple[str, str, str], tuple[float, float]]:
    """Return (estimated p, true p) by metric, sampler and epsilon; rows that cannot be read lack.

    A row is taken where its two numbers and their printed difference agree.
    """
    path = files("claimwise.replications.wein2023") / "published.csv"
    found = {}
    for line in csv.DictReader(path.read_text(encoding="utf-8").splitlines()):
        if line["world"] == world:
            key = (line["metric"], line["sampler"], line["epsilon"])
            found[key] = (float(line["estimated"] or nan), float(line["true"]))
    return found


def metrics_of(sampler: str) -> tuple[str, ...]:
    """Return the metrics that the tables have for a sampler: fewer if it leaves one answer."""
    return METRICS if Sampler.of(sampler).width(COUNTS.a) > 1 else SINGLE


def _value(
    metric: str, sampler: str, value: str, epsilon: str, found: tuple[float, ...], studies: int
) -> Value:
    where = (("metric", metric), ("sampler", sampler), ("value", value), ("epsilon", epsilon))
    estimate, low, high = found
    return Value(where, "p", estimate, low, high, studies)


def _ends(found: ExpectedP) -> tuple[float, float, float]:
    reach = 1.96 * found.error
    return found.p, max(0.0, found.p - reach), min(1.0, found.p + reach)


def _oriented(differences: tuple[Floats, Floats]) -> list[ExpectedP]:
    return [expected_p(a, b, direction="oriented") for a, b in zip(*differences, strict=True)]


def _truths(world: NormalResponses, epsilon: str, effort: Effort) -> list[Value]:
    studies = QUICK_STUDIES if effort.quick else STUDIES
    several, single = (*METRICS, *CORRECT), (*SINGLE, "emd-means")
    five, one = world_differences(
        world.at(epsilon_b=float(epsilon)),
        find_response_metrics(several),
        ITEMS,
        COUNTS,
        replicates=studies,
        seed=effort.seed,
        workers=effort.workers,
        single=find_response_metrics(single),
    )
    of_five = dict(zip(several, _oriented(five), strict=True))
    of_one = dict(zip(single, _oriented(one), strict=True))
    values = []
    for metric in several:
        for sampler in SAMPLERS:
            from_here = of_one if Sampler.of(sampler).width(COUNTS.a) == 1 else of_five
            if metric in CORRECT and sampler not in ("bootstrap,all", "bootstrap,first"):
                continue
            if metric in from_here:
                found = _ends(from_here[metric])
                values.append(_value(metric, sampler, TRUE, epsilon, found, studies))
    return values


def _estimates(
    world: NormalResponses, rng: np.random.Generator, resamples: int, workers: int
) -> dict[str, list[ExpectedP]]:
    """Return the estimates of all samplers from one new test set."""
    answers = world.draw(ITEMS, COUNTS, rng, 1).study(0)
    seed = int(rng.integers(2**32))
    return {
        sampler: _oriented(
            reference_differences(
                answers,
                find_response_metrics(metrics_of(sampler)),
                Sampler.of(sampler),
                resamples=resamples,
                seed=seed,
                workers=workers,
            )
        )
        for sampler in SAMPLERS
    }


def _one_set(
    world: NormalResponses, resamples: int, rng: np.random.Generator, size: int
) -> dict[str, list[float]]:
    found = _estimates(world, rng, resamples, 1)
    return {sampler: [one.p for one in of] for sampler, of in found.items()}


def _estimated(world: NormalResponses, epsilon: str, effort: Effort) -> list[Value]:
    resamples, sets, of_set = RESAMPLES, SETS, OF_SET
    if effort.quick:
        resamples, sets, of_set = QUICK_RESAMPLES, QUICK_SETS, QUICK_OF_SET
    off = world.at(epsilon_b=float(epsilon))
    rng = block_rng(effort.seed, ONE_SET, EPSILONS.index(epsilon))
    first = _estimates(off, rng, resamples, effort.workers)
    task, seed = partial(_one_set, off, of_set), effort.seed
    stream = MANY_SETS + 256 * EPSILONS.index(epsilon)
    more = list(map_blocks(task, sets, seed=seed, stream=stream, block=1, workers=effort.workers))
    values = []
    for metric in METRICS:
        for sampler in (one for one in SAMPLERS if metric in metrics_of(one)):
            k = metrics_of(sampler).index(metric)
            of_sets = np.array([found[sampler][k] for found in more])
            at = partial(_value, metric, sampler, epsilon=epsilon)
            values.append(at(ESTIMATE, found=_ends(first[sampler][k]), studies=resamples))
            mean, spread = of_sets.mean(), of_sets.std(ddof=1)
            reach = QUANTILES[sets] * spread / sqrt(sets)
            ends = (mean, max(0.0, mean - reach), min(1.0, mean + reach))
            values.append(at(MEAN, found=ends, studies=sets))
            values.append(at(SPREAD, found=(spread, *_spread_ends(spread, sets)), studies=sets))
    return values


def _spread_ends(spread: float, sets: int) -> tuple[float, float]:
    """Return the interval of a standard deviation, as if the estimates were normal."""
    from scipy.special import chdtri

    low, high = (spread * sqrt((sets - 1) / chdtri(sets - 1, tail)) for tail in (0.025, 0.975))
    return float(low), float(high)


def _simulated(epsilon: str, effort: Effort) -> list[Value]:
    return _truths(NORMAL, epsilon, effort) + _estimated(NORMAL, epsilon, effort)


def _cells(compute: Callable[[str, Effort], list[Value]], quick: Sequence[str]) -> list[Cell]:
    return [
        Cell((("epsilon", epsilon),), partial(compute, epsilon), quick=epsilon in quick)
        for epsilon in EPSILONS
    ]


def _published(world: str, value: Value) -> float:
    key = (value.at("metric"), value.at("sampler"), value.at("epsilon"))
    estimated, true = published_values(world).get(key, (nan, nan))
    return {TRUE: true, ESTIMATE: estimated, MEAN: estimated}.get(value.at("value"), nan)


def _gap(world: str, value: Value) -> float:
    """Return how many Monte Carlo errors lie between a true p and the published one."""
    return errors_apart(value, _published(world, value)) if value.at("value") == TRUE else nan


def _judge(values: list[Value]) -> list[str]:
    ours = partial(_published, "published")
    return [*judge_truths(values, ours), *judge_estimates(values, ours)]


def _judge_toxicity(values: list[Value]) -> list[str]:
    """Add why answers on a scale differ more."""
    return [
        *judge_truths(values, partial(_published, "toxicity")),
        "Errors that differ by rounding alone are ties here, and nobody wins a tie. Of answers on "
        "a scale about 29% of items are tied at epsilon 0.1; in plain floating point a fifth of "
        "these ties would be won by rounding, and the true p of wins be about 0.030 instead of "
        "0.025.",
        "At epsilon 0.1 most published numbers lie above ours: by the chance of the studies that "
        "they share, or because the paper's studies differ from these in a way it does not tell.",
    ]


_CHART = {
    "x": "epsilon",
    "x_scale": "sqrt",
    "y": "expected p",
    "color": "sampler",
    "dash": "source",
    "row": "metric",
    "column": "value",
    "y_top": "0.6",
    "leave": "; ".join((SPREAD, *CORRECT)),  # which have no panels
    "height": "130",
}

TABLES = Replication(
    name="wein-tables-5-9",
    source="Wein et al. (2023), Tables 5 to 9",
    title="Expected p of nine metrics by six samplers",
    columns=COLUMNS,
    tables="value",
    cells=partial(_cells, _simulated, ("0.05", "0.1")),
    published=partial(_published, "published"),
    remarks=_judge,
    chart=_CHART,
    commands=(),
    measures="Expected p",
)
TOXICITY_TABLES = Replication(
    name="wein-tables-10-14",
    source="Wein et al. (2023), Tables 10 to 14, true p",
    title="Expected p of nine metrics, answers like ratings of toxicity",
    columns=COLUMNS,
    tables="value",
    cells=partial(_cells, partial(_truths, TOXICITY), ("0.05", "0.1")),
    published=partial(_published, "toxicity"),
    remarks=_judge_toxicity,
    chart=_CHART,
    commands=(),
    measures="Expected p",
)
