"""Items that a system lacks: a caution where they would decide the verdict."""

import numpy as np
import pytest

import claimwise as cw

N, LACKING = 400, 12


def wide(better="higher", graded=False, lacks=LACKING):
    """Return scores of two systems, and those of which the new one lacks some that it failed."""
    a = np.r_[np.ones(170), np.zeros(230)]
    b = a.copy()
    b[:27], b[170:206] = 0, 1  # 27 broken, of which some are lost, and 36 fixed
    if graded:
        a, b = a * 3 + 1, b * 3 + 1
    if better == "lower":
        a, b = a.max() + a.min() - a, b.max() + b.min() - b
    known = b.copy()
    known[:lacks] = np.nan
    return {"base": a, "new": b}, {"base": a, "new": known}


def cautions(found):
    return [note for note in found.notes if note.kind == "caution"]


@pytest.mark.parametrize("better", ["higher", "lower"])
@pytest.mark.parametrize("graded", [False, True])
def test_value_the_p_value_is_that_of_all_items(better, graded):
    everything, known = wide(better, graded)
    all_items = cw.compare(everything, better=better)
    found = cw.compare(known, better=better)
    assert (all_items["verdict"].estimate, found["verdict"].estimate) == (0, 1)
    first = cautions(found)[0]
    p = f"{all_items['difference'].pvalue:.3f}".removeprefix("0")
    how = "had the worst score seen" if graded else "were counted as wrong"
    assert first.startswith(f"The verdict would be OPEN (p = {p}) if the 12 items that new lacks")
    assert how in first
    assert found.notes[0] == first


def test_direction_a_verdict_that_stands_either_way_is_not_cautioned():
    a = np.r_[np.ones(100), np.zeros(300)]
    b = np.r_[np.ones(250), np.zeros(150)]
    b[:3] = np.nan
    assert not cautions(cw.compare({"base": a, "new": b}))
    everything, _ = wide()
    assert not cautions(cw.compare(everything))


def test_value_an_open_verdict_that_right_answers_would_settle():
    a = np.r_[np.ones(50), np.zeros(50)]
    b = a.copy()
    b[50:54] = 1
    b[54:60] = np.nan
    found = cw.compare({"base": a, "new": b})
    filled = cw.compare({"base": a, "new": np.where(np.isnan(b), 1, b)})
    assert (found["verdict"].estimate, filled["verdict"].estimate) == (0, 1)
    (said,) = cautions(found)[:1]
    assert "would be BETTER" in said
    assert "counted as right" in said


def test_value_the_claim_and_the_test_are_those_asked_for():
    _, known = wide()
    by = {"claim": "superiority", "margin": 0.01, "alpha": 0.04}
    found = cw.compare(known, **by)
    everything, _ = wide()
    whole = cw.compare(everything, **by)
    assert (whole["verdict"].estimate, found["verdict"].estimate) == (0, 1)
    p = f"{whole['difference'].pvalue:.3f}".removeprefix("0")
    assert f"would be OPEN (p = {p})" in cautions(found)[0]


def test_direction_many_systems_and_clusters():
    everything, known = wide()
    found = cw.compare(known | {"third": everything["base"]})
    assert any("not all" in note or "new lacks" in note for note in cautions(found))
    table = {"item": np.tile(np.arange(N), 2).tolist(), "system": ["base"] * N + ["new"] * N}
    table["score"] = [*known["base"], *known["new"]]
    table["cluster"] = [f"c{i // 2}" for i in range(N)] * 2
    clustered = cw.compare(table)
    assert clustered["difference"].n == N - LACKING
    assert "would be OPEN" in cautions(clustered)[0]


def test_the_line_of_counts_says_of_how_many():
    _, known = wide()
    assert f"{N - LACKING} of {N} items" in str(cw.compare(known))
