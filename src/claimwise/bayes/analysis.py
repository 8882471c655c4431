"""From data and a prior to what is believed after and before: the door of this room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from claimwise.bayes.beta_binomial import beta_binomial
from claimwise.bayes.fit import FailedFit, Fit, GradedPrior
from claimwise.bayes.fitting import How, fit
from claimwise.bayes.gridded import GridPosterior
from claimwise.bayes.models.groups import Groups
from claimwise.bayes.models.levels import Levels
from claimwise.bayes.paired import dirichlet_multinomial
from claimwise.bayes.posterior import Posterior, ZeroDensity
from claimwise.bayes.priors import Prior
from claimwise.bayes.stratified import StratifiedPosterior
from claimwise.core import DataError, FitError, Note, assumed, meaning, option
from claimwise.data import IndependentCounts, PairCounts, Pairs

WORST = 1e-3  # numerical error of probabilities from which on nothing is concluded
LATENT = "latent mean"  # of which the difference of ordinal scores is
Study: TypeAlias = PairCounts | IndependentCounts
Zeros: TypeAlias = tuple[ZeroDensity, ZeroDensity]
Data: TypeAlias = Study | Pairs | Groups | Sequence[Study] | Fit


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """One posterior with the prior it came from, and the words that go with both."""

    method: str
    posterior: Posterior
    before: Callable[[], Posterior]  # made when it is asked for
    prior: Prior | GradedPrior
    n: int
    paired: bool
    strata: int
    notes: tuple[Note, ...]
    fitted: Fit | None = None  # of a model that is not in closed form
    point: Callable[[], Zeros] | None = None  # where "no difference" is asked

    def null(self, before: Posterior) -> Zeros:
        """Return the densities, after and before, of no difference.

        They are of the difference itself; of counts of the log of the ratio of their means, and of
        a mean under the reference prior of the difference in standard deviations.
        """
        if self.point is not None:
            return self.point()
        return self.posterior.at_zero(), before.at_zero()

    @property
    def settings(self) -> dict[str, Any]:
        """What the answer rests on."""
        settings: dict[str, Any] = {"paired": self.paired, "prior": self.prior.name}
        given = self.prior.parameters
        settings["prior_parameters"] = dict(given) if isinstance(given, dict) else list(given)
        if self.fitted is not None:
            settings |= {"model": self.fitted.model, "engine": self.fitted.engine}
            settings |= {"by": self.fitted.method, "quality": dict(self.fitted.quality)}
            of = self.fitted.of or (LATENT if self.fitted.unit == "levels" else "")
            settings |= {"of": of} if of else {}
        if isinstance(self.posterior, StratifiedPosterior):
            settings["weights"] = [float(weight) for weight in self.posterior.weights]
        return settings


def exceeds(best: str, worse: str, margin: float) -> str:
    """Return the claim that one system is above another by a margin, in words.

    >>> exceeds("B", "A", 0.01), exceeds("B", "A", -0.01)
    ('B scores higher than A by more than 0.01', 'B scores less than 0.01 below A')
    """
    if margin < 0:
        return f"{best} scores less than {-margin:g} below {worse}"
    return f"{best} scores higher than {worse}" + (f" by more than {margin:g}" if margin else "")


def analyse(
    data: Data,
    prior: Any = "default",
    names: tuple[str, str] = ("A", "B"),
    how: How | None = None,
) -> Analysis:
    """Return the posterior of B minus A from one study, or from several as strata."""
    how = how or How()
    if isinstance(data, Fit | Groups) or how.is_modelled:
        return from_fit(data if isinstance(data, Fit) else fit(data, prior, how), names)
    prior = "uniform" if prior == "default" else prior
    if isinstance(data, PairCounts | IndependentCounts | Pairs):
        return _one(data, prior, names)
    if not isinstance(data, Sequence) or isinstance(data, str) or not len(data):
        raise DataError(
            "A posterior",
            "PairCounts, IndependentCounts, or a list of either",
            f"{type(data).__name__}" + (" of length 0" if data == [] else ""),
        )
    parts: list[Analysis] = [
        _one(study, prior, names, place) for place, study in enumerate(data, 1)
    ]
    if len(parts) == 1:
        return parts[0]
    sizes = [part.n for part in parts]
    shares = ", ".join(f"{size / sum(sizes):.4g}" for size in sizes)
    note = assumed(
        f"The difference is the mean over {len(parts)} strata, weighted by their items "
        f"({shares}); each stratum has its own posterior from the same prior, and the prior of "
        "the mean follows from theirs."
    )
    said = dict.fromkeys(note for part in parts for note in part.notes)
    return Analysis(
        "stratified",
        StratifiedPosterior([part.posterior for part in parts], sizes),
        lambda: StratifiedPosterior([part.before() for part in parts], sizes),
        parts[0].prior,
        sum(sizes),
        all(part.paired for part in parts),
        len(parts),
        (*said, note),
    )


def add_data(
    earlier: Data,
    data: Data,
    prior: Any = "default",
    names: tuple[str, str] = ("A", "B"),
    how: How | None = None,
) -> Analysis:
    """Return the posterior of today's data, the prior being the posterior of earlier data.

    That is the posterior of both together under the prior of the earlier ones, whatever the model;
    the earlier posterior takes the place of the prior in Bayes factors.
    """
    together = pooled(earlier, data)
    if how is not None and how.model == "ordinal" and how.levels is None:
        # Yesterday's raters may have used fewer levels than there are.
        coded = Levels.of(together)
        how = replace(how, levels=(coded.first, coded.first + coded.count - 1))
    first = analyse(earlier, prior, names, how)
    both = analyse(together, first.prior, names, how)
    note = assumed(
        f"The prior is what {_size(earlier, first.n)} made of the one above; earlier and new items "
        "are taken to be of one kind, with the same true difference."
    )
    early, late = first.point, both.point
    point = None
    if early is not None and late is not None:
        point = lambda: (late()[0], early()[0])  # noqa: E731
    return replace(
        both,
        before=lambda: first.posterior,
        n=both.n - first.n,
        notes=(*both.notes, note),
        point=point,
    )


def _size(earlier: Any, n: int) -> str:
    """Return how many items there were: of each system, where they were not the same."""
    if isinstance(earlier, IndependentCounts):
        a, b = earlier.n_a, earlier.n_b
        return f"{a:,} earlier items" if a == b else f"{a:,} and {b:,} earlier items"
    return f"{n:,} earlier items"


def pooled(earlier: Any, data: Any) -> Any:
    """Return earlier and new data as one."""
    if isinstance(earlier, Pairs):
        earlier = earlier.counts("The earlier data")
    if isinstance(data, Pairs):
        data = data.counts("The new data")
    if isinstance(earlier, IndependentCounts) and isinstance(data, IndependentCounts):
        return IndependentCounts.of(
            int(earlier.a) + int(data.a),
            earlier.n_a + data.n_a,
            int(earlier.b) + int(data.b),
            earlier.n_b + data.n_b,
        )
    if isinstance(earlier, PairCounts) and isinstance(data, PairCounts):
        known = earlier.both is not None and data.both is not None
        both = int(earlier.both) + int(data.both) if known else None  # type: ignore[arg-type]
        return PairCounts.of(
            int(earlier.wins) + int(data.wins),
            int(earlier.losses) + int(data.losses),
            earlier.n + data.n,
            both,
        )
    if isinstance(earlier, Groups) and isinstance(data, Groups):
        return earlier.with_more(data)
    raise DataError(
        "Adding data",
        "earlier and new data of the same kind",
        f"{type(earlier).__name__} and {type(data).__name__}",
        "Both have to be paired, or neither, and scored alike.",
    )


def from_fit(fitted: Fit, names: tuple[str, str]) -> Analysis:
    """Return what a fitted model says of two of its systems; refuse a fit that failed."""
    if fitted.failures:
        raise FailedFit(fitted)
    if len(fitted.names) == 2 and not set(names) <= set(fitted.names):
        fitted = fitted.called(names)  # counts have no names of their own
    a, b = names
    notes = (assumed(f"Prior {fitted.prior.words.rstrip('.')}.", "prior"), *fitted.notes)
    difference = fitted.difference(a, b)
    if isinstance(difference, GridPosterior) and not difference.error < WORST:
        raise FitError(
            "Quadrature",
            f"an error below {WORST:g}",
            f"{difference.error:.2g}",
            "Use "
            + option("engine", "mcmc")
            + " or a narrower prior; where many scores are equal, "
            + option("model", "metric-normal")
            + " or ordinal.",
        )
    return Analysis(
        fitted.model,
        difference,
        lambda: fitted.before(a, b),
        fitted.prior,
        fitted.n,
        fitted.paired,
        1,
        notes,
        fitted,
        _point(fitted, a, b),
    )


def _point(fitted: Fit, a: str, b: str) -> Callable[[], Zeros] | None:
    """Return where no difference is asked, if that is not the difference itself."""
    after, before, standardised = fitted.log_ratio, fitted.log_ratio_before, fitted.standardised
    if standardised is not None:
        return lambda: standardised(a, b)
    if after is None or before is None:
        return None
    return lambda: (after(a, b).at_zero(), before(a, b).at_zero())


def _one(data: Any, prior: Any, names: tuple[str, str], place: int | None = None) -> Analysis:
    who = "A posterior" if place is None else f"Stratum {place}"
    counts = data.counts(who) if isinstance(data, Pairs) else data
    if not isinstance(counts, PairCounts | IndependentCounts):
        needs = "PairCounts or IndependentCounts"
        raise DataError(who, needs, type(data).__name__)
    if np.ndim(counts.effect()):
        found = f"a batch of {len(counts.effect())}"
        raise DataError(who, "one study", found, "Take one: data[0].")
    a, b = names
    if isinstance(counts, PairCounts):
        posterior, before, chosen = dirichlet_multinomial(counts, prior)
        notes = [
            assumed(
                f"Prior: {chosen.words}, over both right, only {a}, only {b}, both wrong.", "prior"
            )
        ]
        if not int(counts.wins) + int(counts.losses):
            where = "" if place is None else f" of stratum {place}"
            notes.append(
                meaning(
                    f"{a} and {b} agree on every item{where}: the posterior says only how rarely "
                    "they differ."
                )
            )
        return Analysis(
            "dirichlet", posterior, lambda: before, chosen, counts.n, True, 1, tuple(notes)
        )
    posterior_, before_, chosen = beta_binomial(counts, prior)
    prior_words = f"Prior: {chosen.words}, for the accuracy of {a} and of {b}, independently."
    remarks = [assumed(prior_words, "prior")]
    if counts.n_a == counts.n_b:
        remarks.append(
            assumed(
                f"{a} and {b} are treated as scored on different items. Were they the same, the "
                "pairing should be used, or the bounds over every possible pairing."
            )
        )
    total = counts.n_a + counts.n_b
    return Analysis(
        "beta-binomial",
        posterior_,
        lambda: before_,
        chosen,
        total,
        False,
        1,
        tuple(remarks),
    )
