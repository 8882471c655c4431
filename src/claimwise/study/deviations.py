"""Every way in which data are not what was declared, each in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from claimwise.core import DataError, Result
from claimwise.core.missing import not_in
from claimwise.kinds import Kind
from claimwise.study import deciding
from claimwise.study.declaration import ANYTIME, Comparison, Study
from claimwise.study.found import Found, Span

ROUNDING = 1e-9
WORDS = {  # of the numbers that a declaration gives
    "n": "items",
    "items": "items",
    "clusters": "clusters",
    "runs": "runs of an item",
    "raters": "raters",
    "ratings_per_item": "ratings of a text",
    "judgements_per_item": "judgements of an item",
    "list_length": "items of a rater",
    "responses": "answers to an item",
    "responses_gold": "gold answers to an item",
    "responses_a": "answers of A to an item",
    "responses_b": "answers of B to an item",
}


class Deviation(NamedTuple):
    """What deviates, in a word and in a sentence."""

    what: str
    says: str


def refuse_unknown(comparison: Comparison, found: Found) -> None:
    """Refuse data in which a declared system is not."""
    for name in (comparison.a, comparison.b):
        if name not in found.systems:
            raise DataError(*not_in(name, found.systems))


def deviations_of(study: Study, found: Found, share: float = 1.0) -> list[Deviation]:
    """Lay what was found for one comparison beside what was declared.

    `share` is the part of the data that there is to be: at a look before the last, less than 1.
    """
    listed = []
    declared = expected(study)
    early = share < 1 or study.stopping.rule == ANYTIME
    for key, span in found.counts.items():
        if key in declared:
            wanted, word = declared[key], found.unit if key == "n" else WORDS[key]
            if key in ("n", "items") and share < 1:
                wanted = round(wanted * share)
            if key == "n" and study.stopping.rule == ANYTIME and span[1] <= wanted:
                continue  # it may stop at any item
            if key == "clusters" and early and span[1] <= wanted:
                continue  # some may come in whole, and others later
            if found_says := _number(word, wanted, span, study.data.get(key) is None):
                listed.append(Deviation(key, found_says))
    allowed = float(study.data.get("missing") or 0.0)
    if found.missing > allowed + ROUNDING:
        listed.append(
            Deviation(
                "missing",
                f"Missing: {found.missing:.2%} of what the data name cannot be used, "
                f"{f'above the {allowed:.2%} declared' if allowed else 'and none was declared'}.",
            )
        )
    return [*listed, *(Deviation(what, says) for what, says in found.more.items())]


def expected(study: Study) -> dict[str, int]:
    """Return the numbers that the data should show; one run where none is named."""
    numbers = {key: int(study.data[key]) for key in WORDS if study.data.get(key) is not None}
    return {"runs": 1, **numbers}


def _number(word: str, wanted: int, span: Span, undeclared: bool) -> str:
    """Say how a number differs from what was declared; nothing where it does not."""
    low, high = span
    if low == high == wanted:
        return ""
    seen = f"{low:,}" if low == high else f"{low:,} to {high:,}"
    by = ""
    if low == high:
        by = f", {abs(low - wanted):,} {'more' if low > wanted else 'fewer'}"
    meant = f"{wanted:,} expected as none were named" if undeclared else f"{wanted:,} declared"
    return f"{word.capitalize()}: {seen} found, {meant}{by}."


def of_test(kind: Kind, study: Study, comparison: Comparison, found: Result) -> list[Deviation]:
    """Say so if the test that decides is not the declared one.

    Data of another shape may need another: several data sets one that combines them.
    """
    declared, ran = _declared_test(kind, study, comparison), _decided_by(found)
    if declared is None or ran is None or declared == ran or study.stopping.rule == ANYTIME:
        return []  # a confidence sequence is a procedure of its own
    return [Deviation("test", f"The test that decides is {ran}; {declared} was declared.")]


def _declared_test(kind: Kind, study: Study, comparison: Comparison) -> str | None:
    """Return the test by its name: the one in the file, or the usual one; None of a model."""
    if "test" not in kind.procedure:
        return None
    usual = deciding.usual(kind, study, comparison)
    named = study.procedure.get("test") or usual.get("test") or kind.procedure["test"].default
    return None if named is None else str(named)


def _decided_by(found: Result) -> str | None:
    """Return the test that a result reports for its claim."""
    named = found.provenance.get("settings", {}).get("test")
    return None if named is None else str(named)


def of_systems(study: Study, systems: Mapping[str, None]) -> list[Deviation]:
    """Say which systems are there that no comparison names."""
    declared = {name for c in study.comparisons for name in (c.a, c.b)}
    extra = [name for name in systems if name not in declared]
    if not extra:
        return []
    listed = ", ".join(extra[:10]) + (", ..." if len(extra) > 10 else "")
    return [
        Deviation(
            "systems",
            f"The data hold {len(extra)} more system{'s' * (len(extra) > 1)} than were declared "
            f"({listed}): not compared.",
        )
    ]
