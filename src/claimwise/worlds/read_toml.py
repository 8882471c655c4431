"""Files of worlds and tables, which are TOML."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from claimwise.core import DataError
from claimwise.core.missing import no_file


def read_toml(path: str | Path) -> dict[str, Any]:
    """Return what a TOML file says; refuses one that is not there, or is no TOML."""
    if not Path(path).is_file():
        raise DataError(*no_file(path))
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise DataError(f"{path} is not valid TOML: {error}.") from error
