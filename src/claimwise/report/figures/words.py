"""Numbers in figures: points with one decimal, shares in per cent, p without a leading nought."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, inf, isfinite, isnan, log10

MINUS_INFINITY, INFINITY = "-\u221e", "\u221e"


def plain(value: float) -> str:
    """Return a number that was given: as it is, without noise, thousands apart.

    >>> plain(0.05), plain(2043.0), plain(1e-9), plain(0.30000000000000004)
    ('0.05', '2,043', '0.000000001', '0.3')
    """
    if isnan(value):
        return "not defined"
    if not isfinite(value):
        return INFINITY if value > 0 else MINUS_INFINITY
    digits = max(0, 5 - floor(log10(abs(value)))) if value else 0
    text = f"{value:,.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def alpha(value: float) -> str:
    """Return a level of significance.

    >>> alpha(0.05), alpha(0.005)
    ('.05', '.005')
    """
    return plain(value).removeprefix("0")


def given_share(value: float) -> str:
    """Return a share that was given, such as the wanted power.

    >>> given_share(0.8), given_share(0.925), given_share(0.9999)
    ('80%', '92.5%', '99.99%')
    """
    return f"{plain(round(100 * value, 10))}%"


def share(value: float) -> str:
    """Return a share that was worked out, in whole per cent.

    >>> share(0.2937), share(0.9996), share(0.0004), share(1.0), share(0.996)
    ('29%', 'more than 99.9%', 'less than 0.1%', '100%', '99.6%')
    """
    if 0.999 < value < 1:
        return "more than 99.9%"
    if 0 < value < 0.001:
        return "less than 0.1%"
    near_an_end = 0 < value < 0.01 or 0.99 < value < 1
    return f"{100 * value:.{int(near_an_end)}f}%"


def given_points(difference: float) -> str:
    """Return a difference of shares that was given, in percentage points.

    >>> given_points(0.02), given_points(0.01), given_points(-0.015)
    ('2 points', '1 point', '-1.5 points')
    """
    text = plain(round(100 * difference, 10))
    return f"{text} point" if text in ("1", "-1") else f"{text} points"


def p(value: float) -> str:
    """Return a p-value.

    >>> p(0.0000123), p(0.0372), p(0.9999), p(0.0005)
    ('p < .001', 'p = .037', 'p > .999', 'p < .001')
    """
    if value < 0.001:
        return "p < .001"
    return "p > .999" if value > 0.9994 else f"p = {value:.3f}".replace("0.", ".", 1)


def decimals(values: Sequence[float], *, points: bool) -> int:
    """Return how many decimals an estimate with its interval deserves.

    Points have one, and two where all are below 1. Others have as many as show two digits of the
    standard error, taken from an interval of 95%.

    >>> decimals([5.0, 1.4, 8.7], points=True), decimals([0.412, 0.36, 0.46], points=False)
    (1, 3)
    """
    known = [abs(value) for value in values if isfinite(value)]
    if points or not known:
        return 1 if not known or max(known) >= 1 else 2
    ends = [value for value in values[1:] if isfinite(value)]
    error = (max(ends) - min(ends)) / 3.92 if len(ends) > 1 else 0.0
    size = error or max(known)
    return max(0, 1 - floor(log10(size))) if size else 1


def written(value: float, digits: int, *, sign: bool = False) -> str:
    """Return a number with so many decimals; without end, as such.

    >>> written(0.0372, 1), written(-0.04, 1), written(2.5, 1, sign=True)
    ('0.0', '0.0', '+2.5')
    """
    if not isfinite(value):
        return INFINITY if value == inf else MINUS_INFINITY
    text = f"{value:,.{digits}f}"
    if not text.strip("-0.,"):
        return text.removeprefix("-")
    return f"+{text}" if sign and value > 0 else text


def value(number: float) -> str:
    """Return a number that was worked out and has no error of its own, such as a cost.

    >>> value(0.41237), value(1234.5), value(3.0)
    ('0.412', '1,234', '3')
    """
    if not isfinite(number) or not number:
        return plain(number)
    digits = max(0, 2 - floor(log10(abs(number))))
    text = f"{number:,.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
