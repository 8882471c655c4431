"""What decides a declared claim: an interval or the posterior, planned and assessed alike."""

import numpy as np
import pytest
from scipy import stats

import claimwise as cw
from claimwise.core import ParameterError
from claimwise.study import declare

from .declared import counted, study, verdicts

N, WIN, LOSE = 9, 0.45, 0.05


def small(claim, procedure):
    """Return a study whose outcomes can all be assessed, one by one."""
    assumed = {"difference": WIN - LOSE, "agreement": 1 - WIN - LOSE}
    return study("accuracy", claim, data={"n": N}, assumptions=assumed, procedure=procedure)


def summed(declared, word):
    """Return the probability of a verdict, summed over all outcomes."""
    total = 0.0
    for wins in range(N + 1):
        for losses in range(N + 1 - wins):
            found = declared.assess(verdicts(wins, losses, N))
            if found["verdict"].estimate == word:
                share = [wins, losses, N - wins - losses]
                total += stats.multinomial.pmf(share, N, [WIN, LOSE, 1 - WIN - LOSE])
    return total


CASES = {
    "interval": ({"says": "superiority"}, {"assess": "interval"}, {}),
    "interval, margin": (
        {"says": "non-inferiority", "margin": 0.1},
        {"assess": "interval", "interval": "tango"},
        {},
    ),
    "interval, equivalence": ({"says": "equivalence", "margin": 0.9}, {"assess": "interval"}, {}),
    "posterior": ({}, {"assess": "posterior"}, {"side": "greater"}),
    "posterior, level": (
        {},
        {"assess": "posterior", "level": 0.9, "prior": "jeffreys"},
        {"side": "greater"},
    ),
    "posterior, margin": (
        {"says": "superiority", "margin": 0.1},
        {"assess": "posterior", "level": 0.9},
        {"side": "greater", "against": "margin"},
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_law_summed_over_all_outcomes_what_is_supported_has_the_planned_chance(name):
    claim, procedure, at = CASES[name]
    more = {"replicates": 20} if procedure["assess"] == "posterior" else {}
    declared = small(claim, procedure | more)
    (row,) = declared.plan().deciding
    assert row.quantity == ("conclude" if at else "power")
    assert row.at == at
    total = summed(declared, 1.0)
    assert 0.05 < total < 0.99
    assert total == pytest.approx(row.estimate, rel=1e-9)


@pytest.mark.slow
def test_direction_the_posterior_contradicts_a_claim_whose_opposite_it_believes():
    declared = small({}, {"assess": "posterior", "replicates": 20})
    less = declared.plan().select("conclude")
    (row,) = [one for one in less if one.at == {"side": "less"}]
    assert summed(declared, -1.0) == pytest.approx(row.estimate, rel=1e-9)
    assert row.estimate > 0
    assert declared.assess(verdicts(0, 8, N))["verdict"].estimate == -1
    assert declared.assess(verdicts(8, 0, N))["verdict"].estimate == 1
    assert declared.assess(verdicts(1, 1, N))["verdict"].estimate == 0


def test_value_the_posterior_of_different_items_decides_at_its_level():
    """Beta posteriors of 70 and 80 of 100, by drawing from them."""
    said = {"assess": "posterior", "replicates": 20}
    data = {"n": 100}
    assumed = {"baseline": 0.7, "difference": 0.1}
    rng = np.random.default_rng(1)
    a, b = rng.beta(71, 31, 400_000), rng.beta(81, 21, 400_000)
    probability = float((b > a).mean())
    assert 0.94 < probability < 0.96
    for level, verdict in ((0.93, 1), (0.97, 0)):
        declared = study(
            "proportions", data=data, assumptions=assumed, procedure=said | {"level": level}
        )
        found = declared.assess(counted(70, 80, 100))
        assert found["verdict"].estimate == verdict
        assert found["probability_greater"].estimate == pytest.approx(probability, abs=0.003)


@pytest.mark.parametrize(
    ("claim", "procedure", "said"),
    [
        ({}, {"assess": "interval"}, "needs a claim (says) among superiority"),
        ({}, {"assess": "posterior", "test": "sign"}, "procedure.test needs procedure.assess"),
        ({}, {"rope": 0.1}, "procedure.rope needs procedure.assess"),
        ({"alternative": "less"}, {"assess": "posterior"}, "alternative two-sided"),
        (
            {"says": "equivalence", "margin": 0.1},
            {"assess": "posterior"},
            "difference, superiority",
        ),
    ],
    ids=lambda value: str(value)[:30],
)
def test_what_does_not_go_with_the_way_is_refused(claim, procedure, said):
    declared = small(claim, procedure)
    for asked in (declared.plan, lambda: declared.assess(verdicts(3, 1, N))):
        with pytest.raises(ParameterError) as refused:
            asked()
        assert said in str(refused.value)


def test_a_test_is_not_mixed_with_what_decides_by_itself():
    with pytest.raises(ParameterError, match="or one of interval, posterior by itself"):
        small({}, {"assess": ["test", "posterior"]})
    with pytest.raises(ParameterError, match="needs one of test, interval; found 'posterior'"):
        study("preference", data={"n": 9}, procedure={"assess": "posterior"})


def test_looks_and_corrections_are_those_of_tests():
    looks = {"rule": "pocock", "looks": 2}
    with pytest.raises(ParameterError, match=r"needs stopping.rule fixed"):
        study(
            "accuracy",
            data={"n": 90},
            assumptions={"difference": 0.1, "agreement": 0.8},
            procedure={"assess": "posterior"},
            stopping=looks,
        ).plan()
    several = {"comparison": [{"b": "x"}, {"b": "y"}], "multiplicity": {"correct": "holm"}}
    with pytest.raises(ParameterError, match="since p-values are what is corrected"):
        study(
            "accuracy",
            data={"n": 90},
            assumptions={"difference": 0.1, "agreement": 0.8},
            procedure={"assess": "posterior"},
            **several,
        ).plan()


def test_the_analysis_is_a_part_of_a_typed_study():
    kind = cw.kinds.Accuracy(difference=0.05, agreement=0.9)
    believed = cw.Study(kind, analysis=cw.Posterior(rope=0.01, level=0.9), size=400)
    assert believed.procedure["assess"] == ["posterior"]
    assert believed.parts["analysis"] == cw.Posterior(rope=0.01, level=0.9)
    bounded = cw.Study(kind, claim="superiority", analysis=cw.Interval("tango"), size=400)
    assert bounded.procedure == {"assess": ["interval"], "interval": "tango"}
    for one in (believed, bounded):
        assert eval(repr(one), {"cw": cw}) == one
        assert declare(__import__("tomllib").loads(one.to_toml())) == one


def test_a_posterior_says_how_probable_the_claim_is(examples):
    declared = study(
        "accuracy",
        {"a": "baseline", "b": "candidate"},
        data={"n": 400},
        assumptions={"difference": 0.05, "agreement": 0.9},
        procedure={"assess": "posterior"},
    )
    text = " ".join(str(declared.assess(examples / "validation.csv")).split())
    assert text.startswith("BETTER candidate is better than baseline with probability 98%")
