"""Tables 5 to 9 of Wein et al. (2023): the expected p of nine metrics by six samplers.

True p is that of fresh studies, estimated p that of one test set which a sampler draws again and
again. Answers are normal.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from itertools import product
from math import nan, sqrt
from typing import cast

from claimwise.worlds import Distribution, NormalResponses, ResponseWorld
from papers.base import Claim, Effort, Number, Value
from papers.declared import Part, declared
from papers.found import number, numbers
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
QUICK = ("0.05", "0.1")  # epsilons of a quick run
Found = dict[tuple[str, str, str], Number]  # by metric, sampler and value


def truths(world: ResponseWorld, epsilon: str, effort: Effort, more: tuple[str, ...] = ()) -> Found:
    """Return the true p of all metrics and samplers, with some metrics beside the paper's."""
    studies = QUICK_STUDIES if effort.quick else STUDIES
    off = world.at(epsilon_b=float(epsilon))
    single = (*SINGLE, *(name for name in more if name in ("emd-means", "wins-published")))
    found = fresh(off, studies, effort, (*METRICS, *more), single)
    return {
        (metric, sampler, TRUE): Number(*found[metric, sampler], studies)
        for metric in (*METRICS, *more)
        for sampler in (SAMPLERS if metric not in CORRECT else SHOWN)
        if (metric, sampler) in found
    }


def _estimated(epsilon: str, effort: Effort) -> Found:
    """Return what one test set estimates, and the mean and the spread of what many do."""
    resamples, sets, of_set = RESAMPLES, SETS, OF_SET
    if effort.quick:
        resamples, sets, of_set = QUICK_RESAMPLES, QUICK_SETS, QUICK_OF_SET
    off = WORLDS["published"].at(epsilon_b=float(epsilon))
    first = first_set(off, epsilon, resamples, effort)
    many = many_sets(off, epsilon, sets, of_set, effort)
    found: Found = {}
    for at in product(METRICS, SAMPLERS):
        if at in first:
            mean = mean_of(many[at])
            found[*at, ESTIMATE] = Number(*first[at], resamples)
            found[*at, MEAN] = Number(mean.mean, mean.low, mean.high, sets)
            found[*at, SPREAD] = Number(mean.spread, *_spread_ends(mean, sets), sets)
    return found


def _spread_ends(mean: Mean, sets: int) -> tuple[float, float]:
    """Return the interval of a standard deviation, as if the estimates were normal."""
    from scipy.special import chdtri

    low, high = (mean.spread * sqrt((sets - 1) / chdtri(sets - 1, t)) for t in (0.025, 0.975))
    return float(low), float(high)


def _of_the_text(effort: Effort, epsilon: str, **_: str) -> dict[tuple[str, str], Number]:
    """Return the true p with spreads of answers as the text of the paper has them, up to 2."""
    normal = cast(NormalResponses, WORLDS["published"])
    wide = replace(normal, spread=Distribution.of("uniform(0, 2)"))
    found = fresh(wide.at(epsilon_b=float(epsilon)), QUICK_STUDIES, effort, METRICS, SINGLE)
    return {(m, SHOWN[0]): Number(*found[m, SHOWN[0]], QUICK_STUDIES) for m in METRICS}


def _claims(values: list[Value]) -> list[Claim]:
    """Hold what Algorithm 3 says of the spreads."""
    wide = [v for v in values if v.at("value") == TEXT]
    known = published_values("published")
    places = [(v, (v.at("metric"), SHOWN[0], CLOSE)) for v in wide]
    gaps = [(v, known[at][1]) for v, at in places if at in known]
    if not gaps:
        return []
    inside = sum(abs(v.estimate - p) <= ERRORS * error_between(v, p) for v, p in gaps)
    mae, published = next((v.estimate, p) for v, p in gaps if v.at("metric") == "mae")
    ours = number(values, metric="mae", sampler=SHOWN[0], value=TRUE, epsilon=CLOSE)
    return [
        Claim(
            "the spreads of answers are uniform from 0 to 2 (Algorithm 3)",
            inside == len(gaps),
            f"At epsilon {CLOSE} they give {inside} of {len(gaps)} published true p within "
            f"{ERRORS:.0f} errors: for mae {mae:.3f} where {published:.4f} is published; spreads "
            f"up to 0.3, which all other numbers here have, give {ours:.4f}.",
            because="the numbers come from the released code, which has spreads from 0 to 0.3",
        )
    ]


def _study(effort: Effort, epsilon: str) -> Found:
    return truths(WORLDS["published"], epsilon, effort, CORRECT) | _estimated(epsilon, effort)


@cache
def printed(world: str) -> dict[tuple[str, ...], float]:
    """Return the numbers of the paper: true p, and the estimates of its one test set."""
    return {
        (metric, sampler, value, epsilon): x
        for (metric, sampler, epsilon), (estimated, true) in published_values(world).items()
        for value, x in ((TRUE, true), (ESTIMATE, estimated), (MEAN, estimated))
    }


def chance(world: str, value: Value) -> float:
    """Return how far a published number may lie from ours; one estimate says nothing of another."""
    theirs = printed(world)[value.place]
    if value.at("value") == TRUE:
        return ERRORS * error_between(value, theirs)
    if value.at("value") != MEAN:
        return nan
    resamples = FEWER if "emd" in value.at("metric") else THEIRS
    return max(of_one_draw(value), 3 * model_error(theirs, resamples))


def _noise(values: list[Value]) -> str:
    spread = [v.estimate for v in values if v.at("value") == SPREAD]
    sets = next(v.studies for v in values if v.at("value") == MEAN)
    return (
        f"A published estimated p is one draw of noise: over {sets} test sets of the same world "
        f"the estimates have standard deviations of up to {max(spread):.2f}."
    )


def correct_distances(values: list[Value]) -> str:
    """Say what the correct earth mover's distance gives."""
    at = numbers(values, "metric", "epsilon", value=TRUE, sampler="bootstrap,all")
    pairs = "; ".join(
        f"epsilon {e}: {at['mean-emd-published', e]:.3g} as published, {at['mean-emd', e]:.3g} "
        "correct"
        for e in ("0.05", "0.1", "0.3")
        if ("mean-emd", e) in at
    )
    return (
        "The published earth mover's distances take the counts of a histogram for answers, so "
        "that it does not matter where the bins lie. The correct ones stand below them. "
        f"True p of the mean over items: {pairs}."
    )


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

TABLES = declared(
    name="wein-tables-5-9",
    source="Wein et al. (2023), Tables 5 to 9",
    title="Expected p of nine metrics by six samplers",
    columns=COLUMNS,
    tables="value",
    parts=[
        Part(_study, {"epsilon": EPSILONS}, quick=lambda epsilon: epsilon in QUICK),
        Part(_of_the_text, {"value": [TEXT], "epsilon": [CLOSE]}),
    ],
    quantity="p",
    printed=printed("published"),
    chance=partial(chance, "published"),
    draw=lambda value: value.at("value") == MEAN,  # an estimate of one test set
    reasons=[
        (
            {"value": MEAN},
            "it is the estimate of a single test set, more than three standard deviations from the "
            "mean of ours; whether test sets go so far is not checked",
        )
    ],
    claims=_claims,
    remarks=[
        "An expected p is no p-value: it is the share of pairs of studies, one with the effect "
        "and one without, in which the one without is as extreme, or the mean p-value. "
        "Without an effect it is 0.5, and which side is extreme was chosen from the data.",
        _noise,
        "As in the released code, the means of B are cut to 0 to 1, which the paper does not say.",
        "inverse-mse is what the paper calls MSE: it is one over the mean squared error.",
        correct_distances,
        "Rows that the text of the paper does not give legibly have no published number.",
    ],
    chart=CHART | {"leave": "; ".join((SPREAD, TEXT, *CORRECT))},  # which have no panels
    commands=(command("published"),),
    measures="Expected p",
)
