"""What a verb declares is what its function takes: the same parameters, the same defaults."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from claimwise.core.field import GROUPS, Field
from claimwise.core.parts import flat_defaults
from claimwise.kinds import find_plan, plans
from claimwise.verbs import FILES, Verb, verbs_in

VERBS: list[Verb] = [find_plan(name) for name in plans()]
VERBS += [verb for file in FILES for verb in verbs_in(file)]
by_name = pytest.mark.parametrize("verb", VERBS, ids=lambda verb: " ".join(verb.words))
# Every verb that simulates has processes; figures are asked for where the answer goes.
OF_THE_SESSION = {"workers", "plot_of"}


def asked(verb: Verb) -> list[Field]:
    """Return the fields that the function of a verb is given by name."""
    return [field for field in verb.fields if not field.argument and not field.of_command]


def said(verb: Verb) -> dict[str, Any]:
    """Return what can be said to the function of a verb, with what it takes otherwise.

    What is read has no option, nor has what the command itself knows: the name of a metric.
    """
    function = verb.find()
    given = flat_defaults(function)
    for one in inspect.signature(function).parameters.values():
        if one.kind is one.POSITIONAL_OR_KEYWORD and one.default is one.empty:
            del given[one.name]
    return {name: default for name, default in given.items() if name not in OF_THE_SESSION}


@by_name
def test_every_parameter_has_a_field(verb: Verb) -> None:
    declared = {field.called for field in asked(verb)}
    known = set(said(verb))
    if verb.words[0] == "design":  # what makes it draws, and knows whether pairs are judged
        known = known - {"pairs", "usual"} | {"rng"}
        known -= {"systems"} - declared
    assert declared == known


@by_name
def test_defaults_are_those_of_the_function(verb: Verb) -> None:
    usual = said(verb)
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


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb.title], ids=lambda v: v.name)
def test_conditions_name_fields_and_values_of_them(verb: Verb) -> None:
    fields: dict[str, Any] = {field.name: field for field in verb.fields}
    for field in verb.fields:
        when = field.shown_when
        for one in [when] if isinstance(when, dict) else when:
            for name, values in one.items():
                words = {value for value in values if isinstance(value, str)} - {"*", "auto"}
                known = set(fields[name].choices) | {"everything"}
                assert not fields[name].choices or words <= known, (field.name, name)
