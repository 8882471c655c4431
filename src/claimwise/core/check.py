"""The checks at the door: each returns the cleaned value or says what is wrong with it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from numbers import Real

from claimwise.core.errors import ParameterError, did_you_mean

LARGEST_COUNT = 1_000_000_000
ALTERNATIVES = ("two-sided", "less", "greater")
# How the raters and the runs of the data are taken: as a sample, or as all there are.
NO_CLUSTERS = "none"  # in place of a column: leave out those that were recognised
RATERS = ("random", "fixed")
# A sample, of which those of the same name are compared one by one, or each system's for itself;
# independent answers of one model; these alone.
RUNS = ("crossed", "separate", "samples", "fixed")


def check_number(who: str, value: object) -> float:
    """Return `value` as a finite float."""
    if type(value) is float and math.isfinite(value):  # most are: no need to ask further
        return value
    if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(_float(value)):
        raise ParameterError(who, "a finite number", repr(value))
    return float(value)


def _float(value: Real) -> float:
    """Return a number as a float; infinite where it is too large for one."""
    try:
        return float(value)
    except OverflowError:
        return math.inf


def check_probability(who: str, value: object) -> float:
    """Return `value` as a float in [0, 1]."""
    number = check_number(who, value)
    if not 0 <= number <= 1:
        remedy = f"Write {number / 100:g} for {number:g}%." if 1 < number <= 100 else ""
        raise ParameterError(who, "a probability between 0 and 1", f"{number:g}", remedy)
    return number


def check_share(who: str, value: object) -> float:
    """Return `value` as a float strictly between 0 and 1."""
    number = check_probability(who, value)
    if not 0 < number < 1:
        raise ParameterError(who, "a number strictly between 0 and 1", f"{number:g}")
    return number


SMALLEST = 1e-300  # level: half of a smaller one may have no inverse


def check_alpha(value: object, who: str = "alpha") -> float:
    """Return the significance level: above 0, below one half.

    From one half on, a one-sided test would reject in favour of the system that did worse.
    """
    number = check_number(who, value)
    if not 0 < number < 0.5:
        raise ParameterError(who, "a number between 0 and 0.5", f"{number:g}", "The usual is 0.05.")
    if number < SMALLEST:
        raise ParameterError(who, f"a number of at least {SMALLEST:g}", f"{number:g}")
    return number


def check_difference(value: object) -> float:
    """Return a difference of two proportions: between -1 and 1."""
    number = check_number("difference", value)
    if not -1 <= number <= 1:
        remedy = f"Write {number / 100:g} for {number:g} percentage points."
        raise ParameterError("difference", "a number between -1 and 1", f"{number:g}", remedy)
    return number


def check_count(who: str, value: object) -> int:
    """Return `value` as a whole number from 1 to a billion."""
    whole = (
        isinstance(value, Real)
        and not isinstance(value, bool)
        and math.isfinite(_float(value))
        and float(value).is_integer()
    )
    if not whole or int(value) < 1:  # type: ignore[call-overload]
        found = repr(value) if isinstance(value, str) else f"{value}"
        raise ParameterError(who, "a whole number of at least 1", found)
    if int(value) > LARGEST_COUNT:  # type: ignore[call-overload]
        raise ParameterError(who, f"at most {LARGEST_COUNT:,}", f"{value}")
    return int(value)  # type: ignore[call-overload, no-any-return]


def check_one_of(who: str, value: str, known: Iterable[str]) -> str:
    """Return `value` if it is one of the known words; otherwise list them."""
    words = list(known)
    if value not in words:
        listed = ", ".join(words)
        raise ParameterError(who, f"one of {listed}", repr(value), did_you_mean(value, words))
    return value


def check_alternative(value: str) -> str:
    """Return the alternative hypothesis: two-sided, less or greater."""
    return check_one_of("alternative", value, ALTERNATIVES)
