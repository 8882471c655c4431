"""How is each kind of Result presented? One file a kind, which is found by its name.

The presenter of the kind "rating plan" is `present` in `rating_plan.py`: a function from a Result
to an Answer. A package of your own files one by `present("my kind", presenter)`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

from claimwise.core import Result, register
from claimwise.report.answer import Answer, plain

Presenter = Callable[[Result], Answer]
_OTHERS: dict[str, Presenter] = {}


def present(kind: str, presenter: Presenter) -> None:
    """Show results of this kind so."""
    _OTHERS[kind] = presenter


def answer_of(result: Result) -> Answer:
    """Return what is said of a Result, by the presenter of its kind; of no kind, by its rows."""
    chosen = _OTHERS.get(result.kind)
    if chosen is None:
        name = f"{__name__}.{result.kind.replace(' ', '_')}"
        known = result.kind and find_spec(name)
        chosen = import_module(name if known else f"{__name__}.rows").present
    made: Answer = chosen(result)
    return made


@register("report", "headline")
def headline_of(result: Result) -> str:
    """Return the answer in one sentence."""
    return plain(answer_of(result).headline)
