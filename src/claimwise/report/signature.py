"""What a number rests on, on one line: short enough for a footnote."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimwise.core import Result

# For the sentences, or longer than a footnote can be.
WORDS = ("details", "groups", "details_better", "method", "gains_from", "tau_course", "matters")


def signature(result: Result) -> str:
    """Return claimwise's version, the method, the settings, the seed and the data's digest.

    >>> from claimwise.core import Row
    >>> row = Row(quantity="power", estimate=0.8)
    >>> known = {"seed": 1, "version": "0.1.0"}
    >>> signature(Result(kind="test", method="sign", rows=(row,), provenance=known))
    'claimwise:0.1.0|sign|seed:1'
    """
    known, settings = result.provenance, result.settings
    rule = settings.get("stopping")
    left_out = WORDS if "prior" in settings else (*WORDS, "rope")  # without a posterior, unused
    pairs = {
        "n": None,  # which stands first
        **_sizes(result),
        **{key: value for key, value in settings.items() if key not in left_out},
        **(_looks(rule) if isinstance(rule, Mapping) else {}),
        "seed": known.get("seed"),
        "data": data_digest(known),
    }
    said = [f"{key}:{_short(value)}" for key, value in pairs.items() if _worth(value)]
    return "|".join([f"claimwise:{known.get('version', 'unknown')}", _plain(result.method), *said])


def _sizes(result: Result) -> dict[str, Any]:
    """Return items, or those of each system, and clusters, as far as there is one number of each.

    Rows and comparisons may speak of several.
    """
    rows = {row.n for row in result.rows if row.n is not None and row.quantity != "sample_size"}
    details = list((result.settings.get("details") or {}).values())
    names = ("clusters",) if len(rows) == 1 else ("n_a", "n_b", "clusters")
    found = {"n": rows, **{key: {one.get(key) for one in details} for key in names}}
    return {key: next(iter(of)) for key, of in found.items() if len(of) == 1}


def _looks(rule: Mapping[str, Any]) -> dict[str, Any]:
    """Return by which rule, and at which of how many looks, a comparison was made."""
    look = f"{rule['look']} of {rule['of']}" if "look" in rule else None
    return {"stopping": rule.get("rule"), "look": look, "fractions": rule.get("fractions")}


def data_digest(provenance: Mapping[str, Any]) -> str | None:
    """Return the first twelve digits of the data's SHA-256; None where there are no data."""
    data = provenance.get("data")
    return short_digest(str(data)) if data else None


def short_digest(text: str) -> str:
    """Return a digest with its first twelve digits; other texts as they are.

    >>> short_digest("sha256:0123456789abcdef"), short_digest("a: b")
    ('sha256:0123456789ab', 'a: b')
    """
    return text[: len("sha256:") + 12] if text.startswith("sha256:") else text


def _worth(value: object) -> bool:
    """Whether a setting was made, and is short enough for a line."""
    if isinstance(value, list | tuple):
        return bool(value) and all(_worth(x) for x in value)
    return value is not None and value != "" and not isinstance(value, Mapping)


def _short(value: object) -> str:
    if isinstance(value, list | tuple):
        return ",".join(_short(x) for x in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.6g}" if isinstance(value, float) else _plain(short_digest(str(value)))


def _plain(text: str) -> str:
    """Return the text without what divides the parts of a signature."""
    return " ".join(text.replace("|", "\u00a6").split())
