"""Several p-values at once: corrections, and on how many data sets a claim holds."""

from __future__ import annotations

import numpy as np

from claimwise.kernels.arrays import ArrayLike, Floats


def holm(pvalues: ArrayLike) -> Floats:
    """Return p-values that keep the chance of any false finding below alpha.

    Holm (1979), Scand. J. Statist. 6, 65-70. Valid under any dependence. An undefined p-value
    counts as a comparison made, and stays undefined.

    >>> holm([0.03, 0.01, 0.02]).round(4).tolist()
    [0.04, 0.03, 0.04]
    """
    p = np.asarray(pvalues, np.float64)
    order = np.argsort(p, kind="stable")  # NaN last
    m = len(p)
    stepped = np.maximum.accumulate(p[order] * (m - np.arange(m)))
    return _back(np.minimum(stepped, 1.0), order)


def bonferroni(pvalues: ArrayLike) -> Floats:
    """Return p-values times their number: no order among them matters.

    Valid under any dependence. An undefined p-value counts as a comparison made.

    >>> bonferroni([0.03, 0.01, 0.5]).round(4).tolist()
    [0.09, 0.03, 1.0]
    """
    p = np.asarray(pvalues, np.float64)
    return np.asarray(np.minimum(p * len(p), 1.0))


def benjamini_hochberg(pvalues: ArrayLike) -> Floats:
    """Return p-values that keep the expected share of false findings below alpha.

    Benjamini and Hochberg (1995), J. R. Statist. Soc. B 57, 289-300. Valid for independent and
    for positively dependent comparisons.

    >>> benjamini_hochberg([0.03, 0.01, 0.02, 0.5]).round(4).tolist()
    [0.04, 0.04, 0.04, 0.5]
    """
    p = np.asarray(pvalues, np.float64)
    order = np.argsort(p, kind="stable")
    m = len(p)
    raised = p[order] * (m / (np.arange(m) + 1))  # the last by 1 exactly: never below its own
    defined = ~np.isnan(raised)
    raised[defined] = np.minimum.accumulate(raised[defined][::-1])[::-1]
    return _back(np.minimum(raised, 1.0), order)


def partial_conjunction(pvalues: ArrayLike) -> Floats:
    """Return, for u = 1, 2, ..., the p-value of "fewer than u of the claims are true".

    Bonferroni's version, valid under any dependence: (m - u + 1) times the u-th smallest
    p-value, made monotone in u so that the claims nest. Benjamini and Heller (2008),
    Biometrics 64, 1215-1222; for data sets in NLP, Dror et al. (2017), TACL 5, 471-486.

    >>> partial_conjunction([0.01, 0.001, 0.2]).round(4).tolist()
    [0.003, 0.02, 0.2]
    """
    p = np.asarray(pvalues, np.float64)
    ordered = np.sort(np.where(np.isnan(p), 1.0, p))
    m = len(ordered)
    return np.asarray(np.minimum(1.0, np.maximum.accumulate(ordered * (m - np.arange(m)))))


def _back(ordered: Floats, order: ArrayLike) -> Floats:
    placed = np.empty_like(ordered)
    placed[order] = ordered
    return placed
