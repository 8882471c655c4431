"""The bridge to sacrebleu: it counts n-grams and edits sentence by sentence, we add them up.

sacrebleu is an extra and slow to load, so it is imported when a metric of texts is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from claimwise.core import Note, ParameterError, caution
from claimwise.kernels.arrays import Floats
from claimwise.metrics.base import Metric
from claimwise.metrics.items import BadItem, references_of, texts_of

KEPT = 10_000  # items whose references are kept; n-grams of more would fill the memory
TOKENISED = 100  # lines that end in a full stop of its own, from which on a note is made


class Sacre:
    """The statistics of one of sacrebleu's metrics, with the references of one corpus kept.

    Systems are measured one after the other against the same references, whose n-grams are counted
    once. Those of a large corpus are counted again for each system, block by block. What is kept
    never travels to other processes.
    """

    def __init__(self, name: str, kind: str, options: Mapping[str, Any]) -> None:
        """Say which of sacrebleu's metrics, BLEU, CHRF or TER, with which of its options."""
        self.name, self.kind, self.options = name, kind, dict(options)
        self._kept: tuple[Any, Any] | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Return what travels."""
        return {**self.__dict__, "_kept": None}

    def tool(self, references: list[tuple[str, ...]] | None = None) -> Any:
        """Return sacrebleu's metric; with references (one tuple for each place) it keeps them."""
        maker = getattr(_sacrebleu(self.name), self.kind)
        # BLEU warns on standard error of texts that look tokenised; we make a note of it.
        force = {"force": True} if self.kind == "BLEU" else {}
        try:
            tool = maker(**self.options, **force, references=references)
        except (Exception, SystemExit) as error:  # tokenizers need packages and models of others
            lines = [line.strip().rstrip(".:") for line in f"{error}".splitlines()]
            first = next((line for line in lines if line), repr(error))
            raise ParameterError(
                f"metric {self.name}", "what sacrebleu needs for these options", first
            ) from error
        if not callable(getattr(tool, "_extract_corpus_statistics", None)):
            raise ParameterError(
                f"metric {self.name}",
                "a sacrebleu with statistics of each sentence",
                f"version {_version()} without",
                "Install another with: pip install 'claimwise[text]'.",
            )
        return tool

    def with_references(self, gold: Sequence[Any]) -> Any:
        """Return the tool that knows these references, the kept one if it does."""
        if self._kept is None or self._kept[0] is not gold:
            found = _as_many(references_of(gold))
            self._kept = gold, self.tool(list(zip(*found, strict=True)))
        return self._kept[1]

    def item_stats(self, gold: Sequence[Any], predicted: Sequence[Any]) -> Floats:
        """Return sacrebleu's statistics of each sentence."""
        texts = texts_of(predicted)
        if len(gold) <= KEPT:
            rows = self.with_references(gold)._extract_corpus_statistics(texts, None)
            return np.asarray(rows, dtype=np.float64)
        tool, references = self.tool(), _as_many(references_of(gold))
        parts = []
        for start in range(0, len(gold), KEPT):
            here = slice(start, start + KEPT)
            some = list(zip(*references[here], strict=True))
            parts.append(np.asarray(tool._extract_corpus_statistics(texts[here], some)))
        return np.concatenate(parts).astype(np.float64)

    def signature(self, gold: Sequence[Any]) -> str:
        """Return sacrebleu's signature, after the name under which it prints the score."""
        name = {"BLEU": "BLEU", "TER": "TER"}.get(self.kind)
        if name is None:
            name = f"chrF{self.options['beta']}" + "+" * self.options["word_order"]
        if len(gold) <= KEPT:
            return f"{name}|{self.with_references(gold).get_signature()}"
        first = _as_many(references_of(gold))[0]
        return f"{name}|{self.tool([(text,) for text in first]).get_signature()}"


def _as_many(references: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return the references if every item has as many."""
    for place, texts in enumerate(references):
        if len(texts) != len(references[0]):
            needs = f"as many references for every item as for the first ({len(references[0])})"
            raise BadItem(place, needs, f"{len(texts)}", gold=True)
    return references


def text_metric(
    name: str,
    kind: str,
    options: Mapping[str, Any],
    score: Callable[[Floats], Floats],
    *,
    better: str = "higher",
    highest: float = 100.0,
) -> Metric:
    """Return a metric of sacrebleu's statistics and a score of our own, which takes many sums."""
    sacre = Sacre(name, kind, options)
    sacre.tool()  # whatever it refuses is refused before any file is read
    metric = Metric(name, "text", better, sacre.item_stats, score, limits=(0, highest))
    return replace(metric, bind=_Bind(sacre, metric))


class _Bind:
    """Adds the signature, which says how many references there are, and notes."""

    def __init__(self, sacre: Sacre, metric: Metric) -> None:
        self.sacre, self.metric = sacre, metric

    def __call__(self, gold: Sequence[Any], predicted: Mapping[str, Sequence[Any]]) -> Metric:
        signature = self.sacre.signature(gold)
        notes = _tokenised(predicted) if self.sacre.kind == "BLEU" else ()
        if self.sacre.options.get("tokenize") == "none":
            notes = ()
        return replace(self.metric, signature=signature, notes=notes)


def _tokenised(predicted: Mapping[str, Sequence[Any]]) -> tuple[Note, ...]:
    """Note the first system whose texts look tokenised: BLEU would split them a second time."""
    for system, texts in predicted.items():
        found = sum(str(text).rstrip().endswith(" .") for text in texts)
        if found >= TOKENISED:
            note = caution(
                f"{found:,} lines of {system} end in a full stop after a space, so its texts look "
                "tokenised. BLEU tokenises them again; bleu:tokenize=none takes them as they are."
            )
            return (note,)
    return ()


def _sacrebleu(name: str) -> Any:
    """Return the module of sacrebleu's metrics."""
    try:
        import sacrebleu.metrics
    except ImportError as error:
        raise ParameterError(
            f"metric {name}",
            "the package sacrebleu",
            "none",
            "Install it with: pip install 'claimwise[text]'.",
        ) from error
    return sacrebleu.metrics


def _version() -> str:
    from importlib.metadata import version

    return version("sacrebleu")
