"""Of the confidence sequences of a study that may stop at any time: the one that decides."""

from __future__ import annotations

from dataclasses import replace

from claimwise.core import Result, legacy, qualified
from claimwise.study.declaration import Study
from claimwise.study.declared import ANYTIME
from claimwise.study.fields import SEQUENCES
from claimwise.study.kind import Kind

PLANNED = {"difference": "difference", "win-rate": "win rate"}  # as a plan calls them
BY = "The claim is judged by the confidence sequence of the {} alone."


def decided_by(kind: Kind, study: Study) -> tuple[str, ...]:
    """Say which sequence judges the claim, where there are two."""
    if study.stopping.rule != ANYTIME or "sequence" not in kind.procedure:
        return ()
    return (BY.format(PLANNED[study.procedure.get("sequence") or SEQUENCES[0]]),)


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
        *case, kind = row.qualifier.split(", ") if row.qualifier else [""]
        of = kind if kind in PLANNED.values() and ANYTIME in case else usual
        if ANYTIME not in (*case, kind):
            rows.append(row)
        elif of == decides:
            bare = ", ".join(case) if kind == of else row.qualifier
            rows.append(replace(row, **legacy(qualified(row.name, bare))))
    notes = [n for n in found.notes if not n.startswith("Of the two sequences choose")]
    settings["sequence"] = decides
    return replace(
        found,
        rows=tuple(rows),
        notes=(*notes, BY.format(decides)),
        provenance={**found.provenance, "settings": settings},
    )
