"""Precision, recall, F1, MCC and kappa: equal to scikit-learn's where these are defined."""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sk
from sklearn.exceptions import UndefinedMetricWarning

from claimwise.core import DataError, ParameterError
from claimwise.data.outputs import Outputs
from claimwise.metrics import find_metric, measure

KINDS = {"precision": sk.precision_score, "recall": sk.recall_score, "f1": sk.f1_score}
AVERAGES = ("micro", "macro", "weighted")


def corpus(asked, gold, **predicted):
    outputs = Outputs(
        gold=tuple(gold), predicted={name: tuple(row) for name, row in predicted.items()}
    )
    return measure(find_metric(asked), outputs)


def score(asked, gold, predicted):
    return float(corpus(asked, gold, b=predicted).scores()[0])


def by_sklearn(function, gold, predicted, **options):
    """Return scikit-learn's score, or None where it is undefined."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            return float(function(gold, predicted, **options))
        except UndefinedMetricWarning:
            return None


@st.composite
def labelled(draw, classes="abc"):
    """Gold with members of every class, and predictions among them."""
    n = draw(st.integers(len(classes), 25))
    letters = st.sampled_from(classes)
    gold = [*classes, *draw(st.lists(letters, min_size=n, max_size=n))]
    predicted = draw(st.lists(letters, min_size=len(gold), max_size=len(gold)))
    return gold, predicted


# By hand. Class a: 2 gold, 3 predicted, 1 right; b: 3, 2, 2; c: 1, 1, 0.
GOLD = ["a", "a", "b", "b", "b", "c"]
MADE = ["a", "c", "b", "b", "a", "a"]


@pytest.mark.parametrize(
    ("asked", "value"),
    [
        ("precision:macro", (1 / 3 + 1 + 0) / 3),
        ("recall:macro", (1 / 2 + 2 / 3 + 0) / 3),
        ("f1:macro", (2 / 5 + 4 / 5 + 0) / 3),
        ("f1:weighted", (2 * 2 / 5 + 3 * 4 / 5) / 6),
        ("precision:weighted", (2 * 1 / 3 + 3 * 1) / 6),
        ("f1:micro", 3 / 6),
        ("f1:positive=a", 2 / 5),
        ("precision:positive=a", 1 / 3),
        ("recall:positive=a", 1 / 2),
        ("f1:macro:without=c", (2 / 5 + 4 / 5) / 2),
        ("f1:micro:without=c", 6 / 10),
        ("precision:micro:labels=a+b", 3 / 5),
        ("recall:micro:labels=a+b", 3 / 5),
        ("mcc", (3 * 6 - 13) / np.sqrt((36 - 14) * (36 - 14))),
        ("kappa", (3 * 6 - 13) / (36 - 13)),
    ],
)
def test_value_by_hand(asked, value):
    assert score(asked, GOLD, MADE) == pytest.approx(value, rel=1e-14)


@given(labelled(), st.sampled_from(sorted(KINDS)), st.sampled_from(AVERAGES))
def test_value_averages_are_those_of_scikit_learn(data, kind, average):
    theirs = by_sklearn(KINDS[kind], *data, average=average)
    ours = score(f"{kind}:{average}", *data)
    if theirs is None:  # a class is never predicted: nothing is made up
        assert np.isnan(ours)
        assert kind == "precision"
    else:
        assert ours == pytest.approx(theirs, abs=1e-12)


@given(labelled("abcd"), st.sampled_from(sorted(KINDS)), st.sampled_from(AVERAGES))
def test_value_chosen_classes_are_those_of_scikit_learn(data, kind, average):
    theirs = by_sklearn(KINDS[kind], *data, average=average, labels=["a", "c"])
    for choice in ("labels=a+c", "without=b+d"):
        ours = score(f"{kind}:{average}:{choice}", *data)
        assert (theirs is None and np.isnan(ours)) or ours == pytest.approx(theirs, abs=1e-12)


@given(labelled("01"), st.sampled_from(sorted(KINDS)), st.sampled_from("01"))
def test_value_binary_is_that_of_scikit_learn(data, kind, positive):
    theirs = by_sklearn(KINDS[kind], *data, pos_label=positive)
    ours = score(f"{kind}:positive={positive}", *data)
    assert (theirs is None and np.isnan(ours)) or ours == pytest.approx(theirs, abs=1e-12)
    if positive == "1":
        guessed = score(kind, *data)
        assert guessed == ours or (np.isnan(guessed) and np.isnan(ours))


@given(labelled())
def test_value_mcc_and_kappa_are_those_of_scikit_learn(data):
    if len(set(data[1])) > 1:
        assert score("mcc", *data) == pytest.approx(sk.matthews_corrcoef(*data), abs=1e-12)
    else:
        assert np.isnan(score("mcc", *data))  # no correlation with a constant
    assert score("kappa", *data) == pytest.approx(sk.cohen_kappa_score(*data), abs=1e-12)


@given(labelled(), st.integers(0, 2**31))
def test_value_resamples_are_scored_as_scikit_learn_would(data, seed):
    """A class that is in no gold and no predicted label of a resample is none of its classes."""
    gold, predicted = (np.array(column) for column in data)
    metric = corpus("f1:macro", gold, b=predicted).metric
    drawn = np.random.default_rng(seed).integers(0, len(gold), 6)
    totals = metric.item_stats(gold[drawn], predicted[drawn]).sum(axis=0)
    theirs = sk.f1_score(gold[drawn], predicted[drawn], average="macro")
    assert float(metric.score(totals)) == pytest.approx(theirs, abs=1e-12)


def test_law_classes_without_members_have_no_recall_but_spoil_no_average():
    metric = corpus("recall:macro", GOLD, b=MADE).metric
    totals = metric.item_stats(["a", "b"], ["a", "c"]).sum(axis=0)
    assert float(metric.score(totals)) == 0.5
    weighted = corpus("recall:weighted", GOLD, b=MADE).metric
    assert float(weighted.score(totals)) == 0.5
    assert np.isnan(metric.score(np.zeros(9)))


def test_law_precision_of_a_class_that_is_never_predicted_is_undefined():
    for average in ("macro", "weighted"):
        assert np.isnan(score(f"precision:{average}", ["a", "b"], ["a", "a"]))
    assert np.isnan(score("precision:positive=b", ["a", "b"], ["a", "a"]))
    assert score("recall:positive=b", ["a", "b"], ["a", "a"]) == 0
    assert score("f1:macro", ["a", "b"], ["a", "a"]) == pytest.approx(1 / 3)


def test_direction_better_labels_have_better_scores():
    for asked in ("precision:macro", "recall:macro", "f1:macro", "f1:positive=a", "mcc", "kappa"):
        worse, better = corpus(asked, GOLD, a=MADE, b=["a", "a", "b", "b", "a", "c"]).scores()
        assert better > worse
    reverse = {"0": "1", "1": "0"}
    gold = list("0011101")
    for asked in ("mcc", "kappa"):
        assert score(asked, gold, [reverse[label] for label in gold]) < -0.9


def test_the_positive_class_is_guessed_only_where_it_is_obvious():
    for classes in (("0", "1"), ("no", "YES"), ("neg", "Pos"), ("False", "True")):
        found = corpus("f1", classes, b=classes).metric
        assert classes[1] in found.notes[0]
        assert found.signature.endswith(f"positive:{classes[1]}")
    with pytest.raises(ParameterError, match=r"ham and spam. Write f1:positive=ham or"):
        score("f1", ["ham", "spam"], ["ham", "ham"])
    with pytest.raises(ParameterError, match="positive one; found the classes 1 and yes"):
        score("recall:binary", ["1", "yes"], ["1", "1"])
    assert score("f1:labels=spam", ["ham", "spam"], ["ham", "spam"]) == 1
    assert not corpus("f1:positive=ham", ["ham", "spam"], b=["ham", "ham"]).metric.notes


def test_averages_must_be_asked_for():
    with pytest.raises(ParameterError, match=r"f1:micro, f1:macro, f1:weighted .*3 classes: a, b"):
        score("f1", GOLD, MADE)
    with pytest.raises(ParameterError, match="precision:macro"):
        score("precision:labels=a+b", GOLD, MADE)  # two of three classes are not binary


def test_micro_over_all_classes_is_accuracy_and_says_so():
    for kind in KINDS:
        found = corpus(f"{kind}:micro", GOLD, b=MADE)
        assert found.scores() == corpus("accuracy", GOLD, b=MADE).scores()
        assert "is accuracy" in found.metric.notes[0]
    assert not corpus("f1:micro:without=c", GOLD, b=MADE).metric.notes


def test_predicted_labels_that_are_never_gold_are_refused():
    made = ["a", "B", "B", "b", "zz", "c"]
    message = r"among the gold labels a, b, c; found 'B', predicted 2 times by system new, and 1"
    for asked in ("f1:macro", "mcc", "f1:positive=a"):
        with pytest.raises(DataError, match=message) as error:
            corpus(asked, GOLD, old=MADE, new=made)
        assert "labels=a+b+c" in str(error.value)
    found = score("f1:macro:labels=a+b+c", GOLD, made)
    assert found == pytest.approx(sk.f1_score(GOLD, made, average="macro", labels=list("abc")))
    assert score("mcc:labels=a+b+c", GOLD, made) == pytest.approx(sk.matthews_corrcoef(GOLD, made))
    assert score("f1:macro:without=B+zz+c", GOLD, made) == score("f1:macro:labels=a+b", GOLD, made)
    assert score("f1:positive=a:labels=a+b+c", GOLD, made) == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("f1:macro:labels=a+d", "gold items of the class d; found none among the classes a, b, c"),
        ("f1:positive=A", "gold items of the class A"),
        ("f1:positive=d:labels=a+b", "gold items of the class d"),
        ("f1:macro:without=d", "d, which is neither gold nor predicted"),
        ("f1:macro:without=a+b+c", "at least one class; found none"),
        ("mcc:labels=a+b", "all gold labels in labels=; found without c"),
    ],
)
def test_classes_that_are_not_there_are_refused(asked, message):
    with pytest.raises(DataError, match=message):
        score(asked, GOLD, MADE)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("f1:makro", "one of binary, micro, macro, weighted; found 'makro'. Did you mean macro"),
        ("f1:micro:macro", "one word; found micro and macro"),
        ("f1:macro:positive=a", "either positive= or an average"),
        ("f1:positive=a:without=b", "either without= or a choice"),
        ("f1:macro:labels=a:without=b", "either without= or a choice"),
        ("f1:postive=a", "found postive=a. Did you mean positive"),
        ("mcc:macro", "options among labels="),
    ],
)
def test_options_that_make_no_sense_are_refused(asked, message):
    with pytest.raises(ParameterError, match=message):
        find_metric(asked)
