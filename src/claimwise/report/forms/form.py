"""The forms in which a report is written into a file: one file of this room each.

A form is a function from a Result to text; one that shows the whole of a Document is best made of
a `Writer` (`writer.py`), which says how each part is written. The options of the command line, the
buttons of the page and the endings that `save` knows are all read from what it is registered with.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from claimwise.core import entries, register

Write = Callable[..., str]  # a Result, and what `documents` takes, to text
KIND = "form"


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A form of report, as it is registered.

    Parameters
    ----------
    name, title : str
        What the page asks for, and what its button says.
    write : callable
        From a Result, with the arguments of `documents`, to text.
    endings : tuple of str
        Of its files; the first is the usual one.
    mime : str
        The type of its files for a browser.
    option, help : str
        The option that names a file of this form, without dashes, and what is said of it.
    any_ending : bool
        Whether its file may be called anything.
    """

    name: str
    title: str
    write: Write
    endings: tuple[str, ...]
    mime: str
    option: str
    help: str
    any_ending: bool = False


def form(name: str, **traits: Any) -> Callable[[Write], Write]:
    """Return a decorator that files a form under its name; traits are fields of Form."""

    def decorate(write: Write) -> Write:
        register(KIND, name)(Form(name=name, write=write, **{"option": name, **traits}))
        return write

    return decorate


def report_forms() -> dict[str, Form]:
    """Return the forms that there are, by their names."""
    return {entry.name: entry.thing for entry in entries(KIND)}
