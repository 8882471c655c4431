"""How much of alpha may be used up by the time a share of the data is in."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy import special

from claimwise.core.procedure import Procedure
from claimwise.core.references import LAN
from claimwise.core.registry import register
from claimwise.kernels.arrays import ArrayLike, Floats

Spending = Callable[[Floats, float], Floats]


@register(
    "stopping",
    "obrien-fleming",
    says=Procedure(
        "the alpha-spending function of O'Brien-Fleming type",
        (LAN, "O'Brien and Fleming (1979), Biometrics 35, 549-556"),
        short="O'Brien-Fleming",
    ),
)
def obrien_fleming(fraction: Floats, alpha: float) -> Floats:
    """Return 2 (1 - Phi(z / sqrt t)) with z the upper quantile of alpha / 2: little at first.

    >>> round(float(obrien_fleming(np.array(0.5), 0.025)), 6)
    0.001525
    """
    return np.asarray(2 * special.ndtr(special.ndtri(alpha / 2) / np.sqrt(fraction)))


@register(
    "stopping",
    "pocock",
    says=Procedure(
        "the alpha-spending function of Pocock type",
        (LAN, "Pocock (1977), Biometrika 64, 191-199"),
        short="Pocock",
    ),
)
def pocock(fraction: Floats, alpha: float) -> Floats:
    """Return alpha log(1 + (e - 1) t): nearly even over the looks.

    >>> round(float(pocock(np.array(0.5), 0.05)), 6)
    0.031006
    """
    return np.asarray(alpha * np.log1p((np.e - 1) * fraction))


SPENDING: dict[str, Spending] = {"obrien-fleming": obrien_fleming, "pocock": pocock}


def spent(rule: str, fraction: ArrayLike, alpha: float, *, sides: int = 2) -> Floats:
    """Return the alpha that is spent once this share of the data is in; all of it from 1 on.

    Two-sided, each side spends what a one-sided test at alpha / 2 would.

    >>> spent("obrien-fleming", [0.5, 1.0], 0.05).round(6).tolist()
    [0.003051, 0.05]
    """
    share = np.minimum(np.asarray(fraction, np.float64), 1.0)
    return np.asarray(sides * SPENDING[rule](share, alpha / sides))
