"""Figures 3 and 4 of Wein et al. (2023): moments by integration, and what turns the verdicts."""

from __future__ import annotations

from math import erf, exp, gamma, pi, sqrt

import pytest

import papers
from papers.base import Effort
from papers.run import kept_values

from .kept import judged


def at(name, line, number, values=None):
    found = kept_values(name) if values is None else values
    where = (("part", "numbers"), ("line", line), ("number", number))
    return next(value.estimate for value in found if value.where == where)


def test_value_the_mean_of_a_folded_normal_variable_that_is_cut():
    """E min(|X|, c) = s sqrt(2 / pi) (1 - exp(-c^2 / 2 s^2)) + c P(|X| > c)."""
    s, c = 0.28, 0.8
    below = s * sqrt(2 / pi) * (1 - exp(-(c**2) / (2 * s**2)))
    mean = below + c * (1 - erf(c / (s * sqrt(2))))
    assert at("wein-figure-3", "distribution", "mean") == pytest.approx(mean, abs=5e-4)
    assert sqrt(pi / 2 - 1) < 0.155 / 0.205  # what no folded normal distribution can have


def test_value_the_mean_of_a_triangular_variable_that_is_cut_at_0():
    """E max(T, 0) = (a + m + b) / 3 + |a|^3 / 3 / ((b - a) (m - a)), with a below 0."""
    a, m, b = -0.05, 0.21, 0.45
    mean = (a + m + b) / 3 + abs(a) ** 3 / 3 / ((b - a) * (m - a))
    assert at("wein-figure-4", "distribution", "mean") == pytest.approx(mean, abs=5e-4)
    # The deviation of five normal values is on average c4(5) times theirs.
    c4 = sqrt(2 / 4) * gamma(5 / 2) / gamma(4 / 2)
    whole = at("wein-figure-4", "five values before they are cut", "mean")
    assert whole == pytest.approx(c4 * mean, abs=1e-3)


@pytest.mark.parametrize(
    ("name", "place", "new", "counts"),
    [
        ("wein-figure-3", None, 0.0, (0, 2, 0, 1)),
        ("wein-figure-3", ("distribution", "mean"), 0.203, (1, 2, 0, 1)),
        ("wein-figure-3", ("distribution", "error of 10 bars by chance"), 1100.0, (0, 2, 1, 1)),
        ("wein-figure-4", None, 0.0, (0, 0, 0, 1)),
        ("wein-figure-4", ("five simulated ratings", "mean"), 0.18, (0, 0, 1, 1)),
    ],
)
def test_direction_one_number_turns_a_verdict(name, place, new, counts):
    def change(value):
        here = place == tuple(text for _, text in value.where)[1:]
        return value._replace(estimate=new) if here else value

    found = judged(name, change).counts()
    assert (found["same"], found["numbers"], found["held"], found["claims"]) == counts


def test_a_quick_run_comes_near_the_kept_one():
    (cell,) = papers.REPLICATIONS["wein-figure-4"].cells()
    quick = cell.compute(Effort(quick=True, seed=2, workers=1))
    for line in ("distribution", "five simulated ratings", "five values before they are cut"):
        kept = at("wein-figure-4", line, "mean")
        assert at("", line, "mean", quick) == pytest.approx(kept, abs=2e-3)
