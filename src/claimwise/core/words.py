"""Words that every part says alike."""

from __future__ import annotations


def counted(count: int, what: str) -> str:
    """Return how many there are.

    >>> counted(1, "comparison"), counted(1200, "comparison")
    ('1 comparison', '1,200 comparisons')
    """
    return f"{count:,} {what}{'' if count == 1 else 's'}"
