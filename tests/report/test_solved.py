"""Plans of claims, and curves that were solved: what is said of them is what was asked."""

import pytest

import claimwise as cw
from claimwise.core import spelled
from claimwise.report import caption, document, vega_lite
from claimwise.report.numbers import points

CLAIM = {"agreement": 0.85, "claim": "non-inferiority", "margin": 0.05}


def asked_of(result, question):
    """Return the answer of the checklist to the question that has these words."""
    return next(i.answer for i in document(result).checklist if question in i.question)


def axis_title(spec):
    return spec["layer"][0]["encoding"]["y"]["title"]


def test_the_power_of_a_claim_is_a_share_that_supports_it():
    for claim, difference in (("equivalence", 0.0), ("non-inferiority", 0.0), ("superiority", 0.1)):
        plan = cw.plan.accuracy(
            n=[100, 300], difference=difference, agreement=0.8, claim=claim, margin=0.05
        )
        assert "support the claim" in caption(plan, "power")
        assert "find the difference" not in caption(plan, "power")
        assert "one-sided" in caption(plan, "power")
    plain = cw.plan.accuracy(n=[100, 300], difference=0.1, agreement=0.8)
    assert "find the difference" in caption(plain, "power")


def test_the_threshold_of_a_claim_is_no_smallest_difference():
    plan = cw.plan.accuracy(n=[300, 600], solve="mde", **CLAIM)
    for text in (caption(plan, "detectable"), axis_title(vega_lite(plan, "detectable"))):
        assert "from which the claim has power 80%" in text
        assert "smallest difference" not in text
        assert "found" not in text
    assert "Detectable" not in str(vega_lite(plan, "detectable")["title"])
    assert "in favour of the claim" in asked_of(plan, "underpowered")
    plain = cw.plan.accuracy(n=[300, 600], agreement=0.85, solve="mde")
    assert "smallest difference" in caption(plain, "detectable")


@pytest.mark.parametrize("claim", [{"agreement": 0.9}, CLAIM])
def test_a_curve_of_detectable_differences_answers_with_their_range(claim):
    plan = cw.plan.accuracy(n=[200, 500, 1000], solve="mde", **claim)
    found = [row for row in plan.rows if row.quantity == "mde"]
    ends = sorted(found, key=lambda row: row.estimate)
    for text in (document(plan).answer, asked_of(plan, "smallest difference")):
        for row in (ends[0], ends[-1]):
            assert f"{points(row.estimate)} ({spelled(row.at)})" in text
        assert "0.8 and 0.8" not in text
    assert document(plan).detectable


def test_a_curve_of_sizes_answers_with_their_range():
    plan = cw.plan.accuracy(difference=[0.01, 0.02], agreement=0.9, solve="n")
    sizes = {spelled(row.at): row.estimate for row in plan.rows if row.quantity == "sample_size"}
    for text in (document(plan).answer, asked_of(plan, "smallest difference")):
        for where, size in sizes.items():
            assert f"{size:,.0f} ({where})" in text
    one = cw.plan.accuracy(difference=0.02, agreement=0.9, solve="n")
    assert f"{one['sample_size'].estimate:,.0f} items" in asked_of(one, "smallest difference")


def test_values_that_reach_no_power_are_counted():
    plan = cw.plan.accuracy(n=[5, 500], agreement=0.9, solve="mde")
    assert "1 of 2 has none" in document(plan).answer
