"""Plain tables: a CSV or TSV file, or any data frame that narwhals knows, as columns."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from claimwise.core import DataError, did_you_mean, sentence

Columns = dict[str, list[Any]]


def digest(source: Any) -> str | None:
    """Return the fingerprint of a file; None for tables that are not files."""
    if not isinstance(source, str | Path):
        return None
    return "sha256:" + hashlib.sha256(Path(source).read_bytes()).hexdigest()


def read_columns(source: Any, aliases: Mapping[str, Sequence[str]], *, who: str) -> Columns:
    """Return the columns that play the roles asked for.

    Parameters
    ----------
    source : path or data frame
        A CSV or TSV file with a header, or any frame that narwhals accepts.
    aliases : mapping
        For each role, the column names that can play it, the preferred one first. A role
        whose names end with an empty string is optional.
    who : str
        Who asks, for the error.
    """
    table = _read_file(Path(source), who) if isinstance(source, str | Path) else _frame(source, who)
    by_lower = {name.strip().lower(): name for name in table}
    columns: Columns = {}
    for role, accepted in aliases.items():
        found = next((by_lower[name] for name in accepted if name in by_lower), None)
        if found is not None:
            columns[role] = table[found]
        elif accepted[-1]:
            wanted = " or ".join(accepted)
            near = did_you_mean(accepted[0], by_lower)
            raise DataError(
                sentence(who, f"a column {wanted}", f"the columns {', '.join(table)}", near)
            )
    if not len(next(iter(columns.values()))):
        raise DataError(sentence(who, "at least one row", f"none in {_name(source)}"))
    return columns


def _name(source: Any) -> str:
    return str(source) if isinstance(source, str | Path) else type(source).__name__


def _read_file(path: Path, who: str) -> Columns:
    if not path.is_file():
        what = "a directory" if path.is_dir() else "no such file"
        raise DataError(sentence(who, "a CSV or TSV file", f"{what} at {path}"))
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(
            sentence(
                who,
                "a file in UTF-8",
                f"byte {error.start} of {path} that is not",
                "Save it as UTF-8.",
            )
        ) from error
    except OSError as error:
        raise DataError(sentence(who, "a readable file", f"{error.strerror} at {path}")) from error
    if not text.strip():
        raise DataError(sentence(who, "a header line and rows", f"an empty file at {path}"))
    delimiter = "\t" if "\t" in text.lstrip().splitlines()[0] else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    limit = csv.field_size_limit(len(text) + 1)  # a prompt may be longer than Python expects
    try:
        header, *rows = [(reader.line_num, row) for row in reader if row]
    except csv.Error as error:
        raise DataError(
            sentence(who, "a CSV or TSV file", f"{error} in line {reader.line_num} of {path}")
        ) from error
    finally:
        csv.field_size_limit(limit)
    return _columns(header[1], rows, who, path)


def _columns(header: list[str], rows: list[tuple[int, list[str]]], who: str, path: Path) -> Columns:
    twice = [name for name in header if header.count(name) > 1]
    if twice:
        raise DataError(
            sentence(who, "each column once", f"{twice[0]!r} several times in the header of {path}")
        )
    for line, row in rows:
        if len(row) != len(header):
            raise DataError(
                sentence(
                    who,
                    f"{len(header)} fields in each line, as in the header",
                    f"{len(row)} in line {line} of {path}",
                )
            )
    return {name: [row[i].strip() for _, row in rows] for i, name in enumerate(header)}


def _frame(source: Any, who: str) -> Columns:
    import narwhals as nw

    try:
        frame = nw.from_native(source)
    except TypeError as error:
        raise DataError(sentence(who, "a path or a data frame", type(source).__name__)) from error
    if isinstance(frame, nw.LazyFrame):
        frame = frame.collect()
    return {name: frame[name].to_list() for name in frame.columns}
