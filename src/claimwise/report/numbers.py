"""The one place where numbers are rounded."""

from __future__ import annotations

from math import floor, isfinite, isinf, isnan, log10

from claimwise.core import Row
from claimwise.core.words import p_number, p_words, powers_of_ten

UNDEFINED = "not defined"
LEAST, MOST = "less than 0.1%", "more than 99.9%"
TINY, LARGE = 1e-7, 1e8  # beyond these a number is a power of ten
NBSP = "\u00a0"  # a space at which no line ends


def number(value: float | None) -> str:
    """Return a plain number: three significant digits, thousands separated, no noise.

    >>> number(0.24937), number(2043.0), number(float("nan")), number(0.000021)
    ('0.249', '2,043', 'not defined', '0.0000210')
    >>> number(1e9).replace(NBSP, " ")
    '1 × 10^9'
    """
    if value is None or isnan(value):
        return UNDEFINED
    if isinf(value):
        return "infinite" if value > 0 else "-infinite"
    if abs(value) >= LARGE or 0 < abs(value) < TINY:
        return powers_of_ten(value).replace(" ", NBSP)
    if abs(value) >= 100 or value == round(value):
        return f"{value:,.0f}"
    return fixed(value, places_of(value, 3))


def given(value: float | None) -> str:
    """Return a number as it was given: all its digits, and no more.

    >>> given(0.05), given(2.0), given(1725), given(0.1 + 0.2)
    ('0.05', '2', '1,725', '0.3')
    """
    if value is None or not isfinite(value):
        return number(value)
    return f"{value:,.0f}" if value == round(value) and abs(value) >= 1000 else f"{value:.6g}"


def given_percent(share: float) -> str:
    """Return a share such as a level, as it was given; to a decimal if it was computed.

    >>> given_percent(0.8), given_percent(0.925), given_percent(0.9999), given_percent(0.9133333)
    ('80%', '92.5%', '99.99%', '91.3%')
    """
    shown = round(100 * share, 9)
    return f"{given(shown) if float(f'{shown:.5g}') == shown else fixed(shown, 1)}%"


def places_of(value: float, digits: int) -> int:
    """Return how many decimals show so many significant digits of a number.

    >>> places_of(0.0314, 2), places_of(31.4, 2), places_of(314.0, 2)
    (3, 0, 0)
    """
    if value == 0 or not isfinite(value):
        return 0
    return max(0, digits - 1 - floor(log10(abs(value)) + 1e-9))


def fixed(value: float, places: int) -> str:
    """Return a number with so many decimals; nothing is minus zero.

    >>> fixed(-0.04, 1), fixed(1234.5, 0), fixed(2.345, 2)
    ('0.0', '1,235', '2.35')
    """
    if not isfinite(value):
        return number(value)
    shown = f"{value * (1 + 1e-12):,.{places}f}"
    return shown.removeprefix("-") if not shown.strip("-0.,") else shown


def fold(value: float) -> str:
    """Return a factor, such as a Bayes factor: of one beyond ten million the power of ten.

    >>> fold(276562.9), fold(0.0009754), fold(12.34)
    ('276,563', '0.00098', '12')
    >>> fold(3175420311045657.5).replace(NBSP, " "), fold(2.5e-9).replace(NBSP, " ")
    ('3.2 × 10^15', '2.5 × 10^-9')
    """
    if value and isfinite(value) and not TINY <= abs(value) < 1 / TINY:
        return powers_of_ten(value).replace(" ", NBSP)
    return fixed(value, places_of(value, 2))


def percent(share: float, places: int | None = None) -> str:
    """Return a probability, a power or a level: whole per cent, and a decimal at the ends.

    >>> percent(0.2494), percent(0.0366), percent(0.00004), percent(0.99999), percent(0.996)
    ('25%', '3.7%', 'less than 0.1%', 'more than 99.9%', '99.6%')
    >>> percent(0.0), percent(1.0), percent(0.07), percent(0.995), percent(0.9969547)
    ('0%', '100%', '7%', '99.5%', '99.7%')
    >>> percent(0.5933, 1), percent(0.0, 1), percent(0.59, 1)
    ('59.3%', '0.0%', '59.0%')
    """
    if isnan(share):
        return UNDEFINED
    if 0 < share < 0.001:
        return LEAST
    if 0.999 < share < 1:
        return MOST
    return f"{fixed(100 * share, _usual_places(share) if places is None else places)}%"


def _usual_places(share: float) -> int:
    whole = round(100 * share, 9) == round(100 * share, 0)
    return 0 if whole or 0.0995 <= share <= 0.99 else 1


def against(share: float, wanted: float) -> str:
    """Return a share on its side of the one that is wanted, with as many decimals as that takes.

    >>> against(0.7976, 0.8), against(0.8002, 0.8), against(0.29, 0.8), against(0.79999999, 0.8)
    ('79.8%', '80%', '29%', 'less than 80%')
    """
    reached = share >= wanted
    for places in range(_usual_places(share), 4):
        if (round(100 * share, places) >= round(100 * wanted, 9)) == reached:
            return percent(share, places)
    return f"{'more' if reached else 'less'} than {given_percent(wanted)}"


def chance(row: Row) -> str:
    """Return a probability; where all draws agree, the bound that is all that is known of it.

    >>> chance(Row(quantity="power", estimate=1.0, low=0.9996, high=1.0, kind="monte carlo"))
    'more than 99.9%'
    >>> chance(Row(quantity="power", estimate=0.0, low=0.0, high=0.02, kind="monte carlo"))
    'less than 2%'
    """
    if row.kind != "monte carlo" or row.estimate not in (0.0, 1.0):
        return percent(row.estimate)
    shown = percent(row.low if row.estimate else row.high)
    return shown if shown in (LEAST, MOST) else f"{'more' if row.estimate else 'less'} than {shown}"


def compact(shown: str) -> str:
    """Return a share for a table, where words would take too much room.

    >>> compact("less than 0.1%"), compact("more than 98%"), compact("29%")
    ('< 0.1%', '> 98%', '29%')
    """
    return shown.replace("less than", "<").replace("more than", ">")


def percents(low: float, high: float) -> str:
    """Return an interval of shares.

    >>> percents(0.1425, 0.2568), percents(0.0, 0.07112)
    ('14% to 26%', '0% to 7.1%')
    """
    return f"{percent(low)} to {percent(high)}"


def decimal(value: float) -> str:
    """Return a level such as alpha, without the zero before the point.

    >>> decimal(0.05), decimal(0.0125), decimal(0.8)
    ('.05', '.0125', '.8')
    """
    return f"{value:.4g}".replace("0.", ".", 1) if 0 < value < 1 else given(value)


def p_cell(value: float | None) -> str:
    """Return a p-value for a table.

    >>> p_cell(0.0000123), p_cell(0.0372), p_cell(None), p_cell(float("nan"))
    ('< .001', '.037', '', 'not defined')
    """
    if value is None:
        return ""
    return UNDEFINED if isnan(value) else p_number(value)


def pvalue(value: float | None) -> str:
    """Return a p-value for a sentence, whose parts stay on one line.

    >>> pvalue(0.0000123).replace(NBSP, " "), pvalue(0.0372).replace(NBSP, " ")
    ('p < .001', 'p = .037')
    """
    if value is None or isnan(value):
        return f"p = {p_cell(value)}".replace(" ", NBSP)
    return p_words(value).replace(" ", NBSP)


def often(share: float) -> str:
    """Return a chance in words of ten, as one would say it.

    >>> often(0.8), often(0.71), often(0.96), often(0.02)
    ('8 times in 10', '7 times in 10', 'more than 9 times in 10', 'less than 1 time in 10')
    """
    tenths = round(10 * share)
    if tenths in (0, 10):
        return "more than 9 times in 10" if tenths else "less than 1 time in 10"
    return f"{tenths} time{'' if tenths == 1 else 's'} in 10"


def bound(row: Row) -> str:
    """Return a Bayes factor, or the bound that is all that is known of it.

    >>> ends = {"low": 2e9, "high": float("inf")}
    >>> bound(Row(quantity="bayes_factor_01", estimate=float("nan"), **ends, kind="bound"))
    '> 2\\xa0×\\xa010^9'
    """
    if row.kind == "bound":
        return f"> {fold(row.low)}" if isinf(row.high) else f"< {fold(row.high)}"
    return fold(row.estimate)
