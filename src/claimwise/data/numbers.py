"""Scores from text: numbers, or verdicts such as true and false, but not both in one column."""

from __future__ import annotations

import re
from collections.abc import Sequence

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


class ScoreParser:
    """Reads the texts of one column, chunk by chunk, and remembers which kind they are."""

    def __init__(self) -> None:
        """Start without a kind."""
        self.kind: str | None = None

    def parse(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """Return the scores, NaN where a text is empty; OddScore if one is neither."""
        joined = "".join(texts)
        if joined.isascii() and not joined.encode().translate(None, NUMBER_BYTES):
            # No letters but e: what float() accepts now is what NUMBER accepts.
            filled = [text or "nan" for text in texts] if "" in texts else texts
            try:
                values = np.fromiter(map(float, filled), float, len(texts))
            except ValueError:
                return self._one_by_one(texts)
            if not np.isinf(values).any():
                if joined:
                    position = next(i for i, text in enumerate(texts) if text)
                    self.settle("number", position, texts[position])
                return values
        return self._one_by_one(texts)

    def _one_by_one(self, texts: Sequence[str]) -> NDArray[np.float64]:
        values = np.full(len(texts), np.nan)
        for position, raw in enumerate(texts):
            text = raw.strip()
            if not text:
                continue
            kind, value = kind_of(text), 0.0
            if kind == "number":
                value = float(text)
            elif kind == "verdict":
                value = VERDICTS[text.lower()]
            if kind == "text" or np.isinf(value):
                raise OddScore(position, text)
            if self.kind not in (None, kind):
                raise OddScore(position, text, mixed=True)
            self.kind, values[position] = kind, value
        return values

    def settle(self, kind: str, position: int = 0, text: str = "") -> None:
        """Say what kind the column holds; OddScore if it held the other one before."""
        if self.kind not in (None, kind):
            raise OddScore(position, text, mixed=True)
        self.kind = kind


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
