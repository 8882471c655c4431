"""The test itself at every look: by hand, beside normal theory, and with any number of workers."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from claimwise import run
from claimwise.core import ParameterError
from claimwise.data import Differences, IndependentCounts, PairCounts
from claimwise.engine.sequential import Stops, gather, simulate_looks, stop_rows
from claimwise.engine.simulate import Run
from claimwise.htest import find_test
from claimwise.power import exact_power
from claimwise.power.looks import Looks, check_looks, items_at
from claimwise.worlds import PairedAccuracy, PairedScores, Preference, Proportions


def simulated(world, name, n, *, rule="pocock", looks=3, replicates=4000, seed=1, **more):
    sizes = items_at(check_looks(looks), n)
    rules = Looks.of([size / n for size in sizes], rule=rule, **more)
    test = find_test(name)
    both = [
        simulate_looks(place, test, sizes, rules, Run(replicates, seed), stream=stream)
        for stream, place in enumerate((world, world.null()))
    ]
    return rules, {row.estimand: row for row in stop_rows(*both, world.truth())}


CASES = {
    "accuracy": (PairedAccuracy(0.04, 0.8), "mcnemar-asymptotic", 1000),
    "accuracy, B worse": (PairedAccuracy(-0.04, 0.8), "mcnemar-midp", 1000),
    "preference": (Preference(0.4, 0.32), "mcnemar-asymptotic", 1000),
    "proportions": (Proportions(0.6, 0.06), "z-pooled", 900),
    "scores": (PairedScores(0.2), "paired-t", 150),
}


def one_look(world, name, n):
    """Return the power with one look."""
    if isinstance(world, PairedScores):
        df, at = n - 1, world.difference * np.sqrt(n)
        return stats.nct.sf(stats.t.isf(0.025, df), df, at)
    return exact_power(world, name, n).power


@pytest.mark.parametrize("case", CASES)
def test_chance_agrees_with_normal_theory(case):
    world, name, n = CASES[case]
    looks, rows = simulated(world, name, n)
    drift = stats.norm.isf(0.025) + stats.norm.ppf(one_look(world, name, n))
    above, below = looks.crossings(drift)
    row = rows["power[sequential, simulated]"]
    assert row.estimate == pytest.approx(above.sum(), abs=0.025)
    by_look = [rows[f"stop[look={k}, simulated]"].estimate for k in (1, 2, 3)]
    assert by_look == pytest.approx(above + below, abs=0.035)
    alpha = rows["alpha[sequential, simulated]"]
    assert alpha.low - 0.005 <= 0.05 <= alpha.high + 0.005


def test_value_studies_that_never_stop_have_all_items():
    none = np.zeros(2)
    stops = Stops((50, 100), 10, np.array([2.0, 3.0]), np.array([1.0, 0.0]), none, none)
    row = stops.expected_n("expected_n")
    assert row.estimate == (3 * 50 + 7 * 100) / 10
    error = np.sqrt((0.3 * 35**2 + 0.7 * 15**2) / 10)
    assert row.high - row.estimate == pytest.approx(1.959964 * error, rel=1e-6)


def test_direction_stopped_estimates_exaggerate():
    _, rows = simulated(*CASES["accuracy"])
    assert rows["type_m[sequential, simulated]"].low > 1.1
    assert rows["type_s[sequential, simulated]"].estimate < 0.01
    effect, null = (rows[f"expected_n[{e}, simulated]"] for e in ("effect", "no effect"))
    assert 333 < effect.high < null.low < 1000


@pytest.mark.parametrize(
    ("world", "name", "n"),
    [
        (PairedAccuracy(0.05, 0.8), "mcnemar-exact", 400),
        (Preference(0.3, 0.1, "split"), "sign", 60),
        (Proportions(0.6, 0.1), "fisher", 150),
    ],
    ids=["accuracy", "preference with split ties", "proportions"],
)
def test_chance_one_look_is_the_fixed_test(world, name, n):
    studies = 20_000
    _, rows = simulated(world, name, n, looks=1, replicates=studies)
    hits = round(rows["power[sequential, simulated]"].estimate * studies)
    assert stats.binomtest(hits, studies, exact_power(world, name, n).power).pvalue > 1e-3
    assert rows["expected_n[effect, simulated]"].estimate == n


def test_direction_less_looks_for_a_worse_b():
    world = PairedAccuracy(-0.05, 0.8)
    found = [
        simulated(world, "mcnemar-midp", 600, replicates=1000, alternative=side)[1]
        for side in ("less", "greater")
    ]
    powers = [rows["power[sequential, simulated]"].estimate for rows in found]
    assert powers[0] > 0.8
    assert powers[1] == 0  # nothing that it rejects has the right sign


def test_law_workers_do_not_change_the_answer():
    sizes = (100, 200)
    looks = Looks.of((0.5, 1.0), rule="pocock")
    world, test = PairedAccuracy(0.05, 0.8), find_test("mcnemar-midp")
    alone = simulate_looks(world, test, sizes, looks, Run(2500, 3))
    with run.using(workers=2):
        shared = simulate_looks(world, test, sizes, looks, Run(2500, 3))
    assert np.array_equal(alone.stopped(), shared.stopped())
    assert np.array_equal(alone.size, shared.size)


def test_value_gathered_data_hold_the_items_of_both():
    counts = gather(PairCounts.of([1], [2], 5), PairCounts.of([3], [0], 4))
    assert (counts.wins[0], counts.losses[0], counts.n) == (4, 2, 9)
    groups = gather(IndependentCounts.of([1], 5, [2], 5), IndependentCounts.of([3], 4, [4], 4))
    assert (groups.a[0], groups.n_a, groups.b[0], groups.n_b) == (4, 9, 6, 9)
    scores = gather(Differences.of([[1.0]]), Differences.of([[2.0, 3.0]]))
    assert scores.d.tolist() == [[1, 2, 3]]


def test_value_split_ties_are_split_over_all_items_together():
    # Every batch has one tie, which alone is odd and left out; both of them make a pair.
    class OneTie(Preference):
        def draw(self, n, rng, size):
            return PairCounts(np.full(size, n - 1), np.zeros(size, int), n)

    seen = []

    class Seeing:
        region = None
        resampled = False

        def decide(self, data, alternative, level):
            seen.append((int(data.wins[0]), int(data.losses[0])))
            return np.zeros(len(data), bool)

    looks = Looks.of((0.5, 1.0), rule="pocock")
    simulate_looks(OneTie(0.5, 0.1, "split"), Seeing(), (3, 6), looks, Run(2, 1))
    assert seen == [(2, 0), (5, 1)]


def test_refused_resampled_tests():
    with pytest.raises(ParameterError, match="resamples"):
        simulate_looks(
            PairedScores(0.2),
            find_test("permutation"),
            (20, 40),
            Looks.of((0.5, 1.0), rule="pocock"),
            Run(10, 1),
        )


def test_refused_clusters():
    with pytest.raises(ParameterError, match="item by item"):
        simulate_looks(
            PairedScores(0.2, cluster_size=5, icc=0.2),
            find_test("paired-t"),
            (20, 40),
            Looks.of((0.5, 1.0), rule="pocock"),
            Run(10, 1),
        )
