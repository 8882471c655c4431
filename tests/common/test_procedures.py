"""Every registered procedure says what it does, by whom it is, and what it takes for granted."""

import re

import pytest

from claimwise.assess.question import CORRECTIONS
from claimwise.bayes import MODELS
from claimwise.core import Entry, described, entries, names
from claimwise.power.looks import RULES

KINDS = (
    *("test", "stratified test", "interval", "corpus interval", "response interval", "model"),
    *("rating analysis", "judgement analysis", "correction", "stopping", "anytime stopping"),
    "fit",
)
ENTRIES = [entry for kind in KINDS for entry in entries(kind) if entry.name != "none"]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry.kind}: {entry.name}")
def test_law_a_procedure_says_what_it_does_and_by_whom_it_is(entry: Entry):
    says = entry.traits["says"]
    assert says.does
    assert not says.does.endswith(".")
    assert says.references
    for reference in says.references:
        assert re.match(r"^[A-Z][^()]+ \((1[89]|20)\d\d\), \S", reference), reference
    assert all(sentence.endswith(".") for sentence in says.assumes)
    assert says.assumes or not entry.kind.endswith("test")


def test_a_procedure_is_described_by_what_it_is():
    assert described("interval", "jackknife") is described("corpus interval", "jackknife")
    assert described("test", "stratified-exact").does.startswith("an exact test over all")
    assert described("stopping", "anytime").short == "at any time"
    assert (
        described("analysis", "linear").references
        == described("judgement analysis", "linear").references
    )
    assert described("test", "of my own") is None
    assert described("correction", "none") is None


def test_a_metric_is_cited_where_it_has_a_paper():
    cited = [name for name in names("metric") if described("metric", name)]
    assert {"bleu", "chrf", "chrf++", "ter"} <= set(cited)


def test_what_can_be_chosen_is_registered():
    assert {*RULES} == {*names("stopping"), *names("anytime stopping")}
    assert {*MODELS} <= {*names("model")}
    assert {*CORRECTIONS} <= {*names("correction")}


def test_intervals_of_one_name_say_the_same():
    for entry in entries("corpus interval"):
        if entry.name in names("interval"):
            assert entry.traits["says"] == described("interval", entry.name)
