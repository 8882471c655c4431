"""What a verb declares is what its function takes: the same parameters, the same defaults."""

from __future__ import annotations

from typing import Any

import pytest

from claimwise.core.field import GROUPS, Field
from claimwise.core.parts import flat_defaults
from claimwise.kinds import FILES as KINDS
from claimwise.kinds import find_kind
from claimwise.verbs import FILES, Verb, verbs_in

VERBS: list[Verb] = [find_kind(name) for name in KINDS]
VERBS += [verb for file in FILES for verb in verbs_in(file)]
by_name = pytest.mark.parametrize("verb", VERBS, ids=lambda verb: " ".join(verb.words))
# Every verb that simulates has processes; figures are asked for where the answer goes.
OF_THE_SESSION = {"workers", "plot_of"}


def asked(verb: Verb) -> list[Field]:
    """Return the fields that the function of a verb is given by name."""
    return [field for field in verb.fields if not field.argument and not field.of_command]


def read(verb: Verb) -> set[str]:
    """Return the parameter of what is read, if it has a name."""
    named = flat_defaults(verb.find())
    return set(list(named)[:1]) if verb.argument and "data" in named else set()


@by_name
def test_every_parameter_has_a_field(verb: Verb) -> None:
    declared = {field.called for field in asked(verb)}
    assert declared == set(flat_defaults(verb.find())) - read(verb) - OF_THE_SESSION


@by_name
def test_defaults_are_those_of_the_function(verb: Verb) -> None:
    usual = flat_defaults(verb.find())
    for field in asked(verb):
        if field.name == "seed":
            continue
        default = usual[field.called]
        if isinstance(default, tuple):  # several words, which a command says with commas
            default = ",".join(default) or None
        if field.default is not None or default in (None, False):
            assert field.default == default or (default is False and not field.default), field.name
        else:  # then nothing is passed, and help says what is taken
            assert field.usual, field.name


@by_name
def test_a_field_says_each_thing_once(verb: Verb) -> None:
    assert len({field.name for field in verb.fields}) == len(verb.fields)
    titles = [field.title for field in verb.fields]
    assert len(set(titles)) == len(titles)
    for field in verb.fields:
        assert field.group in GROUPS
        assert "--" not in field.help + field.usual, field.name  # words of every surface
        assert not (field.default is not None and field.usual), field.name
        spellings = [field.option, *field.aliases]
        assert len(set(spellings)) == len(spellings)


@by_name
def test_conditions_name_fields_and_values_of_them(verb: Verb) -> None:
    fields: dict[str, Any] = {field.name: field for field in verb.fields}
    for field in verb.fields:
        when = field.shown_when
        for one in [when] if isinstance(when, dict) else when:
            for name, values in one.items():
                words = {value for value in values if isinstance(value, str)} - {"*", "auto"}
                known = set(fields[name].choices) | {"everything"}
                assert not fields[name].choices or words <= known, (field.name, name)
