"""All differences between the levels of a factor: one p-value, one interval, one detectable size.

They belong together: with several pairs, p is that of the largest t of all, and the intervals hold
all at once, so that an interval leaves 0 out just where p is at most alpha.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import nan, sqrt

import numpy as np
from scipy import special

from claimwise.core import Note, Row, caution, option
from claimwise.core.missing import listed
from claimwise.kernels.arrays import Floats
from claimwise.kernels.largest_t import LargestT, largest_t
from claimwise.kernels.multiplicity import benjamini_hochberg, holm
from claimwise.mixed.design import Labels
from claimwise.mixed.detectable import strength
from claimwise.mixed.levels import Level, numbers_of, pair_at
from claimwise.mixed.ordinal import OrdinalFit
from claimwise.mixed.rows import Estimate, Fit, coefficients, estimate_of, t_quantile, wald_rows
from claimwise.mixed.separation import latent_variances

MAX_T = "max-t"
SMALL_GAP = 0.03  # rating points that are too few to mislead
# What changes p-values alone: intervals stay those of each pair.
OF_PVALUES = {"holm": holm, "benjamini-hochberg": benjamini_hochberg}
CORRECTIONS = (MAX_T, *OF_PVALUES, "none")


def difference_rows(fit: Fit, levels: list[Level], level: float, correct: str = MAX_T) -> list[Row]:
    """Return every difference between two levels by t, and what else is known of each.

    Rows ``difference[B vs A]``; ``mde[B vs A]``, the smallest true difference that the same test
    finds with power 0.8, whatever was seen; ``wald_p[B vs A]`` of ordinal models; and with several
    pairs ``raw_pvalue[B vs A]``, the p-value of a pair alone. NaN where none is finite.
    """
    pairs = [(pair_at(a, b), b.row - a.row) for a, b in combinations(levels, 2)]
    found = [estimate_of(fit, contrast) for _, contrast in pairs]
    places = [at for at, _ in pairs]
    tail = (1 - level) / 2
    raw = [nan if one.pvalue is None else one.pvalue for one in found]
    corrected = np.array(raw)
    if len(pairs) > 1 and correct == MAX_T:
        largest = _largest(fit, [contrast for _, contrast in pairs], found)
        if largest is not None:
            corrected = largest.pvalue([_as_t(p, largest.df) for p in raw])
            tail = _tail(largest.critical(level), largest.df)
    elif len(pairs) > 1 and correct in OF_PVALUES:
        corrected = OF_PVALUES[correct](raw)
    rows = [
        replace(one.row("difference", at, level, tail), pvalue=None if np.isnan(p) else float(p))
        for one, at, p in zip(found, places, corrected, strict=True)
    ]
    for one, at in zip(found, places, strict=True):
        size = one.spread * strength(t_quantile(tail, one.df), one.df)
        rows.append(Row(quantity="mde", at=at, estimate=size, n=one.n))
        rows += wald_rows(fit, at, one)
    if len(pairs) > 1:
        rows += [
            Row(quantity="raw_pvalue", at=at, estimate=p, n=one.n)
            for one, at, p in zip(found, places, raw, strict=True)
        ]
    return rows


def _largest(fit: Fit, contrasts: Sequence[Floats], found: Sequence[Estimate]) -> LargestT | None:
    """Return the largest t of the contrasts that are known; None where fewer than two are.

    Degrees of freedom differ from pair to pair: each t counts by its own p-value.
    """
    known = [c for c, one in zip(contrasts, found, strict=True) if one.pvalue is not None]
    if len(known) < 2:
        return None
    every = np.array(known)
    df = min(one.df for one in found if one.pvalue is not None)
    return largest_t(every @ coefficients(fit)[1] @ every.T, df)


def _as_t(p: float, df: float) -> float:
    """Return the |t| with other degrees of freedom that has the same p-value."""
    return t_quantile(p / 2, df)


def _tail(t: float, df: float) -> float:
    return float(special.ndtr(-t) if np.isinf(df) else special.stdtr(df, -t))


def points_rows(
    fit: OrdinalFit, levels: list[Level], rows: Sequence[Row], systems: Labels
) -> tuple[list[Row], list[Note]]:
    """Return the differences of an ordinal model in rating points: ``points[B vs A]``.

    What the latent difference and its ends mean for the mean rating over raters and items like
    these, thresholds and deviations as estimated. 0 stays 0, so that p-value and interval belong
    together as on the latent scale. That holds where the ratings of both systems spread alike.
    Where they do not, a latent difference says little of the means, which may even lie the other
    way round: there are no points then, and a note says so. None either where ratings are words.
    """
    values = numbers_of(fit.model.categories)
    if values is None:
        return [], []
    latent = {one.name: float(one.row @ fit.coefficients) for one in levels}
    rows = [row for row in rows if {str(row.at["a"]), str(row.at["b"])} <= set(latent)]
    sd = sqrt(sum(latent_variances(fit)))
    own = _own_means(fit, latent, systems, values)

    def points(difference: float, middle: float) -> float:
        if not np.isfinite(difference):
            return nan
        ends = np.array([middle - difference / 2, middle + difference / 2])
        low, high = fit.probabilities(ends, sd) @ values
        return float(high - low)

    found = []
    for row in rows:
        if row.quantity == "difference":
            middle = (latent[str(row.at["a"])] + latent[str(row.at["b"])]) / 2
            value, *ends = (points(x, middle) for x in (row.estimate, row.low, row.high))
            low, high = sorted(ends)  # the best rating may be the lowest number
            found.append(replace(row, quantity="points", estimate=value, low=low, high=high))
    apart = [
        f"{row.at['b']} vs {row.at['a']}"
        for row in found
        if str(row.at["a"]) in own
        and str(row.at["b"]) in own
        and _differ(row.estimate, own[str(row.at["b"])] - own[str(row.at["a"])])
    ]
    if not apart:
        return found, []
    said = (
        f"The ratings of the systems spread differently ({listed(apart, 3)}), so that the latent "
        "difference does not say by how much mean ratings differ, or which is higher: differences "
        "are in latent units. To compare mean ratings use "
    )
    return [], [caution(said + option("outcome", "linear") + ".")]


def _own_means(
    fit: OrdinalFit, latent: Mapping[str, float], systems: Labels, values: Floats
) -> dict[str, float]:
    """Return the mean rating of each system under the model, with the spread of its own ratings."""
    design = fit.model.design
    spread = sum(
        np.einsum("ij,jk,ik->i", factor.z, covariance, factor.z)
        for factor, covariance in zip(design.factors, fit.covariances(), strict=True)
    )
    means = {}
    for code, name in enumerate(systems.levels):
        rows = systems.codes == code
        if str(name) in latent and rows.any():
            sd = sqrt(float(np.mean(np.asarray(spread)[rows])))
            shares = fit.probabilities(np.array([latent[str(name)]]), sd)
            means[str(name)] = float((shares @ values)[0])
    return means


def _differ(pooled: float, own: float) -> bool:
    """Whether points by one spread mislead: another sign, or another size by a quarter."""
    if not (np.isfinite(pooled) and np.isfinite(own)):
        return False
    gap = abs(pooled - own)
    return gap > SMALL_GAP and (pooled * own < 0 or gap > max(abs(pooled), abs(own)) / 4)
