"""What an error advises, in the words of the page: fields in place of options and Python."""

from __future__ import annotations

import re
from typing import Any

from claimwise.web.catalogue import Kind
from claimwise.web.fields import FORM

NAME = r"[A-Za-z0-9_\-]+"
COLUMN = re.compile(rf"(?:--column {NAME}={NAME} ?)+(?<! )")
PYTHON = (  # said for those who write Python
    rf",? or columns=\{{\"{NAME}\": {NAME}\}}",
    r" \([a-z_]+=[A-Z]+ in Python\)",
)
SUCH_AS = re.compile(rf"\b([Ss]uch as|try) --({NAME}) ([a-z0-9_:\-]+)")
OPTION = re.compile(rf"(?<!lm-eval with )--({NAME})(?: (?:NAME|FILE|COLUMN)\b)?")
NAMED = re.compile(r"Name it with ([a-z_]+)(?:, or write a formula)?\.")
FOLDS = {"more": "More settings", "columns": "Columns"}  # where fields may be folded away
ELSEWHERE = " The page has no field for that; the command line has the option."


def page_words(text: str, kind: Kind) -> tuple[str, str | None]:
    """Return what is said with the fields of a form, and the first field that is named.

    >>> from claimwise.web.catalogue import BY_KEY
    >>> page_words("Name it: --column item=NAME.", BY_KEY["compare/compare"])
    ('Name it: the column of the item under “Columns”.', 'columns')
    """
    if kind.declared:  # a study speaks of its keys
        return text, None
    found: list[str] = []
    folded: list[str] = []
    left = False

    def titled(name: str) -> str | None:
        nonlocal left
        field = _field(kind, name)
        if field is None:
            left = True
            return None
        title, fold = field
        place = f" ({fold})" if fold not in ("", title, *folded) else ""  # said once
        folded.append(fold)
        found.append(name)
        return f"“{title}”{place}"

    def columns(match: re.Match[str]) -> str:
        roles = re.findall(rf"({NAME})={NAME}", match[0])
        title = titled("columns")
        said = " and ".join(f"the column of the {role}" for role in roles)
        return match[0] if title is None else f"{said} under {title}"

    def such_as(match: re.Match[str]) -> str:
        title = titled(_name(match[2]))
        return match[0] if title is None else f"{match[1]} {match[3]} under {title}"

    def option(match: re.Match[str]) -> str:
        return titled(_name(match[1])) or match[0]

    def named(match: re.Match[str]) -> str:
        title = titled(match[1])
        return match[0] if title is None else f"Name it under {title}."

    for python in PYTHON:
        text = re.sub(python, "", text)
    text = COLUMN.sub(columns, text)
    text = SUCH_AS.sub(such_as, text)
    text = NAMED.sub(named, text)
    text = OPTION.sub(option, text)
    return text + (ELSEWHERE if left and "--" in text else ""), found[0] if found else None


def _name(option: str) -> str:
    return option.replace("-", "_")


def _field(kind: Kind, name: str) -> tuple[str, str] | None:
    """Return the title of a field, and what it is folded away under, if anything."""
    info = kind.model.model_fields.get(name)
    extra: Any = info.json_schema_extra if info is not None else None
    if info is None or not isinstance(extra, dict) or FORM not in extra:
        return None
    return str(info.title), FOLDS.get(str(extra[FORM].get("group")), "")
