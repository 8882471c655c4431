"""Many decimal numbers at once, each rounded correctly, as `float` would do it one by one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
MOST_DIGITS = 18  # so many fit into 64 bits
POWERS = np.power(10.0, np.arange(MOST_DIGITS + 1)).astype(np.float64)  # exact: below 10**23
EXACT = 2**53  # whole numbers up to here are exact as floats
SPLIT = 2.0**27 + 1.0
CLOSE = 1e-14  # far above the error of the correction, 2**-51


def decimals(cells: NDArray[np.uint8]) -> Floats:
    """Return the numbers in rows of characters, filled up with zero bytes.

    Fit for an optional minus sign and at most 18 digits with a point among them. NaN stands for
    everything else, and for the few numbers so near to the middle between two floats that more
    digits would be needed to decide.

    >>> cells = np.array([list(b"0.1"), list(b"-7\\0"), list(b"1e5")], np.uint8)
    >>> decimals(cells).tolist()
    [0.1, -7.0, nan]
    """
    whole = np.zeros(len(cells), np.int64)
    digits = np.zeros(len(cells), np.uint8)
    after = np.zeros(len(cells), np.uint8)  # digits after the point
    point = np.zeros(len(cells), dtype=bool)
    characters = np.ascontiguousarray(cells.T)
    minus = characters[0] == ord("-")
    fine = np.ones(len(cells), dtype=bool)
    for place, character in enumerate(characters):
        if not character.any():
            break  # nothing but filling from here on
        value = character - np.uint8(ord("0"))
        digit = value < 10
        if digit.all():  # most places, in most files
            whole *= 10
            whole += value
            after += point
            digits += 1
            continue
        dot = character == ord(".")
        known = digit | dot | (character == 0)
        fine &= known | minus if place == 0 else known
        fine &= ~(dot & point)
        whole = np.where(digit, 10 * whole + value, whole)
        after += digit & point
        digits += digit
        point |= dot
    fine &= (digits >= 1) & (digits <= MOST_DIGITS)
    whole, after = np.where(fine, whole, 0), np.where(fine, after, 0)
    values = _quotient(whole, POWERS[after])
    return np.where(fine, np.where(minus, -values, values), np.nan)


def _quotient(whole: NDArray[np.int64], power: Floats) -> Floats:
    """Return whole / power, correctly rounded; NaN where that is not certain.

    Up to 2**53 both are exact, and so is the rounding. Above, the remainder of the division
    of the leading part is exact by Dekker's product, and gives the rest of the quotient with
    a small relative error; if adding a little more or a little less of it leads to the same
    float, then that float is right.

    References
    ----------
    Dekker (1971), Numerische Mathematik 18, 224-242.
    """
    leading = whole.astype(np.float64)
    quotient = leading / power
    long = np.flatnonzero(whole > EXACT)
    if not len(long):
        return quotient
    leading, power, q = leading[long], power[long], quotient[long]
    rest = (whole[long] - leading.astype(np.int64)).astype(np.float64)
    product = q * power
    q_high = SPLIT * q - (SPLIT * q - q)
    p_high = SPLIT * power - (SPLIT * power - power)
    q_low, p_low = q - q_high, power - p_high
    error = ((q_high * p_high - product) + q_high * p_low + q_low * p_high) + q_low * p_low
    correction = (((leading - product) - error) + rest) / power
    less, more = q + correction * (1 - CLOSE), q + correction * (1 + CLOSE)
    quotient[long] = np.where(less == more, less, np.nan)
    return quotient
