"""Verbs: a file each says what can be asked; from it come command, form, and reference."""

from __future__ import annotations

from importlib import import_module

from claimwise.verbs.verb import Verb

# The file of each verb, and of each group of them.
FILES = (
    "compare",
    "ratings",
    "judgements",
    "design",
    "calibrate",
    "doctor",
    "fit",
    "survey",
)


def find_verb(name: str) -> Verb:
    """Return a verb by its name, such as ``fit agreement``; its file is imported now."""
    return {verb.name: verb for verb in verbs_in(name.partition(" ")[0])}[name]


def verbs_in(file: str) -> tuple[Verb, ...]:
    """Return the verbs of a file, in the order of help."""
    found: tuple[Verb, ...] = import_module(f"claimwise.verbs.{file}").VERBS
    return found


__all__ = ["FILES", "Verb", "find_verb", "verbs_in"]
