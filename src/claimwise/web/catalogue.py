"""Every kind of question that the page asks: its form, and the function that answers it."""

from __future__ import annotations

from dataclasses import dataclass

from claimwise.web import data_models as data
from claimwise.web import fit_models as fits
from claimwise.web import plan_models as exact
from claimwise.web import rater_models as raters
from claimwise.web import simulated_models as simulated
from claimwise.web import study_models as study
from claimwise.web.fields import Options


@dataclass(frozen=True, slots=True)
class Kind:
    """One form: where it stands, what it asks, and what it calls."""

    view: str
    name: str
    title: str
    question: str
    model: type[Options]
    function: str  # within claimwise, such as plan.accuracy
    command: tuple[str, ...]  # such as plan accuracy
    exact: bool = False  # answered at once, while one drags
    streams: bool = False  # simulated: partial answers come while one waits
    result: str = ""  # attribute of what the function returns that is the Result
    declared: bool = False  # about a study, which is a text

    @property
    def key(self) -> str:
        """Return the name that no other kind has."""
        return f"{self.view}/{self.name}"


def _plan(
    name: str, title: str, question: str, model: type[Options], *, exact: bool = False
) -> Kind:
    return Kind(
        "plan",
        name,
        title,
        question,
        model,
        f"plan.{name}",
        ("plan", name),
        exact=exact,
        streams=not exact,
    )


KINDS: tuple[Kind, ...] = (
    _plan(
        "accuracy",
        "Accuracy, same items",
        "Two systems answer the same items, right or wrong: what could the study show?",
        exact.Accuracy,
        exact=True,
    ),
    _plan(
        "proportions",
        "Accuracy, different items",
        "Two systems answer different items, right or wrong: what could the study show?",
        exact.Proportions,
        exact=True,
    ),
    _plan(
        "preference",
        "Preference",
        "Unrelated judges prefer one of two systems: what could the study show?",
        exact.Preference,
        exact=True,
    ),
    _plan(
        "means",
        "Mean scores",
        "Two systems get a graded score for each item: what could the study show?",
        exact.Means,
        exact=True,
    ),
    _plan(
        "bleu",
        "BLEU",
        "Two systems translate the same sentences: what could a difference in BLEU show?",
        simulated.Bleu,
    ),
    _plan(
        "chrf",
        "chrF",
        "Two systems translate the same sentences: what could a difference in chrF show?",
        simulated.Chrf,
    ),
    _plan(
        "f1",
        "F1",
        "Two systems label the same items: what could a difference in F1 show?",
        simulated.F1,
    ),
    _plan(
        "ratings",
        "Ratings",
        "Raters rate what two systems made: what could the study show?",
        raters.RatingPlan,
    ),
    _plan(
        "judgements",
        "Judgements",
        "Raters compare two systems head to head, several items each: what could the study show?",
        raters.JudgementPlan,
    ),
    _plan(
        "responses",
        "Responses",
        "Gold and systems answer each item several times: how many items, how many answers?",
        raters.ResponsePlan,
    ),
    _plan(
        "pilot",
        "Like my pilot",
        "You have a pilot: what could a larger study like it show?",
        simulated.PilotPlan,
    ),
    Kind(
        "compare",
        "compare",
        "Compare",
        "Is B better than A?",
        data.Compare,
        "compare",
        ("compare",),
    ),
    Kind(
        "ratings",
        "ratings",
        "Ratings",
        "What do the raters say?",
        fits.RatingsFit,
        "ratings.fit",
        ("ratings",),
        result="result",
    ),
    Kind(
        "ratings",
        "judgements",
        "Judgements",
        "Which system do raters prefer, head to head?",
        fits.JudgementsFit,
        "judgements.fit",
        ("judgements",),
        result="result",
    ),
    Kind(
        "responses",
        "compare",
        "Against gold answers",
        "Several answers to each item: which system is nearer to the gold answers?",
        data.Gold,
        "compare",
        ("compare",),
    ),
    Kind(
        "responses",
        "plan",
        "Plan",
        "How many items, and how many answers to each?",
        raters.ResponsePlan,
        "plan.responses",
        ("plan", "responses"),
        streams=True,
    ),
    Kind(
        "study",
        "new",
        "New study",
        "What will be compared, and what is assumed?",
        study.New,
        "study.declare",
        ("study", "new"),
        declared=True,
    ),
    Kind(
        "study",
        "check",
        "Check",
        "Is the study complete, consistent, frozen and powered?",
        study.Check,
        "study.read",
        ("study", "check"),
        declared=True,
    ),
    Kind(
        "study",
        "power",
        "Power",
        "What could the study show, by the analysis that it declares?",
        study.Power,
        "study.read",
        ("study", "power"),
        declared=True,
    ),
    Kind(
        "study",
        "assess",
        "Assess",
        "What do the data show about the claims, by what was declared?",
        study.Assess,
        "study.read",
        ("study", "assess"),
        declared=True,
    ),
)

BY_KEY = {kind.key: kind for kind in KINDS}
VIEWS = ("plan", "compare", "ratings", "responses", "study")
