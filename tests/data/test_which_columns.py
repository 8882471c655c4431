"""Columns that are no systems never become systems in silence."""

import numpy as np
import pytest

import claimwise as cw
from claimwise.core import DataError

RNG = np.random.default_rng(11)
SCORES = {"gpt-4o": RNG.integers(0, 2, 60), "mine": RNG.integers(0, 2, 60)}
NAMES = [
    *("id", "question_id", "Question ID", "task_id", "problem_id", "example_id", "prompt_id"),
    *("sentence_id", "idx", "index", "Unnamed: 0", "key", "uid", "sample", "prompt", "row_index"),
]


def written(path, columns):
    rows = zip(*columns.values(), strict=True)
    path.write_text(
        "\n".join(",".join(map(str, row)) for row in (columns, *rows)) + "\n", encoding="utf-8"
    )
    return path


@pytest.fixture(scope="module")
def usual(tmp_path_factory):
    """The answer of a table of two systems alone."""
    return cw.compare(written(tmp_path_factory.mktemp("wide") / "wide.csv", SCORES)).rows


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("name", NAMES)
def test_law_an_id_changes_no_answer_wherever_it_stands(tmp_path, usual, name, place):
    """No system is named here, so that an id taken for one would be compared with the others."""
    columns = list(SCORES.items())
    columns.insert(place, (name, range(249, 309)))
    assert cw.compare(written(tmp_path / "wide.csv", dict(columns))).rows == usual


def test_a_second_id_is_no_system_either(tmp_path, usual):
    columns = {"item": range(60), "row_id": range(60), **SCORES}
    assert cw.compare(written(tmp_path / "wide.csv", columns)).rows == usual


@pytest.mark.parametrize(
    ("name", "values", "why"),
    [
        ("nth", range(60), "looks like an id"),
        ("nth", [3 * k for k in range(60)], "looks like an id"),
        ("prompt_tokens", [50 + k % 7 for k in range(60)], "is not called like a system"),
    ],
)
def test_a_column_that_is_unlike_the_others_is_asked_about(tmp_path, name, values, why):
    path = written(tmp_path / "wide.csv", {name: values, **SCORES})
    with pytest.raises(DataError, match=rf'{name} .*{why}.*"gpt-4o", "mine"'):
        cw.compare(path)
    assert cw.compare(path, system=["gpt-4o", "mine"]).rows
    assert cw.compare(path, columns={"item": name}).rows if why.endswith("id") else True


def test_counts_of_other_sizes_are_asked_about_where_nothing_names_the_items(tmp_path):
    """Pairs of numbered systems with what was counted of each: none of these is a score."""
    pairs = [(i, j) for i in range(12) for j in range(i)]
    counts = {
        "i": [i for i, _ in pairs],
        "j": [j for _, j in pairs],
        "gain": [40 * (i - j) for i, j in pairs],
        "apart": [2000 + 7 * i * j for i, j in pairs],
    }
    path = written(tmp_path / "pairs.csv", counts)
    with pytest.raises(DataError, match="gain, apart are on another scale"):
        cw.compare(path)
    slow = {"item": range(60), "a": RNG.integers(1, 9, 60), "b": RNG.integers(1, 30, 60) ** 2}
    assert cw.compare(written(tmp_path / "slow.csv", slow)).rows


SIXTY = {
    "has_code": [k % 2 for k in range(60)],
    "cost": RNG.random(60).round(4),
    "year": [2020 + k % 3 for k in range(60)],
    "is_hard": [k % 2 for k in range(60)],
    "tokens": RNG.permutation(900)[:60],
}


@pytest.mark.parametrize(
    "extra", [["cost"], ["has_code"], ["year", "is_hard"], ["tokens", "cost", "year"]]
)
@pytest.mark.parametrize("scores", [{"a": (1, 6), "b": (1, 6)}, {"a": (10, 90), "b": (10, 90)}])
def test_law_the_remedy_names_the_systems_whatever_else_is_there(tmp_path, extra, scores):
    drawn = {name: RNG.integers(*ends, 60) for name, ends in scores.items()}
    columns = {"item": range(60), **{name: SIXTY[name] for name in extra}, **drawn}
    with pytest.raises(DataError, match=r'Name the systems: system=\["a", "b"\]'):
        cw.compare(written(tmp_path / "wide.csv", columns))


@pytest.mark.parametrize("layout", ["wide", "long"])
def test_per_cent_are_read_as_shares(tmp_path, layout):
    rows = [(f"q{k}", f"{k % 7}0%", f"{k % 9}0.5 %") for k in range(30)]
    if layout == "wide":
        columns = dict(zip(("item", "a", "b"), zip(*rows, strict=True), strict=True))
    else:
        cells = [
            (q, name, cell) for q, *both in rows for name, cell in zip("ab", both, strict=True)
        ]
        columns = dict(zip(("item", "system", "score"), zip(*cells, strict=True), strict=True))
    result = cw.compare(written(tmp_path / "x.csv", columns))
    gain = np.mean([(k % 9) / 10 + 0.005 - (k % 7) / 10 for k in range(30)])
    assert result.difference == pytest.approx(gain)
    assert "Per cent are read as shares: 00% as 0." in result.notes


def test_per_cent_in_some_cells_are_refused(tmp_path):
    columns = {"item": range(4), "system": ["a", "b"] * 2, "score": ["85%", "0.8", "70%", "1"]}
    with pytest.raises(DataError, match=r"mixes numbers and per cent: '0\.8' in line 3"):
        cw.read(written(tmp_path / "x.csv", columns))


def test_per_cent_are_scores_rather_than_a_confidence(tmp_path):
    files = []
    for name in ("old", "new"):
        files.append(tmp_path / f"{name}.csv")
        rows = [f"q{k},{k % 7}0.5%,{0.01 * (k % 5)}" for k in range(30)]
        files[-1].write_text("item,bleu,confidence\n" + "\n".join(rows) + "\n")
    assert any("column bleu" in line for line in cw.read(*files).inferred)
    assert cw.compare(*files, metric="confidence").difference == 0


def test_columns_of_costs_are_no_systems_where_others_have_per_cent_signs(tmp_path):
    table = {
        "item": range(60),
        "a": [f"{k % 9}1.5%" for k in range(60)],
        "b": [f"{k % 7}3.5%" for k in range(60)],
        "difficulty": RNG.integers(1, 4, 60),
        "weight": RNG.integers(1, 4, 60),
    }
    with pytest.raises(DataError, match=r'Name the systems: system=\["a", "b"\]'):
        cw.compare(written(tmp_path / "wide.csv", table))


@pytest.mark.parametrize("systems", [("a", "b"), ("a",)])
def test_true_and_false_next_to_yes_and_no_is_asked_about(tmp_path, systems):
    words = {name: np.where(RNG.random(60) < 0.6, "yes", "no") for name in systems}
    hard = {"hard": np.where(RNG.random(60) < 0.5, "true", "false")}
    with pytest.raises(DataError, match="hard is written otherwise than the others"):
        cw.compare(written(tmp_path / "wide.csv", {"item": range(60), **words, **hard}))


def test_true_and_false_next_to_numbers_is_asked_about(tmp_path):
    graded = {"a": RNG.random(60).round(3), "b": RNG.random(60).round(3)}
    hard = {"hard": ["true" if k % 2 else "false" for k in range(60)]}
    path = written(tmp_path / "wide.csv", {"item": range(60), **hard, **graded})
    with pytest.raises(DataError, match=r'hard is written otherwise .*system=\["a", "b"\]'):
        cw.compare(path)


@pytest.mark.parametrize("name", ["case", "Row", "name", "filename", "doc", "#"])
def test_names_that_seldom_mean_items_do_where_each_comes_once(tmp_path, name):
    long = {
        name: [*range(60), *range(60)],
        "model": ["gpt-4o"] * 60 + ["mine"] * 60,
        "correct": [*SCORES["gpt-4o"], *SCORES["mine"]],
    }
    found = cw.compare(written(tmp_path / "long.csv", long))
    usual = cw.compare(written(tmp_path / "wide.csv", {"item": range(60), **SCORES}))
    assert found.difference == usual.difference
    assert found["difference"].n == 60


def test_graded_scores_may_all_be_different_or_lie_apart(tmp_path):
    graded = {"a": RNG.permutation(1000)[:60], "b": RNG.permutation(1000)[:60]}
    assert cw.compare(written(tmp_path / "graded.csv", graded)).rows
    apart = {"a": RNG.random(60) / 10, "b": 0.5 + RNG.random(60) / 10}
    assert cw.compare(written(tmp_path / "apart.csv", apart)).rows


def test_columns_of_several_files_are_metrics(tmp_path):
    paths = [
        written(
            tmp_path / f"{name}.csv",
            {"id": range(60), "exact_match": scores, "f1": (scores + RNG.random(60)) / 2},
        )
        for name, scores in (("x", SCORES["gpt-4o"]), ("y", SCORES["mine"]))
    ]
    with pytest.raises(DataError, match=r"2 columns of scores: exact_match, f1.*metric="):
        cw.compare(*paths)
    found = cw.compare(*paths, metric="exact_match")
    assert found.difference == pytest.approx(SCORES["mine"].mean() - SCORES["gpt-4o"].mean())


def test_a_byte_that_is_not_utf8_is_named_far_down(tmp_path):
    path = tmp_path / "latin1.csv"
    rows = "".join(f"i{k},a,1\ni{k},b,0\n" for k in range(2000))
    path.write_bytes(b"item,system,score\n" + rows.encode() + b"caf\xe9,a,1\n")
    with pytest.raises(DataError, match=r"not in UTF-8: byte 0xe9 at position"):
        cw.read(path)
