"""Is a procedure honest on data like mine? False positives, power, coverage, errors of p-values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimwise.core.lazy import lazy

if TYPE_CHECKING:
    from claimwise.calibrate.accuracy import accuracy
    from claimwise.calibrate.means import means
    from claimwise.calibrate.responses import responses

__all__ = ["accuracy", "means", "responses"]

lazy(__name__)
