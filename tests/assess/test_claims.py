"""What each claim tests, and what its verdict says."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwise.assess.claims import CONTRADICTED, INCONCLUSIVE, SUPPORTED, Claim
from claimwise.core import ParameterError


def claim(kind, margin=None, alternative=None, better="higher", alpha=0.05, level=None):
    return Claim.of(
        kind, margin=margin, alternative=alternative, alpha=alpha, better=better, level=level
    )


def hypotheses_of(c):
    return [(h.margin, h.alternative) for h in c.hypotheses()]


def test_value_the_hypotheses_of_each_claim():
    assert hypotheses_of(claim("difference")) == [(0.0, "two-sided")]
    assert hypotheses_of(claim("difference", alternative="less")) == [(0.0, "less")]
    assert hypotheses_of(claim("superiority", 0.02)) == [(0.02, "greater")]
    assert hypotheses_of(claim("non-inferiority", 0.02)) == [(-0.02, "greater")]
    assert hypotheses_of(claim("equivalence", 0.02)) == [(-0.02, "greater"), (0.02, "less")]


def test_direction_where_lower_is_better_the_hypotheses_turn_round():
    assert hypotheses_of(claim("superiority", 0.02, better="lower")) == [(-0.02, "less")]
    assert hypotheses_of(claim("non-inferiority", 0.02, better="lower")) == [(0.02, "less")]


def test_value_the_interval_of_a_one_sided_claim_has_level_one_minus_two_alpha():
    assert claim("equivalence", 0.1).interval_level == pytest.approx(0.9)
    assert claim("difference").interval_level == pytest.approx(0.95)
    assert claim("equivalence", 0.1, level=0.99).interval_level == 0.99


def test_direction_a_two_sided_difference_is_supported_when_b_is_better():
    for better in ("higher", "lower"):
        c = claim("difference", better=better)
        assert c.by_tests(0.4, [0.01], []) == SUPPORTED
        assert c.by_tests(-0.4, [0.01], []) == CONTRADICTED
        assert c.by_tests(0.4, [0.06], []) == INCONCLUSIVE


def test_both_tests_of_equivalence_must_reject():
    c = claim("equivalence", 0.1)
    assert c.by_tests(0.0, [0.01, 0.2], [0.9, 0.9]) == INCONCLUSIVE
    assert c.by_tests(0.0, [0.01, 0.05], [0.9, 0.9]) == SUPPORTED
    assert c.by_tests(0.3, [0.001, 0.99], [0.01, 1.0]) == CONTRADICTED


def test_an_undefined_p_gives_no_verdict():
    assert math.isnan(claim("difference").by_tests(0.1, [math.nan], []))
    assert math.isnan(claim("difference").by_interval(math.nan, 1.0))


KINDS = st.sampled_from(["difference", "superiority", "non-inferiority", "equivalence"])


@given(
    KINDS, st.floats(0.01, 0.5), st.floats(-1, 1), st.floats(0, 0.5), st.sampled_from([0.01, 0.1])
)
def test_law_intervals_and_normal_tests_give_the_same_verdict(kind, margin, middle, half, alpha):
    """With a normal estimate the claim's interval and its tests are two faces of one thing."""
    from scipy import stats

    c = claim(kind, None if kind == "difference" else margin, alpha=alpha)
    error = half / stats.norm.ppf((1 + c.interval_level) / 2)
    if error < 1e-6:
        return

    def p(h):
        z = (middle - h.margin) / error
        greater = stats.norm.sf(z)
        return {"greater": greater, "less": 1 - greater}.get(
            h.alternative, 2 * min(greater, 1 - greater)
        )

    against, contra = [p(h) for h in c.hypotheses()], [p(h) for h in c.contradictions()]
    if any(abs(x - alpha) < 1e-6 for x in against + contra):
        return
    verdict = c.by_tests(middle, against, contra)
    assert verdict == c.by_interval(middle - half, middle + half)


@given(KINDS, st.floats(0.01, 0.5), st.floats(-1, 1), st.floats(0, 0.5))
def test_law_turning_the_scale_round_turns_the_claim_round(kind, margin, middle, half):
    m = None if kind == "difference" else margin
    up, down = claim(kind, m), claim(kind, m, better="lower")
    assert up.by_interval(middle - half, middle + half) == down.by_interval(
        -middle - half, -middle + half
    )


@pytest.mark.parametrize(
    ("kind", "more", "words"),
    [
        ("equivalence", {}, "margin above 0"),
        ("non-inferiority", {"margin": 0}, "margin above 0"),
        ("superiority", {"margin": -0.1}, "at least 0"),
        ("better", {}, "one of difference"),
        ("superiority", {"alternative": "less"}, "direction of its own"),
        ("difference", {"alternative": "bigger"}, "one of two-sided"),
        ("difference", {"better": "up"}, "one of higher, lower"),
        ("difference", {"level": 1.5}, "level"),
    ],
)
def test_refusals(kind, more, words):
    with pytest.raises(ParameterError, match=words):
        claim(kind, **more)
