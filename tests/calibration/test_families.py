"""Families of comparisons: false families at alpha or below, joint coverage at the level."""

import numpy as np
import pytest

from tests.assess.families import at_most, rates

KINDS = ("right or wrong", "95% right", "normal", "lognormal")
STUDIES = 1000


def row(name, false, held, pairs="all pairs of "):
    """Print a line of the table of docs/conformance.md."""
    rates = f"{false / STUDIES:.4f} | {held / STUDIES:.4f}"
    print(f"| compare, {pairs}{name} | {rates} | {STUDIES:,} |")


@pytest.mark.calibration
@pytest.mark.parametrize("n", [20, 60, 120, 500])
@pytest.mark.parametrize("systems", [3, 5, 10])
@pytest.mark.parametrize("kind", KINDS)
def test_chance_all_pairs(kind, systems, n):
    false, held = rates(kind, n, systems, STUDIES, 1000 * systems + n)
    row(f"{systems} systems, {kind}, {n} items", false, held)
    assert at_most(false, STUDIES)
    assert at_most(STUDIES - held, STUDIES)


@pytest.mark.calibration
@pytest.mark.parametrize("kind", KINDS)
def test_chance_joint_coverage_of_true_differences(kind):
    _, held = rates(kind, 60, 5, STUDIES, 11, spread=0.3)
    assert at_most(STUDIES - held, STUDIES)


@pytest.mark.calibration
@pytest.mark.parametrize("kind", KINDS)
def test_chance_against_a_baseline(kind):
    false, held = rates(kind, 60, 11, STUDIES, 12, against_first=True)
    row(f"{kind}, 60 items", false, held, pairs="10 systems against a baseline, ")
    assert at_most(false, STUDIES)
    assert at_most(STUDIES - held, STUDIES)


@pytest.mark.calibration
@pytest.mark.parametrize("clusters", [10, 20, 60])
def test_chance_clusters(clusters):
    false, held = rates(
        "normal", 4 * clusters, 5, STUDIES, 13, cluster=np.arange(4 * clusters) // 4
    )
    row(f"5 systems, normal, {clusters} clusters of 4", false, held)
    assert at_most(false, STUDIES)
