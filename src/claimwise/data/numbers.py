"""Scores from text: numbers, or verdicts such as true and false, but not both in one column."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError

VERDICTS = {
    **dict.fromkeys(("true", "yes", "right", "correct", "c", "pass"), 1.0),
    **dict.fromkeys(("false", "no", "wrong", "incorrect", "i", "fail"), 0.0),
}
NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
NUMBER_BYTES = b"0123456789.eE+-"


class OddScore(Exception):
    """A text that is no score; `position` says where among those given."""

    def __init__(self, position: int, text: str, mixed: bool = False) -> None:
        """Remember the place and the text."""
        super().__init__(text)
        self.position, self.text, self.mixed = position, text, mixed


def parse_scores(texts: Sequence[str]) -> NDArray[np.float64]:
    """Return the scores of a column, NaN where a text is empty; OddScore if one is none.

    >>> parse_scores(["1", "", "0.5"]).tolist(), parse_scores(["yes", "no"]).tolist()
    ([1.0, nan, 0.5], [1.0, 0.0])
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
        kind = kind_of(text)
        value = float(text) if kind == "number" else VERDICTS.get(text.lower(), np.inf)
        if np.isinf(value):
            raise OddScore(position, text)
        column = column or kind
        if kind != column:
            raise OddScore(position, text, mixed=True)
        values[position] = value
    return values


def kind_of(text: str) -> str:
    """Say what a stripped text is: empty, number, verdict or text.

    >>> [kind_of(text) for text in ("", "1e5", "Yes", "1_000", "nan")]
    ['empty', 'number', 'verdict', 'text', 'text']
    """
    if not text:
        return "empty"
    if NUMBER.fullmatch(text):
        return "number"
    return "verdict" if text.lower() in VERDICTS else "text"


def score_error(column: str, odd: OddScore, place: str) -> DataError:
    """Say which cell of a column of scores cannot be one."""
    shown = odd.text if len(odd.text) <= 40 else odd.text[:40] + "..."
    if odd.mixed:
        return DataError(
            f"Column {column} mixes numbers and verdicts: {shown!r} {place} is of the other kind.",
            "Write verdicts as 1 and 0.",
        )
    return DataError(
        f"{shown!r} {place}, column {column}, is not a finite number.",
        _written(odd.text) or "Write a number or true or false; leave the cell empty for none.",
    )


def _written(text: str) -> str:
    """Say how to write a percentage, or a number with a decimal comma.

    >>> _written("85%"), _written("0,5"), _written("n/k")
    ('Write 0.85 for 85%, in the whole column.', 'Write 0.5 for 0,5, in the whole column.', '')
    """
    plain = text.removesuffix("%").strip().replace(",", ".")
    if plain == text or not NUMBER.fullmatch(plain):
        return ""
    value = float(plain) / (100 if text.endswith("%") else 1)
    return f"Write {value:g} for {text}, in the whole column."
