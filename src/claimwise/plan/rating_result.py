"""From a question about a rating study, or about judgements, to the Result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from claimwise.core import (
    Note,
    ParameterError,
    Result,
    check_count,
    option,
    root_seed,
)
from claimwise.core.references import CARD, HOWCROFT
from claimwise.engine.simulate import Run
from claimwise.plan.needed import check_target
from claimwise.plan.rating_answers import answer_ratings
from claimwise.plan.rating_belief import Belief, assured
from claimwise.plan.rating_budget import Costs
from claimwise.plan.rating_design import DesignPlan
from claimwise.plan.rating_question import Question
from claimwise.plan.result import plan_result
from claimwise.power.analyses import analyses, analysis
from claimwise.worlds.judgements import Judgements
from claimwise.worlds.rating_file import PilotWorld
from claimwise.worlds.rating_presets import PRESETS
from claimwise.worlds.ratings import OrdinalRatings, RatingWorld

SOLVE = ("power", "mde", "items", "raters", "budget")
USUAL = {"ordinal": ("ordinal", "linear"), "linear": ("linear",), "preference": ("logistic",)}


def chosen(given: str | Sequence[str] | None, outcome: str) -> tuple[str, ...]:
    """Return the names of the analyses; the world's own if none is named."""
    if given is None:
        return USUAL[outcome]
    names = given.split(",") if isinstance(given, str) else list(given)
    return tuple(dict.fromkeys(analysis(name.strip(), outcome).name for name in names))


def listed(given: Any) -> list[Any]:
    """Return one value or several as a list; a text may hold several with commas."""
    if isinstance(given, str):
        return [part for part in given.split(",") if part.strip()]
    return list(given) if isinstance(given, Sequence | np.ndarray) else [given]


def answered(
    who: str,
    place: RatingWorld,
    pilot: PilotWorld | None,
    name: str,
    plan: DesignPlan,
    worlds: tuple[RatingWorld, ...],
    tests: tuple[str, ...],
    *,
    asked: str,
    correlated: bool,
    alpha: float,
    power: float,
    costs: Costs,
    uncertain: bool,
    replicates: int,
    precision: float | None,
    rng: int | np.random.Generator | None,
    workers: int,
    belief: Belief | None = None,
    meaning: Callable[[tuple[RatingWorld, ...]], list[Note]],
) -> Result:
    """Simulate what is asked and return rows, notes and provenance."""
    target, alpha = check_target(power, alpha)
    if uncertain and pilot is None:
        raise ParameterError(
            "uncertain", "a world that was fitted to a pilot", option("world", name)
        )
    if uncertain and belief is not None:
        needs = "a world that is taken as it is"
        raise ParameterError(
            "effect_prior", needs, option("uncertain") + " too", "Leave one of the two out."
        )
    question = Question(
        who=who,
        tests=tests,
        alpha=alpha,
        target=target,
        correlated=correlated,
        run=Run(
            check_count("replicates", replicates), root_seed(rng), check_count("workers", workers)
        ),
        precision=precision,
        pilot=pilot if uncertain else None,
    )
    rows, notes, plan, worlds = answer_ratings(question, asked, plan, worlds, costs)
    if belief is not None:
        more, heed = assured(question, belief, plan)
        rows, notes = rows + more, notes + heed
    settings = {
        "verb": who,
        "world": name,
        "simulated": _simulated(name),
        "outcome": place.outcome,
        "models": list(tests),
        "decides": {"analysis": tests[0]} if len(tests) > 1 else None,
        "analyses": {test: analyses(place.outcome)[test].says.short for test in tests},
        "alpha": alpha,
        "target": target,
        "solve": asked,
        "design": plan.kind,
        "items": plan.items,
        "raters": plan.make(question.run.seed).raters if any(row.n for row in rows) else None,
        "ratings_per_item": plan.ratings_per_item,
        "list_length": plan.list_length,
        "missing": plan.missing,
        "correlated": correlated,
        "effect": worlds[0].effect if len(worlds) == 1 else None,
        "effects": [w.effect for w in worlds],
        "effects_in": _effects_in(worlds),
        "replicates": replicates,
        "effect_prior": None if belief is None else belief.prior.words,
        "prior_of": None if belief is None else belief.of,
        "unit": "judgements" if plan.pairs else "ratings",
    }
    return plan_result(
        "judgements head to head" if plan.pairs else "rating study",
        rows,
        [*meaning(worlds), *notes],
        settings,
        seed=question.run.seed,
        kind="rating plan",
        axes=["effect"] if len(worlds) > 1 else [],
    )


def _simulated(name: str) -> dict[str, Any]:
    """Return of which world raters and items are, and who published it."""
    data, known = f"raters and items of the world {name}", PRESETS.get(name)
    if known is None:
        return {"data": data, "references": []}
    return {"data": f"{data}, {known.source}", "references": [CARD, HOWCROFT]}


def _effects_in(worlds: tuple[RatingWorld, ...]) -> dict[str, Any]:
    """Return the effects in rating points or shares of judgements, and what their own scale is."""
    shares = [world.shares()[0] for world in worlds if isinstance(world, Judgements)]
    if shares:
        return {"wins": [float(s[-1]) for s in shares], "losses": [float(s[0]) for s in shares]}
    found: dict[str, Any] = {"points": [round(world.points(), 9) + 0.0 for world in worlds]}
    if isinstance(worlds[0], OrdinalRatings):
        latent = {"normal": "probit", "logistic": "logit"}[worlds[0].noise]
        found |= {"latent": latent, "scale_points": worlds[0].scale_points()}
    return found
