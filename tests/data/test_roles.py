"""Which column plays which role."""

import numpy as np
import pytest

import claimwise as cw
from claimwise.core import DataError, ParameterError
from claimwise.data.role_names import OF_ANSWERS, OF_SCORES, ROLES
from claimwise.data.roles import assign

CELLS = {"labels": "q1", "scores": "0.5", "counts": "7", "words": "bleu"}


def columns(names, given=None, **more):
    return dict(assign(names, given, where="x.csv", **more).columns)


@pytest.mark.parametrize("role", OF_SCORES)
def test_every_name_of_every_role_is_recognised_in_any_case(role):
    for alias in ROLES[role].known:
        for name in (alias, alias.upper(), alias.title().replace("_", " "), f" {alias} "):
            others = [] if role == "item" else ["item"]
            sample = {name: [CELLS[ROLES[role].holds]] * 3}
            if role == "rater":
                sample = {name: ["ann", "bob"]}
            assert columns([*others, name], sample=sample)[role] == name


def test_the_first_roles_share_no_name_but_those_that_content_tells_apart():
    names = [alias for role in OF_SCORES for alias in ROLES[role].known]
    shared = {name for name in names if names.count(name) > 1}
    assert shared == {"task", "judge", "doc", "document", "doc_id"}


def test_of_several_columns_the_first_alias_wins_and_that_is_said():
    roles = assign(["id", "item", "system", "correct", "score"], None, where="x")
    assert roles.columns["item"] == "item"
    assert roles.columns["score"] == "score"
    assert "item: column item (not id)" in roles.inferred
    assert "score: column score (not correct)" in roles.inferred


@pytest.mark.parametrize(
    ("judge", "role"), [(["0.5", "0.9"], "score"), (["gpt-4", "ann"], "rater")]
)
def test_content_tells_a_score_called_judge_from_a_judge(judge, role):
    found = columns(["item", "system", "judge"], sample={"judge": judge})
    assert found[role] == "judge"


def test_a_judge_next_to_scores_is_a_rater_also_if_judges_are_numbers():
    found = columns(["item", "judge", "rating"], sample={"judge": ["1", "2"], "rating": ["3", "4"]})
    assert (found["score"], found["rater"]) == ("rating", "judge")


def test_a_column_of_names_is_no_score():
    sample = {"right": ["Weaver 12k", "Alpaca"]}
    assert "score" not in columns(["item", "right"], sample=sample)
    assert columns(["item", "right"], sample={"right": ["true", "false"]})["score"] == "right"


def test_among_several_metrics_nothing_is_chosen():
    roles = assign(["id", "exact_match", "f1"], None, where="x")
    assert "score" not in roles.columns
    assert roles.open["score"] == ("exact_match", "f1")
    assert assign(["id", "score", "f1"], None, where="x").columns["score"] == "score"


def test_task_is_the_item_where_there_is_no_other_and_else_the_data_set():
    assert columns(["task", "run", "success"])["item"] == "task"
    found = columns(["task", "item", "score"])
    assert (found["item"], found["dataset"]) == ("item", "task")
    assert columns(["task", "thing_id", "score"])["item"] == "thing_id"


def test_the_users_word_wins_and_is_not_called_inferred():
    roles = assign(["item", "id", "acc", "f1"], {"item": "id", "score": "f1"}, where="x")
    assert roles.columns == {"item": "id", "score": "f1"}
    assert roles.inferred == ()


def test_a_role_may_go_by_any_of_its_names():
    assert columns(["q", "r"], {"rater": "r"}, wanted=OF_ANSWERS)["responder"] == "r"


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
    names, sample = ["id", "doc", "score"], {"doc": ["\0nested"]}
    assert "cluster" not in columns(names, sample=sample)
    given = {"cluster": "doc.passage"}
    assert columns(names, given, sample=sample, dotted=True)["cluster"] == "doc.passage"
    with pytest.raises(DataError, match=r"doc\.passage"):
        columns(names, given, sample=sample)


@pytest.mark.parametrize("right", ROLES["correct"].known + ROLES["accuracy"].known)
@pytest.mark.parametrize("n", ROLES["n"].names)
def test_totals_are_told_by_right_answers_and_n_without_items(right, n):
    roles = assign(["system", right, n], None, where="x")
    assert roles.totals
    role = "correct" if right in ROLES["correct"].known else "accuracy"
    assert (roles.columns[role], roles.columns["n"]) == (right, n)
    assert not assign(["item", "system", right, n], None, where="x").totals


def test_totals_by_the_users_word_and_against_it():
    roles = assign(["s", "k", "m"], {"system": "s", "correct": "k", "n": "m"}, where="x")
    assert roles.totals
    assert not assign(["q", "correct", "n"], {"item": "q"}, where="x").totals
    assert not assign(["q", "correct", "n"], {"score": "correct"}, where="x").totals


def test_columns_without_a_name_are_never_chosen():
    assert columns(["", "item", "", "score"]) == {"item": "item", "score": "score"}


RNG = np.random.default_rng(5)
BASE, NEW = RNG.integers(0, 2, 40), RNG.integers(0, 2, 40)
LONG = {
    "question_id": [f"q{k}" for k in range(40)] * 2,
    "model": ["base"] * 40 + ["new"] * 40,
    "correct": [*BASE, *NEW],
}


@pytest.mark.parametrize("place", [0, 1, 3])
@pytest.mark.parametrize(
    "name", ["id", "item", "idx", "Unnamed: 0", "row_id", "key", "uid", "index"]
)
def test_law_a_row_number_changes_no_answer_in_a_long_table(name, place):
    """Every row has a number of its own, so that no two systems would share an item."""
    columns = list(LONG.items())
    columns.insert(place, (name, list(range(80))))
    pandas = pytest.importorskip("pandas")
    usual = cw.compare(pandas.DataFrame(LONG))
    assert cw.compare(pandas.DataFrame(dict(columns))).rows == usual.rows


def test_law_the_order_of_columns_changes_no_answer():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(LONG | {"id": list(range(80)), "passage_id": ["p"] * 80})
    usual = cw.compare(frame).rows
    for _ in range(6):
        assert cw.compare(frame[list(RNG.permutation(frame.columns))]).rows == usual


def test_an_item_that_comes_twice_by_mistake_is_refused_though_another_column_pairs():
    pandas = pytest.importorskip("pandas")
    prompts = [f"Say {k}." for k in range(40)] * 2
    doubled = {**LONG, "question_id": ["q1", *LONG["question_id"][1:]], "prompt": prompts}
    with pytest.raises(DataError, match="q1 of base has two scores"):
        cw.compare(pandas.DataFrame(doubled))
    same = ["Say 1.", *prompts[1:40]] * 2  # two items with one prompt, in both systems
    idx = {"text": same, "idx": list(range(40)) * 2, **{k: LONG[k] for k in ("model", "correct")}}
    assert cw.compare(pandas.DataFrame(idx)).rows == cw.compare(pandas.DataFrame(LONG)).rows
    documents = {**LONG, "doc_id": [f"d{k // 4}" for k in range(40)] * 2, "question": prompts}
    del documents["question_id"]
    usual = cw.compare(pandas.DataFrame(LONG))
    found = cw.compare(pandas.DataFrame(documents))
    assert found.settings["cluster"] == "doc_id"  # what does not name the items groups them
    assert cw.compare(pandas.DataFrame(documents), cluster="none").rows == usual.rows


@pytest.mark.parametrize("name", ["doc_id", "story_id", "context_id", "passage_id", "document_id"])
def test_value_an_id_of_documents_beside_that_of_items_groups_them(name):
    pandas = pytest.importorskip("pandas")
    groups = [f"d{k // 4}" for k in range(40)] * 2
    found = cw.compare(pandas.DataFrame({**LONG, name: groups}))
    assert found.rows == cw.compare(pandas.DataFrame({**LONG, "cluster": groups})).rows
    assert any(f"cluster: column {name}" in note for note in found.notes)
    alone = {**LONG, name: [f"d{k}" for k in range(40)] * 2}  # another one for every item
    assert cw.compare(pandas.DataFrame(alone)).rows == cw.compare(pandas.DataFrame(LONG)).rows
