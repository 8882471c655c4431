"""What the page calls options: in words, each its own; what is sent stays as it is."""

from __future__ import annotations

import re

import pytest

from claimwise.kinds import kinds
from claimwise.web.catalogue import KINDS
from claimwise.web.forms import form
from claimwise.web.labels import LABELS, OWN, TESTS

# How a text begins that leans on the title above it.
LEANS = r"(Of|For|By|Over|Within|From|Its|That|Who|Automatic|Which one|Assumed,|Assumed share\.)\b"
DIALECT = r"\b(told|heed|heeded|beside|anew|foresee|so many|nobody|likewise|of which)\b"
CHOICES = [(kind.key, f) for kind in KINDS for f in form(kind)["fields"] if f["type"] == "choice"]


@pytest.mark.parametrize(
    ("key", "field"), CHOICES, ids=lambda one: one if isinstance(one, str) else one["name"]
)
def test_every_choice_has_a_label_in_words(key: str, field: dict[str, list[str]]) -> None:
    assert len(field["labels"]) == len(field["choices"]) == len(set(field["labels"])), key
    for value, said in zip(field["choices"], field["labels"], strict=True):
        assert said[0].isupper(), said
        assert said != value
        assert not ("," in value and value in said)


def test_no_label_is_left_over() -> None:
    used = {(f["name"], value) for _, f in CHOICES for value in f["choices"]}
    said = {(name, value) for name, value in used if name != "kind" or value not in kinds()}
    tests = {value for name, value in said if name in TESTS}
    others = {value for name, value in said - set(OWN) if name not in TESTS or value == "auto"}
    assert others <= set(LABELS) <= others | tests
    assert set(OWN) <= used


# Fields that are proportions, and the unit in which the page shows a hundred times their value.
SCALED = {
    "difference": "points",
    "margin": "points",
    "agreement": "%",
    "baseline": "%",
    "win": "%",
    "lose": "%",
    "power": "%",
    "level": "%",
}


def test_proportions_are_shown_in_points_and_per_cent() -> None:
    for key in ("plan/accuracy", "plan/proportions", "plan/preference", "study/new"):
        kind = next(one for one in KINDS if one.key == key)
        for field in form(kind)["fields"]:
            if field["name"] in SCALED:
                assert (field["unit"], field["factor"]) == (SCALED[field["name"]], 100), key
    others = next(one for one in KINDS if one.key == "plan/means")
    means = {field["name"]: field for field in form(others)["fields"]}
    assert means["difference"]["factor"] == means["sd"]["factor"] == means["margin"]["factor"] == 1


def test_a_factor_comes_with_a_unit_and_limits_of_what_is_sent() -> None:
    for kind in KINDS:
        for field in form(kind)["fields"]:
            assert field["factor"] == 1 or field["unit"] in ("points", "%"), field["name"]
            if field["unit"] == "%":
                assert (field["minimum"], field["maximum"]) == (0, 1)
            names = {other["name"] for other in form(kind)["fields"]}
            assert set(field["scaled_when"] or {}) <= names


def test_ways_to_choose_systems_name_fields_of_systems() -> None:
    for kind in KINDS:
        made = form(kind)
        systems = {field["name"] for field in made["fields"] if field["type"] == "system"}
        named = [name for way in made["ways"] for name in way["fields"]]
        assert set(named) == systems or not made["ways"], kind.key
        assert len(named) == len(set(named))


def test_every_help_text_stands_alone() -> None:
    for kind in KINDS:
        for field in form(kind)["fields"]:
            text = field["help"] or ""
            where = f"{kind.key} {field['name']}: {text}"
            assert re.match(r"[A-Z]", text) or not text, where
            assert text.endswith(".") or not text, where
            assert not re.match(LEANS, text), where
            assert not re.search(DIALECT, text, re.IGNORECASE), where
            assert text != "Assumed share.", where
