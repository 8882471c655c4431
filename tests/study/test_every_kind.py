"""Laws of the file that hold for every kind of study in the house."""

import tomllib

import pytest

from claimwise.core.checked import checked
from claimwise.kinds import HOUSE, find_kind
from claimwise.study import declare
from claimwise.study.freeze import verify
from claimwise.study.schema import PAIR, sections_of
from claimwise.study.writer import to_toml

KINDS = sorted(HOUSE)
SECTIONS = ("data", "procedure", "assumptions")


def filled(kind, *, examples):
    """Return a declaration with what is needed, or with every example."""
    document = {"kind": kind.name, "claim": {"a": "base", "b": "new"}}
    for section in SECTIONS:
        document[section] = {
            key: field.example
            for key, field in sections_of(kind)[section].items()
            if field.place and field.example is not None and (examples or kind.needed(field))
        }
    return document


def test_every_kind_of_the_house_is_there():
    wanted = {"accuracy", "means", "corpus", "preference", "ratings", "responses"}
    assert wanted <= set(KINDS)


@pytest.mark.parametrize("name", KINDS)
def test_defaults_and_examples_pass_their_own_checks(name):
    kind = find_kind(name)
    for section in SECTIONS:
        for key, field in getattr(kind, section).items():
            assert field.about.strip(), key
            for value in (field.default if field.always else None, field.example):
                if value is not None:
                    clean = checked(field, f"{section}.{key}", value)
                    assert checked(field, f"{section}.{key}", clean) == clean
    assert not set(kind.assumptions) & (set(PAIR) | {"name", "source"})
    assert set(kind.claims) <= {"difference", "superiority", "non-inferiority", "equivalence"}


@pytest.mark.parametrize("examples", [False, True], ids=["needed", "examples"])
@pytest.mark.parametrize("name", KINDS)
def test_what_is_written_reads_back(name, examples, tmp_path):
    document = filled(find_kind(name), examples=examples)
    study = declare(document, folder=tmp_path)
    again = declare(tomllib.loads(to_toml(study)), folder=tmp_path)
    assert again == study
    assert verify(again).hash == verify(study).hash
