"""Classical formulas: approximations, kept because the literature quotes them.

References
----------
Connor (1987), Biometrics 43, 207-211; Duffy (1984); Lachenbruch (1992), Statistics in
Medicine 11, 1521-1525; two proportions as in R's ``power.prop.test``.
"""

from __future__ import annotations

from math import ceil, sqrt

from scipy import special

from claimwise.kernels.root import root
from claimwise.worlds.agreement import Lachenbruch


def critical_z(alpha: float, alternative: str) -> float:
    """Return the normal quantile that the test statistic must exceed."""
    return float(-special.ndtri(alpha / 2 if alternative == "two-sided" else alpha))


def discordant_power(n: float, difference: float, rate: float, z: float) -> float:
    """Power of McNemar's test in the right direction, by the normal approximation.

    >>> round(discordant_power(500, 0.02, 0.1, critical_z(0.05, "two-sided")), 5)
    0.29224
    """
    gap, spread = abs(difference), rate - difference**2
    if spread <= 0:
        return float(sqrt(n) * gap > z * sqrt(rate))
    return float(special.ndtr((sqrt(n) * gap - z * sqrt(rate)) / sqrt(spread)))


def discordant_n(difference: float, rate: float, z: float, power: float) -> float:
    """Items that McNemar's test needs, by the same approximation.

    >>> round(discordant_n(0.02, 0.1, critical_z(0.05, "two-sided"), 0.8), 2)
    1959.86
    """
    z_power = float(special.ndtri(power))
    spread = max(0.0, rate - difference**2)
    return ((z * sqrt(rate) + z_power * sqrt(spread)) / abs(difference)) ** 2


def proportions_power(n: float, p_a: float, p_b: float, z: float) -> float:
    """Power of the pooled two-proportion z test in the right direction.

    >>> round(proportions_power(1564.672, 0.5, 0.55, critical_z(0.05, "two-sided")), 6)
    0.8
    """
    middle = (p_a + p_b) / 2
    spread = sqrt(p_a * (1 - p_a) + p_b * (1 - p_b))
    reach = sqrt(n) * abs(p_b - p_a) - z * sqrt(2 * middle * (1 - middle))
    if spread == 0:
        return float(reach > 0)
    return float(special.ndtr(reach / spread))


def proportions_n(p_a: float, p_b: float, z: float, power: float) -> float:
    """Items in each group that the z test needs, by the same approximation."""
    middle = (p_a + p_b) / 2
    z_power = float(special.ndtri(power))
    spread = sqrt(p_a * (1 - p_a) + p_b * (1 - p_b))
    return ((z * sqrt(2 * middle * (1 - middle)) + z_power * spread) / (p_b - p_a)) ** 2


def lachenbruch_n(bound: Lachenbruch, difference: float, z: float, power: float) -> int:
    """Items needed when nothing is known of the agreement.

    >>> z = critical_z(0.05, "two-sided")
    >>> [lachenbruch_n(Lachenbruch(b, 0.8), 0.1, z, 0.9) for b in ("low", "mid", "high")]
    [106, 211, 316]
    """
    return ceil(_lachenbruch_n(bound, difference, z, power) - 1e-9)


def lachenbruch_difference(bound: Lachenbruch, n: int, z: float, power: float, sign: int) -> float:
    """Smallest detectable difference when nothing is known of the agreement; NaN if none is."""
    room = 1 - bound.baseline if sign > 0 else bound.baseline
    if room <= 0 or _lachenbruch_n(bound, sign * room, z, power) > n:
        return float("nan")
    return sign * root(
        lambda d: _lachenbruch_n(bound, sign * d, z, power) - n, 1e-12, room, xtol=1e-14
    )


def _lachenbruch_n(bound: Lachenbruch, difference: float, z: float, power: float) -> float:
    quantiles = (z + float(special.ndtri(power))) ** 2
    return quantiles * bound.disagreement(difference) / difference**2
