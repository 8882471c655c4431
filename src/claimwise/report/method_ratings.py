"""How ratings were modelled: what the model takes for granted, and what is shown beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimwise.report.cited_methods import RATINGS
from claimwise.report.told import Told

Settings = Mapping[str, Any]
NORMAL = "The effects of raters and of items are normally distributed"
ORDINAL = (
    "A system shifts the latent scale by the same amount at every threshold between two ratings"
)
NULLS = {
    "ordinal": "Null hypothesis of each comparison: both systems lie at the same place of the "
    "latent scale.",
    "linear": "Null hypothesis of each comparison: both systems have the same mean rating.",
}


def tell_rated(told: Told, settings: Settings) -> None:
    """Tell what an ordinal or a linear model of ratings assumes, and what it tests."""
    model = str(settings.get("model"))
    if model == "ordinal":
        odds = ": proportional odds" if settings.get("link") == "logit" else ""
        told.assumed[f"{ORDINAL}{odds}."] = None
        told.assumed[f"{NORMAL}, on the latent scale."] = None
    elif model == "linear":
        told.assumed[
            f"{NORMAL}, and so is what is left of a rating (rating points are spaced evenly)."
        ] = None
    if model in NULLS:
        told.assumed[NULLS[model]] = None


def tell_beside(told: Told, settings: Settings, names: set[str]) -> None:
    """Tell by which other model differences are given beside those of the first."""
    if settings.get("verb") != "ratings" or "assess" in settings:
        return
    if "points" in names:
        told.procedure("Rating points beside it are by", "linear", RATINGS, beside=True)
    if "latent" in names:
        told.said.append("Latent units beside it are by an ordinal mixed model with a probit link.")
    if "small_sample" in names:
        told.said.append(
            "In the table of fixed effects, df are Satterthwaite's degrees of freedom, and p (t) "
            "the p-value by Student's t with these, which heeds that raters or items are few."
        )
