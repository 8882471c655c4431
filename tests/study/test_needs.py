"""What each kind of study cannot be planned without, in the words of the file."""

import pytest

from claimwise.cli.study import READINESS
from claimwise.core import ParameterError
from claimwise.study.complete import missing

from .declared import QUICK, SLOW, study

SIZE = {"ratings": "items", "judgements": "items", "responses": "items"}
BARE = {
    "accuracy": [
        "assumptions.difference, or difference_from, or effect_prior, or pilot",
        "assumptions.agreement, or agreement_from, or pilot",
    ],
    "proportions": ["assumptions.baseline", "assumptions.difference, or effect_prior"],
    "means": [
        "assumptions.difference, or effect_prior, or pilot",
        "assumptions.sd, or sd_a and sd_b and correlation, or pilot",
    ],
    "preference": ["assumptions.win and lose, or lose and tie, or pilot, or effect_prior"],
    "labels": ["assumptions.tables"],
    "corpus": ["assumptions.difference, or effect_prior"],
    "ratings": ["assumptions.difference, or effect, or effect_prior, or world as a file"],
    "judgements": [
        "assumptions.win and lose, or difference, or effect_prior, or world as a file",
        "assumptions.rater_sd, or world as a file",
        "assumptions.item_sd, or world as a file",
    ],
    "responses": [
        "data.responses, or responses_gold and responses_a and responses_b",
        "assumptions.epsilon_b, or epsilon_a, or effect_prior, or world as a file",
    ],
    "pilot": ["assumptions.pilot"],
}
PRIOR = {"effect_prior": "normal:0.05:0.02"}
LOOKS = {"rule": "pocock", "looks": 2}


def bare(kind, assumed=None, data=None, **sections):
    said = {"source": "a guess"} | (assumed or {})
    size = {SIZE.get(kind, "n"): 40}
    return study(kind, data=size | (data or {}), assumptions=said, **sections)


def places(declared):
    return [place for place, _ in missing(declared)]


@pytest.mark.parametrize("kind", BARE)
def test_without_assumptions_a_study_is_incomplete_and_says_what_it_needs(kind):
    declared = bare(kind)
    assert places(declared) == BARE[kind]
    found = declared.check()
    assert (found["complete"].estimate, found["consistent"].estimate) == (0, 1)
    assert READINESS[found.provenance["settings"]["readiness"]] == 4
    text = " ".join(str(found).split())
    assert text.startswith("ASK")
    assert f"{BARE[kind][0]} (" in text
    assert "solve" not in text
    with pytest.raises(ParameterError, match="freeze needs a complete study; found no") as caught:
        declared.freeze()
    assert all(place in str(caught.value) for place in BARE[kind])


@pytest.mark.parametrize(
    ("kind", "assumed"),
    [
        ("accuracy", {"difference": 0.1, "agreement": 0.8}),
        ("accuracy", {"difference": 0.1, "agreement_from": "lachenbruch", "baseline": 0.7}),
        ("accuracy", {"agreement": 0.8} | PRIOR),
        ("proportions", {"baseline": 0.7, "difference": 0.1}),
        ("proportions", {"baseline": 0.7} | PRIOR),
        ("means", {"difference": 0.1, "sd": 0.4}),
        ("means", {"sd_a": 0.4, "sd_b": 0.4, "correlation": 0.1} | PRIOR),
        ("preference", {"win": 0.6, "lose": 0.3}),
        ("preference", {"win": 0.6}),
        ("preference", {"lose": 0.3, "tie": 0.2}),
        ("preference", {"pilot": [20, 10, 5]}),
        ("preference", PRIOR),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(value),
)
def test_law_a_study_can_be_planned_with_all_that_is_asked_for_and_not_without(kind, assumed):
    declared = bare(kind, assumed)
    assert places(declared) == []
    assert declared.power().rows
    for key in assumed:
        rest = {k: v for k, v in assumed.items() if k != key}
        if not missing(bare(kind, rest)):  # a lone win leaves no ties
            assert bare(kind, rest).power().rows
        else:
            with pytest.raises(ParameterError):
                bare(kind, rest).power()


@pytest.mark.parametrize("name", [*QUICK, *SLOW])
def test_studies_that_can_be_planned_lack_nothing(name, tmp_path):
    declared = QUICK[name][0] if name in QUICK else SLOW[name](tmp_path)[0]
    assert places(declared) == ["assumptions.source"]


def test_what_is_asked_for_depends_on_the_rest():
    difference = {"difference": 0.1}
    lachenbruch = difference | {"agreement_from": "lachenbruch"}
    assert places(bare("accuracy", lachenbruch)) == ["assumptions.baseline, or pilot"]
    in_clusters = bare("accuracy", difference, {"cluster": "passage"})
    assert places(in_clusters) == ["data.clusters", "assumptions.agreement", "assumptions.icc"]
    apart = bare("means", difference | {"sd": 1.0}, {"unpaired": True})
    assert places(apart) == ["assumptions.sd_a and sd_b, or pilot"]
    chrf = bare("corpus", difference, claim={"metric": "chrf"})
    assert places(chrf) == ["assumptions.world as a file"]
    # Looks are planned for one true difference.
    early = bare("accuracy", {"agreement": 0.8} | PRIOR, stopping=LOOKS)
    assert places(early) == ["assumptions.difference, or difference_from, or pilot"]
    assert places(bare("ratings", {"world": "general"})) == BARE["ratings"]
    assert places(bare("ratings", {"effect": "0.5t"})) == []


def test_only_the_comparisons_that_lack_something_are_named():
    two = {"comparison": [{"b": "b", "difference": 0.1}, {"b": "c"}]}
    declared = bare("proportions", {"baseline": 0.7}, multiplicity={"correct": "holm"}, **two)
    assert places(declared) == ["assumptions.difference, or effect_prior of c against a"]
