"""Laws over the matrix: what must hold of every kind, whatever decides it."""

import numpy as np
import pytest

import claimwise as cw
from claimwise.plan.matrix import KINDS, parts_of
from tests.plan.matrix_cases import BASE, case

EXACT = ("accuracy", "proportions", "preference", "means")
CLAIMS = ("difference", "superiority", "non-inferiority", "equivalence")
POWER = {"responses": "power[mae]"}


def planned(kind, *parts, **more):
    function, sources, given = case(kind, *parts)
    given = {k: v for k, v in (given | more).items() if v is not None}
    return function(*sources, **given)


def near(one, other, errors=3.5):
    """Whether two rows agree within their Monte Carlo intervals; exactly if they have none."""
    spread = np.hypot(
        *((r.high - r.low) / 2 / 1.96 if r.high == r.high else 0.0 for r in (one, other))
    )
    return abs(one.estimate - other.estimate) <= errors * spread + 2e-4


# Plan = analysis


def data_of(kind, rng):
    """Return two systems' scores of a simulated study of the kind, and how compare reads them."""
    base = BASE[kind]
    n = 60
    if kind == "accuracy":
        a = (rng.random(n) < 0.7).astype(float)
        b = np.where(rng.random(n) < 0.25, 1 - a, a)
        return a, b, {}
    if kind == "proportions":
        a, b = (rng.random(n) < base["baseline"]), (rng.random(n) < base["baseline"] + 0.1)
        return a.astype(float), b.astype(float), {"paired": False}
    return rng.normal(0, 1, n), rng.normal(0.2, 1, n), {}


def decided(kind, claim, by, a, b):
    """Return what the engine decides of the same study, as in a plan of the claim."""
    from claimwise.data import Differences, IndependentCounts, PairCounts
    from claimwise.plan.claiming import judged

    if kind == "accuracy":
        both = int(((a == 1) & (b == 1)).sum())
        data = PairCounts(
            np.array([(b > a).sum()]), np.array([(a > b).sum()]), len(a), np.array([both])
        )
    elif kind == "proportions":
        right = np.array([int(a.sum())]), np.array([int(b.sum())])
        data = IndependentCounts(right[0], len(a), right[1], len(b))
    else:
        data = Differences((b - a)[None])
    judge, _ = judged(
        claim,
        margin=0.15,
        alternative="two-sided",
        alpha=0.05,
        assess="test",
        test=None,
        interval="choose" if by == "interval" else None,
        outcome="numeric" if kind == "means" else "binary",
        paired=kind != "proportions",
        n=len(a),
    )
    return bool(judge.supports(data)[0])


@pytest.mark.parametrize("by", ["test", "interval"])
@pytest.mark.parametrize("claim", CLAIMS[1:])
@pytest.mark.parametrize("kind", ["accuracy", "proportions", "means"])
def test_law_the_engine_decides_as_compare_does(kind, claim, by):
    for seed in range(12):
        a, b, how = data_of(kind, np.random.default_rng(seed))
        found = cw.compare(a, b, claim=claim, margin=0.15, assess=by, **how)
        supported = next(row for row in found.rows if row.quantity == "verdict").estimate == 1
        assert supported == decided(kind, claim, by, a, b), (seed, found.method)


# Enumeration = simulation


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "claim"), [(k, c) for k in EXACT for c in CLAIMS if c in parts_of(k)]
)
def test_law_simulation_holds_what_is_enumerated(kind, claim):
    exact = planned(kind, claim, "power")
    drawn = planned(kind, claim, "power", by="simulation", replicates=4000, rng=5)
    compared = 0
    for row in drawn.rows:
        if row.kind == "monte carlo" and row.quantity in ("power", "support", "alpha", "type_s"):
            known = [r for r in exact.rows if r.quantity == row.quantity and r.n == row.n]
            true = next((r for r in known if "by" in r.at), known[0])  # of the test, not a formula
            if true.estimate == true.estimate:
                assert near(row, true), (row, true)
                compared += 1
    assert compared >= 2


# Power on the margin = what alpha promises


@pytest.mark.parametrize(
    ("kind", "claim"),
    [(k, c) for k in ("accuracy", "proportions", "means") for c in CLAIMS[1:]],
)
def test_law_on_the_margin_a_claim_is_supported_as_alpha_promises(kind, claim):
    margin = 0.02 if claim == "superiority" else 0.15
    plan = planned(kind, claim, "power", n=400, margin=margin)
    edge = {"superiority": margin, "non-inferiority": -margin, "equivalence": margin}[claim]
    there = planned(kind, claim, "power", n=400, margin=margin, difference=edge)
    assert there["support"].estimate <= plan["alpha"].estimate + 1e-9
    assert there["support"].estimate <= 0.05 * 1.15  # asymptotic tests: a little more
    assert there["support"].estimate >= 0.05 * 0.7


# A belief at a point = the point


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_law_a_belief_at_a_point_is_the_point(kind):
    base = BASE[kind]
    if kind == "preference" or kind == "judgements":
        effect = base["win"] - base["lose"]
    else:
        effect = base.get("difference", base.get("effect", base.get("epsilon_b")))
    more = {"effect_prior": f"normal:{effect:g}:0.00001"}
    if kind not in EXACT:
        more["replicates"] = 400
    plan = planned(kind, "power", **more)
    power = plan[POWER.get(kind, "power")]
    if kind == "proportions":  # the rows of the formula stand beside those of the test
        power = plan["power[exact]"]
    row = next(row for row in plan.rows if row.quantity == "assurance")
    if kind == "responses":
        row = plan["assurance[mae]"]
    assert near(row, power), (row, power)
    assert 0.02 < power.estimate < 0.99999


# One look = once


@pytest.mark.slow
@pytest.mark.parametrize("kind", [k for k in KINDS if "pocock" in parts_of(k)])
def test_law_one_look_is_once(kind):
    once, looked = planned(kind), planned(kind, looks=1)
    power = once["power[exact]"] if kind == "proportions" else once["power"]
    assert looked["power[sequential]"].estimate == pytest.approx(power.estimate, abs=1e-9)
    assert looked["inflation"].estimate == pytest.approx(1, abs=1e-6)
    assert looked["expected_n[effect]"].estimate == pytest.approx(power.n)


# Swapping A and B


def swapped(kind):
    """Return the same study with the systems' names exchanged."""
    base = BASE[kind]
    return {
        "accuracy": {"difference": -0.1},
        "proportions": {"baseline": 0.7, "difference": -0.1},
        "preference": {"win": 0.3, "lose": 0.5},
        "means": {"difference": -0.1},
        "corpus": {"difference": -1.0},
        "labels": {"difference": -0.05},
        "pilot": {"difference": -0.1},
        "ratings": {"effect": -0.3},
        "judgements": {"win": 0.3, "lose": 0.7},
        "responses": {"epsilon_a": base.get("epsilon_b"), "epsilon_b": 0.0},
    }[kind]


@pytest.mark.slow
@pytest.mark.parametrize("kind", [k for k in KINDS if k != "pilot"])
def test_law_swapping_the_systems_keeps_the_power(kind):
    more = {} if kind in EXACT else {"replicates": 400}
    if kind == "ratings":  # in an ordinal world B's ratings are more spread out than A's
        more |= {"world": "card-low", "effect": 0.3}
    one, other = planned(kind, **more), planned(kind, **more | swapped(kind))
    name = POWER.get(kind, "power")
    assert near(one[name], other[name]), (one[name], other[name])
    if kind in ("accuracy", "means", "preference"):
        less = planned(kind, **swapped(kind), alternative="less")
        greater = planned(kind, alternative="greater")
        assert less["power"].estimate == pytest.approx(greater["power"].estimate, abs=1e-9)
