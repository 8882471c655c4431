"""The alignment audit: what is matched, what is dropped, what is refused, and what is said."""

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwise.core import DataError, ParameterError
from claimwise.data import Coded, Scores, align, audit_all, coding, matrix, read, select, systems


def coded(labels):
    return coding.coded([str(label) if label is not None else "" for label in labels], "x")


def table(rows, *names, prints=(), **more):
    """Return scores from rows (item, system, score, ...) with further columns by name."""
    columns = list(zip(*rows, strict=True))
    score = np.array([np.nan if x is None else x for x in columns[2]], float)
    extra = {name: coded(columns[3 + i]) for i, name in enumerate(names)}
    fingerprints = {kind: extra.pop(kind) for kind in prints}
    return Scores(
        item=coded(columns[0]),
        system=coded(columns[1]),
        score=score,
        fingerprints=fingerprints,
        sources=(("x.csv", len(rows)),),
        provenance={"data": "sha256:0"},
        **extra,
        **more,
    )


def scored(a, b):
    return [(f"q{i}", "A", x) for i, x in a.items()] + [(f"q{i}", "B", x) for i, x in b.items()]


def test_pairs_hold_the_items_that_both_have():
    pairs = align(table(scored({1: 1, 2: 0, 3: 1}, {3: 0.5, 1: 0, 9: 1})))
    assert pairs.names == ("A", "B")
    assert list(pairs.items) == ["q1", "q3"]
    assert pairs.a.tolist() == [1, 1]
    assert pairs.b.tolist() == [0, 0.5]
    assert pairs.provenance["data"] == "sha256:0"
    audit = pairs.audit
    counts = (audit.rows, audit.items_a, audit.items_b, audit.matched, audit.used)
    assert counts == (6, 3, 3, 2, 2)
    assert (audit.only_a, audit.only_b) == (1, 1)
    notes = " ".join(audit.notes())
    assert "2 compared, of 3 of A and 3 of B (2 in both; 6 rows read)" in notes
    assert "Dropped: 1 item, because B does not have it" in notes


def test_direction_b_is_the_candidate():
    scores = table(scored({1: 0, 2: 0}, {1: 1, 2: 1}))
    assert align(scores).difference == 1
    assert align(scores, a="B").difference == -1
    assert align(scores, "B", "A").names == ("B", "A")


verdicts = st.one_of(st.none(), st.sampled_from([0.0, 0.25, 1.0]))
side = st.dictionaries(st.integers(0, 9), verdicts)


@given(side, side, st.randoms())
def test_law_alignment_equals_a_naive_join_whatever_the_order_of_rows(a, b, random):
    rows = scored(a, b)
    random.shuffle(rows)
    both = [i for i in range(10) if a.get(i) is not None and b.get(i) is not None]
    if not rows or len({row[1] for row in rows}) < 2:
        return
    scores = table(rows)
    if len(both) < 2:
        with pytest.raises(DataError, match=f"share {len(both)} scored item"):
            align(scores, "A", "B")
        return
    pairs = align(scores, "A", "B")
    got = dict(zip(pairs.items, zip(pairs.a, pairs.b, strict=True), strict=True))
    assert got == {f"q{i}": (a[i], b[i]) for i in both}
    audit = pairs.audit
    assert audit.items_a == len(a)
    assert audit.items_b == len(b)
    assert audit.matched == len(a.keys() & b.keys())
    assert audit.only_a == len(a.keys() - b.keys())
    assert audit.only_b == len(b.keys() - a.keys())
    assert audit.missing_a == sum(a[i] is None for i in a.keys() & b.keys())
    assert audit.missing_b == sum(b[i] is None for i in a.keys() & b.keys())
    assert audit.used == len(both)


def test_missing_scores_are_dropped_and_counted():
    pairs = align(table(scored({1: 1, 2: None, 3: 1, 4: 1}, {1: 0, 2: 1, 3: None, 4: 0})))
    assert (pairs.n, pairs.audit.missing_a, pairs.audit.missing_b) == (2, 1, 1)
    notes = pairs.audit.notes()
    assert "Dropped: 1 item, because A has no score there." in notes
    assert "Dropped: 1 item, because B has no score there." in notes


# ---- what is refused


def test_a_key_that_stands_twice_is_refused_with_both_places():
    rows = [("q1", "A", 1), ("q2", "A", 1), ("q1", "B", 1), ("q1", "A", 0)]
    with pytest.raises(
        DataError,
        match=r"Item q1 of A has two scores,.*x\.csv\. Remove one of them, or name",
    ):
        align(table(rows))
    with pytest.raises(DataError, match="Item q1 of A, dataset d, run 2 has two scores, in row 1"):
        matrix(table([("q1", "A", 1, "d", 2), ("q1", "A", None, "d", 2)], "dataset", "run"))


def test_runs_raters_and_datasets_tell_rows_apart():
    for name in ("run", "rater", "dataset"):
        rows = [(f"q{i}", s, 1, k) for i in (1, 2) for s in "AB" for k in "xy"]
        assert align(table(rows, name)).n == (4 if name == "dataset" else 2)


def test_too_few_matches_show_examples_of_each():
    with pytest.raises(DataError, match=r"found 2 items of A \(q1, q2\) and 1 of B \(q7\)\. Check"):
        align(table(scored({1: 1, 2: 1}, {7: 1})))
    with pytest.raises(
        DataError, match=r"of 2 matched ones A has no score for 1, B has none for 1"
    ):
        align(table(scored({1: None, 2: 1}, {1: 1, 2: None})))


def test_one_system_two_equal_ones_or_too_many():
    with pytest.raises(DataError, match="one system, A, and a comparison needs"):
        align(table([("q1", "A", 1)]))
    three = table([(f"q{i}", s, 1) for i in (1, 2) for s in "ABC"])
    with pytest.raises(ParameterError, match=r"systems: A, B, C\. Name the baseline"):
        align(three)
    with pytest.raises(ParameterError, match=r"same system\. Name two\."):
        align(three, "A", "A")
    with pytest.raises(ParameterError, match=r"have A, B, C\."):
        align(three, "A", "D")
    assert align(three, "C", "A").names == ("C", "A")
    assert systems(three) == ("A", "B", "C")
    assert systems(select(three, systems=["B"])) == ("B",)


def test_an_item_lies_in_one_cluster():
    rows = [("q1", "A", 1, "p1"), ("q2", "A", 1, "p2"), ("q1", "B", 1, None), ("q2", "B", 0, "p2")]
    pairs = align(table(rows, "cluster"))
    assert pairs.cluster.tolist() == [0, 1]
    with pytest.raises(DataError, match=r"Item q1 is in two clusters, p3 and p1 \(row"):
        align(table([*rows[:2], ("q1", "B", 1, "p3"), rows[3]], "cluster"))
    with pytest.raises(DataError, match=r"1 item without a cluster, such as q3 \(row 5"):
        align(table([*rows, ("q3", "A", 1, None), ("q3", "B", 1, None)], "cluster"))


# ---- fingerprints


def test_items_that_are_not_the_same_are_dropped():
    rows = [(f"q{i}", s, 1, f"h{i}") for i in range(5) for s in "AB"]
    rows[1] = ("q0", "B", 1, "other")
    rows[3] = ("q1", "B", 1, None)  # unknown is no conflict
    pairs = align(table(rows, "doc", prints=["doc"]))
    assert list(pairs.items) == ["q1", "q2", "q3", "q4"]
    assert pairs.audit.conflicts == {"doc": 1}
    assert any("doc fingerprints differ" in note for note in pairs.audit.notes())


def test_ids_that_do_not_mean_the_same_items_are_refused():
    rows = [(f"q{i}", s, 1, f"h{i}{s if i < 2 else ''}") for i in range(4) for s in "AB"]
    assert align(table(rows, "doc", prints=["doc"])).n == 2  # half is not more than half
    rows = [(f"q{i}", s, 1, f"h{i}{s if i < 3 else ''}") for i in range(5) for s in "AB"]
    with pytest.raises(DataError, match="The ids of A and B do not mean the same"):
        align(table(rows, "target", prints=["target"]))


def test_other_prompts_are_kept_with_a_loud_note():
    rows = [(f"q{i}", s, 1, f"p{s}") for i in range(3) for s in "AB"]
    pairs = align(table(rows, "prompt", prints=["prompt"]))
    assert (pairs.n, pairs.audit.prompts) == (3, 3)
    kinds = {note.kind: note for note in pairs.audit.notes()}
    assert kinds["caution"].startswith("3 items")
    assert kinds["dropped"].startswith("Items: 3 compared")
    rows[0] = ("q0", "A", None, "pA")  # not compared, and so not counted
    assert align(table(rows, "prompt", prints=["prompt"])).audit.prompts == 2


def test_runs_of_one_item_with_different_fingerprints_conflict():
    rows = [(f"q{i}", s, 1, r, f"h{i}") for i in range(4) for s in "AB" for r in (1, 2)]
    rows[0] = ("q0", "A", 1, 1, "other")
    assert align(table(rows, "run", "doc", prints=["doc"])).audit.conflicts == {"doc": 1}


# ---- runs and raters


def test_value_of_means_over_runs():
    rows = [
        ("q1", "A", 1.0, 1), ("q1", "A", 0.0, 2), ("q1", "A", 0.5, 3),
        ("q2", "A", 1.0, 1), ("q2", "A", None, 2),
        ("q1", "B", 0.25, 1), ("q2", "B", 0.0, 1),
    ]  # fmt: skip
    pairs = align(table(rows, "run"))
    assert pairs.a.tolist() == [0.5, 1.0]
    assert pairs.runs_a.tolist() == [3, 1]
    assert pairs.within_a.tolist() == [0.5, 0.0]
    assert pairs.runs_b.tolist() == [1, 1]
    assert pairs.within_b.tolist() == [0.0, 0.0]
    assert align(table(rows, "run"), "B", "A").within_b.tolist() == [0.5, 0.0]
    notes = " ".join(pairs.audit.notes())
    assert "Runs differ in number: 1 to 3 for each item of A and 1 of B" in notes
    assert "Rows without a score: 1, left out of the means" in notes
    assert not matrix(table(rows, "run")).runs_constant


def test_equal_numbers_of_runs_are_said_shortly():
    rows = [(f"q{i}", s, 1, r) for i in (1, 2) for s in "AB" for r in (1, 2)]
    pairs = align(table(rows, "run"))
    assert "Runs: each score is the mean of 2 runs." in pairs.audit.notes()
    assert matrix(table(rows, "run")).runs_constant


def test_raters_are_averaged_before_runs():
    rows = [
        ("q1", "A", 1.0, "r1", 1), ("q1", "A", 0.0, "r2", 1), ("q1", "A", 0.0, "r1", 2),
        ("q2", "A", 1.0, "r1", 1), ("q1", "B", 1.0, "r1", 1), ("q2", "B", 1.0, "r2", 1),
    ]  # fmt: skip
    both = align(table(rows, "rater", "run"))
    assert both.a.tolist() == [0.25, 1.0]  # run 1 has mean 0.5, run 2 has 0
    assert both.runs_a.tolist() == [2, 1]
    assert both.within_a.tolist() == [0.125, 0.0]
    alone = align(table([row[:4] for row in rows if row[4] == 1], "rater"))
    assert alone.a.tolist() == [0.5, 1.0]
    assert alone.runs_a.tolist() == [1, 1]  # raters are no runs
    assert any("means over raters, 1 to 2 for each" in note for note in alone.audit.notes())


# ---- data sets and matrices


def test_items_are_told_apart_by_data_set():
    rows = [(f"q{i}", s, i, d) for d in "de" for i in (1, 2) for s in "AB"]
    pairs = align(table(rows, "dataset"))
    assert pairs.n == 4
    assert list(pairs.dataset) == ["d", "d", "e", "e"]
    assert align(table(rows, "dataset"), dataset="e").n == 2
    assert align(matrix(table(rows, "dataset")), dataset="e").n == 2
    with pytest.raises(ParameterError, match=r"has d, e\."):
        align(matrix(table(rows, "dataset")), dataset="f")


def test_the_matrix_has_nan_where_there_is_no_score():
    scores = table([("q1", "A", 1), ("q2", "B", 0.5), ("q2", "C", None)])
    got = matrix(scores, ("B", "A", "C"))
    np.testing.assert_array_equal(got.values, [[np.nan, 1, np.nan], [0.5, np.nan, np.nan]])
    assert got.rows.tolist() == [[0, 1, 0], [1, 0, 1]]
    assert got.unscored.tolist() == [[0, 0, 0], [0, 0, 1]]
    assert got.systems == ("B", "A", "C")
    assert got.values.dtype == np.float64
    assert got.runs.dtype == np.int32
    assert len(got.complete()) == 0


def test_complete_keeps_what_all_have_and_agree_on():
    rows = [(f"q{i}", s, i, f"h{i}") for i in range(4) for s in "ABC"]
    rows[0] = ("q0", "A", 0, "other")
    rows[4] = ("q1", "B", None, "h1")
    complete = matrix(table(rows, "doc", prints=["doc"])).complete()
    assert list(complete.item) == ["q2", "q3"]
    pairs = complete.pairs("A", "C", np.array([1]))
    assert pairs.a.tolist() == [3]
    assert list(pairs.items) == ["q3"]


def test_the_audit_of_all_systems():
    rows = [(f"q{i}", s, 1) for i in range(4) for s in "AB"] + [("q1", "C", 1), ("q2", "C", None)]
    audit = audit_all(table(rows))
    assert [(s.name, s.rows, s.items, s.scored, s.missing) for s in audit.systems] == [
        ("A", 4, 4, 4, 0),
        ("B", 4, 4, 4, 0),
        ("C", 2, 2, 1, 1),
    ]
    assert (audit.items, audit.common) == (4, 1)
    notes = " ".join(audit.notes())
    assert "1 of 4 are scored for all 3 systems (10 rows read)" in notes
    assert "lack some: C 1" in notes
    two = audit_all(table(rows), ("A", "B"))
    assert two.common == 4
    assert len(two.notes()) == 1


def test_a_metric_without_scores_by_item_is_named():
    pairs = np.empty(2, dtype=object)
    pairs[:] = [(1, 0), (0, 0)]
    scores = table([("q1", "A", None, "f1"), ("q1", "B", None, "f1")], "metric", inputs=pairs)
    with pytest.raises(DataError, match=r"it is made from pairs such as \(gold,"):
        align(scores)


def test_a_matrix_that_would_be_mostly_empty_is_refused(monkeypatch):
    monkeypatch.setattr(sys.modules["claimwise.data.matrix"], "MOST_CELLS", 10)
    rows = [(f"q{i}", f"s{i}", 1) for i in range(9)]
    with pytest.raises(DataError, match=r"9 items by 9 systems, most of them empty"):
        matrix(table(rows))


def test_pairs_check_what_they_are_given():
    from claimwise.data import Pairs

    with pytest.raises(DataError, match=r"cluster of each of 2 items; found 1"):
        Pairs([1, 0], [1, 0], cluster=[1])
    with pytest.raises(DataError, match=r"items of each of 2 items; found 1"):
        Pairs([1, 0], [1, 0], items=Coded(np.zeros(1, np.int32), ("a",)))
    assert Pairs([1, 0], [1, 0], cluster=["y", "x"]).cluster.tolist() == [1, 0]


def test_from_file_to_pairs(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("item,system,score,passage\n1,a,1,p\n1,b,0,p\n2,a,1,q\n2,b,1,q\n")
    pairs = align(read(path))
    assert pairs.a.tolist() == [1, 1]
    assert pairs.b.tolist() == [0, 1]
    assert pairs.cluster.tolist() == [0, 1]
    assert pairs.provenance == read(path).provenance
