"""What a kind declares is what its function takes: the same parameters, the same defaults."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from claimwise import plan
from claimwise.core.field import GROUPS
from claimwise.kinds import FILES, Kind, find_kind

KINDS = [find_kind(name) for name in FILES]
by_name = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
OF_THE_SESSION = {"workers"}  # every verb has it; it is no part of a study


def parameters(kind: Kind) -> dict[str, Any]:
    """Return the parameters of the function of a kind."""
    found = inspect.signature(getattr(plan, kind.name)).parameters.values()
    return {one.name: one for one in found if one.kind is not one.VAR_POSITIONAL}


@by_name
def test_every_parameter_has_a_field(kind: Kind) -> None:
    declared = {field.called for field in kind.fields if not field.argument}
    assert declared == set(parameters(kind)) - OF_THE_SESSION


@by_name
def test_defaults_are_those_of_the_function(kind: Kind) -> None:
    for field in kind.fields:
        if field.argument or field.name == "seed":
            continue
        usual = parameters(kind)[field.called].default
        usual = None if usual is inspect.Parameter.empty else usual
        if field.default is not None or usual is None:
            assert field.default == usual, field.name
        else:  # then nothing is passed, and help says what is taken
            assert field.usual, field.name


@by_name
def test_a_field_says_each_thing_once(kind: Kind) -> None:
    assert len({field.name for field in kind.fields}) == len(kind.fields)
    titles = [field.title for field in kind.fields]
    assert len(set(titles)) == len(titles)
    for field in kind.fields:
        assert field.group in GROUPS
        assert "--" not in field.help + field.usual, field.name  # words of every surface
        assert not (field.default is not None and field.usual), field.name
        spellings = [field.option, *field.aliases]
        assert len(set(spellings)) == len(spellings)


@by_name
def test_conditions_name_fields_and_values_of_them(kind: Kind) -> None:
    fields = {field.name: field for field in kind.fields}
    for field in kind.fields:
        when = field.shown_when
        for one in [when] if isinstance(when, dict) else when:
            for name, values in one.items():
                words = {value for value in values if isinstance(value, str)} - {"*", "auto"}
                known = set(fields[name].choices) | {"everything"}
                assert not fields[name].choices or words <= known, (field.name, name)
