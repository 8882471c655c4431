"""How an answer was reached: sentences, whom to cite, and what is taken for granted."""

from __future__ import annotations

from dataclasses import dataclass, field

from claimwise.core import described
from claimwise.core.procedure import OF_CLUSTERS
from claimwise.core.references import cite


@dataclass(slots=True)
class Account:
    """Sentences on the method, references in the order in which they are cited, assumptions."""

    sentences: list[str] = field(default_factory=list)
    references: dict[str, None] = field(default_factory=dict)
    assumed: dict[str, None] = field(default_factory=dict)

    def say(self, sentence: str) -> None:
        """Add a sentence, once."""
        if sentence not in self.sentences:
            self.sentences.append(sentence)

    def assume(self, sentence: str) -> None:
        """Add an assumption, once."""
        self.assumed[sentence] = None

    def cited(self, *references: str) -> str:
        """Return the citations in brackets, and keep their references."""
        self.references |= dict.fromkeys(references)
        return f" ({'; '.join(cite(r) for r in references)})" if references else ""

    def procedure(
        self,
        start: str,
        kind: str,
        name: str,
        *,
        does: str | None = None,
        clusters: bool = False,
        aside: bool = False,
    ) -> None:
        """Say that a procedure was used, and what it does: as it says itself, or as said here.

        `clusters` are drawn and swapped as a whole; what stands `aside` of the answer assumes
        nothing for it.
        """
        used = described(kind, name)
        if used is None:
            self.say(f"{start} {name}.")
            return
        does = does or (clusters and used.of_clusters) or used.does
        self.say(f"{start} {name}: {does}{self.cited(*used.references)}.")
        for sentence in () if aside else used.assumes:
            self.assume(OF_CLUSTERS.get(sentence, sentence) if clusters else sentence)
