"""What errors and notes advise, in the words of the page: fields in place of parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from claimwise.core import ClaimwiseError, Note, Option, Result
from claimwise.web.catalogue import Kind
from claimwise.web.forms import shape

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
        self.mentioned.append(_named(self.kind, name) or name)
        return f"“{title}”{place}"

    def spell(self, option: Option) -> str | None:
        """Spell a parameter that a sentence mentions."""
        title = self.title(option.name)
        value = option.value
        if title is None or value is None or value is True or str(value) in PLACEHOLDERS:
            return title
        if isinstance(value, float):
            return f"{self._in_unit(option.name, value)} under {title}"
        return f"{_written(value)} under {title}"

    def _in_unit(self, name: str, value: float) -> str:
        """Return a number as its field shows it: 0.02 is 2 points there."""
        found = _named(self.kind, name)
        form = shape(self.kind, found) if found else {}
        if form.get("by_data"):  # as it is for right and wrong answers
            return f"{100 * value:.6g} points"
        shown = f"{form.get('factor', 1) * value:.6g}"
        return f"{shown} {form['unit']}" if form.get("unit") else shown

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


def note_words(result: Result, kind: Kind) -> Result:
    """Return an answer whose notes mention the fields of a form.

    >>> from claimwise.core import caution, option
    >>> from claimwise.web.catalogue import BY_KEY
    >>> note = caution("more " + option("resamples") + " decide.")
    >>> made = Result(kind="comparison", method="randomisation", rows=(), notes=(note,))
    >>> note_words(made, BY_KEY["compare/compare"]).notes[0]
    'more “Resamples” (More settings) decide.'
    """
    if kind.declared:  # a study has spelled them as its keys
        return result
    return replace(result, notes=tuple(_spelled(note, kind) for note in result.notes))


def _spelled(note: Note, kind: Kind) -> Note:
    fields = Titles(kind)
    said = note.spelled(fields.spell)
    if not fields.without:
        return said
    return Note(said.words + ELSEWHERE, kind=said.kind, about=said.about)


def _written(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key}={_written(one)}" for key, one in value.items())
    if isinstance(value, list | tuple):
        return ",".join(_written(one) for one in value)
    return "..." if value is ... else str(value)


def _field(kind: Kind, name: str) -> tuple[str, str] | None:
    """Return the title of a field, and what it is folded away under, if anything."""
    found = _named(kind, name)
    if found is None:
        return None
    form = shape(kind, found)
    return str(kind.model.model_fields[found].title), FOLDS.get(str(form.get("group")), "")


def _named(kind: Kind, name: str) -> str | None:
    """Return the field of this name, or of the parameter of this name; None without one."""
    if shape(kind, name):
        return name
    named = (one for one in kind.model.model_fields if shape(kind, one).get("keyword") == name)
    return next(named, None)
