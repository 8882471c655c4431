"""Laws of a survey, its directions, and how honest its p-value is."""

import json

import numpy as np
import polars as pl
import pytest
from scipy import stats

import claimwise as cw
from claimwise.report import document, from_json, to_json

TOLD = {"agreement_from": "glue"}


def draw(rng, count=24):
    base = rng.uniform(0.6, 0.9, count).round(3)
    return {
        "n": rng.choice([280, 1700, 3000, 9800], count),
        "baseline": base,
        "new": (base + rng.normal(0.015, 0.02, count)).round(3),
        "name": [f"s{k}" for k in range(count)],
        "task": [f"t{k % 3}" for k in range(count)],
        "paper": [f"p{k % 7}" for k in range(count)],
    }


@pytest.fixture(scope="module")
def table():
    return draw(np.random.default_rng(8))


@pytest.fixture(scope="module")
def found(table):
    return cw.survey(table, **TOLD)


def alike(one, other):
    assert [r.estimand for r in one.rows] == [r.estimand for r in other.rows]
    for a, b in zip(one.rows, other.rows, strict=True):
        same = pytest.approx([b.estimate, b.low, b.high], nan_ok=True, rel=1e-9, abs=1e-12)
        assert [a.estimate, a.low, a.high] == same, a.estimand
        assert (a.n, a.pvalue is None) == (b.n, b.pvalue is None)
        assert a.pvalue == (b.pvalue if b.pvalue is None else pytest.approx(b.pvalue, rel=1e-9))


@pytest.mark.slow
@pytest.mark.parametrize("papers", ["some", "none"])
def test_law_the_order_of_the_rows_is_irrelevant(table, papers):
    given = {k: list(v) for k, v in table.items() if papers != "none" or k != "paper"}
    if papers == "some":
        given["paper"] = ["" if k % 4 == 0 else p for k, p in enumerate(given["paper"])]
    order = np.random.default_rng(1).permutation(24)
    mixed = {k: [v[i] for i in order] for k, v in given.items()}
    one, other = cw.survey(given, **TOLD), cw.survey(mixed, **TOLD)
    rows = {r.estimand: r for r in other.rows}
    assert set(rows) == {r.estimand for r in one.rows}
    for row in one.rows:
        again = rows[row.estimand]
        same = pytest.approx([again.estimate, again.low, again.high], nan_ok=True, abs=1e-12)
        assert [row.estimate, row.low, row.high] == same, row.estimand


@pytest.mark.slow
def test_law_percent_is_proportion(table, found):
    hundred = table | {k: (100 * table[k]).round(1) for k in ("baseline", "new")}
    shown = cw.survey(hundred, **TOLD)
    alike(shown, found)
    assert any(note.startswith("Recognised: baseline and new are perc") for note in shown.notes)
    declared = cw.survey(hundred, **TOLD, percent=True)
    alike(declared, found)
    assert not any(note.startswith("Recognised") for note in declared.notes)
    alike(cw.survey(table, **TOLD, percent=False), found)


def test_law_a_condition_on_the_difference_is_in_the_unit_of_the_table(table):
    hundred = table | {k: (100 * table[k]).round(1) for k in ("baseline", "new")}
    few = cw.survey(table, **TOLD, where="difference>0.01", fit_where="difference<0.03")
    assert 0 < few["mean_difference"].n < 24
    alike(cw.survey(hundred, **TOLD, where="difference>1", fit_where="difference<3"), few)
    some = cw.survey(hundred, **TOLD, percent=True, where="difference>1", fit_where="difference<3")
    alike(some, few)


def test_law_a_condition_on_the_difference_of_scores_is_on_their_common_scale():
    given = {"n": [50] * 3, "baseline": [1, 2, 20], "new": [3, 3, 40]}
    scaled = given | {"low": [0, 0, 0], "high": [5, 5, 100]}
    assert cw.survey(scaled, kind="scores", where="difference>=0.2")["mean_difference"].n == 3
    assert cw.survey(scaled, kind="scores", where="difference>0.2")["mean_difference"].n == 1
    assert cw.survey(given, kind="scores", where="difference>1")["mean_difference"].n == 2


def test_law_the_same_seed_gives_the_same_answer(table, found):
    assert cw.survey(table, **TOLD) == found
    other = cw.survey(table, **TOLD, rng=1)
    assert other["kendall_tau"].estimate == found["kendall_tau"].estimate
    assert other["kendall_tau"].low != found["kendall_tau"].low
    assert found.provenance["seed"] == 0


@pytest.mark.slow
def test_law_files_and_frames_give_the_same(table, found, tmp_path):
    frame = pl.DataFrame(table)
    alike(cw.survey(frame, **TOLD), found)
    frame.write_csv(tmp_path / "t.csv")
    frame.write_parquet(tmp_path / "t.parquet")
    (tmp_path / "t.jsonl").write_text("\n".join(json.dumps(row) for row in frame.to_dicts()))
    for name in ("t.csv", "t.parquet", "t.jsonl"):
        again = cw.survey(tmp_path / name, **TOLD)
        alike(again, found)
        assert again.provenance["data"].startswith("sha256:")


def test_law_json_keeps_it(found):
    assert from_json(to_json(found)) == found


def test_law_every_name_stands_once(found):
    names = [row.estimand for row in found.rows]
    assert len(set(names)) == len(names)


def test_law_the_detectable_difference_has_the_wanted_power(table, found):
    for key, n, base in zip(table["name"], table["n"], table["baseline"], strict=True):
        task = table["task"][table["name"].index(key)]
        gain = found[f"mde[{key}, {task}]"].estimate
        plan = cw.plan.accuracy(
            n=int(n), difference=gain, baseline=base, **TOLD, solve="power"
        )["power"].estimate  # fmt: skip
        assert 0.8 <= plan < 0.81


def test_law_scale_and_place_of_a_rating_are_irrelevant():
    rng = np.random.default_rng(2)
    base, gain = rng.uniform(0.2, 0.6, 12), rng.normal(0.05, 0.1, 12)
    share = {"n": rng.integers(20, 300, 12), "baseline": base, "new": base + gain}
    sd = rng.uniform(0.2, 0.4, 12)
    plain = cw.survey({**share, "sd": sd}, kind="scores")
    scaled = {"n": share["n"], "sd": 4 * sd, "low": [1] * 12, "high": [5] * 12}
    scaled |= {k: 1 + 4 * share[k] for k in ("baseline", "new")}
    alike(cw.survey(scaled, kind="scores"), plain)


@pytest.mark.slow
def test_law_a_wider_bound_detects_less(table):
    table = {k: v[:6] for k, v in table.items()}
    low, mid, high = (
        np.array(
            [r.estimate for r in cw.survey(table, agreement_from=a).rows if r.quantity == "mde"]
        )
        for a in ("lachenbruch-low", "lachenbruch", "lachenbruch-high")
    )
    assert (low <= mid).all()
    assert (mid <= high).all()


def test_direction_differences_are_new_minus_baseline(table, found):
    for key, task, base, new in zip(
        table["name"], table["task"], table["baseline"], table["new"], strict=True
    ):
        row = found[f"difference[{key}, {task}]"]
        assert row.estimate == pytest.approx(new - base)
    assert any(table["new"] < table["baseline"])


def test_direction_a_loss_is_never_a_finding():
    given = {"n": [9000] * 4, "baseline": [0.8, 0.7, 0.75, 0.9], "new": [0.7, 0.6, 0.7, 0.8]}
    found = cw.survey(given, **TOLD)
    assert all(r.pvalue < 1e-6 for r in found.rows if r.quantity == "difference")
    assert found["share[predicted significant]"].estimate == 0
    assert found["share[predicted worse]"].estimate == 1
    assert found["share[predicted open]"].estimate == 0
    assert found["share[reported at least detectable]"].estimate == 0
    assert any("4 of 4 comparisons the new system is not ahead" in note for note in found.notes)


@pytest.mark.parametrize("sign", [1, -1])
def test_direction_of_tau(sign):
    n = np.array([100, 200, 400, 800, 1600, 3200])
    gain = 0.05 + sign * 0.004 * np.arange(6)
    found = cw.survey({"n": n, "baseline": np.full(6, 0.7), "new": 0.7 + gain}, **TOLD)
    tau = found["kendall_tau"]
    assert tau.estimate == pytest.approx(sign)
    assert np.isnan(tau.low)  # the same in all resamples, which is no certainty
    assert any("the same in all resamples" in note for note in found.notes)
    assert tau.pvalue == pytest.approx(2 / 720)  # exact: one order of 6! on each side


@pytest.mark.slow
def test_direction_selection_of_findings_gives_a_negative_tau():
    """Publish only what is significant: small test sets then report large gains."""
    rng = np.random.default_rng(4)
    n = np.repeat([100, 300, 1000, 3000, 10000], 400)
    wins, losses = (rng.binomial(n, p) for p in (0.06, 0.05))
    shown = np.flatnonzero((wins - losses) / np.sqrt(wins + losses + 1e-9) > 1.96)[:300:2]
    gain = (wins - losses)[shown] / n[shown]
    found = cw.survey({"n": n[shown], "baseline": [0.7] * len(shown), "new": 0.7 + gain}, **TOLD)
    assert found["kendall_tau"].high < 0
    (told,) = [line for line in document(found, figures=False).lines if "Kendall's tau" in line]
    assert told.endswith(": differences fall as test sets grow.")
    assert any("does not tell one from the other" in n for n in found.notes if n.kind == "meaning")


@pytest.mark.slow
def test_chance_the_p_of_tau_is_honest_without_a_relation():
    rng = np.random.default_rng(20201)
    found = 0
    for _ in range(100):
        base = np.full(25, 0.7)
        given = {
            "n": rng.choice([100, 300, 1000, 3000], 25),
            "baseline": base,
            "new": base + rng.normal(0.02, 0.02, 25).round(3),
        }
        found += cw.survey(given, kind="scores", resamples=100)["kendall_tau"].pvalue <= 0.05
    assert stats.binomtest(found, 100, 0.05).pvalue > 1e-3


@pytest.mark.slow
def test_chance_the_interval_over_papers_covers_a_mean_of_clustered_gains():
    """Comparisons of one paper move together: rows drawn alone would be far too sure."""
    rng = np.random.default_rng(77)
    hits, alone = 0, 0
    for _ in range(80):
        of_paper = np.repeat(rng.normal(0.02, 0.02, 30), 4)
        gains = of_paper + rng.normal(0, 0.005, 120)
        given = {"n": [1000] * 120, "baseline": [0.5] * 120, "new": 0.5 + gains}
        papers = [f"p{k // 4}" for k in range(120)]
        row = cw.survey({**given, "paper": papers}, kind="scores", resamples=200)["mean_difference"]
        hits += row.low <= 0.02 <= row.high
        row = cw.survey(given, kind="scores", resamples=200)["mean_difference"]
        alone += row.low <= 0.02 <= row.high
    assert stats.binomtest(hits, 80, 0.93).pvalue > 1e-3  # a percentile interval of 30 papers
    assert alone / 80 < 0.8
