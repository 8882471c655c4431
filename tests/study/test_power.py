"""Before the data: the power of a declared study, of one comparison and of several."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwise import plan
from claimwise.core import Option, ParameterError, caution, option
from claimwise.report import answer_of, to_text
from claimwise.study import Stopping, declare
from claimwise.study.bundle import bundled, heeded
from claimwise.study.power import each_alpha, together

from .declared import accuracy, study


def several(correct, *differences):
    """Return a study of one comparison for each difference."""
    return declare(
        {
            "kind": "accuracy",
            "claim": {"a": "base", "power": 0.9},
            "data": {"n": 400},
            "assumptions": {"agreement": 0.85},
            "multiplicity": {"correct": correct},
            "comparison": [
                {"name": f"c{i}", "b": f"s{i}", "difference": d}
                for i, d in enumerate(differences, start=1)
            ],
        }
    )


def test_value_of_one_comparison_is_that_of_the_plan():
    found = accuracy(n=500, difference=0.02, agreement=0.9, procedure={"test": "mcnemar-exact"})
    rows = found.power()
    assert rows["power"].estimate == pytest.approx(0.2494, abs=5e-5)  # Card et al., table 2's way
    assert rows["sample_size"].n == 2043
    assert not [row for row in rows.rows if row.at]


@pytest.mark.parametrize("correct", ["holm", "bonferroni", "benjamini-hochberg", "none"])
def test_value_of_several_is_at_the_alpha_of_the_correction(correct):
    declared = several(correct, 0.05, 0.07)
    found = declared.power()
    alpha = 0.05 if correct == "none" else 0.025
    assert each_alpha(declared) == alpha
    for name, difference in (("c1", 0.05), ("c2", 0.07)):
        own = {"n": 400, "difference": difference, "agreement": 0.85}
        low, high = (plan.accuracy(**own, alpha=a, solve="power") for a in (alpha, 0.05))
        assert found[f"power[{name}]"].estimate == low["power"].estimate
        stepwise = correct in ("holm", "benjamini-hochberg")
        assert (f"power[at most, {name}]" in found) == stepwise
        if stepwise:
            assert found[f"power[at most, {name}]"].estimate == high["power"].estimate
    assert found.provenance["parts"]["c1"]["settings"]["target"] == 0.9


def test_value_bounds_by_hand():
    every, one = together([0.9, 0.8, 0.7], [0.95, 0.85, 0.7])
    assert (every.low, every.high) == pytest.approx((0.4, 0.7))
    assert (one.low, one.high) == pytest.approx((0.9, 1.0))


powers = st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=2, max_size=5)


@given(powers)
def test_law_the_bounds_hold_for_independent_comparisons(pairs):
    least, most = [min(p) for p in pairs], [max(p) for p in pairs]
    every, one = together(least, most)
    for chances in (least, most):
        product, none = 1.0, 1.0
        for p in chances:
            product, none = product * p, none * (1 - p)
        assert every.low - 1e-9 <= product <= every.high + 1e-9
        assert one.low - 1e-9 <= 1 - none <= one.high + 1e-9


def test_the_words_say_both_bounds():
    found = several("holm", 0.05, 0.07).power()
    said = " ".join(to_text(found).split())
    assert f"{found['power[at most, c1]'].estimate:.0%}" in said
    every = found["power[all]"]
    assert f"All claims are supported in {every.low:.0%} to {every.high:.0%} of studies" in said


def test_missing_items_are_not_counted_on():
    declared = accuracy().but(data={"n": 400, "missing": 0.25})
    assert declared.power()["power"].n == 300


def test_looks_have_rows_of_their_own():
    found = accuracy(
        n=400, stopping={"rule": "pocock", "looks": [0.5, 1.0]}, procedure={"replicates": 200}
    ).power()
    assert found["power[sequential]"].estimate < found["power"].estimate
    assert found["spent[look=2]"].estimate == pytest.approx(0.05)
    rule = Stopping(rule="pocock", looks=(0.5, 1.0))
    both = several("bonferroni", 0.05, 0.07).but(stopping=rule).power()
    (comparisons,) = answer_of(both).tables
    power = comparisons.header.index("power")
    shown = {line[0]: line[power] for line in comparisons.rows if line[1] == "2 looks"}
    assert shown == {
        name: f"{both[f'power[sequential, {name}]'].estimate:.0%}" for name in ("c1", "c2")
    }


@pytest.mark.parametrize("name", ["all", "exploratory one"])
def test_names_that_are_our_own_words_are_refused(name):
    declared = several("holm", 0.05, 0.07)
    taken = replace(declared.comparisons[0], name=name)
    with pytest.raises(ParameterError, match="Rename it"):
        declared.but(comparisons=(taken, declared.comparisons[1])).power()


def test_a_margin_is_that_of_the_declaration():
    declared = accuracy(n=400, difference=0.0, claim={"says": "equivalence", "margin": 0.08})
    own = {"n": 400, "difference": 0.0, "agreement": 0.85, "test": "tango"}
    expected = plan.accuracy(**own, claim="equivalence", margin=0.08, solve="power")
    assert declared.power()["power"].estimate == pytest.approx(expected["power"].estimate)


def test_files_are_looked_for_beside_the_declaration(tmp_path, examples):
    (tmp_path / "pilot.csv").write_bytes((examples / "validation.csv").read_bytes())
    declared = study(
        "accuracy",
        claim={"a": "baseline", "b": "candidate"},
        folder=tmp_path,
        data={"n": 400},
        assumptions={"pilot": "pilot.csv"},
    )
    expected = plan.accuracy(n=400, pilot=examples / "validation.csv")
    assert declared.power()["power"].estimate == pytest.approx(expected["power"].estimate)


def test_direction_power_to_find_that_b_is_worse_says_so():
    worse = accuracy(difference=-0.06).power()
    assert worse["power"].estimate == pytest.approx(accuracy().power()["power"].estimate)
    assert any("makes b the worse system" in note for note in worse.notes)
    assert not any("worse system" in note for note in accuracy().power().notes)
    lower = accuracy(difference=-0.06, claim={"better": "lower"}).power()
    assert not any("worse system" in note for note in lower.notes)
    # Errors of the answers: lower is better, and B is the one that is off.
    answers = study(
        "responses",
        data={"items": 30, "responses": 3},
        assumptions={"epsilon_b": 0.3},
        procedure={"replicates": 20, "resamples": 39, "sets": 1},
    ).power()
    assert any("makes b the worse system" in note for note in answers.notes)


@pytest.mark.parametrize(
    ("kind", "data", "assumed", "rows"),
    [
        pytest.param(
            "preference",
            {"n": 200},
            {"pilot": [40, 25, 15], "uncertain": True},
            {"power", "expected_power", "probability_powered"},
            id="an open pilot",
        ),
        pytest.param(
            "accuracy",
            {"n": 300},
            {"difference": 0.05, "agreement": 0.85, "effect_prior": "normal:0.05:0.02"},
            {"power", "assurance"},
            id="a prior of the effect",
        ),
        pytest.param(
            "means",
            {"n": 300},
            {"difference": 0.05, "sd": 0.4, "effect_prior": "normal:0.05:0.02"},
            {"power", "assurance"},
            id="a prior of a mean",
        ),
    ],
)
def test_what_is_believed_of_the_effect_is_averaged_over(kind, data, assumed, rows):
    found = study(kind, data=data, assumptions=assumed).power()
    assert rows <= {row.quantity for row in found.rows}


@pytest.mark.parametrize("decides", ["difference", "win-rate"])
def test_value_power_at_any_time_is_that_of_the_sequence_that_decides(decides):
    said = {"replicates": 100, "sequence": decides}
    declared = study(
        "preference",
        data={"n": 200},
        procedure=said,
        assumptions={"win": 0.5, "lose": 0.3},
        stopping={"rule": "anytime"},
    )
    found = declared.power()
    every = plan.preference(
        n=200, win=0.5, lose=0.3, replicates=100, rng=3, spending="anytime", test="sign"
    )
    name = "power[anytime]" if decides == "win-rate" else "power[anytime, difference]"
    assert found["power[anytime]"].estimate == every[name].estimate
    assert len([row for row in found.rows if "anytime" in row.estimand]) == 8
    assert any(f"sequence of the {decides.replace('-', ' ')} alone" in x for x in found.notes)
    other = {"difference": "power[anytime]", "win-rate": "power[anytime, difference]"}[decides]
    assert found["power[anytime]"].estimate != every[other].estimate


def test_items_of_their_own_cannot_be_followed_item_by_item():
    declared = study(
        "proportions",
        data={"n": 200},
        assumptions={"baseline": 0.7, "difference": 0.1},
        stopping={"rule": "anytime"},
    )
    with pytest.raises(ParameterError, match="on the same items"):
        declared.power()


def test_value_looks_of_a_test_that_resamples_are_by_normal_theory():
    found = study(
        "means",
        data={"n": 60},
        procedure={"test": "permutation", "replicates": 100},
        assumptions={"difference": 0.5, "sd": 1.0},
        stopping={"rule": "pocock", "looks": [0.5, 1.0]},
    ).power()
    assert found["power[sequential]"].estimate < found["power"].estimate
    assert "alpha[sequential, simulated]" not in found


def test_notes_mention_the_keys_of_the_declaration():
    said = caution("more " + option("replicates", 500) + " decide.")
    notes = heeded([said], "b against a")
    assert [one for note in notes for one in note.words.options] == [Option("replicates", 500)]
    (note,) = bundled("study power", several("holm", 0.05), [], notes, {}).notes
    assert note == "[b against a] more procedure.replicates = 500 decide."
    assert (note.kind, note.about) == ("caution", "b against a")


def test_a_study_of_means_is_planned_for_the_runs_that_it_declares(tmp_path):
    """A pilot of four runs of an item, of which the study has one, or as many."""
    rng = np.random.default_rng(0)
    lines = ["item,system,run,score"]
    for item in range(60):
        for system in "ab":
            lines += [f"{item},{system},{run},{rng.normal(0, 1):.4f}" for run in range(4)]
    (tmp_path / "pilot.csv").write_text("\n".join(lines))

    def sd(**data):
        assumed = {"pilot": "pilot.csv", "difference": 0.3}
        declared = study("means", folder=tmp_path, data={"n": 100, **data}, assumptions=assumed)
        return declared.power().provenance["parts"][""]["settings"]["sd"]

    assert sd() == pytest.approx(np.sqrt(2), rel=0.15)
    assert sd(runs=4) == pytest.approx(np.sqrt(0.5), rel=0.15)
