r"""Names as they are shown: nothing in them moves a cursor, turns a line round or ends one.

Systems, items, columns and files are called as somebody liked. What a terminal, a page or a
renderer would act on, or nobody sees, becomes a visible escape such as ``\x1b``. JSON has the
names as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from unicodedata import category

# Controls, halves of characters, private ones (which reports use as marks), ends of lines.
ACTING = ("Cc", "Cs", "Co", "Zl", "Zp")
JOINERS = "\u00ad\u200c\u200d"  # which words and emoji are written with
MOST = 1000  # of a long list of draws: its first entries say whether names are in it


def shown(text: str, keep: str = "") -> str:
    r"""Return a text in which what acts or is not seen is escaped; `keep` are letters to leave.

    >>> shown("new\x1b[31m\n"), shown("\u202eevil"), shown("Größe 🦙")
    ('new\\x1b[31m\\n', '\\u202eevil', 'Größe 🦙')
    """
    if text.isprintable():
        return text
    return "".join(
        letter.encode("unicode_escape").decode() if letter not in keep and _acts(letter) else letter
        for letter in text
    )


def _acts(letter: str) -> bool:
    kind, number = category(letter), ord(letter)
    never = number & 0xFFFE == 0xFFFE or 0xFDD0 <= number <= 0xFDEF  # no characters at all
    return never or kind in ACTING or (kind == "Cf" and letter not in JOINERS)


def shown_in(value: Any) -> Any:
    """Return a value with every text in it as it is shown; the same object where none changes."""
    if isinstance(value, str):
        return shown(value) if type(value) is str else value
    if isinstance(value, Mapping):
        made = {shown_in(key): shown_in(one) for key, one in value.items()}
        same = made.keys() == value.keys() and all(made[key] is value[key] for key in made)
        return value if same else made
    if isinstance(value, list | tuple) and any(not isinstance(one, float) for one in value[:MOST]):
        several = [shown_in(one) for one in value]
        if all(a is b for a, b in zip(several, value, strict=True)):
            return value
        return several if isinstance(value, list) else tuple(several)
    return value
