"""Checking a study: what is missing, what does not go together, whether it reaches its power."""

from dataclasses import replace
from datetime import date
from math import isnan, nan

import pytest

from claimwise.core import ParameterError, Result, Row, caution
from claimwise.study import declare
from claimwise.study.complete import faults_of, missing
from claimwise.study.reached import powered

from .toy import document, known


@pytest.fixture(autouse=True, scope="module")
def _toy():
    with known():
        yield


def plan_of(*rows):
    return Result(kind="toy plan", method="toy", rows=rows, notes=(caution("a note"),))


def power_row(estimate, quantity="power", **more):
    return Row(quantity=quantity, estimate=estimate, n=100, **more)


@pytest.fixture
def reaches(monkeypatch):
    """Let the study have this power, whatever it is."""

    def set_to(*rows):
        def power(_):
            if isinstance(rows[0], Exception):
                raise rows[0]
            return plan_of(*rows)

        monkeypatch.setattr("claimwise.study.declaration.Study.power", power)

    return set_to


def estimates(study):
    return {row.estimand: row.estimate for row in study.check().rows}


def test_a_study_that_is_ready(reaches):
    reaches(power_row(0.81), power_row(0.02, "mde"), power_row(1, "type_m"))
    found = estimates(declare(document()).freeze(date(2026, 1, 31)))
    ready = {"complete": 1, "consistent": 1, "frozen": 1, "powered": 1}
    assert found == ready | {"power": 0.81, "mde": 0.02, "type_m": 1}


def test_what_is_missing_is_listed_with_its_reason(reaches, tmp_path):
    reaches(RuntimeError("the plan of an incomplete study is not asked for"))
    said = {"pilot": "pilot.csv"}
    study = declare(document(data={}, assumptions=said), folder=tmp_path)
    assert missing(study) == [
        ("data.n", "items"),
        ("assumptions.difference", "B minus A"),
        ("assumptions.source", "where these numbers come from"),
        ("assumptions.pilot", "pilot.csv does not exist in the folder of the study"),
    ]
    found = estimates(study)
    assert (found["complete"], found["frozen"]) == (0, 0)
    assert isnan(found["powered"])
    text = str(study.check())
    assert text.startswith("ASK")
    assert "data.n (items)" in text
    assert "claimwise study freeze" in text


def test_only_the_comparisons_that_lack_something_are_named():
    two = [{"b": "x", "difference": 1}, {"b": "y"}]
    said = document(comparison=two, multiplicity={"correct": "holm"}, assumptions={"source": "?"})
    assert missing(declare(said)) == [("assumptions.difference of y against base", "B minus A")]


def test_without_a_source_the_plan_is_still_made(reaches):
    reaches(power_row(0.9))
    found = estimates(declare(document(assumptions={"difference": 1})))
    assert (found["complete"], found["powered"]) == (0, 1)


@pytest.mark.parametrize(
    ("claim", "difference", "said"),
    [
        ({}, 0.0, "an assumed difference other than 0"),
        ({"alternative": "greater"}, -0.1, "in the direction of its alternative"),
        ({"alternative": "less"}, 0.1, "in the direction of its alternative"),
        ({"alternative": "less"}, -0.1, None),
        ({"says": "superiority", "margin": 0.1, "better": "higher"}, 0.1, "more than its margin"),
        ({"says": "superiority", "margin": 0.1, "better": "higher"}, 0.11, None),
        ({"says": "superiority", "margin": 0.1, "better": "lower"}, 0.2, "more than its margin"),
        ({"says": "superiority", "margin": 0.1, "better": "lower"}, -0.2, None),
        ({"says": "superiority", "margin": 0.1, "metric": "ter"}, -0.2, None),
        ({"says": "superiority", "margin": 0.1, "metric": "ter"}, 0.2, "more than its margin"),
        ({"says": "superiority", "margin": 0.1, "metric": "our own"}, -0.2, None),
        ({"says": "non-inferiority", "margin": 0.1, "better": "higher"}, -0.1, "loss of less"),
        ({"says": "non-inferiority", "margin": 0.1, "better": "higher"}, -0.09, None),
        ({"says": "non-inferiority", "margin": 0.1, "better": "lower"}, 0.1, "loss of less"),
        ({"says": "equivalence", "margin": 0.1}, -0.1, "within its margin"),
        ({"says": "equivalence", "margin": 0.1}, 0.0, None),
    ],
    ids=str,
)
def test_direction_of_the_assumed_difference_and_of_the_claim(claim, difference, said):
    pair = {"a": "base", "b": "new"}
    faults = faults_of(
        declare(document(claim=pair | claim, assumptions={"difference": difference}))
    )
    assert (said is None) == (faults == [])
    assert said is None or said in faults[0]


def test_sizes_that_do_not_go_together():
    assert faults_of(declare(document(data={"n": 10, "clusters": 10}))) == []
    (fault,) = faults_of(declare(document(data={"n": 10, "clusters": 11})))
    assert "data.clusters needs at most the 10 items; found 11" in fault
    looks = {"rule": "pocock", "looks": 20}
    assert faults_of(declare(document(data={"n": 40}, stopping=looks))) == []
    assert (
        "at least two of the 39" in faults_of(declare(document(data={"n": 39}, stopping=looks)))[0]
    )


def test_what_the_plan_refuses_is_a_contradiction(reaches):
    reaches(ParameterError("test needs another claim"))
    study = declare(document())
    assert estimates(study)["consistent"] == 0
    assert str(study.check()).startswith("BROKEN  test needs another claim")


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([power_row(0.8)], 1),
        ([power_row(0.7999)], 0),
        ([power_row(nan)], nan),
        ([power_row(0.81, low=0.79, high=0.83, level=0.95)], nan),
        ([power_row(0.85, low=0.82, high=0.88, level=0.95)], 1),
        ([power_row(0.75, low=0.72, high=0.78, level=0.95)], 0),
        ([], nan),
    ],
    ids=["just", "short", "undefined", "unsure", "surely", "surely not", "no plan"],
)
def test_whether_the_power_is_reached(rows, expected):
    study = declare(document())
    assert powered(study, plan_of(*rows)) == pytest.approx(expected, nan_ok=True)
    assert isnan(powered(study, None))


def test_every_case_must_reach_it():
    study = declare(document())
    low, high = (power_row(p, at={"end": end}) for p, end in ((0.7, "low"), (0.9, "high")))
    assert powered(study, plan_of(low, high)) == 0
    assert powered(study, plan_of(replace(low, estimate=0.8), high)) == 1


def test_a_study_that_may_stop_early_is_judged_by_its_own_power():
    study = declare(document(stopping={"rule": "pocock", "looks": 4}))
    fixed, early = power_row(0.82), power_row(0.78, at={"stopping": "sequential"})
    assert isnan(powered(study, plan_of(fixed)))
    assert powered(study, plan_of(fixed, early)) == 0
    assert powered(study, plan_of(fixed, replace(early, estimate=0.81))) == 1
    drawn = power_row(0.7, at={"stopping": "sequential", "by": "simulated"})
    assert powered(study, plan_of(fixed, replace(early, estimate=0.81), drawn)) == 1


def test_every_comparison_must_reach_it():
    said = document(comparison=[{"b": "x"}, {"b": "y"}], multiplicity={"correct": "holm"})
    study = declare(said)
    x = power_row(0.9, at={"comparison": "x against base"})
    y = power_row(0.7, at={"comparison": "y against base"})
    both = power_row(0.1, at={"over": "all"})
    assert powered(study, plan_of(x, y, both)) == 0
    y_well = replace(y, estimate=0.85)
    assert powered(study, plan_of(x, y_well, both)) == 1
    hope = power_row(0.95, at={"end": "at most", "comparison": "y against base"})
    assert powered(study, plan_of(x, y, hope)) == 0
    assert isnan(powered(study, plan_of(x, hope)))


def test_words_of_a_changed_study(reaches):
    reaches(power_row(0.5))
    study = declare(document()).freeze(date(2026, 1, 31)).but(alpha=0.1)
    text = " ".join(str(study.check()).split())
    assert text.startswith("CHANGED")
    assert "since it was frozen on 2026-01-31: claim.alpha was 0.05, is 0.1" in text
    assert "powered no power 50%; 80% wanted" in text
    assert estimates(study)["frozen"] == 0


@pytest.mark.parametrize("key", ["agreement_from", "difference_from", "pilot"])
def test_a_name_that_no_file_can_have_is_a_fault_and_no_crash(key):
    said = {"difference": 0.1, "agreement": 0.9, "source": "a guess"} | {key: "x" * 5000}
    pair = {"a": "base", "b": "new"}
    study = declare({"kind": "accuracy", "claim": pair, "data": {"n": 100}, "assumptions": said})
    found = study.check()
    assert found["complete"].estimate * found["consistent"].estimate == 0
    with pytest.raises(ParameterError, match="null"):
        declare({"kind": "accuracy", "claim": pair, "assumptions": {key: "a\0b"}})


@pytest.mark.parametrize(("kind", "test"), [("means", "paired-t"), ("accuracy", "mcnemar-midp")])
def test_a_test_of_single_items_does_not_fit_declared_clusters(kind, test):
    data = {"n": 100, "cluster": "passage", "clusters": 20}
    study = declare(document(kind=kind, data=data, assumptions={}, procedure={"test": test}))
    (fault,) = faults_of(study)
    assert fault.startswith("procedure.test needs a test of clusters (cluster-cr2")
    assert faults_of(study.but(procedure={"test": "cluster-t"})) == []
    assert faults_of(study.but(procedure={})) == []
    assert faults_of(study.but(data={"n": 100})) == []


def test_preferences_that_cannot_be_assessed_are_not_consistent():
    pair = {"a": "base", "b": "new", "says": "superiority", "better": "lower"}
    shares = {"win": 0.3, "lose": 0.5}
    study = declare(document(kind="preference", claim=pair, assumptions=shares))
    found = study.check()
    assert found["consistent"].estimate == 0
    assert "higher in a study of preferences" in found.provenance["settings"]["faults"][0]
