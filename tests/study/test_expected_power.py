"""A declared prior of the effect: the study says what the plan says."""

import pytest

from claimwise import plan
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


@pytest.mark.parametrize("both", [_ratings, _judgements, _responses])
def test_value_a_study_has_the_assurance_of_its_plan(both):
    declared, planned = both()
    wanted = [row for row in planned.rows if row.name == "assurance"]
    assert len(wanted) == 1
    found = power(declared)
    assert [row for row in found.rows if row.name == "assurance"] == wanted
    assert f"assurance {wanted[0].estimate:.4f}" in " ".join(str(found).split())
