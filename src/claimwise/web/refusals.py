"""One sentence for everything that is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi.responses import JSONResponse

STATUS = {"answer": 200, "refused": 422, "failed": 500, "cancelled": 409}  # by the last event
WORDS = {
    "missing": "{name} is missing.",
    "extra_forbidden": "{name} is not an option here.",
    "greater_than": "{name} needs a number above {gt}; found {found}.",
    "greater_than_equal": "{name} needs a number of at least {ge}; found {found}.",
    "less_than": "{name} needs a number below {lt}; found {found}.",
    "less_than_equal": "{name} needs a number of at most {le}; found {found}.",
    "literal_error": "{name} needs one of {expected}; found {found}.",
    "string_pattern_mismatch": "{name} needs a plain name or word, never a path; found {found}.",
    "int_from_float": "{name} needs a whole number; found {found}.",
    "int_parsing": "{name} needs a whole number; found {found}.",
    "int_type": "{name} needs a whole number; found {found}.",
    "int_parsing_size": "{name} needs a smaller number; found {found}.",
    "float_parsing": "{name} needs a number; found {found}.",
    "float_type": "{name} needs a number; found {found}.",
    "finite_number": "{name} needs a finite number; found {found}.",
    "bool_parsing": "{name} needs true or false; found {found}.",
    "bool_type": "{name} needs true or false; found {found}.",
    "string_type": "{name} needs a text; found {found}.",
    "string_too_short": "{name} is empty.",
    "list_type": "{name} needs a list; found {found}.",
    "model_attributes_type": "{name} needs an object of options; found {found}.",
    "model_type": "{name} needs an object of options; found {found}.",
    "json_invalid": "The body of the request is not JSON.",
    "too_long": "{name} needs at most {max_length} entries.",
    "string_too_long": "{name} needs at most {max_length} characters.",
    "union_tag_invalid": "There is no such view and kind.",
    "union_tag_not_found": "A view and a kind are needed.",
}


def refusal(status: int, error: str) -> JSONResponse:
    """Return a refusal."""
    return JSONResponse({"error": error}, status_code=status)


def sentence_of(errors: Sequence[Mapping[str, Any]]) -> str:
    """Return what is wrong with the first field that is."""
    error = errors[0]
    names = [str(part) for part in error["loc"] if part not in ("body", "query", "path")]
    # Of a request that names its kind, the kind is part of the place.
    name = next((part for part in reversed(names) if not part.isdigit()), "The body")
    words = WORDS.get(error["type"])
    found = repr(error.get("input"))
    found = found if len(found) <= 80 else found[:77] + "..."
    if words is None:
        said = str(error["msg"])
        return f"{name}: {said[:1].lower()}{said[1:]}; found {found}."
    limits = {key: _plain(value) for key, value in error.get("ctx", {}).items()}
    return words.format(name=name, found=found, **limits)


def _plain(limit: Any) -> Any:
    """Return a limit as one would write it: 0, not 0.0."""
    return f"{limit:.12g}" if isinstance(limit, float) else limit
