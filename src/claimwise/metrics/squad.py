"""Exact match and token F1 of short answers, as SQuAD defines them (Rajpurkar et al., 2016).

Texts are compared in lower case, without punctuation, articles and superfluous white space. Of
several references the best one counts. Both are means over items, from 0 to 1.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from claimwise.kernels.arrays import Floats
from claimwise.metrics.base import Metric, metric
from claimwise.metrics.items import mean_score, means, references_of, texts_of
from claimwise.metrics.options import at_most_one

_ARTICLES = re.compile(r"\b(a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)


def normalised(text: str) -> str:
    """Return a text in lower case without punctuation, articles and superfluous white space.

    >>> normalised(" The Beatles' song, an oldie!")
    'beatles song oldie'
    """
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split())


def same(reference: str, answer: str) -> float:
    """Return 1 for equal texts."""
    return float(reference == answer)


def overlap(reference: str, answer: str) -> float:
    """Return F1 of the words of two texts; 1 if both are empty.

    >>> overlap("in the north", "the cold north")
    0.6666666666666666
    """
    wanted, given = reference.split(), answer.split()
    if not wanted or not given:
        return float(wanted == given)
    common = sum((Counter(wanted) & Counter(given)).values())
    return 2 * common / (len(wanted) + len(given))


def item_stats(gold: Sequence[Any], predicted: Sequence[Any], *, f1: bool, plain: bool) -> Floats:
    """Return (best score over the references, 1) for each item."""
    clean, compare = (str if plain else normalised), (overlap if f1 else same)
    answers = [clean(text) for text in texts_of(predicted)]
    pairs = zip(references_of(gold), answers, strict=True)
    return means([max(compare(clean(text), answer) for text in texts) for texts, answer in pairs])


@metric("exact-match", takes="text")
def exact_match(name: str, *words: str) -> Metric:
    """Return the share of answers that equal a reference; ``plain`` compares texts as they are."""
    plain = at_most_one(name, words, ("plain",)) == "plain"
    stats = partial(item_stats, f1=False, plain=plain)
    signature = f"exact-match|norm:{'none' if plain else 'squad'}"
    return Metric(
        name, "text", "higher", stats, mean_score, signature=signature, mean=True, limits=(0, 1)
    )


@metric("token-f1", takes="text")
def token_f1(name: str) -> Metric:
    """Return the mean F1 of the words of answer and reference."""
    stats = partial(item_stats, f1=True, plain=False)
    signature = "token-f1|norm:squad"
    return Metric(
        name, "text", "higher", stats, mean_score, signature=signature, mean=True, limits=(0, 1)
    )
