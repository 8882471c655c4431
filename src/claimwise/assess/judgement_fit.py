"""Which system do raters prefer, head to head? Logistic mixed models of judgements.

Raters and items are crossed: both may lean to one system or the other. A judgement is for A, a tie,
or for B; the logistic model takes these as ordered categories, a linear model of the same
judgements, as -1, 0 and 1, gives the share of wins less that of losses, and the degrees of freedom
of both.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import nan, sqrt
from typing import Any

import numpy as np

from claimwise.assess.position import position_notes
from claimwise.assess.rating_verdicts import claim_settings, judged
from claimwise.assess.rating_world import AT_ZERO, covariance_of
from claimwise.core import (
    At,
    DataError,
    Note,
    ParameterError,
    Result,
    Row,
    as_words,
    caution,
    check_share,
    counted,
    dropped,
    meaning,
    option,
    provenance,
)
from claimwise.core.missing import listed, not_in
from claimwise.core.words import p_words
from claimwise.data.choose_pair import same_twice
from claimwise.data.scores import Coded
from claimwise.data.winners import PLACES, TIES, Judged, judged_roles, read_judged
from claimwise.kernels import discordant
from claimwise.kernels.arrays import Flags, Ints
from claimwise.mixed.agreement import agreement_rows
from claimwise.mixed.design import Column, Labels, build_design, sorted_levels
from claimwise.mixed.detectable import POWER, strength
from claimwise.mixed.formula import INTERCEPT, Effects, Formula
from claimwise.mixed.honesty import fit_notes
from claimwise.mixed.linear import LinearFit, LinearModel
from claimwise.mixed.ordinal import OrdinalFit, OrdinalModel
from claimwise.mixed.rows import estimate_of, quantile, two_sided, variance_rows
from claimwise.mixed.separation import is_finite
from claimwise.worlds.judgements import Judgements, scores
from claimwise.worlds.rating_file import PilotWorld, Uncertainty
from claimwise.worlds.varying import Varying

WHO = "judgements"
PARTS = ("winner", "rater", "item")
NOT_LOGISTIC = "The difference and its verdict are by the linear model, which has one."


@dataclass(frozen=True, slots=True, eq=False)
class JudgementsFit:
    """Fitted models of judgements, and what they say."""

    fit: OrdinalFit
    linear: LinearFit
    result: Result
    a: str
    b: str

    def __str__(self) -> str:
        """Return the answer in words and tables."""
        return str(self.result)

    def world(self) -> Judgements:
        """Return the world that these judgements may have come from."""
        middle, _ = _middle(self.fit)
        cuts = self.fit.cuts - middle
        rater, item = (Varying(sqrt(c[0, 0])) for c in self.fit.covariances())
        thresholds = tuple(float(cut) for cut in cuts) if len(cuts) == 2 else (0.0,)
        return Judgements(effect=-middle, thresholds=thresholds, rater=rater, item=item)

    def pilot(self) -> PilotWorld:
        """Return that world with the size of the study, and how well it is known."""
        rater, item = self.fit.model.design.factors
        n = len(rater.codes)
        design = {"items": len(item.levels), "raters": len(rater.levels), "ratings": n}
        if n < 0.9 * design["items"] * design["raters"]:  # not everyone judged everything
            design["list_length"] = max(2, round(n / design["raters"]))
        return PilotWorld(self.world(), design, self._uncertainty(), self.a, self.b)

    def _uncertainty(self) -> Uncertainty | None:
        """Return what the likelihood knows of thresholds and deviations; those at 0 stay there."""
        fit = self.fit
        at_zero = np.abs(fit.theta) < AT_ZERO
        free = np.concatenate([np.ones(len(fit.searched) - 2, bool), ~at_zero])
        covariance = covariance_of(fit.hessian, free)
        return None if covariance is None else Uncertainty(fit.searched, covariance)


def fit_judgements(
    data: Any,
    *,
    winner: str | None = None,
    rater: str | None = None,
    item: str | None = None,
    a: str | None = None,
    b: str | None = None,
    level: float = 0.95,
) -> JudgementsFit:
    """Fit mixed models to judgements of two systems head to head.

    Fit for raters who judge several items each, and items judged several times. Unfit for one
    judgement of each item by raters who come once: use a sign test.

    Parameters
    ----------
    data : path or data frame
        One row for each judgement.
    winner, rater, item : str, optional
        Columns of the system that won (or a tie: tie, draw, both, ...), of who judged and of
        what was judged; known names are recognised.
    a, b : str, optional
        The baseline and the candidate, as the winner's column calls them; by default in order.
    level : float
        Of the intervals.

    Returns
    -------
    JudgementsFit
        With `result`: rows ``difference`` (share of wins less share of losses), ``effect`` (the
        logit), ``superiority``, ``share[NAME]``, ``sd[GROUP,TERM]``, ``mde``, ``sign``, ...
    """
    check_share("level", level)
    judged = _read(data, winner, rater, item, [name for name in (a, b) if name is not None])
    fields, names = judged.fields, tuple(judged.roles.columns[role] for role in PARTS)
    here, a, b = _one_pair(judged, a, b)
    grouping = [fields.labels[name] for name in names[1:]]
    keep = here & np.all([coded.codes >= 0 for coded in (judged.winner, *grouping)], axis=0)
    if not keep.any():
        raise DataError(f"No row of {fields.name} has {' and '.join(names)}.")
    codes, categories = _codes(judged, keep, a, b)
    columns: dict[str, Column] = {
        names[0]: Labels(codes, categories),
        **{n: _labels(coded, keep) for n, coded in zip(names[1:], grouping, strict=True)},
    }
    terms = tuple(Effects((INTERCEPT,), (name,), True) for name in names[1:])
    formula = Formula(names[0], (INTERCEPT,), terms)
    found = _fitted(formula, columns, codes, categories)
    rows, notes = _rows(*found, columns, names[0], level)
    who, what = (factor.codes for factor in found[0].model.design.factors)
    again = len(codes) - len(np.unique(who * (int(what.max()) + 1) + what))
    if again:
        notes.append(
            caution(
                f"{again:,} judgements are by a rater who judged the same item before: are rows "
                "doubled, or were both orders shown?"
            )
        )
    notes += position_notes(judged, keep, categories[0], categories[-1])
    if not keep[here].all():
        lost = int((here & ~keep).sum())
        said = f"Left out: {lost:,} of {here.sum():,} rows, which lack a value."
        notes.insert(0, dropped(said))
    if not here.all():
        said = f"Left out: {(~here).sum():,} of {fields.rows:,} rows, of other pairs of systems."
        notes.insert(0, dropped(said))
    settings = {
        "verb": WHO,
        "formula": str(formula),
        "a": categories[0],
        "b": categories[-1],
        "level": level,
        "n": len(codes),
        "groups": {f.name: len(f.levels) for f in found[0].model.design.factors},
        "columns": dict(zip(PARTS, names, strict=True)),
        **claim_settings(level),
        "target": POWER,
        "unit": "points",
        "difference_by": "linear mixed model of wins and losses (share of wins minus losses)",
    }
    result = Result(
        kind="judgements",
        method="logistic mixed model",
        rows=tuple(rows),
        notes=tuple(dict.fromkeys(notes)),
        provenance=provenance(settings, data=fields.digest),
    )
    return JudgementsFit(*found, result, categories[0], categories[-1])


def _read(
    data: Any, winner: str | None, rater: str | None, item: str | None, levels: list[str]
) -> Judged:
    given = dict(zip(PARTS, (winner, rater, item), strict=True))
    named = {role: name for role, name in given.items() if name is not None}
    roles = judged_roles(data, named)
    for role in PARTS:
        roles.need(role, "Name it with " + option(role, "COLUMN") + ".")
    return read_judged(data, named, levels=levels)


def _one_pair(judged: Judged, a: str | None, b: str | None) -> tuple[Flags, str | None, str | None]:
    """Return the rows of the pair of systems, and its names; refuses to choose among pairs."""
    every = judged.systems()
    usual = judged.most_judged()
    if usual is None:
        return np.ones(judged.fields.rows, bool), a, b
    for name in (a, b):
        if name is not None and name not in every:
            raise DataError(*not_in(name, every, judged.fields.name))
    if a is not None and b is not None:
        return judged.between(a, b), a, b
    if len(every) > 2:
        both = option("a", usual[0]) + " and " + option("b", usual[1])
        raise DataError(
            f"{judged.fields.name} has judgements of {len(every)} systems; this is about two.",
            "Name them: " + both + " were compared most often.",
        )
    return np.ones(judged.fields.rows, bool), a, b


def _labels(coded: Coded, keep: Flags) -> Labels:
    used, codes = np.unique(coded.codes[keep], return_inverse=True)
    return Labels(codes.astype(np.int64), tuple(coded.labels[code] for code in used.tolist()))


def _codes(
    judged: Judged, keep: Flags, a: str | None, b: str | None
) -> tuple[Ints, tuple[str, ...]]:
    """Return the judgements as codes: A, ties if there are any, B."""
    name, found = judged.column, _labels(judged.winner, keep)
    named = [system for system in (a, b) if system is not None]
    if a is not None and a == b:
        raise ParameterError(*same_twice(a))
    places = [x for x in found.levels if x.strip().lower() in PLACES and x not in named]
    if places:
        both = option("a") + " and " + option("b")
        raise DataError(
            f"Column {name} has {places[0]!r}, which says where the winner stood, not who it is.",
            "Write the systems' names there, or name both with " + both + " if they are called so.",
        )
    ties = [x for x in found.levels if x.strip().lower() in TIES and x not in named]
    systems = sorted_levels([x for x in found.levels if x not in ties])
    for system in named:
        if system not in systems and len(systems) > 1:
            raise DataError(*not_in(system, systems, f"column {name}"))
    every = list(dict.fromkeys([*systems, *named]))
    if len(every) != 2:
        both = option("a") + " and " + option("b")
        remedy = "If a system never won, name both with " + both + "."
        if len(every) > 2:
            remedy = as_words("Keep the rows of one pair of systems.")
        raise DataError(
            f"Column {name} names {counted(len(every), 'winner')}, {listed(every, 5)}; "
            "judgements are of two systems.",
            remedy,
        )
    first = a if a is not None else next(x for x in every if x != b)
    second = next(x for x in every if x != first)
    place = {first: 0, second: 2, **dict.fromkeys(ties, 1)}
    codes = np.array([place[level] for level in found.levels], np.int64)[found.codes]
    if not {0, 2} <= set(codes.tolist()):
        never = first if 0 not in codes else second
        raise DataError(
            f"{never} never wins, and no mixed model has a finite answer then.",
            "Use a sign test.",
        )
    if not ties:
        return codes // 2, (first, second)
    return codes, (first, "tie", second)


def _fitted(
    formula: Formula, columns: dict[str, Column], codes: Ints, categories: tuple[str, ...]
) -> tuple[OrdinalFit, LinearFit]:
    for effects in formula.random:
        (name,) = effects.factor
        column = columns[name]
        levels = len(column.levels) if isinstance(column, Labels) else 0
        if not 2 <= levels < len(codes):
            raise DataError(
                f"Column {name} has {counted(levels, 'value')} in {len(codes):,} judgements; a "
                "mixed model needs at least two, some of them with several judgements.",
                "Judgements that are unrelated are tested by a sign test.",
            )
    ordinal = OrdinalModel.of(build_design(formula, columns, intercept=False), categories)
    linear = LinearModel.of(build_design(formula, columns, intercept=True), reml=True)
    return ordinal.fit(codes), linear.fit(scores(codes, len(categories)))


def _middle(fit: OrdinalFit) -> tuple[float, float]:
    """Return the mean of the thresholds and its standard error."""
    share = np.full(len(fit.alpha), 1 / len(fit.alpha))
    variance = float(share @ fit.covariance @ share)
    return float(share @ fit.alpha), sqrt(variance) if variance >= 0 else float("nan")


def _rows(
    fit: OrdinalFit, linear: LinearFit, columns: dict[str, Column], outcome: str, level: float
) -> tuple[list[Row], list[Note]]:
    """Return everything that the fits say, and what to heed."""
    n, by_linear = len(fit.y), estimate_of(linear, np.ones(1))
    df, mean, spread = by_linear.df, by_linear.value, by_linear.error
    reach = quantile(level, df)
    middle, error = _middle(fit) if is_finite(fit, np.zeros(0)) else (nan, nan)
    ends: dict[str, Any] = {"level": level, "kind": "confidence", "n": n}
    difference = Row(
        quantity="difference",
        estimate=mean,
        low=max(-1.0, mean - reach * spread),
        high=min(1.0, mean + reach * spread),
        pvalue=two_sided(mean / spread, df),
        **ends,
    )
    effect = Row(
        quantity="effect",
        estimate=-middle,
        low=-middle - reach * error,
        high=-middle + reach * error,
        pvalue=two_sided(middle / error, df) if error > 0 else None,
        **ends,
    )
    shown = _superiority(fit, effect)
    categories = fit.model.categories
    counts = np.bincount(fit.y, minlength=len(categories))
    wins, losses = int(counts[-1]), int(counts[0])
    rows = [
        difference,
        judged(difference, level, converged=linear.converged),
        effect,
        *(
            Row(quantity="superiority", at=at, estimate=value, low=low, high=high, **ends)
            for at, value, low, high in shown
        ),
        Row(quantity="df", estimate=df, n=n),
        Row(quantity="mde", estimate=spread * strength(reach, df), n=n),
        *(
            Row(quantity="share", at={"category": name}, estimate=count / n, n=n)
            for name, count in zip(categories, counts.tolist(), strict=True)
        ),
        *variance_rows(fit),
    ]
    more, notes = agreement_rows(fit, columns, outcome, level)
    naive = float(discordant.exact(np.array([wins]), np.array([losses]), "two-sided")[0])
    rows += [
        *more,
        Row(quantity="sign", estimate=(wins - losses) / n, pvalue=naive, n=n),
        Row(quantity="loglik", estimate=fit.loglik, n=n),
    ]
    notes = [*fit_notes(fit, NOT_LOGISTIC), *_disagreement(effect, difference, 1 - level), *notes]
    notes.append(
        meaning(
            "The sign test takes all judgements as unrelated: its p-value stands here to show what "
            "that would claim, not to be reported."
        )
    )
    return rows, notes


def _superiority(fit: OrdinalFit, effect: Row) -> list[tuple[At, float, float, float]]:
    """Return how often B is preferred, ties counted one half: on average, and typically.

    The ends are those of the effect; thresholds and deviations are taken as estimated.
    """
    middle, _ = _middle(fit)
    cuts = fit.cuts - middle
    sds = [sqrt(c[0, 0]) for c in fit.covariances()]
    found = []
    places: tuple[tuple[At, list[float]], ...] = (({}, sds), ({"over": "typical"}, [0.0, 0.0]))
    for at, deviations in places:
        world = Judgements(
            effect=0.0,
            thresholds=tuple(float(cut) for cut in cuts) if len(cuts) == 2 else (0.0,),
            rater=Varying(deviations[0]),
            item=Varying(deviations[1]),
        )
        values = [
            world.at(end).superiority() if np.isfinite(end) else float("nan")
            for end in (effect.estimate, effect.low, effect.high)
        ]
        found.append((at, *values))
    return found  # type: ignore[return-value]


def _disagreement(effect: Row, difference: Row, alpha: float) -> list[Note]:
    if effect.pvalue is None or difference.pvalue is None:
        return []
    if (effect.pvalue <= alpha) == (difference.pvalue <= alpha):
        return []
    said = (
        f"At {alpha:g} the logistic model ({p_words(effect.pvalue)}) and the linear one, which "
        f"decides here ({p_words(difference.pvalue)}), disagree: report both, or collect more."
    )
    return [caution(said)]


def fit_judgement_world(
    data: Any,
    *,
    winner: str | None = None,
    rater: str | None = None,
    item: str | None = None,
    a: str | None = None,
    b: str | None = None,
) -> tuple[PilotWorld, JudgementsFit]:
    """Fit a world of judgements to a pilot; return it and the fit it comes from.

    The effect of a small pilot is a poor guess of the true one: plan for the smallest difference
    that matters, and take from the pilot how raters and items differ.
    """
    found = fit_judgements(data, winner=winner, rater=rater, item=item, a=a, b=b)
    return found.pilot(), found
