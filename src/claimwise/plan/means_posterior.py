"""What the posterior of a mean difference will say: exactly, for it is Student's t.

Under the reference prior the posterior of a study of n normal differences is Student's t around
their mean, so that it is sure, or its interval lies somewhere, where t passes a quantile; and the
Bayes factor of no difference (Jeffreys, Zellner and Siow) rises with the size of t alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from math import log, sqrt
from typing import Any

import numpy as np
from scipy import optimize, special

from claimwise.bayes import Question
from claimwise.bayes.models.mean import Effect, jzs
from claimwise.bayes.models.mean_prior import MeanPrior, mean_prior
from claimwise.core import At, ParameterError, Row, assumed, check_number, check_share, option
from claimwise.engine.effect_prior import EffectPrior
from claimwise.engine.planned import Answer, Comb, Planned
from claimwise.kernels.arrays import Floats
from claimwise.kernels.t_power import decided, one_group
from claimwise.plan.assessing import Asked, read_threshold
from claimwise.plan.means_study import FEWEST_EXACT, Spreads, anywhere
from claimwise.plan.posterior import Sure

NO_EFFECT = {"truth": "no effect"}
FARTHEST_T = 1e4
Cell = tuple[str, tuple[tuple[str, Any], ...]]  # a quantity, and where its row stands


@dataclass(frozen=True, slots=True)
class MeanReading:
    """How the posterior of the study will be read."""

    margin: float
    rope: float | None
    level: float
    threshold: float
    prior: MeanPrior

    @classmethod
    def of(cls, asked: Asked) -> MeanReading:
        """Check everything and return it."""
        margin = 0.0 if asked.margin is None else check_number("margin", asked.margin)
        rope = asked.rope if asked.rope is not None else margin if margin > 0 else None
        level = check_share("level", 0.95 if asked.level is None else asked.level)
        rope = None if rope is None else check_number("rope", rope)
        Question.of(rope, margin, level, ("A", "B"))
        prior = mean_prior("default" if asked.prior is None else asked.prior)
        if not prior.is_reference:
            raise ParameterError(
                option("prior", asked.prior),
                "the reference prior, under which the posterior is Student's t",
                prior.name,
                "Leave it out; reference:1 gives its Bayes factors another scale.",
            )
        return cls(margin, rope, level, read_threshold(asked.bayes_factor), prior)

    model = "means"

    def settings(self) -> dict[str, Any]:
        """Return what the answer rests on."""
        found = {
            "prior": self.prior.name,
            "prior_parameters": self.prior.parameters,
            "margin": self.margin,
            "rope": self.rope,
            "level": self.level,
            "bayes_factor": self.threshold,
        }
        return {key: value for key, value in found.items() if value is not None}


@dataclass(frozen=True, slots=True)
class ConcludingMeans:
    """How often the posterior of a mean difference is sure, and what else it says."""

    spreads: Spreads
    reading: MeanReading
    goal: Sure

    def powers(self, sizes: list[int], effect: float) -> Floats:
        """Return how often studies of several sizes conclude what may be true."""
        margin, tail = self.reading.margin, 1 - self.reading.level
        side = {"below": -margin} if self.goal.less(effect) else {"above": margin}
        return np.array([self._decided(n, effect, tail, **side) for n in sizes])

    def study(self, n: int, effect: float | EffectPrior) -> Answer:
        """Return what a study will conclude, at a difference or over a prior of it."""
        reading = self.reading
        if isinstance(effect, EffectPrior):
            names = list(self._said(n, 1.0, {}))
            average = effect.average(
                lambda d: np.array([self._said(n, d, {})[name] for name in names]), (0.0,)
            )
            there = dict(zip(names, average.tolist(), strict=True))
        else:
            there = self._said(n, effect, {})
        rows = [self._width(n), *(_row(cell, value, n) for cell, value in there.items())]
        if effect != 0:
            null = self._said(n, 0.0, NO_EFFECT)
            rows += [_row(cell, value, n) for cell, value in null.items()]
        said = (
            f"Prior of the analysis: {reading.prior.words}. All of these are probabilities of what "
            "a study will say, not that B is better; they are exact for normal differences. Bayes "
            "factors are of no difference at all: under this prior a region has none."
        )
        return rows, [assumed(said)]

    def _said(self, n: int, d: float, at: At) -> dict[Cell, float]:
        """Return how often each thing is said, by quantity and place."""
        reading = self.reading
        found: dict[Cell, float] = {}
        says = partial(self._decided, n, d)

        def put(quantity: str, value: float, **more: str) -> None:
            found[quantity, tuple({**more, **at}.items())] = value

        sure, tail = 1 - reading.level, (1 - reading.level) / 2
        for margin in dict.fromkeys((0.0, reading.margin)):
            against = {"against": "margin"} if margin else {}
            put("conclude", says(sure, above=margin), side="greater", **against)
            put("conclude", says(sure, below=-margin), side="less", **against)
        up, down = says(tail, above=0.0), says(tail, below=0.0)
        if d:
            right, wrong = (up, down) if d > 0 else (down, up)
            put("hdi_excludes_zero", right)
            put("wrong_sign", wrong)
        else:
            put("hdi_excludes_zero", up + down)
        if reading.rope is not None:
            above, below = says(tail, above=reading.rope), says(tail, below=-reading.rope)
            inside = says(tail, above=-reading.rope, below=reading.rope)
            if at:
                put("hdi_outside_rope", above + below)
            else:
                put("hdi_outside_rope", above, side="greater")
                put("hdi_outside_rope", below, side="less")
            put("hdi_inside_rope", inside)
            put("hdi_undecided", max(0.0, 1 - above - below - inside))
        threshold = f"{reading.threshold:g}"
        for which in ("10", "01"):
            value = self._factor(n, d, which)
            put(f"bayes_factor_{which}_above", value, threshold=threshold)
        return found

    def _decided(self, n: int, d: float, tail: float, **margins: float) -> float:
        return decided(one_group(n, self.spreads.a), d, tail, **margins).probability

    def _factor(self, n: int, d: float, which: str) -> float:
        """Return how often the Bayes factor reaches its threshold, for (01) or against the null."""
        reading = self.reading
        size = critical_t(n, reading.threshold if which == "10" else 1 / reading.threshold,
                          reading.prior.width)  # fmt: skip
        if size is None:
            return 0.0
        tail = float(special.stdtr(n - 1, -size))
        beyond = self._decided(n, d, tail, above=0.0) + self._decided(n, d, tail, below=0.0)
        return beyond if which == "10" else max(0.0, 1 - beyond)

    def _width(self, n: int) -> Row:
        """Return the mean width of the interval."""
        quantile = float(special.stdtrit(n - 1, (1 + self.reading.level) / 2))
        mean_sd = sqrt(2 / (n - 1)) * float(special.poch((n - 1) / 2, 0.5))
        width = 2 * quantile * self.spreads.a * mean_sd / sqrt(n)
        return Row(quantity="interval_width", estimate=width, n=n)


@lru_cache(maxsize=4096)
def critical_t(n: int, factor: float, width: float) -> float | None:
    """Return the size of t at which the Bayes factor against no difference is `factor`.

    None where even t = 0 has a larger one.

    >>> round(critical_t(100, 0.5513, 1.0), 3)
    2.0
    """

    def excess(t: float) -> float:
        return -jzs(Effect(t / sqrt(n), 1.0, float(n), n - 1), width)[0] - log(factor)

    if excess(0.0) > 0:
        return None
    return float(optimize.brentq(excess, 0.0, FARTHEST_T, xtol=1e-10))


def planned_mean_posterior(
    spreads: Spreads, reading: MeanReading, target: float, unit: str
) -> Planned:
    """Return a study that is to make the posterior of a mean difference sure."""
    goal = Sure(reading)
    reach = max(0.0, float(special.ndtri(reading.level) + special.ndtri(target)))
    return Planned(
        goal=goal,
        route=ConcludingMeans(spreads, reading, goal),
        target=target,
        needs=lambda d: (reach * spreads.a / goal.gap(d)) ** 2,
        possible=anywhere,
        unit=unit,
        fewest=FEWEST_EXACT,
        comb=lambda guess, d: Comb(2, 256, patient=False),  # nothing wavers
    )


def refuse_posterior(spreads: Spreads) -> None:
    """Refuse studies whose posterior is not Student's t."""
    found: dict[str, Callable[[], bool]] = {
        "different items for each system": lambda: not spreads.paired,
        "clusters": lambda: spreads.cluster_size > 1,
        f"{spreads.shape} scores": lambda: spreads.shape != "normal",
    }
    for what, is_so in found.items():
        if is_so():
            raise ParameterError(
                option("assess", "posterior"),
                "normal differences of single items, whose posterior is Student's t",
                what,
                "Use " + option("assess", "test") + ".",
            )


def _row(cell: Cell, value: float, n: int) -> Row:
    quantity, at = cell
    return Row(quantity=quantity, at=dict(at), estimate=value, n=n)
