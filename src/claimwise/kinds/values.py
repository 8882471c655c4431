"""Kinds as values: ``cw.kinds.Accuracy(difference=0.02, agreement=0.9)``, made from the fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields, make_dataclass
from functools import lru_cache
from typing import Any

from claimwise.core import ParameterError
from claimwise.core.checked import checked
from claimwise.core.field import Field
from claimwise.kinds.kind import Kind

SIZES = ("n", "items")  # keys of the size of a study, which is a part of its own
# Keys that are other parts of a study: its analysis, its belief, and when it stops.
ANALYSIS = {"procedure": ("test", "model", "interval", "assess", "rope", "prior", "level")}
BELIEF = {"assumptions": ("effect_prior", "uncertain", "shrink")}
STOPPING = {"procedure": ("sequence",)}
PARTS = (ANALYSIS, BELIEF, STOPPING, {"data": SIZES})


class KindValue:
    """What is compared, and what is assumed of it; what nobody said is None."""

    kind: Kind
    own: Mapping[str, Field]  # by parameter

    def __post_init__(self) -> None:
        """Check each value as study.toml does."""
        for name, value in self.said().items():
            clean = checked(self.own[name], name, value)
            object.__setattr__(self, name, clean)

    def said(self) -> dict[str, Any]:
        """Return what was said, by parameter."""
        given = ((one.name, getattr(self, one.name)) for one in fields(self))  # type: ignore[arg-type]
        return {name: value for name, value in given if value is not None}

    def __repr__(self) -> str:
        """Write the value as Python does.

        >>> from claimwise import kinds
        >>> kinds.Accuracy(difference=0.02, agreement=0.9)
        cw.kinds.Accuracy(difference=0.02, agreement=0.9)
        """
        given = ", ".join(f"{name}={value!r}" for name, value in self.said().items())
        return f"cw.kinds.{type(self).__name__}({given})"


@lru_cache(maxsize=64)
def value_class(kind: Kind) -> type[KindValue]:
    """Return the class of a kind's values: a parameter for each key that no other part has."""
    own = {parameter(kind, one): one for one in kind.fields if not _elsewhere(one)}
    about = [f"{name} : {one.type}\n    {one.help}" for name, one in own.items()]
    made = make_dataclass(
        name_of(kind),
        [(name, Any, field(default=None)) for name in own],
        bases=(KindValue,),
        frozen=True,
        kw_only=True,
        repr=False,
        namespace={"kind": kind, "own": own},
    )
    head = f"{kind.about[:1].upper()}{kind.about[1:]}."
    made.__doc__ = "\n".join([head, "", "Parameters", "----------", *about])
    made.__module__ = "claimwise.kinds"
    return made


def name_of(kind: Kind) -> str:
    """Return what the class of a kind is called.

    >>> from claimwise.kinds import find_kind
    >>> name_of(find_kind("accuracy"))
    'Accuracy'
    """
    return "".join(part.capitalize() for part in kind.name.replace("-", "_").split("_"))


def parameter(kind: Kind, one: Field) -> str:
    """Return the parameter of a key: its name, unless two sections have it."""
    twice = [other for other in kind.fields if other.key == one.key]
    return one.key if len(twice) == 1 or twice[0] is one else f"{one.section}_{one.key}"


def _elsewhere(one: Field) -> bool:
    return any(one.key in part.get(one.section, ()) for part in PARTS)


def value_of(kind: Kind, sections: Mapping[str, Mapping[str, Any]]) -> KindValue:
    """Return the value of a kind that sections of study.toml declare; defaults are not said."""
    made = value_class(kind)
    given = {}
    for name, one in made.own.items():
        value = sections.get(one.section, {}).get(one.key)
        if value is not None and not (one.always and value == one.default):
            given[name] = value
    return made(**given)


def sections_of(value: KindValue) -> dict[str, dict[str, Any]]:
    """Return what a value says, by section and key."""
    found: dict[str, dict[str, Any]] = {}
    for name, said in value.said().items():
        one = value.own[name]
        found.setdefault(one.section, {})[one.key] = said
    return found


def as_value(given: Any) -> KindValue:
    """Return a kind that was given as a value; refuse anything else."""
    if not isinstance(given, KindValue):
        needs = "a kind of study, such as cw.kinds.Accuracy(difference=0.02, agreement=0.9)"
        raise ParameterError("kind", needs, repr(given))
    return given
