"""Columns that nobody named as clusters: a caution where a finding would not stand with them."""

import numpy as np
import polars
import pytest
from scipy import stats

import claimwise as cw
from claimwise.data.groupings import could_group
from claimwise.study import declare

LOGS = [f"examples/logs/{name}/samples_reading.jsonl" for name in ("base", "new")]
ALIKE = 0.9  # of the difference of an item: what it shares with its group


def frame(groups=24, size=6, gain=0.25, seed=2, **columns):
    """Return scores of two systems whose differences are alike within a topic."""
    rng = np.random.default_rng(seed)
    topic = np.repeat(np.arange(groups), size)
    n = len(topic)
    shared = np.sqrt(ALIKE) * rng.normal(size=groups)[topic]
    d = gain + shared + np.sqrt(1 - ALIKE) * rng.normal(size=n)
    a = rng.normal(size=n)
    long = {
        "item": np.tile(np.arange(n), 2),
        "system": np.repeat(["a", "b"], n),
        "score": np.concatenate([a, a + d]),
        "topic": np.tile([f"t{i}" for i in topic], 2),
    }
    more = {name: np.tile(values(topic, rng), 2) for name, values in columns.items()}
    return polars.DataFrame(long | more)


def cautions(*data, **how):
    found = cw.compare(*data, **how)
    return [note for note in found.notes if note.kind == "caution"]


def about_clusters(notes):
    return [note for note in notes if "as clusters" in note]


def test_value_the_log_of_the_tutorial(examples):
    files = [str(examples / path.removeprefix("examples/")) for path in LOGS]
    found = cw.compare(*files)
    first = next(note for note in found.notes if note.kind == "caution")
    clustered = cw.compare(*files, cluster="doc.passage")
    assert clustered["verdict"].estimate == 0
    assert "the 60 values of doc.passage over 240 items" in first
    assert f"(p = {clustered['difference'].pvalue:.3f})".replace("0.", ".") in first
    assert found["verdict"].estimate == 1
    silent = cw.compare(*files, cluster="none")
    assert not about_clusters(silent.notes)
    assert silent["difference"] == found["difference"]


def test_direction_only_a_finding_that_would_not_stand_is_cautioned():
    assert about_clusters(cautions(frame()))
    assert not about_clusters(cautions(frame(gain=2.0)))  # stands with clusters, too
    assert not about_clusters(cautions(frame(gain=0.0, seed=3)))  # nothing was found
    assert cw.compare(frame())["verdict"].estimate == 1


def test_of_many_systems_the_findings_that_would_not_stand_are_named():
    one, other = frame(), frame(gain=1.5, seed=3)
    third = other.filter(polars.col("system") == "b").with_columns(system=polars.lit("c"))
    said = about_clusters(cautions(polars.concat([one, third])))
    assert len(said) == 1
    assert "b vs a" in said[0]


def as_labels(word):
    return lambda topic, rng: [f"{word}{i}" for i in topic]


@pytest.mark.parametrize(
    ("column", "values"),
    [
        ("category", as_labels("c")),  # of which kind an item is
        ("target", as_labels("c")),
        ("prediction", as_labels("c")),
        ("half", lambda topic, rng: topic % 19),  # too few values
        ("length", lambda topic, rng: topic + 0.5),  # decimal numbers
        ("other", lambda topic, rng: np.arange(len(topic))),  # another value for every item
    ],
)
def test_what_cannot_be_clusters_is_not_tried(column, values):
    given = frame(**{column: values}).drop("topic")
    assert not about_clusters(cautions(given))


def labelled(seed, groups=24, size=6):
    """Return labels of two systems, of which b is right wherever a is, and on whole topics."""
    rng = np.random.default_rng(seed)
    topic = np.repeat(np.arange(groups), size)
    gold = rng.choice(["x", "y"], len(topic))
    wrong = np.where(gold == "x", "y", "x")
    a = np.where(rng.random(len(topic)) < 0.6, gold, wrong)
    b = np.where((rng.random(groups) < 0.22)[topic], gold, a)
    return polars.DataFrame(
        {
            "item": np.tile(np.arange(len(topic)), 2),
            "system": np.repeat(["a", "b"], len(topic)),
            "gold": np.tile(gold, 2),
            "prediction": np.concatenate([a, b]),
            "topic": np.tile([f"t{i}" for i in topic], 2),
        }
    )


OPEN, STANDS = 3, 0  # seeds: with topics as clusters the finding is open, or stands


@pytest.mark.parametrize("metric", ["exact-match", "f1:macro", "f1:macro,mcc"])
def test_findings_by_metrics_of_outputs_are_tried(metric):
    how = {"metric": metric, "resamples": 999}
    given = labelled(OPEN)
    found, clustered = cw.compare(given, **how), cw.compare(given, cluster="topic", **how)
    assert {row.estimate for row in found.select("verdict")} == {1}
    assert {row.estimate for row in clustered.select("verdict")} == {0}
    first = next(note for note in found.notes if note.kind == "caution")
    assert "the 24 values of topic over 144 items as clusters" in first
    assert 'cluster="topic"' in first
    if "," in metric:
        assert "2 of 2 findings would not stand" in first
    else:
        assert f"(p = {clustered['difference'].pvalue:.3f})".replace("0.", ".") in first
    for silent in (cw.compare(given, cluster="none", **how), cw.compare(labelled(STANDS), **how)):
        assert silent["verdict" if "," not in metric else "verdict[mcc]"].estimate == 1
        assert not about_clusters(silent.notes)


def test_of_many_systems_by_a_metric_of_the_corpus_the_pairs_are_named():
    one = labelled(OPEN)
    given = polars.concat([one, one.filter(polars.col("system") == "a").with_columns(system=C)])
    said = about_clusters(cautions(given, metric="f1:macro", resamples=999))
    assert len(said) == 1
    assert "b vs a" in said[0]


C = polars.lit("c")


def test_a_finding_at_a_look_is_tried():
    looks = {"spending": "obrien-fleming", "looks": 2, "look": 2}
    assert about_clusters(cautions(frame(), **looks))
    assert not about_clusters(cautions(frame(gain=2.0), **looks))


def declared(**data):
    """Return a study of mean scores, with what else it declares of the data."""
    return declare(
        {
            "kind": "means",
            "claim": {"a": "a", "b": "b"},
            "data": {"n": 144, **data},
            "assumptions": {"difference": 0.25, "sd": 1.0, "source": "a guess"},
        }
    )


def test_a_study_that_says_nothing_of_clusters_tries_them():
    given = frame()
    found = declared().assess(given)
    (said,) = about_clusters(found.notes)
    assert 'data.cluster = "topic"' in said
    p = cw.compare(given, cluster="topic", resamples=1000, rng=0)["difference"].pvalue
    assert f"(p = {p:.3f})".replace("0.", ".") in said
    silent = declared(cluster="none").assess(given)
    assert not about_clusters(silent.notes)
    assert silent["difference"] == found["difference"]
    assert not about_clusters(declared().assess(frame(gain=2.0)).notes)


def test_columns_by_name_and_content(examples):
    given = frame(chat=as_labels("c"), label=as_labels("c"), cost=lambda t, rng: rng.random(len(t)))
    assert could_group([given], {"item", "system", "score"}) == ["topic", "chat"]
    assert could_group([str(examples / "logs/base/samples_reading.jsonl")], set()) == [
        "doc.passage",
        "doc.question",
    ]
    assert could_group([np.zeros((3, 2))], set()) == []


@pytest.mark.parametrize("name", ["document_id", "conversation", "user", "passage"])
def test_columns_with_a_role_are_clusters_by_default(name):
    given = frame().rename({"topic": name})
    found, named = cw.compare(given), cw.compare(frame(), cluster="topic")
    assert found["difference"] == named["difference"]
    assert found.settings["cluster"] == name
    assert not about_clusters(found.notes)
    assert cw.compare(given, cluster="none")["difference"] != found["difference"]


def test_values_that_differ_between_systems_are_no_clusters_of_items():
    given = frame().with_columns(tokens=polars.Series(np.arange(288) % 40)).drop("topic")
    assert not about_clusters(cautions(given))


def at_most(hits, studies, rate):
    return stats.binomtest(hits, studies, rate, alternative="greater").pvalue > 1e-3


def unwarned(studies, seed, groups=30, size=4):
    """Return how many studies without a difference find one, and how many have no caution."""
    found = silent = 0
    for study in range(studies):
        given = frame(groups, size, gain=0.0, seed=[seed, study])
        result = cw.compare(given, test="paired-t")
        verdict = result["verdict"].estimate
        found += verdict != 0
        silent += verdict != 0 and not about_clusters(result.notes)
    return found, silent


def test_chance_findings_by_groups_that_nobody_named_are_cautioned():
    found, silent = unwarned(100, 7)
    assert found > 15  # items taken as independent: a third of studies
    assert at_most(silent, 100, 0.05)
