"""What a metric is: what each item adds to some sums, and what the sums say of the corpus.

BLEU and F1 are no means over items. But they are functions of sums over items, and so every
resample is a matrix of weights times the items' statistics, whatever the metric. A metric that is
not a function of sums, such as a rank correlation, scores the items themselves, which is slower.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from claimwise.core import (
    Note,
    ParameterError,
    Procedure,
    check_one_of,
    did_you_mean,
    lookup,
    names,
    register,
    sentence,
)
from claimwise.core.missing import no_file
from claimwise.core.own_code import is_named, source_of
from claimwise.kernels.arrays import Floats

# What a metric is made from: texts with references, labels with gold labels, numbers with gold
# numbers, log-likelihoods with counts of words, rankings of documents with the relevant ones,
# numbers of attempts with how many were right, scores that need no gold, and several answers to
# each item with several gold ones.
TAKES = ("text", "label", "number", "likelihood", "ranking", "attempts", "score", "responses")
GOLDLESS = ("likelihood", "attempts", "score")
BETTER = ("higher", "lower")

ItemStats: TypeAlias = Callable[[Sequence[Any], Sequence[Any]], Any]  # -> (items, k)
Score: TypeAlias = Callable[[Floats], Any]  # (..., k) -> (...)
ScoreItems: TypeAlias = Callable[[Floats, Floats], Any]  # gold and predicted (..., n) -> (...)


@dataclass(frozen=True, slots=True, eq=False)
class Metric:
    """A score of a corpus.

    Parameters
    ----------
    name : str
        As it is asked for: ``bleu:tokenize=none``.
    takes : str
        What it is made from, one of `TAKES`.
    better : {"higher", "lower"}
        Which scores are better.
    item_stats : callable
        Gold and predicted values, item by item, to an array (items, k). Gold is None for metrics
        that need none.
    score : callable
        Sums of these, (..., k), to scores (...); NaN where there is none.
    score_items : callable
        Instead of both: gold and predicted numbers (..., n) to scores (...).
    signature : str
        How it was computed, to be published with the score.
    mean : bool
        Whether the score is the mean of one number for each item: `item_stats` then returns that
        number and 1.
    bind : callable, optional
        Takes all golds and the predictions of each system, and returns the metric for these: what
        depends on the data as a whole, such as the classes that there are.
    notes : tuple of Note
        What was guessed.
    limits : (float, float)
        The lowest and the highest score that can be.
    prepare : callable, optional
        What is made of a system's outputs before anything is swapped: their ranks, say, for a
        metric that depends on nothing else.
    """

    name: str
    takes: str
    better: str = "higher"
    item_stats: ItemStats | None = None
    score: Score | None = None
    score_items: ScoreItems | None = None
    signature: str = ""
    mean: bool = False
    bind: Callable[[Sequence[Any], Mapping[str, Sequence[Any]]], Metric] | None = None
    notes: tuple[Note, ...] = ()
    limits: tuple[float, float] = (-inf, inf)
    prepare: Callable[[Sequence[Any]], Sequence[Any]] | None = None

    def __post_init__(self) -> None:
        """Refuse a metric that cannot be computed."""
        check_one_of(f"metric {self.name}: takes", self.takes, TAKES)
        check_one_of(f"metric {self.name}: better", self.better, BETTER)
        by_sums = self.item_stats is not None and self.score is not None
        if not by_sums and self.score_items is None and self.bind is None:
            raise ParameterError(
                f"metric {self.name}", "item_stats and score, or score_items", "neither"
            )

    @property
    def sums(self) -> bool:
        """Whether the score is a function of sums over items."""
        return self.score_items is None

    def bound(self, gold: Sequence[Any], predicted: Mapping[str, Sequence[Any]]) -> Metric:
        """Return the metric for these data."""
        return self if self.bind is None else self.bind(gold, predicted)


Maker: TypeAlias = Callable[..., Metric]


def metric(name: str, *, takes: str, says: Procedure | None = None) -> Callable[[Maker], Maker]:
    """Register a family of metrics under its name: a function from options to a `Metric`.

    The function gets the name as it was asked for, then words such as ``macro`` in their order
    and ``key=value`` options by their names, all as texts. Where a metric is to be cited, `says`
    has its references.
    """
    return register("metric", name, takes=takes, says=says)


def add_metric(
    name: str,
    item_stats: ItemStats | None = None,
    score: Score | None = None,
    *,
    takes: str,
    better: str = "higher",
    score_items: ScoreItems | None = None,
    mean: bool = False,
) -> Metric:
    """Add a metric of one's own: two functions, and it can be compared, resampled and planned.

    Parameters
    ----------
    name : str
        What it is called from now on.
    item_stats, score, score_items, takes, better, mean
        See `Metric`.

    Examples
    --------
    >>> import numpy as np
    >>> def lengths(gold, predicted):
    ...     return [[len(p.split()), len(g[0].split())] for g, p in zip(gold, predicted)]
    >>> def ratio(totals):
    ...     return totals[..., 0] / totals[..., 1]
    >>> add_metric("length-ratio", lengths, ratio, takes="text").name
    'length-ratio'
    """
    made = Metric(name, takes, better, item_stats, score, score_items, mean=mean)
    if not name or any(mark in name for mark in ":,@ "):
        needs = "a name without blanks, colons, commas and @"
        raise ParameterError("add_metric", needs, repr(name))
    try:
        register("metric", name, takes=takes, again=True)(lambda asked: replace(made, name=asked))
    except ValueError as error:
        raise ParameterError(
            "add_metric", "a name of its own", f"{name}, a metric of claimwise"
        ) from error
    return made


def find_metric(asked: str) -> Metric:
    """Return the metric of a text: NAME, NAME:word, NAME:key=value, NAME@K, or a Python file.

    NAME@K is NAME:K, so that cut-offs can be written as they are in papers.

    >>> find_metric("f1:macro").better
    'higher'
    >>> find_metric("ndcg@10:gain=exp").name
    'ndcg@10:gain=exp'
    """
    text = asked.strip()
    if text.endswith(".py"):
        return _run(Path(text), _source(text))
    if is_named(text):
        return _run(*source_of(text))
    name, *options = (part.strip() for part in text.split(":"))
    if "@" in name:
        name, depth = (part.strip() for part in name.split("@", 1))
        options.insert(0, depth)
    maker: Maker = lookup("metric", name).thing
    words = [option for option in options if "=" not in option]
    named = dict(option.split("=", 1) for option in options if "=" in option)
    keys = {key.strip().replace("-", "_"): value.strip() for key, value in named.items()}
    try:
        return maker(text, *words, **keys)
    except TypeError as error:
        raise ParameterError(_misnamed(name, maker, words, keys)) from error


def find_metrics(asked: str | Sequence[str]) -> tuple[Metric, ...]:
    """Return the metrics of a list, or of one text with commas."""
    texts = asked.split(",") if isinstance(asked, str) else list(asked)
    given = [text.strip() for text in texts if text.strip()]
    if not given:
        raise ParameterError("metric", "at least one name", repr(asked))
    twice = [text for text in given if given.count(text) > 1]
    if twice:
        raise ParameterError("metric", "each metric once", f"{twice[0]} twice")
    return tuple(find_metric(text) for text in given)


def is_metric(asked: str) -> bool:
    """Whether a text names a metric of the house: its name is known, whatever its options."""
    known = set(names("metric"))
    parts = (text.strip() for text in asked.split(","))
    return all(
        text.endswith(".py") or is_named(text) or text.split(":")[0].split("@")[0].strip() in known
        for text in parts
    )


def _misnamed(name: str, maker: Maker, words: list[str], keys: Mapping[str, str]) -> str:
    """Say which options a metric has."""
    from inspect import Parameter, signature

    given = list(signature(maker).parameters.values())[1:]
    free = [p.name for p in given if p.kind is Parameter.VAR_POSITIONAL]
    known = [p.name for p in given if p.kind is Parameter.KEYWORD_ONLY]
    odd = next((key for key in keys if key not in known), None)
    found = f"{odd}={keys[odd]}" if odd else ", ".join(words) if words and not free else "others"
    takes = [f"{key}=..." for key in known] + (["a word"] if free else [])
    return sentence(
        f"metric {name}",
        f"options among {', '.join(takes)}" if takes else "no options",
        found,
        did_you_mean(odd or "", known),
    )


def _source(path: str) -> str:
    """Return the source of a file that the user named."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        if not Path(path).is_file():
            raise ParameterError(*no_file(path)) from error
        raise ParameterError(f"the metric {path}", "a file that can be read", f"{error}") from error


def _run(file: Path, source: str) -> Metric:
    """Run a file with item_stats and score, or score_items, and return its metric."""
    who = f"the metric {file}"
    space: dict[str, Any] = {"__name__": file.stem, "__file__": str(file)}
    try:
        exec(compile(source, str(file), "exec"), space)
    except (Exception, SystemExit) as error:  # whatever a user's file raises is told as what it is
        raise ParameterError(who, "a file that runs", f"{type(error).__name__}: {error}") from error
    found = {key: space.get(key) for key in ("item_stats", "score", "score_items")}
    if not callable(found["score_items"]) and not (
        callable(found["item_stats"]) and callable(found["score"])
    ):
        needs = "functions item_stats(gold, predicted) and score(totals), or score_items"
        there = ", ".join(key for key, value in found.items() if callable(value)) or "none of them"
        raise ParameterError(who, needs, there)
    return Metric(
        file.stem,
        str(space.get("TAKES", "text")),
        str(space.get("BETTER", "higher")),
        found["item_stats"],
        found["score"],
        found["score_items"],
    )


def checked_stats(metric: Metric, values: Any, n: int) -> Floats:
    """Return what `item_stats` gave as an array (items, k), or say what is wrong with it."""
    try:
        stats = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ParameterError(
            f"metric {metric.name}", "numbers from item_stats", f"{error}"
        ) from error
    if stats.ndim != 2 or len(stats) != n or not stats.shape[1]:
        raise ParameterError(
            f"metric {metric.name}",
            f"a row of statistics for each of {n:,} items",
            f"an array of shape {stats.shape}",
        )
    odd = np.argwhere(~np.isfinite(stats))
    if len(odd):
        item, column = odd[0]
        raise ParameterError(
            f"metric {metric.name}",
            "finite numbers from item_stats",
            f"{stats[item, column]} for item {item + 1:,}",
        )
    return stats
