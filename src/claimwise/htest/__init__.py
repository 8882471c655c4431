"""Tests: data in, p-value out. Each file of this room registers its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimwise.core.lazy import lazy

if TYPE_CHECKING:
    from claimwise.htest.base import Test, find_test, htest
    from claimwise.htest.run import run_test

__all__ = ["Test", "find_test", "htest", "run_test"]

lazy(__name__)
