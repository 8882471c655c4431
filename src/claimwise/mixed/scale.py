"""Scales of ratings: numbers in a range, or words in a declared order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from math import ceil, floor, isfinite
from numbers import Real
from typing import Any

import numpy as np

from claimwise.core import DataError, Note, ParameterError, did_you_mean, inferred, option
from claimwise.data.fields import Fields
from claimwise.data.numbers import NUMBER
from claimwise.kernels.arrays import Flags
from claimwise.mixed.design import Labels

MOST_LEVELS = 100  # of an ordinal outcome
MOST_POINTS = 20  # of a scale that is called by them
SHOWN = 6  # levels that a message lists
TRUTH = ("false", "true")  # words with an order of their own
ENDLESS = ("inf", "infinity")
Scale = tuple[float, float] | tuple[str, ...]  # lowest and highest, or levels from worst to best


def check_scale(scale: Sequence[Any] | None, *, ordinal: bool) -> Scale | None:
    """Return the lowest and the highest rating, or the levels from worst to best.

    >>> check_scale((1, 5), ordinal=True), check_scale(["bad", "good"], ordinal=True)
    ((1.0, 5.0), ('bad', 'good'))
    """
    if scale is None:
        return None
    given = (scale,) if isinstance(scale, str) else tuple(scale)
    if len(given) == 2 and all(isinstance(x, Real) and not isinstance(x, bool) for x in given):
        low, high = map(float, given)
        if not low < high or not isfinite(high - low):
            needs = "LOW below HIGH, such as 1-5"
            remedy = "If low ratings are the better ones, list them from worst to best: 5,4,3,2,1."
            raise ParameterError("scale", needs, f"{low:g}-{high:g}", remedy)
        return low, high
    levels = tuple(plain(str(level)) for level in given)
    if len(set(levels)) < max(2, len(levels)) or "" in levels:
        needs = "LOW-HIGH, or at least two levels from worst to best, each once"
        raise ParameterError("scale", needs, ",".join(levels) or "nothing")
    if not ordinal:
        needs = "LOW-HIGH with the linear model"
        raise ParameterError(
            "scale",
            needs,
            f"the levels {_some(levels)}",
            "A list of levels is for " + option("outcome", "ordinal") + ".",
        )
    return levels


def plain(text: str) -> str:
    """Return a number in its plainest form, and other texts without blanks around them.

    >>> plain("1.0"), plain(" +2"), plain("0.50"), plain("1e999"), plain("v1.0")
    ('1', '2', '0.5', '1e999', 'v1.0')
    """
    text = text.strip()
    if not _is_number(text):
        return text
    value = float(text)
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def _is_number(text: str) -> bool:
    return NUMBER.fullmatch(text) is not None and isfinite(float(text))


def listed(scale: Scale | None) -> tuple[str, ...] | None:
    """Return the levels that a scale lists; None if it has ends only."""
    if scale is None or not isinstance(scale[0], str):
        return None
    return tuple(map(str, scale))


def scale_points(
    used: Sequence[str], scale: Scale | None, declared: Sequence[str] = ()
) -> int | None:
    """Return how many points a scale has: as it was given, else from the lowest to the highest.

    None for a scale of too many points to be called by them, or of parts of points.

    >>> scale_points(["1", "2", "4"], None), scale_points(["1", "2"], (1.0, 5.0))
    (4, 5)
    >>> scale_points(["0.5", "1"], None), scale_points(["ok", "good"], None, ["bad", "ok", "good"])
    (None, 3)
    """
    words = listed(scale) or (() if scale else declared)
    if words:
        return len(words)
    if not all(_is_number(level) and float(level).is_integer() for level in used):
        return None
    low, high = map(float, scale or (used[0], used[-1]))
    points = floor(high) - ceil(low) + 1
    return points if points <= MOST_POINTS else None


def ordered(
    fields: Fields, name: str, keep: Flags, scale: Scale | None
) -> tuple[Labels, list[Note]]:
    """Return an ordinal outcome from worst to best, and which levels nobody used.

    1, 1.0 and +1 are the same level.
    """
    coded = fields.labels[name]
    texts = [plain(label) for label in coded.labels]
    codes, rows = coded.codes[keep], np.flatnonzero(keep)
    where: dict[str, str] = {}  # each level that was used, and the first row that has it
    for code, at in zip(*np.unique(codes, return_index=True), strict=True):
        where.setdefault(texts[code], fields.place(int(rows[at])))
    declared = listed(scale) or (() if scale else tuple(map(plain, fields.orders.get(name, ()))))
    who = f"the rating {name}"
    possible: Sequence[object] = declared
    if declared:
        levels = _as_declared(who, where, declared)
    else:
        levels = _as_numbers(who, where)
        if scale:
            low, high = map(float, scale)
            for level in levels:
                _check_range(who, float(level), low, high, where[level])
            possible = range(ceil(low), floor(high) + 1)
    if len(levels) < 2:
        raise DataError(who, "at least two levels", f"only {levels[0]}")
    place = {level: i for i, level in enumerate(levels)}
    moved = np.array([place.get(text, -1) for text in texts], np.int64)
    return Labels(moved[codes], tuple(levels)), _unused_levels(possible, levels)


def _as_declared(who: str, where: Mapping[str, str], declared: Sequence[str]) -> list[str]:
    """Return the levels that were used in the order of the scale; refuse others."""
    for level, row in where.items():
        if level not in declared:
            near = did_you_mean(level, declared) or "Correct the file or the scale."
            raise DataError(who, f"one of {_some(declared)}", f"{level!r} in {row}", near)
    return [level for level in declared if level in where]


def _as_numbers(who: str, where: Mapping[str, str]) -> list[str]:
    """Return levels that are whole numbers, or false and true, in order; refuse others."""
    if len(where) > MOST_LEVELS:
        raise DataError(
            who,
            f"at most {MOST_LEVELS} ordered levels",
            f"{len(where):,}",
            "For continuous scores use " + option("outcome", "linear") + ".",
        )
    words = [level for level in where if not _is_number(level)]
    for level in words:
        if level.lower().lstrip("+-") in ENDLESS or NUMBER.fullmatch(level):
            raise DataError(who, "finite numbers", f"{level} in {where[level]}")
    if words and sorted(level.lower() for level in where) in (["false"], ["true"], [*TRUTH]):
        return sorted(where, key=str.lower)
    if words:
        raise DataError(
            who,
            "numbers, or words whose order is given",
            f"the word{'s' * (len(words) > 1)} {_some(words)} (the first in {where[words[0]]})",
            "Give the order with "
            + option("scale", ("WORST", ..., "BEST"))
            + "; leave the cell empty where there is no rating.",
        )
    levels = sorted(where, key=float)
    odd = next((level for level in levels if not float(level).is_integer()), None)
    if odd is not None:
        raise DataError(
            who,
            "whole numbers as levels",
            f"{odd} in {where[odd]}",
            "Use "
            + option("outcome", "linear")
            + ", or list all levels from worst to best, such as "
            + option("scale", (*levels[:SHOWN], *([...] if len(levels) > SHOWN else [])))
            + ".",
        )
    return levels


def check_numbers(fields: Fields, name: str, keep: Flags, scale: Scale | None) -> None:
    """Refuse a linear outcome that is not made of numbers, or is off its scale."""
    who = f"the rating {name}"
    if name not in fields.numbers:
        coded = fields.labels[name]
        shown = coded.labels[int(coded.codes[keep][0])]
        remedy = "Use " + option("outcome", "ordinal") + ", or numbers."
        raise DataError(who, "numbers", f"texts such as {shown!r}", remedy)
    if scale is not None:
        low, high = map(float, scale)
        values = fields.numbers[name]
        for row in np.flatnonzero(keep & ((values < low) | (values > high)))[:1]:
            _check_range(who, float(values[row]), low, high, fields.place(int(row)))


def _check_range(who: str, value: float, low: float, high: float, row: str) -> None:
    if not low <= value <= high:
        needs = f"numbers from {low:g} to {high:g}"
        remedy = "Correct the file or " + option("scale") + "."
        raise DataError(who, needs, f"{value:g} in {row}", remedy)


def _unused_levels(possible: Sequence[object], used: Sequence[str]) -> list[Note]:
    unused = islice((str(level) for level in possible if str(level) not in used), SHOWN)
    count = len(possible) - len(used)
    if count <= 0:
        return []
    given = f"No rating is {_some(list(unused), count)}"
    return [inferred(f"{given}: the model has the categories that were used alone.")]


def _some(levels: Sequence[str], count: int | None = None) -> str:
    """List the first levels, and say how many more there are."""
    shown = levels[:SHOWN]
    more = (len(levels) if count is None else count) - len(shown)
    return ", ".join(shown) + (f" and {more:,} more" if more > 0 else "")
