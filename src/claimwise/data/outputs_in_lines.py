"""Line-aligned files: line i of every file belongs to item i."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from claimwise.core import DataError, ParameterError, counted, inferred, option
from claimwise.core.missing import unreadable
from claimwise.data.content import check_regular
from claimwise.data.outputs import Outputs
from claimwise.data.stack import names_of_files, refuse_same_names
from claimwise.kernels.arrays import Ints

WHO = "line-aligned files"
TABLES = (".csv", ".tsv", ".jsonl", ".ndjson", ".json", ".parquet", ".pq", ".eval")
REMEDY = "All files need one line for each item, in the same order."


def read_lines(
    paths: Sequence[str | Path],
    references: Sequence[str | Path],
    *,
    cluster: str | Path | None = None,
    system: Sequence[str] | None = None,
) -> Outputs:
    """Read one file of outputs for each system, and one or several files of references.

    Lines end at line feeds alone: other characters that break lines may stand within a text.

    Parameters
    ----------
    paths : sequence of paths
        Outputs, one file for each system.
    references : sequence of paths
        What the outputs should have been; several files where there are several references.
    cluster : path, optional
        The cluster of each line, such as its document.
    system : sequence of str, optional
        Names of the systems; by default those of their files.
    """
    outputs = [Path(path) for path in paths]
    table = next((path for path in outputs if path.suffix.lower() in TABLES), None)
    if table is not None:
        raise ParameterError(
            option("references") + f" needs outputs as text, line by line; {table} is a table.",
            "Leave it out: a table has columns of gold answers and predictions.",
        )
    if not outputs:
        raise ParameterError("There is no file of outputs.", "Give one for each system.")
    names = names_of_files(outputs)
    if system is not None:
        if len(system) != len(outputs):
            raise ParameterError(
                "system", f"a name for each of {len(outputs)} files", f"{len(system)}"
            )
        names = [str(name) for name in system]
    refuse_same_names(names, outputs)
    others = [Path(path) for path in references] + ([] if cluster is None else [Path(cluster)])
    files = {path: _lines(path) for path in [*outputs, *others]}
    _refuse_lengths(files)
    for path in others:
        _refuse_empty(path, files[path])
    gold = tuple(zip(*(files[Path(path)] for path in references), strict=True))
    digests = "\n".join(_digest(path) for path in [*outputs, *others])
    notes = []
    for name, path in zip(names, outputs, strict=True):
        empty = sum(not line.strip() for line in files[path])
        if empty:
            said = f"{empty:,} of {len(files[path]):,} outputs of {name} are empty."
            notes.append(inferred(said))
    return Outputs(
        notes=tuple(notes),
        predicted={name: tuple(files[path]) for name, path in zip(names, outputs, strict=True)},
        gold=gold or None,
        cluster=None if cluster is None else _codes(files[Path(cluster)]),
        provenance={"data": "sha256:" + hashlib.sha256(digests.encode()).hexdigest()},
    )


def _codes(labels: list[str]) -> Ints:
    """Number the clusters in the order in which they appear."""
    known: dict[str, int] = {}
    return np.array([known.setdefault(label, len(known)) for label in labels], np.int64)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _lines(path: Path) -> list[str]:
    """Return the lines of a file; refuses what is no text in UTF-8."""
    check_regular(path)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise DataError(*unreadable(path, error)) from error
    lines = content.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    if not any(line.strip() for line in lines):
        raise DataError(f"{path} is empty.")
    texts = []
    for number, line in enumerate(lines, start=1):
        try:
            texts.append(line.removesuffix(b"\r").decode("utf-8"))
        except UnicodeDecodeError as error:
            byte = f"byte 0x{line[error.start]:02x} in line {number:,}"
            raise DataError(f"{path} is not in UTF-8: {byte}.", "Save it as UTF-8.") from error
        if "\0" in texts[-1]:
            raise DataError(f"{path} is not text: it has a NUL byte in line {number:,}.")
    return texts


def _refuse_lengths(files: dict[Path, list[str]]) -> None:
    """Refuse files of different length; say where one of them went out of step."""
    lengths = {path: len(lines) for path, lines in files.items()}
    if len(set(lengths.values())) == 1:
        return
    listed = ", ".join(f"{n:,} lines in {path}" for path, n in lengths.items())
    problem = "The files differ in their lines"
    shortest = min(lengths.values())
    for number in range(shortest):
        empty = [path for path, lines in files.items() if not lines[number].strip()]
        if empty and len(empty) < len(files):
            there = next(path for path in files if path not in empty)
            where = f"line {number + 1:,} is empty in {empty[0]} and not in {there}"
            raise DataError(f"{problem}: {listed}.", f"The first to differ: {where}.")
    more = next(path for path, n in lengths.items() if n > shortest)
    where = f"No line is empty in one and not in another; line {shortest + 1:,} is only in {more}"
    raise DataError(f"{problem}: {listed}.", f"{where}. {REMEDY}")


def _refuse_empty(path: Path, lines: list[str]) -> None:
    empty = [number for number, line in enumerate(lines, start=1) if not line.strip()]
    if not empty:
        return
    more = f", like {counted(len(empty) - 1, 'other line')}" if len(empty) > 1 else ""
    raise DataError(
        f"Line {empty[0]:,} of {path} is empty{more}.",
        "Without a reference an item cannot be scored: take its line out of all files.",
    )


def paths_of(given: Any) -> list[Path]:
    """Return one or several paths as a list; one text may name several with commas."""
    if isinstance(given, str):
        return [Path(part.strip()) for part in given.split(",") if part.strip()]
    return [Path(given)] if isinstance(given, Path) else [Path(one) for one in given]
