"""What looks odd about data that can be read, each with what to do about it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from claimwise.core import DataError, Note, caution, option
from claimwise.core.missing import listed
from claimwise.data.numbers import NUMBER
from claimwise.data.scores import Coded, Scores

REFERENCE = re.compile(
    r"(^|[^a-z])(reference|references|ref|refs|gold|golden|truth|target|human)([^a-z]|$)"
)


def scale_hints(scores: Scores) -> list[Note]:
    """Say that scores of 0 and 100 are right and wrong in per cent."""
    values = scores.score[~np.isnan(scores.score)]
    if not len(values) or not np.isin(values, (0.0, 100.0)).all() or not (values == 100).any():
        return []
    said = (
        "Every score is 0 or 100, which is right or wrong in per cent; they are taken as graded. "
        "Divide them by 100 for the tests and intervals of right and wrong."
    )
    return [caution(said)]


def label_hints(gold: Coded, prediction: Coded) -> list[Note]:
    """Say how many labels are the same number but not the same text, such as 1.0 and 1."""
    values = {label: _number(label) for label in {*gold.labels, *prediction.labels}}
    place = {label: i for i, label in enumerate(values)}
    numbers = np.array([*values.values(), np.nan])
    codes = [
        np.array([*(place[label] for label in column.labels), -1])[column.codes]
        for column in (gold, prediction)
    ]
    alike = (numbers[codes[0]] == numbers[codes[1]]) & (codes[0] != codes[1])
    if not alike.any():
        return []
    row = int(np.flatnonzero(alike)[0])
    said = (
        f"{int(alike.sum()):,} predictions count as wrong though they are the same number as the "
        f"gold answer, such as {prediction[row]} and {gold[row]}: write them alike in both columns."
    )
    return [caution(said)]


def _number(label: str) -> float:
    text = label.strip()
    return float(text) if NUMBER.fullmatch(text) else np.nan


def references_among(paths: Sequence[Path]) -> None:
    """Refuse a file that is called like a reference among several that are a system each."""
    odd = [path for path in paths if REFERENCE.search(path.stem.lower())]
    others = [path for path in paths if path not in odd]
    if not odd or len(others) < 2:
        return
    raise DataError(
        f"{listed([str(path) for path in odd])} is called like a reference, not like a system.",
        "Leave it out; or name every file's system, with "
        + option("system", [path.stem for path in paths])
        + ".",
    )
