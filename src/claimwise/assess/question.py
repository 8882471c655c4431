"""What is asked of the data: the claim, the ways to assess it, and the procedures."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from claimwise.assess.claims import Claim
from claimwise.assess.which_pairs import parse_pairs
from claimwise.core import (
    ParameterError,
    check_count,
    check_number,
    check_one_of,
    check_share,
    option,
    root_seed,
)
from claimwise.core.check import RATERS, RUNS
from claimwise.core.limits import check_resamples

# The names that claimwise.bayes has, which is imported only where it is needed.
MODELS = (
    *("binary", "binary-probit", "binomial", "means", "metric", "metric-normal"),
    *("count", "count-poisson", "ordinal", "hierarchical"),
)
ENGINES = ("exact", "mcmc")
WAYS = ("test", "interval", "posterior", "bayes-factor")
CORRECTIONS = ("max-t", "holm", "benjamini-hochberg", "none")
EFFECTS = ("odds-ratio", "cohens-d", "superiority")
PICTURES = ("posterior", "sensitivity", "diagnostics", "predictive")
ALIASES = {"robust": "metric"}  # models that are known by another name, too
FORMER = {"mean": "samples", "nested": "samples"}  # what --runs said before
SHORT = {"bh": "benjamini-hochberg", "maxt": "max-t", "bf": "bayes-factor"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Everything that a comparison is told, checked at the door."""

    claim: Claim
    ways: tuple[str, ...]
    test: str | None
    interval: str | None
    priors: tuple[Any, ...]  # the first is the one that answers
    rope: float | tuple[float, float] | None
    credible: float
    model: str | None  # the one that answers
    models: tuple[str, ...]  # all that are weighed against each other
    engine: str
    levels: tuple[int, int] | None
    chains: int
    draws: int
    warmup: int
    target_accept: float | None
    check: bool
    plot_of: tuple[str, ...]  # pictures to be made ready
    earlier: Any
    correct: str | None
    effects: tuple[str, ...]
    raters: str
    runs: str
    resamples: int
    seed: int
    power: float
    pairs: tuple[str, ...]  # of more than two systems; empty for the default
    together: bool = False  # one of several comparisons whose p and interval belong together

    @classmethod
    def of(
        cls,
        claim: Claim,
        *,
        assess: Any,
        test: str | None,
        interval: str | None,
        prior: Any,
        rope: float | tuple[float, float] | None,
        model: str | None = None,
        engine: str = "exact",
        levels: tuple[int, int] | None = None,
        chains: int = 4,
        draws: int = 1000,
        warmup: int = 1000,
        target_accept: float | None = None,
        check: bool = False,
        plot_of: Any = (),
        correct: str | None,
        effects: Any,
        raters: str = "random",
        runs: str = "crossed",
        resamples: int,
        rng: Any,
        power: float,
        pairs: str | None = None,
    ) -> Question:
        """Check everything and return it."""
        ways = words("assess", assess, WAYS)
        if not ways:
            raise ParameterError("assess", f"any of {', '.join(WAYS)}", "nothing")
        pictures = words("plot_of", plot_of, PICTURES)
        if pictures and not {"posterior", "bayes-factor"} & set(ways):
            raise ParameterError("plot_of", "a posterior to draw", option("assess", ",".join(ways)))
        if rope is None and claim.margin:
            rope = claim.margin
        if isinstance(rope, int | float) and check_number("rope", rope) <= 0:
            raise ParameterError("rope", "a half-width above 0", f"{rope:g}")
        named = _models(model)
        if correct is not None:
            correct = SHORT.get(correct, correct)
            if correct == "bonferroni":
                raise ParameterError(
                    option("correct", "bonferroni") + " is not offered: holm keeps the same "
                    "promise and is never weaker.",
                    "Use " + option("correct", "holm") + ".",
                )
            correct = check_one_of("correct", correct, CORRECTIONS)
        return cls(
            claim=claim,
            ways=ways,
            test=test,
            interval=interval,
            priors=prior_list(prior),
            rope=rope,
            credible=claim.level or 0.95,
            model=named[0] if named else None,
            models=named,
            engine=check_one_of("engine", engine, ENGINES),
            levels=levels,
            chains=check_count("chains", chains),
            draws=check_count("draws", draws),
            warmup=check_count("warmup", warmup),
            target_accept=(
                None if target_accept is None else check_share("target_accept", target_accept)
            ),
            check=check,
            plot_of=pictures,
            earlier=None,
            correct=correct,
            effects=words("effects", effects, EFFECTS),
            raters=check_one_of("raters", raters, RATERS),
            runs=check_one_of("runs", FORMER.get(runs, runs), RUNS),
            resamples=check_resamples(resamples),
            seed=root_seed(rng),
            power=check_share("power", power),
            pairs=parse_pairs(pairs),
        )


def _models(given: str | None) -> tuple[str, ...]:
    """Return the models of a text with commas, each known or a file."""
    named = tuple(name.strip() for name in given.split(",")) if given is not None else ()
    named = tuple(ALIASES.get(name, name) for name in named)
    for name in named:
        if not name.endswith(".py"):
            check_one_of("model", name, MODELS)
    return named


def prior_list(given: Any) -> tuple[Any, ...]:
    """Return the priors of a list, or of one text with commas outside of brackets."""
    if isinstance(given, str):
        parts = [part.strip() for part in re.split(r",(?![^(]*\))", given)]
        if not all(parts):
            raise ParameterError("prior", "a prior between the commas", repr(given))
        return tuple(parts)
    if isinstance(given, list | tuple) and given and not isinstance(given[0], int | float):
        return tuple(given)
    return (given,)


def words(who: str, given: Any, known: tuple[str, ...]) -> tuple[str, ...]:
    """Return a list of words, given as a list or as one text with commas."""
    if given is not None and not isinstance(given, str | list | tuple | set | frozenset):
        raise ParameterError(who, f"any of {', '.join(known)}", repr(given))
    parts = given.split(",") if isinstance(given, str) and given else list(given or ())
    found = [SHORT.get(str(part).strip(), str(part).strip()) for part in parts]
    for word in found:
        check_one_of(who, word, known)
    return tuple(dict.fromkeys(found))
