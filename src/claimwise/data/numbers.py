"""Scores from text: numbers, per cent, or verdicts such as true and false, one in each column."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError

# Verdicts, a row for each way of writing them: right, wrong.
PAIRS = (
    ("true", "false"),
    ("yes", "no"),
    ("right", "wrong"),
    ("correct", "incorrect"),
    ("c", "i"),
    ("pass", "fail"),
)
VERDICTS = {word: float(right) for pair in PAIRS for word, right in zip(pair, (1, 0), strict=True)}
KINDS = {"number": "numbers", "percent": "per cent", "verdict": "verdicts"}  # never together
NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
NUMBER_BYTES = b"0123456789.eE+-"


class OddScore(Exception):
    """A text that is no score; `position` says where among those given."""

    def __init__(self, position: int, text: str, mixed: str = "") -> None:
        """Remember the place, the text, and what would be mixed if it were taken."""
        super().__init__(text)
        self.position, self.text, self.mixed = position, text, mixed


def parse_scores(texts: Sequence[str]) -> NDArray[np.float64]:
    """Return the scores of a column, NaN where a text is empty; OddScore if one is none.

    >>> [parse_scores(texts).tolist() for texts in (["1", "", "0.5"], ["yes", "no"], ["85%"])]
    [[1.0, nan, 0.5], [1.0, 0.0], [0.85]]
    """
    joined = "".join(texts)
    if joined.isascii() and not joined.encode().translate(None, NUMBER_BYTES):
        # No letters but e: what float() accepts now is what NUMBER accepts.
        with suppress(ValueError):
            values = np.fromiter((float(text or "nan") for text in texts), float, len(texts))
            if not np.isinf(values).any():
                return values
    values, column = np.full(len(texts), np.nan), ""
    for position, raw in enumerate(texts):
        text = raw.strip()
        if not text:
            continue
        kind = "percent" if text.endswith("%") else kind_of(text)
        value = VERDICTS.get(text.lower(), np.inf)
        if kind_of(text) == "number":
            value = float(text.rstrip("% ")) / (100 if kind == "percent" else 1)
        if np.isinf(value):
            raise OddScore(position, text)
        column = column or kind
        if kind != column:
            raise OddScore(position, text, mixed=" and ".join(sorted((KINDS[column], KINDS[kind]))))
        values[position] = value
    return values


def way_of_writing(texts: Iterable[str]) -> str:
    """Say how a column of scores is written: number, percent, or the words for right and wrong.

    >>> way_of_writing(["", "yes", "No"]), way_of_writing(["1", "0"]), way_of_writing(["", "x"])
    ('yes', 'number', '')
    """
    for text in filter(None, (text.strip().lower() for text in texts)):
        if kind_of(text) == "number":
            return "percent" if text.endswith("%") else "number"
        return next((pair[0] for pair in PAIRS if text in pair), "")
    return ""


def kind_of(text: str) -> str:
    """Say what a stripped text is: empty, number (per cent too), verdict or text.

    >>> [kind_of(text) for text in ("", "1e5", "81.4%", "Yes", "1_000", "nan")]
    ['empty', 'number', 'number', 'verdict', 'text', 'text']
    """
    if not text:
        return "empty"
    if NUMBER.fullmatch(text.removesuffix("%").rstrip()):
        return "number"
    return "verdict" if text.lower() in VERDICTS else "text"


def score_error(column: str, odd: OddScore, place: str) -> DataError:
    """Say which cell of a column of scores cannot be one."""
    shown = odd.text if len(odd.text) <= 40 else odd.text[:40] + "..."
    if odd.mixed:
        return DataError(
            f"Column {column} mixes {odd.mixed}: {shown!r} {place} is of the other kind.",
            "Write verdicts as 1 and 0, and per cent as shares.",
        )
    return DataError(
        f"{shown!r} {place}, column {column}, is not a finite number.",
        _written(odd.text) or "Write a number or true or false; leave the cell empty for none.",
    )


def _written(text: str) -> str:
    """Say how to write a number with a decimal comma.

    >>> _written("0,5"), _written("n/k")
    ('Write 0.5 for 0,5, in the whole column.', '')
    """
    plain = text.replace(",", ".")
    if plain == text or not NUMBER.fullmatch(plain):
        return ""
    return f"Write {float(plain):g} for {text}, in the whole column."
