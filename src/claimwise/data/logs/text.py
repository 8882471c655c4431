"""Line-aligned scores: one number in each line, or one in each of two columns."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from claimwise.core import DataError, counted, dropped
from claimwise.data.logs.build import Rows
from claimwise.data.logs.records import unreadable
from claimwise.data.logs.sniff import NUMBER
from claimwise.data.scores import Scores


def read(
    path: Path, *, metric: str | None, columns: Mapping[str, str], filter: str | None
) -> Scores:
    """Read one score a line: line n is item n, and a blank line is an item without a score.

    Fit for files that belong together line by line. Two columns are two systems; a first
    column that merely counts the lines is refused, because it would be taken for a system.
    """
    who = f"the text file {path}"
    if columns or filter is not None:
        raise DataError(who, "no columns and no filter", "one that was asked for", "Leave it out.")
    hasher = hashlib.sha256()
    lines = list(_numbers(path, who, hasher))
    width = max((len(numbers) for _, numbers in lines), default=0)
    if not width:
        raise DataError(who, "at least one number", "none")
    for line, numbers in lines:
        if numbers and len(numbers) != width:
            raise DataError(
                who, f"{counted(width, 'number')} in each line", f"{len(numbers)} in line {line}"
            )
    if width == 2:
        _refuse_line_numbers(who, [numbers[0] for _, numbers in lines if numbers])
    systems = [path.stem] if width == 1 else [f"{path.stem}:{i + 1}" for i in range(width)]
    rows = Rows()
    for column, system in enumerate(systems):
        for line, numbers in lines:
            score = numbers[column] if numbers else math.nan
            rows.add(str(line), system, score=score, metric=metric)
    missing = sum(math.isnan(score) for score in rows.score)
    notes = [dropped(f"{path.name}: {counted(missing, 'score')} missing (blank lines or NaN).")]
    return rows.scores(
        inferred=("format: text", "item: line number"),
        notes=notes if missing else (),
        provenance={"data": "sha256:" + hasher.hexdigest()},
    )


def describe(path: Path) -> dict[str, Any]:
    """Say what is in the file."""
    scores = read(path, metric=None, columns={}, filter=None)
    return {
        "model": ", ".join(scores.system.labels),
        "metrics": {"score": "score"},
        "samples": len(scores.item.labels),
        "unscored": sum(math.isnan(score) for score in scores.score),
        "notes": list(scores.notes),
    }


def _numbers(path: Path, who: str, hasher: Any) -> Iterator[tuple[int, list[float]]]:
    try:
        data = path.read_bytes()
        hasher.update(data)
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise unreadable(who, error) from error
    except UnicodeDecodeError as error:
        raise DataError(who, "a file in UTF-8", f"byte {error.start} that is not") from error
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if not lines[-1]:
        lines.pop()  # what follows the last line end is no line
    for number, line in enumerate(lines, start=1):
        words = line.split()
        odd = [word for word in words if not NUMBER.fullmatch(word)]
        if odd or len(words) > 2:
            found = f"{odd[0]!r}" if odd else f"{len(words)} numbers"
            raise DataError(who, "one or two numbers in each line", f"{found} in line {number}")
        values = [float(word) for word in words]
        if any(math.isinf(value) for value in values):
            raise DataError(who, "finite numbers", f"{line.strip()} in line {number}")
        yield number, values


def _refuse_line_numbers(who: str, first: list[float]) -> None:
    counts = all(value == first[0] + i for i, value in enumerate(first))
    if len(first) > 2 and counts and first[0] in (0.0, 1.0):
        raise DataError(
            who,
            "two columns of scores, one for each system",
            "a first column that counts the lines",
            "Drop it, or add a header line: item, score.",
        )
