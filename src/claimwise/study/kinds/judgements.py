"""Raters judge two systems head to head, several items each."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from claimwise.core import Result, Row, check_count, check_probability, meaning
from claimwise.study.contrast import judged, only_differences
from claimwise.study.declaration import Comparison, Study
from claimwise.study.declared import beside, compared, reaching, said
from claimwise.study.fields import (
    DECIDING,
    SIMULATED,
    below_one,
    field,
    flag,
    number_in,
    one_of,
    renamed,
    reportable,
    text,
)
from claimwise.study.found import Found, one
from claimwise.study.kind import Kind, register
from claimwise.study.needs import Need

WHO = "a study of judgements"
MODELS = ("logistic", "linear", "t-items", "sign-items")
UNFIT = {"logistic-z": "logistic", "sign": "logistic"}
MODEL = reportable(MODELS, UNFIT)
BY_ITEMS = {"t-items": "paired-t", "sign-items": "sign"}
DESIGN = ("items", "list_length", "raters", "design", "missing", "uneven")
SHARES = ("win", "lose", "tie", "difference", "rater_sd", "item_sd", "uncertain", "effect_prior")


def model_of(study: Study) -> str:
    """Return the analysis."""
    return str(MODEL("procedure.model", study.procedure.get("model") or "logistic"))


def plan(study: Study, comparison: Comparison, alpha: float, solve: str | None = None) -> Result:
    """Return what the study could show."""
    from claimwise.plan import judgements

    only_differences(WHO, comparison)
    assumed = comparison.assumptions
    world = assumed.get("world")
    return judgements(
        world=None if world is None else beside(study, world),
        per_item=study.data.get("judgements_per_item"),
        model=model_of(study),
        solve=solve,
        **said(study.data, *DESIGN),
        **said(assumed, *SHARES),
        **reaching(study, alpha),
    )


def assess(study: Study, comparison: Comparison, data: Any) -> Result:
    """Return what the data show, by the analysis that was planned."""
    from claimwise.power.judgement_tests import JUDGEMENT_TESTS
    from claimwise.study import judged_pairs
    from claimwise.study.verdicts import read_winners

    only_differences(WHO, comparison)
    model = model_of(study)
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
    bare = replace(study, data={})
    return compared(bare, replace(comparison, metric=None), (pairs,), test=test, cluster=None)


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


register(
    Kind(
        name="judgements",
        about="raters judge two systems head to head, several items each",
        data={
            "items": field(check_count, "items", required=True, example=100),
            "judgements_per_item": field(check_count, "judgements of each item", example=3),
            "list_length": field(check_count, "items that one rater judges"),
            "raters": field(check_count, "raters, who all judge everything"),
            "design": field(one_of("complete", "lists", "random"), "how items go to raters"),
            "missing": field(below_one, "share of the judgements that may go missing"),
            "uneven": field(number_in(0), "how unequal the loads of a random design are"),
            "columns": field(renamed, "which column is winner, rater, item, first, second"),
        },
        procedure={
            "model": field(
                MODEL,
                f"the analysis, one of {', '.join(MODELS)}",
                default="logistic",
            ),
            "assess": DECIDING["assess"],
            "replicates": SIMULATED["replicates"],
        },
        assumptions={
            "win": field(check_probability, "share of judgements for B", example=0.5),
            "lose": field(check_probability, "share of judgements for A", example=0.4),
            "tie": field(check_probability, "share of ties, where neither is better"),
            "difference": field(number_in(-1, 1), "share of wins less share of losses"),
            "rater_sd": field(number_in(0), "how raters differ, on the logit scale", example=0.5),
            "item_sd": field(number_in(0), "how items differ, on the logit scale", example=0.5),
            "world": field(
                text, "a file from claimwise fit judgements, in the folder of this one", file=True
            ),
            "uncertain": field(flag, "whether a pilot's uncertainty is carried into the plan"),
            "effect_prior": field(text, "normal:MEAN:SD or uniform:LOW:HIGH, for the assurance"),
        },
        needs=(
            Need(("win lose", "win", "difference", "effect_prior", "world")),
            Need(("rater_sd", "world")),
            Need(("item_sd", "world")),
        ),
        claims=("difference",),
        plan=plan,
        assess=assess,
        metric="preference",
        found=found,
    )
)
