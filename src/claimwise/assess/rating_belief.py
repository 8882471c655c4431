"""Posterior and Bayes factor of ratings, pair by pair: rows of a fitted model, and their notes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from claimwise.assess.bayesian import said_by_rows
from claimwise.core import Note, Result, Row, assumed, caution, meaning, merged, spelled

if TYPE_CHECKING:
    from claimwise.bayes import Analysis, Draws, Fit, Question
    from claimwise.bayes.mcmc.data import Ratings
    from claimwise.bayes.mcmc.sample import Settings

FEW = 6  # raters or items by which their spread is hardly known
# What notes on these say, the rows say too, or the note on the whole fit.
SAID_ELSEWHERE = ("bound", "draws")


@dataclass(frozen=True, slots=True)
class Called:
    """What columns and levels are called."""

    rater: str
    item: str
    system: str
    categories: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """The question, checked before anything is read."""

    ways: tuple[str, ...]
    priors: tuple[Any, ...]
    rope: Any
    margin: float
    level: float
    settings: Settings
    seed: int

    def of(self, a: str, b: str) -> Question:
        """Return the question for one pair of systems."""
        from claimwise import bayes

        return bayes.Question.of(self.rope, self.margin, self.level, (a, b), shares=False)


def believe(
    fits: tuple[Fit, ...], ratings: Ratings, asked: Asked, called: Called
) -> tuple[list[Row], list[Note]]:
    """Return all rows, pair by pair and then what the pairs share, and all notes."""
    from claimwise import bayes
    from claimwise.bayes import rated

    draws = fits[0].sample(asked.settings.chains * asked.settings.draws, 0)
    values, points = _points(called.categories)
    rows: list[Row] = []
    said: dict[Note, list[str]] = {}  # notes, and of which pairs they are
    pairs = list(combinations(range(len(ratings.names)), 2))
    for a, b in pairs:
        names = ratings.names[a], ratings.names[b]
        analyses = [bayes.from_fit(fit, names) for fit in fits]
        found, notes = _pair(analyses, asked.of(*names), asked)
        if "posterior" in asked.ways:
            found += rated.pair_rows(draws, a, b, values, asked.level)
        at = {"b": names[1], "a": names[0]}
        rows += [row.within(**at) for row in found]
        for note in notes:
            said.setdefault(note, []).append(spelled(at))
    strange: list[Note] = []
    if "posterior" in asked.ways:
        rows += rated.system_rows(draws, ratings.names, values, called.categories, asked.level)
        groups = {"rater": called.rater, "item": called.item}
        rows += rated.group_rows(draws, groups, called.system, asked.level)
        more, strange = _checked(draws, ratings, asked.seed)
        rows += more
    of_pairs = merged(
        one
        for note, of in said.items()
        for one in ([note] if len(of) == len(pairs) else map(note.of, of))
    )
    return rows, [*_of_the_fit(fits, ratings, called, points), *strange, *of_pairs]


def _pair(
    analyses: list[Analysis], question: Question, asked: Asked
) -> tuple[list[Row], list[Note]]:
    """Return what is said of one pair of systems."""
    from claimwise import bayes

    answers: list[Result] = []
    if "posterior" in asked.ways:
        answers.append(bayes.say_posterior(analyses[0], question))
    if "bayes-factor" in asked.ways:
        answers.append(bayes.say_factors(analyses[0], question))
    common = set(analyses[0].notes)
    rows = {row.estimand: row for answer in answers for row in answer.rows}
    notes = [
        note
        for note in dict.fromkeys(note for answer in answers for note in answer.notes)
        if note not in common and not said_by_rows(note) and note.about not in SAID_ELSEWHERE
    ]
    if len(analyses) > 1:
        others = bayes.compare_priors(analyses, question, [str(prior) for prior in asked.priors])
        rows |= {row.estimand: row for row in others.rows}
        notes += [note for note in others.notes if note.kind == "caution"]
    return list(rows.values()), notes


def _points(categories: tuple[str, ...]) -> tuple[Any, list[Note]]:
    """Return the points that levels stand for, and say so where they are not numbers."""
    try:
        return np.array([float(word) for word in categories]), []
    except ValueError:
        ranks = np.arange(1.0, len(categories) + 1)
        said = f"Rating points: {categories[0]} is 1, {categories[-1]} {len(categories)}."
        return ranks, [meaning(said)]


def _checked(draws: Draws, ratings: Ratings, seed: int) -> tuple[list[Row], list[Note]]:
    """Return the predictive check of the levels of each system, and what is strange of it."""
    from claimwise.bayes import rated
    from claimwise.bayes.predictive import STRANGE, strange

    shares = rated.predictive_levels(draws, ratings, seed)
    rows = [
        Row(quantity="predictive", at={"statistic": "levels", "system": name}, estimate=share)
        for name, share in shares.items()
    ]
    odd = {name: share for name, share in shares.items() if not STRANGE <= share <= 1 - STRANGE}
    return rows, [strange("levels", name, share) for name, share in odd.items()]


def _of_the_fit(
    fits: tuple[Fit, ...], ratings: Ratings, called: Called, points: list[Note]
) -> list[Note]:
    """Say every prior, what the difference is one of, and how far the sampler can be trusted."""
    fitted = fits[0]
    notes = [assumed(f"Prior {fit.prior.words}.", "prior") for fit in fits]
    notes += fitted.notes
    unit = meaning(
        "The difference is that of the means of the latent scale over all raters and items like "
        f"these {len(ratings.raters)} and {len(ratings.items)}, in units of levels: from the "
        f"first to the last threshold it is {len(called.categories) - 2}."
    )
    notes += [unit, *points]
    for role, column in (("rater", called.rater), ("item", called.item)):
        codes = getattr(ratings, role)
        many = len(getattr(ratings, f"{role}s"))
        seen = np.zeros((many, len(ratings.names)), bool)
        seen[codes, ratings.system] = True
        if not (seen.sum(axis=1) > 1).any():
            said = (
                f"No {column} has ratings of two systems: how far the difference varies "
                f"over {role}s is known from the prior alone."
            )
            notes.append(caution(said))
        if many < FEW:
            said = (
                f"With {many} {role}s, how {role}s differ rests largely on the prior, and with it "
                "the width of the intervals."
            )
            notes.append(caution(said))
    quality = fitted.quality
    sampled = meaning(
        f"Sampled by NUTS: largest R-hat {quality['rhat']:.4f}, at least "
        f"{quality['ess_bulk']:,.0f} effective draws of each mean, threshold and standard "
        f"deviation ({quality['ess_tail']:,.0f} in the tails), {quality['divergences']:.0f} "
        "divergences."
    )
    return [*notes, sampled]
