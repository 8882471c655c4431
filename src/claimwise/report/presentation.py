"""How are results of a kind presented that is no part of this package?

A package of your own calls `present` once for each kind of its results;
then text, HTML, Markdown and LaTeX show them as it says. Its figures are registered as any other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from claimwise.core import Result
from claimwise.report.curve import Table

Words = Callable[[Result], str]
_KNOWN: dict[str, Presentation] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Presentation:
    """What a report of such a result says; notes, figures and signature are made as of any other.

    Parameters
    ----------
    title, claim, answer
        The heading, what is asked, and the answer in a sentence.
    head
        The first line of the text.
    tables, paragraphs
        What was found.
    brief
        Paragraphs of the text, which stand there below the tables in place of `paragraphs`.
    method
        How it was done, a sentence.
    anchor
        By which the others of a page lead to it.
    """

    title: Words
    claim: Words
    answer: Words
    head: Words
    tables: Callable[[Result], list[Table]]
    paragraphs: Callable[[Result], list[str]] = lambda _: []
    brief: Callable[[Result], list[str]] = lambda _: []
    method: Words = lambda _: ""
    anchor: Words = lambda _: ""


def present(kind: str, how: Presentation) -> None:
    """Show results of this kind so."""
    _KNOWN[kind] = how


def presentation_of(result: Result) -> Presentation | None:
    """Return how a result is shown, where somebody has said it."""
    return _KNOWN.get(result.kind)
