"""Fields of the page's forms: one declaration is the check, the OpenAPI and what is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from claimwise.core import DEFAULT_SEED, names

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


def number(
    default: Any,
    title: str,
    help_: str,
    *,
    low: float | None = None,
    high: float | None = None,
    above: float | None = None,
    below: float | None = None,
    slider: tuple[float, float] | None = None,
    step: float | None = None,
    scale: str = "linear",
    unit: str = "",
    factor: float = 1,
    by_data: bool = False,
    scaled_when: Mapping[str, Sequence[Any]] | None = None,
    more: bool = False,
    shown_when: Mapping[str, Sequence[Any]] | None = None,
    keyword: str | None = None,
    whole: bool = False,
) -> Any:
    """Return a field of a number, with a slider from and to where one is given.

    The page shows `factor` times the value, in `unit`; with `by_data` both are those of the
    scores. `scaled_when` says which other values this holds for; else the value is shown itself.
    """
    form = {
        "type": "integer" if whole else "number",
        "slider": slider,
        "step": step if step is not None else (1 if whole else None),
        "scale": scale,
        "unit": unit,
        "factor": factor,
        "by_data": by_data,
        "scaled_when": scaled_when,
        "group": "more" if more else "main",
        "shown_when": shown_when,
        "keyword": keyword,
    }
    return declared(default, title, help_, form, ge=low, le=high, gt=above, lt=below)


def in_points(default: Any, title: str, help_: str, **given: Any) -> Any:
    """Return a field of a difference of proportions: shown in percentage points."""
    return number(default, title, help_, unit="points", factor=100, **given)


def in_percent(default: Any, title: str, help_: str, **given: Any) -> Any:
    """Return a field of a proportion: shown in per cent."""
    return number(default, title, help_, unit="%", factor=100, **given)


def count(default: Any, title: str, help_: str, **given: Any) -> Any:
    """Return a field of a whole number, from 1 to ten millions unless said otherwise."""
    given = {"low": 1, "high": MOST_ITEMS, "whole": True} | given
    return number(default, title, help_, **given)


def choice(
    default: Any,
    title: str,
    help_: str,
    *,
    more: bool = False,
    shown_when: Mapping[str, Sequence[Any]] | None = None,
    keyword: str | None = None,
) -> Any:
    """Return a field whose type is a Literal."""
    form = {
        "type": "choice",
        "group": "more" if more else "main",
        "shown_when": shown_when,
        "keyword": keyword,
    }
    return declared(default, title, help_, form)


def registered(kind: str, **traits: Any) -> Any:
    """Return the Literal of all registered names that have these traits, or of an automatic one."""
    return Literal[("auto", *names(kind, **traits))]


def text(
    default: Any,
    title: str,
    help_: str,
    *,
    pattern: str = WORD,
    kind: str = "text",
    more: bool = False,
    longest: int = 200,
    shown_when: Mapping[str, Sequence[Any]] | None = None,
    keyword: str | None = None,
    suggestions: Sequence[str] = (),
) -> Any:
    """Return a field of a word or name; `kind` system for the name of a system in a file."""
    form = {
        "type": kind,
        "group": "more" if more else "main",
        "shown_when": shown_when,
        "keyword": keyword,
        "suggestions": list(suggestions),
    }
    return declared(default, title, help_, form, pattern=pattern or None, max_length=longest)


def column(title: str, help_: str, *, none: bool = False) -> Any:
    """Return a field of a column of the file; `none` where it may be said that there is none."""
    form = {"type": "column", "group": "columns", "suggestions": ["none"] if none else []}
    return declared(None, title, help_, form, pattern=NAME, max_length=200)


def columns(roles: Mapping[str, str], help_: str) -> Any:
    """Return a field of columns by role: what each role is called on the page."""
    form = {"type": "columns", "group": "columns", "roles": dict(roles)}
    return declared(None, "Columns", help_, form, pattern=COLUMNS, max_length=1000)


def yes(
    title: str,
    help_: str,
    *,
    default: bool = False,
    more: bool = True,
    shown_when: Mapping[str, Sequence[Any]] | None = None,
    keyword: str | None = None,
    means: Any = True,
) -> Any:
    """Return a field that is on or off; `means` is what the library's keyword is when it is on."""
    form = {
        "type": "boolean",
        "group": "more" if more else "main",
        "shown_when": shown_when,
        "keyword": keyword,
        "means": means,
    }
    return declared(default, title, help_, form)


def file(
    default: Any,
    title: str,
    help_: str,
    *,
    more: bool = False,
    argument: bool = False,
    option: str | None = None,
    several: bool = False,
    shown_when: Mapping[str, Sequence[Any]] | None = None,
) -> Any:
    """Return a field of an uploaded file, by its id; `argument` where the command has it first.

    `option` is what the library calls it, where that is another name than the field's.
    """
    form = {
        "type": "file",
        "group": "more" if more else "main",
        "shown_when": shown_when,
        "argument": argument,
        "option": option,
        "several": several,
    }
    if several:
        return declared(default, title, help_, form, max_length=20)
    return declared(default, title, help_, form, pattern=FILE_ID)


def seed(shown_when: Mapping[str, Sequence[Any]] | None = None) -> Any:
    """Return the field of the seed."""
    form = {
        "type": "integer",
        "step": 1,
        "group": "more",
        "shown_when": shown_when,
        "keyword": "rng",
    }
    help_ = "Root of all randomness; the same seed gives the same answer."
    return declared(DEFAULT_SEED, "Seed", help_, form, ge=0, le=2**53 - 1)
