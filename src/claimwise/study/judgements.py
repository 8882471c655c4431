"""Judgements of raters who judge several items: what they show, and what data hold of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from claimwise.core import Result, Row, meaning
from claimwise.study.assessing import compared
from claimwise.study.contrast import judged, only_differences
from claimwise.study.declaration import Comparison, Study
from claimwise.study.found import Found, one

WHO = "a study of judgements"
BY_ITEMS = {"t-items": "paired-t", "sign-items": "sign"}


def assess(study: Study, comparison: Comparison, data: Any) -> Result:
    """Return what the data show, by the analysis that was planned."""
    from claimwise.power.judgement_tests import JUDGEMENT_TESTS
    from claimwise.study import judged_pairs
    from claimwise.study.verdicts import read_winners

    only_differences(WHO, comparison)
    model = str(study.procedure.get("model") or "logistic")
    winners = read_winners(data, comparison, study.data.get("columns") or {})
    n, wins, losses = len(winners.outcome), winners.wins, winners.losses
    shares = {comparison.a: losses, comparison.b: wins, "tie": n - wins - losses}
    counted = [
        Row(quantity="share", at={"system": name}, estimate=count / n, n=n)
        for name, count in shares.items()
    ]
    if model in BY_ITEMS:
        result = _by_items(study, comparison, winners, BY_ITEMS[model])
        kept = [row for row in result.rows if row.quantity not in ("score", "flips")]
        return replace(result, rows=(*kept, *counted))
    found, rows, notes = judged_pairs.contrast_of(
        judged_pairs.fitted(winners),
        model=model,
        level=1 - study.alpha,
        says=JUDGEMENT_TESTS[model].says.short,
    )
    unit = {
        "logistic": "The difference is a logit: above 0 where B is preferred.",
        "linear": "The difference is the share of wins minus the share of losses.",
    }[model]
    return judged(
        study,
        comparison,
        found,
        method=model,
        rows=[*counted, *rows],
        notes=[meaning(unit), *notes],
        data=winners.digest,
    )


def _by_items(study: Study, comparison: Comparison, winners: Any, test: str) -> Result:
    """Test the items' mean scores, or their majorities; raters are ignored, as it was planned."""
    import numpy as np

    from claimwise.data import Pairs
    from claimwise.study.judged_pairs import item_means

    means = item_means(winners)
    a, b = np.zeros(len(means)), means
    if test == "sign":
        a, b = (means < 0).astype(float), (means > 0).astype(float)
    made = {"data": winners.digest} if winners.digest else {}
    pairs = Pairs(a, b, names=(comparison.a, comparison.b), provenance=made)
    bare = study.but(data={})
    return compared(
        bare, replace(comparison, metric=None), (pairs,), test=test, cluster=None, better="higher"
    )


def found(study: Study, comparison: Comparison, data: Any) -> Found:
    """Look at the judgements."""
    import numpy as np

    from claimwise.study.judged_pairs import labels
    from claimwise.study.verdicts import read_winners

    winners = read_winners(data, comparison, study.data.get("columns") or {})
    if not len(winners.outcome):
        return Found(systems=winners.systems)
    rater, item = labels(winners.rater, "rater"), labels(winners.item, "item")
    per_item, load = np.bincount(item.codes), np.bincount(rater.codes)
    pairs = rater.codes * len(item.levels) + item.codes
    again = len(pairs) - len(np.unique(pairs))
    more = {}
    if again:
        more["duplicated"] = (
            f"{again:,} judgements are by a rater of an item that the rater had judged before."
        )
    complete = len(pairs) == len(rater.levels) * len(item.levels) and not again
    if study.data.get("design") == "complete" and not complete:
        more["design"] = "The design was declared complete; not every rater judged every item."
    counts = {"items": one(len(item.levels)), "raters": one(len(rater.levels))}
    wanted = int(study.data.get("judgements_per_item") or study.data.get("raters") or 0)
    if study.data.get("missing"):
        full = wanted * len(item.levels)
        missing = max(0.0, 1 - len(pairs) / full) if full else 0.0
    else:
        counts["judgements_per_item"] = (int(per_item.min()), int(per_item.max()))
        counts["list_length"] = (int(load.min()), int(load.max()))
        missing = winners.lost / (winners.lost + len(pairs))
    return Found(systems=winners.systems, counts=counts, missing=missing, more=more)
