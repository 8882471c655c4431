"""Logs of evaluation harnesses, read for real: which format, what is in it, its scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimwise.core.lazy import lazy

if TYPE_CHECKING:
    from claimwise.data.logs.formats import describe, read_log
    from claimwise.data.logs.sniff import sniff

__all__ = ["describe", "read_log", "sniff"]

lazy(__name__)
