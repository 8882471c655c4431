"""Two systems scored by BLEU, or a metric like it: what could a comparison show?"""

from __future__ import annotations

from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

import numpy as np

from claimwise.core import (
    Note,
    ParameterError,
    Result,
    Row,
    check_alternative,
    check_count,
    check_number,
    check_one_of,
    meaning,
    option,
    root_seed,
)
from claimwise.engine.simulate import Run
from claimwise.plan.around import with_curves
from claimwise.plan.declared import declared
from claimwise.plan.delta_place import (
    LARGEST,
    LOWER,
    METRICS,
    Place,
    check_possible,
    lower,
    place_of,
    sign_of,
    swap_notes,
)
from claimwise.plan.delta_study import DeltaStudy
from claimwise.plan.gaps import saying_why
from claimwise.plan.grid import NO_AXES, curves, is_list
from claimwise.plan.looks import with_looks
from claimwise.plan.needed import check_known, check_target, read_prior
from claimwise.plan.resamples import check_resamples
from claimwise.plan.result import plan_result
from claimwise.worlds.delta_file import DeltaPilot
from claimwise.worlds.delta_laplace import DeltaLaplace

BY = ("quadrature", "simulation", "normal")
SINGLE, ON_CURVE = 5000, 2000  # simulated studies; searches take the second, too
TOO_SMALL = meaning("By simulation: the quadrature is too coarse where so few items differ.")
LARGEST_N = 1_000_000  # items of a simulated study


@saying_why
@with_curves
def bleu(
    *,
    n: Any = None,
    difference: Any = None,
    world: str | Path | DeltaLaplace | DeltaPilot | None = None,
    zero_share: Any = None,
    scale: Any = None,
    alternative: str = "two-sided",
    alpha: Any = 0.05,
    power: Any = 0.8,
    solve: str | None = None,
    by: str | None = None,
    replicates: int | None = None,
    resamples: int = 1000,
    rng: int | np.random.Generator | None = None,
    workers: int = 1,
    effect_prior: Any = None,
    looks: Any = None,
    spending: str | None = None,
    futility: float | None = None,
) -> Result:
    """Plan a comparison of two systems by BLEU, with a randomisation test.

    Fit for two systems on the same n sentences, compared by approximate randomisation. The world
    is that of Card et al. (2020): see `claimwise.worlds.DeltaLaplace`. It supposes that the
    effects of swapping sentences add up, which `claimwise fit bleu` checks.

    Parameters
    ----------
    n : int
        Items: sentences of the test set.
    difference : float
        True BLEU of B minus true BLEU of A, in points from 0 to 100.
    world : str, path or world
        ``wmt-average`` (the default), ``wmt19``, ``wmt18``, ``wmt17``, ``wmt16``: fitted to
        English-German translation and published. Or a file that ``claimwise fit bleu`` wrote.
    zero_share, scale : float, optional
        P0 and b0, in place of those of the world.
    alternative : {"two-sided", "less", "greater"}
        Of the score of B less that of A.
    alpha, power : float
        Significance level, and the power to reach.
    solve : {"power", "mde", "n"}, optional
        What to look for; by default everything that the rest allows.
    by : {"quadrature", "simulation", "normal"}, optional
        The law of what randomisation looks at, without a Monte Carlo error; simulated tests; or
        the normal approximation. By default quadrature, or simulation where `replicates` are given
        or too few items differ for the law (some sixty, at alpha 0.05).
    replicates : int, optional
        Simulated studies: by default 5,000; 2,000 on a curve and in a search.
    resamples : int
        Random swaps in each of them.
    rng, workers
        Seed and processes.
    effect_prior : str
        ``normal:MEAN:SD`` or ``uniform:LOW:HIGH``, what is believed of the true difference: for
        the assurance, the power averaged over it.
    looks, spending, futility : optional
        Looking at the data before the end: see `claimwise.plan.looks.plan_looks`.

    Returns
    -------
    Result
        Rows `power`, `reject_any`, `alpha` (rejections without a difference), `type_m`, `type_s`,
        `mde`, `sample_size`, with Monte Carlo intervals.

    Examples
    --------
    >>> round(bleu(n=2000, difference=1)["power"].estimate, 4)
    0.7461
    """
    return _planned(metric="bleu", **locals())


@saying_why
@with_curves
@declared
def chrf(**options: Any) -> Result:
    """Plan a comparison by chrF: as `bleu`, but no world is published, so fit one.

    Options as in `claimwise.plan.bleu`; `world` is a file that ``claimwise fit chrf`` wrote.
    """
    return _planned(metric="chrf", **options)


@saying_why
@with_curves
@declared
def ter(**options: Any) -> Result:
    """Plan a comparison by TER: as `bleu`, but no world is published, so fit one.

    Options as in `claimwise.plan.bleu`; `world` is a file that ``claimwise fit ter`` wrote. Lower
    scores are better: if B is the better system its difference is negative.
    """
    return _planned(metric="ter", **options)


def _prepared(parameters: dict[str, Any]) -> dict[str, Any]:
    """Read the world once, and choose how many studies each point has."""
    several = any(is_list(value) for name, value in parameters.items() if name not in NO_AXES)
    usual = "quadrature" if parameters.get("replicates") is None else "simulation"
    if parameters.get("replicates") is None:
        parameters["searches"] = ON_CURVE
        parameters["replicates"] = ON_CURVE if several else SINGLE
    parameters["by"] = check_one_of("by", parameters.get("by") or usual, BY)
    parameters["place"] = place_of(parameters["metric"], parameters)
    for name in ("world", "zero_share", "scale"):
        if not is_list(parameters.get(name)):
            parameters.pop(name, None)
    parameters["nulls"] = {}  # what was found without an effect serves all points of a curve
    return parameters


@curves(_prepared)
def _planned(
    *,
    metric: str,
    place: Place,
    n: Any = None,
    difference: Any = None,
    zero_share: Any = None,
    scale: Any = None,
    alternative: str = "two-sided",
    alpha: Any = 0.05,
    power: Any = 0.8,
    solve: str | None = None,
    by: str = "quadrature",
    replicates: int = SINGLE,
    searches: int | None = None,
    resamples: int = 1000,
    rng: Any = None,
    workers: int = 1,
    effect_prior: Any = None,
    looks: Any = None,
    spending: str | None = None,
    futility: float | None = None,
    nulls: dict[Any, Any] | None = None,
) -> Result:
    who = f"plan {metric}"
    world = place.world
    world = world if zero_share is None else replace(world, zero_share=zero_share)
    world = world if scale is None else replace(world, scale=scale)
    target, level = check_target(power, alpha)
    effect = read_prior(effect_prior)
    check_known(who, n, difference, solve, effect)
    n, difference = _numbers(n, difference, by)
    check_possible(metric, difference)
    count = check_count("replicates", replicates)
    seed = root_seed(rng)
    workers = check_count("workers", workers)
    nulls_of = (world.zero_share, world.scale, level)
    study = DeltaStudy(
        world=world,
        alpha=level,
        alternative=check_alternative(alternative),
        sign=sign_of(metric, alternative, difference),
        target=target,
        by=by,
        run=Run(count, seed, workers),
        search=Run(searches or count, seed, workers),
        resamples=check_resamples(resamples, level),
        unit=place.unit,
        largest=LARGEST.get(metric, inf),
        nulls={} if nulls is None else nulls.setdefault(nulls_of, {}),
    )
    rows: list[Row] = []
    notes: list[Note] = []
    if study.is_too_small(n, difference):
        by, notes = "simulation", [TOO_SMALL]
        study = replace(study, by=by)
    if difference is not None or solve == "mde" or by != "simulation":
        rows, remarks = study.rows(n, difference, solve)
        notes = [*notes, *remarks]
    if effect is not None and n is not None:
        more, remarks = study.assured(n, effect)
        rows, notes = [*rows, *more], [*notes, *remarks]
    drawn = by == "simulation" or any(row.kind == "monte carlo" for row in rows)
    settings = {
        "metric": metric,
        "better": "lower" if metric in LOWER else "higher",
        "test": "randomisation",
        "alternative": study.alternative,
        "alpha": level,
        "by": by,
        "target": target,
        "solve": solve,
        "resamples": study.resamples if by != "normal" else None,
        "replicates": count if by == "simulation" else None,
        "n": n,
        "difference": difference,
        "world": place.name,
        "zero_share": world.zero_share,
        "scale": world.scale,
        "unit": place.unit,
        "points": METRICS[metric],
        "effect_prior": effect.words if effect else None,
    }
    made = plan_result(
        "randomisation",
        rows,
        [*place.heed(world), *swap_notes(world), *lower(metric), *notes],
        settings,
        seed=seed if drawn else None,
    )
    planned = study.planned(by, study.run)
    return with_looks(
        made, planned, looks=looks, spending=spending, futility=futility, run=study.run
    )


def _numbers(n: Any, difference: Any, by: str) -> tuple[Any, Any]:
    """Return both as numbers; refuse more items than can be simulated."""
    if n is not None:
        n = check_count("n", n)
        if by == "simulation" and n > LARGEST_N:
            raise ParameterError(
                option("by", "simulation"),
                f"n of at most {LARGEST_N:,}",
                f"{n:,}",
                "Use " + option("by", "normal") + ".",
            )
    return n, None if difference is None else check_number("difference", difference)
