"""Several runs of each item: how much of the uncertainty is noise between runs?"""

from __future__ import annotations

import numpy as np

from claimwise.assess.one import Comparison
from claimwise.assess.question import Question
from claimwise.core import Note, Row, assumed, meaning
from claimwise.kernels.runs import variance_terms


def run_rows(found: Comparison, question: Question) -> tuple[list[Row], list[Note]]:
    """Return the share of the variance that more items, and more runs, would reduce."""
    pairs = None if found.evidence is None else found.evidence.pairs
    if pairs is None or pairs.runs_a is None or pairs.runs_b is None:
        return [], []
    if max(int(pairs.runs_a.max()), int(pairs.runs_b.max())) < 2:
        return [], []
    _, *noise = variance_terms(
        pairs.a, pairs.b, pairs.runs_a, pairs.runs_b, pairs.within_a, pairs.within_b
    )
    total = float(np.var(pairs.b - pairs.a, ddof=1))
    known = [float(part) for part in noise if not np.isnan(part)]
    if not total > 0 or not known:
        return [], [meaning("The variance between runs is not defined for these scores.")]
    of_runs = min(1.0, sum(known) / total)
    shares = {"items": 1 - of_runs, "runs": of_runs}
    rows = [
        Row(quantity="variance_share", at={"part": part, **found.at}, estimate=share, n=found.n)
        for part, share in shares.items()
    ]
    runs = sorted({int(k) for k in (*pairs.runs_a, *pairs.runs_b)})
    span = f"{runs[0]}" if len(runs) == 1 else f"{runs[0]} to {runs[-1]}"
    note = meaning(
        f"{span} runs of each item: each item counts once, by the mean of its runs. More runs can "
        f"remove at most the runs' share of the variance."
    )
    single = len(known) < len(noise)
    lone = assumed("One of the systems has one run of each item: its noise counts with the items.")
    return rows, [note, *([lone] if single else [])]
