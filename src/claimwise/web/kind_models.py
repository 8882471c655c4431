"""The options of a form, made from the fields of a verb."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import create_model

from claimwise.core import names
from claimwise.core.field import AUTO, GROUPS, Field
from claimwise.kinds.reading import NAME
from claimwise.verbs import Verb
from claimwise.verbs.compare import ROLES
from claimwise.web.fields import COLUMNS, FILE_ID, FileId, Options, declared

TYPES: dict[str, Any] = {"number": float, "integer": int, "boolean": bool}
OWN_WORLD = "world_file"
COLUMN_HELP = "Columns by role, where they are not recognised."


def model_of(verb: Verb, called: str) -> type[Options]:
    """Return the model of a verb's form: what it sends, checked."""
    made: dict[str, Any] = {}
    asked = [field for field in verb.fields if not field.of_command]
    for field in sorted(asked, key=lambda one: GROUPS.index(one.group)):
        if field.type == "world":
            made |= _world(field)
        else:
            made[name_of(field)] = _typed(field)
    model = create_model(called, __base__=Options, __doc__=verb.short, **made)
    model.former = {old: name_of(field) for field in asked for old in field.former}
    return model


def name_of(field: Field) -> str:
    """Return what a form calls a field; all columns by role are one field there."""
    return "columns" if field.type == "columns" else field.name


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
    if field.type == "columns":
        shown = declared(
            None, "Columns", COLUMN_HELP, form_of(field), pattern=COLUMNS, max_length=1000
        )
        return str | None, shown
    plain = TYPES.get(field.type, str)
    default = ... if field.required else _begins(field)
    if plain is bool:
        default = False
    limits: dict[str, Any] = {
        "ge": field.low if field.least is None else field.least,
        "le": field.high if field.most is None else field.most,
        "gt": field.above,
        "lt": field.below,
    }
    if plain is str:
        pattern = NAME if field.type == "column" else field.pattern
        limits = {"pattern": pattern or None, "max_length": field.longest}
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
        "group": "columns" if field.type.startswith("column") else "main" if field.main else "more",
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
        "suggestions": list(field.suggestions),
        "roles": dict(field.roles or ROLES) if field.type == "columns" else {},
        "simulates": field.simulates,
        "of_simulation": field.of_simulation,
        "several_words": field.type == "text" and field.several,
        "numbers": field.type == "looks",
    }
