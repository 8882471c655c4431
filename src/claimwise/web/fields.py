"""Fields of the page's forms: one declaration is the check, the OpenAPI and what is shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

FORM = "x-form"  # key in the JSON schema of a field
MOST_ITEMS = 10_000_000
NAME = r"^[^/\\\x00-\x1f\x7f]{1,200}$"  # of a system or column: never a path
WORD = r"^[A-Za-z][A-Za-z0-9@+:=,.()_ -]{0,199}$"  # of a test, metric or prior
_ROLE = r"[a-z_]{1,40}=[^/\\,=\x00-\x1f\x7f]{1,100}"
COLUMNS = rf"^{_ROLE}(,\s*{_ROLE}){{0,9}}$"  # score=f1, item=qid
FILE_ID = r"^[0-9a-f]{32}$"
FileId = Annotated[str, StringConstraints(pattern=FILE_ID)]


class Options(BaseModel):
    """The options of one form; whatever it does not name is refused."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, str_strip_whitespace=True)
    former: ClassVar[Mapping[str, str]] = {}  # what fields were called: their names now

    @model_validator(mode="before")
    @classmethod
    def _current(cls, given: Any) -> Any:
        """Take what a field was called for what it is called."""
        if not isinstance(given, dict):
            return given
        return {
            name if name in cls.model_fields else cls.former.get(name, name): value
            for name, value in given.items()
        }


def declared(default: Any, title: str, help_: str, form: Mapping[str, Any], **checks: Any) -> Any:
    """Return a field with what the form shows of it, and its checks."""
    given = {key: value for key, value in checks.items() if value is not None}
    extra: dict[str, Any] = {FORM: dict(form)}
    if default is ...:
        return Field(title=title, description=help_, json_schema_extra=extra, **given)
    return Field(default=default, title=title, description=help_, json_schema_extra=extra, **given)
