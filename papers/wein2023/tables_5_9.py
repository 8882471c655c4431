"""Tables 5 to 9 of Wein et al. (2023): the expected p of nine metrics by six samplers.

True p is that of fresh studies, estimated p that of one test set which a sampler draws again and
again. Answers are normal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import product
from math import nan, sqrt
from typing import cast

from claimwise.worlds import Distribution, NormalResponses, ResponseWorld
from papers.base import Cell, Claim, Effort, Replication, Value
from papers.wein2023.chance import (
    ERRORS,
    FEWER,
    THEIRS,
    error_between,
    model_error,
    of_one_draw,
)
from papers.wein2023.draws import Mean, first_set, fresh, many_sets, mean_of
from papers.wein2023.setting import (
    EPSILONS,
    METRICS,
    SAMPLERS,
    SINGLE,
    WORLDS,
    command,
    published_values,
)

CORRECT = ("emd-means", "emd-responses", "mean-emd")
SHOWN = ("bootstrap,all", "bootstrap,first")  # samplers beside which correct distances stand
STUDIES, RESAMPLES, SETS, OF_SET = 5000, 1000, 100, 100
QUICK_STUDIES, QUICK_RESAMPLES, QUICK_SETS, QUICK_OF_SET = 400, 100, 6, 50
COLUMNS = ("metric", "sampler", "value", "epsilon")
TRUE, ESTIMATE, MEAN, SPREAD = "true p", "estimated p", "mean estimate", "SD of estimates"
TEXT, CLOSE = "true p of spreads to 2", "0.05"
_AT = (("sampler", SHOWN[0]), ("value", TRUE), ("epsilon", CLOSE))
_KEY = (SHOWN[0], CLOSE)


def place(metric: str, sampler: str, value: str, epsilon: str) -> tuple[tuple[str, str], ...]:
    """Return where a number stands."""
    return (("metric", metric), ("sampler", sampler), ("value", value), ("epsilon", epsilon))


def truths(
    world: ResponseWorld, epsilon: str, effort: Effort, more: tuple[str, ...] = ()
) -> list[Value]:
    """Return the true p of all metrics and samplers, with some metrics beside the paper's."""
    studies = QUICK_STUDIES if effort.quick else STUDIES
    off = world.at(epsilon_b=float(epsilon))
    single = (*SINGLE, *(name for name in more if name in ("emd-means", "wins-published")))
    found = fresh(off, studies, effort, (*METRICS, *more), single)
    values = []
    for metric in (*METRICS, *more):
        for sampler in SAMPLERS if metric not in CORRECT else SHOWN:
            row = found.get((metric, sampler))
            if row is not None:
                where = place(metric, sampler, TRUE, epsilon)
                values.append(Value(where, "p", row.estimate, row.low, row.high, studies))
    return values


def _estimated(epsilon: str, effort: Effort) -> list[Value]:
    """Return what one test set estimates, and the mean and the spread of what many do."""
    resamples, sets, of_set = RESAMPLES, SETS, OF_SET
    if effort.quick:
        resamples, sets, of_set = QUICK_RESAMPLES, QUICK_SETS, QUICK_OF_SET
    off = WORLDS["published"].at(epsilon_b=float(epsilon))
    first = first_set(off, epsilon, resamples, effort)
    many = many_sets(off, epsilon, sets, of_set, effort)
    values = []
    for metric, sampler in product(METRICS, SAMPLERS):
        if (metric, sampler) not in first:
            continue
        row = first[metric, sampler]
        at = partial(place, metric, sampler, epsilon=epsilon)
        ends = (row.estimate, row.low, row.high)
        values.append(Value(at(value=ESTIMATE), "p", *ends, resamples))
        mean = mean_of(many[metric, sampler])
        values.append(Value(at(value=MEAN), "p", mean.mean, mean.low, mean.high, sets))
        ends = (mean.spread, *_spread_ends(mean, sets))
        values.append(Value(at(value=SPREAD), "p", *ends, sets))
    return values


def _spread_ends(mean: Mean, sets: int) -> tuple[float, float]:
    """Return the interval of a standard deviation, as if the estimates were normal."""
    from scipy.special import chdtri

    low, high = (mean.spread * sqrt((sets - 1) / chdtri(sets - 1, t)) for t in (0.025, 0.975))
    return float(low), float(high)


def _of_the_text(effort: Effort) -> list[Value]:
    """Return the true p with spreads of answers as the text of the paper has them, up to 2."""
    normal = cast(NormalResponses, WORLDS["published"])
    wide = replace(normal, spread=Distribution.of("uniform(0, 2)"))
    found = fresh(wide.at(epsilon_b=float(CLOSE)), QUICK_STUDIES, effort, METRICS, SINGLE)
    rows = {metric: found[metric, SHOWN[0]] for metric in METRICS}
    return [
        Value(place(m, SHOWN[0], TEXT, CLOSE), "p", row.estimate, row.low, row.high, QUICK_STUDIES)
        for m, row in rows.items()
    ]


def _claims(values: list[Value]) -> list[Claim]:
    """Hold what Algorithm 3 says of the spreads."""
    wide = [v for v in values if v.at("value") == TEXT]
    ours = {v.at("metric"): v.estimate for v in values if v.where[1:] == _AT}
    pairs = [(v, published_values("published").get((v.at("metric"), *_KEY))) for v in wide]
    gaps = [(v, true) for v, known in pairs if known is not None for true in known[1:]]
    if not gaps:
        return []
    inside = sum(abs(v.estimate - p) <= ERRORS * error_between(v, p) for v, p in gaps)
    mae, published = next((v.estimate, p) for v, p in gaps if v.at("metric") == "mae")
    return [
        Claim(
            "the spreads of answers are uniform from 0 to 2 (Algorithm 3)",
            inside == len(gaps),
            f"At epsilon {CLOSE} they give {inside} of {len(gaps)} published true p within "
            f"{ERRORS:.0f} errors: for mae {mae:.3f} where {published:.4f} is published; spreads "
            f"up to 0.3, which all other numbers here have, give {ours['mae']:.4f}.",
            because="the numbers come from the released code, which has spreads from 0 to 0.3",
        )
    ]


def _compute(epsilon: str, effort: Effort) -> list[Value]:
    return truths(WORLDS["published"], epsilon, effort, CORRECT) + _estimated(epsilon, effort)


def published_p(world: str, value: Value) -> float:
    """Return the number of the paper: a true p, or the estimate of its one test set."""
    key = (value.at("metric"), value.at("sampler"), value.at("epsilon"))
    estimated, true = published_values(world).get(key, (nan, nan))
    return {TRUE: true, ESTIMATE: estimated, MEAN: estimated}.get(value.at("value"), nan)


_published = partial(published_p, "published")


def tolerance(world: str, value: Value) -> float:
    """Return how far a published number may lie from ours; one estimate says nothing of another."""
    if value.at("value") == TRUE:
        return ERRORS * error_between(value, published_p(world, value))
    if value.at("value") != MEAN:
        return nan
    resamples = FEWER if "emd" in value.at("metric") else THEIRS
    return max(of_one_draw(value), 3 * model_error(published_p(world, value), resamples))


def _because(value: Value) -> str:
    if value.at("value") != MEAN:
        return ""
    return (
        "it is the estimate of a single test set, more than three standard deviations from the "
        "mean of ours; whether test sets go so far is not checked"
    )


def _remarks(values: list[Value]) -> list[str]:
    """Say what the numbers are, and which readings of the paper they take."""
    spread = [v.estimate for v in values if v.at("value") == SPREAD]
    sets = next(v.studies for v in values if v.at("value") == MEAN)
    return [
        "An expected p is no p-value: it is the share of pairs of studies, one with the effect "
        "and one without, in which the one without is as extreme, or the mean p-value. "
        "Without an effect it is 0.5, and which side is extreme was chosen from the data.",
        f"A published estimated p is one draw of noise: over {sets} test sets of the same world "
        f"the estimates have standard deviations of up to {max(spread):.2f}.",
        "As in the released code, the means of B are cut to 0 to 1, which the paper does not say.",
        "inverse-mse is what the paper calls MSE: it is one over the mean squared error.",
        *correct_distances(values),
        "Rows that the text of the paper does not give legibly have no published number.",
    ]


def correct_distances(values: list[Value]) -> list[str]:
    """Say what the correct earth mover's distance gives."""
    at = {
        (v.at("metric"), v.at("epsilon")): v.estimate
        for v in values
        if (v.at("value"), v.at("sampler")) == (TRUE, "bootstrap,all")
    }
    pairs = "; ".join(
        f"epsilon {e}: {at['mean-emd-published', e]:.3g} as published, {at['mean-emd', e]:.3g} "
        "correct"
        for e in ("0.05", "0.1", "0.3")
        if ("mean-emd", e) in at
    )
    return [
        "The published earth mover's distances take the counts of a histogram for answers, so "
        "that it does not matter where the bins lie. The correct ones stand below them. "
        f"True p of the mean over items: {pairs}."
    ]


def cells(compute: Callable[[str, Effort], list[Value]], quick: tuple[str, ...]) -> list[Cell]:
    """Return a cell for each epsilon."""
    return [
        Cell((("epsilon", epsilon),), partial(compute, epsilon), quick=epsilon in quick)
        for epsilon in EPSILONS
    ]


CHART = {
    "x": "epsilon",
    "x_scale": "sqrt",
    "y": "expected p",
    "color": "sampler",
    "dash": "source",
    "row": "metric",
    "column": "value",
    "y_top": "0.6",
    "height": "130",
}

TABLES = Replication(
    name="wein-tables-5-9",
    source="Wein et al. (2023), Tables 5 to 9",
    title="Expected p of nine metrics by six samplers",
    columns=COLUMNS,
    tables="value",
    cells=lambda: [
        *cells(_compute, ("0.05", "0.1")),
        Cell((("value", TEXT), ("epsilon", CLOSE)), _of_the_text),
    ],
    published=_published,
    tolerance=partial(tolerance, "published"),
    draw=lambda value: value.at("value") == MEAN,  # an estimate of one test set
    because=_because,
    claims=_claims,
    remarks=_remarks,
    chart=CHART | {"leave": "; ".join((SPREAD, TEXT, *CORRECT))},  # which have no panels
    commands=(command("published"),),
    measures="Expected p",
)
