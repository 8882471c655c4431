"""The account of how an answer was found, as it is put together: sentences and references."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from claimwise.report.citations import CLUSTERS, SAME_ITEMS, Procedure, cite

# What is said of items, and what holds of clusters that are drawn and swapped as a whole.
OF_CLUSTERS = (
    (SAME_ITEMS, f"{CLUSTERS} Both systems answered the same items."),
    ("swapped at random on each item", "swapped at random on each cluster as a whole"),
    ("swaps the answers of both systems on whole items", "swaps the answers in whole clusters"),
    ("could be swapped on every item", "could be swapped on every cluster"),
    ("items drawn anew", "clusters drawn anew"),
    ("the jackknife's standard error", "the jackknife's standard error, clusters left out in turn"),
)


class Told:
    """The sentences of the paragraph and the references in the order in which they are cited."""

    def __init__(self) -> None:
        """Begin with nothing said."""
        self.said: list[str] = []
        self.references: dict[str, None] = {}
        self.assumed: dict[str, None] = {}

    def cited(self, *references: str) -> str:
        """Return the citations in brackets, and keep their references."""
        self.references |= dict.fromkeys(references)
        return f" ({'; '.join(cite(r) for r in references)})" if references else ""

    def procedure(
        self,
        start: str,
        name: str,
        known: Mapping[str, Procedure],
        *,
        clusters: bool = False,
        beside: bool = False,
    ) -> None:
        """Say that a procedure was used, and what it does.

        `clusters` are drawn and swapped as a whole; what is shown `beside` the answer assumes
        nothing for it.
        """
        found = known.get(name)
        if found is None:
            self.said.append(f"{start} {name}.")
            return
        found = of_clusters(found) if clusters else found
        self.said.append(f"{start} {name}: {found.does}{self.cited(*found.references)}.")
        if found.assumes and not beside:
            self.assumed[found.assumes] = None


def of_clusters(procedure: Procedure) -> Procedure:
    """Return a procedure in the words that hold where clusters take the place of items."""
    does, assumes = procedure.does, procedure.assumes
    for items, clusters in OF_CLUSTERS:
        does, assumes = does.replace(items, clusters), assumes.replace(items, clusters)
    return replace(procedure, does=does, assumes=assumes)
