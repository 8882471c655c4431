"""What looks odd is said, or refused, with what to do about it."""

import numpy as np
import pytest

import claimwise as cw
from claimwise.core import DataError, ParameterError

RNG = np.random.default_rng(8)
SCORES = {"base": RNG.integers(0, 2, 60), "new": RNG.integers(0, 2, 60)}


def long(tmp_path, scores=SCORES, name="scores.csv", item="q"):
    rows = [f"{item}{i},{s},{v}" for s, values in scores.items() for i, v in enumerate(values)]
    path = tmp_path / name
    path.write_text("\n".join(["item,system,score", *rows]) + "\n")
    return path


def cautions(result):
    return " ".join(note for note in result.notes if note.kind == "caution")


def test_right_and_wrong_in_per_cent_is_said(tmp_path):
    hundred = {name: 100 * values for name, values in SCORES.items()}
    for answer in (cw.compare, cw.doctor):
        assert "Divide them by 100" in cautions(answer(long(tmp_path, hundred)))
        assert "Divide" not in cautions(answer(long(tmp_path)))


def test_labels_that_are_the_same_number_are_said(tmp_path):
    path = tmp_path / "labels.csv"
    kept = {"base": ".0", "new": ""}
    rows = [f"q{i},{s},{i % 3},{i % 3}{kept[s]}" for s in kept for i in range(60)]
    path.write_text("\n".join(["item,system,gold,prediction", *rows]) + "\n")
    said = cautions(cw.doctor(path))
    assert "60 predictions count as wrong" in said
    assert "such as 0.0 and 0" in said


def labels(tmp_path, prediction):
    path = tmp_path / "labels.csv"
    rows = [
        f"q{i},{s},{'Yes' if i % 3 else 'No'},{prediction(i, s)}"
        for s in ("base", "new")
        for i in range(60)
    ]
    path.write_text("\n".join(["item,system,gold,prediction", *rows]) + "\n")
    return path


def test_labels_that_differ_in_capitals_are_said(tmp_path):
    mixed = labels(tmp_path, lambda i, s: "yes" if s == "base" and i % 2 else "Yes")
    said = cautions(cw.compare(mixed))
    assert "20 predictions count as wrong though they differ only in capitals" in said
    with pytest.raises(DataError, match="Did you mean Yes"):
        cw.compare(mixed, metric="f1:macro")
    assert "differ only in capitals" not in cautions(cw.compare(mixed, metric="exact-match"))


def test_labels_of_which_none_is_right_as_written_are_refused(tmp_path):
    lower = labels(tmp_path, lambda i, s: "yes" if (i + len(s)) % 2 else "no")
    for metric in (None, "f1:macro"):
        with pytest.raises(DataError, match=r"differ only in capitals.* Write them alike"):
            cw.compare(lower, metric=metric)
    assert cw.compare(lower, metric="exact-match")["score[new]"].estimate > 0.3


def test_the_data_as_their_own_prior_are_refused(tmp_path):
    path = long(tmp_path)
    with pytest.raises(ParameterError, match="would count twice"):
        cw.compare(path, earlier=path, assess="posterior")
    with pytest.raises(ParameterError, match="would count twice"):
        cw.compare(
            cw.data.example_path("arc.csv"),
            dataset="easy",
            earlier_dataset="easy",
            assess="posterior",
        )


def test_items_that_come_again_in_the_earlier_data_are_said(tmp_path):
    other = {name: 1 - values for name, values in SCORES.items()}
    path, old = long(tmp_path), long(tmp_path, other, "old.csv")
    assert "60 items of 60 stand in the earlier data too" in cautions(
        cw.compare(path, earlier=old, assess="posterior")
    )
    apart = long(tmp_path, other, "older.csv", item="p")
    assert "earlier data too" not in cautions(cw.compare(path, earlier=apart, assess="posterior"))


def test_earlier_items_are_counted_once():
    arc = cw.data.example_path("arc.csv")
    found = cw.compare(arc, dataset="challenge", earlier_dataset="easy", assess="posterior")
    assert any("what 2,376 earlier items made" in note for note in found.notes)


def test_doubled_ratings_are_said(tmp_path):
    text = cw.data.example_path("ratings.csv").read_text()
    header, *rows = text.strip().splitlines()
    path = tmp_path / "ratings.csv"
    path.write_text("\n".join([header, *rows, *rows[:7]]) + "\n")
    for notes in (cw.fit_ratings(path, slopes=False).result.notes, cw.doctor(path).notes):
        assert any("7 ratings are by a rater who rated the same item" in note for note in notes)


def test_a_reference_among_systems_is_not_ranked(tmp_path):
    files = []
    for name in ("base", "new", "reference"):
        path = tmp_path / f"{name}.csv"
        rows = [f"q{i},{v}" for i, v in enumerate(SCORES.get(name, np.ones(60, int)))]
        path.write_text("\n".join(["item,score", *rows]) + "\n")
        files.append(path)
    with pytest.raises(DataError, match=r"reference\.csv is called like a reference"):
        cw.compare(*files)
    assert cw.compare(*files, system=["base", "new", "ref"]).rows
    assert cw.compare(*files[:2]).rows


@pytest.mark.parametrize("value", [-1, -99, 999])
def test_a_number_that_may_mean_no_answer_is_said(tmp_path, value):
    scores = {"base": SCORES["base"], "new": np.where(np.arange(60) < 5, value, SCORES["new"])}
    for answer in (cw.compare, cw.doctor):
        assert f"{value} stands 5 times among scores of 0 and 1" in cautions(
            answer(long(tmp_path, scores))
        )
    halves = {"base": SCORES["base"], "new": np.where(np.arange(60) < 5, 0.5, SCORES["new"])}
    signs = {name: np.where(values == 0, value, 1) for name, values in SCORES.items()}
    for other in (halves, signs, SCORES):
        assert "among scores of 0 and 1" not in cautions(cw.compare(long(tmp_path, other)))
