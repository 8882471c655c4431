"""A new declaration from single settings, such as those of a command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from claimwise.core import ParameterError, option
from claimwise.kinds import find_kind
from claimwise.study.declaration import Study
from claimwise.study.meaning import usual
from claimwise.study.schema import SECTIONS
from claimwise.study.settings import SIZES, Setting, settings, value_in


def draft(
    kind: str,
    settings: Mapping[str, Any],
    *,
    b: Sequence[str] = (),
    n: int | None = None,
    also: Sequence[str] = (),
) -> dict[str, Any]:
    """Return the document that single settings make, to be declared or written.

    Parameters
    ----------
    kind : str
        The kind of study.
    settings : mapping
        Values by the names of `settings`; those that are None are left out.
    b : sequence of str
        The candidates; each of several is a comparison of its own.
    n : int, optional
        The size, whatever the kind calls it.
    also : sequence of str
        Any key with its value, such as ``data.cluster=passage``.
    """
    found = find_kind(kind)
    document: dict[str, Any] = {"claimwise": 1, "kind": kind}
    for name, value in settings.items():
        if value is not None:
            _put(document, tuple(way_of(kind, name).place.split(".")), value)
    if n is not None:
        _put(document, ("data", next(key for key in SIZES if key in found.data)), n)
    if len(b) == 1:
        _put(document, ("claim", "b"), b[0])
    elif b:
        document["comparison"] = [{"b": name} for name in b]
    for assignment in also:
        place, value = assigned(assignment)
        _put(document, place, value)
    return document


def way_of(kind: str, name: str) -> Setting:
    """Return a setting as a kind has it; one that it does not have is refused when it is read."""
    ways = settings()[name]
    return next((way for way in ways if kind in way.kinds), ways[0])


def named(study: Study) -> Study:
    """Return the study with its usual test or model written out, if all comparisons have the same.

    A file that names it can be read without this version's defaults.
    """
    taken = {key: value for key, value in usual(study).items() if key in ("test", "model")}
    said = {key: value for key, value in taken.items() if isinstance(value, str)}
    return study.but(procedure={**study.procedure, **said})


def assigned(text: str) -> tuple[tuple[str, ...], Any]:
    """Return the place and the value of ``section.key=value``.

    >>> assigned("data.cluster=passage"), assigned("stopping.looks=[0.5, 1.0]")
    ((('data', 'cluster'), 'passage'), (('stopping', 'looks'), [0.5, 1.0]))
    """
    where, equals, value = text.partition("=")
    place = tuple(part.strip() for part in where.split(".", 1))
    inner = [name for name in SECTIONS if name not in ("comparison", "frozen")]
    if not equals or not all(place) or (len(place) == 2 and place[0] not in inner):
        needs = f"SECTION.KEY=VALUE with a section among {', '.join(inner)}"
        remedy = "Such as " + option("also", "data.cluster=passage") + "."
        raise ParameterError("also", needs, repr(text), remedy)
    return place, value_in(value.strip())


def _put(document: dict[str, Any], place: tuple[str, ...], value: Any) -> None:
    inner = document if len(place) == 1 else document.setdefault(place[0], {})
    inner[place[-1]] = value
