"""Read right/wrong verdicts of two systems on the same items."""

from __future__ import annotations

from typing import Any

import numpy as np

from claimwise.core import DataError
from claimwise.data.choose_pair import choose_pair
from claimwise.data.pairs import Pairs
from claimwise.data.read import read
from claimwise.data.scores import Scores, Totals


def read_pairs(source: Any, *, a: str | None = None, b: str | None = None) -> Pairs:
    """Read scores and pair the two systems' verdicts.

    Parameters
    ----------
    source : path or data frame
        As for `read`; scores are 0/1, true/false, yes/no, pass/fail, ...
    a, b : str, optional
        The baseline and the candidate. Needed when there are more than two systems; with
        two, the first one in the file is the baseline.
    """
    scores = read(source)
    if isinstance(scores, Totals):
        raise DataError("A pilot of pairs needs a verdict for each item and system, not totals.")
    pair = choose_pair(scores.system.used(), a, b, source)
    verdicts = {name: _verdicts(scores, name) for name in pair}
    _refuse_unmatched(verdicts, *pair)
    first, second = (verdicts[name] for name in pair)
    return Pairs(
        list(first.values()),  # type: ignore[arg-type]
        [second[item] for item in first],  # type: ignore[arg-type]
        names=pair,
        provenance={"data": scores.provenance.get("data")},
    )


def _verdicts(scores: Scores, system: str) -> dict[str, int]:
    """Return the verdict on each item; refuses other scores, and a second one."""
    verdicts: dict[str, int] = {}
    code = scores.system.labels.index(system)
    for row in np.flatnonzero(scores.system.codes == code).tolist():
        item, score = scores.item[row], float(scores.score[row])
        if scores.dataset is not None:
            item = f"{scores.dataset[row]}: {item}"
        if item in verdicts:
            raise DataError(f"{scores.place(row)} is a second verdict on item {item} of {system}.")
        if score not in (0.0, 1.0):
            shown = "no verdict" if np.isnan(score) else f"the verdict {score:g}"
            raise DataError(
                f"{scores.place(row)} has {shown}, on item {item} of {system}.",
                "Write 0 or 1, or true or false.",
            )
        verdicts[item] = int(score)
    return verdicts


def _refuse_unmatched(verdicts: dict[str, dict[str, int]], a: str, b: str) -> None:
    only_a = verdicts[a].keys() - verdicts[b].keys()
    only_b = verdicts[b].keys() - verdicts[a].keys()
    if only_a or only_b:
        example = min(only_a or only_b)
        raise DataError(
            f"{a} and {b} were scored on different items: {len(only_a)} of {a} alone and "
            f"{len(only_b)} of {b} alone, such as {example}.",
            "Remove them or add the missing verdicts.",
        )
