"""Would a finding stand if the items of a group that nobody named were alike?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from claimwise.core import (
    ClaimwiseError,
    DataError,
    Note,
    Result,
    Row,
    as_words,
    caution,
    option,
    spelled,
)
from claimwise.core.missing import listed
from claimwise.core.words import p_words
from claimwise.data import Scores
from claimwise.data.groupings import could_group, groups_items

SETTING = "could_be_clusters"  # the column by which a finding would not stand


@dataclass(frozen=True, slots=True)
class Trial:
    """How to compare once more, with a column as clusters."""

    sources: Sequence[Any]
    read: Callable[[str], Any]  # the scores, with a column as clusters
    compare: Callable[[Scores], Result]  # by test, or by interval where there is none


def with_unnamed_clusters(result: Result, scores: Scores, trial: Trial) -> Result:
    """Add a caution, before all others, where a finding would be open with a column as clusters.

    Findings alone are tried: where the verdict is open already, nothing is claimed that clusters
    could take back. The verdict stays as it is, since a column may repeat for other reasons.
    """
    found = _findings(result)
    if not found:
        return result
    taken = {guess.column for guess in scores.inferred if hasattr(guess, "column")}
    taken |= set(scores.system.labels)
    for name in could_group(trial.sources, taken):
        try:
            clustered = trial.read(name)
            if not isinstance(clustered, Scores) or not groups_items(clustered):
                continue
            tried = trial.compare(clustered)
        except ClaimwiseError:
            continue  # no clusters of these items
        after = {spelled(row.at): row.estimate for row in tried.select("verdict")}
        lost = [row for row in found if after.get(spelled(row.at)) != row.estimate]
        if lost:
            said = _caution(name, clustered, lost, len(found), tried)
            given = dict(result.provenance)
            given["settings"] = {**given["settings"], SETTING: name}
            return replace(result, notes=(said, *result.notes), provenance=given)
    return result


def refuse_gate(name: str) -> ClaimwiseError:
    """Return the refusal of a gate that would pass on a guess of what is independent."""
    return DataError(
        f"A gate has to know which items are independent: with {name} as clusters the verdict "
        "would be open.",
        "Say so with " + option("cluster", name) + ", or " + option("cluster", "none") + ".",
    )


def _findings(result: Result) -> list[Row]:
    """Return the verdicts that are not open: of two systems on all data sets, or of each pair."""
    rows = [row for row in result.select("verdict") if "dataset" not in row.at]
    if "systems" in result.settings:
        rows = [row for row in rows if row.at]
    return [row for row in rows if row.estimate in (1, -1)]


def _caution(name: str, scores: Scores, lost: list[Row], found: int, tried: Result) -> Note:
    groups = 0 if scores.cluster is None else len(scores.cluster.used())
    items = len(np.unique(scores.item.codes))
    of = f"with the {groups:,} values of {name} over {items:,} items as clusters"
    places = [spelled(row.at) for row in lost if "b" in row.at]
    if places:
        said = f"{len(lost):,} of {found:,} findings would not stand {of}: {listed(places, 3)}."
    else:
        (row,) = [r for r in tried.select("difference") if r.at == lost[0].at]
        p = "" if row.pvalue is None else f" ({p_words(row.pvalue)})"
        said = f"The verdict would be open {of}{p}."
    remedy = " If items of one value belong together, use " + option("cluster", name)
    return caution(as_words(said) + remedy + "; if not, " + option("cluster", "none") + ".")
