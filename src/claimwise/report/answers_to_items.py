"""Studies with several answers to each item: how many there are."""

from __future__ import annotations

from collections.abc import Mapping

from claimwise.core import Settings, counted

SOURCES = ("gold", "a", "b")


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
