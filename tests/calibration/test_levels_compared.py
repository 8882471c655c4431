"""Raters and runs in compare: false positives at alpha or below, intervals at their level.

By the default of `compare`, on studies without a true difference: 60 items, on which systems
differ (sd 0.5) beside what they have in common (sd 1); what a rater or a run has in common over
items has sd 0.5, and one score noise of sd 1. Graded scores are that, right or wrong their sign.
"""

import numpy as np
import pytest
from scipy import stats

import claimwise as cw
from claimwise.assess.level_tables import cells
from claimwise.assess.levels import level_of, spread_of_pairs
from claimwise.data import Coded, Pairs, Scores

ITEMS, ITEM, LEVEL, NOISE = 60, 0.5, 0.5, 1.0
STUDIES = 1000


def scores(rng, role, counts, *, outcome, shared, matched, missing=0.0):
    """Return scores; `shared` is what raters of a name have in common under both systems."""
    ease = rng.normal(size=ITEMS)
    both = shared * rng.normal(size=max(counts))
    found, there = [], []
    for count in counts:
        own = ease + ITEM * rng.normal(size=ITEMS)
        level = (both[:count] if matched else 0.0) + LEVEL * rng.normal(size=count)
        x = own + level[:, None] + NOISE * rng.normal(size=(count, ITEMS))
        found.append((x > 0).astype(float) if outcome == "right or wrong" else x)
        kept = rng.random((count, ITEMS)) >= missing
        kept[rng.integers(count, size=ITEMS), np.arange(ITEMS)] = True
        there.append(kept)
    system, level, item = np.array(
        [(s, k, i) for s in (0, 1) for k in range(counts[s]) for i in range(ITEMS)], np.int32
    ).T
    kept = np.concatenate([one.ravel() for one in there])
    level = level + max(counts) * system * (not matched)
    names = tuple(f"x{k}" for k in range(2 * max(counts)))
    table = Scores(
        item=Coded(item, tuple(f"i{i}" for i in range(ITEMS))),
        system=Coded(system, ("a", "b")),
        score=np.concatenate([x.ravel() for x in found]),
        **{role: Coded(level, names)},
    )
    return table.take(np.flatnonzero(kept))


def interval(table, role):
    """Return the interval of the difference as `compare` has it, without what stands beside it."""
    a, b = (cells(table, system, role) for system in "ab")
    pairs = Pairs(np.nanmean(a.values, axis=0), np.nanmean(b.values, axis=0))
    spread = spread_of_pairs(pairs, [level_of(a, b, role, by_name=True)], None)
    return spread.crossed.interval(0.95)


def rates(role, counts, studies, seed, **world):
    """Return in how many studies the interval leaves out 0, and the test finds something."""
    rng = np.random.default_rng(seed)
    rejects = 0
    for _ in range(studies):
        low, high = interval(scores(rng, role, counts, **world), role)
        rejects += bool(low > 0 or high < 0)
    return rejects


PATHS = [
    *(("rater", (n, n), {"shared": 0.5, "matched": True}) for n in (2, 3, 5, 10)),
    *(("rater", (n, n), {"shared": 0.5, "matched": True, "missing": 0.4}) for n in (3, 5, 10)),
    *(("run", (n, n), {"shared": 0.0, "matched": False}) for n in (2, 3, 5)),
    *(("run", (n, n), {"shared": 0.5, "matched": True}) for n in (2, 3, 5)),
    *(("run", (n, n), {"shared": 0.0, "matched": True}) for n in (2, 3, 5)),
    *(("run", counts, {"shared": 0.0, "matched": False}) for counts in ((1, 5), (2, 5))),
]


def named(path):
    role, (a, b), world = path
    how = "with cells missing" if world.get("missing") else ""
    if role == "run":
        how = "each system's own" if not world["matched"] else "of the same names"
        how += ", which share nothing" * (world["matched"] and not world["shared"])
    return f"{a if a == b else f'{a} and {b}'} {role}s {how}".strip()


@pytest.mark.parametrize("path", PATHS[::4], ids=named)
def test_law_it_is_the_analysis_of_compare(path):
    role, counts, world = path
    table = scores(np.random.default_rng(1), role, counts, outcome="graded", **world)
    row = cw.compare(table, resamples=49)["difference"]
    assert (row.low, row.high) == pytest.approx(interval(table, role))


@pytest.mark.calibration
@pytest.mark.parametrize("outcome", ["right or wrong", "graded"])
@pytest.mark.parametrize("path", PATHS, ids=named)
def test_chance_levels(path, outcome):
    role, counts, world = path
    rejects = rates(role, counts, STUDIES, [*counts, len(named(path))], outcome=outcome, **world)
    share = rejects / STUDIES
    print(f"\n| compare, {named(path)}, {outcome} | {share:.4f} | {1 - share:.4f} | {STUDIES:,} |")
    assert rejects <= stats.binom.ppf(0.9999, STUDIES, 0.05)
