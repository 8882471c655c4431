"""How many resamples each simulated study needs, for its p-values to be as small as alpha."""

from __future__ import annotations

from math import ceil
from typing import Any

from claimwise.core import ParameterError, check_count, option

ROUNDING = 1e-9  # 1 / 0.05 is 20, whatever its last bits


def least_resamples(alpha: float) -> int:
    """Return the fewest resamples that reach alpha: the smallest p-value is 1 / (resamples + 1).

    >>> least_resamples(0.05), least_resamples(0.0005)
    (19, 1999)
    """
    return ceil(1 / alpha - ROUNDING) - 1


def check_resamples(resamples: Any, alpha: float) -> int:
    """Return the number of resamples, if p-values can be as small as alpha."""
    found, least = check_count("resamples", resamples), least_resamples(alpha)
    if found < least:
        needs = f"at least {least:,}, or no p-value is as small as " + option("alpha", alpha)
        raise ParameterError("resamples", needs, f"{found:,}")
    return found
