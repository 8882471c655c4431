"""Every kind of question that the page asks: its form, and the function that answers it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from claimwise import kinds
from claimwise.verbs import Verb
from claimwise.verbs.compare import GOLD_FORM, SCORES_FORM
from claimwise.verbs.judgements import JUDGEMENTS
from claimwise.verbs.ratings import RATINGS
from claimwise.web import study_models as study
from claimwise.web.fields import Options
from claimwise.web.kind_models import model_of, name_of


@dataclass(frozen=True, slots=True)
class Kind:
    """One form: where it stands, what it asks, and what it calls."""

    view: str
    name: str
    title: str
    question: str
    model: type[Options]
    function: str | Callable[..., Any]  # such as plan.accuracy within claimwise
    command: tuple[str, ...]  # such as plan accuracy
    exact: bool = False  # answered at once, while one drags
    streams: bool = False  # simulated: partial answers come while one waits
    result: str = ""  # attribute of what the function returns that is the Result
    declared: bool = False  # about a study, which is a text
    # Which systems are compared: a title, and the fields that then name them.
    ways: Mapping[str, Sequence[str]] = field(default_factory=dict, hash=False)
    # What texts stand for, by field.
    reads: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict, hash=False)

    @property
    def key(self) -> str:
        """Return the name that no other kind has."""
        return f"{self.view}/{self.name}"


def _form(view: str, name: str, verb: Verb, called: str, **more: Any) -> Kind:
    """Return the form of a verb; `called` is what the description of the API calls it."""
    reads = {name_of(one): one.reads for one in verb.fields if one.reads is not None}
    return Kind(
        view,
        name,
        verb.title,
        verb.question,
        model_of(verb, called),
        verb.path,
        verb.words,
        result=verb.result,
        ways=verb.ways,
        reads=reads,
        **more,
    )


def _plan(kind: kinds.Plan) -> Kind:
    called = f"{kind.name.title()}Plan"
    return _form("plan", kind.name, kind, called, exact=kind.exact, streams=not kind.exact)


def _about_study(verb: Verb) -> Kind:
    name = verb.words[-1]
    model = study.MODELS[name]
    return Kind(
        "study", name, verb.title, verb.question, model, verb.path, verb.words, declared=True
    )


PLANS = [_plan(kinds.find_plan(name)) for name in kinds.plans()]
RESPONSES = next(plan for plan in PLANS if plan.name == "responses")
KINDS: tuple[Kind, ...] = (
    *PLANS,
    _form("compare", "compare", SCORES_FORM, "Compare"),
    _form("ratings", "ratings", RATINGS, "Ratings"),
    _form("ratings", "judgements", JUDGEMENTS, "Judgements"),
    _form("responses", "compare", GOLD_FORM, "Gold"),
    replace(RESPONSES, view="responses", name="plan", title="Plan"),
    *(_about_study(verb) for verb in study.VERBS),
)

BY_KEY = {kind.key: kind for kind in KINDS}
VIEWS = ("plan", "compare", "ratings", "responses", "study")
