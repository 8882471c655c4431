"""A mixed model of ratings: linear and ordinal mixed models with raters and items crossed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from claimwise.assess.rating_apart import others_of
from claimwise.assess.rating_columns import length_note, plain_formula, roles_of
from claimwise.assess.rating_verdicts import claim_settings, verdict_rows
from claimwise.assess.second_model import beside
from claimwise.core import (
    DataError,
    Note,
    ParameterError,
    Result,
    Row,
    Words,
    check_count,
    check_one_of,
    check_share,
    option,
    provenance,
    root_seed,
)
from claimwise.core.parts import Mixed, in_parts
from claimwise.kernels.arrays import Floats, Ints
from claimwise.mixed.agreement import agreement_rows
from claimwise.mixed.design import Labels, build_design
from claimwise.mixed.detectable import POWER
from claimwise.mixed.differences import CORRECTIONS, MAX_T, difference_rows, points_rows
from claimwise.mixed.formula import Formula, parse
from claimwise.mixed.honesty import condition, fit_notes, singular
from claimwise.mixed.levels import (
    Level,
    all_levels,
    average_note,
    likelihood_ratio_rows,
    rating_rows,
    term_rows,
)
from claimwise.mixed.likelihood_intervals import INTERVALS, with_interval
from claimwise.mixed.linear import LinearFit, LinearModel
from claimwise.mixed.observed import observed_rows
from claimwise.mixed.ordinal import LINKS, OrdinalFit, OrdinalModel
from claimwise.mixed.response import check_response
from claimwise.mixed.rows import (
    Fit,
    coefficient_rows,
    few_notes,
    threshold_rows,
    variance_rows,
)
from claimwise.mixed.simplify import simplify as simplified
from claimwise.mixed.simulate import simulate
from claimwise.mixed.table import RatingTable, outcome_codes, outcome_numbers, read_ratings
from claimwise.mixed.thresholds import FORMS

MODELS = ("ordinal", "linear")


@dataclass(frozen=True, slots=True, eq=False)
class RatingsFit:
    """A fitted model of ratings, and what it says."""

    fit: Fit
    result: Result
    table: RatingTable

    def __str__(self) -> str:
        """Return the answer in words and tables."""
        return str(self.result)

    def random_effects(self) -> dict[str, dict[str, tuple[float, ...]]]:
        """Return the modes of the random effects: by factor and level, one for each column."""
        design = self.fit.model.design
        return {
            factor.name: {level: tuple(modes[i].tolist()) for i, level in enumerate(factor.levels)}
            for factor, modes in zip(design.factors, self.fit.effects(), strict=True)
        }

    def simulate(self, size: int = 1, rng: Any = None) -> Floats | Ints:
        """Return new responses on the same design, (size, n); the same for the same seed."""
        check_count("size", size)
        return simulate(self.fit, size, np.random.default_rng(root_seed(rng)))

    def refit(self, response: Floats | Ints) -> Fit:
        """Fit another response on the same design: numbers, or codes of the categories.

        Where thresholds are flexible, a category that the response lacks is left out.
        """
        if isinstance(self.fit, LinearFit):
            return self.fit.model.fit(check_response("refit", self.fit.model, response, many=False))
        model = self.fit.model
        codes = check_response("refit", model, response, many=False)
        seen = np.isin(np.arange(len(model.categories)), codes)
        if seen.sum() < 2:
            only = model.categories[int(codes[0])]
            raise DataError("refit", "at least two categories", f"only {only}")
        if seen.all() or model.thresholds.form != "flexible":
            return model.fit(codes)
        return model.among(seen).fit((np.cumsum(seen) - 1)[codes])


@in_parts(model=Mixed)
def fit_ratings(
    data: Any,
    formula: str | None = None,
    *,
    rating: str | None = None,
    system: str | None = None,
    rater: str | None = None,
    item: str | None = None,
    reference: Mapping[str, Any] | None = None,
    factors: Sequence[str] | None = None,
    scale: Sequence[Any] | None = None,
    model: str | Mixed | None = None,
    level: float = 0.95,
    interval: str = "wald",
    correct: str = MAX_T,
    resamples: int = 999,
    rng: Any = None,
    workers: int = 1,
) -> RatingsFit:
    """Fit a mixed model to ratings.

    Fit for ratings of items by raters who rate several items each, and items rated several
    times. Unfit for one rating per item and rater group: use `claimwise.compare`.

    Parameters
    ----------
    data : path, data frame or mapping of lists
        One row for each rating.
    formula : str, optional
        In lme4's notation, such as ``rating ~ system + (system | rater) + (1 | item)``. Without
        it the model is made of the columns and of `by`, `slopes` and `correlated`; with it they
        are refused.
    rating, system : str, optional
        Columns of the rating and of what is compared; known names are recognised. The system is
        a factor, also if its levels are numbers; in a formula columns of numbers are numbers.
    rater, item : str, optional
        Columns of who rated and what was rated: short for ``by=(rater, item)``.
    reference : mapping, optional
        For a column, the level with which the others are compared; else the first in order.
    factors : sequence of str
        Columns of numbers that are names of levels.
    scale : (low, high) or sequence of str, optional
        The lowest and the highest rating that could be given, or all levels from worst to best,
        such as ``("bad", "fair", "good")``. Ordinal ratings that are words need such a list,
        unless the column is an ordered categorical of a data frame.
    model : {"ordinal", "linear"} or Mixed, optional
        Ratings as ordered categories (the default), or as numbers; see `Mixed`, whose settings may
        also be given by themselves: ``slopes=False``.
    level : float
        Of the intervals.
    interval : {"wald", "profile", "bootstrap"}
        Of the coefficients: by their standard errors with Satterthwaite's t, by the likelihood,
        or by refitting simulated ratings.
    correct : {"max-t", "holm", "benjamini-hochberg", "none"}
        For several pairs of systems: by the largest t of all, where p-values and intervals hold
        for all pairs at once and belong together; by the others p-values are corrected (or not),
        and each interval is that of its pair alone.
    resamples, rng, workers
        Of the bootstrap: how many, its seed, and threads. The answer does not depend on the
        number of threads.

    Returns
    -------
    RatingsFit
        With `result`: rows ``coefficient[NAME]``, ``threshold[K]``, ``sd[GROUP,TERM]``,
        ``difference[B vs A]``, ``likelihood_ratio[TERM]``, ``loglik``, ...

    Examples
    --------
    >>> from claimwise.data import example_path
    >>> found = fit_ratings(example_path("ratings.csv"), slopes=False, outcome="linear")
    >>> sorted({row.quantity for row in found.result.rows})[:3]
    ['alpha', 'coefficient', 'condition']
    """
    from claimwise.kernels.mixed.warm import compile_aside

    asked_for = Mixed.of(model)
    outcome, by, reml = asked_for.outcome, asked_for.by, asked_for.reml
    link, thresholds, nodes = asked_for.link, asked_for.thresholds, asked_for.nodes
    slopes, correlated = asked_for.slopes, asked_for.correlated
    check_one_of("outcome", outcome, MODELS)
    _check_kinds(formula, by, reference, scale)
    ordinal = outcome == "ordinal"
    if ordinal:
        _refuse("the ordinal model", "the linear model", {"reml": reml})
    else:
        of_ordinal = {"link": link, "thresholds": thresholds, "nodes": nodes}
        _refuse("the linear model", "the ordinal model", of_ordinal)
    link = check_one_of("link", "logit" if link is None else link, LINKS)
    thresholds = check_one_of("thresholds", "flexible" if thresholds is None else thresholds, FORMS)
    nodes = check_count("nodes", 1 if nodes is None else nodes)
    reml = reml is None or reml
    check_share("level", level)
    check_one_of("interval", interval, INTERVALS)
    check_one_of("correct", correct, CORRECTIONS)
    check_count("resamples", resamples)
    check_count("workers", workers)
    seed = root_seed(rng)
    by = (by,) if isinstance(by, str) else by
    factors = (factors,) if isinstance(factors, str) else tuple(factors or ())
    if formula is not None:
        plain = {"rating": rating, "system": system, "rater": rater, "item": item, "by": by}
        more = {"slopes": slopes, "correlated": correlated}
        _refuse(option("formula"), "a model without a formula", {**plain, **more})
        asked = parse(formula)
    else:
        if by is not None:
            named = {"rater": rater, "item": item}
            _refuse(option("by"), "no other parameter of the grouping", named)
        asked = plain_formula(
            data,
            rating,
            system,
            (rater or "rater", item or "item") if by is None else by,
            slopes=slopes is None or slopes,
            correlated=correlated is None or correlated,
        )
        factors = (*factors, *(name for term in asked.fixed for name in term))
    table = read_ratings(
        data, asked, ordinal=ordinal, reference=reference, factors=factors, scale=scale
    )
    _refuse_one_system(asked, table)
    design = build_design(asked, table.columns, intercept=not ordinal)
    column = table.columns[asked.outcome]
    found: Fit
    elsewhere = compile_aside("linear" if ordinal else "ordinal")
    if ordinal:
        codes, categories = outcome_codes(column)
        ordered = OrdinalModel.of(design, categories, link=link, thresholds=thresholds, nodes=nodes)
        found = ordered.fit(codes)
    else:
        found = LinearModel.of(design, reml=reml).fit(outcome_numbers(column))
    steps: list[Note] = []
    if asked_for.simplify:
        found, steps = simplified(found)
    if elsewhere is not None:
        elsewhere.wait()
    columns = roles_of(asked, plain=formula is None, grouped=by is not None)
    compared = _compared(found, table, columns.get("system"))
    rows, notes = _rows(found, table, asked.outcome, level, next(iter(compared), None), correct)
    if interval != "wald":
        rows, said = with_interval(
            found, rows, level, interval, resamples=resamples, seed=seed, workers=workers
        )
        notes = [*notes, *said]
    settings = {
        "verb": "ratings",
        "formula": str(found.model.design.formula),
        "model": outcome,
        "criterion": "REML" if not ordinal and reml else "ML",
        **({"link": link, "thresholds": thresholds, "nodes": nodes} if ordinal else {}),
        "level": level,
        "interval": interval,
        **({"correct": correct} if any(len(x) > 2 for x in compared.values()) else {}),
        "n": table.rows,
        "outcome": asked.outcome,
        "groups": {f.name: len(f.levels) for f in found.model.design.factors},
        "singular": singular(found),
        "converged": found.converged,
        **claim_settings(level),
        "target": POWER,
        "unit": "latent units" if ordinal else "rating points",
        "columns": columns,
        "compared": compared,
        "scale_points": table.points,
    }
    result = Result(
        kind="ratings",
        method=f"{'cumulative link' if ordinal else 'linear'} mixed model",
        rows=tuple(rows),
        notes=tuple(dict.fromkeys([*table.notes, *length_note(table, scale), *steps, *notes])),
        provenance=provenance(
            settings, seed=seed if interval == "bootstrap" else None, data=table.digest
        ),
    )
    return RatingsFit(found, result, table)


def _refuse(found: str | Words, needs: str, given: Mapping[str, object]) -> None:
    """Refuse arguments that nothing would use: those that are not None."""
    for name, value in given.items():
        if value is not None:
            flag = option(name, value) if isinstance(value, bool) else name
            raise ParameterError(flag, needs, found, "Leave out the one or the other.")


def _check_kinds(formula: Any, by: Any, reference: Any, scale: Any) -> None:
    """Refuse what is not of the kind that is asked for."""
    kinds: tuple[tuple[str, Any, type | tuple[type, ...], str], ...] = (
        ("formula", formula, str, "a text such as 'rating ~ system + (1 | rater)'"),
        ("by", by, (str, Sequence), "names of columns, such as ('rater', 'item')"),
        ("reference", reference, Mapping, "a mapping such as {'system': 'baseline'}"),
        ("scale", scale, Sequence, "(low, high), or the levels from worst to best"),
    )
    for name, given, kind, needs in kinds:
        if given is not None and not isinstance(given, kind):
            raise ParameterError(name, needs, repr(given))


def _refuse_one_system(formula: Formula, table: RatingTable) -> None:
    for term in formula.fixed:
        for name in term:
            column = table.columns[name]
            if isinstance(column, Labels) and len(column.levels) < 2:
                raise DataError(
                    f"the effect of {name}",
                    "at least two levels",
                    f"only {column.levels[0]}",
                    "Leave it out of the formula, or add ratings of another.",
                )


def _compared(found: Fit, table: RatingTable, system: str | None) -> dict[str, list[str]]:
    """Return what the levels of each column are called that are compared; the systems first."""
    every = {name: [one.name for one in levels] for name, levels in _levels(found, table)}
    return {name: every[name] for name in sorted(every, key=lambda name: name != system)}


def _levels(found: Fit, table: RatingTable) -> list[tuple[str, list[Level]]]:
    return [pair for pair in all_levels(found, table.columns).items() if len(pair[1]) > 1]


def _rows(
    found: Fit, table: RatingTable, outcome: str, level: float, judged: str | None, correct: str
) -> tuple[list[Row], list[Note]]:
    """Return everything that the fit says, and what to heed; differences of a column are judged."""
    rows = coefficient_rows(found, level)
    notes = few_notes(found)
    others = None if judged is None else others_of(found, table, judged)
    compared: dict[str, list[Row]] = {}
    if isinstance(found, OrdinalFit):
        rows += threshold_rows(found, level)
    else:
        rows += term_rows(found, table.columns)
    rows += likelihood_ratio_rows(found)
    for name, levels in all_levels(found, table.columns).items():
        averaged = average_note(found, name)
        notes += averaged
        by, own, among = found, table.columns, levels  # by which the pairs are compared
        if name == judged and others is not None:
            by, own, among = others.fit, others.columns, others.levels
            differences = others.differences(level, correct)
        else:
            differences = difference_rows(found, levels, level, correct)
        compared[name] = [row for row in differences if row.quantity == "difference"]
        rows += differences
        if name == judged:
            rows += verdict_rows(differences, level, converged=by.converged)
        if isinstance(by, OrdinalFit):
            systems = own[name]
            if isinstance(systems, Labels):
                more, said = points_rows(by, among, differences, systems)
                rows += more
                notes += said
            rows += [] if averaged or others else rating_rows(by, among)
        given = [one.name for one in levels]
        rows += observed_rows(table.columns[outcome], table.columns[name], given)
    more, disagree = beside(found, table, level, correct, compared)
    rows += [*more, *variance_rows(found)]
    more, said = agreement_rows(found, table.columns, outcome, level)
    rows += more
    n = found.model.design.n
    rows.append(Row(quantity="loglik", estimate=found.loglik, n=n))
    rows.append(Row(quantity="parameters", estimate=found.parameters))
    rows.append(Row(quantity="condition", estimate=condition(found)))
    slope = float(np.abs(found.gradient).max()) if len(found.gradient) else 0.0
    rows.append(Row(quantity="largest_gradient", estimate=slope))
    of_fit = fit_notes(found) if others is None else others.notes(str(judged))
    return rows, [*of_fit, *disagree, *notes, *said]
