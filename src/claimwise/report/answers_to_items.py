"""Studies with several answers to each item: how many there are, and what they are like."""

from __future__ import annotations

from collections.abc import Mapping

from claimwise.core import Settings, counted
from claimwise.report.numbers import given

SOURCES = ("gold", "a", "b")
OFF = ("epsilon", "bias", "spread")  # how far a system is off the gold standard, in three ways


def answers_words(answers: Mapping[str, int]) -> str:
    """Return how many answers an item has.

    >>> answers_words({"gold": 3, "a": 3, "b": 3}), answers_words({"gold": 5, "a": 1, "b": 2})
    ('3 answers', '5 gold answers, 1 of A, 2 of B')
    """
    if len(set(answers.values())) == 1:
        return counted(answers["gold"], "answer")
    return f"{counted(answers['gold'], 'gold answer')}, {answers['a']} of A, {answers['b']} of B"


def size_words(settings: Settings) -> str:
    """Return how large a study is, such as "50 items x 3 answers"; items where answers vary."""
    items = counted(settings["items"], "item")
    return f"{items} x {answers_words(settings['answers'])}" if settings["answers"] else items


def world_words(settings: Settings, *, of_b: bool = True) -> str:
    """Return what answers are like, and how far A, and B if wanted, is off the gold standard."""
    start = f"answers of the world {settings['world']}"
    if settings.get("file"):
        start = f"answers drawn from {settings['file']} (A {settings['a']}, B {settings['b']})"
    off = [
        f"{key} of {system} {given(x)}"
        for system in ("A", "B")[: 1 + of_b]
        for key in OFF
        if isinstance(x := settings.get(f"{key}_{system.lower()}"), int | float)
        if x or key == "epsilon"
    ]
    return ", ".join([start, *off])
