"""Tests: data in, p-value out. Each file of this room registers its own."""

from claimwise.core import import_room
from claimwise.htest.base import Test, find_test, htest
from claimwise.htest.run import run_test

import_room(__name__, list(__path__))

__all__ = ["Test", "find_test", "htest", "run_test"]
