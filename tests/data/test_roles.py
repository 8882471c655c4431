"""Which column plays which role."""

import pytest

from claimwise.core import DataError, ParameterError
from claimwise.data.roles import ALIASES, TOTALS, assign


def columns(names, given=None, **more):
    return dict(assign(names, given, where="x.csv", **more).columns)


@pytest.mark.parametrize("role", ALIASES)
def test_every_alias_of_every_role_is_recognised_in_any_case(role):
    for alias in ALIASES[role]:
        for name in (alias, alias.upper(), alias.title().replace("_", " "), f" {alias} "):
            others = [] if role == "item" else ["item"]
            assert columns([*others, name])[role] == name


def test_no_name_can_play_two_roles():
    names = [alias for aliases in ALIASES.values() for alias in aliases]
    assert len(names) == len(set(names))


def test_of_several_columns_the_first_alias_wins_and_that_is_said():
    roles = assign(["id", "item", "system", "correct", "score"], None, where="x")
    assert roles.columns["item"] == "item"
    assert roles.columns["score"] == "score"
    assert "item: column item (not id)" in roles.inferred
    assert "score: column score (not correct)" in roles.inferred


def test_the_users_word_wins_and_is_not_called_inferred():
    roles = assign(["item", "id", "acc", "f1"], {"item": "id", "score": "f1"}, where="x")
    assert roles.columns == {"item": "id", "score": "f1"}
    assert roles.inferred == ()


def test_a_column_is_used_once():
    roles = columns(["item", "system", "score", "doc"], {"gold": "doc"})
    assert roles["gold"] == "doc"
    assert "cluster" not in roles
    with pytest.raises(ParameterError, match=r"each column once; found id as item and as cluster"):
        columns(["id", "score"], {"item": "id", "cluster": "id"})


def test_names_differ_in_capitals_only_where_nothing_else_is_meant():
    assert columns(["ID", "score"], {"item": "id"})["item"] == "ID"
    with pytest.raises(DataError, match=r"column sCore; it has Score, score, item\."):
        columns(["Score", "score", "item"], {"score": "sCore"})


def test_unknown_roles_and_columns_get_the_nearest_name():
    with pytest.raises(ParameterError, match=r"found itm. Did you mean item"):
        columns(["item"], {"itm": "item"})
    with pytest.raises(
        DataError, match=r"column passge; it has item, passage\. Did you mean passage\?"
    ):
        columns(["item", "passage"], {"cluster": "passge"})


def test_nested_columns_are_not_guessed_but_can_be_reached_into():
    names = ["id", "doc", "score"]
    assert "cluster" not in columns(names, nested={"doc"})
    given = {"cluster": "doc.passage"}
    assert columns(names, given, nested={"doc"}, dotted=True)["cluster"] == "doc.passage"
    with pytest.raises(DataError, match=r"doc\.passage"):
        columns(names, given, nested={"doc"})


@pytest.mark.parametrize("correct", TOTALS["correct"])
@pytest.mark.parametrize("n", TOTALS["n"])
def test_totals_are_told_by_correct_and_n_without_items(correct, n):
    roles = assign(["system", correct, n], None, where="x")
    assert roles.totals
    assert (roles.columns["correct"], roles.columns["n"]) == (correct, n)
    assert not assign(["item", "system", correct, n], None, where="x").totals


def test_totals_by_the_users_word_and_against_it():
    roles = assign(["s", "k", "m"], {"system": "s", "correct": "k", "n": "m"}, where="x")
    assert roles.totals
    assert not assign(["q", "correct", "n"], {"item": "q"}, where="x").totals
    assert not assign(["q", "correct", "n"], {"score": "correct"}, where="x").totals


def test_columns_without_a_name_are_never_chosen():
    assert columns(["", "item", "", "score"]) == {"item": "item", "score": "score"}
