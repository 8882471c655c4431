"""Ratings with few raters: false positives at alpha or below, intervals that cover at their level.

The worlds are drawn with plain numpy: 5-point ratings of a latent scale with logistic noise, raters
and items crossed, both with their own levels and their own differences between systems.
"""

import numpy as np
import pytest
from scipy import stats

from claimwise.mixed.design import Labels, build_design
from claimwise.mixed.differences import difference_rows
from claimwise.mixed.formula import formula_of
from claimwise.mixed.levels import all_levels
from claimwise.mixed.linear import LinearModel
from claimwise.mixed.ordinal import OrdinalModel

NOISE = 0.6  # of one rating: the scale of a logistic distribution
# Standard deviations of the systems' differences over raters and over items.
WORLDS = {"raters and items": (0.5, 0.3), "raters above all": (1.5, 0.1)}


def ratings(raters, items, systems, world, rng):
    """Return codes of rater, item and system, and ratings from 1 to 5 without a true difference."""
    shape = (raters, items, systems)
    rater, item, system = (x.ravel() for x in np.indices(shape))
    by_rater, by_item = (sd / np.sqrt(2) for sd in WORLDS[world])
    latent = rng.logistic(scale=NOISE, size=shape) + 2.5
    latent += rng.normal(0, 0.5, (raters, 1, 1)) + rng.normal(0, 0.5, (1, items, 1))
    latent += rng.normal(0, by_rater, (raters, 1, systems))
    latent += rng.normal(0, by_item, (1, items, systems))
    return rater, item, system, np.clip(np.floor(latent.ravel()) + 1, 1, 5)


def labels(codes):
    return Labels(codes.astype(np.int64), tuple(map(str, range(codes.max() + 1))))


def differences(outcome, rater, item, system, y):
    """Return the rows of all differences, as the analysis has them."""
    columns = {"rater": labels(rater), "item": labels(item), "system": labels(system)}
    formula = formula_of("y", "system", ("rater", "item"), slopes=True)
    design = build_design(formula, columns, intercept=outcome == "linear")
    if outcome == "linear":
        fit = LinearModel.of(design).fit(y)
    else:
        values, codes = np.unique(y, return_inverse=True)
        fit = OrdinalModel.of(design, tuple(map(str, values))).fit(codes.astype(np.int64))
    found = difference_rows(fit, all_levels(fit, columns)["system"], 0.95)
    return [row for row in found if row.quantity == "difference"]


def rates(outcome, raters, studies, seed, world="raters and items", systems=2, items=15):
    """Return in how many studies something is found, in how many all intervals cover, and all."""
    rng = np.random.default_rng(seed)
    rejects = covers = 0
    for _ in range(studies):
        rows = differences(outcome, *ratings(raters, items, systems, world, rng))
        found = [row.pvalue is not None and row.pvalue <= 0.05 for row in rows]
        inside = [row.pvalue is None or row.low <= 0 <= row.high for row in rows]
        assert [not one for one in found] == inside  # p and interval belong together
        rejects += any(found)
        covers += all(inside)
    return rejects, covers, studies


def at_most(hits, studies, rate=0.05):
    return stats.binomtest(hits, studies, rate, alternative="greater").pvalue > 1e-3


@pytest.mark.slow
@pytest.mark.parametrize("outcome", ["ordinal", "linear"])
@pytest.mark.parametrize("raters", [3, 5])
def test_chance_few_raters(outcome, raters):
    """In 80 studies a rate of 0.17 would be found out: z has that in this world."""
    rejects, covers, studies = rates(outcome, raters, 80, 1, "raters above all")
    assert at_most(rejects, studies)
    assert covers == studies - rejects


@pytest.mark.slow
def test_chance_three_systems_hold_together():
    rejects, _, studies = rates("linear", 6, 60, 2, systems=3)
    assert at_most(rejects, studies)


@pytest.mark.calibration
@pytest.mark.parametrize("outcome", ["ordinal", "linear"])
@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize(("raters", "studies"), [(2, 1000), (3, 1000), (5, 1000), (12, 500)])
def test_calibration_of_two_systems(outcome, world, raters, studies):
    rejects, covers, studies = rates(outcome, raters, studies, 3, world)
    print(
        f"\n| ratings, {outcome}, {raters} raters, {world} "
        f"| {rejects / studies:.4f} | {covers / studies:.4f} | {studies:,} |"
    )
    assert at_most(rejects, studies)
    assert at_most(studies - covers, studies)


@pytest.mark.calibration
@pytest.mark.parametrize("outcome", ["ordinal", "linear"])
@pytest.mark.parametrize(("raters", "systems"), [(5, 3), (12, 3), (12, 5)])
def test_calibration_of_families(outcome, raters, systems):
    rejects, covers, studies = rates(outcome, raters, 500, 4, systems=systems)
    print(
        f"\n| ratings, {outcome}, {raters} raters, all pairs of {systems} systems "
        f"| {rejects / studies:.4f} | {covers / studies:.4f} | {studies:,} |"
    )
    assert at_most(rejects, studies)
    assert at_most(studies - covers, studies)
