"""How an answer was found: a paragraph with citations, and what it takes for granted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimwise.core import Result
from claimwise.report.answer import is_fit
from claimwise.report.citations import (
    CARD,
    DICKEY,
    GELMAN,
    HOFFMAN,
    HOWCROFT,
    KRUSCHKE_2018,
    VEHTARI,
    WEIN,
)
from claimwise.report.cited_methods import CORRECTIONS, METRICS, MODELS, RATINGS
from claimwise.report.cited_tests import TESTS
from claimwise.report.fitted_worlds import is_fitted_world, tell_fit
from claimwise.report.method_ratings import tell_beside, tell_rated
from claimwise.report.method_tests import tell_data_sets, tell_tests
from claimwise.report.presentation import presentation_of
from claimwise.report.study_check import planned
from claimwise.report.survey_method import tell_survey
from claimwise.report.told import Told

Settings = Mapping[str, Any]
ROUTES = {
    "exact": "Power was found by enumeration of every outcome.",
    "normal": "Power was found by the normal approximation.",
    "textbook": "Power was found by the textbook formula, with exact values beside it.",
}


def method_of(result: Result) -> Told:
    """Return how the answer was found, in sentences, with references and assumptions."""
    told = Told()
    settings: Settings = result.provenance.get("settings", {})
    verb = str(settings.get("verb", ""))
    for part in _parts(result):
        tell_tests(told, part)
        _ratings(told, part)
        _bayesian(told, part)
        _metrics(told, part)
    if is_fitted_world(result):
        tell_fit(told, result)
    elif settings and is_fit(result):
        told.said.append(f"The values are by {result.method}.")
    names = {row.quantity for row in result.rows}
    tell_beside(told, settings, names)
    if "power" in names and verb != "compare":
        for part in _parts(result):
            _planned(told, part, names)
        _looked(told, result)
    if "raw_pvalue" in names and verb == "ratings":
        told.procedure("P-values are corrected by", "holm", CORRECTIONS)
    tell_data_sets(told, result)
    if verb == "survey":
        tell_survey(told, result)
    own = presentation_of(result)
    if own is not None and own.method(result):
        told.said.append(own.method(result))
    _computed(told, result)
    told.said = list(dict.fromkeys(told.said))
    return told


def _parts(result: Result) -> list[Settings]:
    """Return the settings of every analysis: a declared study may have several."""
    plan = planned(result) if result.kind == "study check" else None
    if plan is not None:
        return _parts(plan)
    own: Settings = result.provenance.get("settings", {})
    inner = result.provenance.get("parts", {}).values()
    parts: list[Settings] = [dict(one.get("settings", {})) for one in inner]
    return parts or [{"test": result.method, **own} if _plain_test(result) else own]


def _plain_test(result: Result) -> bool:
    settings = result.provenance.get("settings", {})
    return result.method in TESTS and "test" not in settings and "interval" not in settings


def _ratings(told: Told, settings: Settings) -> None:
    verb = settings.get("verb")
    if verb in ("plan ratings", "plan judgements"):
        for model in settings.get("models", []):
            told.procedure("One analysis is", str(model), RATINGS)
    if verb == "ratings" and "assess" not in settings:
        told.procedure("The model is", str(settings.get("model")), RATINGS)
        tell_rated(told, settings)
    if verb == "judgements":
        told.procedure("The difference is by", "linear", RATINGS)
        told.procedure("The effect is by", "logistic", RATINGS)
    if verb in ("ratings", "judgements") and settings.get("formula"):
        told.said.append(f"Its formula is {settings['formula']}.")
    if verb == "plan ratings" and settings.get("world") not in (None, ""):
        told.said.append(
            f"Ratings come from the world {settings['world']}{told.cited(CARD, HOWCROFT)}."
        )
    if verb in ("plan responses", "calibrate responses"):
        told.said.append(f"Answers come from the world {settings.get('world')}{told.cited(WEIN)}.")


def _bayesian(told: Told, settings: Settings) -> None:
    ways = set(settings.get("assess", []))
    if not ways & {"posterior", "bayes-factor"}:
        return
    model = settings.get("model") or ("dirichlet" if settings.get("paired", True) else "")
    model = model or "beta-binomial"
    told.procedure("The posterior is of", str(model), MODELS)
    told.said.append(f"Its prior is {settings.get('prior')}.")
    if settings.get("engine") == "mcmc" or settings.get("by") == "mcmc":
        told.said.append(
            f"It was sampled by NUTS{told.cited(HOFFMAN)} and judged by R-hat and effective "
            f"sample sizes{told.cited(VEHTARI)}."
        )
    elif settings.get("by") and settings["by"] not in ROUTES:
        told.said.append(f"It was found by {settings['by']}.")
    if settings.get("rope"):
        told.said.append(
            "The highest-density interval is held against a region of practical "
            f"equivalence{told.cited(KRUSCHKE_2018)}."
        )
    if "bayes-factor" in ways:
        told.said.append(
            "Bayes factors are ratios of odds or densities after and before the data"
            f"{told.cited(DICKEY)}."
        )


def _metrics(told: Told, settings: Settings) -> None:
    given = settings.get("metrics") or [settings.get("points") or settings.get("metric") or ""]
    for metric in given:
        name = str(metric).split(":")[0].lower()
        if name in METRICS:
            told.said.append(f"The metric is {metric}{told.cited(*METRICS[name])}.")
        elif name and settings.get("verb") == "compare":
            told.said.append(f"The metric is {metric}.")


def _planned(told: Told, settings: Settings, names: set[str]) -> None:
    by = settings.get("by")
    if settings.get("outcome") == "numeric" and by == "exact":
        told.said.append("Power is exact for normally distributed scores.")
    elif by in ROUTES:
        told.said.append(ROUTES[by])
    elif settings.get("replicates"):
        told.said.append(
            f"Power was found by simulation of {settings['replicates']:,.0f} studies"
            f"{told.cited(CARD)}."
        )
    if "type_m" in names:
        told.said.append(
            "Type-M is the mean size of the observed difference over that of the true one, among "
            "significant ones; Type-S the share of these with the wrong sign"
            f"{told.cited(GELMAN)}."
        )


def _looked(told: Told, result: Result) -> None:
    """Say by what the power with several looks was found; the rest holds for one."""
    settings: Settings = result.provenance.get("settings", {})
    found = {row.estimand for row in result.rows}
    if "power[sequential]" in found:
        studies = settings.get("looks_replicates")
        beside = "power[sequential, simulated]" in found and isinstance(studies, int)
        told.said.append(
            "All this is of one look at the end; the power with looks is by normal theory"
            + (f", beside {studies:,} simulated studies tested at every look." if beside else ".")
        )
    elif "power[anytime]" in found:
        studies = settings.get("sequence_replicates")
        of = f" of {studies:,} studies" if isinstance(studies, int) else ""
        told.said.append(
            "All this is of the test with one look at the end; the power of the confidence "
            f"sequence is by simulation{of}."
        )


def _computed(told: Told, result: Result) -> None:
    """Tell version, seed and resamples; a survey without intervals rests on none."""
    known = result.provenance
    resamples = known.get("settings", {}).get("resamples")
    rest = result.kind != "survey" or any(row.kind == "confidence" for row in result.rows)
    drawn = f", with {resamples:,} resamples" if isinstance(resamples, int) and rest else ""
    seed = f", seed {known['seed']}" if known.get("seed") is not None else ""
    told.said.append(f"Computed by claimwise {known.get('version', '')}{seed}{drawn}.")
