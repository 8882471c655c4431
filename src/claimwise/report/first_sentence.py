"""Where the first sentence of a paragraph ends."""

from __future__ import annotations

import re

from claimwise.core import Result
from claimwise.report.places import place_of


def first_sentence(text: str, result: Result) -> str:
    """Return the first sentence of a paragraph; full stops within names end none."""
    hidden = text
    for name in sorted(_names(result), key=len, reverse=True):
        hidden = hidden.replace(name, "_" * len(name))
    hidden = hidden.splitlines()[0]
    end = re.search(r"[.!?](?= [A-Z\[\d]|$)", _outside_brackets(hidden))
    return text[: end.end()] if end else text.splitlines()[0]


def _outside_brackets(text: str) -> str:
    """Return the text with what stands in round brackets masked, to its length."""
    depth, out = 0, []
    for letter in text:
        depth -= letter == ")" and depth > 0
        out.append("_" if depth else letter)
        depth += letter == "("
    return "".join(out)


def _names(result: Result) -> set[str]:
    """Return the names that a sentence may hold: of systems, metrics, worlds."""
    settings = result.provenance.get("settings", {})
    found: set[str] = set()
    for value in settings.values():
        found |= {value} if isinstance(value, str) else set()
        found |= {v for v in value if isinstance(v, str)} if isinstance(value, list) else set()
    found |= {part for row in result.rows for part in re.split(", | vs ", place_of(row))}
    return {name for name in found if ". " in name}
