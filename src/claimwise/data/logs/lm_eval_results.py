"""The results file of lm-eval, beside the samples: who, which way is better, what was reported."""

from __future__ import annotations

import glob
import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claimwise.core import DataError, Note, assumed, caution, meaning
from claimwise.data.logs.build import agrees
from claimwise.data.logs.fields import at, kind_of, name, plain
from claimwise.data.logs.records import load

_STAMP = re.compile(r"_(\d{4}-\d\d-\d\dT[\d.-]+)$")
_STDERR = re.compile(r"_std_?err(,|$)")
# In this order: an adapter says more about a system than the model it sits on.
_MODEL_ARGS = ("peft", "delta", "pretrained", "model", "path", "engine")
MEANS = ("mean", "nanmean")
# How lm-eval aggregates a metric if the task does not say it.
_DEFAULTS = {
    "perplexity": "perplexity",
    "word_perplexity": "weighted_perplexity",
    "byte_perplexity": "weighted_perplexity",
    "bits_per_byte": "bits_per_byte",
}


@dataclass(frozen=True, slots=True)
class Results:
    """What a results file says; everything is optional, since older files say less."""

    path: Path | None = None
    content: Any = None

    def system(self) -> str | None:
        """Return the model's name."""
        named = name(at(self.content, "model_name"))
        arguments = at(self.content, "config.model_args")
        if named or not isinstance(arguments, str | dict):
            return named
        if isinstance(arguments, str):
            pairs = (part.partition("=") for part in arguments.split(","))
            arguments = {key.strip(): value for key, _, value in pairs}
        return next((found for k in _MODEL_ARGS if (found := name(arguments.get(k)))), None)

    def tasks(self) -> list[str]:
        """Return the tasks that were reported."""
        found = self.content.get("results") if isinstance(self.content, dict) else None
        return [plain(task) for task in found] if isinstance(found, dict) else []

    def has(self, task: str | None) -> bool:
        """Say whether the task was reported at all."""
        return bool(self._of("results", task))

    def higher(self, task: str | None, metric: str) -> bool | None:
        """Say whether higher is better for the reported number; None if nobody says."""
        declared = self._of("higher_is_better", task).get(metric)
        declared = self._listed(task, metric).get("higher_is_better", declared)
        return declared if isinstance(declared, bool) else None

    def aggregation(self, task: str | None, metric: str) -> str:
        """Return how the harness makes one number of the samples; a mean unless it is said."""
        declared = self._listed(task, metric).get("aggregation")
        if isinstance(declared, str):
            return declared if declared.isidentifier() else "a function of its own"
        return _DEFAULTS.get(metric, "mean")

    def scores(self, task: str | None) -> dict[str, float]:
        """Return the reported numbers, under ``metric,filter``; standard errors left out."""
        return {
            plain(key): float(value)
            for key, value in self._of("results", task).items()
            if kind_of(value) == "score" and not isinstance(value, bool) and not _STDERR.search(key)
        }

    def filters(self, task: str | None) -> list[str]:
        """Return the filters under which numbers were reported, in their order."""
        named = (key.partition(",")[2] for key in self.scores(task))
        return list(dict.fromkeys(name for name in named if name))

    def reported(self, task: str | None, metric: str, filter: str) -> float:
        """Return one reported number; NaN if there is none."""
        found = self.scores(task)
        return found.get(f"{metric},{filter}", found.get(metric, math.nan))

    def samples(self, task: str | None) -> int | None:
        """Return the number of samples that the reported numbers are made from."""
        count = self._of("n-samples", task).get("effective")
        return count if isinstance(count, int) and not isinstance(count, bool) else None

    def facts(self, task: str | None) -> dict[str, Any]:
        """Return what a reader of the comparison may want to know about the run."""
        whole = self.content if isinstance(self.content, dict) else {}
        shots = whole.get("n-shot")
        found = {
            "model_args": at(whole, "config.model_args"),
            "shots": shots.get(task) if isinstance(shots, dict) else None,
            "chat_template": whole.get("chat_template_sha"),
        }
        return {key: value for key, value in found.items() if isinstance(value, str | int | float)}

    def _of(self, section: str, task: str | None) -> dict[str, Any]:
        """Return a section's entry for a task (whose name may hold dots), or nothing."""
        found = self.content.get(section) if isinstance(self.content, dict) else None
        entry = found.get(task) if isinstance(found, dict) else None
        return entry if isinstance(entry, dict) else {}

    def _listed(self, task: str | None, metric: str) -> dict[str, Any]:
        listed = self._of("configs", task).get("metric_list")
        for entry in listed if isinstance(listed, list) else ():
            if isinstance(entry, dict) and entry.get("metric") == metric:
                return entry
        return {}


def results_beside(samples: Path) -> tuple[Results, list[Note]]:
    """Return the results file with the same time stamp, and a note if it cannot be read."""
    stamp = _STAMP.search(samples.stem)
    found = samples.parent.glob(f"*_{glob.escape(stamp[1])}.json") if stamp else ()
    for path in sorted(found, key=lambda p: (not p.name.startswith("results_"), p.name)):
        try:
            content = load(path, "the results file")
        except DataError:
            note = f"{path.name} next to the samples cannot be read; nothing was checked with it."
            return Results(), [assumed(note)]
        if isinstance(content, dict) and isinstance(content.get("results"), dict):
            return Results(path, content), []
    return Results(), []


def samples_beside(path: Path, who: str) -> Path:
    """Return the one file of samples that belongs to a results file."""
    stamp = _STAMP.search(path.stem)
    found = path.parent.glob(f"samples_*_{glob.escape(stamp[1])}.jsonl") if stamp else ()
    files = sorted(found)
    if len(files) == 1:
        return files[0]
    if files:
        listed = ", ".join(file.name for file in files)
        raise DataError(who, "one file of samples", listed, "Name the one to read.")
    raise DataError(
        who,
        "the scores of single samples",
        "totals only",
        "Run lm-eval with --log_samples and read the file samples_*.jsonl.",
    )


def task_of(samples: Path) -> str | None:
    """Return the task that a file name tells.

    >>> task_of(Path("samples_gsm8k_cot_2026-01-21T03-44-18.458309.jsonl"))
    'gsm8k_cot'
    """
    stem = _STAMP.sub("", samples.stem)
    return (plain(stem[8:]) or None) if stem.startswith("samples_") else None


def direction(results: Results, task: str | None, metric: str, *, pairs: bool) -> str | None:
    """Say which way the values of the samples are better: higher, lower, or None if unknown.

    What the harness declares holds for the number it reports. Perplexity is better when low,
    but the samples hold log-likelihoods, which are better when high.
    """
    higher, aggregation = results.higher(task, metric), results.aggregation(task, metric)
    if not pairs and aggregation == "perplexity":
        return "higher" if results.has(task) else None
    if higher is None or not (pairs or aggregation in (*MEANS, "median")):
        return None
    return "higher" if higher else "lower"


def check(
    results: Results, task: str | None, metric: str, filter: str, scores: list[float]
) -> list[Note]:
    """Compare the scores with what was reported; return what a reader must know."""
    if results.path is None or not results.has(task):
        return []
    aggregation = results.aggregation(task, metric)
    notes = [] if aggregation in MEANS else [_no_mean(metric, aggregation)]
    effective, reported = results.samples(task), results.reported(task, metric, filter)
    if effective is not None and effective != len(scores):
        return [
            *notes,
            caution(
                f"{metric}: the file holds {len(scores):,} of the {effective:,} samples that "
                f"{results.path.name} reports on; its {reported:g} could not be checked."
            ),
        ]
    finite = [score for score in scores if not math.isnan(score)]
    whole = len(finite) == len(scores) or aggregation == "nanmean"
    known = aggregation in (*MEANS, "perplexity") and not math.isnan(reported)
    if not finite or not whole or not known:
        return notes
    mean = math.fsum(finite) / len(finite)
    ours = math.exp(min(-mean, 700.0)) if aggregation == "perplexity" else mean
    remedy = " Do both belong to the same run?"
    return notes + agrees(f"{metric}: the samples", ours, results.path.name, reported, remedy)


def _no_mean(metric: str, aggregation: str) -> Note:
    if aggregation == "perplexity":
        return meaning(
            f"{metric}: the samples hold log-likelihoods (higher is better); lm-eval reports "
            "exp(-mean) of them (lower is better)."
        )
    return meaning(
        f"{metric}: lm-eval does not report the mean of the samples but {aggregation}; "
        "a comparison of means answers another question."
    )
