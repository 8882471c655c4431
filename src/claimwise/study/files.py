"""Files that a declaration names."""

from __future__ import annotations

from pathlib import Path


def is_file(path: Path) -> bool:
    """Whether there is such a file; no file has a name that no file can have."""
    try:
        return path.is_file()
    except (OSError, ValueError):  # too long for a name, or no name at all
        return False
