"""What a metric of several answers is: what each item adds to some sums, or a score of them all.

Most metrics are functions of sums over items, and so every swap and every resample of items is a
matrix of weights times the items' statistics. Those that order all items, such as a rank
correlation, score the answers themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import TypeAlias

import numpy as np

from claimwise.core import DataError, ParameterError, check_one_of, lookup, register
from claimwise.data.responses import Answers
from claimwise.kernels.arrays import Floats
from claimwise.metrics.base import BETTER

KIND = "response metric"  # in the registry
NUMBERS = ("continuous", "ordinal")  # kinds of answers that have a mean
FEW = 16  # answers to an item that are summed one after the other

ItemStats: TypeAlias = Callable[[Answers], Floats]  # -> (..., 2, items, k): A's, then B's
ScoreAnswers: TypeAlias = Callable[[Floats, Floats], Floats]  # gold, a system -> (...)


@dataclass(frozen=True, slots=True, eq=False)
class ResponseMetric:
    """A score of a system's answers against the gold answers.

    Parameters
    ----------
    name : str
        As it is asked for: ``wins:mae``.
    better : {"higher", "lower"}
        Which scores are better.
    item_stats : callable
        Answers (..., items, K) of gold, A and B to an array (..., 2, items, k): what each item
        adds to the sums of A and of B. Swapping A and B must swap these.
    score : callable
        Sums of these, (..., k), to scores (...); NaN where there is none.
    score_answers : callable
        Instead of both: answers of gold and of one system, (..., items, K), to scores (...).
    kinds : tuple of str
        Which kinds of answers it fits.
    aligned : bool
        Whether answers are compared place by place: all sources then need as many, none missing.
    means : bool
        Whether it depends on the items' mean answers alone.
    mean : bool
        Whether the score is the mean of one number for each item: `item_stats` then gives that
        number and 1.
    limits : (float, float)
        The lowest and the highest score that can be.
    signature : str
        How it was computed, to be published with the score.
    pairwise : bool
        Whether the score of a system depends on the other one, as wins do.
    ordered : str
        What is computed along the order of all values, if that can be done in one pass for each
        resample: ``spearman`` of the item means; ``emd`` of these if `means`, else of all answers.
    """

    name: str
    better: str
    item_stats: ItemStats | None = None
    score: Callable[[Floats], Floats] | None = None
    score_answers: ScoreAnswers | None = None
    kinds: tuple[str, ...] = NUMBERS
    aligned: bool = False
    means: bool = False
    mean: bool = False
    limits: tuple[float, float] = (-inf, inf)
    signature: str = ""
    fits: Callable[[Answers], str] | None = None  # what else it needs of answers; empty if nothing
    pairwise: bool = False
    ordered: str = ""

    def __post_init__(self) -> None:
        """Refuse a metric that cannot be computed."""
        check_one_of(f"metric {self.name}: better", self.better, BETTER)
        if self.score_answers is None and (self.item_stats is None or self.score is None):
            needs = "item_stats and score, or score_answers"
            raise ParameterError(f"metric {self.name}", needs, "neither")

    @property
    def sums(self) -> bool:
        """Whether the score is a function of sums over items."""
        return self.score_answers is None

    def check(self, kind: str, answers: Answers) -> None:
        """Refuse answers that this metric does not fit."""
        if kind not in self.kinds:
            raise DataError(
                f"metric {self.name}",
                f"{' or '.join(self.kinds)} answers",
                kind,
                "Use accuracy, f1:macro, mean-tv or wins:tv." if kind == "categorical" else "",
            )
        lacking = "" if self.fits is None else self.fits(answers)
        if lacking:
            raise DataError(f"metric {self.name}", lacking, "others")
        full = all(not np.isnan(source).any() for source in answers)
        if self.aligned and not (answers.counts.same and full):
            found = answers.counts.words() if full else "some missing"
            raise DataError(
                f"metric {self.name}",
                "as many answers of every source to every item, as it pairs them by place",
                found,
                "Use a metric of the items, such as mae.",
            )


Maker: TypeAlias = Callable[..., ResponseMetric]


def response_metric(name: str) -> Callable[[Maker], Maker]:
    """Register a family of metrics: a function from the name asked for and options, as texts."""
    return register(KIND, name)


def find_response_metric(asked: str) -> ResponseMetric:
    """Return the metric of a text: NAME, NAME:word or NAME:key=value.

    >>> find_response_metric("wins:mae").better
    'higher'
    """
    text = asked.strip()
    name, *options = (part.strip() for part in text.split(":"))
    maker: Maker = lookup(KIND, name).thing
    words = [option for option in options if "=" not in option]
    named = dict(option.split("=", 1) for option in options if "=" in option)
    try:
        return maker(text, *words, **{key.replace("-", "_"): value for key, value in named.items()})
    except TypeError as error:
        found = ":".join(options)
        raise ParameterError(f"metric {name}", "options that it has", found or "none") from error


def find_response_metrics(asked: str | Sequence[str]) -> tuple[ResponseMetric, ...]:
    """Return the metrics of a list, or of one text with commas."""
    texts = asked.split(",") if isinstance(asked, str) else list(asked)
    given = [text.strip() for text in texts if text.strip()]
    if not given:
        raise ParameterError("metric", "at least one name", repr(asked))
    twice = [text for text in given if given.count(text) > 1]
    if twice:
        raise ParameterError("metric", "each metric once", f"{twice[0]} twice")
    return tuple(find_response_metric(text) for text in given)


def scores(metric: ResponseMetric, answers: Answers) -> Floats:
    """Return the scores of A and of B in each study: (..., 2); NaN where there is none."""
    with np.errstate(all="ignore"):
        if metric.score_answers is not None:
            found = np.stack(
                [metric.score_answers(answers.gold, one) for one in (answers.a, answers.b)],
                axis=-1,
            )
        else:
            assert metric.item_stats is not None  # by __post_init__
            assert metric.score is not None
            found = metric.score(item_sums(metric.item_stats(answers)))
    return np.where(np.isfinite(found), found, np.nan)


def item_sums(stats: Floats) -> Floats:
    """Return sums over items: from (..., items, k) to (..., k).

    Column by column: NumPy would add items of few columns thirty times as slowly.
    """
    sums = [stats[..., k].sum(axis=-1) for k in range(stats.shape[-1])]
    return np.asarray(np.stack(sums, axis=-1))


def item_means(answers: Floats) -> Floats:
    """Return the mean answer to each item, of those that are there: (..., items).

    >>> item_means(np.array([[1.0, 2.0], [5.0, np.nan]])).tolist()
    [1.5, 5.0]
    """
    found = _sums(answers) / answers.shape[-1]
    gaps = np.isnan(found)
    if gaps.any():
        there = ~np.isnan(answers)
        count = there.sum(axis=-1)
        total = _sums(np.where(there, answers, 0.0))
        found = np.where(gaps, total / np.where(count, count, np.nan), found)
    return np.asarray(found)


def _sums(answers: Floats) -> Floats:
    """Return the sum of each item's answers, one after the other: gaps change no last bit."""
    k = answers.shape[-1]
    if k > FEW:
        return np.asarray(answers.sum(axis=-1))
    total = answers[..., 0].copy()
    for place in range(1, k):
        total += answers[..., place]
    return np.asarray(total)
