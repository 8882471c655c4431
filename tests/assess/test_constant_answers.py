"""Answers that do not vary, and named scales, in comparisons with a gold standard."""

import pytest

import claimwise as cw
from claimwise.core import DataError


def table(tmp_path, rows):
    path = tmp_path / "answers.csv"
    lines = ["item,source,response"]
    lines += [f"{item},{source},{value}" for item, source, value in rows]
    path.write_text("\n".join(lines))
    return path


def test_the_same_answer_everywhere_is_refused(tmp_path):
    rows = [(i, s, 3) for i in range(8) for s in ("gold", "a", "b")]
    with pytest.raises(DataError, match=r"All answers are the same\."):
        cw.compare(table(tmp_path, rows), gold="gold", metric="mae")


def test_a_correlation_with_what_never_varies_is_refused(tmp_path):
    rows = [(i, s, 3 if s == "a" else i + 0.5) for i in range(8) for s in ("gold", "a", "b")]
    path = table(tmp_path, rows)
    with pytest.raises(DataError, match="the same of a to every item"):
        cw.compare(path, gold="gold", metric="spearman")
    assert cw.compare(path, gold="gold", metric="mae")["score[b]"].estimate == 0


def test_ties_on_all_items_are_told_as_such(tmp_path):
    rows = [(i, s, i + 0.5) for i in range(8) for s in ("gold", "a", "b")]
    found = cw.compare(table(tmp_path, rows), gold="gold", metric="wins")
    assert found["difference"].estimate == 0
    assert found["difference"].pvalue == 1
    assert not any("worst score" in note for note in found.notes)


def test_a_scale_of_names_is_compared_in_its_order(tmp_path):
    words = ["low", "mid", "high"]
    rows = []
    for i in range(30):
        gold = i % 3
        rows += [(i, "gold", words[gold]), (i, "b", words[gold]), (i, "a", words[(gold + 1) % 3])]
    path = table(tmp_path, rows)
    found = cw.compare(path, gold="gold", metric="mae", kind="ordinal", levels=words, a="a", b="b")
    assert found["score[a]"].estimate == pytest.approx(4 / 3)  # off by 1, 1 and 2
    assert found["score[b]"].estimate == 0


def test_auroc_needs_gold_of_two_classes(tmp_path):
    rows = [(i, s, i / 7) for i in range(8) for s in ("gold", "a", "b")]
    with pytest.raises(DataError, match="0 or 1"):
        cw.compare(table(tmp_path, rows), gold="gold", metric="auroc")
