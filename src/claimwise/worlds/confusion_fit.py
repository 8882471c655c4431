"""From a pilot with gold labels to confusion tables."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from claimwise.core import (
    DataError,
    Note,
    ParameterError,
    assumed,
    caution,
    check_number,
    inferred,
    option,
)
from claimwise.data.outputs import Outputs
from claimwise.kernels.arrays import Floats
from claimwise.worlds.confusion import ConfusionTables
from claimwise.worlds.confusion_file import toml_of

WHO = "fit confusion"


@dataclass(frozen=True, slots=True, eq=False)
class ConfusionPilot:
    """Counts of gold labels and of what two systems said, and the tables that they give."""

    tables: ConfusionTables
    counts: Floats  # (classes, classes, classes), with what smoothing added
    a: str
    b: str
    n: int
    notes: tuple[Note, ...]

    def toml(self, head: tuple[str, ...] = ()) -> str:
        """Return the file for a plan."""
        known = self.tables
        return toml_of(
            known.classes,
            known.prior,
            self.counts,
            counts=True,
            positive=known.positive,
            notes=(*head, *self.notes),
        )


def fit_confusion(
    outputs: Outputs, a: str, b: str, *, smooth: float = 0.0, positive: str | None = None
) -> ConfusionPilot:
    """Return the confusion tables of two systems on a pilot.

    Parameters
    ----------
    outputs : Outputs
        Gold labels, and the labels that each system gave.
    a, b : str
        Baseline and candidate.
    smooth : float, default 0
        Added to the count of every cell, so that what the pilot did not show is possible. The
        shares of the classes stay those of the pilot.
    positive : str, optional
        The class that binary scores look for.
    """
    added = check_number("smooth", smooth)
    if added < 0:
        raise ParameterError("smooth", "a number from 0 on", f"{added:g}")
    if outputs.gold is None:
        raise DataError(WHO, "gold labels", "none in these data")
    gold = [str(label) for label in outputs.gold]
    said = [[str(label) for label in outputs.predicted[system]] for system in (a, b)]
    classes = sorted(set(gold))
    place = {label: i for i, label in enumerate(classes)}
    for system, labels in zip((a, b), said, strict=True):
        for i, label in enumerate(labels):
            if label not in place:
                raise DataError(
                    WHO,
                    "predicted labels that occur among the gold labels",
                    f"{label!r} of {system} at {outputs.name(i)}",
                    f"The gold labels are {', '.join(classes)}.",
                )
    codes = [np.array([place[label] for label in labels]) for labels in (gold, *said)]
    k = len(classes)
    counts = np.zeros((k, k, k))
    np.add.at(counts, tuple(codes), 1.0)
    sizes = counts.sum(axis=(1, 2))
    counts += added
    shares = counts / counts.sum(axis=(1, 2), keepdims=True)
    tables = ConfusionTables.of(classes, sizes / sizes.sum(), shares, positive)
    notes = _notes(classes, sizes, counts, added)
    if outputs.cluster is not None:
        notes += (
            caution(
                f"The items come in {outputs.clusters:,} clusters, which a plan from these tables "
                "does not know: the true power is most likely lower."
            ),
        )
    return ConfusionPilot(tables, counts, a, b, outputs.n, notes)


def _notes(classes: list[str], sizes: Floats, counts: Floats, added: float) -> tuple[Note, ...]:
    """Say what a reader of the tables should know of them."""
    notes = []
    empty = int((counts == 0).sum())
    if empty:
        notes.append(
            assumed(
                f"{empty} of {counts.size} cells have no items and are kept as impossible; "
                + option("smooth", 0.5)
                + " makes them rare instead."
            )
        )
    if added:
        notes.append(assumed(f"{added:g} was added to every cell."))
    rare = int(np.argmin(sizes))
    rarest = f"The rarest class, {classes[rare]!r}, has {sizes[rare]:.0f} items."
    notes.append(inferred(rarest))
    return tuple(notes)
