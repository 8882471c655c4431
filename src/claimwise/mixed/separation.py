"""Has a coefficient of an ordinal model a finite estimate? Not where ratings are separated."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from claimwise.core import Note, Words, as_words, caution, option
from claimwise.core.missing import listed
from claimwise.kernels.arrays import Flags, Floats
from claimwise.mixed.ordinal import NOISE, OrdinalFit

SEPARATED = 8.0  # latent standard deviations of one rating: no real effect is as large
MOVES = 1e-7  # a share of the largest step of a direction; below it is rounding


def is_finite(fit: OrdinalFit, contrast: Floats) -> bool:
    """Whether a contrast of the coefficients has a finite estimate."""
    along = _endless(fit)
    if along is None:
        return False
    if not np.abs(along).max(initial=0.0) > MOVES:
        return True
    stays = abs(float(contrast @ along)) <= MOVES * float(np.abs(contrast).sum())
    return stays and not _can_move(fit, np.append(contrast, np.zeros(len(fit.alpha))))


def separation_notes(fit: OrdinalFit, remedy: Words | str | None = None) -> list[Note]:
    """Say of which columns there is no finite estimate, why, and what to do."""
    if remedy is None:
        remedy = "Use " + option("model", "linear") + ", or " + option("assess", "posterior") + "."
    along = _endless(fit)
    if along is None:
        said = (
            "Raters or items are so consistent that the ordinal model puts them endlessly far "
            "apart: it has no finite estimate, so none is shown. "
        )
        return [caution(as_words(said) + remedy)]
    names = np.array(fit.model.design.names)[np.abs(along) > MOVES].tolist()
    if not names:
        return []
    said = (
        f"Ratings are separated by {listed(names, 5)}: all of one side lie at or above those of "
        "the other, so the ordinal model has no finite estimate there, and none is shown. "
    )
    return [caution(as_words(said) + remedy)]


@lru_cache(maxsize=8)
def _endless(fit: OrdinalFit) -> Floats | None:
    """Return a direction of the coefficients in which the likelihood rises without end.

    0 where there is none. None where the random effects themselves grow without end, so that
    nothing is finite.
    """
    most = SEPARATED * NOISE[fit.model.link]
    if any(variance > most**2 for variance in latent_variances(fit)):
        return None
    along = endless_direction(fit)
    if np.abs(along).max(initial=0.0) > MOVES:
        return along
    return _too_large(fit, most).astype(np.float64)


def latent_variances(fit: OrdinalFit) -> list[float]:
    """Return how far each factor moves ratings on the latent scale, on average over all."""
    return [
        float(np.einsum("ij,jk,ik->i", factor.z, covariance, factor.z).mean())
        for factor, covariance in zip(fit.model.design.factors, fit.covariances(), strict=True)
    ]


def _too_large(fit: OrdinalFit, most: float) -> Flags:
    """Return which coefficients or standard errors are larger than any real ones.

    In steps of a column: from no to yes, or over two standard deviations of a number.
    """
    x, at = fit.model.design.x, len(fit.alpha)
    two = np.array([len(np.unique(column)) == 2 for column in x.T], bool)
    step = np.where(two, np.ptp(x, axis=0), 2 * fit.model.spread) if x.shape[1] else 1.0
    with np.errstate(invalid="ignore"):
        errors = np.sqrt(np.diag(fit.covariance)[at:]) * step
        return np.asarray((np.abs(fit.coefficients) * step > most) | (errors > most))


def finite_thresholds(fit: OrdinalFit) -> Flags:
    """Return whether each threshold has a finite estimate: not those that move with a system."""
    along = _endless(fit)
    if along is None:
        return np.zeros(len(fit.alpha), bool)
    if np.abs(along).max(initial=0.0) <= MOVES:
        return np.ones(len(fit.alpha), bool)
    p, most = len(along), SEPARATED * NOISE[fit.model.link]
    ways = np.eye(p + len(fit.alpha))[p:]
    return np.array([not _can_move(fit, way) for way in ways]) & (np.abs(fit.alpha) <= most)


@lru_cache(maxsize=8)
def endless_direction(fit: OrdinalFit) -> Floats:
    """Return how the coefficients move along which no rating becomes less probable.

    Of all such directions that along which the total distance gained is the largest; 0 where there
    is none.
    """
    gains, scale = _gains(fit)
    found = _furthest(fit, gains.sum(axis=0))
    p = len(scale)
    return found[:p] / scale if float(gains.sum(axis=0) @ found) >= MOVES else np.zeros(p)


def _can_move(fit: OrdinalFit, way: Floats) -> bool:
    """Whether a combination of coefficients and thresholds changes along some endless direction."""
    scale = np.append(_gains(fit)[1], np.ones(len(fit.alpha)))
    along = way / scale
    ends = (float(along @ _furthest(fit, side * along)) for side in (1, -1))
    return any(abs(end) > MOVES for end in ends)


@lru_cache(maxsize=8)
def _gains(fit: OrdinalFit) -> tuple[Floats, Floats]:
    """Return by how much ratings move away from their thresholds, and the scale of the columns.

    A rating of category k stays below its upper threshold and above its lower one (Albert and
    Anderson 1984, Biometrika 71, 1-10, for ordered categories): along an endless direction of
    coefficients and thresholds no row of these gains is below 0. It takes the random effects as
    given, whatever they are.
    """
    x, cuts = fit.model.design.x, fit.model.thresholds.jacobian
    p = x.shape[1]
    scale = np.abs(x).max(axis=0, initial=0.0)
    scale[scale == 0] = 1.0
    cells = np.unique(np.column_stack([x / scale, fit.y]), axis=0)
    rows, codes = cells[:, :p], cells[:, p].astype(np.int64)
    below, above = codes < len(cuts), codes > 0
    gains = np.vstack(
        [
            np.column_stack([-rows[below], cuts[codes[below]]]),
            np.column_stack([rows[above], -cuts[codes[above] - 1]]),
        ]
    )
    return gains, scale


def _furthest(fit: OrdinalFit, way: Floats) -> Floats:
    """Return the endless direction that goes furthest this way; 0 where there is none."""
    from scipy.optimize import linprog

    gains, scale = _gains(fit)
    p = len(scale)
    if not p:
        return np.zeros(gains.shape[1])
    bounds = [(-1.0, 1.0)] * p + [(-2.0 * p - 1, 2.0 * p + 1)] * (gains.shape[1] - p)
    found = linprog(-way, A_ub=-gains, b_ub=np.zeros(len(gains)), bounds=bounds)
    return np.zeros(gains.shape[1]) if found.x is None else np.asarray(found.x)
