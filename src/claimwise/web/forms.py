"""The forms as JSON, made from the models that check what comes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, get_args

from claimwise import report
from claimwise.core.version import __version__
from claimwise.web.catalogue import KINDS, VIEWS, Kind
from claimwise.web.fields import FORM
from claimwise.web.labels import label

CHECKS = {"minimum": ("ge", "gt"), "maximum": ("le", "lt")}


def forms(max_upload: int) -> dict[str, Any]:
    """Return every form, by view, the largest file that is taken, and the forms of a report."""
    views = {view: [form(kind) for kind in KINDS if kind.view == view] for view in VIEWS}
    reports = [{"name": one.name, "title": one.title} for one in report.report_forms().values()]
    return {"version": __version__, "max_upload": max_upload, "views": views, "reports": reports}


def form(kind: Kind) -> dict[str, Any]:
    """Return the form of one kind."""
    return {
        "kind": kind.name,
        "title": kind.title,
        "question": kind.question,
        "streams": kind.streams,
        "exact": kind.exact,
        "ways": [{"title": way, "fields": list(names)} for way, names in kind.ways.items()],
        "fields": fields(kind),
    }


def fields(kind: Kind) -> list[dict[str, Any]]:
    """Return the fields of a form: those of the kind first, then those that all kinds share."""
    own = [name for name in kind.model.model_fields if shape(kind, name)]
    first = [name for name in own if name in kind.model.__annotations__]
    order = [*first, *(name for name in own if name not in first)]
    return [_field(kind, name) for name in order]


def alternatives(said: Mapping[str, Any]) -> list[Mapping[str, Sequence[Any]]]:
    """Return what other fields must be for a field to be shown: any of these; none for always."""
    when = said.get("shown_when") or ()
    return [when] if isinstance(when, Mapping) else list(when)


@lru_cache(maxsize=1024)
def shape(kind: Kind, name: str) -> dict[str, Any]:
    """Return what the form says of a field; empty if it does not show it."""
    if name not in kind.model.model_fields:
        return {}
    extra = kind.model.model_fields[name].json_schema_extra
    if not isinstance(extra, dict):
        return {}
    found = extra.get(FORM)
    return dict(found) if isinstance(found, dict) else {}


def _field(kind: Kind, name: str) -> dict[str, Any]:
    info = kind.model.model_fields[name]
    said = shape(kind, name)
    slider = said.get("slider")
    choices = _choices(info.annotation) if said["type"] == "choice" else []
    return {
        "name": name,
        "title": info.title,
        "help": info.description,
        "type": said["type"],
        "default": None if info.is_required() else info.default,
        "required": info.is_required(),
        "minimum": _limit(info, "minimum"),
        "maximum": _limit(info, "maximum"),
        "above": any(hasattr(check, "gt") for check in info.metadata),  # the minimum is excluded
        "below": any(hasattr(check, "lt") for check in info.metadata),
        "step": said.get("step"),
        "scale": said.get("scale", "linear"),
        "choices": choices,
        "labels": [label(name, value) for value in choices],
        "slider": slider is not None,
        "slider_minimum": slider[0] if slider else None,
        "slider_maximum": slider[1] if slider else None,
        "unit": said.get("unit", ""),
        "factor": said.get("factor", 1),  # the page shows this times the value
        "by_data": said.get("by_data", False),
        "scaled_when": said.get("scaled_when"),
        "roles": said.get("roles", {}),
        "group": said["group"],
        "heading": said.get("heading", ""),  # of several within a group
        "simulates": list(said.get("simulates", ())),
        "of_simulation": said.get("of_simulation", False),
        "shown_when": alternatives(said),  # any of them
        "several": said.get("several", False),
        "optional": type(None) in get_args(info.annotation),
        "suggestions": said.get("suggestions", []),
        "former": [old for old, now in kind.model.former.items() if now == name],
    }


def _limit(info: Any, which: str) -> float | None:
    for check in info.metadata:
        for name in CHECKS[which]:
            if hasattr(check, name):
                return float(getattr(check, name))
    return None


def _choices(annotation: Any) -> list[str]:
    """Return the words of a Literal, also within a union."""
    found: list[str] = []
    for part in get_args(annotation):
        if isinstance(part, str):
            found.append(part)
        else:
            found += _choices(part)
    return found
