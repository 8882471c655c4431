"""Kinds of study: a file each says what it is called, what can be asked and what declared of it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from claimwise.core import ParameterError, did_you_mean
from claimwise.core.field import Field
from claimwise.core.registry import entries
from claimwise.core.registry import register as file_under
from claimwise.kinds.kind import Kind, Need, Plan

# Files of the house with their plans, in the order of help and page.
HOUSE: dict[str, Sequence[str]] = {
    "accuracy": ("accuracy",),
    "proportions": ("proportions",),
    "preference": ("preference",),
    "ratings": ("ratings",),
    "judgements": ("judgements",),
    "means": ("means",),
    "corpus": ("bleu", "chrf", "ter"),
    "labels": ("f1", "precision", "recall", "mcc", "kappa", "confusion"),
    "pilot": ("pilot",),
    "responses": ("responses",),
}
REGISTERED = "kind of study"  # those of others, in the registry


def register(kind: Kind) -> Kind:
    """Make a kind known; a plug-in calls this when it is imported."""
    if kind.name in HOUSE:
        raise ValueError(f"there is already a kind of study called {kind.name}")
    return file_under(REGISTERED, kind.name)(kind)


def kinds() -> list[str]:
    """Return the names of all kinds: those of the house, then those of plug-ins."""
    return [*HOUSE, *(entry.name for entry in entries(REGISTERED))]


def find_kind(name: Any) -> Kind:
    """Return a kind by its name; its file is imported now.

    An unknown one is refused with the list of the known ones.
    """
    if isinstance(name, str) and name in HOUSE:
        kind: Kind = import_module(f"claimwise.kinds.{name}").KIND
        return kind
    for entry in entries(REGISTERED):
        if entry.name == name:
            own: Kind = entry.thing
            return own
    known = kinds()
    found = "nothing" if name is None else repr(name)
    raise ParameterError("kind", f"one of {', '.join(known)}", found, did_you_mean(name, known))


def plans() -> list[str]:
    """Return the names of all plans, in the order of help and page."""
    own = [plan.name for entry in entries(REGISTERED) for plan in entry.thing.plans]
    return [*(plan for plans in HOUSE.values() for plan in plans), *own]


def find_plan(name: str) -> Plan:
    """Return a plan by its name; the file of its kind is imported now."""
    home = next((kind for kind, plans in HOUSE.items() if name in plans), None)
    known = [find_kind(home)] if home else [entry.thing for entry in entries(REGISTERED)]
    return {plan.name: plan for kind in known for plan in kind.plans}[name]


def __getattr__(name: str) -> Any:
    """Return the class of a kind's values, such as `Accuracy`."""
    from claimwise.kinds.values import name_of, value_class

    if name[:1].isupper():
        for kind in map(find_kind, kinds()):
            if name_of(kind) == name:
                return value_class(kind)
    raise AttributeError(f"claimwise.kinds has no {name!r}")


__all__ = [
    "HOUSE",
    "Field",
    "Kind",
    "Need",
    "Plan",
    "find_kind",
    "find_plan",
    "kinds",
    "plans",
    "register",
]
