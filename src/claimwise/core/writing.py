"""The one way in which files are written: whole under another name, then renamed.

A full disk, a kill or a crash leaves the file that was there before, or none; never half a file.
"""

from __future__ import annotations

import csv
import io
import os
import secrets
import shutil
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from claimwise.core.errors import ParameterError, option

Named = TypeVar("Named", str, Path, str | Path)


def write_atomically(files: Mapping[Named, bytes], *, force: bool = True) -> None:
    """Write files, all or none; what the system refuses is one sentence.

    Each is written next to its place first, and renamed when all are there.

    Parameters
    ----------
    files : mapping
        Contents by path.
    force : bool
        Whether files that exist are replaced; without, they are refused.
    """
    beside: dict[Named, Path] = {}
    path: str | Path = ""
    try:
        for path, content in files.items():
            target = Path(path).resolve()
            if target.is_dir() or not target.parent.is_dir():
                nowhere = f"there is no folder {Path(path).parent}"
                wrong = "it is a folder" if target.is_dir() else nowhere
                raise ParameterError(f"{path} cannot be written: {wrong}.", "Name another file.")
            if target.exists() and not force:
                raise there_already(path)
            if not _is_special(target):
                beside[path] = write_beside(target, content, durable=True)
        for path, content in files.items():
            if path in beside:
                _put(beside[path], path, force=force)
            else:
                Path(path).write_bytes(content)  # such as /dev/stdout, which is never renamed away
    except OSError as error:
        why = str(error.strerror or error).lower()
        raise ParameterError(f"{path} cannot be written: {why}.", "Name another file.") from error
    finally:
        for unfinished in beside.values():
            with suppress(OSError):
                unfinished.unlink()


def replace_file(path: Path, content: bytes) -> None:
    """Write one file whole, and leave an OSError to the caller; for files that nobody names."""
    unfinished = write_beside(path, content)
    try:
        unfinished.replace(path)
    except OSError:
        with suppress(OSError):
            unfinished.unlink()
        raise


def write_beside(target: Path, content: bytes, *, durable: bool = False) -> Path:
    """Write what shall be `target` into a new file next to it, and return that file.

    It has the permissions of the file that it replaces, or else the usual ones. With `durable`
    it is on the disk when this returns: a power cut after the rename finds it whole.
    """
    unfinished = target.with_name(f".{target.name[:50]}.{os.getpid()}.{secrets.token_hex(4)}")
    handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            if durable:
                os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, unfinished)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink()
        raise
    return unfinished


_BINARY = getattr(os, "O_BINARY", 0)  # Windows would rewrite the ends of lines


FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet runs a text that begins so


def csv_bytes(rows: Iterable[Sequence[object]]) -> bytes:
    """Return rows as CSV in which no spreadsheet finds a formula.

    A text that begins like one gets an apostrophe before it, which a spreadsheet takes for "this
    is text"; numbers stay as they are.

    >>> csv_bytes([("system", "score"), ("=1+1", -1)])
    b"system,score\\r\\n'=1+1,-1\\r\\n"
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    for row in rows:
        writer.writerow([_unrun(cell) for cell in row])
    return text.getvalue().encode(errors="replace")


def _unrun(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def there_already(path: str | Path) -> ParameterError:
    """Return the refusal to write over a file."""
    return ParameterError(
        f"{path} exists already.",
        "Choose another name, or write over it with " + option("force", True) + ".",
    )


def _is_special(target: Path) -> bool:
    """Whether there is something that is neither a file nor a folder, such as a device."""
    return target.exists() and not target.is_file()


def _put(unfinished: Path, path: str | Path, *, force: bool) -> None:
    """Rename a finished file to its name."""
    target = Path(path).resolve()
    if not force:
        try:
            os.link(unfinished, target)  # refuses a file that came into being meanwhile
            return
        except FileExistsError:
            raise there_already(path) from None
        except OSError:
            pass  # a file system without links
    os.replace(unfinished, target)
