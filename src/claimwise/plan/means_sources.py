"""Where the spreads and the difference of a planned comparison of means come from."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from claimwise.core import (
    DataError,
    Note,
    ParameterError,
    assumed,
    check_number,
    check_one_of,
    inferred,
    option,
    root_seed,
)
from claimwise.data import Pairs, Scores, Totals, align, read
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


def from_scores(pilot: Pairs, notes: list[Note]) -> dict[str, float]:
    """Return what a pilot says of the difference and the spreads."""
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
    return found


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
        if sd is not None or correlation is not None:
            one = "sd" if sd is not None else "correlation"
            raise ParameterError("unpaired", SPREADS_OF_EACH, option(one), "Leave it out.")
        of_a, of_b = of_a or known.get("sd_a"), of_b or known.get("sd_b")
        if of_a is None or of_b is None:
            needs = "the standard deviations " + SPREADS_OF_EACH
            raise ParameterError(WHO, needs, "only one, or none")
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


def pilot_error(pilot: Pairs, spreads: Spreads) -> float:
    """Return the standard error of the pilot's difference."""
    if spreads.paired:
        return float(np.std(pilot.b - pilot.a, ddof=1)) / sqrt(pilot.n)
    return sqrt((np.var(pilot.a, ddof=1) + np.var(pilot.b, ddof=1)) / pilot.n)
