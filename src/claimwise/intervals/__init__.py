"""Intervals: data in, both ends out. Each file of this room registers its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimwise.core.lazy import lazy

if TYPE_CHECKING:
    from claimwise.intervals.base import Interval, find_interval, interval, run_interval

__all__ = ["Interval", "find_interval", "interval", "run_interval"]

lazy(__name__)
