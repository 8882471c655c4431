"""Where what is compared comes from, if it is not printed in a table or figure of the paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from papers.base import Value

# Entries that are no table or figure of a paper: others' systems, and a question of our own.
BESIDE = ("card-table-3-refit", "wein-split")
IN_TEXT = ("example", "more items")  # cases whose numbers the text of Appendix C prints
# Numbers that no page of the paper prints: they are stored with the authors' code.
STORED: Mapping[str, Callable[[Value], bool]] = {
    "card-appendix-c": lambda value: value.at("case") not in IN_TEXT,
    "card-figure-1": lambda _: True,
    "card-figure-4": lambda _: True,
    "card-figure-6": lambda _: True,
    "card-figure-15": lambda _: True,
    "card-figure-16": lambda value: value.at("number") == "height of the curve",
}


def is_stored(name: str, value: Value) -> bool:
    """Whether the published number is not printed but stored with the authors' code."""
    return name in STORED and STORED[name](value)


def stored_words(stored: int, numbers: int) -> list[str]:
    """Say how many of the published numbers are not printed."""
    if not stored:
        return []
    which = "The published number is" if numbers == 1 else f"{stored} of {numbers} numbers are"
    return [f"{which} not printed in the paper but stored with the authors' code."]
