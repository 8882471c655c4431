"""Of the confidence sequences of a study that may stop at any time: the one that decides."""

from __future__ import annotations

from dataclasses import replace

from claimwise.core import Note, Result, meaning
from claimwise.kinds import Kind
from claimwise.kinds.keys import SEQUENCES
from claimwise.study.declaration import ANYTIME, Study

PLANNED = {"difference": "difference", "win-rate": "win rate"}  # as a plan calls them


def decided_by(kind: Kind, study: Study) -> tuple[Note, ...]:
    """Say which sequence judges the claim, where there are two."""
    if study.stopping.rule != ANYTIME or "sequence" not in kind.procedure:
        return ()
    return (_by(PLANNED[study.procedure.get("sequence") or SEQUENCES[0]]),)


def _by(decides: str) -> Note:
    return meaning(f"The claim is judged by the confidence sequence of the {decides} alone.")


def of_sequence(study: Study, found: Result) -> Result:
    """Leave of the sequences the one that decides in the analysis, as the only one.

    A plan shows all that fit, the one that is usual for it first.
    """
    settings = dict(found.provenance["settings"])
    usual = settings.get("sequence")
    if usual not in PLANNED.values():  # of scores without bounds: there is one
        return found
    decides = PLANNED[study.procedure.get("sequence") or SEQUENCES[0]]
    rows = []
    for row in found.rows:
        if row.at.get("stopping") != ANYTIME:
            rows.append(row)
        elif row.at.get("analysis", usual) == decides:
            at = {key: value for key, value in row.at.items() if key != "analysis"}
            rows.append(replace(row, at=at))
    notes = [note for note in found.notes if note.about != "sequence"]
    settings["sequence"] = decides
    return replace(
        found,
        rows=tuple(rows),
        notes=(*notes, _by(decides)),
        provenance={**found.provenance, "settings": settings},
    )
