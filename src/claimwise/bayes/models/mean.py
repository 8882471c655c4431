"""The mean difference of graded scores: Student's t, and the Bayes factor of no difference."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, log1p, pi, sqrt

import numpy as np
from scipy import special

from claimwise.bayes.student import StudentMixture
from claimwise.kernels.arrays import Floats

STEP = 0.1  # of log g: the trapezoidal rule is then exact to 1e-13
LEFT, RIGHT = -6.0, 40.0  # logs of g between which all of its prior lies, but for 1e-17
NEGLIGIBLE = 1e-18  # of the weights


@dataclass(frozen=True, slots=True)
class Effect:
    """A mean difference with what its t statistic rests on.

    `n` is the number of pairs, or n_A n_B / (n_A + n_B); `sd` that of the differences, or the
    pooled one of both systems.
    """

    difference: float
    sd: float
    n: float
    df: int

    @classmethod
    def paired(cls, d: Floats) -> Effect:
        """Return the effect of differences on the same items."""
        return cls(float(d.mean()), float(d.std(ddof=1)), float(d.size), d.size - 1)

    @classmethod
    def apart(cls, a: Floats, b: Floats) -> Effect:
        """Return the effect of scores on different items, with one variance."""
        df = a.size + b.size - 2
        squares = (a.size - 1) * float(a.var(ddof=1)) + (b.size - 1) * float(b.var(ddof=1))
        n = a.size * b.size / (a.size + b.size)
        return cls(float(b.mean() - a.mean()), sqrt(squares / df), n, df)

    @property
    def t(self) -> float:
        """The t statistic."""
        return self.difference / self.sd * sqrt(self.n)


def jzs(effect: Effect, width: float) -> tuple[float, StudentMixture, Floats]:
    """Return the log Bayes factor of no difference, and the posterior of the difference.

    Given g, which is inverse gamma, the standardised difference is normal(0, g): together a Cauchy
    with scale `width` (Zellner and Siow 1980). Given g all is in closed form, so that one integral
    over log g is left; Rouder et al. (2009), equation 1. The third value is g at the components of
    the posterior.

    >>> effect = Effect(0.2, 1.0, 100.0, 99)  # t = 2.0, one sample of 100
    >>> round(float(np.exp(-jzs(effect, 1.0)[0])), 4)
    0.5513
    """
    n, df, t = effect.n, effect.df, effect.t
    # A large t moves the weight to a g of about t^2 / n.
    last = RIGHT + log1p(t**2 / n / width**2)
    logs_g = np.arange(LEFT, last, STEP) + 2 * log(width)
    g = np.exp(logs_g)
    ratio = 1 + n * g
    log_prior = log(width) - 0.5 * log(2 * pi) - 0.5 * logs_g - width**2 / (2 * g)  # d log g
    log_likelihood = -0.5 * np.log(ratio) - (df + 1) / 2 * np.log1p(t**2 / (ratio * df))
    logs = log_prior + log_likelihood + log(STEP)
    log_marginal = float(special.logsumexp(logs))
    log_null = -(df + 1) / 2 * log1p(t**2 / df)
    weights = np.exp(logs - log_marginal)
    kept = weights > NEGLIGIBLE
    weights, g, ratio = weights[kept] / weights[kept].sum(), g[kept], ratio[kept]
    squares = df * effect.sd**2 + n * effect.difference**2 / ratio
    posterior = StudentMixture(
        weights,
        effect.difference * (1 - 1 / ratio),
        np.sqrt(squares / (df + 1) * g / ratio),
        float(df + 1),
    )
    return log_null - log_marginal, posterior, g
