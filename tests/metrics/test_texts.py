"""BLEU, chrF and TER: equal to sacrebleu's scores, for all options."""

import logging
import pickle
import sys
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimwise.core import DataError, ParameterError
from claimwise.data.outputs import Outputs
from claimwise.htest.corpus import swap_pvalues
from claimwise.metrics import find_metric, measure
from claimwise.metrics.chrf import score as chrf_score

sacrebleu = pytest.importorskip("sacrebleu.metrics")

OPTIONS = {
    "bleu": ("BLEU", {}),
    "bleu:tokenize=none": ("BLEU", {"tokenize": "none"}),
    "bleu:tokenize=char:lowercase=yes": ("BLEU", {"tokenize": "char", "lowercase": True}),
    "bleu:tokenize=intl:lowercase": ("BLEU", {"tokenize": "intl", "lowercase": True}),
    "bleu:max_ngram_order=2": ("BLEU", {"max_ngram_order": 2}),
    "bleu:effective-order": ("BLEU", {"effective_order": True}),
    "bleu:smooth_method=none": ("BLEU", {"smooth_method": "none"}),
    "bleu:smooth_method=none:effective_order": (
        "BLEU",
        {"smooth_method": "none", "effective_order": True},
    ),
    "bleu:smooth_method=floor": ("BLEU", {"smooth_method": "floor"}),
    "bleu:smooth_method=floor:smooth_value=0.02:effective_order=yes": (
        "BLEU",
        {"smooth_method": "floor", "smooth_value": 0.02, "effective_order": True},
    ),
    "bleu:smooth_method=add-k": ("BLEU", {"smooth_method": "add-k"}),
    "bleu:smooth_method=add-k:smooth_value=0.5": (
        "BLEU",
        {"smooth_method": "add-k", "smooth_value": 0.5},
    ),
    "chrf": ("CHRF", {}),
    "chrf++": ("CHRF", {"word_order": 2}),
    "chrf:word_order=1:char_order=3:beta=3": (
        "CHRF",
        {"word_order": 1, "char_order": 3, "beta": 3},
    ),
    "chrf:lowercase:whitespace": ("CHRF", {"lowercase": True, "whitespace": True}),
    "chrf:eps_smoothing=yes": ("CHRF", {"eps_smoothing": True}),
    "chrf++:eps_smoothing": ("CHRF", {"eps_smoothing": True, "word_order": 2}),
    "ter": ("TER", {}),
    "ter:case_sensitive": ("TER", {"case_sensitive": True}),
    "ter:normalized:no_punct": ("TER", {"normalized": True, "no_punct": True}),
    "ter:normalized:no_punct:asian_support": (
        "TER",
        {"normalized": True, "no_punct": True, "asian_support": True},
    ),
}

words = st.sampled_from(["the", "The", "cat", "sat.", "on,", "mat", "A", "(b)", "  ", "日本", "."])
texts = st.lists(words, max_size=7).map(" ".join)


@st.composite
def corpora(draw):
    """Outputs, some of them empty, with one to three references each."""
    n, references = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    made = draw(st.lists(texts, min_size=n, max_size=n))
    gold = draw(st.lists(st.tuples(*[texts] * references), min_size=n, max_size=n))
    return made, gold


@cache
def theirs(asked):
    kind, options = OPTIONS[asked]
    force = {"force": True} if kind == "BLEU" else {}
    return getattr(sacrebleu, kind)(**options, **force)


def outputs(gold, **predicted):
    return Outputs(gold=tuple(gold), predicted={name: tuple(r) for name, r in predicted.items()})


@pytest.mark.parametrize("asked", OPTIONS)
@settings(max_examples=12)
@given(corpora())
def test_value_small_corpora_are_scored_as_by_sacrebleu(asked, data):
    made, gold = data
    found = measure(find_metric(asked), outputs(gold, b=made))
    tool = theirs(asked)
    expected = tool.corpus_score(made, [list(column) for column in zip(*gold, strict=True)])
    assert float(found.scores()[0]) == pytest.approx(expected.score, abs=1e-9)
    assert found.metric.signature == f"{expected.name}|{tool.get_signature()}"


@given(st.lists(st.integers(0, 9), min_size=12, max_size=12), st.booleans())
def test_value_chrf_of_any_counts_is_that_of_sacrebleu(counts, smoothed):
    """Also of orders with n-grams on one side alone, which sums of whole texts rarely have."""
    tool = sacrebleu.CHRF(char_order=4, eps_smoothing=smoothed)
    found = chrf_score(np.array(counts, float), eps_smoothing=smoothed)
    assert float(found) == pytest.approx(tool._compute_f_score(counts), abs=1e-9)


@pytest.fixture(scope="module")
def wmt(shared_data):
    """Return the lines of the WMT17 systems."""
    if not (shared_data / "mt").is_dir():
        pytest.skip("the WMT17 outputs are not in the shared data")

    def read(name, lines=None):
        text = (shared_data / "mt" / f"{name}.de").read_text(encoding="utf-8")
        return text.split("\n")[:-1][:lines]

    return read


@pytest.mark.parametrize("asked", OPTIONS)
def test_value_real_texts_are_scored_as_by_sacrebleu(asked, wmt):
    lines = 15 if asked.startswith("ter") else 80
    reference = wmt("reference", lines)
    made = {name: wmt(name, lines) for name in ("FBK", "online-A")}
    found = measure(find_metric(asked), outputs([(text,) for text in reference], **made))
    expected = [theirs(asked).corpus_score(row, [reference]).score for row in made.values()]
    assert found.scores() == pytest.approx(expected, abs=1e-9)


def test_value_jackknife_and_swaps_are_those_of_whole_corpora(wmt):
    """Sums without an item, or with one swapped, are scored as sacrebleu scores these texts."""
    reference, a, b = (wmt(name, 12) for name in ("reference", "FBK", "uedin-nmt"))
    tool = theirs("bleu")
    found = measure(find_metric("bleu"), outputs([(text,) for text in reference], a=a, b=b))
    without, _ = found.left_out()
    effects = found.swap_effects(0, 1)
    whole = np.diff(found.scores())[0]
    for i in range(12):
        rest = [tool.corpus_score(r[:i] + r[i + 1 :], [reference[:i] + reference[i + 1 :]]).score
                for r in (a, b)]  # fmt: skip
        assert without[:, i] == pytest.approx(rest, abs=1e-9)
        ours, other = [*a], [*b]
        ours[i], other[i] = b[i], a[i]
        swapped = tool.corpus_score(other, [reference]).score
        swapped -= tool.corpus_score(ours, [reference]).score
        assert effects[i] == pytest.approx(swapped - whole, abs=1e-9)


@pytest.mark.slow
def test_value_published_p_values_of_bleu(wmt, shared_data):
    """MultEval's approximate randomisation on the WMT17 systems, published by sacrebleu."""
    check_published(wmt, shared_data, "bleu:tokenize=none", "multeval_ar_p_bleu")


@pytest.mark.calibration
def test_value_published_p_values_of_ter(wmt, shared_data):
    check_published(wmt, shared_data, "ter", "multeval_ar_p_ter")


def check_published(wmt, shared_data, asked, key):
    import json

    told = json.loads((shared_data / "mt" / "published_p.json").read_text())
    base, others = told["baseline"], list(told["systems"])
    rows = {name: wmt(name) for name in (base, *others)}
    corpus = measure(find_metric(asked), outputs([(text,) for text in wmt("reference")], **rows))
    found = swap_pvalues(corpus, 0, range(1, len(rows)), "two-sided", 10_000, 1)
    expected = [told["systems"][name][key] for name in others]
    assert found == pytest.approx(expected, abs=0.015)  # both have errors of resampling


def test_direction_bleu_and_chrf_rise_and_ter_falls():
    gold = [("the cat sat on the mat today",), ("there is a dog in the house",)]
    worse, better = ["a cat was on it now", "dogs"], ["the cat sat on a mat", "there is a dog"]
    for asked, sign in (("bleu", 1), ("chrf", 1), ("chrf++", 1), ("ter", -1)):
        found = measure(find_metric(asked), outputs(gold, a=worse, b=better))
        assert sign * np.diff(found.scores())[0] > 0
        assert found.metric.better == ("higher" if sign > 0 else "lower")


def test_references_are_counted_once_for_all_systems(monkeypatch):
    seen = []
    original = sacrebleu.BLEU._cache_references
    monkeypatch.setattr(
        sacrebleu.BLEU,
        "_cache_references",
        lambda self, references: seen.append(1) or original(self, references),
    )
    data = outputs([("a b",), ("c d",)], a=["a b", "c"], b=["a", "d"], c=["c", "c d"])
    measure(find_metric("bleu"), data)
    assert len(seen) == 1


@pytest.mark.parametrize("asked", ["bleu", "chrf++", "ter"])
def test_large_corpora_are_counted_in_blocks(asked, monkeypatch):
    gold = [(f"a b c {i % 3}", f"b c d {i % 2}") for i in range(11)]
    data = outputs(gold, a=[f"a b {i % 2}" for i in range(11)], b=["b c d 1", *["a b c"] * 10])
    whole = measure(find_metric(asked), data)
    monkeypatch.setattr("claimwise.metrics.sacre.KEPT", 4)
    parts = measure(find_metric(asked), data)
    assert (parts.stats == whole.stats).all()
    assert parts.metric.signature == whole.metric.signature
    with pytest.raises(DataError, match="found 1 in the gold answer at line 12"):
        measure(find_metric(asked), outputs([*gold, ("a",)], a=["a"] * 12))


def test_kept_references_are_those_of_the_gold_at_hand():
    """One metric serves several corpora, and takes nothing along to other processes."""
    metric = find_metric("bleu:max_ngram_order=1")
    first = measure(metric, outputs([("a b",)], b=["a b"]))
    second = measure(metric, outputs([("c d",)], b=["a b"]))
    assert first.scores()[0] == pytest.approx(100)
    assert second.scores()[0] == 0
    size = len(pickle.dumps(first.metric))
    longer = tuple((f"word{i} and {i} more",) for i in range(500))
    metric = find_metric("bleu:max_ngram_order=1")
    measure(metric, outputs(longer, b=["x"] * 500))
    assert len(pickle.dumps(metric)) < size + 500


def test_texts_that_look_tokenised_get_a_note(caplog):
    data = outputs([("a b .",)] * 120, old=["a b."] * 120, new=["a b ."] * 120)
    with caplog.at_level(logging.WARNING):
        (note,) = measure(find_metric("bleu"), data).metric.notes
    assert "120 lines of new" in note
    assert not caplog.records
    for asked in ("bleu:tokenize=none", "chrf"):
        assert not measure(find_metric(asked), data).metric.notes


def test_items_with_other_numbers_of_references_are_refused():
    data = Outputs(gold=(("a",), ("a", "b")), predicted={"b": ("a", "a")}, items=("x", "y"))
    message = (
        r"as many references for every item as for the first \(1\); found 2 in the gold answer"
    )
    with pytest.raises(DataError, match=message) as error:
        measure(find_metric("bleu"), data)
    assert "at item y" in str(error.value)


def test_values_that_are_no_texts_are_refused():
    with pytest.raises(DataError, match=r"texts; found 3\.5 of system b at line 2"):
        measure(find_metric("chrf"), outputs([("a",), ("a",)], b=["a", 3.5]))
    with pytest.raises(DataError, match="reference texts; found None in the gold answer at line 1"):
        measure(find_metric("ter"), outputs([None], b=["a"]))


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("bleu:tokenize=foo", "tokenize needs one of 13a, none, intl, .*; found 'foo'"),
        ("bleu:tokenise=13a", "found tokenise=13a. Did you mean tokenize"),
        ("bleu:smooth_method=exq", "one of exp, none, floor, add-k"),
        ("bleu:smooth_value=1", "smooth_method=floor or add-k; found exp"),
        ("bleu:smooth_method=floor:smooth_value=0", "a number above 0; found '0'"),
        ("bleu:smooth_method=floor:smooth_value=nan", "finite number|number above 0"),
        ("bleu:max_ngram_order=0", "a whole number of at least 1; found '0'"),
        ("bleu:max_ngram_order=four", "a whole number of at least 1"),
        ("bleu:lowercase=perhaps", "lowercase needs one of yes, true"),
        ("bleu:lower", "one of lowercase, effective_order"),
        ("chrf:char_order=0", "n-grams of some order"),
        ("chrf:beta=-1", "chrf: beta needs a number above 0"),
        ("chrf++:words=1", "options among word_order=.*; found words=1"),
        ("ter:case-sensitiv=yes", "found case_sensitiv=yes. Did you mean case_sensitive"),
    ],
)
def test_unknown_options_are_refused(asked, message):
    with pytest.raises(ParameterError, match=message):
        find_metric(asked)


def test_our_list_of_tokenizers_is_theirs():
    from claimwise.metrics.bleu import SMOOTHED, TOKENIZERS

    assert set(TOKENIZERS) == set(sacrebleu.BLEU.TOKENIZERS)
    assert set(SMOOTHED) == set(sacrebleu.BLEU.SMOOTH_DEFAULTS)


def test_a_missing_sacrebleu_is_told_with_the_remedy(monkeypatch):
    monkeypatch.setitem(sys.modules, "sacrebleu", None)
    monkeypatch.setitem(sys.modules, "sacrebleu.metrics", None)
    with pytest.raises(ParameterError, match=r"sacrebleu; found none. Install it with: pip instal"):
        find_metric("bleu")


def test_a_sacrebleu_without_statistics_is_told(monkeypatch):
    monkeypatch.setattr(sacrebleu.BLEU, "_extract_corpus_statistics", None)
    with pytest.raises(ParameterError, match="statistics of each sentence; found version"):
        find_metric("bleu")


def test_a_tokenizer_that_cannot_be_loaded_is_told(monkeypatch):
    def missing(name):
        raise ImportError("\n\nPlease install the fancy library")

    monkeypatch.setattr("sacrebleu.metrics.bleu._get_tokenizer", missing)
    with pytest.raises(ParameterError, match="these options; found Please install the fancy lib"):
        find_metric("bleu:tokenize=flores200")
