"""A new declaration from single settings, such as those of a command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from claimwise.core import DataError, ParameterError, option
from claimwise.core.toml import parse_toml
from claimwise.study.declaration import Study
from claimwise.study.meaning import usual
from claimwise.study.schema import SECTIONS, find_kind

# Where the settings stand in the file; a size is data.n or data.items, as the kind calls it.
HOMES = {
    "title": ("title",),
    "seed": ("seed",),
    "a": ("claim", "a"),
    "metric": ("claim", "metric"),
    "says": ("claim", "says"),
    "alternative": ("claim", "alternative"),
    "margin": ("claim", "margin"),
    "better": ("claim", "better"),
    "alpha": ("claim", "alpha"),
    "power": ("claim", "power"),
    "cluster": ("data", "cluster"),
    "test": ("procedure", "test"),
    "difference": ("assumptions", "difference"),
    "agreement": ("assumptions", "agreement"),
    "baseline": ("assumptions", "baseline"),
    "sd": ("assumptions", "sd"),
    "win": ("assumptions", "win"),
    "lose": ("assumptions", "lose"),
    "rater_sd": ("assumptions", "rater_sd"),
    "item_sd": ("assumptions", "item_sd"),
    "world": ("assumptions", "world"),
    "effect": ("assumptions", "effect"),
    "pilot": ("assumptions", "pilot"),
    "source": ("assumptions", "source"),
    "rule": ("stopping", "rule"),
    "looks": ("stopping", "looks"),
    "correct": ("multiplicity", "correct"),
}


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
        Values by the names in `HOMES`; those that are None are left out.
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
            _put(document, HOMES[name], value)
    if n is not None:
        _put(document, ("data", "n" if "n" in found.data else "items"), n)
    if len(b) == 1:
        _put(document, ("claim", "b"), b[0])
    elif b:
        document["comparison"] = [{"b": name} for name in b]
    for assignment in also:
        place, value = assigned(assignment)
        _put(document, place, value)
    return document


def named(study: Study) -> Study:
    """Return the study with its usual test or model written out, if all comparisons have the same.

    A file that names it can be read without this version's defaults.
    """
    taken = {key: value for key, value in usual(study).items() if key in ("test", "model")}
    said = {key: value for key, value in taken.items() if isinstance(value, str)}
    return replace(study, procedure={**study.procedure, **said})


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


def value_in(text: str) -> Any:
    """Return a value as TOML would read it; what is no TOML is a text.

    >>> value_in("0.5"), value_in("passage"), value_in('"0.5"')
    (0.5, 'passage', '0.5')
    """
    try:
        found = parse_toml("a value", f"value = {text}".encode(errors="replace"))
    except DataError:
        return text
    return found["value"] if list(found) == ["value"] else text


def _put(document: dict[str, Any], place: tuple[str, ...], value: Any) -> None:
    inner = document if len(place) == 1 else document.setdefault(place[0], {})
    inner[place[-1]] = value
