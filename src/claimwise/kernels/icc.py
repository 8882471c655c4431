"""Intraclass correlations from variance components."""

from __future__ import annotations

import math

from claimwise.core import ParameterError, check_count, check_number, check_one_of

ICC_KINDS = ("agreement", "consistency")
RESIDUALS = {
    "probit": 1.0,
    "logit": math.pi**2 / 3,
    "cloglog": math.pi**2 / 6,
    "loglog": math.pi**2 / 6,
}


def icc(
    items: float,
    raters: float,
    residual: float,
    *,
    kind: str = "agreement",
    ratings: int = 1,
) -> float:
    """Return the share of the variance of a rating that is due to the items.

    It is the correlation of two ratings, or of two means of that many ratings, of one item
    by different raters. Undefined (NaN) where nothing varies.

    Parameters
    ----------
    items, raters, residual : float
        Variance components. In an ordinal model the residual is not estimated but set by
        the link: `latent_residual`. A component of raters by items belongs to the residual.
    kind : str
        agreement: raters that are severe or lenient count as noise. consistency: they do
        not, because all items have the same raters and only differences of items matter.
    ratings : int, default 1
        How many ratings of an item are averaged.

    References
    ----------
    .. [1] Shrout and Fleiss (1979), Psychol. Bull. 86, 420-428.
    .. [2] McGraw and Wong (1996), Psychol. Methods 1, 30-46.

    Examples
    --------
    >>> icc(2.0, 1.0, 1.0), round(icc(2.0, 1.0, 1.0, ratings=4), 6)
    (0.5, 0.8)
    """
    check_one_of("kind", kind, ICC_KINDS)
    k = check_count("ratings", ratings)
    items, raters, residual = (
        _variance(name, part)
        for name, part in (("items", items), ("raters", raters), ("residual", residual))
    )
    noise = residual + (raters if kind == "agreement" else 0.0)
    total = items + noise / k
    return items / total if total > 0 else math.nan


def latent_residual(link: str) -> float:
    """Return the variance of the latent noise that a link of an ordinal model stands for.

    Nakagawa, Johnson and Schielzeth (2017), J. R. Soc. Interface 14, 20170213.

    >>> round(latent_residual("logit"), 4)
    3.2899
    """
    return RESIDUALS[check_one_of("link", link, RESIDUALS)]


def _variance(who: str, value: float) -> float:
    number = check_number(who, value)
    if number < 0:
        remedy = "Set components that were estimated below 0 to 0."
        raise ParameterError(who, "a variance of at least 0", f"{number:g}", remedy)
    return number
