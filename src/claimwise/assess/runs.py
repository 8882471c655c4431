"""Several runs of each item: how much of the uncertainty is noise between runs?"""

from __future__ import annotations

from claimwise.assess.one import Comparison
from claimwise.assess.question import Question
from claimwise.core import Row, qualified
from claimwise.kernels.runs import variance_terms


def run_rows(found: Comparison, question: Question) -> tuple[list[Row], list[str]]:
    """Return the share of the variance that more items, and more runs, would reduce."""
    pairs = None if found.evidence is None else found.evidence.pairs
    if pairs is None or pairs.runs_a is None or pairs.runs_b is None:
        return [], []
    if max(int(pairs.runs_a.max()), int(pairs.runs_b.max())) < 2:
        return [], []
    between, noise_a, noise_b = variance_terms(
        pairs.a, pairs.b, pairs.runs_a, pairs.runs_b, pairs.within_a, pairs.within_b
    )
    total = between + noise_a + noise_b
    if not total > 0:
        return [], ["The variance between runs is not defined for these scores."]
    shares = {"items": between / total, "runs": (noise_a + noise_b) / total}
    rows = [
        Row(
            estimand=qualified("variance_share", ", ".join(p for p in (n, found.label) if p)),
            estimate=float(share),
            n=found.n,
        )
        for n, share in shares.items()
    ]
    runs = sorted({int(k) for k in (*pairs.runs_a, *pairs.runs_b)})
    span = f"{runs[0]}" if len(runs) == 1 else f"{runs[0]} to {runs[-1]}"
    note = (
        f"{span} runs of each item: each item counts once, by the mean of its runs. More runs can "
        f"remove at most the runs' share of the variance."
    )
    return rows, [note]
