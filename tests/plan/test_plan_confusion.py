"""Plans from confusion tables: power by a slow twin, sizes, curves, refusals."""

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import f1_score

import claimwise as cw
from claimwise.assess.confusion_pilot import fit_tables
from claimwise.core import DataError, ImpossibleError, ParameterError
from claimwise.data import example_path

TABLES = example_path("confusion.toml")
SMALL = {
    "classes": ["yes", "no"],
    "prior": [0.4, 0.6],
    "tables": {"yes": [[0.4, 0.05], [0.3, 0.25]], "no": [[0.1, 0.15], [0.05, 0.7]]},
}
SIMPLE = {"accuracy_a": 0.7, "accuracy_b": 0.76, "agreement": 0.84}
QUICK = {"solve": "power", "replicates": 600, "resamples": 300, "rng": 1}


def swapped(tables):
    """The same with A for B."""
    turned = {c: np.transpose(t).tolist() for c, t in tables["tables"].items()}
    return tables | {"tables": turned}


@pytest.mark.slow
def test_value_every_row_of_a_plan():
    found = cw.plan.f1(tables=TABLES, n=1000, replicates=400, resamples=300, rng=1)
    assert {row.estimand for row in found.rows} == {
        *("power", "reject_any", "alpha", "type_m", "type_s"),
        *("score[A]", "score[B]", "difference", "mde", "sample_size"),
    }
    # Precision and recall of the positive class, by hand from the file.
    hits = np.array([0.15 * 0.63, 0.15 * 0.69])
    said = hits + np.array([0.85 * 0.042, 0.85 * 0.044])
    scores = 2 * hits / (0.15 + said)
    assert [found["score[A]"].estimate, found["score[B]"].estimate] == pytest.approx(scores)
    assert found["difference"].estimate == pytest.approx(scores[1] - scores[0])
    assert found["power"].low < found["power"].estimate < found["power"].high
    assert 0.1 < found["power"].estimate < 0.9
    assert found["type_m"].estimate > 1.3
    assert found["mde"].low < found["mde"].estimate < found["mde"].high
    assert found["mde"].estimate > found["difference"].estimate
    assert found["sample_size"].low < found["sample_size"].estimate < found["sample_size"].high
    assert found["sample_size"].n > 1000
    settings = found.provenance["settings"]
    assert settings["metric"] == "f1:positive=abusive"
    assert settings["tables"][0][0] == pytest.approx([0.58, 0.05])


def twin(tables, n, studies, resamples, rng):
    """Appendix F of Card et al., as it is written: label, pair of predictions, swap, tail."""
    classes = tables["classes"]
    found = 0
    for _ in range(studies):
        gold, a, b = [], [], []
        for _ in range(n):
            c = rng.choice(2, p=tables["prior"])
            pair = rng.choice(4, p=np.ravel(tables["tables"][classes[c]]))
            gold.append(c), a.append(pair // 2), b.append(pair % 2)
        gold, a, b = (np.array(x) == 0 for x in (gold, a, b))
        observed = f1_score(gold, b) - f1_score(gold, a)
        null = np.empty(resamples)
        for r in range(resamples):
            swap = rng.random(n) < 0.5
            first, second = np.where(swap, b, a), np.where(swap, a, b)
            tp = np.array([(gold & x).sum() for x in (first, second)])
            f1 = 2 * tp / (gold.sum() + np.array([first.sum(), second.sum()]))
            null[r] = f1[1] - f1[0]
        p = (1 + (np.abs(null) >= abs(observed) - 1e-12).sum()) / (resamples + 1)
        found += p <= 0.05 and observed > 0
    return found


@pytest.mark.slow
def test_value_power_is_that_of_a_slow_twin():
    studies = 120
    theirs = twin(SMALL, 40, studies, 59, np.random.default_rng(7))
    ours = cw.plan.f1(
        tables=SMALL, positive="yes", n=40, resamples=59, solve="power", replicates=2000, rng=1
    )["power"].estimate
    assert 0.2 < ours < 0.9
    assert stats.binomtest(theirs, studies, ours).pvalue > 1e-3


@pytest.mark.slow
def test_value_accuracy_has_the_power_of_the_mcnemar_test():
    """Swapping right and wrong answers is the sign test of the items that differ."""
    n, k, studies = 150, 4, 1000
    tables = {"classes": [*"abcd"[:k]], "prior": [1 / k] * k, "simple": SIMPLE}
    found = cw.plan.confusion(
        tables=tables, metric="accuracy", n=n, solve="power", replicates=studies, rng=2
    )
    assert found["difference"].estimate == pytest.approx(0.06)
    known = {"n": n, "difference": 0.06, "agreement": 0.84, "solve": "power"}
    exact = cw.plan.accuracy(test="mcnemar-exact", **known)
    # The two-sided swap test counts ties whole, as the exact conditional test does.
    hits = round(found["power"].estimate * studies)
    assert stats.binomtest(hits, studies, exact["power"].estimate).pvalue > 1e-3
    hits = round(found["alpha"].estimate * studies)
    assert stats.binomtest(hits, studies, exact["alpha"].estimate).pvalue > 1e-3
    assert found["type_m"].estimate == pytest.approx(exact["type_m"].estimate, rel=0.05)
    midp = cw.plan.accuracy(test="mcnemar-midp", **known)["power"].estimate
    assert found["power"].low < midp


@pytest.mark.slow
def test_chance_false_positives_stay_at_alpha():
    for metric in ("f1:positive=yes", "mcc"):
        found = cw.plan.confusion(
            tables=SMALL, metric=metric, n=200, solve="power", replicates=1000, resamples=199, rng=3
        )["alpha"].estimate
        hits = round(found * 1000)
        # Not above, and not far below: the differences of 200 items are coarse, but many.
        assert stats.binomtest(hits, 1000, 0.05, alternative="greater").pvalue > 1e-3
        assert found > 0.03


@pytest.mark.calibration
@pytest.mark.parametrize("metric", ["f1:macro", "precision:positive=yes", "mcc", "kappa"])
@pytest.mark.parametrize("n", [50, 300, 2000])
def test_chance_long_run_of_false_positives(metric, n):
    found = cw.plan.confusion(
        tables=SMALL, metric=metric, n=n, solve="power", replicates=20_000, rng=n
    )["alpha"].estimate
    hits = round(found * 20_000)
    assert stats.binomtest(hits, 20_000, 0.05, alternative="greater").pvalue > 1e-4
    assert found > 0.03 if n == 50 else found > 0.04


@pytest.mark.slow
def test_direction_the_better_system_is_found():
    told = {"positive": "yes", "n": 150, **QUICK}
    there, back = (cw.plan.f1(tables=t, **told) for t in (SMALL, swapped(SMALL)))
    assert there["difference"].estimate == pytest.approx(-back["difference"].estimate)
    assert there["power"].estimate > 0.5
    assert back["power"].estimate == pytest.approx(there["power"].estimate, abs=0.08)
    one = {side: cw.plan.f1(tables=SMALL, alternative=side, **told) for side in ("less", "greater")}
    assert one["greater"]["power"].estimate > there["power"].estimate
    assert one["less"]["power"].estimate == 0
    assert one["less"]["reject_any"].estimate < 0.05


@pytest.mark.slow
def test_law_workers_and_order_of_classes_change_nothing():
    told = {"tables": SMALL, "n": 80, "replicates": 600, "resamples": 100, "rng": 5}
    one, two = (cw.plan.mcc(solve="power", workers=w, **told) for w in (1, 2))
    assert one.rows == two.rows
    other = SMALL | {"classes": ["no", "yes"], "prior": [0.6, 0.4]}
    other["tables"] = {c: np.array(t)[::-1, ::-1].tolist() for c, t in SMALL["tables"].items()}
    turned = cw.plan.mcc(**(told | {"tables": other}), solve="power")
    assert turned["difference"].estimate == pytest.approx(one["difference"].estimate)
    assert turned["power"].estimate == pytest.approx(one["power"].estimate, abs=0.1)


@pytest.mark.slow
def test_what_is_solved_has_the_power_asked_for():
    told = {"tables": SMALL, "positive": "yes", "replicates": 500, "resamples": 199}
    sized = cw.plan.f1(solve="n", rng=1, **told)
    n = sized["sample_size"].n
    assert sized["sample_size"].low <= n <= sized["sample_size"].high
    again = cw.plan.f1(solve="power", n=n, rng=2, **told)["power"]
    assert again.estimate == pytest.approx(0.8, abs=0.08)
    shown = cw.plan.f1(solve="mde", n=n // 2, rng=1, **told)
    mde = shown["mde"].estimate
    assert mde > sized["difference"].estimate
    assert shown["difference"].estimate == pytest.approx(mde)
    again = cw.plan.f1(solve="power", n=n // 2, difference=mde, rng=2, **told)["power"]
    assert again.estimate == pytest.approx(0.8, abs=0.08)
    less = cw.plan.f1(solve="mde", n=n // 2, alternative="less", rng=1, **told)["mde"]
    assert -mde < less.estimate < 0
    assert less.low < less.estimate < less.high


@pytest.mark.slow
def test_a_difference_moves_the_tables_and_others_are_curves():
    told = {"tables": TABLES, "replicates": 200, "resamples": 100, "rng": 1}
    found = cw.plan.f1(n=[300, 1200], difference=[-0.05, 0.02, 0.08], **told)
    assert found.provenance["axes"] == ["n", "difference"]
    for n in (300, 1200):
        for difference in (-0.05, 0.02, 0.08):
            where = f"[n={n}, difference={difference:g}]"
            assert found[f"difference{where}"].estimate == pytest.approx(difference, abs=1e-8)
    powers = [found[f"power[n=1200, difference={d}]"].estimate for d in (0.02, 0.08)]
    assert powers[0] < powers[1]
    again = cw.plan.f1(n=300, difference=0.08, solve="power", **told)
    assert again["power"].estimate == found["power[n=300, difference=0.08]"].estimate
    none = cw.plan.f1(n=300, difference=0, **told)
    assert np.isnan(none["power"].estimate)
    assert any("no right sign" in note for note in none.notes)
    assert "sample_size" not in none


def test_too_few_items_for_any_difference():
    found = cw.plan.f1(tables=TABLES, n=60, solve="mde", replicates=200, resamples=100, rng=1)
    assert np.isnan(found["mde"].estimate)
    assert any("no difference up to 0.09906" in note for note in found.notes)
    blind = cw.plan.f1(tables=TABLES, n=200, alternative="less", replicates=50, resamples=50, rng=1)
    assert np.isnan(blind["sample_size"].estimate)
    assert any("find a difference of" in note for note in blind.notes)


def test_studies_without_a_score_are_counted_in_a_note():
    rare = SMALL | {"prior": [0.01, 0.99]}
    found = cw.plan.recall(tables=rare, positive="yes", n=60, **QUICK)
    assert any("p-value is not defined" in note for note in found.notes)


@pytest.mark.slow
def test_many_classes_and_averages():
    pilot = fit_tables(example_path("ner.csv"), a="base", b="new", smooth=0.1)
    told = {"tables": pilot.tables, "n": 300, **QUICK, "replicates": 100}
    powers = {
        "macro": cw.plan.f1(average="macro", **told),
        "weighted": cw.plan.f1(average="weighted", **told),
        "one": cw.plan.f1(positive="other", **told),
        "kappa": cw.plan.kappa(**told),
        "precision": cw.plan.precision(average="micro", **told),
    }
    for found in powers.values():
        assert 0 < found["power"].estimate <= 1
        assert found["score[A]"].estimate < found["score[B]"].estimate
    with pytest.raises(ParameterError, match="f1:macro"):
        cw.plan.f1(**told)


def test_a_fit_is_planned_as_it_is(tmp_path):
    file = tmp_path / "ner.toml"
    pilot = fit_tables(example_path("ner.csv"), a="base", b="new")
    file.write_text(pilot.toml(), encoding="utf-8")
    told = {"average": "macro", "n": 200, **QUICK, "replicates": 50}
    assert cw.plan.f1(tables=file, **told).rows == cw.plan.f1(tables=pilot.tables, **told).rows


@pytest.mark.parametrize(
    ("change", "error", "said"),
    [
        ({"n": None}, ParameterError, r'Or ask for it with solve="n"\.'),
        ({"tables": None}, ParameterError, r'needs confusion tables, tables="FILE"; found none\.'),
        ({"tables": 3}, ParameterError, "found 3"),
        ({"n": 0}, ParameterError, "n needs a whole number of at least 1"),
        ({"difference": 0.9}, ImpossibleError, "at most 0.328"),
        ({"difference": 20}, ParameterError, "between -1 and 1"),
        ({"difference": 1e-9}, ParameterError, "at least 1e-06"),
        (
            {"solve": "mde", "difference": 0.1},
            ParameterError,
            r"what difference=0\.1 gives\. Leave one",
        ),
        ({"solve": "n"}, ParameterError, r'solve="n" looks for what n=100 gives\.'),
        ({"solve": "n", "n": None, "difference": 0}, ParameterError, "a true difference"),
        ({"solve": "size"}, ParameterError, "one of power, mde, n"),
        ({"test": "t"}, ParameterError, "test"),
        ({"alpha": 0.7}, ParameterError, "alpha needs"),
        ({"power": 0.01}, ParameterError, "a target above alpha"),
        ({"resamples": 18}, ParameterError, "at least 19, or no p-value is as small as alpha"),
        ({"metric": "bleu"}, ParameterError, "a metric of labels"),
        ({"metric": "f1:positive=maybe"}, DataError, "gold items of the class maybe"),
    ],
)
def test_bad_questions_are_refused_in_a_sentence(change, error, said):
    told = {"tables": SMALL, "metric": "f1:positive=yes", "n": 100, "replicates": 20, "rng": 1}
    with pytest.raises(error, match=said):
        cw.plan.confusion(**(told | change))


def test_a_metric_that_the_tables_leave_undefined_is_refused():
    silent = SMALL | {"tables": {"yes": [[0, 0], [0.4, 0.6]], "no": [[0, 0], [0.2, 0.8]]}}
    with pytest.raises(ParameterError, match="tables in which mcc is defined; found A nan"):
        cw.plan.mcc(tables=silent, n=100, rng=1)


@pytest.mark.slow
def test_a_positive_class_with_a_colon(tmp_path):
    """The class is no part of the text that names the metric."""
    colon = {
        "classes": ["a:b", "no"],
        "prior": SMALL["prior"],
        "tables": {"a:b": SMALL["tables"]["yes"], "no": SMALL["tables"]["no"]},
    }
    plain = cw.plan.f1(tables=SMALL, positive="yes", n=100, **QUICK)
    given = cw.plan.f1(tables=colon, positive="a:b", n=100, **QUICK)
    file = tmp_path / "tables.toml"
    lines = ['classes = ["a:b", "no"]', 'positive = "a:b"', "prior = [0.4, 0.6]", "[tables]"]
    lines += [f'"{label}" = {table}' for label, table in colon["tables"].items()]
    file.write_text("\n".join(lines))
    named = cw.plan.f1(tables=file, n=100, **QUICK)
    assert plain.rows == given.rows == named.rows
    assert named.provenance["settings"]["metric"] == "f1:positive=a:b"
    both = cw.plan.confusion(tables=colon, metric="recall:binary", positive="a:b", n=100, **QUICK)
    assert both.provenance["settings"]["metric"] == "recall:binary:positive=a:b"
    with pytest.raises(ParameterError, match="either positive= or an average"):
        cw.plan.f1(tables=colon, positive="a:b", average="macro", n=100)
    with pytest.raises(
        ParameterError, match=r"positive needs one of the metrics.*precision, recall; found 'mcc'\."
    ):
        cw.plan.confusion(tables=colon, metric="mcc", positive="a:b", n=100)


@pytest.mark.parametrize("name", ["f1", "precision", "recall", "mcc", "kappa", "confusion"])
def test_plans_name_themselves(name):
    plan = getattr(cw.plan, name)
    with pytest.raises(ParameterError, match=f"^plan {name} needs the number of items, n"):
        plan(tables=TABLES)
    with pytest.raises(ParameterError, match=f"^plan {name} needs confusion tables"):
        plan(n=100)
    with pytest.raises(ParameterError, match='solve="n" looks for what n=100'):
        plan(tables=TABLES, n=100, solve="n")
