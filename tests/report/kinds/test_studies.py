"""Declared studies: word and headline are those of their parts; every deviation has a line."""

from dataclasses import replace
from datetime import date
from math import nan
from pathlib import Path

import polars as pl
import pytest

from claimwise.cli.study import READINESS
from claimwise.core import Result, Row
from claimwise.report import answer_of, plain, to_text
from claimwise.report.kinds.study_check import planned
from claimwise.report.numbers import against, p_cell, percent
from claimwise.report.studies import parts_of
from claimwise.study import declare
from claimwise.study.curve import curve
from tests.report.helpers import asked

EXAMPLES = Path(__file__).parents[3] / "examples"
TONES = {"good": 0, "bad": 3, "open": 4}


def declared(n=400, difference=0.05, two=False, **more):
    said = {
        "kind": "accuracy",
        "claim": {"a": "base", "b": "new"},
        "data": {"n": n},
        "procedure": {"test": "mcnemar-midp"},
        "assumptions": {"difference": difference, "agreement": 0.9, "source": "a guess"},
    }
    if two:
        said["comparison"] = [{"b": "new"}, {"b": "newer", "difference": 0.03}]
        said["multiplicity"] = {"correct": "holm"}
    return declare(said | more)


def scored(n, **wins):
    """Return a table of base and others, each with the items that it wins and loses."""
    rows = [(i, "base", int(i % 2 == 0)) for i in range(n)]
    for name, (won, lost) in wins.items():
        wrong = [i for i in range(n) if i % 2][:won]
        right = [i for i in range(n) if not i % 2][:lost]
        rows += [(i, name, int((i % 2 == 0 or i in wrong) and i not in right)) for i in range(n)]
    return pl.DataFrame(rows, schema=["item", "system", "correct"], orient="row")


@pytest.mark.parametrize("n", [100, 400])
def test_a_plan_of_one_comparison_says_what_the_plan_says(n):
    found = declared(n).power()
    told, (part,) = answer_of(found), parts_of(found).values()
    inner = answer_of(part)
    assert (told.word, told.headline, told.lines) == (inner.word, inner.headline, inner.lines)
    assert told.word.lower() == found.verdict
    assert "not frozen" in told.brief


def test_a_plan_of_several_names_those_that_fall_short():
    found = declared(two=True).power()
    told = answer_of(found)
    powers = {name: found[f"power[{name}]"].estimate for name in found.provenance["parts"]}
    short = [name for name, power in powers.items() if power < 0.8]
    assert (told.word, found.verdict) == ("TOO SMALL", "too small")
    assert told.headline.startswith(f"{len(short)} of 2 comparisons have power below 80%")
    for name in powers:
        assert (f"{name} ({percent(powers[name])})" in told.headline) == (name in short)
    (comparisons,) = told.tables
    power = comparisons.header.index("power")
    assert {line[:2]: line[power] for line in comparisons.rows} == {
        **{(name, ""): percent(powers[name]) for name in powers},
        **{
            (name, "at most"): percent(found[f"power[at most, {name}]"].estimate) for name in powers
        },
    }
    every = found["power[all]"]
    assert f"in {percent(every.low)} to {percent(every.high)} of studies" in told.lines[0]


def test_claims_together_do_not_decide_whether_each_has_enough_power():
    rows = [Row(quantity="power", at={"comparison": x}, estimate=0.85) for x in ("x", "y")]
    both = Row(
        quantity="power", at={"over": "all"}, estimate=0.7, low=0.7, high=0.85, kind="bounds"
    )
    settings = {"target": 0.8}
    plan = Result(
        kind="study plan", method="m", rows=(*rows, both), provenance={"settings": settings}
    )
    assert plan.verdict == "enough"
    assert replace(plan, rows=(rows[0], replace(rows[1], estimate=0.79))).verdict == "too small"
    pilot = Row(quantity="expected_power", at={"comparison": "y"}, estimate=0.9)
    mixed = replace(plan, rows=(replace(rows[0], estimate=0.7), rows[1], pilot))
    assert mixed.verdict == "too small"  # each comparison by what it declares


def test_a_frozen_study_as_declared_has_no_deviation():
    study = declared(200).freeze(date(2026, 1, 31))
    found = study.assess(scored(200, new=(40, 10)))
    told, (part,) = answer_of(found), parts_of(found).values()
    inner = answer_of(part)
    assert (told.word, told.headline) == (inner.word, inner.headline) == ("BETTER", told.headline)
    assert not any(line.startswith("Deviation") for line in told.lines)
    assert "no deviation" in told.lines[-1]
    assert study.frozen.hash in " ".join(told.account.sentences)


def test_every_deviation_has_a_line_right_after_the_headline():
    found = declared(210).assess(scored(200, new=(40, 10)))
    told, count = answer_of(found), int(found["deviations"].estimate)
    assert count > 1
    assert [line.startswith("Deviation: ") for line in told.lines[:count]] == [True] * count
    assert not told.lines[count].startswith("Deviation: ")
    for says in found.provenance["deviations"].values():
        assert f"Deviation: {says}" in told.lines
        assert says in asked(found, "mismatches")


@pytest.mark.parametrize(
    ("new", "newer", "word", "counts"),
    [
        ((40, 10), (40, 10), "BETTER", "2 supported"),
        ((40, 10), (12, 10), "OPEN", "1 supported, 1 open"),
        ((40, 10), (10, 40), "FAIL", "1 supported, 1 contradicted"),
        ((12, 10), (10, 40), "FAIL", "1 open, 1 contradicted"),
        ((10, 40), (10, 40), "WORSE", "2 contradicted"),
    ],
)
def test_several_claims_are_counted_and_have_a_line_each(new, newer, word, counts):
    found = declared(200, two=True).assess(scored(200, new=new, newer=newer))
    told = answer_of(found)
    assert told.word == word
    assert told.headline == f"2 declared claims: {counts}"
    assert TONES[told.tone] == {"supported": 0, "contradicted": 3, "open": 4}[found.verdict]
    assert ("stays open" in " ".join(told.lines)) == ("open" in counts)
    (claims,) = told.tables
    for line in claims.rows:
        row = found[f"difference[{line[0]}]"]
        cells = dict(zip(map(plain, claims.header), line, strict=True))
        assert float(cells["difference (points)"]) == pytest.approx(100 * row.estimate)
        assert cells["p"] == p_cell(row.pvalue)
        verdict = found[f"verdict[{line[0]}]"].estimate
        assert cells["verdict"] == {1: "better", 0: "open", -1: "worse"}[verdict]


@pytest.mark.parametrize("planned", [True, False])
def test_several_parts_share_an_account_and_a_checklist(planned):
    study = declared(200, two=True)
    found = study.power() if planned else study.assess(scored(200, new=(40, 10), newer=(12, 10)))
    told, parts = answer_of(found), {n: answer_of(part) for n, part in parts_of(found).items()}
    for name, one in parts.items():
        assert set(one.account.sentences) <= set(told.account.sentences)
        assert f"[{name}] {one.question}" in asked(found, "What is the hypothesis")
        assert f"[{name}] {one.size}" in asked(found, "How many items")
        assert (one.ways, one.planned) == (told.ways, told.planned) == (one.ways, planned)
        assert planned or any(table.title.startswith(f"[{name}] ") for table in told.more)
    assert len(told.account.sentences) == len(set(told.account.sentences))
    assert told.brief == "Correction of tests: holm · not frozen"


def test_what_is_explored_stands_apart_and_changes_nothing():
    data = scored(200, new=(30, 18))
    plainly = answer_of(declared(200).assess(data))
    found = declared(200).assess(data, also=["test=mcnemar-asymptotic", "assess=posterior"])
    told = answer_of(found)
    assert (told.word, told.headline) == (plainly.word, plainly.headline)
    assert told.lines[:-1] == plainly.lines
    assert "no part of the verdict" in told.lines[-1]
    apart = told.tables[-1]
    assert apart.header[0] == "not declared"
    assert all(line[0].startswith("exploratory ") for line in apart.rows)
    own = [table for table in told.more if table not in plainly.more]
    assert own
    assert all(table.title.startswith("[exploratory ") for table in own)
    assert found.verdict == declared(200).assess(data).verdict


@pytest.mark.parametrize(
    ("study", "word"),
    [
        (declared(), "READY"),
        (declared().freeze(date(2026, 1, 31)), "READY"),
        (declared(100), "TOO SMALL"),
        (declared(difference=0.0), "BROKEN"),
        (declared(data={}), "ASK"),
        (replace(declared().freeze(date(2026, 1, 31)), alpha=0.1), "CHANGED"),
    ],
)
def test_a_check_says_its_exit_code_in_a_word(study, word):
    found = study.check()
    told = answer_of(found)
    assert told.word == word
    assert f"{told.headline}." not in told.lines
    assert TONES[told.tone] == READINESS[found.provenance["settings"]["readiness"]]
    (questions,) = told.tables
    answers = {line[0]: line[1] for line in questions.rows}
    for name, answer in answers.items():
        value = found[name].estimate
        assert answer == ("not known" if value != value else "yes" if value else "no")
    assert found.verdict is None


def test_a_check_says_what_the_plan_says_and_what_else_stands_in_the_way():
    found = declared(100).check()
    told, inner = answer_of(found), answer_of(planned(found))
    assert told.headline == inner.headline
    assert told.lines == inner.lines
    lacking = declared(100, assumptions={"difference": 0.05, "agreement": 0.9}).check()
    assert answer_of(lacking).word == "TOO SMALL"
    assert "assumptions.source" in answer_of(lacking).lines[-1]
    changed = answer_of(replace(declared().freeze(date(2026, 1, 31)), alpha=0.1).check())
    assert "claim.alpha was 0.05, is 0.1" in changed.headline


def test_a_power_that_simulation_leaves_open_is_open(monkeypatch):
    row = Row(quantity="power", estimate=0.805, low=0.79, high=0.82, level=0.95, n=400)
    plan = Result(kind="toy plan", method="toy", rows=(row,))
    monkeypatch.setattr("claimwise.study.declaration.Study.power", lambda _: plan)
    told = answer_of(declared().check())
    assert told.word == "OPEN"
    assert "more replicates would tell" in told.headline
    undefined = replace(plan, rows=(replace(row, estimate=nan, low=nan, high=nan),))
    monkeypatch.setattr("claimwise.study.declaration.Study.power", lambda _: undefined)
    assert answer_of(declared().check()).word == "OPEN"


@pytest.mark.parametrize("two", [False, True])
def test_a_curve_says_its_ends_and_how_many_reach_the_power(two):
    found = curve(declared(two=two))
    told, (powers,) = answer_of(found), answer_of(found).tables
    rows = found.select("power")
    enough = sum(row.estimate >= 0.8 for row in rows)
    least = min(rows, key=lambda row: row.estimate)
    name = f"{least.at['comparison']}, " if two else ""
    assert f"from {against(least.estimate, 0.8)} ({name}100 items)" in told.headline
    assert told.headline.endswith(f"{enough} of {len(rows)} reach 80%")
    assert len(powers.rows) == len(rows)


def test_the_worst_of_several_cases_decides_a_curve():
    found = curve(declared())
    worse = tuple(replace(row, at={**row.at, "end": "low"}, estimate=0.1) for row in found.rows)
    told = answer_of(replace(found, rows=(*worse, *found.rows)))
    assert "in the worst case; 0 of" in told.headline
    (table,) = told.tables
    assert {line[-1] for line in table.rows if line[1] == "low"} == {"10%"}


@pytest.mark.parametrize("width", [60, 80, 120])
def test_studies_fit_a_screen(width):
    study = declared(200, two=True)
    for found in (
        study.power(),
        study.check(),
        study.assess(scored(200, new=(9, 2), newer=(5, 5))),
    ):
        lines = to_text(found, width=width).splitlines()
        assert len(lines) <= 60
        assert max(map(len, lines)) <= width
