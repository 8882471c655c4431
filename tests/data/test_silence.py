"""What could decide a verdict is asked about or said: columns, scales, items, metrics, indexes."""

import numpy as np
import polars
import pytest

import claimwise as cw
from claimwise.core import ClaimwiseError, DataError, ParameterError

RNG = np.random.default_rng(5)
N = 60
SCORES = {"m1": RNG.integers(0, 2, N), "m2": RNG.integers(0, 2, N)}


def cautions(result):
    return " ".join(note for note in result.notes if note.kind == "caution")


@pytest.mark.parametrize(
    ("extra", "why"),
    [
        ({"cost": RNG.uniform(1, 3, N).round(2)}, "is not called like a system"),
        ({"difficulty": RNG.integers(1, 4, N)}, "is not called like a system"),
        ({"x": RNG.integers(50, 70, N), "y": RNG.integers(45, 60, N)}, "another scale"),
        ({"heat": np.full(N, 0.7)}, "never varies"),
        ({"weight": RNG.random(N).round(3)}, "not called like a system"),
        ({"n_shots": np.zeros(N, int)}, "not called like a system"),
    ],
)
def test_columns_that_are_not_systems_are_asked_about(extra, why):
    table = polars.DataFrame({"qid": np.arange(N), **extra, **SCORES})
    with pytest.raises(DataError, match=rf'{next(iter(extra))}.*{why}.*"m1", "m2"'):
        cw.compare(table)
    assert cw.compare(table, system=["m1", "m2"]).rows == cw.compare(SCORES_TABLE).rows


SCORES_TABLE = polars.DataFrame({"qid": np.arange(N), **SCORES})


def test_graded_systems_of_one_scale_are_not_asked_about():
    graded = {f"m{k}": RNG.normal(70 - 9 * k, 5, N).round(1) for k in range(4)}
    assert cw.compare(polars.DataFrame({"qid": np.arange(N), **graded})).rows
    right = {"all": np.ones(N, int), **SCORES}
    assert cw.compare(polars.DataFrame({"qid": np.arange(N), **right})).rows


def test_a_mapping_with_ids_is_a_table():
    named = cw.compare({"qid": list(range(249, 249 + N)), **SCORES})
    assert [row.estimate for row in named.rows] == [row.estimate for row in cw.compare(SCORES).rows]


def test_one_system_in_per_cent_and_another_in_shares_is_said():
    both = {"m1": SCORES["m1"], "m2": 100 * SCORES["m2"]}
    assert "same scale" in cautions(cw.compare(both))
    assert "same scale" not in cautions(cw.compare(SCORES))


def test_many_items_without_a_partner_are_said():
    rows = [
        {"item": i, "system": name, "score": int(column[i])}
        for name, column in SCORES.items()
        for i in range(N if name == "m1" else N // 2)
    ]
    assert f"Only {N // 2} of {N} items" in cautions(cw.compare(polars.DataFrame(rows)))
    assert "Only" not in cautions(cw.compare(SCORES))


def test_a_system_whose_cells_are_not_all_numbers_is_not_left_out_in_silence():
    broken = [f"{x}" if k % 3 == 0 else "n/k" for k, x in enumerate(SCORES["m1"].tolist())]
    table = polars.DataFrame({"qid": np.arange(N), "m0": broken, **SCORES})
    assert "m0" in cautions(cw.compare(table))
    text = polars.DataFrame({"qid": np.arange(N), "topic": ["history"] * N, **SCORES})
    assert "topic" not in cautions(cw.compare(text))


def test_files_of_different_metrics_are_not_compared(tmp_path):
    for name, metric in (("a", "f1"), ("b", "exact_match"), ("c", "f1")):
        table = polars.DataFrame({"item": np.arange(N), metric: RNG.random(N).round(3)})
        table.write_csv(tmp_path / f"{name}.csv")
    with pytest.raises(DataError, match="different names: f1, exact_match"):
        cw.compare(tmp_path / "a.csv", tmp_path / "b.csv")
    assert cw.compare(tmp_path / "a.csv", tmp_path / "c.csv").rows


def test_series_of_other_items_are_not_paired_by_their_places():
    pandas = pytest.importorskip("pandas")
    a, b = (pandas.Series(column, name=name) for name, column in SCORES.items())
    assert cw.compare(a, b).rows
    with pytest.raises(DataError, match="indexes of the Series differ"):
        cw.compare(a, b.sample(frac=1, random_state=1))


def test_the_doctor_knows_lines_of_text(tmp_path):
    path = tmp_path / "base.txt"
    path.write_text("A first line, with a comma\nAnd a second one, with another\n")
    with pytest.raises(DataError, match=r"lines of text.*references"):
        cw.doctor(path)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"dataset": "z"}, "has no data set z; it has x, y"),
        ({"metric": "em"}, "has no metric em; it has f1"),
        ({}, "has several metrics: f1, bleu"),
        ({"metric": "f1", "a": "gpt"}, "gpt is not in {}; it has old, new"),
    ],
)
def test_what_is_not_there_is_said_of_the_file(tmp_path, more, says):
    path = tmp_path / "mine.csv"
    rows = [
        f"{i},{s},{d},{m},{(i * len(s + m)) % 5}"
        for i in range(9)
        for s in ("old", "new")
        for d in ("x", "y")
        for m in ("f1", "bleu")
    ]
    path.write_text("\n".join(["item,system,dataset,metric,score", *rows]) + "\n")
    with pytest.raises(ClaimwiseError) as refused:
        cw.compare(path, **({"metric": "f1"} if "dataset" in more else {}), **more)
    text = str(refused.value)
    assert str(path) in text
    assert says.format(path) in text


def judged(path):
    """Numbered systems, who won, and nothing that is a score."""
    rows = [
        f"{k},{k % 7},{10 + k % 5},{90 + k % 9},w{k % 3},left,m{k % 5},n{k % 9}" for k in range(N)
    ]
    path.write_text("id,prompt,x,y,worker,winner,left,right\n" + "\n".join(rows) + "\n")
    return path


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("judgements.csv", "claimwise judgements"),
        ("survey.csv", "claimwise survey"),
        ("responses.csv", 'gold="gold" and metric="mae"'),
    ],
)
def test_what_is_another_question_is_not_read_as_scores(name, remedy):
    with pytest.raises(DataError, match="and no scores of systems") as refused:
        cw.compare(cw.data.example_path(name))
    assert remedy in str(refused.value)


def test_numbers_of_systems_next_to_a_winner_are_no_scores(tmp_path):
    with pytest.raises(DataError, match=r"a winner in each row.* claimwise judgements"):
        cw.compare(judged(tmp_path / "x.csv"))


def test_the_only_column_of_numbers_is_named_where_no_score_is(tmp_path):
    path = tmp_path / "time.csv"
    rows = [f"q{i},{s},{i + 0.5},{s}{i}" for s in "ab" for i in range(9)]
    path.write_text("\n".join(["item,system,took,said", *rows]) + "\n")
    with pytest.raises(DataError, match=r'Name it: columns=\{"score": "took"\}\.$'):
        cw.compare(path)
    assert cw.compare(path, columns={"score": "took"})["difference"].n == 9


def test_rows_of_files_without_items_are_refused_with_a_way_that_works(tmp_path):
    values = {"a": [0, 1] * 9, "b": [1, 1] * 9}
    for name, column in values.items():
        (tmp_path / f"{name}.csv").write_text("\n".join(["correct", *map(str, column)]) + "\n")
    with pytest.raises(DataError, match="side by side in one file, a column for each system"):
        cw.compare(tmp_path / "a.csv", tmp_path / "b.csv")
    wide = tmp_path / "wide.csv"
    wide.write_text(
        "\n".join(["a,b", *(f"{x},{y}" for x, y in zip(*values.values(), strict=True))]) + "\n"
    )
    assert cw.compare(wide)["difference"].n == 18


def test_several_metrics_of_a_table_are_refused_with_the_choice_of_one(tmp_path):
    path = tmp_path / "two.csv"
    rows = [f"q{i},{s},{i % 2},{i + 0.5}" for s in "ab" for i in range(9)]
    path.write_text("\n".join(["item,system,accuracy,wer", *rows]) + "\n")
    with pytest.raises(ParameterError, match="compared one metric at a time"):
        cw.compare(path, metric="accuracy,wer")
    assert cw.compare(path, metric="wer")["difference"].n == 9
