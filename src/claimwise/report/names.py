"""Names where there is little room: long ones lose their middle, and stay different."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

LETTERS = 46  # of a name on an axis; a wide letter counts as two
GAP = "\u2026"


def cell_len(text: str) -> int:
    """Return how many columns a text takes on a terminal: two for a wide letter."""
    import rich.cells  # not for those who only ask for help

    return rich.cells.cell_len(text)


def short_names(names: Iterable[str], letters: int = LETTERS) -> dict[str, str]:
    """Return each name without its middle if it is long; never the same for two names.

    Names of checkpoints often begin alike and differ at the end, so that both ends are kept, but
    for an end that all of them share where it takes the room of what tells them apart. As many
    more letters are shown as it takes to tell all names apart.

    >>> short_names([f"checkpoint-{step}-of-the-final-run" for step in (100, 200)], 12).values()
    dict_values(['check…int-1…', 'check…int-2…'])
    """
    known = list(dict.fromkeys(names))
    longest = max((cell_len(name) for name in known), default=0)
    ends = takewhile(lambda last: len(set(last)) == 1, zip(*(n[::-1] for n in known), strict=False))
    shared = len(list(ends)) if len(known) > 1 else 0
    for kept in range(letters, longest):
        for end in dict.fromkeys((0, shared)):
            short = {n: _cut(n[: len(n) - end] + GAP * bool(end), kept) for n in known}
            if len(set(short.values())) == len(known):
                return short
    return {name: name for name in known}


def _cut(name: str, letters: int) -> str:
    """Return both ends of a name that is wider than so many letters.

    >>> _cut("checkpoint-1000", 9), _cut("short", 9)
    ('chec…1000', 'short')
    """
    if cell_len(name) <= letters:
        return name
    head = (letters - 1) // 2
    start = _begin(name, head)
    end = _begin(name[::-1], letters - 1 - head)[::-1]
    return start + GAP + end


def _begin(text: str, letters: int) -> str:
    """Return as much of the beginning as has room."""
    import rich.cells

    return rich.cells.set_cell_size(text, letters).rstrip()
