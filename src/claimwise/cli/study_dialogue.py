"""The few questions from which a declaration can be written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from claimwise.core.errors import ClaimwiseError

UNKNOWN = "a guess"  # who only presses Enter has no other source
NAMES = {"a": "base", "b": "new"}


def ask() -> dict[str, Any]:
    """Ask for what a study cannot do without, and return the document."""
    from claimwise.kinds import find_kind, kinds
    from claimwise.study.schema import CLAIM, NEEDS_MARGIN, SOURCE

    click.echo("A few questions; Enter takes what stands in brackets, Ctrl-C leaves.", err=True)
    listed = "\n".join(f"  {kind.name}: {kind.about}" for kind in map(find_kind, kinds()))
    click.echo(listed, err=True)
    name = _one("What kind of study?", "accuracy", lambda text: find_kind(text).name)
    kind = find_kind(name)
    claim: dict[str, Any] = {}
    for key, default in NAMES.items():
        claim[key] = _field(f"claim.{key}", CLAIM[key], default)
    choices = ", ".join(kind.claims)
    claim["says"] = _one(
        f"What is to be shown ({choices})?", kind.claims[0], lambda text: _claim(text, kind.claims)
    )
    if claim["says"] in NEEDS_MARGIN:
        claim["margin"] = _field("claim.margin", CLAIM["margin"], CLAIM["margin"].example)
    document: dict[str, Any] = {"claimwise": 1, "kind": name, "claim": claim}
    for section, fields in (("data", kind.data), ("assumptions", kind.assumptions)):
        document[section] = {
            key: _field(f"{section}.{key}", field, field.example)
            for key, field in fields.items()
            if kind.offered(field)
        }
    document["assumptions"]["source"] = _field("assumptions.source", SOURCE, UNKNOWN)
    return document


def _claim(text: str, known: tuple[str, ...]) -> str:
    from claimwise.core import check_one_of

    return check_one_of("the claim", text, known)


def _field(place: str, field: Any, default: Any) -> Any:
    """Ask for one key; what its check refuses is asked for again."""
    from claimwise.core.checked import checked
    from claimwise.study.settings import Setting

    section = place.rpartition(".")[0]
    read = Setting(field, section).read
    return _one(f"{place}, {field.about}", default, lambda text: checked(field, place, read(text)))


def _one(question: str, default: Any, read: Callable[[str], Any]) -> Any:
    def value(text: Any) -> Any:
        try:
            return read(str(text))
        except ClaimwiseError as error:
            raise click.UsageError(str(error)) from None

    return click.prompt(question, default=default, value_proc=value, err=True)
