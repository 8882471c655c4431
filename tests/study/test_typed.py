"""A study as a value of its parts: every spelling of it is the same value."""

from pathlib import Path

import pytest

import claimwise as cw
from claimwise.core import ParameterError

FILES = sorted((Path(__file__).parent / "sealed").glob("*.study.toml"))
KIND = cw.kinds.Accuracy(difference=0.02, agreement=0.9)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_law_the_python_that_a_study_is_shown_as_makes_it(file):
    study = cw.Study.from_toml(file).but(frozen=None)
    again = eval(f"{repr(study)[:-1]}, folder={str(study.folder)!r})", {"cw": cw})
    assert again == study
    assert again.fingerprint == study.fingerprint == cw.Study.from_toml(file).frozen.hash
    assert hash(again) == hash(study)


@pytest.mark.parametrize(
    ("spelled", "meant"),
    [
        ({"claim": "non-inferiority:0.02"}, {"claim": cw.NonInferiority(0.02)}),
        ({"claim": "equivalence:0.05"}, {"claim": cw.Equivalence(0.05)}),
        ({"claim": "superiority"}, {"claim": cw.Superiority()}),
        ({"claim": "difference"}, {}),
        ({"analysis": "mcnemar-exact"}, {"analysis": cw.Test("mcnemar-exact")}),
        ({"stopping": 4}, {"stopping": cw.Looks(4, "obrien-fleming")}),
        ({"stopping": cw.Looks([0.5, 1.0])}, {"stopping": cw.Looks(2)}),
        ({"stopping": "anytime"}, {"stopping": cw.Anytime()}),
        ({"belief": "normal:0.01:0.02"}, {"belief": cw.Normal(0.01, 0.02)}),
        ({"belief": cw.Uniform(0.0, 0.1)}, {"belief": "uniform:0.0:0.1"}),
        ({"alpha": 0.05, "power": 0.8, "seed": 0}, {}),
    ],
    ids=lambda value: ", ".join(f"{k}={v}" for k, v in value.items())[:50],
)
def test_law_a_text_is_the_part_that_it_spells(spelled, meant):
    one, other = (cw.Study(KIND, size=500, **parts) for parts in (spelled, meant))
    assert one == other
    assert one.fingerprint == other.fingerprint
    assert one.to_toml() == other.to_toml()


@pytest.mark.parametrize(
    "other",
    [
        {"size": 501},
        {"claim": cw.Difference("greater")},
        {"analysis": cw.Test(alone=True)},
        {"stopping": 2},
        {"belief": cw.Normal(0.01, 0.02)},
        {"alpha": 0.04},
        {"b": "new"},
    ],
    ids=lambda value: next(iter(value)),
)
def test_direction_studies_that_differ_in_a_part_are_not_equal(other):
    one, changed = cw.Study(KIND, size=500), cw.Study(KIND, **{"size": 500, **other})
    assert one != changed
    assert one.fingerprint != changed.fingerprint


def test_value_the_verbs_answer_as_the_spelled_out_calls_do():
    study = cw.Study(KIND, size=2000)
    spelled = cw.plan.accuracy(n=2000, difference=0.02, agreement=0.9)
    assert [row.estimate for row in cw.plan(study).rows] == [row.estimate for row in spelled.rows]
    assert cw.plan(study)["power"].estimate == pytest.approx(0.81, abs=5e-5)  # as in the readme
    assert study.plan(n=500)["power"] == cw.plan(study.but(data={"n": 500}))["power"]
    needed = cw.plan(cw.Study(KIND), solve="n")["sample_size"].estimate
    assert needed == cw.plan.accuracy(difference=0.02, agreement=0.9, solve="n").rows[0].estimate
    unknown = cw.Study(cw.kinds.Accuracy(agreement=0.9), size=500)
    assert cw.plan(unknown, solve="mde")["mde"].estimate == pytest.approx(
        cw.plan.accuracy(n=500, agreement=0.9, solve="mde")["mde"].estimate
    )


def test_value_assess_is_the_verb_of_a_study(examples):
    study = cw.Study(KIND, size=400, a="baseline", b="candidate", source="invented")
    found = cw.assess(study, examples / "validation.csv")
    assert found["difference"].estimate == pytest.approx((24 - 12) / 400)
    assert found.rows == study.assess(examples / "validation.csv").rows


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: cw.kinds.Accuracy(agreement=90), "agreement needs a probability"),
        (lambda: cw.kinds.Means(sd=-1.0), "sd needs a number above 0; found -1"),
        (lambda: cw.Study("accuracy"), "kind needs a kind of study, such as cw.kinds.Accuracy"),
        (lambda: cw.Study(KIND, size=0), "data.n needs a whole number of at least 1"),
        (lambda: cw.Study(KIND, analysis="no-test"), "procedure.test needs one of"),
        (lambda: cw.Study(KIND, claim="equivalence"), "equivalence needs a margin above 0"),
        (lambda: cw.Study(KIND, stopping=cw.Looks(2, look=1)), "stopping needs looks"),
        (lambda: cw.plan(cw.Study(KIND)), "study power needs more assumptions; found no data.n"),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else "",
)
def test_what_is_wrong_is_refused_in_words(made, said):
    with pytest.raises(ParameterError) as refused:
        made()
    assert said in str(refused.value)


def test_a_kind_names_its_parameters():
    with pytest.raises(TypeError, match="unexpected keyword argument 'agreemnt'"):
        cw.kinds.Accuracy(agreemnt=0.9)
    assert "Share of items where both are right" in cw.kinds.Accuracy.__doc__
    with pytest.raises(AttributeError, match="has no 'Accuracies'"):
        _ = cw.kinds.Accuracies
