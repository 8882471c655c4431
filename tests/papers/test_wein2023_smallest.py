"""Tables 1 to 4 of Wein et al. (2023): smallest errors of estimated p."""

from __future__ import annotations

from math import isnan

import numpy as np
import pytest

import papers
from claimwise import report
from papers.base import Effort
from papers.run import kept_values
from papers.verdict import verdict
from papers.wein2023 import tables_1_4
from papers.wein2023.setting import EPSILONS, METRICS, SAMPLERS, published_values
from papers.wein2023.smallest import TABLES, WITH

from .kept import cell_of, judged

NAME = "wein-tables-1-4"


def test_the_lines_of_the_tables_are_samplers_and_metrics():
    assert [sum(len(line) for line in TABLES[t].values()) for t in "1234"] == [30, 40, 30, 40]
    assert set(TABLES["1"]) == set(TABLES["3"]) == set(SAMPLERS)
    assert set(TABLES["2"]) == set(TABLES["4"]) == set(WITH)
    assert {metric for group in WITH.values() for metric in group} == set(METRICS)


def test_value_published_minima_are_those_of_the_published_tables():
    """Where every line of Tables 5 to 14 is legible, the smallest difference is the one printed."""
    draws = papers.kept_verdict(NAME).draws
    assert all(isnan(one.their_way) for one in draws)  # which explains nothing
    pairs = [
        (tables_1_4.printed_minimum(*(one.value.at(k) for k in KEYS)), one.published)
        for one in draws
    ]
    legible = [(least, printed) for least, printed in pairs if not isnan(least)]
    assert len(legible) > 75
    assert [pair for pair in legible if abs(pair[0] - pair[1]) > 1.01e-5] == []
    said = f"Of 140 numbers here {len(legible)} can be looked up"
    assert any(note.startswith(said) for note in papers.kept(NAME).notes)


KEYS = ("data", "method", "epsilon")


def test_value_a_minimum_by_hand():
    # MAE at epsilon 0.05: the differences of Table 6 are 0.263969, 0.065708, 0.273137, 0.029293,
    # 0.062675 and 0.128998.
    least = tables_1_4.printed_minimum("normal", "mae", "0.05")
    assert least == pytest.approx(0.029293, abs=1e-6)
    estimated, true = published_values("published")["mae", "bootstrap,sample(1)", "0.05"]
    assert estimated - true == pytest.approx(0.029293, abs=1e-6)


def test_what_real_ratings_make_of_the_errors_is_not_said_to_be_known():
    off = [one for one in papers.kept_verdict(NAME).draws if not one.same]
    assert len(off) == 9
    assert {one.value.at("data") for one in off} == {"toxicity"}
    assert not any(one.explained for one in off)
    assert all("not checked" in one.because for one in off)


def test_value_minima_of_simulated_sets(monkeypatch):
    """From estimates that are known: means, winners and ties."""
    keys = [(m, s) for s in SAMPLERS for m in tables_1_4.metrics_of(s)]
    true = dict.fromkeys(keys, 0.5)
    estimates = {key: np.array([0.9, 0.9]) for key in keys}
    estimates["wins", "bootstrap,all"] = np.array([0.6, 0.5])
    estimates["mae", "bootstrap,first"] = np.array([0.3, 0.5])
    row = type("Row", (), {"estimate": 0.5})
    monkeypatch.setattr(tables_1_4, "fresh", lambda *_: dict.fromkeys(true, row))
    monkeypatch.setattr(tables_1_4, "many_sets", lambda *_: estimates)
    cell = cell_of(NAME, data="normal", epsilon="0.05")
    values = cell.compute(Effort(quick=True, seed=1, workers=1))

    def of(method, value):
        (found,) = [
            v.estimate for v in values if (v.at("method"), v.at("value")) == (method, value)
        ]
        return found

    assert of("bootstrap,all", "mean of test sets") == pytest.approx(0.05)
    assert of("bootstrap,first", "mean of test sets") == pytest.approx(0.1)
    assert of("all,sample(1)", "mean of test sets") == pytest.approx(0.4)
    assert of("wins", "SD of test sets") == pytest.approx(0.1 / 2**0.5)
    assert of("bootstrap,all", "share that are best") == 1.0
    assert of("bootstrap,first", "share that are best") == 0.5  # a tie counts for both
    assert of("mae", "share that are best") == 0.5
    assert of("cosine", "share that are best") == 0.0


def test_verdict_of_what_is_kept():
    found = papers.kept_verdict(NAME)
    assert (len(found.numbers), len(found.draws)) == (0, 140)
    normal = [one for one in found.draws if one.value.at("data") == "normal"]
    assert sum(one.same for one in normal) >= 0.95 * len(normal)
    assert len(found.claims) == 8
    shares = [v for v in kept_values(NAME) if v.at("value") == "share that are best"]
    for table in "1234":
        column = [v for v in shares if (v.at("table"), v.at("epsilon")) == (table, "0.05")]
        assert sum(v.estimate for v in column) >= 0.999  # someone is the best; ties count twice
        assert max(v.estimate for v in column) < 0.95  # and it is not always the same


def test_direction_other_errors_differ():
    def larger(value):
        if value.at("value") != "mean of test sets":
            return value
        return value._replace(
            estimate=value.estimate + 0.5, low=value.low + 0.5, high=value.high + 0.5
        )

    assert not any(one.same for one in judged(NAME, larger).draws)


@pytest.mark.parametrize(
    ("table", "method", "claim"),
    [("1", "bootstrap,all", 1), ("2", "wins", 2), ("3", "bootstrap,all", 5)],
)
def test_direction_the_best_is_judged_by_its_mean(table, method, claim):
    def changed(by):
        def change(value):
            mine = (value.at("table"), value.at("method")) == (table, method)
            if mine and value.at("value") == "mean of test sets" and value.quantity == "error":
                return value._replace(estimate=by)
            return value

        return judged(NAME, change).claims[claim].holds

    assert changed(0.0)
    assert not changed(0.9)


def test_a_quick_run_judges_no_sentence():
    few = [v for v in kept_values(NAME) if v.at("epsilon") == "0.05"]
    found = verdict(papers.REPLICATIONS[NAME], few)
    assert found.claims == []
    assert len(found.draws) == 28


def test_the_figure_has_a_panel_for_each_method():
    chart = report.vega_lite(papers.kept(NAME))
    assert chart["facet"]["row"]["sort"] == [*SAMPLERS, *WITH]
    values = chart["data"]["values"]
    assert {value["source"] for value in values} == {"claimwise", "published"}
    assert len(values) == 2 * 140
    assert all(value["estimate"] <= 0.3 for value in values)
    assert {value["epsilon"] for value in values} == {float(e) for e in EPSILONS}


def test_ties_are_told_where_samplers_are_said_to_be_the_best():
    samplers = papers.kept_verdict(NAME).claims[0]
    assert "keep five answers are clearly the best" in samplers.said
    assert samplers.found.endswith("At 0.3 and 0.7 all six have the same.")  # 0, as published
