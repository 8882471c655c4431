"""After the data: corrections, deviations, explorations and looks of a declared study."""

from dataclasses import replace
from datetime import date

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from claimwise.assess.multiplicity import corrected_pvalues
from claimwise.core import DataError, ParameterError, spelled
from claimwise.data import Pairs
from claimwise.report import answer_of, to_json, to_text
from claimwise.report.forms.json import from_json
from claimwise.study import Comparison, declare
from claimwise.study.correction import opposite
from claimwise.study.explore import parsed

from .declared import accuracy, judged, study, verdicts

FROZEN = date(2026, 1, 2)


@pytest.fixture(autouse=True)
def _no_search(monkeypatch):
    """What could have been detected takes most of the time, and is tested elsewhere."""
    monkeypatch.setattr("claimwise.assess.one.detectable", lambda *_: ([], []))


def table(**right):
    """Return a table of right and wrong, one column of 0 and 1 for each system."""
    n = len(next(iter(right.values())))
    return pl.DataFrame(
        {
            "item": [f"q{i}" for i in range(n)] * len(right),
            "system": [name for name in right for _ in range(n)],
            "correct": [int(x) for column in right.values() for x in column],
        }
    )


def answers(seed=0, n=200, **shares):
    rng = np.random.default_rng(seed)
    return table(**{name: rng.random(n) < share for name, share in shares.items()})


def three(correct="holm", **second):
    """Return a study of two comparisons with the same baseline."""
    return declare(
        {
            "kind": "accuracy",
            "claim": {"a": "base"},
            "data": {"n": 200},
            "assumptions": {"difference": 0.1, "agreement": 0.7, "source": "a guess"},
            "multiplicity": {"correct": correct},
            "comparison": [{"name": "big", "b": "big"}, {"name": "small", "b": "small", **second}],
        }
    )


DATA = answers(base=0.6, big=0.75, small=0.7)


@pytest.mark.parametrize("correct", ["holm", "bonferroni", "benjamini-hochberg", "none"])
def test_value_p_values_are_corrected_as_declared(correct):
    declared = three(correct)
    alone = [
        declared.but(comparisons=(one,)).assess(DATA)["difference"].pvalue
        for one in declared.comparisons
    ]
    found = declared.assess(DATA)
    expected = corrected_pvalues(correct, alone)
    for name, p, q in zip(("big", "small"), alone, expected, strict=True):
        assert found[f"difference[{name}]"].pvalue == pytest.approx(q)
        supported = float(q <= 0.05)
        assert found[f"verdict[{name}]"].estimate == supported
        if correct != "none":
            assert found[f"raw_pvalue[{name}]"].estimate == pytest.approx(p)


def test_value_bonferroni_by_hand():
    assert corrected_pvalues("bonferroni", [0.01, 0.03, 0.6]).tolist() == pytest.approx(
        [0.03, 0.09, 1.0]
    )


def test_a_correction_can_take_a_finding_away():
    base = np.arange(200) < 100
    big, small = base.copy(), base.copy()
    big[80:150] = ~big[80:150]  # 50 wins, 20 losses
    small[88:124] = ~small[88:124]  # 24 wins, 12 losses: p = 0.047
    data = table(base=base, big=big, small=small)
    alone, together = three("none").assess(data), three("bonferroni").assess(data)
    assert alone["difference[small]"].pvalue == pytest.approx(0.04703, abs=1e-5)
    assert (alone["verdict[small]"].estimate, together["verdict[small]"].estimate) == (1, 0)


@pytest.mark.slow
def test_direction_a_one_sided_claim_is_contradicted_by_its_corrected_opposite():
    data = answers(base=0.75, big=0.74, small=0.5)
    found = {
        side: three("bonferroni", alternative=side).assess(data)["verdict[small]"].estimate
        for side in ("greater", "less", "two-sided")
    }
    assert found == {"greater": -1, "less": 1, "two-sided": -1}
    base = np.arange(200) < 100
    small = base.copy()
    small[76:112] = ~small[76:112]  # 12 wins, 24 losses: contradicted at 0.0235 alone
    near = table(base=base, big=base, small=small)
    worse = {"alternative": "greater"}
    assert three("none", **worse).assess(near)["verdict[small]"].estimate == -1
    strict = three("bonferroni", **worse).but(alpha=0.04)
    assert strict.assess(near)["verdict[small]"].estimate == 0


claims = st.builds(
    Comparison,
    name=st.just(""),
    a=st.just("a"),
    b=st.just("b"),
    says=st.sampled_from(["superiority", "non-inferiority", "equivalence"]),
    margin=st.sampled_from([0.05, 0.2]),
    better=st.sampled_from(["higher", "lower"]),
)


@given(claims)
def test_law_the_opposite_of_a_claim_is_what_contradicts_it(claim):
    from claimwise.assess.claims import Claim

    def hypotheses(one, which):
        made = Claim.of(
            one.says, margin=one.margin, alternative=None, alpha=0.05, better=one.better, level=None
        )
        return {(h.margin, h.alternative) for h in getattr(made, which)()}

    found = set().union(*(hypotheses(one, "hypotheses") for one in opposite(claim)))
    assert found == hypotheses(claim, "contradictions")


def test_data_as_declared_have_no_deviation():
    declared = accuracy(n=200).but(source="a guess").freeze(FROZEN)
    found = declared.assess(verdicts(40, 10, 200))
    assert found["deviations"].estimate == 0
    assert "no deviation" in to_text(found)
    assert declared.frozen.hash in " ".join(to_text(found, details=True).split())


def _deviations(declared, *data, **more):
    found = declared.assess(*data, **more)
    listed = {spelled(row.at) for row in found.select("deviation")}
    assert listed == set(found.provenance["deviations"])
    assert found["deviations"].estimate == len(listed)
    for says in found.provenance["deviations"].values():
        assert says in " ".join(to_text(found).split())
    return listed, found.provenance["deviations"]


def test_every_deviation_is_listed():
    declared = accuracy(n=210)
    data = answers(a=0.6, b=0.7, other=0.5).with_columns(
        passage=pl.col("item").str.slice(0, 2), dataset=pl.lit("one")
    )
    listed, says = _deviations(declared, data)
    assert listed == {"n", "cluster", "systems", "frozen"}
    assert "200 found, 210 declared, 10 fewer" in says["n"]
    assert "other" in says["systems"]


def test_missing_scores_beyond_the_declared_share():
    data = answers(a=0.6, b=0.7)
    gone = data.filter(~((pl.col("system") == "b") & (pl.col("item") == "q7")))
    listed, says = _deviations(accuracy(n=200), gone)
    assert listed == {"missing", "frozen"}
    assert "0.50%" in says["missing"]
    allowed = accuracy(n=200).but(data={"n": 200, "missing": 0.01})
    assert _deviations(allowed, gone)[0] == {"frozen"}


def test_a_changed_declaration_is_a_deviation():
    declared = accuracy(n=200).but(source="a guess").freeze(FROZEN)
    changed = declared.but(alpha=0.1)
    listed, says = _deviations(changed, verdicts(40, 10, 200))
    assert listed == {"hash"}
    assert "2026-01-02" in says["hash"]
    assert "alpha" in says["hash"]


def test_another_metric_runs_and_datasets_are_deviations():
    data = answers(a=0.6, b=0.7).with_columns(metric=pl.lit("exact_match"))
    assert "metric" in _deviations(accuracy(n=200, claim={"metric": "accuracy"}), data)[0]
    two = answers(a=0.6, b=0.7).with_columns(
        dataset=pl.when(pl.col("item") < "q5").then(pl.lit("x")).otherwise(pl.lit("y"))
    )
    assert "dataset" in _deviations(accuracy(n=200), two)[0]
    scores = {"difference": 0.1, "sd": 0.5}
    runs = pl.concat([data.with_columns(run=pl.lit(k)) for k in (1, 2)]).drop("metric")
    declared = study("means", data={"n": 200}, assumptions=scores)
    listed, says = _deviations(declared, runs)
    assert listed == {"runs", "frozen", "test"}
    assert "2 found, 1" in says["runs"]
    assert says["test"].startswith("The test that decides is crossed-runs")
    two_runs = {"data": {"n": 200, "runs": 2}, "assumptions": scores}
    answers_of_one = study("means", procedure={"runs": "samples"}, **two_runs)
    assert _deviations(answers_of_one, runs)[0] == {"frozen"}


def test_clusters_of_another_number_are_a_deviation():
    rng = np.random.default_rng(1)
    data = pl.DataFrame(
        {
            "item": [*range(60)] * 2,
            "system": ["a"] * 60 + ["b"] * 60,
            "score": rng.normal(size=120),
            "passage": [i // 5 for i in range(60)] * 2,
        }
    )
    declared = study(
        "means",
        data={"n": 60, "cluster": "passage", "clusters": 10},
        assumptions={"difference": 0.1, "sd": 0.5, "icc": 0.1},
    )
    listed, says = _deviations(declared, data)
    assert listed == {"clusters", "frozen"}
    assert "12 found, 10 declared" in says["clusters"]
    with pytest.raises(DataError, match="passage"):
        declared.assess(data.drop("passage"))


def test_ratings_that_are_not_as_declared(examples):
    declared = study(
        "ratings",
        claim={"a": "baseline", "b": "large"},
        data={"items": 50, "ratings_per_item": 3, "raters": 3, "design": "complete"},
        assumptions={"effect": 0.4},
        procedure={"model": "t-items"},
    )
    listed, _ = _deviations(declared, examples / "ratings.csv")
    assert listed == {"items", "raters", "ratings_per_item", "design", "systems", "frozen"}


def test_judgements_by_the_same_people_are_no_unrelated_ones(examples):
    declared = study(
        "preference",
        claim={"a": "base", "b": "new"},
        data={"n": 300},
        assumptions={"win": 0.5, "lose": 0.4},
    )
    assert _deviations(declared, examples / "judgements.csv")[0] == {"raters", "items", "frozen"}


def test_an_absent_system_is_refused_with_the_nearest_name():
    data = answers(a=0.6, bee=0.7)
    with pytest.raises(DataError, match=r"in the data; they have a, bee\."):
        accuracy(n=200).assess(data)
    near = study(
        "accuracy",
        claim={"a": "a", "b": "been"},
        data={"n": 200},
        assumptions={"difference": 0.1, "agreement": 0.8},
    )
    with pytest.raises(DataError, match=r"Did you mean bee\?"):
        near.assess(data)


def test_explorations_are_marked_and_change_no_verdict():
    plain = accuracy(n=200).assess(verdicts(30, 18, 200))
    more = accuracy(n=200).assess(
        verdicts(30, 18, 200), also=["test=mcnemar-asymptotic", "claim=non-inferiority,margin=0.2"]
    )
    mark = "exploratory claim=non-inferiority,margin=0.2"
    assert more["verdict"] == plain["verdict"]
    assert more["difference"] == plain["difference"]
    assert plain["verdict"].estimate == 0
    assert more[f"verdict[{mark}]"].estimate == 1
    for row in more.rows:
        assert "exploratory" in row.at or row in plain.rows
    assert answer_of(more).word == answer_of(plain).word == "OPEN"
    assert answer_of(more).headline == answer_of(plain).headline
    apart = answer_of(more).tables[-1]
    assert [line[0] for line in apart.rows] == ["exploratory test=mcnemar-asymptotic", mark]
    assert "no part of the verdict" in " ".join(to_text(more).split())


def test_explorations_stand_outside_the_correction():
    declared = three("bonferroni")
    more = declared.assess(DATA, also="a=big,b=base")
    assert more["difference[big]"] == declared.assess(DATA)["difference[big]"]
    assert more["difference[exploratory a=big,b=base]"].estimate < 0


def test_an_addition_that_says_nothing_is_refused():
    assert parsed("test=sign, a=x") == {"test": "sign", "a": "x"}
    with pytest.raises(ParameterError, match=r"Did you mean test\?"):
        accuracy().assess(verdicts(30, 18, 300), also=["tset=sign"])


def test_an_addition_that_nothing_would_heed_is_refused(examples):
    declared = study(
        "ratings",
        claim={"a": "baseline", "b": "large"},
        data={"items": 40, "ratings_per_item": 4},
        assumptions={"effect": 0.4},
        procedure={"model": "t-items"},
    )
    for addition in ("test=wilcoxon", "metric=f1", "assess=posterior", "claim=superiority"):
        with pytest.raises(ParameterError, match="ratings"):
            declared.assess(examples / "ratings.csv", also=[addition])
    found = declared.assess(examples / "ratings.csv", also=["model=wilcoxon-items", "b=small"])
    assert "verdict[exploratory model=wilcoxon-items]" in found
    small = found["difference[exploratory b=small]"].estimate
    assert small != found["difference"].estimate


def test_value_a_look_asks_for_the_p_value_of_its_boundary():
    looks = {"rule": "obrien-fleming", "looks": [0.5, 1.0]}
    declared = accuracy(n=400, stopping=looks)
    found = declared.assess(verdicts(40, 20, 200), look=1)
    # Two looks, O'Brien-Fleming type spending: z of 2.963 at half of the data.
    assert found["boundary_z"].estimate == pytest.approx(2.9626, abs=1e-3)
    assert 0.0031 < found["difference"].pvalue < 0.05
    assert (found["decision"].estimate, found["verdict"].estimate) == (0, 0)
    assert "deviation[n]" not in found
    strong = declared.assess(verdicts(50, 10, 200), look=1)
    assert (strong["decision"].estimate, strong["verdict"].estimate) == (1, 1)
    # Lan and DeMets (1983): of each half of alpha, 2 - 2 Phi(z of its half / sqrt(share)) is spent.
    spent = 2 * 2 * stats.norm.sf(stats.norm.isf(0.025 / 2) / 0.5**0.5)
    assert strong["spent"].estimate == pytest.approx(spent, rel=1e-6)
    assert strong["left"].estimate == pytest.approx(0.05 - spent, rel=1e-6)
    with pytest.raises(ParameterError, match="one of the 2 declared"):
        declared.assess(verdicts(50, 10, 200), look=3)


def test_the_number_of_items_says_which_look_it_is():
    declared = accuracy(n=400, stopping={"rule": "obrien-fleming", "looks": 4})
    assert declared.assess(verdicts(40, 20, 198)).rows == (
        declared.assess(verdicts(40, 20, 198), look=2).rows
    )
    assert declared.assess(verdicts(40, 20, 400))["spent"].estimate == pytest.approx(0.05)
    with pytest.raises(DataError, match=r"planned look \(100, 200, 300, 400\); found 360"):
        declared.assess(verdicts(40, 20, 360))
    ended = declared.assess(verdicts(40, 20, 360), look=4)  # no more data will come
    assert ended["spent"].estimate == pytest.approx(0.05)
    assert "deviation[n]" in ended
    # Whoever may choose the look after seeing the data could spend more than alpha.
    with pytest.raises(DataError, match=r"look 3, planned at 300; found 400\. Use look=4\."):
        declared.assess(verdicts(40, 20, 400), look=2)


def test_value_looks_that_were_not_where_planned_are_spent_where_they_were():
    from claimwise.power.looks import Looks

    declared = accuracy(n=800, stopping={"rule": "obrien-fleming", "looks": [0.5, 1.0]})
    found = declared.assess(verdicts(70, 40, 800), looked_at=[350])
    exact = Looks.of((350 / 800, 1.0), rule="obrien-fleming")
    assert found["boundary_z"].estimate == pytest.approx(exact.bounds[-1], abs=1e-9)
    asplanned = declared.assess(verdicts(70, 40, 800))
    assert asplanned["boundary_z"].estimate != pytest.approx(exact.bounds[-1], abs=1e-4)
    assert "at 350 items, planned at 400" in to_text(found).replace("\n", " ")
    assert "deviation[looks]" not in declared.assess(verdicts(70, 40, 800), looked_at=[400])
    added = declared.assess(verdicts(70, 40, 800), looked_at=[200, 400])
    three = Looks.of((0.25, 0.5, 1.0), rule="obrien-fleming")
    assert added["boundary_z"].estimate == pytest.approx(three.bounds[-1], abs=1e-9)
    assert "2 in all were planned" in to_text(added).replace("\n", " ")


def test_value_earlier_looks_of_a_metric_by_its_p_value(examples):
    from claimwise.power.looks import Looks

    declared = study(
        "labels",
        claim={"a": "base", "b": "new", "metric": "f1:macro"},
        data={"n": 707},
        assumptions={"tables": str(examples / "confusion.toml")},
        procedure={"resamples": 199},
        stopping={"rule": "pocock", "looks": [0.5, 1.0]},
    )
    found = declared.assess(examples / "ner.csv", looked_at=[300])
    times = 300 / 707, found["difference"].n / 707
    exact = Looks.of(times, rule="pocock")
    assert found["boundary_p"].estimate == pytest.approx(exact.levels[-1], abs=1e-9)
    assert "deviation[looks]" in found


@pytest.mark.parametrize(
    ("given", "says"),
    [
        pytest.param({"looked_at": [400, 350]}, "rising numbers of items", id="falling"),
        pytest.param({"looked_at": [900]}, "fewer items than the 800", id="later"),
        pytest.param({"looked_at": [350], "look": 3}, "each of the 2 looks before", id="too few"),
        pytest.param({"looked_at": ["x"]}, "a finite number", id="no number"),
    ],
)
def test_earlier_looks_that_cannot_have_been(given, says):
    declared = accuracy(n=800, stopping={"rule": "obrien-fleming", "looks": [0.5, 1.0]})
    with pytest.raises(ParameterError, match=says):
        declared.assess(verdicts(70, 40, 800), **given)
    with pytest.raises(ParameterError, match="a study with looks"):
        accuracy(n=800).assess(verdicts(70, 40, 800), looked_at=[400])


def test_value_the_declared_sequence_decides_at_any_time():
    from claimwise.assess.looks import sequence

    early = np.tile([1.0, 0.0, 1.0, -1.0, 1.0, 0.0, 0.0, 0.0], 8)  # 24 wins, 8 losses, 32 ties
    pairs = Pairs((early < 0) * 1.0, (early > 0) * 1.0, names=("a", "b"))
    found = {
        name: accuracy(n=64, procedure={"sequence": name}, stopping={"rule": "anytime"}).assess(
            pairs
        )
        for name in ("difference", "win-rate")
    }
    for name, result in found.items():
        wins = name == "win-rate"
        alone = sequence(early if wins else pairs, preference=wins, planned_n=64)
        assert result["verdict"].estimate == alone["verdict"].estimate
        assert result["win_rate"].pvalue == alone["win_rate"].pvalue
    assert found["difference"]["difference"].pvalue < 0.05 < found["win-rate"]["win_rate"].pvalue
    assert [found[name]["verdict"].estimate for name in found] == [1, 0]
    usual = accuracy(n=64, stopping={"rule": "anytime"}).assess(pairs)
    assert usual.rows == found["difference"].rows
    with pytest.raises(ParameterError, match="test=sign"):
        accuracy(n=64, stopping={"rule": "anytime"}).assess(pairs, also=["test=sign"])


def test_a_last_look_must_be_said_and_looks_left_out_are_named():
    declared = accuracy(n=400, stopping={"rule": "obrien-fleming", "looks": 4})
    before = [100, 200, 300]
    with pytest.raises(
        DataError, match=r"Look 4, the last needs the 400.*that were planned; found 348\."
    ):
        declared.assess(verdicts(40, 20, 348), looked_at=before)
    ended = declared.assess(verdicts(40, 20, 348), looked_at=before, look=4)
    assert any("only if no more data will come" in note for note in ended.notes)
    whole = declared.assess(verdicts(40, 20, 400), looked_at=before)
    assert whole["deviations"].estimate == 1  # it is not frozen, and that is all
    assert not any("no more data" in note for note in whole.notes)
    few = declared.assess(verdicts(40, 20, 400), looked_at=[100])
    assert few["boundary_p"].estimate > whole["boundary_p"].estimate
    text = " ".join(to_text(few).split())
    assert "Looks planned at 200, 300 items are said not to have been taken" in text
    assert few["left"].estimate == pytest.approx(0, abs=1e-12)
    assert "Look 2 (the last) asks for p at most" in text
    assert "Look 4 of 4 asks for p at most" in to_text(whole)
    more = declared.assess(verdicts(40, 20, 440))
    assert any("nothing was tested when the planned items were in" in note for note in more.notes)


def test_looks_of_a_corpus_metric_go_by_its_p_value(examples):
    declared = study(
        "labels",
        claim={"a": "base", "b": "new", "metric": "f1:macro"},
        data={"n": 1414},
        assumptions={"tables": str(examples / "confusion.toml")},
        procedure={"resamples": 199},
        stopping={"rule": "pocock", "looks": [0.5, 1.0]},
    )
    found = declared.assess(examples / "ner.csv", look=1)
    p, asked = found["difference"].pvalue, found["boundary_p"].estimate
    assert asked == pytest.approx(0.031, abs=1e-3)  # half of alpha (1 + (e-1) t) logarithmic
    assert (found["decision"].estimate == 1) == (p <= asked) == (found["verdict"].estimate == 1)


def test_an_early_look_takes_more_than_the_whole_alpha_would(examples):
    declared = study(
        "labels",
        claim={"a": "base", "b": "new", "metric": "f1:macro"},
        data={"n": 1414},
        assumptions={"tables": str(examples / "confusion.toml")},
        procedure={"resamples": 199},
        stopping={"rule": "obrien-fleming", "looks": [0.5, 1.0]},
    )
    found = declared.assess(examples / "ner.csv", look=1)
    assert found["boundary_p"].estimate < found["difference"].pvalue < 0.05
    assert (found["decision"].estimate, found["verdict"].estimate) == (0, 0)
    assert any("199 resamples cannot" in note for note in found.notes)
    assert any(
        "interval of the difference is that of a study with one look" in n for n in found.notes
    )


def test_scores_of_which_the_data_say_that_lower_is_better():
    from claimwise.data import read

    rng = np.random.default_rng(3)
    scores = read({"a": rng.normal(size=40), "b": rng.normal(size=40)})
    errors = replace(scores, better={"": "lower"})
    assumed = {"difference": 0.5, "sd": 1.0}
    plain = study("means", data={"n": 40}, assumptions=assumed)
    assert _deviations(plain, errors)[0] == {"better", "frozen"}
    declared = study("means", claim={"better": "lower"}, data={"n": 40}, assumptions=assumed)
    assert _deviations(declared, errors)[0] == {"frozen"}
    assert _deviations(plain, scores)[0] == {"frozen"}


@pytest.mark.parametrize(
    ("declared", "words"),
    [
        pytest.param(
            lambda: study(
                "ratings",
                data={"items": 20},
                assumptions={"effect": 0.4},
                stopping={"rule": "pocock", "looks": [0.5, 1.0]},
            ),
            "add up item by item",
            id="ratings with looks",
        ),
        pytest.param(
            lambda: study(
                "ratings",
                data={"items": 20},
                assumptions={"effect": 0.4},
                procedure={"model": "t-ratings"},
            ),
            "Use t-items",
            id="an analysis nobody should report",
        ),
        pytest.param(
            lambda: study(
                "judgements",
                claim={"alternative": "greater"},
                data={"items": 20},
                assumptions={"win": 0.5, "rater_sd": 0.0, "item_sd": 0.0},
            ),
            "two-sided",
            id="a side that is not planned",
        ),
        pytest.param(
            lambda: three().but(stopping=replace(three().stopping, rule="pocock")),
            "Use bonferroni",
            id="looks under holm",
        ),
    ],
)
def test_what_cannot_be_planned_is_refused(declared, words):
    with pytest.raises(ParameterError, match=words):
        declared().power()


def test_law_the_words_come_back_from_json():
    found = three().assess(DATA, also="test=mcnemar-exact")
    assert to_text(from_json(to_json(found)), details=True) == to_text(found, details=True)
    plan = three().power()
    assert to_text(from_json(to_json(plan)), details=True) == to_text(plan, details=True)


def test_the_answer_of_each_claim_comes_first():
    found = three().assess(DATA)
    told = answer_of(found)
    (claims,) = told.tables
    assert claims.rows[0][:2] == ("big", "better")
    assert [line[0] for line in claims.rows] == ["big", "small"]
    assert "holm" in told.brief
    assert len(told.lines) == found["deviations"].estimate
    assert all(line.startswith("Deviation: ") for line in told.lines)


def test_ties_alone_are_no_evidence_and_no_error():
    declared = study("preference", data={"n": 30}, assumptions={"win": 0.5, "lose": 0.4})
    found = declared.assess(judged(0, 0, 30))
    assert (found["verdict"].estimate, found["difference"].pvalue) == (0, 1)


def test_winners_of_another_pair_are_left_out():
    data = pl.DataFrame(
        {
            "model_a": ["a"] * 40 + ["c"] * 40,
            "model_b": ["b"] * 40 + ["a"] * 40,
            "winner": ["b"] * 30 + ["a"] * 10 + ["c"] * 40,
        }
    )
    declared = study("preference", data={"n": 40}, assumptions={"win": 0.5, "lose": 0.4})
    found = declared.assess(data)
    assert found["difference"].estimate == pytest.approx(0.5)
    assert {row.at["part"] for row in found.select("deviation")} == {"systems", "frozen"}
