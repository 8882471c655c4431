"""After the data: what do they show, assessed exactly as it was declared?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from claimwise.assess.multiplicity import promise
from claimwise.core import Note, ParameterError, Result, Row, caution, meaning, spelled
from claimwise.kinds import Kind, find_kind
from claimwise.study.bundle import EXPLORATORY, bundled, heeded, marked, names_of, part, place
from claimwise.study.correction import corrected
from claimwise.study.deciding import refuse_unheeded
from claimwise.study.declaration import FIXED, Study
from claimwise.study.deviations import Deviation, deviations_of, of_systems, of_test, refuse_unknown
from claimwise.study.explore import explored
from claimwise.study.freeze import CHANGED, DAMAGED, UNCHANGED, UNFROZEN, verify
from claimwise.study.looks import at, judged, number_of, planned_share, refuse_looks
from claimwise.study.looks_before import checked_looks, of_looks
from claimwise.study.power import each_alpha

Listed = dict[tuple[str, str], str]  # what deviates, of which comparison: a sentence


def assess(
    study: Study,
    *data: Any,
    look: int | None = None,
    looked_at: Sequence[float] = (),
    also: Sequence[str] = (),
) -> Result:
    """Run exactly what was declared, and list every deviation of the data from it.

    Parameters
    ----------
    study : Study
        The declaration.
    *data : paths, a data frame, or data that were read
        What the kind of study takes.
    look : int, optional
        Which of the declared looks this is, counted from 1; by default the one that is planned
        for so many items.
    looked_at : list of int
        Items at the looks before, where they were not at the planned shares; what is spent
        follows them.
    also : list of str
        Exploratory additions, such as ``test=wilcoxon``, ``metric=f1``, ``a=x,b=y`` or
        ``assess=posterior``: run, and marked as exploratory; no part of the verdict.

    Returns
    -------
    Result
        For each comparison `difference` (with the corrected p-value), `verdict` (1 supported,
        0 inconclusive, -1 contradicted) and what else the analysis says; `deviations`, their
        number, and ``deviation[WHAT]``; and what was explored, under ``exploratory ...``.
    """
    if not data:
        raise ParameterError("study assess", "data", "none")
    kind, names = find_kind(study.kind), names_of(study)
    refuse_looks(kind, study)
    refuse_unheeded(kind, study)
    items = _items(kind, study, data)
    before = checked_looks(study, looked_at, items)
    number = number_of(study, look, items, before)
    listed = _deviations(kind, study, names, data, planned_share(study, number, items))
    listed |= {(one.what, ""): one.says for one in of_looks(study, before, items)}
    staged = at(study, number, before)
    if study.stopping.rule != FIXED:  # each look has an alpha of its own, so no p-value changes
        staged = staged.but(alpha=each_alpha(study))
    fixed = verify(study).state == UNCHANGED
    found = [
        judged(kind, staged, one, kind.assess(staged, one, data), number, fixed)
        for one in study.comparisons
    ]
    listed |= _of_tests(kind, study, names, found)
    rows: list[Row] = []
    notes: list[Note] = []
    parts = {}
    if len(found) > 1 and study.stopping.rule != FIXED:
        notes = _early_notes(study)
    elif len(found) > 1:
        found, notes = corrected(kind, study, found, data)
    for name, result in zip(names, found, strict=True):
        rows += marked(result, place(name))
        notes += heeded(result.notes, name)
        parts[name] = part(result)
    rows.append(Row(quantity="deviations", estimate=float(len(listed))))
    said = {}
    for (what, name), says in listed.items():
        row = Row(quantity="deviation", at={"part": what, **place(name)}, estimate=1.0)
        rows.append(row)
        said[spelled(row.at)] = says
    beside = {}
    known = {note for result in found for note in result.notes}
    for extra, result in explored(kind, staged, data, [also] if isinstance(also, str) else also):
        mark = f"{EXPLORATORY} {extra}"
        rows += marked(result, {EXPLORATORY: mark})
        notes += heeded([note for note in result.notes if note not in known], mark)
        beside[mark] = part(result)
    return bundled(
        "study assess",
        study,
        rows,
        notes,
        parts,
        data=found[0].provenance.get("data"),
        more={"deviations": said, "exploratory": beside},
        look=number,
        looked_at=list(before) or None,
    )


def _items(kind: Kind, study: Study, data: tuple[Any, ...]) -> int | None:
    """Return how many items there are, where looks go by them."""
    if study.stopping.rule == FIXED or kind.found is None:
        return None
    counts = kind.found(study, study.comparisons[0], data).counts
    return min(counts["n"]) if "n" in counts else None


def _early_notes(study: Study) -> list[Note]:
    m, alpha = len(study.comparisons), each_alpha(study)
    if study.correct in (None, "none"):
        return [caution(f"{m} comparisons: {promise('none')}.")]
    said = f"{m} comparisons, each with alpha {alpha:.4g} for all its looks ({study.correct})."
    return [meaning(said)]


def _deviations(
    kind: Kind, study: Study, names: list[str], data: tuple[Any, ...], share: float
) -> Listed:
    """Return every deviation."""
    listed: Listed = {}
    if kind.found is None:
        return listed
    systems: dict[str, None] = {}
    for name, comparison in zip(names, study.comparisons, strict=True):
        found = kind.found(study, comparison, data)
        refuse_unknown(comparison, found)
        systems |= dict.fromkeys(found.systems)
        listed |= _named(name, deviations_of(study, found, share))
    listed |= _named("", [*of_systems(study, systems), *_of_freezing(study)])
    return _merged(listed, names)


def _named(name: str, found: Sequence[Deviation]) -> Listed:
    """Return the deviations of a comparison, or of the study."""
    under = f"[{name}] " if name else ""
    return {(one.what, name): f"{under}{one.says}" for one in found}


def _of_tests(kind: Kind, study: Study, names: list[str], found: Sequence[Result]) -> Listed:
    """Return for each comparison whether another test than the declared one decided."""
    listed: Listed = {}
    for name, comparison, result in zip(names, study.comparisons, found, strict=True):
        listed |= _named(name, of_test(kind, study, comparison, result))
    return _merged(listed, names)


def _merged(listed: Listed, names: list[str]) -> Listed:
    """Say once what is the same of every comparison."""
    if len(names) < 2:
        return listed
    merged: Listed = {}
    for (what, name), says in listed.items():
        everywhere = [listed.get((what, n)) for n in names]
        plain = {s.removeprefix(f"[{n}] ") for n, s in zip(names, everywhere, strict=True) if s}
        if None not in everywhere and len(plain) == 1:
            merged[what, ""] = plain.pop()
        else:
            merged[what, name] = says
    return merged


def _of_freezing(study: Study) -> list[Deviation]:
    """Say so if nobody fixed the declaration before the data, or if it was changed since."""
    seal = verify(study)
    torn = [Deviation("declared", DAMAGED)] if seal.damaged else []
    if seal.state == UNFROZEN:
        says = (
            "The declaration was not frozen: nothing shows that it was made before the data were "
            "seen."
        )
        return [Deviation("frozen", says)]
    if seal.state == CHANGED:
        what = "; ".join(seal.changes) or "what, cannot be known"
        on = seal.frozen.date.isoformat() if seal.frozen else ""
        says = f"The declaration was changed since it was frozen on {on}: {what}."
        return [Deviation("hash", says), *torn]
    return torn
