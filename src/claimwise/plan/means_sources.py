"""Where the spreads and the difference of a planned comparison of means come from."""

from __future__ import annotations

from math import isnan, nan, sqrt
from typing import Any

from claimwise.core import (
    DataError,
    Note,
    ParameterError,
    assumed,
    caution,
    check_number,
    check_one_of,
    inferred,
    option,
    root_seed,
)
from claimwise.data import Pairs, Scores, Totals, align, read
from claimwise.kernels.arrays import Floats
from claimwise.kernels.runs import run_variance, variance_terms
from claimwise.plan.means_study import Spreads
from claimwise.worlds.graded import SHAPES

WHO = "plan means"
SPREADS_OF_EACH = option("sd_a") + " and " + option("sd_b")
ALL_THREE = option("sd_a") + ", " + option("sd_b") + " and " + option("correlation")


def read_means_pilot(parameters: dict[str, Any]) -> dict[str, Any]:
    """Read the pilot once for all points of a curve."""
    given = dict(parameters)
    given["rng"] = root_seed(given.get("rng"))  # one for all points
    a, b = given.pop("a", None), given.pop("b", None)
    pilot = given.get("pilot")
    if pilot is None and (a is not None or b is not None):
        named = option("a", a) if a is not None else option("b", b)
        raise ParameterError(named + " is looked up in " + option("pilot") + "; found none.")
    if pilot is None or isinstance(pilot, Pairs):
        return given
    scores = pilot if isinstance(pilot, Scores) else read(pilot)
    if isinstance(scores, Totals):
        raise DataError(WHO, "scores item by item", "totals alone", "Use plan accuracy.")
    given["pilot"] = align(scores, a, b)
    return given


def from_scores(pilot: Pairs, runs: int | None, notes: list[Note]) -> dict[str, float]:
    """Return what a pilot says of the difference and the spreads.

    Where its scores are means of several runs, the spreads are those of means of `runs` runs; by
    default of as many as in the pilot, which a caution says.
    """
    if pilot.n < 2:
        raise DataError("the pilot", "at least two items", f"{pilot.n}")
    d = pilot.b - pilot.a
    found = {
        "difference": float(d.mean()),
        "sd": float(d.std(ddof=1)),
        "sd_a": float(pilot.a.std(ddof=1)),
        "sd_b": float(pilot.b.std(ddof=1)),
    }
    name_a, name_b = pilot.names
    notes.append(
        inferred(
            f"Pilot: {pilot.n:,} items; mean {pilot.a.mean():.4g} for {name_a} (A) and "
            f"{pilot.b.mean():.4g} for {name_b} (B), difference {found['difference']:.4g} with "
            f"standard deviation {found['sd']:.4g}."
        )
    )
    return found | _with_runs(pilot, found, runs, notes)


def _with_runs(
    pilot: Pairs, found: dict[str, float], runs: int | None, notes: list[Note]
) -> dict[str, float]:
    """Return the spreads of means of so many runs, where the pilot has several of an item."""
    behind = sorted(
        {int(k) for column in (pilot.runs_a, pilot.runs_b) if column is not None for k in column}
    )
    if not behind or behind[-1] == 1:
        if runs is not None and runs != 1:
            said = (
                "The pilot has one run of each item, so that the noise between runs is not known: "
                f"the plan is for one run, and {runs:,} runs will find smaller differences."
            )
            notes.append(caution(said, "runs"))
        return {}
    of_a, of_b = (
        float(run_variance(k, within)) if k is not None and within is not None else nan
        for k, within in ((pilot.runs_a, pilot.within_a), (pilot.runs_b, pilot.within_b))
    )
    span = f"{behind[0]}" if len(behind) == 1 else f"{behind[0]} to {behind[-1]}"
    if isnan(of_a) or isnan(of_b):
        if runs is not None:
            raise DataError(
                option("runs_per_item", runs),
                "a pilot with several runs of an item of each system",
                "one run of each item of one of them",
            )
        said = f"The pilot's scores are means of {span} runs, and the plan is for as many."
        notes.append(caution(said, "runs"))
        return {}
    if runs is None:
        single = _spreads_with(pilot, of_a, of_b, 1)["sd"]
        notes.append(
            caution(
                f"The pilot's scores are means of {span} runs, and the plan is for as many runs of "
                f"each item. With one run the differences have a standard deviation of "
                f"{single:.4g} in place of {found['sd']:.4g}: plan for it with "
                + option("runs_per_item", 1)
                + ".",
                "runs",
            )
        )
        return {}
    spreads = _spreads_with(pilot, of_a, of_b, runs)
    plural = "run" if runs == 1 else "runs"
    notes.append(
        assumed(
            f"The plan is for {runs:,} {plural} of each item, where the pilot has {span}: the "
            f"differences have a standard deviation of {spreads['sd']:.4g}. Runs are taken as "
            "independent from item to item, as `compare` takes them with "
            + option("runs", "samples")
            + ": what a run shares over items would cost power.",
            "runs",
        )
    )
    return spreads


def _spreads_with(pilot: Pairs, of_a: float, of_b: float, runs: int) -> dict[str, float]:
    """Return the spreads of means of so many runs: those of items, and the noise of the runs.

    Items that vary less than the noise of the runs alone would make them count as alike.
    """
    _, noise_a, noise_b = (
        float(part)
        for part in variance_terms(
            pilot.a, pilot.b, pilot.runs_a, pilot.runs_b, pilot.within_a, pilot.within_b
        )
    )

    def spread(values: Floats, noise: float, one: float) -> float:
        return sqrt(max(float(values.var(ddof=1)) - noise, 0.0) + one / runs)

    return {
        "sd": spread(pilot.b - pilot.a, noise_a + noise_b, of_a + of_b),
        "sd_a": spread(pilot.a, noise_a, of_a),
        "sd_b": spread(pilot.b, noise_b, of_b),
    }


def spreads_of(
    *,
    unpaired: bool,
    sd: Any,
    sd_a: Any,
    sd_b: Any,
    correlation: Any,
    known: dict[str, float],
    shape: str,
    cluster_size: Any,
    icc: Any,
    notes: list[Note],
) -> Spreads:
    """Check how scores vary, and return it."""
    check_one_of("shape", shape, SHAPES)
    of_a, of_b = _sd("sd_a", sd_a), _sd("sd_b", sd_b)
    if (cluster_size is None) != (icc is None):
        missing = "icc" if icc is None else "cluster_size"
        needs = option("cluster_size") + " and " + option("icc")
        raise ParameterError(WHO, needs, "no " + option(missing))
    clusters: dict[str, Any] = {}
    if cluster_size is not None:
        if unpaired:
            raise ParameterError("unpaired", "no clusters", option("cluster_size"))
        clusters = {"cluster_size": int(cluster_size), "icc": check_number("icc", icc)}
        inflation = 1 + (int(cluster_size) - 1) * clusters["icc"]
        notes.append(
            assumed(
                f"Clusters of {int(cluster_size):,} items with a correlation of "
                f"{clusters['icc']:g} within them multiply the variance of the mean by "
                f"{inflation:.4g}."
            )
        )
    if unpaired:
        if correlation is not None:
            named = option("correlation")
            raise ParameterError("unpaired", SPREADS_OF_EACH, named, "Leave it out.")
        if sd is not None:
            if of_a is not None or of_b is not None:
                needs = option("sd") + " of both systems, or " + SPREADS_OF_EACH
                raise ParameterError("unpaired", needs, "both", "Leave one out.")
            of_a = of_b = _sd("sd", sd)
            notes.append(
                assumed(f"The scores of each system have a standard deviation of {of_a:.4g}.")
            )
        of_a, of_b = of_a or known.get("sd_a"), of_b or known.get("sd_b")
        if of_a is None or of_b is None:
            needs = "the standard deviations " + SPREADS_OF_EACH
            remedy = "Or give " + option("sd") + ", that of both."
            raise ParameterError(WHO, needs, "only one, or none", remedy)
        return Spreads(paired=False, a=of_a, b=of_b, shape=shape)
    given = _sd("sd", sd)
    if given is None and of_a is None and of_b is None and correlation is None:
        given = known.get("sd")
        if given == 0:
            raise DataError("the pilot", "differences that vary", "one and the same")
    if given is not None:
        if of_a is not None or of_b is not None or correlation is not None:
            raise ParameterError(WHO, option("sd") + ", or " + ALL_THREE, "both", "Leave one out.")
        return Spreads(paired=True, a=given, shape=shape, **clusters)
    if of_a is None or of_b is None or correlation is None:
        raise ParameterError(
            WHO,
            option("sd") + ", the standard deviation of the items' differences",
            "none",
            "Or give " + ALL_THREE + "; or " + option("pilot") + "; or " + option("unpaired") + ".",
        )
    r = check_number("correlation", correlation)
    if not -1 <= r <= 1:
        raise ParameterError("correlation", "a number from -1 to 1", f"{r:g}")
    variance = of_a**2 + of_b**2 - 2 * r * of_a * of_b
    if variance <= 1e-12 * (of_a**2 + of_b**2):
        raise ParameterError(
            WHO,
            "differences that vary",
            option("sd_a", of_a) + ", " + option("sd_b", of_b) + ", " + option("correlation", r),
        )
    both = sqrt(variance)
    notes.append(assumed(f"The items' differences have a standard deviation of {both:.4g}."))
    return Spreads(paired=True, a=both, shape=shape, **clusters)


def _sd(name: str, value: Any) -> float | None:
    if value is None:
        return None
    number = check_number(name, value)
    if number <= 0:
        raise ParameterError(name, "a number above 0", f"{number:g}")
    return number
