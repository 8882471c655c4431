"""The one place where numbers are rounded."""

from __future__ import annotations

from math import isinf, isnan

from claimwise.core import Row


def number(value: float | None) -> str:
    """Return a number for a table: four significant digits, no noise.

    >>> number(0.24937), number(2043.0), number(float("nan")), number(0.999996)
    ('0.2494', '2,043', 'not defined', '>0.9999')
    """
    if value is None or isnan(value):
        return "not defined"
    if isinf(value):
        return "infinite"
    if 0.99995 <= value < 1:
        return ">0.9999"
    return quantity(value)


def quantity(value: float) -> str:
    """Return a number that is no probability, such as a score.

    >>> quantity(0.99999), quantity(1234.5)
    ('1', '1,234.5')
    """
    if isnan(value) or isinf(value):
        return number(value)
    if value == int(value) and abs(value) >= 1:
        return f"{value:,.0f}"
    return f"{value:.4g}" if abs(value) < 1000 else f"{value:,.1f}"


def fold(value: float) -> str:
    """Return a factor without digits that nobody needs.

    >>> fold(276562.9), fold(3175420311045657.5), fold(0.0009754)
    ('276,562.9', '3.175e+15', '0.0009754')
    """
    return f"{value:.4g}" if abs(value) >= 1e6 and not isinf(value) else number(value)


def estimate(row: Row) -> str:
    """Return the estimate of a row for a table, or the bound that is all that is known of it.

    >>> estimate(Row(quantity="bayes_factor_01", estimate=float("nan"), low=2e9, high=float("inf"),
    ...     kind="bound"))
    '>2e+09'
    """
    if row.kind == "bound":
        return f">{fold(row.low)}" if isinf(row.high) else f"<{fold(row.high)}"
    return fold(row.estimate) if row.quantity.startswith("bayes_factor") else number(row.estimate)


def percent(share: float) -> str:
    """Return a share as a percentage.

    >>> percent(0.2494), percent(0.0366), percent(0.00004), percent(0.99999)
    ('24.9%', '3.66%', 'less than 0.01%', 'more than 99.9%')
    >>> percent(0.0), percent(1.0), percent(0.95)
    ('0%', '100%', '95%')
    """
    if 0 < share < 0.0001:
        return "less than 0.01%"
    if 0.9995 <= share < 1:
        return "more than 99.9%"
    if 100 * share == round(100 * share, 9) // 1:
        return f"{100 * share:.0f}%"
    return f"{100 * share:.{2 if share < 0.1 else 1}f}%"


def probability(value: float) -> str:
    """Return a probability to four places.

    >>> probability(0.81), probability(0.99998), probability(1e-7)
    ('0.8100', '>0.9999', '<0.0001')
    """
    if 0.99995 <= value < 1:
        return ">0.9999"
    if 0 < value < 0.00005:
        return "<0.0001"
    return f"{value:.4f}"


def points(difference: float) -> str:
    """Return a difference of shares in percentage points.

    >>> points(0.02), points(-0.0161468), points(0.01)
    ('2 points', '-1.615 points', '1 point')
    """
    shown = f"{100 * difference:.4g}"
    return f"{shown} point" if shown in ("1", "-1") else f"{shown} points"


def interval(row: Row) -> str:
    """Return the interval of a row in words; empty if it has none."""
    if isnan(row.low) or isnan(row.high) or row.level is None:
        return ""
    kind = {"monte carlo": "Monte Carlo"}.get(row.kind or "", row.kind or "")
    return f"{percent(row.level)} {kind} interval {number(row.low)} to {number(row.high)}"


def pvalue(value: float) -> str:
    """Return a p-value.

    >>> pvalue(0.0000123), pvalue(0.0372)
    ('p < 0.0001', 'p = 0.0372')
    """
    return "p < 0.0001" if value < 0.0001 else f"p = {value:.4f}"
