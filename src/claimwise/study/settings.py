"""What a new declaration can say: keys of all kinds of study, for a command and for a form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from claimwise.core import ClaimwiseError, DataError
from claimwise.core.checked import checked
from claimwise.core.field import METHOD, READING, STUDY, Field, count
from claimwise.core.toml import parse_toml
from claimwise.kinds import Kind, find_kind, kinds
from claimwise.study.schema import CLAIM, MULTIPLICITY, SOURCE, STOPPING, TOP

SIZES = ("n", "items")  # what a kind calls its size, which a setting calls n
SIZE = count("n", "Items", "Items that the study will have.", example=500, main=True)
# Of every kind, by section; what stands above all sections has none.
SHARED: dict[str, Mapping[str, Field]] = {
    "": {key: TOP[key] for key in ("title", "seed")},
    "claim": CLAIM,
    "stopping": STOPPING,
    "multiplicity": MULTIPLICITY,
    "assumptions": {SOURCE.name: SOURCE},
}
GROUPS = {"data": READING, "procedure": METHOD}  # of keys that a new declaration does not offer


@dataclass(frozen=True, slots=True)
class Setting:
    """One key of a section, and the kinds that have it as their field says; of all, no kinds."""

    field: Field
    section: str
    kinds: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """The key with its section, as an error calls it."""
        return ".".join(part for part in (self.section, self.field.key) if part)

    def read(self, text: str) -> Any:
        """Return what a text means here; one that means nothing stays a text, to be refused."""
        for value in (value_in(text), text):
            try:
                checked(self.field, self.place, value)
            except (ClaimwiseError, TypeError, ValueError, AttributeError, KeyError):
                continue
            return value
        return value_in(text)


@lru_cache(maxsize=1)
def _settings(known: tuple[str, ...]) -> dict[str, tuple[Setting, ...]]:
    found: dict[str, tuple[Setting, ...]] = {
        name: (Setting(field, section),)
        for section, keys in SHARED.items()
        for name, field in keys.items()
    }
    found["n"] = (Setting(SIZE, "data"),)
    for kind in map(find_kind, known):
        for field in kind.fields:
            if field.place and field.key not in SIZES:
                name = _name(found, field)
                found[name] = _joined(found.get(name, ()), _grouped(kind, field), kind.name)
    return found


def settings() -> dict[str, tuple[Setting, ...]]:
    """Return what can be set, by name; of a key that kinds have differently, each way."""
    return _settings(tuple(kinds()))


def _name(found: Mapping[str, Sequence[Setting]], field: Field) -> str:
    """Return the key, or with its section where another section has such a key as well."""
    taken = field.key in found and found[field.key][0].section != field.section
    return f"{field.section}_{field.key}" if taken else field.key


def _joined(known: tuple[Setting, ...], field: Field, kind: str) -> tuple[Setting, ...]:
    """Return the ways of a key with those of another kind."""
    for number, one in enumerate(known):
        if _shape(one.field) == _shape(field):
            more = Setting(one.field, one.section, (*one.kinds, kind))
            return (*known[:number], more, *known[number + 1 :])
    return (*known, Setting(field, field.section, (kind,)))


def _shape(field: Field) -> tuple[Any, ...]:
    limits = (field.low, field.high, field.above, field.below)
    return (field.type, field.unit, field.factor, field.main, *limits)


def _grouped(kind: Kind, field: Field) -> Field:
    """Return a field in the group of its section, unless a new declaration offers it."""
    offered = kind.offered(field)
    usual = STUDY if offered else GROUPS.get(field.section, field.group)
    return field.but(group=usual, main=offered)


def value_in(text: str) -> Any:
    """Return a value as TOML would read it; what is no TOML is a text.

    >>> value_in("0.5"), value_in("passage"), value_in('"0.5"')
    (0.5, 'passage', '0.5')
    """
    try:
        found = parse_toml("a value", f"value = {text}".encode(errors="replace"))
    except DataError:
        return text
    return found["value"] if list(found) == ["value"] else text
