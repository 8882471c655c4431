"""Names beside an axis: long ones lose their middle, and different ones stay different."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from claimwise.report.figures.theme import LIST, Chart

LETTERS = 46  # of a name on an axis
GAP = "\u2026"


def short_names(names: Iterable[str], letters: int = LETTERS) -> dict[str, str]:
    """Return each name without its middle if it is long; never the same for two names.

    Names of checkpoints often begin alike and differ at the end, so that both ends are kept. As
    many more letters are shown as it takes to tell all names apart.
    """
    known = list(dict.fromkeys(names))
    longest = max((len(name) for name in known), default=0)
    for kept in range(letters, longest):
        short = {name: _cut(name, kept) for name in known}
        if len(set(short.values())) == len(known):
            return short
    return {name: name for name in known}


def _cut(name: str, letters: int) -> str:
    if len(name) <= letters:
        return name
    head = (letters - 1) // 2
    return name[:head] + GAP + name[len(name) - (letters - 1 - head) :]


def list_axis(names: Sequence[str]) -> Chart:
    """Return an axis of names, written so that they have room and can be told apart."""
    return with_labels({name: short for name, short in short_names(names).items() if name != short})


def with_labels(labels: Mapping[str, str | Sequence[str]]) -> Chart:
    """Return an axis of names on which some are written otherwise: shorter, or in lines."""
    if not labels:
        return dict(LIST)
    names = json.dumps(list(labels), ensure_ascii=False)
    written = json.dumps(list(labels.values()), ensure_ascii=False)
    return LIST | {"labelExpr": f"{written}[indexof({names}, datum.label)] || datum.label"}
