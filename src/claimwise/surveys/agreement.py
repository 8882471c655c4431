"""How often the systems of each comparison agree: told, regressed, or unknown."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from claimwise.core import (
    DataError,
    FitError,
    Note,
    ParameterError,
    assumed,
    counted,
    did_you_mean,
    option,
    spelled,
)
from claimwise.surveys.table import Comparisons
from claimwise.worlds import (
    Agreement,
    Held,
    Independent,
    Lachenbruch,
    PairedAccuracy,
    Regressed,
    fit_agreement,
)
from claimwise.worlds.paired_accuracy import ROUNDING
from claimwise.worlds.published import AGREEMENT
from claimwise.worlds.regression import Regression, least_squares

OWN, NO_PRIOR, INDEPENDENT = "own", "lachenbruch", "independent"
BOUNDS = {NO_PRIOR: "mid", f"{NO_PRIOR}-low": "low", f"{NO_PRIOR}-high": "high"}
WORDS = (OWN, *AGREEMENT, *BOUNDS, INDEPENDENT)
ENOUGH = 10  # comparisons with an agreement, for a regression on them


@dataclass(frozen=True, slots=True)
class Possible:
    """Agreement by a regression, or the nearest to it that both accuracies allow.

    A regression knows no bounds: near an accuracy of 1 it may promise more agreement than the
    difference leaves, or less than two such accuracies can have.
    """

    regressed: Regressed

    @property
    def source(self) -> str:
        """The regression's own source."""
        return self.regressed.source

    def at(self, difference: float) -> float:
        """Return the agreement that goes with a difference."""
        both = 2 * self.regressed.baseline + difference  # sum of both accuracies
        return min(1 - abs(difference), max(abs(both - 1), self.regressed.at(difference)))

    def world(self, difference: float) -> PairedAccuracy:
        """Return the world with this difference; refuses those that leave no room."""
        return PairedAccuracy(difference, self.at(difference), self.regressed.baseline)

    def moved(self, difference: float) -> bool:
        """Whether the regression's own prediction is not possible at a difference."""
        return abs(self.at(difference) - self.regressed.at(difference)) > ROUNDING


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """Where agreement comes from in rows that do not tell it."""

    name: str
    words: str
    regression: Regression | None = None

    def rule(self, baseline: float) -> Agreement:
        """Return the agreement of a comparison with this baseline."""
        if self.regression is not None:
            return Possible(Regressed(self.regression, baseline))
        if self.name == INDEPENDENT:
            return Independent(baseline)
        return Lachenbruch(BOUNDS[self.name], baseline)


def source_of(given: Any, found: Comparisons) -> tuple[Source, list[Note]]:
    """Return where agreement comes from where it is not told, and what to say of that."""
    known = int(np.isfinite(found.agreement).sum())
    if given is None:
        given = OWN if known >= ENOUGH else NO_PRIOR
        if given == NO_PRIOR and not np.isfinite(found.agreement[found.chosen]).all():
            return named_source(NO_PRIOR), [_no_source(known)]
    if isinstance(given, Regression):
        if given.outcome != "agreement":
            what = f"a regression of the {given.outcome}"
            raise ParameterError("agreement_from", "a regression of the agreement", what)
        return Source("regression", given.source, given), []
    if isinstance(given, str) and given == OWN:
        return _regressed(found), []
    if isinstance(given, str) and given in WORDS:
        return named_source(given), []
    if isinstance(given, str) and not os.path.exists(given):
        raise ParameterError(
            "agreement_from",
            f"one of {', '.join(WORDS)}, or a file of past comparisons",
            repr(given),
            did_you_mean(given, WORDS),
        )
    fitted = fit_agreement(given)
    return Source("regression", fitted.source, fitted), []


def _no_source(known: int) -> Note:
    """Say why the middle of what is possible is taken for the agreement."""
    tell = "comparison tells its" if known == 1 else "comparisons tell their"
    why = (
        f"Only {known} {tell} agreement, and a regression needs {ENOUGH} that do. So elsewhere"
        if known
        else "Nothing was said of the agreement. So"
    )
    return assumed(
        f"{why} the middle of what is possible was taken (Lachenbruch 1992); a source of the "
        "agreement can be named, such as glue or a file of past comparisons."
    )


def named_source(name: str) -> Source:
    """Return the source of a name that is neither the survey's own rows nor a file."""
    if name in AGREEMENT:
        return Source(name, AGREEMENT[name].source, AGREEMENT[name])
    if name == INDEPENDENT:
        return Source(name, "as if the systems erred independently of each other")
    bound = f"{BOUNDS[name]} bound of Lachenbruch (1992, Stat. Med. 11, 1521-1525)"
    return Source(name, f"no prior, {bound}")


def _regressed(found: Comparisons) -> Source:
    """Return the regression of the agreement on the comparisons of this survey that tell it."""
    known = np.isfinite(found.agreement)
    try:
        fitted = _fit(found, known)
    except FitError as error:
        sources = f", one of {', '.join(WORDS[1:])} or a file."
        raise FitError(
            error.words,
            "Or name a source of the agreement with " + option("agreement_from") + sources,
        ) from error
    words = f"regression over the {fitted.n} comparisons of this survey that tell it"
    return Source(OWN, words, fitted)


def _fit(found: Comparisons, rows: Any) -> Regression:
    lower = np.minimum(found.baseline, found.new)[rows]
    x = {"min_accuracy": lower, "difference": np.abs(found.difference)[rows]}
    return least_squares("agreement", found.agreement[rows], x, source="this survey")


def without(source: Source, found: Comparisons, i: int) -> Source | None:
    """Return the source when comparison i is left out of it; None if too few others are left."""
    if source.name != OWN or not np.isfinite(found.agreement[i]):
        return source
    others = np.isfinite(found.agreement)
    others[i] = False
    try:
        return Source(OWN, source.words, _fit(found, others))
    except FitError:
        return None


def check_told(found: Comparisons) -> None:
    """Refuse an agreement that contradicts the scores of its row."""
    for i in np.flatnonzero(np.isfinite(found.agreement)):
        told, baseline = float(found.agreement[i]), float(found.baseline[i])
        difference = float(found.difference[i])
        try:
            PairedAccuracy(difference, told, baseline)
        except ParameterError as error:
            raise DataError(
                f"{spelled(found.keys[i])} has an agreement that its scores do not allow: {error}"
            ) from None


def rule_of(source: Source, found: Comparisons, i: int) -> Agreement:
    """Return the agreement of comparison i: its own, or else that of the source."""
    baseline = float(found.baseline[i])
    if np.isfinite(found.agreement[i]):
        return Held(float(found.agreement[i]), baseline)
    return source.rule(baseline)


def assumed_agreement(source: Source, found: Comparisons) -> Note:
    """Say where agreement was taken from, and in how many rows."""
    told = int(np.isfinite(found.agreement[found.at]).sum())
    counts: Counter[str] = Counter()
    if told:
        counts["given by the comparison itself"] = told
    if len(found.at) > told:
        counts[source.words] = len(found.at) - told
    parts = "; ".join(f"{words} in {count:,}" for words, count in counts.items())
    return assumed(f"Assumed agreement, over {counted(len(found.at), 'comparison')}: {parts}.")
