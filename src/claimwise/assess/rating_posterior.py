"""What is to be believed of systems, given ratings by several raters of several items?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from claimwise.assess.question import prior_list, words
from claimwise.assess.rating_belief import Asked, Called, believe
from claimwise.assess.rating_columns import length_note, plain_formula
from claimwise.core import (
    DEFAULT_SEED,
    DataError,
    FitError,
    Note,
    ParameterError,
    Result,
    dropped,
    option,
    provenance,
    root_seed,
    sentences,
)
from claimwise.mixed.design import Labels
from claimwise.mixed.formula import Formula
from claimwise.mixed.observed import observed_rows
from claimwise.mixed.table import RatingTable, read_ratings

if TYPE_CHECKING:
    from claimwise.bayes import Draws, Fit
    from claimwise.bayes.mcmc.data import Ratings

WHO = "The posterior of ratings"
WAYS = ("posterior", "bayes-factor")
FEWEST, MOST = 3, 20  # levels
MOST_SYSTEMS = 30


@dataclass(frozen=True, slots=True, eq=False)
class RatingsPosterior:
    """What is believed of ratings: the answer, and the fit under each prior, the first first."""

    fits: tuple[Fit, ...]
    result: Result
    table: RatingTable

    def __str__(self) -> str:
        """Return the answer in words and tables."""
        return str(self.result)

    @property
    def fit(self) -> Fit:
        """The fit that answers."""
        return self.fits[0]

    def draws(self) -> Draws:
        """Return all draws of all parameters, chain by chain; `to_arviz()` hands them on."""
        settings = self.result.provenance["settings"]
        return self.fit.sample(settings["chains"] * settings["draws"], 0)


def rating_posterior(
    data: Any,
    *,
    assess: Any = ("posterior",),
    prior: Any = "default",
    rope: float | tuple[float, float] | None = None,
    margin: float = 0.0,
    rating: str | None = None,
    system: str | None = None,
    rater: str | None = None,
    item: str | None = None,
    slopes: bool = True,
    reference: Mapping[str, Any] | None = None,
    scale: Sequence[Any] | None = None,
    level: float = 0.95,
    chains: int = 4,
    draws: int = 1000,
    warmup: int = 1000,
    target_accept: float = 0.9,
    rng: Any = DEFAULT_SEED,
) -> RatingsPosterior:
    """Say how probable it is that one system is rated higher than another.

    Fit for ratings of items by raters who rate several items each, and items rated several
    times. Unfit for one rating of each item: use `claimwise.compare` with the model ordinal.

    Parameters
    ----------
    data : path or data frame
        One row for each rating.
    assess : {"posterior", "bayes-factor"}, or both
        What to say.
    prior : str or list
        ``anchored``, ``anchored:0.25``, ``published``; of several, the first answers and all are
        compared.
    rope : float or (low, high), optional
        Region of practical equivalence of the latent difference, in levels; else the margin.
    margin : float
        By how many levels B is claimed to exceed A.
    rating, system, rater, item : str, optional
        Columns; known names are recognised.
    slopes : bool
        Whether raters and items also differ in how they see each system.
    reference : mapping, optional
        The system with which the others are compared, such as ``{"system": "baseline"}``.
    scale : (low, high) or sequence of str, optional
        The ratings that could be given, or all of them from worst to best.
    level : float
        Of the intervals.
    chains, draws, warmup, target_accept
        How long to sample by NUTS, and how carefully.
    rng : int
        The same seed gives the same answer.

    Returns
    -------
    RatingsPosterior
        With `result`: rows ``posterior_difference[B vs A]``, ``probability_greater[B vs A]``,
        ``points[B vs A]``, ``above[B vs A]``, ``expected_rating[A]``, ``sd[rater,(Intercept)]``...
    """
    asked = _ask(assess, prior, rope, margin, level, (chains, warmup, draws, target_accept), rng)
    by = (rater or "rater", item or "item")
    formula = plain_formula(data, rating, system, by, slopes=slopes, correlated=True)
    name = next(term[0] for term in formula.fixed if term)
    _check_columns(formula)
    table = read_ratings(
        data, formula, ordinal=True, reference=reference, factors=(name,), scale=scale
    )
    ratings, categories = _ratings(table, formula, name)
    first = _first(categories)
    fits, left_out = _fits(ratings, asked, first, slopes=slopes)
    columns = {"rater": formula.random[0].factor[0], "item": formula.random[1].factor[0]}
    called = Called(columns["rater"], columns["item"], name, categories)
    rows, notes = believe(fits, ratings, asked, called)
    given = observed_rows(table.columns[formula.outcome], table.columns[name], ratings.names)
    settings = {
        "verb": "ratings",
        "assess": list(asked.ways),
        "model": fits[0].model,
        "formula": str(formula),
        "prior": fits[0].prior.name,
        "priors": [fit.prior.name for fit in fits],
        "prior_parameters": dict(fits[0].prior.parameters),
        "engine": fits[0].engine,
        "by": fits[0].method,
        "quality": dict(fits[0].quality),
        "rope": asked.of("A", "B").rope_setting,
        "margin": asked.margin,
        "level": asked.level,
        "names": list(ratings.names),
        "rated": True,
        "claim": "difference",
        "alternative": "two-sided",
        "unit": "latent units",
        "columns": {"rating": formula.outcome, "system": name, **columns},
        "scale_points": table.points,
        "categories": list(categories),
        "n": table.rows,
        "groups": {columns["rater"]: len(ratings.raters), columns["item"]: len(ratings.items)},
        "chains": asked.settings.chains,
        "draws": asked.settings.draws,
        "warmup": asked.settings.warmup,
        "target_accept": asked.settings.target_accept,
    }
    result = Result(
        kind="rating posterior",
        method="ordered probit with raters and items",
        rows=(*rows, *given),
        notes=tuple(dict.fromkeys([*table.notes, *length_note(table, scale), *notes, *left_out])),
        provenance=provenance(settings, seed=asked.seed, data=table.digest),
    )
    return RatingsPosterior(fits, result, table)


def _ask(
    assess: Any, prior: Any, rope: Any, margin: Any, level: Any, how: tuple[Any, ...], rng: Any
) -> Asked:
    """Check everything that can be checked before the data are read."""
    from claimwise import bayes
    from claimwise.bayes.mcmc.backend import backend
    from claimwise.bayes.mcmc.sample import Settings
    from claimwise.bayes.models.ordinal_prior import ordinal_prior

    ways = words("assess", assess, WAYS)
    if not ways:
        raise ParameterError("assess", f"any of {', '.join(WAYS)}", "nothing")
    if rope is None and isinstance(margin, int | float) and margin > 0:
        rope = margin
    question = bayes.Question.of(rope, margin, level, ("A", "B"), shares=False)
    priors = prior_list(prior)
    for one in priors:
        if ordinal_prior(one, FEWEST).free_top:
            needs = "a prior that fixes the unit of the scale: anchored, anchored:0.25, published"
            raise ParameterError("prior", needs, str(one))
    settings = Settings(*how)
    seed = root_seed(rng)
    backend()  # is it installed?
    return Asked(ways, priors, rope, question.margin, question.level, settings, seed)


def _check_columns(formula: Formula) -> None:
    """Refuse one column in two places."""
    names = [formula.outcome, *(n for term in formula.fixed for n in term)]
    names += [name for effects in formula.random for name in effects.factor]
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        needs = "four columns: of the rating, the system, the rater and the item"
        raise ParameterError(WHO, needs, f"{twice[0]} twice")


def _ratings(table: RatingTable, formula: Formula, name: str) -> tuple[Ratings, tuple[str, ...]]:
    """Return the ratings as codes, and what the levels are called."""
    from claimwise.bayes.mcmc.data import Ratings

    columns = [table.columns[one] for one in (name, *(x.factor[0] for x in formula.random))]
    outcome = table.columns[formula.outcome]
    labels = [column for column in (*columns, outcome) if isinstance(column, Labels)]
    system, rater, item, level = labels
    for column, what in ((system, name), (rater, "raters"), (item, "items")):
        if len(column.levels) < 2:
            ordinal = "use compare with the model ordinal."
            remedy = {
                "raters": f"With one rater, {ordinal}",
                "items": f"With one item, raters are the items: {ordinal}",
            }.get(what, "Add ratings of another.")
            needs = f"at least two {what if what != name else 'systems'}"
            raise DataError(WHO, needs, f"only {column.levels[0]}", remedy)
    if len(system.levels) > MOST_SYSTEMS:
        needs, found = f"at most {MOST_SYSTEMS} systems", f"{len(system.levels)} in {name}"
        raise DataError(WHO, needs, found, "Is this the column of the systems?")
    if not FEWEST <= len(level.levels) <= MOST:
        few = len(level.levels) < FEWEST
        fitting = (
            "Two levels have the mixed model"
            if few
            else "Scores on so fine a scale have the linear mixed model"
        )
        needs = f"at {'least' if few else 'most'} {FEWEST if few else MOST} levels that were used"
        raise DataError(
            WHO,
            needs,
            f"{len(level.levels)}",
            f"{fitting}: leave out " + option("assess") + ".",
        )
    names = system.levels, rater.levels, item.levels
    codes = system.codes, rater.codes, item.codes, level.codes
    return Ratings(*names, *codes), level.levels


def _first(categories: tuple[str, ...]) -> int:
    """Return the number of the first level on the raters' own scale, or 1 if it has none.

    >>> _first(("0", "1", "2")), _first(("bad", "fair", "good")), _first(("1", "2", "5"))
    (0, 1, 1)
    """
    try:
        given = [int(word) for word in categories]
    except ValueError:
        return 1
    return given[0] if given == list(range(given[0], given[0] + len(given))) else 1


def _fits(
    ratings: Ratings, asked: Asked, first: int, *, slopes: bool
) -> tuple[tuple[Fit, ...], list[Note]]:
    """Fit under every prior; a failure of any but the one that answers is only told."""
    found, left_out = [], []
    for place, prior in enumerate(asked.priors):
        try:
            found.append(_fit(ratings, prior, asked, first, slopes=slopes))
        except FitError as failed:
            if not place:
                raise
            left_out.append(dropped(f"Prior {prior} is left out: {failed}"))
    return tuple(found), left_out


def _fit(ratings: Ratings, prior: Any, asked: Asked, first: int, *, slopes: bool) -> Fit:
    """Fit under one prior, in units of levels from the first; refuse a fit that failed."""
    from claimwise.bayes.mcmc.fit import fit_problem
    from claimwise.bayes.mcmc.models import problem
    from claimwise.bayes.models.ordinal_prior import ordinal_prior

    levels = ordinal_prior(prior, int(ratings.level.max()) + 1, first)
    chosen = problem("crossed-ordinal", ratings, levels, slopes=slopes)
    fitted = fit_problem(chosen, asked.settings, asked.seed)
    if fitted.failures:
        under = f"Under the prior {fitted.prior.name}: " if len(asked.priors) > 1 else ""
        raise FitError(under + sentences(fitted.failures))
    return fitted
