"""Published comparisons, many at once: what could each have shown, and what would be expected?"""

from claimwise.surveys.survey import survey

__all__ = ["survey"]
