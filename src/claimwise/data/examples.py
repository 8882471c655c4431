"""The small data sets of our own making that come with the package."""

from __future__ import annotations

from pathlib import Path

from claimwise.core import DataError


def example_path(name: str) -> Path:
    """Return the path of a bundled example file."""
    package = Path(__file__).parents[1]
    # Inside an installed package, or at the root of a source checkout.
    for folder in (package / "examples", package.parents[1] / "examples"):
        if (folder / name).is_file():
            return folder / name
    raise DataError("example_path", "the name of a bundled example", repr(name))
