"""What an answer rests on: enough to repeat it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimwise.core.version import __version__


def provenance(
    settings: Mapping[str, Any], *, seed: int | None = None, data: str | None = None
) -> dict[str, Any]:
    """Return version, seed, settings and the fingerprint of the data, in one shape for all."""
    return {"version": __version__, "seed": seed, "settings": dict(settings), "data": data}
