"""What an error advises, in the words of the page: fields in place of options and Python."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from claimwise.core import ClaimwiseError, Option
from claimwise.web.catalogue import Kind
from claimwise.web.fields import FORM

NAME = r"[A-Za-z0-9_\-]+"
COLUMN = re.compile(rf"(?:--column {NAME}={NAME} ?)+(?<! )")
SUCH_AS = re.compile(rf"\b([Ss]uch as|try) --({NAME}) ([a-z0-9_:\-]+)")
OPTION = re.compile(rf"(?<!lm-eval with )--({NAME})(?: (?:NAME|FILE|COLUMN)\b)?")
PLACEHOLDERS = ("NAME", "COLUMN", "FILE")
FOLDS = {"more": "More settings", "columns": "Columns"}  # where fields may be folded away
ELSEWHERE = " The page has no field for that; the command line has the option."


class Titles:
    """Fields of a form by their titles; keeps which of them were mentioned."""

    def __init__(self, kind: Kind) -> None:
        """Begin with none mentioned."""
        self.kind = kind
        self.mentioned: list[str] = []
        self.folded: list[str] = []  # what fields are folded away under, said once
        self.without = False  # whether something has no field

    def title(self, name: str) -> str | None:
        """Return the title of a field between quotation marks, or None."""
        field = _field(self.kind, name)
        if field is None:
            self.without = True
            return None
        title, fold = field
        place = f" ({fold})" if fold not in ("", title, *self.folded) else ""
        self.folded.append(fold)
        self.mentioned.append(name)
        return f"“{title}”{place}"

    def spell(self, option: Option) -> str | None:
        """Spell a parameter that an error mentions."""
        title = self.title(option.name)
        if title is None or option.value is None or str(option.value) in PLACEHOLDERS:
            return title
        return f"{_written(option.value)} under {title}"

    @property
    def first(self) -> str | None:
        """The first field that was mentioned."""
        return self.mentioned[0] if self.mentioned else None


def error_words(error: ClaimwiseError, kind: Kind) -> tuple[str, str | None]:
    """Return what an error says with the fields of a form, and the first field that it names.

    >>> from claimwise.core import DataError, option
    >>> from claimwise.web.catalogue import BY_KEY
    >>> named = "Name it: " + option("columns", {"item": "NAME"}) + "."
    >>> error_words(DataError(named), BY_KEY["compare/compare"])
    ('Name it: item=NAME under “Columns”.', 'columns')
    """
    if kind.declared:  # a study speaks of its keys
        return str(error), None
    fields = Titles(kind)
    error.spell(fields.spell)
    return f"{error}{ELSEWHERE if fields.without and error.remedy.options else ''}", fields.first


def page_words(text: str, kind: Kind) -> str:
    """Return a note with the fields of a form in place of options.

    >>> from claimwise.web.catalogue import BY_KEY
    >>> page_words("more --resamples decide.", BY_KEY["compare/compare"])
    'more “Resamples” (More settings) decide.'
    """
    if kind.declared:
        return text
    fields = Titles(kind)

    def columns(match: re.Match[str]) -> str:
        roles = ", ".join(re.findall(rf"{NAME}={NAME}", match[0]))
        title = fields.title("columns")
        return match[0] if title is None else f"{roles} under {title}"

    def such_as(match: re.Match[str]) -> str:
        title = fields.title(_name(match[2]))
        return match[0] if title is None else f"{match[1]} {match[3]} under {title}"

    text = COLUMN.sub(columns, text)
    text = SUCH_AS.sub(such_as, text)
    text = OPTION.sub(lambda match: fields.title(_name(match[1])) or match[0], text)
    return text + (ELSEWHERE if fields.without and "--" in text else "")


def _written(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key}={_written(one)}" for key, one in value.items())
    if isinstance(value, list | tuple):
        return ",".join(_written(one) for one in value)
    return "..." if value is ... else str(value)


def _name(option: str) -> str:
    return option.replace("-", "_")


def _field(kind: Kind, name: str) -> tuple[str, str] | None:
    """Return the title of a field, and what it is folded away under, if anything."""
    info = kind.model.model_fields.get(name)
    extra: Any = info.json_schema_extra if info is not None else None
    if info is None or not isinstance(extra, dict) or FORM not in extra:
        return None
    return str(info.title), FOLDS.get(str(extra[FORM].get("group")), "")
