"""What looks odd about data that can be read, each with what to do about it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError, Note, assumed, caution, option
from claimwise.core.missing import listed
from claimwise.data.numbers import NUMBER, parse_scores, way_of_writing
from claimwise.data.scores import EMPTY, Coded, Scores

PER_CENT = 20.0  # from which a score next to shares looks like a percentage
NO_ANSWER = (-1.0, -9.0, -99.0, -999.0, -9999.0, 9.0, 99.0, 999.0, 9999.0)
REFERENCE = re.compile(
    r"(^|[^a-z])(reference|references|ref|refs|gold|golden|truth|target|human)([^a-z]|$)"
)


def percent_hints(columns: Iterable[Sequence[str]]) -> list[Note]:
    """Say that per cent are read as shares."""
    cells = (next((text for text in c if text.strip()), "") for c in columns)
    first = next((cell.strip() for cell in cells if way_of_writing([cell]) == "percent"), None)
    if first is None:
        return []
    share = parse_scores([first])[0]
    return [assumed(f"Per cent are read as shares: {first} as {share:g}.")]


def scale_hints(scores: Scores) -> list[Note]:
    """Say that scores of 0 and 100 are right and wrong in per cent."""
    mixed = _mixed_scales(scores)
    if mixed:
        return mixed
    values = scores.score[~np.isnan(scores.score)]
    if stands_in := _no_answers(values):
        return stands_in
    if not len(values) or not np.isin(values, (0.0, 100.0)).all() or not (values == 100).any():
        return []
    said = (
        "Every score is 0 or 100, which is right or wrong in per cent; they are taken as graded. "
        "Divide them by 100 for the tests and intervals of right and wrong."
    )
    return [caution(said)]


def _no_answers(values: NDArray[np.float64]) -> list[Note]:
    """Say that a number such as -1 stands among scores of 0 and 1, where it may mean no answer."""
    odd = values[~np.isin(values, (0.0, 1.0))]
    if not len(odd) or odd.min() < odd.max() or odd[0] not in NO_ANSWER:
        return []
    if len(np.unique(values)) < 3:  # right or wrong, written as 1 and -1
        return []
    said = (
        f"{odd[0]:g} stands {len(odd):,} times among scores of 0 and 1, and is taken as a number. "
        "If it means that there is no answer, leave the cell empty; or write 0 if that is wrong."
    )
    return [caution(said)]


def _mixed_scales(scores: Scores) -> list[Note]:
    """Say that one system is scored from 0 to 1 and another on a scale like per cent."""
    if not np.nanmax(scores.score, initial=0) >= PER_CENT:
        return []
    tops = np.full(len(scores.system.labels), -np.inf)
    lows = np.full(len(scores.system.labels), np.inf)
    known = ~np.isnan(scores.score) & (scores.system.codes >= 0)
    np.maximum.at(tops, scores.system.codes[known], scores.score[known])
    np.minimum.at(lows, scores.system.codes[known], scores.score[known])
    if scores.metric is not None and len(scores.metric.used()) > 1:
        return []
    ends = list(zip(scores.system.labels, lows, tops, strict=True))
    share = [name for name, low, top in ends if low >= 0 and 0 < top <= 1]
    large = [name for name, _, top in ends if PER_CENT <= top <= 100]
    if not share or not large:
        return []
    said = (
        f"{listed(share, 3)} has scores from 0 to 1, {listed(large, 3)} up to 100: are these the "
        "same scale? Divide one by 100 if it is in per cent."
    )
    return [caution(said)]


def label_hints(gold: Coded, prediction: Coded) -> list[Note]:
    """Say how many labels mean the same but are written differently: 1.0 and 1, Yes and yes."""
    _, alike = _alike(gold, prediction)
    if not alike.any():
        return []
    said = _how_alike(gold, prediction, alike)
    return [caution(f"{said}: write them alike in both columns.", EMPTY)]


def refuse_unlike(gold: Coded | None, prediction: Coded | None) -> None:
    """Refuse answers none of which is right as it is written, but some of which mean the same."""
    if gold is None or prediction is None:
        return
    right, alike = _alike(gold, prediction)
    if alike.any() and not right.any():
        said = _how_alike(gold, prediction, alike)
        raise DataError(f"No prediction equals its gold answer; {said}.", "Write them alike.")


def _alike(gold: Coded, prediction: Coded) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Say which predictions equal their gold answers, and which others mean the same."""
    labels = {*gold.labels, *prediction.labels}
    same = {label: _meaning(label) for label in labels}
    meanings = {meaning: i for i, meaning in enumerate(dict.fromkeys(same.values()))}
    codes, meant = [], []
    place = {label: i for i, label in enumerate(labels)}
    for column in (gold, prediction):
        own = np.array([*(place[label] for label in column.labels), -1])
        its = np.array([*(meanings[same[label]] for label in column.labels), -1])
        codes.append(own[column.codes])
        meant.append(its[column.codes])
    known = (codes[0] >= 0) & (codes[1] >= 0)
    right = known & (codes[0] == codes[1])
    alike = known & ~right & (meant[0] == meant[1])
    return right, alike


def _how_alike(gold: Coded, prediction: Coded, alike: NDArray[np.bool_]) -> str:
    row = int(np.flatnonzero(alike)[0])
    number = NUMBER.fullmatch(gold[row].strip())
    differ = "are the same number as" if number else "differ only in capitals or blanks from"
    return (
        f"{int(alike.sum()):,} predictions count as wrong though they {differ} the gold answer, "
        f"such as {prediction[row]} and {gold[row]}"
    )


def _meaning(label: str) -> str | float:
    """Return a label without capitals and blanks around it, or the number that it is."""
    text = label.strip()
    return float(text) if NUMBER.fullmatch(text) else text.casefold()


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
