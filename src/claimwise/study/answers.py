"""Several answers to each item: what data hold of them."""

from __future__ import annotations

from typing import Any

from claimwise.study.declaration import Comparison, Study
from claimwise.study.found import Found, one

OWN = ("responses_gold", "responses_a", "responses_b")


def found(study: Study, comparison: Comparison, data: Any) -> Found:
    """Look at the answers."""
    from claimwise.data import Responses, read_responses

    if len(data) == 1 and isinstance(data[0], Responses):
        answers = data[0]
    else:
        answers = read_responses(
            *data,
            gold=study.data.get("gold") or "gold",
            columns=study.data.get("columns"),
            kind=study.data.get("answers"),
        )
    systems = tuple(answers.systems)
    if not {comparison.a, comparison.b} <= set(systems):
        return Found(systems=systems)
    sources = (answers.gold, comparison.a, comparison.b)
    spans = {}
    for key, name in zip(OWN, sources, strict=True):
        given = answers.counts(name)
        spans[key] = (int(given.min()), int(given.max()))
    shared = [span for key, span in spans.items() if study.data.get(key) is None]
    if shared:
        spans["responses"] = (min(low for low, _ in shared), max(high for _, high in shared))
    return Found(systems=systems, counts={"items": one(answers.n), **spans})
