"""Every procedure is described, and cited by a reference that can be found."""

import re

import pytest

from claimwise.assess.multiplicity import ADJUST
from claimwise.bayes import MODELS as BAYESIAN
from claimwise.core import entries, names
from claimwise.intervals.corpus import CORPUS_INTERVALS
from claimwise.intervals.responses import RESPONSE_INTERVALS
from claimwise.kernels.spending import SPENDING
from claimwise.power.judgement_tests import JUDGEMENT_TESTS
from claimwise.power.rating_tests import TESTS as RATING_TESTS
from claimwise.report.citations import cite
from claimwise.report.cited_methods import (
    CORRECTIONS,
    INTERVALS,
    METRICS,
    MODELS,
    RATINGS,
    STOPPING,
)
from claimwise.report.cited_tests import TESTS

from .corpus import COMMANDS, document_of, result_of

BOOKS = {**INTERVALS, **MODELS, **CORRECTIONS, **STOPPING, **RATINGS, **TESTS}


def test_law_every_registered_procedure_is_described():
    assert set(names("test")) <= set(TESTS)
    assert {*names("interval"), *CORPUS_INTERVALS, *RESPONSE_INTERVALS} <= set(INTERVALS)
    assert {*names("model"), *BAYESIAN} <= set(MODELS)
    assert set(ADJUST) - {"none"} | {"max-t"} == set(CORRECTIONS)
    assert {*SPENDING, "anytime"} == set(STOPPING)
    assert {*RATING_TESTS, *JUDGEMENT_TESTS} <= set(RATINGS)


def test_law_nothing_is_described_that_is_not_there():
    combined = {"stratified-score", "stratified-exact"}  # of data sets together
    assert set(TESTS) - set(names("test")) == combined
    assert set(INTERVALS) == {*names("interval"), *CORPUS_INTERVALS, *RESPONSE_INTERVALS}
    assert set(RATINGS) == {*RATING_TESTS, *JUDGEMENT_TESTS}
    assert set(METRICS) <= set(names("metric"))


@pytest.mark.parametrize("name", sorted(BOOKS))
def test_law_every_description_has_a_reference(name):
    found = [book[name] for book in (TESTS, INTERVALS, MODELS, RATINGS) if name in book]
    found += [book[name] for book in (CORRECTIONS, STOPPING) if name in book]
    for procedure in found:
        assert procedure.does
        assert not procedure.does.endswith(".")
        assert procedure.references
        for reference in procedure.references:
            assert re.match(r"^[A-Z][^()]+ \((1[89]|20)\d\d\), \S", reference), reference


def test_law_intervals_are_cited_as_they_say_themselves():
    for entry in entries("interval"):
        for reference in INTERVALS[entry.name].references:
            assert reference in entry.thing.reference, entry.name
    for known in (CORPUS_INTERVALS, RESPONSE_INTERVALS):
        for name, interval in known.items():
            assert INTERVALS[name].references[0] in interval.reference


def test_law_every_test_says_what_it_assumes():
    assert all(procedure.assumes for procedure in TESTS.values())


def test_citations_are_short():
    assert cite("Tango (1998), Stat. Med. 17, 891-908") == "Tango 1998"
    four = "Papineni, Roukos, Ward and Zhu (2002), Proc. ACL, 311-318"
    assert cite(four) == "Papineni et al. 2002"


@pytest.mark.parametrize("command", COMMANDS)
def test_law_what_is_cited_is_listed(command):
    sections = {one.heading: one.texts for one in document_of(command).details}
    (method,), references = sections["How it was done"], sections.get("References", ())
    assert method.endswith(".")
    cited = [cite(reference) for reference in references]
    assert len(set(cited)) == len(cited)
    for short in cited:
        assert short in method
    if "test" in result_of(command).provenance.get("settings", {}):
        assert references
