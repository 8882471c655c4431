"""What a study cannot be planned without, where one of several keys will do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from claimwise.study.declaration import Comparison, Study

When = Callable[["Study", "Comparison"], bool]


@dataclass(frozen=True, slots=True)
class Need:
    """Any one of these, each a key or several that belong together: ``sd``, ``sd_a sd_b``.

    `when` says of which studies it is asked; a world counts only if it is one of the user's own,
    which has a difference in it.
    """

    any_of: tuple[str, ...]
    section: str = "assumptions"
    when: When | None = None


def clustered(study: Study, comparison: Comparison) -> bool:
    """Whether the items come in clusters."""
    return study.cluster is not None


def of_single_items(study: Study, comparison: Comparison) -> bool:
    """Whether the items do not come in clusters."""
    return study.cluster is None


def assuming(*keys: str) -> When:
    """Return whether a comparison assumes one of these."""
    return lambda study, comparison: any(
        comparison.assumptions.get(key) is not None for key in keys
    )
