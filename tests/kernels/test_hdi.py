"""Quantiles, modes and shortest intervals of distributions that SciPy knows."""

import numpy as np
import pytest
from scipy import stats

from claimwise.kernels import hdi

CASES = {
    "normal": (stats.norm(0.1, 0.02), -1.0, 1.0),
    "skewed": (stats.beta(2, 9), 0.0, 1.0),
    "rising": (stats.beta(5, 1), 0.0, 1.0),
    "falling": (stats.beta(1, 5), 0.0, 1.0),
    "pole": (stats.beta(0.5, 3), 0.0, 1.0),
    "pole above": (stats.beta(3, 0.5), 0.0, 1.0),
    "two poles": (stats.beta(0.5, 0.5), 0.0, 1.0),
    "steep": (stats.beta(9, 1.2), 0.0, 1.0),
}
every_case = pytest.mark.parametrize("name", CASES)


def parts(name):
    law, low, high = CASES[name]
    bounds = {"low": low, "high": high, "scale": float(law.std())}
    return law, law.sf, lambda x: np.asarray(law.logpdf(x)), bounds


@every_case
@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.999])
def test_law_the_shortest_interval_is_the_shortest(name, level):
    law, sf, log_density, bounds = parts(name)
    start = tuple(law.ppf([(1 - level) / 2, (1 + level) / 2]))
    low, high = hdi.shortest(level, sf, log_density, start=start, **bounds)
    assert law.cdf(high) - law.cdf(low) == pytest.approx(level, abs=1e-9)
    p = np.linspace(0, 1 - level, 4001)
    widths = law.ppf(np.minimum(p + level, 1)) - law.ppf(p)
    assert high - low <= widths.min() + 1e-9


@every_case
def test_value_quantiles(name):
    law, sf, log_density, bounds = parts(name)
    p = np.array([0.001, 0.025, 0.3, 0.5, 0.8, 0.975, 0.9999])
    for start in (law.mean(), law.ppf(0.01), law.ppf(0.99)):
        got = hdi.quantile(p, sf, log_density, start=start, **bounds)
        assert got == pytest.approx(law.ppf(p), abs=1e-9)
    ends = hdi.quantile([0.0, 1.0], sf, log_density, start=0.5, **bounds)
    assert ends.tolist() == [bounds["low"], bounds["high"]]


@pytest.mark.parametrize(
    ("name", "want"),
    [("normal", 0.1), ("skewed", 1 / 9), ("rising", 1.0), ("falling", 0.0), ("pole", 0.0)],
)
def test_value_modes(name, want):
    _, _, log_density, bounds = parts(name)
    with np.errstate(divide="ignore"):
        got = hdi.mode(log_density, low=bounds["low"], high=bounds["high"])
    assert got == pytest.approx(want, abs=1e-7)


def test_value_the_search_agrees_with_newton():
    law, sf, log_density, bounds = parts("skewed")
    start = tuple(law.ppf([0.025, 0.975]))
    newton = hdi.shortest(0.95, sf, log_density, start=start, **bounds)
    search = hdi._search(0.95, sf, log_density, **bounds)
    assert search == pytest.approx(newton, abs=1e-9)


def test_value_a_quantile_beside_a_pole():
    """The density 1 / (4 sqrt|x|) on (-1, 1); a step from the pole itself has no length."""

    def sf(x):
        return 0.5 - np.sign(x) * np.sqrt(np.abs(x)) / 2

    def log_density(x):
        with np.errstate(divide="ignore"):
            return -np.log(4 * np.sqrt(np.abs(x)))

    got = hdi.quantile([0.3, 0.55], sf, log_density, start=0.0, low=-1.0, high=1.0, scale=0.4)
    assert got == pytest.approx([-0.16, 0.01], abs=1e-9)
