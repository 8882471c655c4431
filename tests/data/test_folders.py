"""A folder for each system, with a file for each task; and scores in memory."""

import json

import numpy as np
import pytest

import claimwise as cw
from claimwise.core import DataError, ParameterError

RNG = np.random.default_rng(2)
RIGHT = {"base": RNG.integers(0, 2, 40), "new": RNG.integers(0, 2, 40)}


def log(folder, task, right, stamp=""):
    folder.mkdir(parents=True, exist_ok=True)
    rows = [
        {"doc_id": i, "doc": {"q": i}, "resps": [["x"]], "filtered_resps": ["x"], "filter": "none"}
        | {"metrics": ["acc"], "acc": float(value), "doc_hash": f"{task}{i}", "target_hash": "t"}
        for i, value in enumerate(right)
    ]
    path = folder / f"samples_{task}{stamp}.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)) + "\n")


@pytest.fixture
def runs(tmp_path):
    for name, right in RIGHT.items():
        for task, part in (("arc", right[:20]), ("boolq", right[20:])):
            log(tmp_path / name, task, part)
    return tmp_path


def test_value_tasks_are_matched_by_name(runs):
    found = cw.compare(runs / "base", runs / "new")
    assert found.provenance["settings"]["b"] == "new"
    for task, part in (("arc", slice(0, 20)), ("boolq", slice(20, 40))):
        row = found.select("difference", dataset=task)[0]
        assert row.estimate == pytest.approx(RIGHT["new"][part].mean() - RIGHT["base"][part].mean())


def test_one_folder_has_a_folder_for_each_system(runs):
    assert cw.compare(runs).rows == cw.compare(runs / "base", runs / "new").rows


def test_tasks_that_one_lacks_are_left_out_and_said(runs):
    log(runs / "new", "copa", RIGHT["new"])
    found = cw.compare(runs / "base", runs / "new")
    assert not found.select("difference", dataset="copa")
    said = [note for note in found.notes if note.kind == "dropped"]
    assert any("copa" in note and "not every folder has" in note for note in said)
    log(runs / "old", "piqa", RIGHT["new"])
    with pytest.raises(DataError, match=r"no task in common: arc, boolq.* and piqa in"):
        cw.compare(runs / "base", runs / "old")


def test_the_newest_samples_of_a_task_are_read(runs):
    log(runs / "base", "copa", 1 - RIGHT["base"], "_2024-01-01T00-00-00.000001")
    log(runs / "base", "copa", RIGHT["base"], "_2025-01-01T00-00-00.000001")
    log(runs / "new", "copa", RIGHT["new"])
    found = cw.compare(runs / "base", runs / "new", dataset="copa")
    assert found.difference == pytest.approx(RIGHT["new"].mean() - RIGHT["base"].mean())
    assert any("Older samples" in note for note in found.notes)


def test_a_folder_of_tables_has_a_task_in_each(tmp_path):
    for name, right in RIGHT.items():
        (tmp_path / name).mkdir()
        for task, part in (("arc", right[:20]), ("boolq", right[20:])):
            lines = [f"{i},{value}" for i, value in enumerate(part)]
            (tmp_path / name / f"{task}.csv").write_text("\n".join(["id,correct", *lines]) + "\n")
    found = cw.compare(tmp_path / "base", tmp_path / "new")
    assert len(found.select("difference", dataset="arc")) == 1
    assert found.provenance["settings"]["a"] == "base"


@pytest.mark.parametrize("ending", ["json", "arrow", "feather", "parquet"])
def test_a_folder_may_have_tables_of_any_kind(tmp_path, ending):
    polars = pytest.importorskip("polars")
    for name, right in RIGHT.items():
        (tmp_path / name).mkdir()
        frame = polars.DataFrame({"id": range(len(right)), "correct": right})
        path = tmp_path / name / f"arc.{ending}"
        writers = {"json": frame.write_json, "parquet": frame.write_parquet}
        writers.get(ending, frame.write_ipc)(path)
        (tmp_path / name / "config.json").write_text('{"temperature": 0}')
    found = cw.compare(tmp_path / "base", tmp_path / "new")
    assert found.difference == pytest.approx(RIGHT["new"].mean() - RIGHT["base"].mean())


def test_a_folder_without_scores_is_refused(tmp_path, runs):
    (tmp_path / "empty").mkdir()
    with pytest.raises(DataError, match="has no file of scores in it"):
        cw.compare(runs / "base", tmp_path / "empty")


def rows_of(*sources, **more):
    return cw.compare(*sources, **more).rows


def test_scores_in_memory_of_every_kind_give_one_answer():
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    base, new = RIGHT["base"], RIGHT["new"]
    usual = rows_of({"base": base, "new": new})
    records = [
        {"item": i, "system": name, "correct": int(value)}
        for name, right in RIGHT.items()
        for i, value in enumerate(right)
    ]
    assert rows_of(pandas.Series(base, name="base"), pandas.Series(new, name="new")) == usual
    assert rows_of(polars.Series("base", base), polars.Series("new", new)) == usual
    assert rows_of(np.stack([base, new], axis=1), system=["base", "new"]) == usual
    assert rows_of(base, new, system=["base", "new"]) == usual
    assert rows_of(records) == usual
    assert rows_of(pandas.DataFrame(records)) == usual
    assert rows_of(polars.DataFrame(records)) == usual


def test_arrays_without_names_are_a_and_b():
    found = cw.compare(RIGHT["base"].tolist(), RIGHT["new"].tolist())
    settings = found.provenance["settings"]
    assert (settings["a"], settings["b"]) == ("A", "B")
    with pytest.raises(ParameterError, match="2 arrays of scores and 1 names"):
        cw.compare(RIGHT["base"], RIGHT["new"], system=["x"])


def test_a_folder_of_tables_that_name_no_systems_has_a_system_in_each(tmp_path):
    for name, right in RIGHT.items():
        rows = "".join(f"q{i},{value}\n" for i, value in enumerate(right))
        (tmp_path / f"{name}.csv").write_text("item,score\n" + rows)
    found = cw.compare(tmp_path)
    assert found.difference == pytest.approx(RIGHT["new"].mean() - RIGHT["base"].mean())


def test_arrays_of_other_lengths_are_samples_of_their_own():
    a, b = RNG.random(30), RNG.random(25)
    found = cw.compare(a, b, paired=False)
    assert found.difference == pytest.approx(b.mean() - a.mean())
    assert found.select("score", system="B")[0].n == 25
    with pytest.raises(DataError, match=r"found 25 and 30 scores\. If each .*paired=False"):
        cw.compare(a, b)
