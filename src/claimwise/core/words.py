"""Words that every part says alike."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10


def counted(count: int, what: str) -> str:
    """Return how many there are.

    >>> counted(1, "comparison"), counted(1200, "comparison")
    ('1 comparison', '1,200 comparisons')
    """
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def p_number(value: float) -> str:
    """Return a p-value: three decimals, and a fourth where three would show just .05.

    >>> p_number(0.0000123), p_number(0.0372), p_number(0.0496), p_number(0.05), p_number(1.0)
    ('< .001', '.037', '.0496', '.050', '1')
    """
    if value < 0.001:
        return "< .001"
    if value > 0.9995:
        return "1"
    near = 0.0495 <= value < 0.0505 and value != 0.05
    return f"{value:.{4 if near else 3}f}".removeprefix("0")


def p_words(value: float) -> str:
    """Return a p-value for a sentence.

    >>> p_words(0.0000123), p_words(0.0372)
    ('p < .001', 'p = .037')
    """
    shown = p_number(value)
    return f"p {shown}" if shown.startswith("<") else f"p = {shown}"


def powers_of_ten(value: float) -> str:
    """Return a number that is too large or too small to be read with all its zeros.

    >>> powers_of_ten(3175420311045657.5), powers_of_ten(9.96e-8), powers_of_ten(-2e9)
    ('3.2 × 10^15', '1 × 10^-7', '-2 × 10^9')
    """
    exponent = floor(log10(abs(value)))
    if float(f"{abs(value) / 10.0**exponent:.2g}") >= 10:  # 9.96 is rounded to 10
        exponent += 1
    return f"{value / 10.0**exponent:.2g} × 10^{exponent}"


def in_series(parts: Sequence[str], joint: str = "and") -> str:
    """Return parts of a sentence one after another; the last after a joint.

    >>> in_series(["a"]), in_series(["a", "b"]), in_series(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return f" {joint} ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
