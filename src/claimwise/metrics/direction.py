"""Which way is better: what the name of a metric says, computed or read from a file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from claimwise.core.errors import ParameterError

HIGHER, LOWER = "higher", "lower"
# The one table. Names are looked up whole, then word by word: val_loss, latency_ms, bleu4.
BETTER: dict[str, str] = {
    **dict.fromkeys(
        (
            *("accuracy", "acc", "acc_norm", "correct", "is_correct", "right", "success", "passed"),
            *("pass", "resolved", "solved", "reward", "win", "won", "wins", "rating", "quality"),
            *("exact_match", "em", "f1", "precision", "recall", "mcc", "kappa", "auc", "auroc"),
            *("bleu", "sacrebleu", "chrf", "rouge", "rougel", "rougelsum", "meteor", "bertscore"),
            *("comet", "bleurt", "map", "mrr", "ndcg", "iou", "likelihood", "loglikelihood"),
            *("loglik", "log_likelihood", "logprob", "log_prob", "spearman", "pearson", "oracle"),
            *("judge", "helpfulness", "fluency", "faithfulness", "throughput", "pass_rate"),
            *("success_rate", "win_rate", "usefulness", "correctness"),
        ),
        HIGHER,
    ),
    **dict.fromkeys(
        (
            *("ter", "wer", "cer", "eer", "perplexity", "ppl", "bits_per_byte", "bpb"),
            *("bits_per_character", "bpc", "loss", "nll", "neg_log_likelihood", "cross_entropy"),
            *("negative_log_likelihood", "error", "errors", "error_rate", "err", "latency"),
            *("time", "runtime", "duration", "seconds", "cost", "price", "mae", "mse", "rmse"),
            *("mape", "brier", "ece", "toxicity", "toxic", "hallucination", "hallucinated"),
            *("hallucinations", "regret", "fid", "edit_distance", "distance", "levenshtein"),
            *("bias", "refusal", "failures", "failed", "violation", "violations", "harmful"),
            *("wrong", "incorrect", "failure", "refused", "refusals", "timeout", "timeouts"),
            *("hallucinates", "mistake", "mistakes", "crash", "crashes"),
        ),
        LOWER,
    ),
}
SAY_NOTHING = ("score", "value", "metric", "measure", "number")
UNITS = ("ms", "s", "sec", "usd", "eur", "percent", "pct")
TURNED = ("neg", "negative", "minus", "inverse", "inverted", "reduction", "drop")


@dataclass(frozen=True, slots=True)
class Direction:
    """Which scores are better, and why that is believed.

    `by` is "user", "file" (a log says so), "name", "verdicts" (right or wrong), or "guess".
    """

    better: str
    by: str
    name: str | None = None

    @property
    def guessed(self) -> bool:
        """Whether nothing says so."""
        return self.by == "guess"


def add_direction(name: str, better: str) -> None:
    """Teach the table a metric: ``add_direction("my_distance", "lower")``."""
    if better not in (HIGHER, LOWER):
        raise ParameterError("better", "higher or lower", better)
    BETTER[_plain(name)] = better


def direction_of(name: str | None) -> str | None:
    """Return which scores of a metric are better, by its name; None if the name does not say.

    >>> [direction_of(name) for name in ("WER", "val loss", "bleu4", "1-wer", "score", "alpha")]
    ['lower', 'lower', 'higher', None, None, None]
    """
    if name is None:
        return None
    word = _plain(name)
    if word in BETTER:
        return BETTER[word]
    registered = None if word in SAY_NOTHING else _registered(word)
    if registered is not None:
        return registered
    words = [part.rstrip("0123456789") or part for part in word.split("_") if part]
    if word.startswith("1_") or any(part in TURNED for part in words):
        return None
    said = {BETTER[part] for part in words if part in BETTER}
    return said.pop() if len(said) == 1 else None


def shared_name(names: Sequence[str]) -> str | None:
    """Return the metric that all names of systems start or end with; None if there is none.

    >>> shared_name(["base_wer", "new_wer"]), shared_name(["val-loss.a", "val-loss.b"])
    ('wer', 'val_loss')
    >>> shared_name(["error_model_a", "error_model_b"]), shared_name(["gpt_4", "gpt_3"])
    (None, None)
    """
    words = [_plain(name).split("_") for name in names]
    shortest = min(map(len, words), default=0)
    if len({*names}) < 2 or shortest < 2:
        return None
    start, end = _shared(words), _shared([own[::-1] for own in words])[::-1]
    found = [run for run in (start, end) if len(run) < shortest and _is_metric(run)]
    return "_".join(found[0]) if len(found) == 1 else None


def _shared(words: Sequence[Sequence[str]]) -> list[str]:
    """Return the words that all begin with."""
    same = takewhile(lambda at: len({*at}) == 1, zip(*words, strict=False))
    return [at[0] for at in same]


def _is_metric(run: Sequence[str]) -> bool:
    """Whether words name a metric: with one of the table as the last, but for its unit."""
    named = [word.rstrip("0123456789") or word for word in run if word not in UNITS]
    ends = ("_".join(named[i:]) for i in range(len(named)))
    return any(end in BETTER for end in ends) and direction_of("_".join(run)) is not None


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.strip().lower()).strip("_")


def _registered(word: str) -> str | None:
    """Return the direction of a metric that is computed here under this name."""
    from claimwise.core.registry import names
    from claimwise.metrics.base import find_metric

    spelled = {_plain(name): name for name in names("metric")}
    if word not in spelled or word == "mean":
        return None
    try:
        return find_metric(spelled[word]).better
    except (ParameterError, ImportError, ValueError, TypeError):  # it needs options
        return None
