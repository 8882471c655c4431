"""Intervals: data in, both ends out. Each file of this room registers its own."""

from claimwise.core import import_room
from claimwise.intervals.base import Interval, find_interval, interval, run_interval

import_room(__name__, list(__path__))

__all__ = ["Interval", "find_interval", "interval", "run_interval"]
