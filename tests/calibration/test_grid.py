"""Long simulations over grids: `make calibrate`.

The fast suite checks the same laws by enumeration and on small grids; here the general
engine runs large batches of studies against enumeration, over every registered test.
"""

import pytest
from scipy import stats

from claimwise.core import ALTERNATIVES, entries
from claimwise.engine.simulate import simulate_power
from claimwise.power import exact_power
from claimwise.worlds import PairedAccuracy, Preference, Proportions

CELLS = [
    *[(PairedAccuracy(d, a), n) for a in (0.7, 0.9, 0.97) for d in (0.01, 0.03) for n in (60, 400)],
    *[(Preference(0.45, 0.35, ties), n) for ties in ("drop", "split") for n in (50, 201)],
    *[(Proportions(p, d), n) for p, d in ((0.5, 0.1), (0.92, 0.03)) for n in (40, 300)],
]
TESTS = [entry.thing for entry in entries("test", outcome="binary", margin=False)]


@pytest.mark.calibration
@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.name)
def test_chance_simulation_matches_enumeration_everywhere(test, alternative):
    """False alarm: one in a thousand for each comparison, seeds fixed."""
    replicates = 50_000
    worst = 1.0
    for world, n in CELLS:
        if isinstance(world, Proportions) == test.paired:
            continue
        exact = exact_power(world, test, n, alpha=0.05, alternative=alternative)
        null = exact_power(world.null(), test, n, alpha=0.05, alternative=alternative)
        found = simulate_power(
            world, test, n, alternative=alternative, replicates=replicates, rng=n, workers=1
        )
        for name, truth in (("power", exact.power), ("alpha", null.reject_any)):
            hits = round(found[name].estimate * replicates)
            p = stats.binomtest(hits, replicates, min(1.0, max(0.0, truth))).pvalue
            worst = min(worst, p)
            assert p > 1e-4, (world, n, name, found[name].estimate, truth)
    print(f"{test.name} {alternative}: smallest p-value of agreement {worst:.4f}")


@pytest.mark.calibration
@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.name)
def test_chance_false_positives_on_a_fine_grid(test):
    """Enumerated, not simulated: the largest rate over 40 rates of disagreement or accuracy."""
    rates = [(i + 0.5) / 40 for i in range(40)]
    worst = 0.0
    for n in (10, 25, 60, 150, 400, 1000):
        for rate in rates:
            world = PairedAccuracy(0, 1 - rate) if test.paired else Proportions(rate, 0)
            worst = max(worst, exact_power(world, test, n, alpha=0.05).reject_any)
    print(f"{test.name}: largest false-positive rate at alpha 0.05: {worst:.5f}")
    most = {"at most alpha": 0.05 * (1 + 1e-7), "near alpha": 0.0575, "asymptotic": 0.125}
    assert worst <= most[test.size]
