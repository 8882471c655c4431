"""What computed a block: kept blocks are used again only by the very same code."""

from __future__ import annotations

import hashlib
import platform
import sys
from functools import cache
from pathlib import Path

from claimwise.core.version import __version__

PACKAGES = ("numpy", "scipy", "numba", "llvmlite", "sacrebleu")  # whose code makes the numbers


@cache
def code_version() -> str:
    """Return the versions of all that computes, with a digest of the package's own files.

    A checkout that was changed has the same version number and other files.
    """
    parts = [
        f"claimwise {__version__} {files_digest(Path(__file__).parents[1])}",
        *(f"{name} {_version(name)}" for name in PACKAGES),
        f"python {sys.version_info.major}.{sys.version_info.minor}",
        f"{sys.implementation.name} {sys.platform} {platform.machine()}",
    ]
    return "; ".join(parts)


def files_digest(folder: Path) -> str:
    """Return the SHA-256 of the names and contents of the Python files in a folder."""
    whole = hashlib.sha256()
    for path in sorted(folder.rglob("*.py"), key=lambda path: path.relative_to(folder).as_posix()):
        content = path.read_bytes()
        whole.update(f"{path.relative_to(folder).as_posix()} {len(content)}\n".encode())
        whole.update(content)
    return whole.hexdigest()


def _version(name: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return "none"
