"""Tests and intervals of mean scores: are they honest on data like mine?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from claimwise.calibrate.asked import check_some, chosen, differences_of, level_of
from claimwise.calibrate.cases import placed
from claimwise.calibrate.counted import Procedures
from claimwise.calibrate.procedure_rows import Calibration
from claimwise.choose import Traits, choose_interval, choose_test
from claimwise.core import (
    DEFAULT_SEED,
    ParameterError,
    Result,
    check_alpha,
    check_alternative,
    check_count,
    check_number,
    counted,
    option,
    root_seed,
)
from claimwise.power.engine import RESAMPLES
from claimwise.power.responses import check_resamples
from claimwise.worlds import PairedScores, SeparateScores

WHO = "calibrate means"
SAME = (
    ("permutation", "paired-t", "wilcoxon", "bootstrap"),
    ("t", "percentile", "bca", "studentised"),
)
CLUSTERS = ("cluster-cr2", "paired-t"), ("cluster-bootstrap", "t")
DIFFERENT = ("t", "unpaired-permutation", "mann-whitney"), ("pooled-t", "unpaired-percentile")
RESAMPLED, OTHERS = 2_000, 10_000  # simulated studies


def means(
    *,
    n: int,
    difference: Any = None,
    sd: float | None = None,
    sd_a: float | None = None,
    sd_b: float | None = None,
    unpaired: bool = False,
    shape: str = "normal",
    cluster_size: int | None = None,
    icc: float | None = None,
    test: str | Sequence[str] | None = None,
    interval: str | Sequence[str] | None = None,
    alternative: str = "two-sided",
    alpha: float = 0.05,
    level: float | None = None,
    replicates: int | None = None,
    resamples: int = RESAMPLES,
    rng: Any = DEFAULT_SEED,
    workers: int = 1,
) -> Result:
    """Say whether tests and intervals of graded scores keep what they promise.

    All are applied to the same simulated studies: of systems that are equally good on average,
    and of systems that differ.

    Parameters
    ----------
    n : int
        Items; of each system, if `unpaired`.
    difference : float or list, optional
        True mean score of B minus that of A, for power and coverage; 0 is always looked at.
    sd : float, optional
        Standard deviation, over items, of the difference (1).
    sd_a, sd_b : float, optional
        With `unpaired`, the standard deviations of the scores (1 each).
    unpaired : bool
        Whether each system is scored on n items of its own.
    shape : {"normal", "skewed"}
        Distribution of the differences, or of the scores; skewed is log-normal.
    cluster_size, icc : int, float
        Items in each cluster, and the correlation within it.
    test, interval : str or list, optional
        Registered procedures for such scores, or ``none``; by default what `claimwise.compare`
        would choose, and well-known alternatives.
    alternative, alpha, level, rng, workers
        As in `claimwise.calibrate.accuracy`.
    replicates, resamples : int, optional
        Simulated studies of each kind (10,000; 2,000 if any procedure resamples), and resamples
        in each.

    Returns
    -------
    Result
        As in `claimwise.calibrate.accuracy`.

    Examples
    --------
    >>> found = means(n=20, shape="skewed", test="paired-t", interval="t", replicates=1000)
    >>> found["keeps_level[t]"].estimate
    0.0
    """
    n, alpha = check_count("n", n), check_alpha(alpha)
    spread = _spread(unpaired, sd, sd_a, sd_b, cluster_size, icc)
    clustered = spread.get("cluster_size", 1) > 1
    traits = Traits(outcome="numeric", paired=not unpaired, clustered=clustered, n=n)
    usual = DIFFERENT if unpaired else CLUSTERS if clustered else SAME
    tests = chosen("test", test, (choose_test(traits).name, *usual[0]))
    intervals = chosen("interval", interval, (choose_interval(traits).name, *usual[1]))
    check_some(WHO, tests, intervals)
    how = Procedures.named(
        tests,
        intervals,
        outcome="numeric",
        paired=not unpaired,
        clustered=clustered,
        alternative=check_alternative(alternative),
        alpha=alpha,
        level=level_of(level, alpha),
        resamples=check_count("resamples", resamples),
    )
    check_resamples(how.tests, how.resamples, alpha)
    kind: Any = SeparateScores if unpaired else PairedScores
    cases = placed(lambda d: kind(d, shape=shape, **spread), differences_of(difference))
    usual_count = RESAMPLED if how.resampled else OTHERS
    return Calibration(
        verb=WHO,
        metric="mean",
        procedures=how,
        n=n,
        cases=tuple(cases),
        exact=False,
        replicates=check_count("replicates", usual_count if replicates is None else replicates),
        seed=root_seed(rng),
        workers=check_count("workers", workers),
    ).result(
        {
            "paired": not unpaired,
            "shape": shape,
            **spread,
            "simulated": {"data": _data(n, shape, spread)},
        },
        [],
    )


def _data(n: int, shape: str, spread: Mapping[str, Any]) -> str:
    """Return what the studies are like, in words."""
    known = [f"{spread[key]:.6g}" for key in ("sd", "sd_a", "sd_b") if key in spread]
    items, what = counted(n, "item"), "differences"
    if "sd" not in spread:
        items, what = f"{items} of each system", "scores"
    if "cluster_size" in spread:
        each, icc = spread["cluster_size"], f"{spread['icc']:.6g}"
        items += f" in clusters of {each:,} (correlation {icc})"
    return f"{items}, {shape} {what} with standard deviation {' and '.join(known)}"


def _spread(
    unpaired: bool,
    sd: float | None,
    sd_a: float | None,
    sd_b: float | None,
    cluster_size: int | None,
    icc: float | None,
) -> dict[str, Any]:
    """Return how scores vary, as the worlds call it; refuse what does not fit together."""
    if (cluster_size is None) != (icc is None):
        missing = "icc" if icc is None else "cluster_size"
        needs = option("cluster_size") + " and " + option("icc")
        raise ParameterError(WHO, needs, "no " + option(missing))
    clusters: dict[str, Any] = {}
    if cluster_size is not None:
        clusters = {"cluster_size": check_count("cluster_size", cluster_size), "icc": icc}
    if unpaired:
        needs = option("sd") + " of both systems, or " + option("sd_a") + " and " + option("sd_b")
        if clusters:
            raise ParameterError("unpaired", needs, option("cluster_size"))
        if sd is not None:
            if sd_a is not None or sd_b is not None:
                raise ParameterError("unpaired", needs, "both", "Leave one out.")
            return {"sd_a": _sd("sd", sd), "sd_b": _sd("sd", sd)}
        return {"sd_a": _sd("sd_a", sd_a), "sd_b": _sd("sd_b", sd_b)}
    if sd_a is not None or sd_b is not None:
        raise ParameterError(
            "scores on the same items",
            option("sd") + ", of the items' differences",
            option("sd_a") + " or " + option("sd_b"),
            "Or use " + option("unpaired") + ".",
        )
    return {"sd": _sd("sd", sd), **clusters}


def _sd(name: str, value: float | None) -> float:
    return 1.0 if value is None else check_number(name, value)
