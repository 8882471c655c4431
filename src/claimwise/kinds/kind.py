"""What a kind of study is: its plans, and what study.toml can declare of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from claimwise.core import Note
from claimwise.core.field import AUTO, Field
from claimwise.verbs.verb import Verb, later

if TYPE_CHECKING:
    from claimwise.study.declaration import Comparison, Study

When = Callable[["Study", "Comparison"], bool]


@dataclass(frozen=True, slots=True)
class Need:
    """Any one of these, each a key or several that belong together: ``sd``, ``sd_a sd_b``.

    `when` says of which studies it is asked; a world counts only if it is one of the user's own,
    which has a difference in it.
    """

    any_of: tuple[str, ...]
    section: str = "assumptions"
    when: When | None = None


def clustered(study: Study, comparison: Comparison) -> bool:
    """Whether the items come in clusters."""
    return study.cluster is not None


def of_single_items(study: Study, comparison: Comparison) -> bool:
    """Whether the items do not come in clusters."""
    return study.cluster is None


def assuming(*keys: str) -> When:
    """Return whether a comparison assumes one of these."""
    return lambda study, comparison: any(
        comparison.assumptions.get(key) is not None for key in keys
    )


SECTIONS = ("data", "procedure", "assumptions")  # of study.toml, in which a kind has keys
SCORES = "scores"
Hook = Callable[..., Any]  # takes the study and a comparison, and what stands beside it

PLANNED = later("study.planning:plan")
ASSESSED = later("study.assessing:assess")
FOUND = later("study.assessing:found")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan(Verb):
    """One command of a kind: what is asked of its plan."""

    function: str | Callable[..., Any] = ""  # that of its name, among the plans
    simulates: bool = True
    # Whether it is computed at once unless a field simulates; it then has curves around it, if
    # its plan can solve for something.
    exact: bool = False
    # Values of options with which a study without a varied number has a figure as well.
    drawn: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    varied: str = "--n 200:4000:200"  # an example of what gives a curve

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the command."""
        return ("plan", self.name)

    @property
    def curved(self) -> bool:
        """Whether a single study has curves around it."""
        return self.exact and any(one.name == "solve" for one in self.fields)

    @property
    def path(self) -> str | Callable[..., Any]:
        """What answers, within claimwise."""
        return self.function or f"plan.{self.name}"


def no_remarks(study: Study, comparison: Comparison) -> tuple[Note, ...]:
    """Return nothing."""
    return ()


def nothing(study: Study, comparison: Comparison, *_: Any) -> dict[str, Any]:
    """Return nothing besides."""
    return {}


@dataclass(frozen=True, kw_only=True, eq=False)
class Kind:
    """One kind of study: accuracy, means, preference, ratings, ...

    A declared comparison is planned with the keys that fields of its plan have in study.toml, and
    assessed by `compare` with those that `compare` has, unless a hook says otherwise.
    """

    name: str
    about: str
    title: str = ""  # on the page; without it that of its plan
    words: str = ""  # what it is a study of, where its name does not read well there
    plans: tuple[Plan, ...]
    # Keys of study.toml that the plan does not have, or that are otherwise there.
    keys: tuple[Field, ...] = ()
    claims: tuple[str, ...] = ("difference", "superiority")
    needs: tuple[Need, ...] = ()  # what it cannot be planned without
    metric: str | None = None  # what is compared where no metric is named
    # How the data may be looked at before the end: by looks at the scores ("scores"), by the
    # p-value alone ("pvalue"), or not at all.
    looks: str | None = None
    solves: bool = True  # whether the power can be had alone, without what is searched for
    graded: bool = False  # whether its scores have a direction that their name may not tell
    reads: str = SCORES  # what data are: scores, or outputs that are text or label
    separate: Callable[[Study], bool] = lambda study: False  # whether items are each system's own
    # Which of the plans a comparison has; the first, if nothing is said.
    by: Callable[[Study, Comparison], Plan] | None = None
    # What the procedure takes where it does not say it: a test, a model, resamples.
    usual: Hook = nothing
    # Which scores are better where a comparison does not say so; without it, higher ones.
    better: Hook | None = None
    # What a plan, and what `compare`, take besides or otherwise; None for what they do not take.
    to_plan: Hook = nothing  # these know what the plan would take
    to_compare: Hook = nothing
    remarks: Hook = no_remarks  # what a plan does not know, said beside it
    plan: Hook = PLANNED
    assess: Hook = ASSESSED
    # What data hold, to be laid beside the declaration; without it deviations are not known.
    found: Hook | None = FOUND

    @property
    def called(self) -> str:
        """What a study of this kind is called in a sentence."""
        return f"a study of {self.words or self.name}"

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """What study.toml can say: keys of the plans, then those that they do not have."""
        own = {one.name: one for one in self.keys}
        several = reversed(self.plans)  # the first says it where they differ
        planned = {one.name: one for plan in several for one in plan.fields if one.place}
        return tuple((planned | own).values())

    def needed(self, field: Field) -> bool:
        """Whether no study of this kind can be planned without a key."""
        alone = [need for need in self.needs if need.when is None and len(need.any_of) == 1]
        return any((need.section, need.any_of[0]) == (field.section, field.key) for need in alone)

    def sought(self, solve: str | None) -> set[str]:
        """Return the names of fields that a plan does not take when it looks for something."""
        return {
            one.name
            for plan in self.plans
            for one in plan.fields
            for way in [one.shown_when]
            if isinstance(way, Mapping) and solve not in (None, *way.get("solve", [solve]))
        }

    def offered(self, field: Field) -> bool:
        """Whether a new declaration offers a key that nobody gave: it is needed, or common.

        What is asked of some studies alone, such as of an unpaired one, is not.
        """
        common = field.main and field.example is not None
        return self.needed(field) or (common and self._usual(field))

    def _usual(self, field: Field) -> bool:
        """Whether a field is asked where every other one has its default."""
        defaults = {one.name: AUTO if one.free else one.default for one in self.fields}
        when = field.shown_when
        ways = [when] if isinstance(when, Mapping) else when
        return not ways or any(
            all(defaults.get(name) in values for name, values in way.items() if name in defaults)
            for way in ways
        )

    @property
    def data(self) -> dict[str, Field]:
        """The keys of [data]: its sizes, and how the data are read."""
        return self.sections["data"]

    @property
    def procedure(self) -> dict[str, Field]:
        """The keys of [procedure]: how the claim is decided, in plan and analysis."""
        return self.sections["procedure"]

    @property
    def assumptions(self) -> dict[str, Field]:
        """The keys of [assumptions], which each comparison may say otherwise."""
        return self.sections["assumptions"]

    @cached_property
    def sections(self) -> dict[str, dict[str, Field]]:
        """The keys of each section, with their fields."""
        return {
            section: {one.key: one for one in self.fields if one.section == section}
            for section in SECTIONS
        }
