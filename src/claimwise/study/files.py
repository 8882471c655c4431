"""Declarations on disk: read whole, written whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from claimwise.core import DataError, ParameterError, option
from claimwise.core.missing import no_file

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
            raise DataError(*no_file(path))
        if path.stat().st_size > LARGEST:
            size = f"{path.stat().st_size / 1e6:.0f} MB"
            raise DataError(f"{path} has {size}: it is not a declaration of a study.")
        return path.read_bytes()
    except FileNotFoundError:
        problem, near = no_file(path)
        raise DataError(problem, near or "Write one with claimwise study new.") from None
    except (OSError, ValueError) as error:
        if isinstance(error, DataError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise DataError(f"{path} cannot be read: {reason.lower()}.") from error


def parse(path: Path, content: bytes) -> dict[str, Any]:
    """Return what TOML says; what is no TOML is refused with its line."""
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise DataError(f"Line {line} of {path} is not in UTF-8.", "Save it as UTF-8.") from error
    except RecursionError:
        raise DataError(f"{path} is not valid TOML: brackets nested too deep.") from None
    except ValueError as error:
        remedy = "A key and its value are written key = value, a text in double quotes."
        raise DataError(f"{path} is not valid TOML: {error}.", remedy) from error


def write_bytes(path: Path, content: bytes, *, force: bool) -> None:
    """Write a file all at once; an existing one is replaced only when forced."""
    target = path.resolve()
    if target.is_dir() or not target.parent.is_dir():
        wrong = "it is a folder" if target.is_dir() else f"there is no folder {path.parent}"
        raise ParameterError(f"{path} cannot be written: {wrong}.")
    if target.exists() and not force:
        raise there_already(path)
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
            f"{path} cannot be written: {str(error.strerror or error).lower()}."
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
            raise there_already(path) from None
        except OSError:
            pass  # a file system without links
    os.replace(temporary, target)


def there_already(path: Path) -> ParameterError:
    """Return the refusal to write over a file."""
    return ParameterError(
        f"{path} exists already.",
        "Choose another name, or write over it with " + option("force", True) + ".",
    )


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
