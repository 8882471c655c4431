"""The folder of a HELM run: its statistics, and what the files beside them say."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from claimwise.core import DataError, Note, assumed, dropped
from claimwise.data.logs.fields import at, fingerprint, identity, label, name
from claimwise.data.logs.helm_stats import perturbation_of, stats_of
from claimwise.data.logs.records import JsonStream, load
from claimwise.data.logs.sniff import PER_INSTANCE

_STATE, _TOTALS = "scenario_state.json", "stats.json"
LARGEST_STATE = 1 << 28  # bytes; beyond that the identity of instances is not checked
Prints = Mapping[tuple[str, str, str], Mapping[str, str | None]]


@dataclass(frozen=True, slots=True)
class Run:
    """One run."""

    stats: Path  # per_instance_stats.json
    spec: Any
    system: str
    dataset: str | None
    notes: list[Note] = field(default_factory=list)

    def facts(self) -> dict[str, Any]:
        """Return what a reader of the comparison may want to know about the run."""
        found = {
            "run": at(self.spec, "name"),
            "method": at(self.spec, "adapter_spec.method"),
            "shots": at(self.spec, "adapter_spec.max_train_instances"),
        }
        return {key: value for key, value in found.items() if isinstance(value, str | int)}

    def reported(self, metric: str, split: str | None) -> float:
        """Return the mean in stats.json, of instances that were not perturbed; or NaN."""
        path = self.stats.with_name(_TOTALS)
        if not path.is_file():
            return math.nan
        try:
            content = load(path, _TOTALS)
            stats = list(stats_of({"stats": content}, _TOTALS, path.name))
        except DataError:
            return math.nan
        changed = [at(entry, "name.perturbation") for entry in content]
        for stat, perturbation in zip(stats, changed, strict=True):
            if stat.name == metric and stat.split == split and not isinstance(perturbation, dict):
                return stat.mean
        return math.nan


def open_run(path: Path, who: str) -> Run:
    """Find the files of a run from its folder or from one of its files."""
    folder = path if path.is_dir() else path.parent
    named = path.name in (PER_INSTANCE, _STATE, _TOTALS) or path.is_dir()
    stats = folder / PER_INSTANCE if named else path
    if not stats.is_file():
        raise DataError(who, f"the file {PER_INSTANCE}", f"none in {folder}", "Copy the whole run.")
    spec, notes = _beside(folder / "run_spec.json")
    scenario, more = _beside(folder / "scenario.json")
    called = name(at(spec, "name"))
    return Run(
        stats,
        spec,
        system=name(at(spec, "adapter_spec.model")) or folder.resolve().name or "unnamed model",
        dataset=_dataset(called) if called else name(at(scenario, "name")),
        notes=notes + more,
    )


def instances_beside(run: Run) -> tuple[Prints, list[Note]]:
    """Return fingerprints of the instances, if the file that tells them is there and not huge."""
    path = run.stats.with_name(_STATE)
    prints: dict[tuple[str, str, str], Mapping[str, str | None]] = {}
    try:
        if path.stat().st_size > LARGEST_STATE:
            said = f"{_STATE} is large: the identity of the instances was not checked."
            return {}, [assumed(said)]
        with path.open(encoding="utf-8-sig", newline="") as file:
            stream = JsonStream(file, _STATE)
            for key in stream.members():
                if key == "request_states" and stream.peek() == "[":
                    for state in stream.items():
                        found, told = _identity(state)
                        if found is not None:
                            prints.setdefault(found, told)
                else:
                    stream.value()
    except OSError:
        return {}, [assumed(f"Without {_STATE} the identity of the instances cannot be checked.")]
    except DataError:
        said = f"{_STATE} cannot be read: the identity of the instances was not checked."
        return {}, [assumed(said)]
    return prints, []


def _identity(
    state: Any,
) -> tuple[tuple[str, str, str] | None, Mapping[str, str | None]]:
    item, instance = identity(at(state, "instance.id")), at(state, "instance")
    if item is None or not isinstance(instance, dict):
        return None, {}
    references, right = instance.get("references"), []
    for reference in references if isinstance(references, list) else ():
        tags = at(reference, "tags")
        if isinstance(tags, list) and "correct" in tags:
            right.append(str(at(reference, "output.text")))
    text, prompt = name(at(instance, "input.text")), name(at(state, "request.prompt"))
    told = {
        "doc": fingerprint(text) if text else None,
        "target": fingerprint(json.dumps(sorted(right))) if right else None,
        "prompt": fingerprint(prompt) if prompt else None,
    }
    trial = label(at(state, "train_trial_index")) or "0"
    return (item, trial, perturbation_of(instance).suffix), told


def _dataset(called: str) -> str:
    """Return a run's name without the model and without how it was asked.

    >>> _dataset("mmlu:subject=philosophy,method=multiple_choice_joint,model=openai_gpt2")
    'mmlu:subject=philosophy'
    >>> _dataset("narrative_qa:model=openai_gpt2")
    'narrative_qa'
    """
    scenario, _, arguments = called.partition(":")
    first = [a for a in arguments.split(",") if a and not a.startswith(("model=", "method="))][:1]
    return ":".join([scenario.split(",")[0], *first])


def _beside(path: Path) -> tuple[Any, list[Note]]:
    if not path.is_file():
        return None, []
    try:
        return load(path, path.name), []
    except DataError:
        return None, [dropped(f"{path.name} cannot be read; nothing was taken from it.")]
