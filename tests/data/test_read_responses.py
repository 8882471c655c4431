"""Several answers to each item, from files and frames: what is read, told and refused."""

import json

import numpy as np
import pandas as pd
import polars
import pytest
from hypothesis import given
from hypothesis import strategies as st

import claimwise as cw
from claimwise.assess import doctor
from claimwise.core import DataError, ParameterError
from claimwise.data import example_path

HEAD = "item,source,responder,response\n"
SMALL = (
    HEAD + "i1,gold,ada,1\ni1,gold,ben,2\ni1,old,1,3\ni1,new,1,2\n"
    "i2,gold,ben,5\ni2,old,1,4\ni2,old,2,3\ni2,new,1,5\n"
)


def written(folder, text, name="file.csv"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_value_unequal_answers_are_padded_and_responders_have_their_columns(tmp_path):
    found = cw.read_responses(written(tmp_path, SMALL))
    assert (found.kind, found.gold, found.systems) == ("ordinal", "gold", ("old", "new"))
    assert found.items == ("i1", "i2")
    # ben's answers stand in one column, though he is the first to answer i2
    np.testing.assert_array_equal(found.answers["gold"], [[1, 2], [np.nan, 5]])
    np.testing.assert_array_equal(found.answers["old"], [[3, np.nan], [4, 3]])
    np.testing.assert_array_equal(found.answers["new"], [[2], [5]])
    assert found.people == ("ada", "ben", "1", "2")
    np.testing.assert_array_equal(found.responders["gold"], [[0, 1], [-1, 1]])
    np.testing.assert_array_equal(found.counts("old"), [1, 2])
    assert found.inferred == ("kind: ordinal, as there are 5 whole numbers (1 to 5)",)


def test_value_the_example_is_as_it_was_made():
    found = cw.read_responses(example_path("responses.csv"))
    assert (found.n, found.kind, found.systems) == (120, "continuous", ("base", "new"))
    assert {name: v.shape[1] for name, v in found.answers.items()} == {
        "gold": 5,
        "base": 4,
        "new": 4,
    }
    assert 0 < np.isnan(found.answers["gold"]).mean() < 0.06
    assert example_path("responses.csv").stat().st_size < 60_000
    # the made world: base errs by up to 0.25, new by up to 0.12
    gold, base, new = (np.nanmean(v, axis=1) for v in found.answers.values())
    assert np.abs(new - gold).mean() < np.abs(base - gold).mean()


@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl", "frame", "parquet"])
def test_law_every_format_holds_the_same(tmp_path, kind):
    rows = [line.split(",") for line in SMALL.splitlines()]
    frame = pd.DataFrame(rows[1:], columns=rows[0])
    frame["response"] = frame["response"].astype(float)
    path = tmp_path / f"file.{kind}"
    if kind == "tsv":
        frame.to_csv(path, sep="\t", index=False)
    elif kind == "jsonl":
        path.write_text("\n".join(json.dumps(dict(row)) for _, row in frame.iterrows()))
    elif kind == "parquet":
        polars.DataFrame(frame.to_dict("list")).write_parquet(path)
    elif kind == "csv":
        frame.to_csv(path, index=False)
    found = cw.read_responses(frame if kind == "frame" else path)
    expected = cw.read_responses(written(tmp_path, SMALL, "plain.csv"))
    assert found.items == expected.items
    assert found.people == expected.people
    for name, values in expected.answers.items():
        np.testing.assert_array_equal(found.answers[name], values)


@given(st.permutations(range(8)))
def test_law_the_order_of_rows_does_not_matter(order):
    lines = SMALL.splitlines()
    columns = lines[0].split(",")
    rows = [lines[1 + i].split(",") for i in order]
    found = cw.read_responses(pd.DataFrame(rows, columns=columns).astype({"response": float}))
    answers = {
        (item, name, found.people[who]): value
        for name in found.answers
        for i, item in enumerate(found.items)
        for value, who in zip(found.answers[name][i], found.responders[name][i], strict=True)
        if who >= 0
    }
    assert answers == {
        (i, s, r): float(v) for i, s, r, v in (line.split(",") for line in lines[1:])
    }


def test_aliases_files_without_sources_and_words(tmp_path):
    people = written(tmp_path, "id,annotator,label\nq1,x,yes\nq1,y,no\nq2,x,no\n", "human.csv")
    one = written(tmp_path, "id,seed,label\nq1,1,yes\nq2,1,yes\n", "one.csv")
    two = written(tmp_path, "id,seed,label\nq1,1,no\nq2,1,no\n", "two.csv")
    found = cw.read_responses(people, one, two)
    assert (found.kind, found.levels, found.gold) == ("categorical", ("no", "yes"), "human")
    np.testing.assert_array_equal(found.answers["human"], [[1, 0], [0, np.nan]])
    np.testing.assert_array_equal(found.answers["one"], [[1], [1]])
    assert "source: one, as there is no column for it" in found.inferred
    assert "gold: source human" in found.inferred


def test_named_levels_have_their_order_and_others_are_refused(tmp_path):
    text = "item,model,answer\n1,gold,low\n1,m,high\n2,gold,mid\n2,m,low\n"
    path = written(tmp_path, text)
    found = cw.read_responses(path, levels=["low", "mid", "high"])
    assert (found.kind, found.levels) == ("ordinal", ("low", "mid", "high"))
    np.testing.assert_array_equal(found.answers["m"], [[2], [0]])
    with pytest.raises(DataError, match="answer 'high' in row 2 of"):
        cw.read_responses(path, levels=["low", "mid"])
    with pytest.raises(ParameterError, match=r'levels=\["low", "mid", "high"\]\.'):
        cw.read_responses(path, kind="ordinal")


def test_kinds_are_guessed_told_and_overruled(tmp_path):
    path = written(tmp_path, SMALL)
    assert cw.read_responses(path, kind="continuous").kind == "continuous"
    categories = cw.read_responses(path, kind="categorical")
    assert categories.levels == ("1", "2", "3", "4", "5")
    np.testing.assert_array_equal(categories.answers["new"], [[1], [4]])
    scale = cw.read_responses(path, levels=["1", "2", "3", "4", "5", "6"])
    assert (scale.kind, scale.levels, scale.provenance["scale"][-1]) == ("ordinal", (), 6.0)
    np.testing.assert_array_equal(scale.answers["new"], [[2], [5]])
    many = HEAD + "".join(f"i{n},{s},r,{n}\n" for n in range(12) for s in ("gold", "m"))
    found = cw.read_responses(written(tmp_path, many))
    assert found.kind == "continuous"
    assert found.inferred == ("kind: continuous, as there are 12 different numbers",)


def test_items_that_a_system_lacks_are_left_out_with_a_count(tmp_path):
    text = SMALL + "i3,gold,ada,2\ni3,old,1,2\ni4,gold,ada,1\ni4,new,1,\ni4,old,1,3\n"
    found = cw.read_responses(written(tmp_path, text))
    assert found.items == ("i1", "i2")
    assert found.notes == (
        "2 of 4 items are left out, as not every system has answered them (without an answer: "
        "new 2).",
        "1 empty cell is a missing answer.",
    )
    np.testing.assert_array_equal(found.answers["gold"], [[1, 2], [np.nan, 5]])


@pytest.mark.parametrize(
    ("text", "options", "said"),
    [
        pytest.param(
            SMALL + "i1,old,1,4\n",
            {},
            r"several answers of item i1, source.*responder 1 \(the first in row 3 of",
            id="twice",
        ),
        pytest.param(SMALL + "i3,old,1,4\n", {}, r"answer to item i3 \(row 9 of", id="no gold"),
        pytest.param(SMALL + "i2,new,2,good\n", {}, "'good' in line 10 of", id="odd cell"),
        pytest.param(
            SMALL.replace("gold", "us"),
            {},
            r"found none among us, old, new\. Name it",
            id="unnamed",
        ),
        pytest.param(
            SMALL, {"gold": "golf"}, r"has gold, old, new\. Did you mean gold\?", id="absent"
        ),
        pytest.param(
            SMALL.replace(",old", ",human"),
            {},
            r"found several of them: gold, human\. Name",
            id="two",
        ),
        pytest.param(HEAD + "i1,gold,a,1\n", {}, r"gold, the gold standard\.", id="alone"),
        pytest.param("item,source\n1,gold\n", {}, "no column for the response;", id="no answers"),
        pytest.param(SMALL + ",old,1,2\n", {}, r"column item is empty\.", id="?"),
        pytest.param(
            HEAD + "i1,gold,a,1\ni2,gold,a,1\ni1,x,a,1\ni2,y,a,1\n", {}, "all sources", id="apart"
        ),
        pytest.param(
            "item,source,rater,seed,score\n1,gold,r,1,2\n1,m,,1,2\n",
            {},
            r"rater and seed\. Say which column it",
            id="both",
        ),
    ],
)
def test_refusals_name_the_place(tmp_path, text, options, said):
    with pytest.raises(DataError, match=said):
        cw.read_responses(written(tmp_path, text), **options)


def test_a_rater_and_a_seed_of_the_same_name_are_not_the_same(tmp_path):
    text = "item,source,rater,seed,score\n1,gold,1,,2\n1,m,,1,2\n"
    assert cw.read_responses(written(tmp_path, text)).people == ("rater 1", "seed 1")


def test_doctor_knows_a_file_of_several_answers(tmp_path):
    found = doctor(example_path("responses.csv"))
    assert found["items"].estimate == 120
    assert (
        found["answers[base]"].estimate
        == cw.read_responses(example_path("responses.csv")).counts("base").sum()
    )
    assert any("gold standard is gold" in note for note in found.notes)
    plain = written(tmp_path, "item,system,score\n1,a,1\n1,b,0\n2,a,1\n2,b,1\n")
    assert doctor(plain)["systems"].estimate == 2
