"""Declarations on disk: read whole, written whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from claimwise.core import DataError, ParameterError

LARGEST = 10_000_000  # bytes; a declaration is written by hand


def is_file(path: Path) -> bool:
    """Whether there is such a file; no file has a name that no file can have."""
    try:
        return path.is_file()
    except (OSError, ValueError):  # too long for a name, or no name at all
        return False


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a declaration."""
    try:
        if path.is_dir():
            raise DataError(str(path), "to be a file", "a folder", "Name the file in it.")
        if path.stat().st_size > LARGEST:
            found = f"{path.stat().st_size / 1e6:.0f} MB"
            raise DataError(str(path), "the declaration of a study", found)
        return path.read_bytes()
    except FileNotFoundError:
        remedy = "Write one with claimwise study new."
        raise DataError(str(path), "to be a file", "nothing there", remedy) from None
    except (OSError, ValueError) as error:
        if isinstance(error, DataError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise DataError(str(path), "to be a file that can be read", reason) from error


def parse(path: Path, content: bytes) -> dict[str, Any]:
    """Return what TOML says; what is no TOML is refused with its line."""
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        needs, found = "text in UTF-8", f"other bytes in line {line}"
        raise DataError(str(path), needs, found, "Save it as UTF-8.") from error
    except RecursionError:
        raise DataError(str(path), "valid TOML", "brackets nested too deep") from None
    except ValueError as error:
        remedy = "A key and its value are written key = value, a text in double quotes."
        raise DataError(str(path), "valid TOML", str(error), remedy) from error


def write_bytes(path: Path, content: bytes, *, force: bool) -> None:
    """Write a file all at once; an existing one is replaced only when forced."""
    target = path.resolve()
    if target.is_dir() or not target.parent.is_dir():
        found = "a folder" if target.is_dir() else f"no folder {path.parent}"
        raise ParameterError(str(path), "to be a file in an existing folder", found)
    if target.exists() and not force:
        raise _there_already(path)
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:50]}.")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, temporary)
        else:
            os.chmod(temporary, 0o666 & ~_umask())
        _put(Path(temporary), target, path, force=force)
    except OSError as error:
        raise ParameterError(
            str(path), "to be a file that can be written", f"{error.strerror}"
        ) from error
    finally:
        if temporary:
            Path(temporary).unlink(missing_ok=True)


def _put(temporary: Path, target: Path, path: Path, *, force: bool) -> None:
    if not force:
        try:
            os.link(temporary, target)  # refuses a file that came into being meanwhile
            return
        except FileExistsError:
            raise _there_already(path) from None
        except OSError:
            pass  # a file system without links
    os.replace(temporary, target)


def _there_already(path: Path) -> ParameterError:
    remedy = "Choose another name, or write over it (--force, in Python force=True)."
    return ParameterError(str(path), "to be a new file", "one there already", remedy)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
