"""Failures inside a simulation are data: which stage, what message, how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from claimwise.core import ClaimwiseError, Note, caution

T = TypeVar("T")


class Failures(Counter[tuple[str, str]]):
    """How many replicates failed, by stage and message."""

    def notes(self, replicates: int) -> tuple[Note, ...]:
        """Return one sentence for each kind of failure, the most frequent first."""
        return tuple(
            caution(
                f"{count:,} of {replicates:,} simulated studies failed at the stage {stage!r} "
                f"and are left out: {message}"
            )
            for (stage, message), count in self.most_common()
        )


def attempt(failures: Failures, stage: str, call: Callable[[], T]) -> T | None:
    """Return what `call` returns; count an expected error, let an unexpected one pass."""
    try:
        return call()
    except ClaimwiseError as error:
        failures[stage, str(error)] += 1
        return None
