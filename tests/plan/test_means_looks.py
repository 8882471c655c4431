"""Looks at mean scores: theory beside simulation, and what cannot be looked at any time."""

import pytest

from claimwise.core import ParameterError
from claimwise.plan import means
from claimwise.report import answer_of

ASKED = {"n": 500, "difference": 0.05, "sd": 0.4, "solve": "power"}


def test_chance_theory_and_the_test_itself_agree():
    plan = means(**ASKED, looks=3, replicates=4000, rng=1)
    theory, found = plan["power[sequential]"], plan["power[sequential, simulated]"]
    assert found.low - 0.01 < theory.estimate < found.high + 0.01
    assert theory.estimate < plan["power"].estimate  # looking costs something
    null = plan["alpha[sequential, simulated]"]
    assert null.low < 0.05 < null.high


def test_direction_pocock_stops_earlier_and_finds_less():
    early, late = (means(**ASKED, looks=4, spending=s, replicates=50, rng=1) for s in RULES)
    assert early["expected_n[effect]"].estimate < late["expected_n[effect]"].estimate
    assert early["power[sequential]"].estimate < late["power[sequential]"].estimate


RULES = ("pocock", "obrien-fleming")


def test_others_are_planned_by_theory_alone():
    for more in ({"test": "permutation", "replicates": 50}, {"unpaired": True}, {"icc": 0.1}):
        asked = ASKED | more
        if "unpaired" in more:
            asked |= {"sd": None, "sd_a": 0.4, "sd_b": 0.3}
        if "icc" in more:
            asked |= {"cluster_size": 5, "replicates": 50}
        plan = means(**asked, looks=2, rng=1)
        assert "power[sequential]" in plan
        assert "power[sequential, simulated]" not in plan


def test_at_any_time():
    plan = means(**ASKED, spending="anytime", replicates=200, rng=1)
    assert 0 < plan["power[anytime]"].estimate < plan["power"].estimate
    with pytest.raises(ParameterError, match="on the same items, without clusters or a margin"):
        means(
            n=500,
            difference=0.0,
            sd=0.4,
            claim="non-inferiority",
            margin=0.1,
            spending="anytime",
        )


def test_a_curve_says_how_many_items_to_expect():
    plan = means(n=[200, 300], difference=0.08, sd=0.4, looks=2, replicates=50, rng=1)
    expected = [plan[f"expected_n[effect, n={n}]"].estimate for n in (200, 300)]
    assert all(row < n for row, n in zip(expected, (200, 300), strict=True))
    shown = [row for table in answer_of(plan).tables for row in table.rows]
    for n, row in zip((200, 300), expected, strict=True):
        assert any(line[0] == f"{n}" and f"{row:.0f}" in line for line in shown)
