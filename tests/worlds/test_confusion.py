"""Confusion tables: truths by hand, the line through them, files, pilots."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sklearn_metrics

from claimwise.assess.confusion_pilot import fit_tables
from claimwise.core import DataError, ImpossibleError, ParameterError
from claimwise.data import Outputs, example_path
from claimwise.metrics import find_metric
from claimwise.worlds.confusion import Confusion, ConfusionTables
from claimwise.worlds.confusion_file import read_tables, simple_tables, tables_of, toml_of

YES = [[0.5, 0.1], [0.2, 0.2]]
NO = [[0.05, 0.1], [0.05, 0.8]]
BINARY = {"classes": ["yes", "no"], "prior": [0.2, 0.8], "tables": {"yes": YES, "no": NO}}


def world(metric="f1:positive=yes", tables=BINARY):
    return Confusion(tables_of(tables), find_metric(metric))


def random_tables(k, seed):
    rng = np.random.default_rng(seed)
    shares = rng.dirichlet(np.full(k * k, 0.5), size=k).reshape(k, k, k)
    return ConfusionTables.of([f"c{i}" for i in range(k)], rng.dirichlet(np.full(k, 5.0)), shares)


def listed(known, n):
    """Labels of n items, as near to the tables as whole numbers come."""
    share, columns = known.cells()
    often = np.rint(share * n).astype(int)
    return [np.repeat(column, often) for column in columns]


def test_value_true_scores_by_hand():
    # A says yes to .6 of the yes and .15 of the no; B to .7 and .1.
    precision_a, recall_a = 0.12 / 0.24, 0.6
    precision_b, recall_b = 0.14 / 0.22, 0.7
    expected = {
        "precision:positive=yes": (precision_a, precision_b),
        "recall:positive=yes": (recall_a, recall_b),
        "f1:positive=yes": (
            2 * precision_a * recall_a / (precision_a + recall_a),
            2 * precision_b * recall_b / (precision_b + recall_b),
        ),
        "accuracy": (0.2 * 0.6 + 0.8 * 0.85, 0.2 * 0.7 + 0.8 * 0.9),
    }
    for name, scores in expected.items():
        assert world(name).scores() == pytest.approx(scores, abs=1e-9)
        assert world(name).truth() == pytest.approx(scores[1] - scores[0], abs=1e-9)


@pytest.mark.parametrize("k", [2, 4])
def test_value_true_scores_are_those_of_scikit_learn(k):
    counts = np.random.default_rng(k).integers(1, 40, size=(k, k, k))
    named = {f"c{i}": table.tolist() for i, table in enumerate(counts)}
    known = tables_of({"classes": list(named), "counts": True, "tables": named})
    gold, a, b = listed(known, int(counts.sum()))
    theirs = {
        "f1:macro": lambda y, z: sklearn_metrics.f1_score(y, z, average="macro"),
        "precision:weighted": lambda y, z: sklearn_metrics.precision_score(
            y, z, average="weighted"
        ),
        "recall:macro": lambda y, z: sklearn_metrics.recall_score(y, z, average="macro"),
        "mcc": sklearn_metrics.matthews_corrcoef,
        "kappa": sklearn_metrics.cohen_kappa_score,
        "accuracy": sklearn_metrics.accuracy_score,
    }
    for name, score in theirs.items():
        scores = Confusion(known, find_metric(name)).scores()
        assert scores == pytest.approx([score(gold, a), score(gold, b)], abs=1e-9)


def test_studies_are_drawn_from_the_tables():
    here = world("accuracy")
    studies = here.draw(500, np.random.default_rng(1), 4000)
    assert (studies.counts.sum(axis=1) == 500).all()
    share = here.tables.cells()[0]
    error = np.sqrt(share * (1 - share) / (500 * 4000))
    assert (np.abs(studies.counts.mean(axis=0) / 500 - share) < 4 * error).all()
    spread = studies.effect().std() / np.sqrt(4000)
    assert abs(studies.effect().mean() - here.truth()) < 4 * spread


@pytest.mark.slow
@given(st.integers(0, 10_000), st.sampled_from(["f1:macro", "mcc", "kappa", "accuracy"]))
def test_law_the_line_runs_from_no_effect_through_the_tables(seed, metric):
    here = Confusion(random_tables(3, seed), find_metric(metric))
    assert here.null().truth() == 0
    assert np.allclose(here.null().tables.tables, here.null().tables.tables.transpose(0, 2, 1))
    assert np.allclose(here.at(1.0).tables.tables, here.tables.tables)
    assert here.at(-1.0).truth() == pytest.approx(-here.truth(), abs=1e-9)
    most = here.tables.farthest()
    assert most >= 1
    assert here.at(most).tables.tables.min() >= 0
    assert here.at(most).tables.tables.sum(axis=(1, 2)) == pytest.approx(1)
    steps = np.array([0.0, 0.3, 1.0, most])
    one_by_one = [here.at(step).truth() for step in steps]
    assert here.truths(steps) == pytest.approx(one_by_one, abs=1e-9)


@pytest.mark.slow
@given(st.integers(0, 10_000), st.floats(-0.999, 0.999))
def test_law_a_difference_that_is_asked_for_is_the_true_one(seed, share):
    here = Confusion(random_tables(2, seed), find_metric("f1:macro"))
    wanted = share * here.largest()
    assert here.with_difference(wanted).truth() == pytest.approx(wanted, abs=1e-8)


def test_direction_b_is_better_where_it_is_right_more_often():
    assert world().truth() > 0
    turned = {"yes": np.transpose(YES).tolist(), "no": np.transpose(NO).tolist()}
    assert world(tables=BINARY | {"tables": turned}).truth() == pytest.approx(-world().truth())
    moved = world().with_difference(0.05).tables.tables
    assert moved[0][1, 0] > moved[0][0, 1]
    assert moved[1][0, 1] > moved[1][1, 0]


def test_an_impossible_difference_names_the_largest():
    most = world().largest()
    with pytest.raises(ImpossibleError, match=f"at most {most:.4g}"):
        world().with_difference(0.9)
    even = BINARY | {"tables": {"yes": [[0.5, 0.1], [0.1, 0.3]], "no": [[0, 0.1], [0.1, 0.8]]}}
    with pytest.raises(ImpossibleError, match="not symmetric"):
        world(tables=even).with_difference(0.1)


def test_what_is_undefined_is_not_0():
    silent = {"yes": [[0.0, 0.0], [0.4, 0.6]], "no": [[0.0, 0.0], [0.2, 0.8]]}
    for metric in ("mcc", "precision:positive=yes"):
        scores = world(metric, BINARY | {"tables": silent}).scores()
        assert np.isnan(scores[0])
        assert np.isfinite(scores[1])


def test_value_simple_tables_by_hand():
    # Both right .7, only A .1, only B .15, both wrong .05.
    found = simple_tables(3, accuracy_a=0.8, accuracy_b=0.85, agreement=0.75)
    expected = [[0.7, 0.05, 0.05], [0.075, 0.0125, 0.0125], [0.075, 0.0125, 0.0125]]
    assert found[0] == pytest.approx(np.array(expected))
    assert found[1][1, 1] == pytest.approx(0.7)
    assert found.sum(axis=(1, 2)) == pytest.approx(1)
    same = simple_tables(3, accuracy_a=0.8, accuracy_b=0.85, agreement=0.75, same_error=1.0)
    assert same[0][1] == pytest.approx([0.075, 0.025, 0.0])
    two = simple_tables(2, accuracy_a=0.8, accuracy_b=0.85, agreement=0.75)
    assert two[1] == pytest.approx(np.array([[0.05, 0.15], [0.1, 0.7]]))
    text = BINARY | {"simple": {"accuracy_a": 0.8, "accuracy_b": 0.85, "agreement": 0.75}}
    del text["tables"]
    assert tables_of(text).tables == pytest.approx(
        np.stack([[[0.7, 0.1], [0.15, 0.05]], [[0.05, 0.15], [0.1, 0.7]]])
    )


def test_counts_give_shares_and_the_prior():
    counts = {"classes": ["yes", "no"], "counts": True}
    known = tables_of(counts | {"tables": {"yes": [[5, 1], [2, 2]], "no": [[2, 4], [2, 32]]}})
    assert known.prior == pytest.approx([0.2, 0.8])
    assert known.tables == pytest.approx(np.array([YES, NO]))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"classes": ["yes"]}, "at least two classes"),
        ({"classes": "yes"}, "at least two classes"),
        ({"classes": ["yes", "yes"]}, "'yes' twice"),
        ({"prior": [0.2, 0.7]}, "prior needs shares that sum to 1; found a sum of 0.9"),
        ({"prior": [0.0, 1.0]}, "a prior of 0 for class 'yes'. Leave the class out"),
        ({"prior": [0.2]}, "prior needs a share for each class"),
        ({"tables": {"yes": YES}}, "none for 'no'"),
        ({"tables": {"yes": YES, "no": NO, "maybe": NO}}, "found 'maybe'"),
        (
            {"tables": {"yes": YES, "no": [[0.1, 0.1], [0.1, 0.6]]}},
            "class 'no' needs shares that sum to 1; found a sum of 0.9",
        ),
        (
            {"tables": {"yes": [[0.5, 0.1], [-0.2, 0.6]], "no": NO}},
            "class 'yes' needs shares from 0 to 1; found -0.2 in row 2, column 1",
        ),
        ({"tables": {"yes": [[0.5, 0.5]], "no": NO}}, "2 rows .what A says. of 2 shares"),
        ({"tables": {"yes": [["x", 0.5], [0, 0]], "no": NO}}, "2 rows"),
        ({"tables": {"yes": [[5, 1], [2, 2]], "no": NO}}, "write counts = true"),
        ({"positive": "maybe"}, "a positive class among yes, no; found 'maybe'"),
        ({"priors": [0.2, 0.8]}, "found 'priors'. Did you mean"),
        ({"simple": {}}, "one of them; found .tables. and .simple."),
        ({"counts": True, "tables": {"yes": [[0, 0], [0, 0]], "no": NO}}, "no items at all"),
        ({"counts": True, "tables": {"yes": [[1, -1], [0, 0]], "no": NO}}, "found -1"),
    ],
)
def test_bad_tables_are_refused_in_a_sentence(change, said):
    with pytest.raises(DataError, match=said):
        tables_of(BINARY | change)


def test_bad_simple_tables_are_refused():
    start = {"classes": ["a", "b"], "prior": [0.5, 0.5]}
    rates = {"accuracy_a": 0.8, "accuracy_b": 0.9, "agreement": 0.9}
    with pytest.raises(DataError, match="found no agreement"):
        tables_of(start | {"simple": {"accuracy_a": 0.8, "accuracy_b": 0.9}})
    with pytest.raises(ImpossibleError, match="disagree at least as often"):
        tables_of(start | {"simple": rates | {"agreement": 0.95}})
    with pytest.raises(DataError, match="same_error needs 1 with two classes"):
        tables_of(start | {"simple": rates | {"same_error": 0.5}})
    with pytest.raises(ParameterError, match=r"Write 0\.8 for 80%"):
        tables_of(start | {"simple": rates | {"accuracy_a": 80}})


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(DataError, match=r"nowhere\.toml does not exist\."):
        read_tables("nowhere.toml")
    file = tmp_path / "tables.toml"
    file.write_text("classes = [")
    with pytest.raises(DataError, match=r"valid TOML: Invalid value \(at end of"):
        read_tables(file)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(DataError, match=r"not in UTF-8\."):
        read_tables(file)
    file.write_text('classes = ["a", "b"]\n[tables]\n')
    with pytest.raises(DataError, match=r"tables.toml: \[tables\] needs a table for each class"):
        read_tables(file)


def test_a_file_is_read_as_it_was_written(tmp_path):
    known = random_tables(3, seed=5)
    odd = ConfusionTables.of(["a b", 'say "x"', "ünï"], known.prior, known.tables, "a b")
    text = toml_of(odd.classes, odd.prior, odd.tables, positive=odd.positive, notes=("one\ntwo",))
    (tmp_path / "t.toml").write_text(text, encoding="utf-8")
    again = read_tables(tmp_path / "t.toml")
    assert again.classes == odd.classes
    assert again.positive == "a b"
    assert again.prior == pytest.approx(odd.prior, abs=1e-15)
    assert again.tables == pytest.approx(odd.tables, abs=1e-15)


PILOT = Outputs(
    gold=("y", "y", "y", "n", "n", "n", "n", "n"),
    predicted={
        "base": ("y", "n", "n", "n", "n", "y", "n", "n"),
        "new": ("y", "y", "n", "n", "n", "n", "n", "y"),
    },
)


def test_value_a_pilot_is_counted_by_hand(tmp_path):
    pilot = fit_tables(PILOT, a="base", b="new")
    assert pilot.tables.classes == ("n", "y")
    assert pilot.counts.tolist() == [[[3, 1], [1, 0]], [[1, 1], [0, 1]]]
    assert pilot.tables.prior == pytest.approx([5 / 8, 3 / 8])
    assert any("2 of 8 cells have no items" in note for note in pilot.notes)
    (tmp_path / "t.toml").write_text(pilot.toml())
    assert read_tables(tmp_path / "t.toml").tables == pytest.approx(pilot.tables.tables)
    back = fit_tables(PILOT, a="new", b="base")
    assert back.counts == pytest.approx(pilot.counts.transpose(0, 2, 1))


def test_smoothing_adds_to_every_cell_and_leaves_the_classes(tmp_path):
    pilot = fit_tables(PILOT, smooth=0.5)
    assert pilot.counts.tolist() == [[[3.5, 1.5], [1.5, 0.5]], [[1.5, 1.5], [0.5, 1.5]]]
    assert pilot.tables.prior == pytest.approx([5 / 8, 3 / 8])
    (tmp_path / "t.toml").write_text(pilot.toml())
    assert read_tables(tmp_path / "t.toml").prior == pytest.approx([5 / 8, 3 / 8])
    with pytest.raises(ParameterError, match="smooth needs a number from 0 on"):
        fit_tables(PILOT, smooth=-1)


def test_pilots_that_cannot_be_counted():
    odd = Outputs(gold=("y", "n"), predicted={"a": ("y", "n"), "b": ("y", "N")})
    with pytest.raises(DataError, match=r"'N' of b at line 2\. The gold labels are n, y"):
        fit_tables(odd)
    with pytest.raises(DataError, match="gold labels; found none"):
        fit_tables(Outputs(predicted={"a": ("y",), "b": ("n",)}))
    one = Outputs(gold=("y", "y"), predicted={"a": ("y", "y"), "b": ("y", "y")})
    with pytest.raises(DataError, match="at least two classes"):
        fit_tables(one)
    many = Outputs(gold=("y", "n"), predicted=dict.fromkeys("abc", ("y", "n")))
    with pytest.raises(ParameterError, match=r"3 systems: a, b, c\. Name the baseline with a"):
        fit_tables(many)


def test_the_true_difference_of_a_fit_is_the_observed_one_of_the_pilot():
    pilot = fit_tables(example_path("ner.csv"), a="base", b="new")
    here = Confusion(pilot.tables, find_metric("f1:macro"))
    gold, a, b = listed(pilot.tables, pilot.n)
    scores = [sklearn_metrics.f1_score(gold, said, average="macro") for said in (a, b)]
    assert here.scores() == pytest.approx(scores, abs=1e-9)


COUNTED = {
    "classes": ["yes", "no"],
    "counts": True,
    "tables": {"yes": [[8, 1], [6, 5]], "no": [[2, 3], [1, 14]]},
}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"tables": {"yes": [[8, 1], [6]]}}, "of 2 counts .*; found rows of 2, 1 numbers"),
        ({"tables": {"yes": [[8, 1]]}}, "2 rows .*; found 1 rows of 2"),
        ({"tables": {"yes": [[8, 1], 3]}}, "found 3 in place of row 2"),
        ({"tables": {"yes": "all"}}, "found 'all'"),
        ({"tables": {"yes": [[8, "x"], [6, 5]]}}, "found 'x' in row 1, column 2"),
        ({"tables": {"yes": [[8, 1], [float("inf"), 5]]}}, "found inf in row 2, column 1"),
        ({"tables": {"yes": [[8, 1], [-6, 5]]}}, "counts from 0 on.*found -6 in row 2, column 1"),
        ({"tables": {"yes": [[8, float("nan")], [6, 5]]}}, "found nan in row 1, column 2"),
        ({"tables": {"yes": [[0, 0], [0, 0]]}}, "found no items at all"),
        ({"prior": "half"}, "prior needs a share for each class; found 'half'"),
        ({"prior": ["half", 0.5]}, "prior needs a share for each class; found 'half'"),
        ({"prior": [0.2, 0.3, 0.5]}, "found 3 of them"),
        ({"prior": 0.5}, "found 0.5"),
        ({"counts": "yes"}, "counts needs true or false, without quotes; found 'yes'"),
        ({"counts": 1}, "counts needs true or false"),
        ({"counts": False, "prior": [0.4, 0.6]}, "shares that sum to 1; found a sum of 20"),
    ],
)
def test_damaged_tables_get_one_sentence(change, said):
    changed = COUNTED | change
    if "tables" in change:
        changed["tables"] = COUNTED["tables"] | change["tables"]
    with pytest.raises(DataError, match=said):
        tables_of(changed)


def test_shares_and_counts_are_refused_alike():
    ragged = COUNTED | {"counts": False, "prior": [0.4, 0.6]}
    ragged["tables"] = {"yes": [[0.8, 0.2], [0.0]], "no": [[0.5, 0.5], [0, 0]]}
    with pytest.raises(DataError, match=r"of 2 shares .*; found rows of 2, 1 numbers"):
        tables_of(ragged)
    assert tables_of(COUNTED).prior == pytest.approx([0.5, 0.5])
    simple = {"classes": ["yes", "no"], "prior": [0.5, 0.5], "counts": True}
    simple["simple"] = {"accuracy_a": 0.7, "accuracy_b": 0.8, "agreement": 0.8}
    with pytest.raises(DataError, match=r"\[simple\] needs shares"):
        tables_of(simple)


def test_a_number_too_large_for_a_float_is_refused_in_a_sentence(tmp_path):
    path = tmp_path / "tables.toml"
    text = example_path("confusion.toml").read_text()
    changed = [f"prior = {'9' * 400}" if x.startswith("prior") else x for x in text.split("\n")]
    path.write_text("\n".join(changed))
    with pytest.raises(DataError, match="prior needs a share for each class"):
        read_tables(path)
