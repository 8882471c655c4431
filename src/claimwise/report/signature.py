"""What a number rests on, on one line: short enough for a footnote."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimwise.core import Result

WORDS = (  # for the sentences, or longer than a footnote can be
    *("details", "groups", "details_better", "method", "gains_from", "tau_course"),
)
BAYES = {"posterior", "bayes-factor"}


def signature(result: Result) -> str:
    """Return claimwise's version, the method, the settings, the seed and the data's digest.

    >>> from claimwise.core import Row
    >>> row = Row(quantity="power", estimate=0.8)
    >>> known = {"seed": 1, "version": "0.1.0"}
    >>> signature(Result(kind="test", method="sign", rows=(row,), provenance=known))
    'claimwise:0.1.0|sign|seed:1'
    """
    known = result.provenance
    given = known.get("settings", {})
    settings = {k: v for k, v in given.items() if k not in WORDS and _used(k, given)}
    n = _items(result)
    pairs = {"n": n, **_sizes(given, known=n is not None), **settings, **_looks(given)}
    if isinstance(given.get("formula"), str):
        pairs["formula"] = given["formula"].replace("||", "uncorrelated by").replace("|", "by")
    pairs |= {"seed": known.get("seed"), "data": data_digest(known)}
    said = [f"{key}:{_short(value)}" for key, value in pairs.items() if _worth(value)]
    return "|".join([f"claimwise:{known.get('version', 'unknown')}", _plain(result.method), *said])


def _used(key: str, settings: Mapping[str, Any]) -> bool:
    """Whether a setting had a part in the answer: a region has none without a posterior."""
    ways = set(settings.get("assess", BAYES))
    return key != "rope" or bool(ways & BAYES)


def _sizes(settings: Mapping[str, Any], *, known: bool) -> dict[str, Any]:
    """Return clusters, and items of each system where n is not known: where all are alike."""
    details = list((settings.get("details") or {}).values())
    names = ("clusters",) if known else ("n_a", "n_b", "clusters")
    found = {key: {one.get(key) for one in details} for key in names}
    return {key: next(iter(of)) for key, of in found.items() if len(of) == 1}


def _looks(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return by which rule, and at which of how many looks, a comparison was made."""
    rule = settings.get("stopping")
    if not isinstance(rule, Mapping):
        return {}
    look = f"{rule['look']} of {rule['of']}" if "look" in rule else None
    return {"stopping": rule.get("rule"), "look": look, "fractions": rule.get("fractions")}


def _items(result: Result) -> int | None:
    """Return how many items the answer rests on; None where rows speak of several numbers."""
    sizes = {row.n for row in result.rows if row.n is not None and row.quantity != "sample_size"}
    return sizes.pop() if len(sizes) == 1 else None


def data_digest(provenance: Mapping[str, Any]) -> str | None:
    """Return the first twelve digits of the data's SHA-256; None where there are no data."""
    given = provenance.get("data")
    if not given:
        return None
    return short_digest(str(given))


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
    return " ".join(text.replace("|", "/").split())
