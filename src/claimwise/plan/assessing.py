"""What a plan is to foresee: a test, a posterior, or both; checked at the door."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from claimwise.core import ParameterError, check_number, check_one_of, check_share, option
from claimwise.engine.effect_prior import EffectPrior

if TYPE_CHECKING:
    from claimwise.bayes import Prior
    from claimwise.engine.posteriors import Rules

WAYS = ("test", "posterior")
REPLICATES = 2000
# Of the test alone, with the values that nobody has changed.
OF_THE_TEST = {
    "test": (None, "mcnemar-midp", "z-pooled", "sign"),
    "alternative": ("two-sided",),
    "alpha": (0.05,),
    "by": (None, "exact"),
}


@dataclass(frozen=True, slots=True)
class Asked:
    """How the options that plans of tests and of posteriors share were given."""

    assess: Any = "test"
    margin: Any = None
    rope: Any = None
    prior: Any = None
    level: Any = None
    bayes_factor: Any = None
    effect_prior: Any = None

    def ways(self) -> tuple[str, ...]:
        """Return what is to be foreseen."""
        given = self.assess
        if not isinstance(given, str | list | tuple):
            raise ParameterError("assess", f"any of {', '.join(WAYS)}", repr(given))
        parts = given.split(",") if isinstance(given, str) else list(given)
        found = [check_one_of("assess", str(part).strip(), WAYS) for part in parts]
        if not found:
            raise ParameterError("assess", f"any of {', '.join(WAYS)}", "nothing")
        return tuple(way for way in WAYS if way in found)

    def effect(self) -> EffectPrior | None:
        """Return what is believed of the true difference, if that was said."""
        return None if self.effect_prior is None else EffectPrior.of(self.effect_prior)

    def reading(self, paired: bool) -> Reading | None:
        """Return how the posterior will be read; refuse its options where there is none."""
        if "posterior" in self.ways():
            return Reading.of(self, paired)
        for name in ("margin", "rope", "prior", "level", "bayes_factor"):
            if getattr(self, name) is not None:
                remedy = "Use " + option("assess", "posterior")
                if name == "margin":
                    remedy += ", or " + option("claim", "superiority")
                found = option("assess", "test")
                raise ParameterError(name, "a posterior to speak of", found, remedy + ".")
        return None


@dataclass(frozen=True, slots=True)
class Reading:
    """How the posterior of the study will be read."""

    margin: float
    rope: float | None
    prior: Prior
    level: float
    threshold: float
    rules: Rules

    @classmethod
    def of(cls, asked: Asked, paired: bool) -> Reading:
        """Check everything and return it."""
        from claimwise.bayes import Question, beta_prior, dirichlet_prior
        from claimwise.engine.posteriors import Rules

        margin = 0.0 if asked.margin is None else check_number("margin", asked.margin)
        if abs(margin) >= 1:
            remedy = f"Write {margin / 100:g} for {margin:g} percentage points."
            raise ParameterError("margin", "a number between -1 and 1", f"{margin:g}", remedy)
        rope = asked.rope if asked.rope is not None else margin if margin > 0 else None
        level = check_share("level", 0.95 if asked.level is None else asked.level)
        if rope is not None:  # plans take half a width alone
            rope = check_number("rope", rope)
        Question.of(rope, margin, level, ("A", "B"))
        threshold = read_threshold(asked.bayes_factor)
        given = "uniform" if asked.prior is None else asked.prior
        prior = dirichlet_prior(given) if paired else beta_prior(given)
        rules = Rules.of(prior, level, rope, threshold)
        return cls(margin, rope, prior, level, threshold, rules)

    @property
    def model(self) -> str:
        """The name of the posterior."""
        return "dirichlet" if self.prior.family == "dirichlet" else "beta-binomial"

    def settings(self) -> dict[str, Any]:
        """Return what the answer rests on."""
        found = {
            "prior": self.prior.name,
            "prior_parameters": list(self.prior.parameters),
            "margin": self.margin,
            "rope": self.rope,
            "level": self.level,
            "bayes_factor": self.threshold,
        }
        return {key: value for key, value in found.items() if value is not None}


def read_threshold(given: Any) -> float:
    """Return the Bayes factor that counts, by default 10."""
    threshold = check_number("bayes_factor", 10.0 if given is None else given)
    if not 1 < threshold <= 1e9:
        raise ParameterError("bayes_factor", "a threshold above 1 and up to 1e9", f"{threshold:g}")
    return threshold


def posterior_settings(ways: tuple[str, ...], reading: Any, difference: float | None) -> Any:
    """Return how a posterior is read, and of what it is hoped to be sure; nothing without one."""
    if reading is None:
        return {}
    known = reading.settings()
    margin = known.get("margin") or 0.0
    side = "less" if (difference or 0.0) < 0 <= margin else "greater"
    goal = {"side": side} | ({"against": "margin"} if margin else {})
    return {"assess": list(ways), **known, "goal": goal}


def refuse_options_of_the_test(given: dict[str, Any]) -> None:
    """Refuse what only a test would heed, where none is assessed."""
    for name, usual in OF_THE_TEST.items():
        if given[name] not in usual:
            raise ParameterError(
                option(name, given[name]),
                "a test to be assessed",
                "a posterior alone",
                "Use " + option("assess", "test,posterior") + ".",
            )
