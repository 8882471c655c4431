"""The body of a question: its view and kind say which options it has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Union

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, create_model

from claimwise import report
from claimwise.web.catalogue import KINDS, Kind

Form: Any = Literal[tuple(report.report_forms())]


class _Body(BaseModel):
    """What all questions share: nothing that is not named."""

    model_config = ConfigDict(extra="forbid")


def _key(body: Any) -> str | None:
    """Return the view and kind of a body; None if it does not say them."""
    view, kind = (
        (body.get("view"), body.get("kind"))
        if isinstance(body, Mapping)
        else (getattr(body, "view", None), getattr(body, "kind", None))
    )
    return f"{view}/{kind}" if isinstance(view, str) and isinstance(kind, str) else None


def _body(kind: Kind, name: str, more: Mapping[str, Any]) -> Any:
    """Return the model of the body of one kind of question."""
    needed = any(info.is_required() for info in kind.model.model_fields.values())
    options = ... if needed else Field(default_factory=kind.model)
    fields: dict[str, Any] = {
        "view": (Literal[kind.view], ...),
        "kind": (Literal[kind.name], ...),
        "options": (kind.model, options),
        **more,
    }
    called = "".join(part.title() for part in (kind.view, kind.name, name))
    return create_model(called, __base__=_Body, __doc__=kind.question, **fields)


def _union(name: str, **more: Any) -> Any:
    bodies = tuple(Annotated[_body(kind, name, more), Tag(kind.key)] for kind in KINDS)
    return Annotated[Union[bodies], Discriminator(_key)]  # noqa: UP007 - made at run time


Question: Any = _union("question")
ReportWanted: Any = _union("report", format=(Form, ...))
