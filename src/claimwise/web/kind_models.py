"""The options of a form, made from the fields of a kind of study."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import create_model

from claimwise.core import names
from claimwise.core.field import AUTO, GROUPS, Field
from claimwise.kinds import Kind
from claimwise.web.data_models import ROLES
from claimwise.web.fields import FILE_ID, FileId, Options, columns, declared

TYPES: dict[str, Any] = {"number": float, "integer": int, "boolean": bool}
OWN_WORLD = "world_file"


def model_of(kind: Kind) -> type[Options]:
    """Return the model of a kind: what its form sends, checked."""
    made: dict[str, Any] = {}
    for field in sorted(kind.fields, key=lambda one: GROUPS.index(one.group)):
        if field.type == "world":
            made |= _world(field)
        elif field.type == "columns":
            made["columns"] = (str | None, columns(ROLES, field.help))
        else:
            made[field.name] = _typed(field)
    name = "".join(part.title() for part in kind.name.split("_")) + "Plan"
    return create_model(name, __base__=Options, __doc__=kind.short, **made)


def _typed(field: Field) -> Any:
    """Return the type of a field, and its default with what the page shows."""
    if field.type == "choice":
        words = _words(field)
        default = _begins(field)
        if default is None:
            words, default = (AUTO, *words), AUTO
        return Literal[words], declared(default, field.title, field.help, form_of(field))
    if field.type == "file":
        return _file(field)
    plain = TYPES.get(field.type, str)
    default = ... if field.required else _begins(field)
    if plain is bool:
        default = False
    limits: dict[str, Any] = {
        "ge": field.low,
        "le": field.high,
        "gt": field.above,
        "lt": field.below,
    }
    if plain is str:
        limits = {"pattern": field.pattern or None, "max_length": 200}
    shown = declared(default, field.title, field.help, form_of(field), **limits)
    return (plain if default is not None and default is not ... else plain | None), shown


def _begins(field: Field) -> Any:
    """Return what the form begins with."""
    return field.default if field.example is None else field.example


def _words(field: Field) -> tuple[str, ...]:
    if field.registered is not None:
        what, traits = field.registered
        return tuple(names(what, **traits))
    return field.choices


def _file(field: Field) -> Any:
    if field.several:
        default: Any = ... if field.required else []
        return list[FileId], declared(
            default, field.title, field.help, form_of(field), max_length=20
        )
    kind: Any = FileId if field.required else FileId | None
    default = ... if field.required else None
    return kind, declared(default, field.title, field.help, form_of(field), pattern=FILE_ID)


def _world(field: Field) -> dict[str, Any]:
    """Return the published worlds, and a file of one's own in place of them."""
    form = form_of(field)
    own = form | {"type": "file", "option": field.name}
    if not field.choices:
        return {OWN_WORLD: (FileId, declared(..., field.title, field.help, own, pattern=FILE_ID))}
    chosen = declared(_begins(field), field.title, field.help, form | {"type": "choice"})
    title, help_ = "World of your own", f"A file in place of a published world. {field.help}"
    file = declared(None, title, help_, own | {"group": "more"}, pattern=FILE_ID)
    return {field.name: (Literal[field.choices], chosen), OWN_WORLD: (FileId | None, file)}


def form_of(field: Field) -> dict[str, Any]:
    """Return what the page shows of a field."""
    step = field.step if field.step is not None else 1 if field.type == "integer" else None
    return {
        "type": "text" if field.type == "looks" else field.type,
        "group": "main" if field.main else "more",
        "heading": field.group,
        "slider": field.slider,
        "step": step,
        "scale": field.scale,
        "unit": field.unit,
        "factor": field.factor,
        "by_data": field.by_data,
        "scaled_when": field.scaled_when,
        "shown_when": field.shown_when,
        "keyword": field.parameter or None,
        "means": field.means,
        "argument": field.argument,
        "option": None,
        "several": field.type == "file" and field.several,
        "suggestions": [],
        "simulates": field.simulates,
        "of_simulation": field.of_simulation,
        "several_words": field.type == "text" and field.several,
        "numbers": field.type == "looks",
    }
