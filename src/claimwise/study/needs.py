"""Which needs of its kind a study does not meet."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from claimwise.kinds import Kind
from claimwise.kinds.kind import Need
from claimwise.study.declaration import FIXED, Comparison, Study
from claimwise.study.files import is_file

WORLD = "world"
PRIOR = "effect_prior"  # of which no looks can be planned: they go by one true difference


def lacking(kind: Kind, study: Study, solve: str | None = None) -> list[tuple[str, str]]:
    """Return the place of every need that is not met, with what it is needed for.

    What is looked for is not needed.
    """
    several = len(study.comparisons) > 1
    sought = {one.key for one in kind.fields if one.name in kind.sought(solve)}
    found = []
    for need in kind.needs:
        if sought & {key for ways in need.any_of for key in ways.split()}:
            continue
        without = [c.name for c in study.comparisons if lacks(need, study, c)]
        if without:
            own = several and need.section == "assumptions"
            of = f" of {', '.join(without)}" if own else ""
            about = kind.sections[need.section][need.any_of[0].split()[0]].about
            found.append((f"{place_of(need, study)}{of}", about))
    return found


def lacks(need: Need, study: Study, comparison: Comparison) -> bool:
    """Whether a comparison has none of the keys that would do."""
    if need.when is not None and not need.when(study, comparison):
        return False
    said = study.data if need.section == "data" else comparison.assumptions
    return not any(
        all(_given(study, said, key) for key in ways.split()) for ways in _offered(need, study)
    )


def place_of(need: Need, study: Study) -> str:
    """Return the keys as the file calls them: ``assumptions.sd, or sd_a and sd_b``."""
    shown: list[list[str]] = []
    for keys in (ways.split() for ways in _offered(need, study)):
        if not any(set(keys) <= set(before) for before in shown):
            shown.append(keys)
    said = ", or ".join(" and ".join(keys) for keys in shown)
    return f"{need.section}.{said.replace(WORLD, f'{WORLD} as a file')}"


def _offered(need: Need, study: Study) -> list[str]:
    looks = study.stopping.rule != FIXED
    return [ways for ways in need.any_of if ways != PRIOR or not looks]


def _given(study: Study, said: Mapping[str, Any], key: str) -> bool:
    value = said.get(key)
    if key == WORLD and value is not None:
        return bool(Path(str(value)).suffix) or is_file(study.folder / str(value))
    return value is not None
