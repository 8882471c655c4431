"""Systems compared by metrics of the whole corpus: published values, laws, words, refusals."""

import json
import os
from math import sqrt

import numpy as np
import pytest

import claimwise as cw
from claimwise.assess import compare
from claimwise.core import DataError, ParameterError
from claimwise.data import Outputs, read_outputs
from claimwise.htest.corpus import draw_pvalue, moses_pvalue
from claimwise.metrics import find_metric, measure
from claimwise.report import document, plain

WMT = ("FBK", "LMU-nmt-reranked", "LMU-nmt-single", "online-A", "SYSTRAN", "uedin-nmt")


@pytest.fixture(scope="module")
def mt(shared_data):
    return shared_data / "mt"


@pytest.fixture(scope="module")
def published(mt):
    return json.loads((mt / "published_p.json").read_text())["systems"]


@pytest.fixture(scope="module")
def wmt17(mt):
    files = [mt / f"{name}.de" for name in ("LIUM-NMT", *WMT)]
    return read_outputs(*files, references=mt / "reference.de")


@pytest.fixture(scope="module")
def by_bleu(wmt17):
    return compare(wmt17, metric="bleu:tokenize=none", baseline="LIUM-NMT", correct="none")


def near(p, q, of=10_000, times=4.0):
    """Whether two p-values from so many resamples each differ by chance alone."""
    middle = (p + q) / 2
    return abs(p - q) <= times * sqrt(2 * middle * (1 - middle) / of) + 1 / of


@pytest.mark.slow
@pytest.mark.parametrize("name", WMT)
def test_randomisation_gives_the_published_p_values(by_bleu, published, name):
    row = by_bleu[f"difference[{name} vs LIUM-NMT]"]
    assert near(row.pvalue, published[name]["multeval_ar_p_bleu"])


@pytest.mark.slow
def test_randomisation_agrees_with_sacrebleu(by_bleu, wmt17, monkeypatch):
    from sacrebleu.metrics import BLEU
    from sacrebleu.significance import PairedTest

    monkeypatch.setitem(os.environ, "SACREBLEU_SEED", "12345")
    references = [text for (text,) in wmt17.gold]
    named = [(name, list(wmt17.predicted[name])) for name in ("LIUM-NMT", "FBK", "SYSTRAN")]
    metric = {"BLEU": BLEU(tokenize="none", references=[references])}
    found = PairedTest(named, metric, None, "ar", 2000, n_jobs=1)()[1]["BLEU"]
    for (name, _), theirs in zip(named[1:], found[1:], strict=True):
        row = by_bleu[f"difference[{name} vs LIUM-NMT]"]
        assert row.estimate == pytest.approx(theirs.score - found[0].score, abs=1e-9)
        assert near(row.pvalue, theirs.p_value, of=2000)


@pytest.fixture(scope="module")
def resampled(wmt17):
    corpus = measure(find_metric("bleu:tokenize=none"), wmt17)
    return corpus.scores(), corpus.drawn(10_000, 0)


@pytest.mark.slow
@pytest.mark.parametrize("name", WMT)
def test_the_bootstrap_of_moses_gives_the_published_p_values(resampled, published, name):
    system = WMT.index(name) + 1
    p = moses_pvalue(*resampled, 0, system)
    assert near(p, published[name]["moses_bootstrap_p"], of=3000)
    honest = draw_pvalue(*resampled, 0, system, "two-sided")
    assert honest >= p
    assert near(honest, published[name]["multeval_ar_p_bleu"], times=8)


@pytest.mark.slow
def test_the_bootstrap_of_moses_is_had_by_its_name_and_warns(translations):
    files, reference = translations
    told = compare(*files, references=reference, metric="bleu", test="moses-bootstrap")
    right = compare(*files, references=reference, metric="bleu", test="bootstrap")
    assert told["difference"].pvalue < right["difference"].pvalue
    assert any(note.kind == "caution" and "moses-bootstrap" in note for note in told.notes)
    with pytest.raises(ParameterError, match="a two-sided claim"):
        compare(
            *files, references=reference, metric="bleu", test="moses-bootstrap", alternative="less"
        )


@pytest.mark.calibration
@pytest.mark.parametrize("name", ["FBK"])
def test_ter_gives_the_published_p_value(wmt17, published, name):
    told = compare(wmt17, metric="ter", a="LIUM-NMT", b=name, assess="test")
    assert near(told["difference"].pvalue, published[name]["multeval_ar_p_ter"])
    assert told.provenance["settings"]["better"] == "lower"


@pytest.mark.calibration
@pytest.mark.parametrize("name", WMT[1:])
def test_ter_gives_the_published_p_values(wmt17, published, name):
    told = compare(wmt17, metric="ter", a="LIUM-NMT", b=name, assess="test")
    assert near(told["difference"].pvalue, published[name]["multeval_ar_p_ter"])


@pytest.fixture
def translations(examples):
    folder = examples / "translations"
    return [folder / "base.txt", folder / "new.txt"], folder / "reference.txt"


@pytest.mark.slow
def test_a_system_against_itself_has_p_of_one(translations):
    (base, _), reference = translations
    outputs = read_outputs(base, references=reference)
    same = Outputs(
        predicted={"A": outputs.predicted["base"], "B": outputs.predicted["base"]},
        gold=outputs.gold,
    )
    for metric in ("bleu", "chrf", "ter"):
        for test in ("randomisation", "paired-bootstrap"):
            told = compare(same, metric=metric, test=test, resamples=200)
            assert told["difference"].estimate == 0
            assert told["difference"].pvalue == 1
            assert told["verdict"].estimate == 0


@pytest.mark.slow
def test_scores_are_those_of_sacrebleu_and_the_signature_is_kept(translations):
    import sacrebleu

    files, reference = translations
    told = compare(*files, references=reference, metric="bleu,chrf,ter", resamples=200)
    lines = {p.stem: p.read_text().split("\n")[:-1] for p in (*files, reference)}
    ours = {
        name: [told[f"score[{s}, {name}]"].estimate for s in ("base", "new")]
        for name in ("bleu", "chrf", "ter")
    }
    for name, corpus in (
        ("bleu", sacrebleu.corpus_bleu),
        ("chrf", sacrebleu.corpus_chrf),
        ("ter", sacrebleu.corpus_ter),
    ):
        expected = [corpus(lines[s], [lines["reference"]]).score for s in ("base", "new")]
        assert ours[name] == pytest.approx(expected, abs=1e-9)
    signatures = told.provenance["settings"]["signature"]
    assert [one.split("|")[0] for one in signatures] == ["BLEU", "chrF2", "TER"]
    assert "tok:13a" in signatures[0]


@pytest.mark.slow
def test_differences_are_b_minus_a_and_lower_may_be_better(translations):
    (base, new), reference = translations
    told = compare(base, new, references=reference, metric="ter", resamples=2000)
    scores = [told[f"score[{s}]"].estimate for s in ("base", "new")]
    assert told["difference"].estimate == pytest.approx(scores[1] - scores[0])
    assert told["difference"].estimate < 0
    assert told["verdict"].estimate == 1  # fewer edits are better
    turned = compare(new, base, references=reference, metric="ter", resamples=2000)
    assert turned["verdict"].estimate == -1
    assert turned["difference"].pvalue == told["difference"].pvalue
    assert (turned["difference"].low, turned["difference"].high) == pytest.approx(
        (-told["difference"].high, -told["difference"].low)
    )


@pytest.mark.slow
def test_systems_share_their_resamples(wmt17):
    by = {"metric": "bleu", "resamples": 500, "test": "randomisation"}
    pair = compare(wmt17.keep(("LIUM-NMT", "FBK")), **by)
    three = wmt17.keep(("LIUM-NMT", "SYSTRAN", "FBK"))
    many = compare(three, baseline="LIUM-NMT", correct="none", **by)
    one, other = pair["difference"], many["difference[FBK vs LIUM-NMT]"]
    assert (one.pvalue, one.low, one.high) == (other.pvalue, other.low, other.high)


@pytest.mark.slow
def test_several_systems_are_corrected_by_holm_where_it_is_asked_for(by_bleu, wmt17):
    told = compare(wmt17, metric="bleu:tokenize=none", baseline="LIUM-NMT", correct="holm")
    raw = sorted(by_bleu[f"difference[{n} vs LIUM-NMT]"].pvalue for n in WMT)
    adjusted = sorted(told[f"difference[{n} vs LIUM-NMT]"].pvalue for n in WMT)
    expected = np.maximum.accumulate(np.minimum(1, np.array(raw) * np.arange(6, 0, -1)))
    assert adjusted == pytest.approx(expected.tolist())


def test_law_verdict_p_and_interval_of_several_systems_or_metrics_say_the_same(
    examples, translations
):
    outputs = read_outputs(examples / "ner.csv", takes="label")
    rng = np.random.default_rng(4)
    base, new = outputs.predicted["base"], outputs.predicted["new"]
    mixed = {
        f"mix{k}": [a if rng.random() < k / 4 else b for a, b in zip(base, new, strict=True)]
        for k in (1, 2, 3)
    }
    many = Outputs(predicted={"base": base, **mixed, "new": new}, gold=outputs.gold)
    files, reference = translations
    judged = (
        compare(many, metric="f1:macro"),
        compare(many, metric="mcc", baseline="base", alternative="greater"),
        compare(many, metric="f1:macro,mcc"),
        compare(*files, references=reference, metric="bleu,chrf,ter"),
    )
    verdicts = set()
    for found in judged:
        settings = found.provenance["settings"]
        for row in found.select("difference"):
            (verdict,) = (x.estimate for x in found.select("verdict") if x.at == row.at)
            up = (
                -1
                if (settings.get("details_better") or {}).get(row.at.get("metric")) == "lower"
                else 1
            )
            low = row.low if up == 1 else -row.high
            assert (verdict == 1) == (low > 0)
            assert (row.pvalue <= 0.05) == (verdict != 0) or settings["alternative"] == "greater"
            (raw,) = (x.estimate for x in found.select("raw_pvalue") if x.at == row.at)
            assert row.pvalue > raw
            verdicts.add(verdict)
        assert not [note for note in found.notes if "decides otherwise" in note]
    assert {0, 1} <= verdicts


def test_all_pairs_have_ranks_and_tie_groups(examples):
    outputs = read_outputs(examples / "ner.csv", takes="label")
    three = Outputs(
        predicted=dict(outputs.predicted) | {"copy": outputs.predicted["new"]},
        gold=outputs.gold,
        cluster=outputs.cluster,
    )
    told = compare(three, metric="f1:macro,mcc", resamples=1000)
    assert told["rank[base, mcc]"].estimate == 3
    assert (told["rank[new, f1:macro]"].low, told["rank[new, f1:macro]"].high) == (1, 2)
    shown = document(told, figures=False)
    assert "MCC: 1-2 new 0.852, copy 0.852  ·  3 base" in plain("; ".join(shown.lines))
    systems, pairs = shown.tables
    metric = [row[pairs.header.index("metric")] for row in pairs.rows]
    assert metric == ["F1:macro"] * 3 + ["MCC"] * 3
    assert len(systems.rows) == 6


@pytest.mark.parametrize("metric", ["ter", "chrf,ter"])
def test_a_difference_that_never_varies_is_judged_by_swaps_among_others(tmp_path, metric):
    """Without an error there is no t: the p-value of swaps is corrected among all others."""
    rng = np.random.default_rng(4)
    gold = [rng.choice(list("abcdefghij"), 12).tolist() for _ in range(40)]
    errors = {"two": [2] * 40, "five": [5] * 40, "some": rng.integers(0, 9, 40)}
    files = {name: tmp_path / f"{name}.txt" for name in ("gold", *errors)}
    files["gold"].write_text("\n".join(map(" ".join, gold)))
    for name, wrong in errors.items():
        said = [["x"] * k + words[k:] for k, words in zip(wrong, gold, strict=True)]
        files[name].write_text("\n".join(map(" ".join, said)))
    given = {"references": files["gold"], "metric": metric, "resamples": 999}
    of_ter = {"metric": "ter"} if "," in metric else {}
    told = compare(*(files[name] for name in errors), **given)
    at = {"b": "five", "a": "two", **of_ter}
    (same,), (raw,), (verdict,) = (
        told.select(what, **at) for what in ("difference", "raw_pvalue", "verdict")
    )
    alone = compare(files["two"], files["five"], **{**given, "metric": "ter"})
    assert raw.estimate == alone["difference"].pvalue == 1 / 1000
    assert raw.estimate < same.pvalue <= len(told.select("raw_pvalue")) * raw.estimate
    assert verdict.estimate == -1  # more errors
    assert np.isnan([same.low, same.high]).all()
    assert not told.select("mde", **at)
    for row in told.select("difference"):  # the others are judged by t, as p and interval are one
        assert 0 < row.pvalue <= 1
        if row.low == row.low:
            assert (row.pvalue <= 0.05) == (not row.low <= 0 <= row.high)


def test_documents_are_clusters(translations):
    files, reference = translations
    documents = reference.parent / "documents.txt"
    alone = compare(*files, references=reference, metric="bleu")
    told = compare(*files, references=reference, metric="bleu", cluster=str(documents))
    assert told.provenance["settings"]["details"][""]["clusters"] == 40
    assert told["difference"].estimate == alone["difference"].estimate
    wide, narrow = ((r["difference"].high - r["difference"].low) for r in (told, alone))
    assert wide != narrow
    assert "200 items in 40 clusters" in str(told)


def test_recognised_clusters_can_be_left_out(examples):
    told = compare(examples / "ner.csv", metric="f1:macro", resamples=200)
    assert "in 60 clusters" in str(told)
    plain = compare(examples / "ner.csv", metric="f1:macro", cluster="none", resamples=200)
    assert "clusters" not in str(plain)


@pytest.mark.slow
def test_means_of_item_scores_take_the_ordinary_route(examples):
    told = compare(examples / "ner.csv", metric="accuracy", cluster="none", assess="test,posterior")
    assert told.method == "mcnemar-midp"
    assert "probability_greater" in {row.quantity for row in told.rows}
    swapped = compare(examples / "ner.csv", metric="accuracy", cluster="none", test="randomisation")
    assert swapped["difference"].estimate == pytest.approx(told["difference"].estimate)


def test_a_column_of_that_name_comes_first(tmp_path):
    rows = [
        "item,system,gold,prediction,f1",
        "1,A,x,x,0.5",
        "1,B,x,y,0.75",
        "2,A,y,y,0.5",
        "2,B,y,y,0.5",
    ]
    path = tmp_path / "t.csv"
    path.write_text("\n".join(rows) + "\n")
    assert compare(path, metric="f1")["score[B]"].estimate == pytest.approx(0.625)


def test_claims_with_a_margin_use_the_jackknife(translations):
    files, reference = translations
    told = compare(*files, references=reference, metric="bleu", claim="non-inferiority", margin=1.0)
    assert told.method == "jackknife-t"
    assert told["verdict"].estimate == 1
    assert "pvalue" not in told  # nothing is resampled
    drawn = compare(
        *files,
        references=reference,
        metric="bleu",
        claim="non-inferiority",
        margin=1.0,
        test="bootstrap",
    )
    assert drawn["difference"].pvalue == pytest.approx(told["difference"].pvalue, abs=0.002)
    assert any("at most -1" in note for note in told.notes)
    with pytest.raises(ParameterError, match="Use jackknife-t"):
        compare(
            *files,
            references=reference,
            metric="bleu",
            test="randomisation",
            claim="equivalence",
            margin=1.0,
        )


def test_one_sided_claims_follow_their_side(translations):
    files, reference = translations
    up, down = (
        compare(*files, references=reference, metric="bleu", alternative=side)
        for side in ("greater", "less")
    )
    assert up["difference"].pvalue < 0.05 < down["difference"].pvalue
    assert (up["verdict"].estimate, down["verdict"].estimate) == (1, -1)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"assess": "posterior"}, 'assess="posterior" needs a score for each item;'),
        ({"effects": "cohens-d"}, 'effects="cohens-d" needs a score for each item;'),
        ({"test": "mcnemar-midp"}, "one of jackknife-t, moses-bootstrap"),
        ({"interval": "tango"}, "jackknife, bca, percentile"),
        ({"metric": None}, "These are outputs, and there is no metric"),
        ({"metric": "blue"}, "Did you mean bleu"),
        ({"metric": "bleu,bleu"}, "bleu twice"),
        ({"metric": "bleu:tokenise=none"}, "Did you mean tokenize"),
        ({"resamples": 20, "interval": "bca"}, "enough for an interval"),
        ({"better": "lower"}, "whose direction is its own"),
        ({"paired": False}, "paired=False needs scores of each system;"),
        ({"dataset": "x"}, "dataset needs a table or a log"),
    ],
)
def test_what_cannot_be_is_refused(translations, options, words):
    files, reference = translations
    with pytest.raises((ParameterError, DataError), match=words):
        compare(*files, references=reference, **({"metric": "bleu"} | options))


def test_no_score_is_no_finding():
    gold = ("yes", "no") * 10
    said = ("no",) * 20
    told = compare(
        Outputs(predicted={"A": said, "B": (*said[:-1], "no")}, gold=gold),
        metric="precision:positive=yes",
        resamples=200,
    )
    assert np.isnan(told["difference"].estimate)
    assert told["difference"].pvalue is None
    assert np.isnan(told["verdict"].estimate)
    assert any("not defined" in note for note in told.notes)


def test_an_own_metric_is_a_file(examples, translations):
    files, reference = translations
    path = str(examples / "own_metric.py")
    told = compare(*files, references=reference, metric=path, resamples=500)
    corpus = measure(find_metric(path), read_outputs(*files, references=reference))
    assert told["score[new]"].estimate == pytest.approx(corpus.scores()[1])


def test_python_and_several_references(translations, tmp_path):
    (base, new), reference = translations
    second = tmp_path / "second.txt"
    second.write_text(reference.read_text().replace("described", "depicted"))
    told = cw.compare(base, new, references=[reference, second], metric="bleu", resamples=200)
    assert "nrefs:2" in told.provenance["settings"]["signature"][0]
    single = cw.compare(base, new, references=reference, metric="bleu", resamples=200)
    assert told["score[new]"].estimate > single["score[new]"].estimate


@pytest.mark.slow
def test_detectable_differences_share_alpha(wmt17):
    from scipy import stats

    two, three = (
        compare(wmt17.keep(names), metric="bleu", baseline="LIUM-NMT", correct="holm", resamples=99)
        for names in (("LIUM-NMT", "FBK"), ("LIUM-NMT", "FBK", "SYSTRAN"))
    )
    alone, shared = two["mde"].estimate, three["mde[FBK vs LIUM-NMT]"].estimate
    z = stats.norm.ppf
    assert shared / alone == pytest.approx((z(1 - 0.0125) + z(0.8)) / (z(0.975) + z(0.8)), rel=1e-3)


def test_an_interval_alone_judges_at_alpha_whatever_is_shown(translations):
    files, reference = translations
    half = compare(
        *files, references=reference, metric="bleu", assess="interval", level=0.5, alpha=0.001
    )
    assert half["difference"].level == 0.5
    assert half["difference"].low > 0  # what is shown lies above 0
    assert half["verdict"].estimate == 0  # what is judged does not
    usual = compare(*files, references=reference, metric="bleu", assess="interval")
    assert usual["verdict"].estimate == 1
    with pytest.raises(ParameterError, match=r"an interval of level 0\.9999"):
        compare(
            *files,
            references=reference,
            metric="bleu",
            assess="interval",
            interval="percentile",
            alpha=0.0001,
        )


def rows_of(path, header, rows):
    path.write_text("\n".join([header, *(",".join(map(str, row)) for row in rows)]) + "\n")
    return path


def labelled(tmp_path, n=40, seed=1, third=5):
    rng = np.random.default_rng(seed)
    rows = []
    for system, right, items in (("base", 0.8, n), ("new", 0.9, n), ("third", 0.9, third)):
        for i in range(items):
            gold = ("yes", "no")[i % 2]
            other = ("no", "yes")[i % 2]
            rows.append((i, system, gold, gold if rng.random() < right else other))
    return rows_of(tmp_path / "labels.csv", "item,system,gold,prediction", rows)


def test_a_third_system_takes_no_items_from_two_that_are_compared(tmp_path):
    path = labelled(tmp_path)
    for metric in ("f1:macro", "accuracy"):
        told = compare(path, metric=metric, a="base", b="new", resamples=200)
        assert told["difference"].n == 40
    assert compare(path, metric="mcc", baseline="base", resamples=200)["score[new]"].n == 5


def test_the_direction_is_that_of_the_metric_not_of_the_log(tmp_path):
    for system, said in (("old", [1, 0, 1, 0] * 10), ("fresh", [1, 0, 1, 1] * 10)):
        folder = tmp_path / system
        folder.mkdir()
        lines = [
            json.dumps(
                {
                    "doc_id": i,
                    "doc": {},
                    "target": "1",
                    "arguments": [["q", ""]],
                    "resps": [["x"]],
                    "filtered_resps": ["x"],
                    "filter": "none",
                    "metrics": ["word_perplexity", "f1"],
                    "doc_hash": f"d{i}",
                    "prompt_hash": f"p{i}",
                    "target_hash": f"t{i}",
                    "word_perplexity": [-3.0 - prediction, 2],
                    "f1": [int(i % 4 != 1), prediction],
                }
            )
            for i, prediction in enumerate(said)
        ]
        (folder / "samples_task_2026-01-01T00-00-00.jsonl").write_text("\n".join(lines) + "\n")
        results = {
            "results": {"task": {"alias": "task"}},
            "higher_is_better": {"task": {"word_perplexity": False, "f1": True}},
            "config": {"model": system},
            "model_name": system,
        }
        (folder / "results_2026-01-01T00-00-00.json").write_text(json.dumps(results))
    logs = [tmp_path / s / "samples_task_2026-01-01T00-00-00.jsonl" for s in ("old", "fresh")]
    told = compare(*logs, metric="f1", resamples=2000)
    assert told["difference"].estimate > 0
    assert told["verdict"].estimate == 1
    lower = compare(*logs, metric="word_perplexity", resamples=2000)
    assert lower["difference"].estimate > 0
    assert lower["verdict"].estimate == -1
    assert compare(*logs, metric="perplexity", resamples=200)["score[old]"].estimate == (
        pytest.approx(lower["score[old]"].estimate)
    )


def test_empty_labels_are_missing_and_empty_texts_are_texts(tmp_path):
    rows = [(i, s, "yes", "" if s == "B" and i < 10 else "yes") for s in "AB" for i in range(40)]
    rows += [(i, s, "no", "no") for s in "AB" for i in range(40, 60)]
    path = rows_of(tmp_path / "t.csv", "item,system,gold,prediction", rows)
    for metric in ("accuracy", "f1:macro"):
        told = compare(path, metric=metric, resamples=100)
        assert (told["difference"].n, told["difference"].estimate) == (50, 0)
    told = compare(path, metric="exact-match", resamples=100)
    assert told["score[B]"].estimate == pytest.approx(50 / 60)
    assert any("10 empty predictions are scored as empty texts" in note for note in told.notes)
    assert not any("have no score" in note for note in told.notes)


def test_detectable_differences_are_possible_ones():
    rng = np.random.default_rng(3)
    words = np.array(["a", "b", "c", "d", "e"])
    gold = tuple((" ".join(rng.choice(words, 8)),) for _ in range(5))
    said = {s: tuple(" ".join(rng.choice(words, 8)) for _ in range(5)) for s in "AB"}
    told = compare(Outputs(predicted=said, gold=gold), metric="bleu", resamples=200)
    assert np.isinf(told["mde"].estimate)
    assert "No possible difference" in str(told)


def test_few_clusters_are_cautioned_where_the_bootstrap_errs(examples):
    outputs = read_outputs(examples / "ner.csv", takes="label")
    few = Outputs(
        predicted=outputs.predicted, gold=outputs.gold, cluster=np.minimum(outputs.cluster, 5)
    )
    drawn = compare(few, metric="f1:macro", interval="bca", resamples=500)
    assert any("6 clusters, the bca interval err" in note for note in drawn.notes)
    usual = compare(few, metric="f1:macro", resamples=500)
    assert not any("err too often" in note for note in usual.notes)
    assert any("on every cluster" in note for note in usual.notes)


def test_the_same_outputs_are_no_worse():
    gold = tuple(("the cat sat on the mat",) for _ in range(12))
    said = tuple("the cat sat on a mat" for _ in range(12))
    same = Outputs(predicted={"A": said, "B": said}, gold=gold)
    for assess in ("test", "interval", "test,interval"):
        told = compare(same, metric="ter", claim="non-inferiority", margin=1.0, assess=assess)
        assert told["verdict"].estimate == 1
        told = compare(same, metric="ter", claim="superiority", margin=1.0, assess=assess)
        assert told["verdict"].estimate == -1


def test_test_and_interval_that_disagree_are_told():
    n = 7
    values = {"A": ("x",) * n, "B": ("a",) * n}
    told = compare(
        Outputs(predicted=values, gold=("a",) * (n - 1) + ("x",)),
        metric="accuracy",
        test="randomisation",
        interval="percentile",
        resamples=999,
    )
    assert any("decides otherwise" in note for note in told.notes)


@pytest.mark.slow
def test_ranks_are_swapped_not_scales():
    rng = np.random.default_rng(8)
    gold = tuple(str(g) for g in (rng.random(120) < 0.5).astype(int))
    signal = np.array([int(g) for g in gold]) + rng.normal(size=120)
    a, b = signal + rng.normal(size=120), signal + 0.3 * rng.normal(size=120)
    plain = Outputs(predicted={"A": tuple(a), "B": tuple(b)}, gold=gold)
    other = Outputs(predicted={"A": tuple(1 / (1 + np.exp(-a))), "B": tuple(100 * b)}, gold=gold)
    for metric in ("auroc", "spearman"):
        one, two = (compare(o, metric=metric, resamples=500) for o in (plain, other))
        assert one["difference"].pvalue == two["difference"].pvalue
        assert one["difference"].estimate == pytest.approx(two["difference"].estimate)
    scaled = Outputs(predicted={"A": tuple(1e8 + 3 * a), "B": tuple(b)}, gold=gold)
    one, two = (compare(o, metric="pearson", resamples=500) for o in (plain, scaled))
    assert one["difference"].pvalue == two["difference"].pvalue
    assert one["score[A]"].estimate == pytest.approx(two["score[A]"].estimate, rel=1e-6)


@pytest.mark.slow
def test_holm_over_metrics_reaches_what_could_be_detected(translations):
    files, reference = translations
    plain, corrected = (
        compare(*files, references=reference, metric="bleu,ter", resamples=99, correct=how)
        for how in (None, "holm")
    )
    assert corrected["mde[bleu]"].estimate > plain["mde[bleu]"].estimate


def test_intervals_stay_within_what_can_be():
    gold = ("yes", "no") * 6
    said = {"A": ("yes", "no") * 5 + ("no", "no"), "B": ("no", "yes") * 5 + ("yes", "no")}
    told = compare(Outputs(predicted=said, gold=gold), metric="f1:macro", resamples=200)
    assert told["score[A]"].high == 1
    assert told["score[B]"].low == 0
    assert told["difference"].low >= -1


def test_each_perplexity_of_a_log_has_its_own_pairs(tmp_path):
    logs = []
    for system, loss in (("old", 3.0), ("fresh", 2.5)):
        folder = tmp_path / system
        folder.mkdir()
        lines = [
            json.dumps(
                {
                    "doc_id": i,
                    "doc": {},
                    "target": "",
                    "arguments": [["", ""]],
                    "resps": [["x"]],
                    "filtered_resps": ["x"],
                    "filter": "none",
                    "metrics": ["word_perplexity", "byte_perplexity"],
                    "doc_hash": f"d{i}",
                    "prompt_hash": f"p{i}",
                    "target_hash": f"t{i}",
                    "word_perplexity": [-loss * (i + 1), i + 1],
                    "byte_perplexity": [-loss * (i + 1), 6 * (i + 1)],
                }
            )
            for i in range(12)
        ]
        logs.append(folder / "samples_task_2026-01-01T00-00-00.jsonl")
        logs[-1].write_text("\n".join(lines) + "\n")
    told = compare(*logs, metric="word_perplexity,byte_perplexity", resamples=99)
    assert told["score[old, word_perplexity]"].estimate == pytest.approx(np.exp(3.0))
    assert told["score[old, byte_perplexity]"].estimate == pytest.approx(np.exp(0.5))
    assert not any("kept as inputs" in note for note in told.notes)


def test_a_test_of_somebody_elses_is_asked(translations):
    from claimwise.core import registry
    from claimwise.htest import htest

    @htest("always-half", paired=True, size="asymptotic", outcome="corpus", null="nothing")
    def always_half(data, alternative):
        return np.asarray(0.5)

    files, reference = translations
    try:
        told = compare(*files, references=reference, metric="bleu", test="always-half")
        assert told["difference"].pvalue == 0.5
    finally:
        del registry._entries["test", "always-half"]


@pytest.mark.slow
def test_a_p_value_near_alpha_is_cautioned(translations):
    files, reference = translations
    p = compare(*files, references=reference, metric="bleu")["difference"].pvalue
    told = compare(*files, references=reference, metric="bleu", alpha=p)
    assert any("within its Monte Carlo error of alpha" in note for note in told.notes)
    clear = compare(*files, references=reference, metric="bleu", alpha=0.05)
    assert not any("Monte Carlo error of alpha" in note for note in clear.notes)


def test_outputs_that_do_not_fit_are_cautioned(examples):
    told = compare(examples / "ner.csv", metric="bleu", resamples=99)
    assert any("do these outputs and references belong together" in note for note in told.notes)


def test_a_metric_can_be_added_again():
    from claimwise.metrics import add_metric

    def stats_(gold, predicted):
        return [[len(p), 1] for p in predicted]

    for factor in (1, 2):
        add_metric("letters", stats_, lambda t, f=factor: f * t[..., 0] / t[..., 1], takes="text")
    outputs = Outputs(predicted={"A": ("ab", "a"), "B": ("a", "a")}, gold=(("x",), ("y",)))
    assert compare(outputs, metric="letters", resamples=99)["score[A]"].estimate == 3
    for name, words in (("bleu", "a name of its own"), ("a:b", "without blanks")):
        with pytest.raises(ParameterError, match=words):
            add_metric(name, stats_, lambda t: t[..., 0], takes="text")
