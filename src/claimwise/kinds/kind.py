"""What a kind of study is called, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from claimwise.verbs.verb import Verb


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind(Verb):
    """One kind of study: what is asked of its plan."""

    function: str = ""  # that of its name, among the plans
    simulates: bool = True
    # Whether it is computed at once unless a field simulates; it then has curves around it.
    exact: bool = False
    # Values of options with which a study without a varied number has a figure as well.
    drawn: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    varied: str = "--n 200:4000:200"  # an example of what gives a curve

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the command."""
        return ("plan", self.name)

    @property
    def path(self) -> str:
        """What answers, within claimwise."""
        return self.function or f"plan.{self.name}"
