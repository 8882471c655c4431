"""What a study cannot be planned without, where one of several keys will do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimwise.study.declaration import FIXED, Comparison, Study
from claimwise.study.declared import cluster_of
from claimwise.study.files import is_file

if TYPE_CHECKING:
    from claimwise.study.kind import Field, Kind

When = Callable[[Study, Comparison], bool]
WORLD = "world"
PRIOR = "effect_prior"  # of which no looks can be planned: they go by one true difference


@dataclass(frozen=True, slots=True)
class Need:
    """Any one of these, each a key or several that belong together: ``sd``, ``sd_a sd_b``.

    `when` says of which studies it is asked; a world counts only if it is one of the user's own,
    which has a difference in it.
    """

    any_of: tuple[str, ...]
    section: str = "assumptions"
    when: When | None = None

    def lacks(self, study: Study, comparison: Comparison) -> bool:
        """Whether a comparison has none of them."""
        if self.when is not None and not self.when(study, comparison):
            return False
        said = study.data if self.section == "data" else comparison.assumptions
        return not any(
            all(_given(study, said, key) for key in ways.split()) for ways in self._offered(study)
        )

    def place(self, study: Study) -> str:
        """Return the keys as the file calls them: ``assumptions.sd, or sd_a and sd_b``."""
        shown: list[list[str]] = []
        for keys in (ways.split() for ways in self._offered(study)):
            if not any(set(keys) <= set(before) for before in shown):
                shown.append(keys)
        said = ", or ".join(" and ".join(keys) for keys in shown)
        return f"{self.section}.{said.replace(WORLD, f'{WORLD} as a file')}"

    def about(self, kind: Kind) -> str:
        """Return what the first of the keys says."""
        fields: dict[str, Field] = dict(kind.data if self.section == "data" else kind.assumptions)
        return fields[self.any_of[0].split()[0]].about

    def _offered(self, study: Study) -> list[str]:
        looks = study.stopping.rule != FIXED
        return [ways for ways in self.any_of if ways != PRIOR or not looks]


def clustered(study: Study, comparison: Comparison) -> bool:
    """Whether the items come in clusters."""
    return cluster_of(study) is not None


def of_single_items(study: Study, comparison: Comparison) -> bool:
    """Whether the items do not come in clusters."""
    return not clustered(study, comparison)


def assuming(*keys: str) -> When:
    """Return whether a comparison assumes one of these."""
    return lambda study, comparison: any(_given(study, comparison.assumptions, key) for key in keys)


def lacking(kind: Kind, study: Study) -> list[tuple[str, str]]:
    """Return the place of every need that is not met, with what it is needed for."""
    several = len(study.comparisons) > 1
    found = []
    for need in kind.needs:
        without = [c.name for c in study.comparisons if need.lacks(study, c)]
        if without:
            own = several and need.section != "data"
            of = f" of {', '.join(without)}" if own else ""
            found.append((f"{need.place(study)}{of}", need.about(kind)))
    return found


def _given(study: Study, said: Mapping[str, Any], key: str) -> bool:
    value = said.get(key)
    if key == WORLD and value is not None:
        return bool(Path(str(value)).suffix) or is_file(study.folder / str(value))
    return value is not None
