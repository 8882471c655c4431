"""A declared prior of the effect: the study says what the plan says."""

from math import isnan, nan

import pytest

from claimwise import plan
from claimwise.core import Result, Row
from claimwise.report import answer_of
from claimwise.study.power import power

from .declared import study

PRIOR = {"effect_prior": "normal:0.2:0.05"}
SHAPE = {"items": 20, "judgements_per_item": 2}
SPREADS = {"rater_sd": 0.3, "item_sd": 0.3}


def _ratings():
    told = {"world": "card-high", "effect": 0.2, **PRIOR}
    data = {"items": 20, "ratings_per_item": 3}
    procedure = {"model": "t-items", "replicates": 50}
    found = study("ratings", data=data, procedure=procedure, assumptions=told)
    return found, plan.ratings(**data, **told, **procedure, rng=3)


def _judgements():
    procedure = {"model": "t-items", "replicates": 50}
    found = study("judgements", data=SHAPE, procedure=procedure, assumptions=SPREADS | PRIOR)
    return found, plan.judgements(items=20, per_item=2, **SPREADS, **PRIOR, **procedure, rng=3)


def _responses():
    told = {"epsilon_a": 0.1, "epsilon_b": 0.2, **PRIOR}
    data, procedure = {"items": 30, "responses": 2}, {"replicates": 50, "resamples": 99, "sets": 2}
    found = study("responses", data=data, procedure=procedure, assumptions=told)
    return found, plan.responses(**data, **told, **procedure, rng=3)


@pytest.mark.slow
@pytest.mark.parametrize("both", [_ratings, _judgements, _responses])
def test_value_a_study_has_the_assurance_of_its_plan(both):
    declared, planned = both()
    wanted = planned.select("assurance")
    assert len(wanted) == 1
    found = power(declared)
    assert found.select("assurance") == wanted


PILOT = {"pilot": [40, 25, 10], "uncertain": True, "source": "a pilot"}


def preferred(n, assumed, **sections):
    return study("preference", data={"n": n}, assumptions=assumed, **sections)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "reached"), [(500, 0), (700, 1)])
def test_an_uncertain_pilot_is_judged_by_its_expected_power(n, reached):
    found = preferred(n, PILOT).check()
    expected = found["expected_power"].estimate
    assert found["power"].estimate > 0.99  # what the pilot taken at its word promises
    assert (expected >= 0.8) == reached
    assert found["powered"].estimate == reached
    told = answer_of(found)
    assert told.word == ("READY" if reached else "TOO SMALL")
    assert (
        f"in {expected:.0%} of studies, averaged over what the pilot leaves open" in told.headline
    )


@pytest.mark.parametrize(
    ("sd", "more", "decides", "reached"),
    [
        (0.01, {}, "assurance", 1),
        (0.03, {}, "assurance", 0),
        (0.03, {"difference": 0.05}, "power", 1),
        (0.01, {"difference": 0.03}, "power", 0),
    ],
)
def test_a_prior_decides_where_it_stands_alone(sd, more, decides, reached):
    prior = {"effect_prior": f"normal:0.05:{sd}", "agreement": 0.9, "source": "a guess"}
    declared = study("accuracy", data={"n": 600}, assumptions=prior | more)
    found = declared.check()
    assert (found[decides].estimate >= 0.8) == reached
    assert (found["assurance"].estimate >= 0.8) == (sd == 0.01)
    assert found["powered"].estimate == reached
    assert judged_by(found) == [decides]
    assert answer_of(found).word == ("READY" if reached else "TOO SMALL")
    plan = declared.power()
    assert plan.verdict == ("enough" if reached else "too small")
    assert answer_of(plan).word == ("ENOUGH" if reached else "TOO SMALL")


@pytest.mark.parametrize(("expected", "reached"), [(0.79, 0.0), (0.81, nan)])
def test_an_average_of_one_look_may_fall_short_but_not_suffice(monkeypatch, expected, reached):
    rows = (
        Row(quantity="power", at={"stopping": "sequential"}, estimate=0.9, n=500),
        Row(quantity="expected_power", estimate=expected, n=500),
    )
    monkeypatch.setattr(
        "claimwise.study.declaration.Study.power",
        lambda _: Result(kind="toy plan", method="sign", rows=rows),
    )
    found = preferred(500, PILOT, stopping={"rule": "pocock", "looks": 2}).check()
    assert found["powered"].estimate == pytest.approx(reached, nan_ok=True)
    told = answer_of(found)
    assert told.word == ("OPEN" if isnan(reached) else "TOO SMALL")
    assert ("is that of one look at the end" in told.headline) == isnan(reached)


def judged_by(checked):
    return [one["measure"] for one in checked.provenance["settings"]["judged_by"]]


def test_each_comparison_is_judged_by_what_it_declares():
    assumed = {"agreement": 0.9, "difference": 0.06, "source": "a guess"}
    two = [{"b": "b"}, {"b": "c", "effect_prior": "normal:0.05:0.03"}]
    more = {"comparison": two, "multiplicity": {"correct": "bonferroni"}}
    both = study("accuracy", data={"n": 600}, assumptions=assumed, **more)
    assert judged_by(both.check()) == ["power", "power"]
    assert both.check()["powered"].estimate == 1
    assert both.power().verdict == "enough"
    two[0]["difference"] = assumed.pop("difference")
    alone = study("accuracy", data={"n": 600}, assumptions=assumed, **more)
    assert judged_by(alone.check()) == ["power", "assurance"]
    assert alone.check()["powered"].estimate == 0
    assert alone.power().verdict == "too small"


def test_accuracies_in_clusters_do_not_leave_a_prior_unheeded():
    assumed = {"difference": 0.1, "agreement": 0.8, "icc": 0.1, "source": "a guess"}
    declared = study(
        "accuracy",
        data={"n": 100, "cluster": "passage", "clusters": 20},
        assumptions=assumed | {"effect_prior": "normal:0.1:0.01"},
    )
    (fault,) = declared.check().provenance["settings"]["faults"]
    assert "found assumptions.effect_prior" in fault
