"""Tables as strangers make them: the difference is that of a plain calculation, or it is asked."""

import random

import numpy as np
import pytest

import claimwise as cw
from claimwise.core import DataError

pandas = pytest.importorskip("pandas")
WORDS = {"int": ("0", "1"), "bool": ("False", "True"), "word": ("no", "yes"), "log": ("I", "C")}
IDS = ("question_id", "item", "Unnamed: 0", "idx", "case", "name", "row", "qid", "prompt")
NAMES = (("gpt-4o", "mine"), ("2023", "2024"), ("Model A", "Model B"), ("a", "b"))


def drawn(rng, kind, n):
    """Return the scores of two systems, and how they are written."""
    if kind in WORDS:
        scores = [(rng.random(n) < p).astype(float) for p in (0.5, 0.7)]
        return scores, [[WORDS[kind][int(x)] for x in column] for column in scores]
    ends = {"share": (0, 1, 3), "per cent": (0, 100, 1), "loss": (2, 4, 4)}[kind]
    scores = [np.round(rng.uniform(ends[0], ends[1], n), ends[2]) for _ in range(2)]
    return scores, [list(column) for column in scores]


def extras(rng, n):
    return {
        "cost_usd": rng.random(n).round(5),
        "date": [f"2024-0{1 + k % 9}-11" for k in range(n)],
        "language": [("de", "en", "fr")[k % 3] for k in range(n)],
        "is_hard": [bool(k % 2) for k in range(n)],
        "tokens": rng.integers(50, 900, n),
        "subject_id": [k // 4 for k in range(n)],
        "confidence": rng.random(n).round(2),
    }


@pytest.mark.parametrize("layout", ["wide", "long", "files"])
@pytest.mark.parametrize("number", range(20))
def test_law_a_table_is_read_right_or_asked_about(tmp_path, layout, number):
    rng, pick = np.random.default_rng(number), random.Random(number)
    names, n = pick.choice(NAMES), pick.choice((12, 40, 80))
    scores, cells = drawn(rng, pick.choice((*WORDS, "share", "per cent", "loss")), n)
    item = pick.choice(IDS)
    known = extras(rng, n)
    more = {name: known[name] for name in pick.sample(sorted(known), pick.choice((0, 1, 2)))}
    ids = [f"q{k}" for k in range(n)] if pick.random() < 0.5 else rng.permutation(900)[:n]
    if layout == "wide":
        frames = [pandas.DataFrame({item: ids, **more, **dict(zip(names, cells, strict=True))})]
    else:
        frames = [pandas.DataFrame({item: ids, **more, "score": column}) for column in cells]
    if layout == "long":
        named = [f.assign(model=s) for f, s in zip(frames, names, strict=True)]
        frames = [pandas.concat(named)]
    paths = []
    for frame, name in zip(frames, names, strict=False):
        shuffled = frame.sample(frac=1, random_state=number)
        columns = pick.sample(list(frame.columns), len(frame.columns))
        paths.append(tmp_path / f"{name}.csv")
        shuffled[columns].to_csv(paths[-1], index=False)
    if any(name in more for name in ("cost_usd", "tokens", "confidence", "is_hard", "subject_id")):
        try:
            found = cw.compare(*paths, a=names[0], b=names[1], assess="interval")
        except DataError:
            return  # it is asked which columns are systems
    else:
        found = cw.compare(*paths, a=names[0], b=names[1], assess="interval")
    assert found.difference == pytest.approx(scores[1].mean() - scores[0].mean(), abs=1e-9)
    assert found["difference"].n == n
