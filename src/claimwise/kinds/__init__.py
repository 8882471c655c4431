"""Kinds of study: a file each says what it is called and what can be asked of it."""

from __future__ import annotations

from importlib import import_module

from claimwise.kinds.kind import Kind

# In the order of help and page; a file may have several kinds that differ in a word.
FILES = {
    "accuracy": "accuracy",
    "proportions": "proportions",
    "preference": "preference",
    "ratings": "ratings",
    "judgements": "judgements",
    "means": "means",
    "bleu": "corpus",
    "chrf": "corpus",
    "ter": "corpus",
    "f1": "labels",
    "precision": "labels",
    "recall": "labels",
    "mcc": "labels",
    "kappa": "labels",
    "confusion": "labels",
    "pilot": "pilot",
    "responses": "responses",
}


def find_kind(name: str) -> Kind:
    """Return a kind by its name; its file is imported now."""
    made: dict[str, Kind] = {
        kind.name: kind for kind in import_module(f"claimwise.kinds.{FILES[name]}").KINDS
    }
    return made[name]


__all__ = ["FILES", "Kind", "find_kind"]
