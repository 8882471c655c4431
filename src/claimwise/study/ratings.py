"""Ratings of what two systems made of the same items: what they show, and what data hold."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from claimwise.core import ParameterError, Result, meaning
from claimwise.study.assessing import compared
from claimwise.study.contrast import judged, only_differences
from claimwise.study.declaration import Comparison, Study
from claimwise.study.found import Found, one

WHO = "a study of ratings"
BY_ITEMS = {"t-items": "paired-t", "wilcoxon-items": "wilcoxon"}


def world_of(study: Study, comparison: Comparison) -> Any:
    """Return the world that is assumed, for the plan; and as it is."""
    from claimwise.worlds.rating_file import read_world
    from claimwise.worlds.rating_presets import PRESETS, preset

    name = study.beside_if_file(comparison.assumptions.get("world") or "general")
    return preset(name) if name in PRESETS else read_world(str(name)).world


def model_of(study: Study, comparison: Comparison) -> str:
    """Return the analysis: the one declared, or the one that belongs to the world."""
    if study.procedure.get("model"):
        return str(study.procedure["model"])
    return "ordinal" if world_of(study, comparison).outcome == "ordinal" else "linear"


def correlated(study: Study) -> bool:
    """Whether a rater's level and slope may be correlated."""
    given = study.procedure.get("correlated")
    return True if given is None else bool(given)


def usual(study: Study, comparison: Comparison) -> dict[str, Any]:
    """Return the analysis."""
    return {"model": model_of(study, comparison)}


def assess(study: Study, comparison: Comparison, data: Any) -> Result:
    """Return what the data show, by the analysis that was planned."""
    from claimwise.power.rating_tests import LINKS, TESTS
    from claimwise.study import rated

    only_differences(WHO, comparison)
    model = model_of(study, comparison)
    ordinal = model.startswith("ordinal")
    columns = study.data.get("columns") or {}
    table = rated.read_rated(data, columns, ordinal=ordinal, scale=study.data.get("scale"))
    if model in BY_ITEMS:
        return _by_items(study, comparison, table, BY_ITEMS[model])
    world = world_of(study, comparison)
    if ordinal and world.outcome != "ordinal":
        raise ParameterError(
            "an ordinal model", "a world whose ratings are categories", "a linear one"
        )
    link = LINKS[world.noise] if ordinal else None
    fit = rated.fitted(table, comparison, model=model, correlated=correlated(study), link=link)
    items = len(next(f for f in fit.model.design.factors if f.name == "item").levels)
    found, rows, notes = rated.contrast_of(
        fit, model=model, level=1 - study.alpha, items=items, says=TESTS[model].says.short
    )
    unit = f"latent units ({link})" if ordinal else "rating points"
    return judged(
        study,
        comparison,
        found,
        method=model,
        rows=rows,
        notes=[meaning(f"The difference is in {unit}."), *table.notes, *notes],
        data=table.digest,
        link=link or "",
        correlated=correlated(study),
    )


def _by_items(study: Study, comparison: Comparison, table: Any, test: str) -> Result:
    """Compare the items' mean ratings; who gave them is ignored, as it was planned."""
    from claimwise.data import Pairs
    from claimwise.study.rated import item_means

    a, b = item_means(table, comparison)
    made = {"data": table.digest} if table.digest else {}
    pairs = Pairs(a, b, names=(comparison.a, comparison.b), provenance=made)
    bare = study.but(data={})
    return compared(
        bare, replace(comparison, metric=None), (pairs,), test=test, cluster=None, better="higher"
    )


def found(study: Study, comparison: Comparison, data: Any) -> Found:
    """Look at the ratings."""
    import numpy as np

    from claimwise.study import rated

    ordinal = model_of(study, comparison).startswith("ordinal")
    columns = study.data.get("columns") or {}
    table = rated.read_rated(data, columns, ordinal=ordinal, scale=study.data.get("scale"))
    systems = table.system.levels
    if not {comparison.a, comparison.b} <= set(systems):
        return Found(systems=systems)
    kept = table.of(comparison)
    rater, item, system = (
        rated.recoded(column, kept) for column in (table.rater, table.item, table.system)
    )
    texts = item.codes * 2 + system.codes
    per_text = np.bincount(texts, minlength=2 * len(item.levels))
    triples = rater.codes * (2 * len(item.levels)) + texts
    again = len(triples) - len(np.unique(triples))
    pairs = np.unique(rater.codes * len(item.levels) + item.codes)
    seen = np.bincount(pairs // len(item.levels))
    more = {}
    if again:
        more["duplicated"] = (
            f"{again:,} ratings are by a rater of a text that the rater had rated before."
        )
    complete = len(triples) == len(rater.levels) * len(item.levels) * 2 and not again
    if study.data.get("design") == "complete" and not complete:
        more["design"] = "The design was declared complete; not every rater rated every text."
    elif study.data.get("list_length") is not None and complete and len(rater.levels) > 1:
        more["design"] = "The design was declared in lists; every rater rated every text."
    counts = {
        "items": one(len(item.levels)),
        "raters": one(len(rater.levels)),
        "ratings_per_item": (int(per_text.min()), int(per_text.max())),
        "list_length": (int(seen.min()), int(seen.max())),
    }
    if study.data.get("missing"):
        counts.pop("ratings_per_item")  # fewer of some texts are expected, and counted below
        counts.pop("list_length")
    wanted = int(study.data.get("ratings_per_item") or study.data.get("raters") or 0)
    full = wanted * 2 * len(item.levels)
    lost = max(0.0, 1 - len(triples) / full) if full else 0.0
    missing = lost if study.data.get("missing") else 0.0
    return Found(systems=systems, counts=counts, missing=missing, more=more)
