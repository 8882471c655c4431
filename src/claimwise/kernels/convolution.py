"""Sums of whole numbers under random signs, exactly: compiled, so import it when it is needed.

T = sum of +m or -m over items of magnitude m, every sign a fair coin. Items of the same
magnitude are one binomial, and T is the convolution of as many binomials as there are
magnitudes. All terms are positive, so the direct sum keeps its relative accuracy; and it is
made under tilted coins, under which the observed T is the expected one, so that it also keeps
it in tails far below what doubles can resolve beside 1.
"""

from __future__ import annotations

import numpy as np

from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.compiled import compiled

LARGEST_DENOMINATOR = 1000
NEAR = 1e-9  # how close to a whole number a multiple of the unit has to be
NOISE = 1e-12  # differences below this share of the largest are rounding, not data
LARGEST_WHOLE = 10_000_000
NEGLIGIBLE = 1e-40  # of the largest probability: what lies below is left out
REACH = 27.2  # standard deviations between the two ends where a normal falls below that


@compiled
def common_unit(sizes: Floats) -> float:
    """Return the unit of which all sizes are whole multiples; 0 where there is none.

    `sizes` are the magnitudes of one study's differences, ascending. The unit is a fraction,
    with a denominator of up to 1000, of the smallest of them, so that scores such as 0.25 or
    1/3 are found whatever their scale.
    """
    noise = NOISE * sizes[-1]
    smallest, parts, last = 0.0, 1, 0.0
    for size in sizes:
        if size <= noise or size == last:
            continue
        last = size
        if smallest == 0.0:
            smallest = size
        multiple = size / smallest * parts
        if multiple > LARGEST_WHOLE:
            return 0.0
        finer = 1
        while abs(multiple * finer - np.rint(multiple * finer)) > NEAR:
            finer += 1
            if parts * finer > LARGEST_DENOMINATOR:
                return 0.0
        parts *= finer
    unit = smallest / parts
    for size in sizes:  # once more: the unit became finer on the way
        multiple = size / unit
        if size > noise and abs(multiple - np.rint(multiple)) > NEAR:
            return 0.0
    return unit


@compiled
def magnitudes(sizes: Floats, unit: float) -> tuple[Ints, Ints]:
    """Return the distinct sizes in units, without 0, and how often each occurs."""
    noise = NOISE * sizes[-1]
    values, counts = np.empty(len(sizes), np.int64), np.empty(len(sizes), np.int64)
    used = 0
    for size in sizes:
        if size <= noise:
            continue
        value = np.int64(np.rint(size / unit))
        if used and values[used - 1] == value:
            counts[used - 1] += 1
        else:
            values[used], counts[used] = value, 1
            used += 1
    return values[:used], counts[:used]


@compiled
def work(values: Ints, counts: Ints) -> float:
    """Return about how many multiplications `upper_tail` takes."""
    total, square, width = 1.0, 0.0, 0.0
    for value, count in zip(values, counts):  # noqa: B905 -- the compiler knows no strict
        total += float(value) * count
        square += float(value) * value * count
        width += min(count + 1.0, REACH * 0.5 * np.sqrt(count) + 10.0)
    return float(min(total, REACH * 0.5 * np.sqrt(square) + 10.0) * width)


@compiled
def _tilt(values: Ints, counts: Ints, target: float) -> float:
    """Return the tilt under which the sum is expected to be about `target`."""
    square = 0.0
    for value, count in zip(values, counts):  # noqa: B905
        square += float(value) * value * count
    low = high = target / square  # tanh(x) < x: the tilt is at least this
    found = 0.0
    while found < target:
        low, high = high, 2 * high
        found = 0.0
        for value, count in zip(values, counts):  # noqa: B905
            found += count * value * np.tanh(high * value)
    for _ in range(16):  # any tilt gives the right answer; a good one gives it accurately
        middle = (low + high) / 2
        found = 0.0
        for value, count in zip(values, counts):  # noqa: B905
            found += count * value * np.tanh(middle * value)
        if found < target:
            low = middle
        else:
            high = middle
    return high


@compiled
def _binomial(count: int, against: float) -> tuple[Floats, int]:
    """Return the probabilities of a binomial around its mode, and the first count among them.

    `against` are the odds against success: at most 1, and possibly too small for a double.
    """
    mode = min(count, int((count + 1) / (1.0 + against)))
    first, term = mode, 1.0
    while first > 0 and term > NEGLIGIBLE:
        term *= first * against / (count - first + 1)
        first -= 1
    last, term = mode, 1.0
    while last < count and term > NEGLIGIBLE:
        term *= (count - last) / ((last + 1) * against)
        last += 1
    weights = np.empty(last - first + 1)
    weights[mode - first] = 1.0
    for k in range(mode, first, -1):
        weights[k - 1 - first] = weights[k - first] * (k * against / (count - k + 1))
    for k in range(mode, last):
        weights[k + 1 - first] = weights[k - first] * ((count - k) / ((k + 1) * against))
    return weights / weights.sum(), first


@compiled
def _convolve(values: Ints, counts: Ints, tilt: float) -> tuple[Floats, int]:
    """Return the tilted distribution of the sum of the items with a plus, and its first value."""
    mass, start = np.ones(1), 0
    for value, count in zip(values, counts):  # noqa: B905
        weights, first = _binomial(count, np.exp(-2 * tilt * value))
        old, length = mass, len(mass)
        mass = np.zeros(length + value * (len(weights) - 1))
        for k in range(len(weights)):
            shift, weight = k * value, weights[k]
            for i in range(length):
                mass[shift + i] += weight * old[i]
        start += first * value
        least = NEGLIGIBLE * mass.max()
        low, high = 0, len(mass)
        while mass[low] < least:
            low += 1
        while mass[high - 1] < least:
            high -= 1
        mass, start = mass[low:high], start + low
    return mass, start


@compiled
def _log_cosh(x: float) -> float:
    """Return log(cosh(x)) for x >= 0 without losing digits near 0 nor overflowing far from it."""
    if x < 1.0:
        return float(np.log1p(2.0 * np.sinh(x / 2) ** 2))
    return float(x - np.log(2.0) + np.log1p(np.exp(-2.0 * x)))


@compiled
def _positive_tail(values: Ints, counts: Ints, observed: int, largest: int) -> float:
    """P(T >= observed) for 0 < observed < largest."""
    tilt = _tilt(values, counts, float(observed))
    mass, start = _convolve(values, counts, tilt)
    log_scale = -tilt * observed
    for value, count in zip(values, counts):  # noqa: B905
        log_scale += count * _log_cosh(tilt * value)
    total = 0.0
    for i in range(len(mass) - 1, -1, -1):
        beyond = 2 * (start + i) - largest - observed
        if beyond < 0:
            break
        total += mass[i] * np.exp(-tilt * beyond)
    return float(np.exp(log_scale) * total)


@compiled
def upper_tail(values: Ints, counts: Ints, observed: int) -> float:
    """P(T >= observed), for magnitudes and how often each occurs.

    Relative accuracy about 1e-12, down to the smallest doubles.
    """
    largest, items = 0, 0
    for value, count in zip(values, counts):  # noqa: B905
        largest += value * count
        items += count
    # By symmetry P(T >= t) = 1 - P(T > -t), which keeps the sum in the smaller tail.
    target = observed if observed > 0 else 1 - observed
    if target > largest:
        tail = 0.0
    elif target == largest:
        tail = 0.5**items
    else:
        tail = _positive_tail(values, counts, target, largest)
    return tail if observed > 0 else 1.0 - tail
