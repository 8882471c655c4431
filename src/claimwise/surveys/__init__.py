"""Published comparisons, many at once: what could each have shown, and what would be expected?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimwise.core.lazy import lazy

if TYPE_CHECKING:
    from claimwise.surveys.survey import survey

__all__ = ["survey"]

lazy(__name__)
