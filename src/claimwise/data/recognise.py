"""What a table is about: scores, ratings, judgements, several answers, published comparisons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from claimwise.core import DataError, Words, option
from claimwise.data.columns import Table, kind
from claimwise.data.role_names import (
    OF_ANSWERS,
    OF_JUDGEMENTS,
    OF_RATINGS,
    OF_SCORES,
    OF_SURVEYS,
    ROLES,
    plain,
)
from claimwise.data.roles import Roles, Sample, assign, find_roles

ANSWERS, JUDGEMENTS, RATINGS, SCORES = "answers", "judgements", "ratings", "scores"
SURVEY = "survey"
WANTED = {
    ANSWERS: OF_ANSWERS,
    JUDGEMENTS: OF_JUDGEMENTS,
    RATINGS: OF_RATINGS,
    SCORES: OF_SCORES,
    SURVEY: OF_SURVEYS,
}
GOLD = ("gold", "reference", "human", "truth")  # names of the gold standard that need no telling
RIGHT_OR_WRONG = {"0", "1", "0.0", "1.0"}


@dataclass(frozen=True, slots=True)
class Recognised:
    """What a table is about, why, and its columns by role."""

    about: str
    why: str
    roles: Roles


def recognise(table: Table, columns: Mapping[str, str] | None = None) -> Recognised:
    """Return what a table is about: the first question whose columns are all there."""
    columns = columns or {}
    about, why = _about(table, columns)
    own = {role: name for role, name in columns.items() if role in WANTED[about]}
    return Recognised(about, why, find_roles(table, own or None, WANTED[about]))


def refuse_other_questions(table: Table) -> None:
    """Refuse a table that is about something else than scores, with the verb that is for it."""
    about, why = _about(table, {})
    if about == SCORES:
        return
    remedy: Words | str = f"That is what claimwise {about} is for."
    if about == ANSWERS:
        roles = assign(table.names, where=table.name, wanted=OF_ANSWERS, sample=table.sample())
        sources = table.sample()[roles.columns["source"]]
        gold = next(name for name in sources if name.strip().lower() in GOLD)
        both = option("gold", gold.strip()) + " and " + option("metric", "mae")
        remedy = "Say how they are compared: " + both + "."
    raise DataError(f"{table.name} has {why}, and no scores of systems.", remedy)


def _about(table: Table, columns: Mapping[str, str]) -> tuple[str, str]:
    """Return what a table is about, and why."""
    sample = table.sample()

    def roles(about: str) -> Roles:
        """Look at names and the first rows; a role that another question has is left out."""
        own = {role: name for role, name in columns.items() if role in WANTED[about]}
        return assign(table.names, own, where=table.name, wanted=WANTED[about], sample=sample)

    found, about, why = roles(SURVEY), SCORES, "a score of each system on each item"
    if {"n", "baseline", "new"} <= set(found.columns) and not _names_items(table):
        about, why = SURVEY, "a size, a baseline and a new score in each row"
    elif _are_judgements(roles(JUDGEMENTS), sample):
        about, why = JUDGEMENTS, "a winner in each row"
    elif _are_answers(roles(ANSWERS), sample):
        about, why = ANSWERS, "answers of systems and of a gold standard"
    elif _are_ratings(roles(RATINGS), sample):
        about, why = RATINGS, "a rating and who gave it in each row"
    return about, why


def _names_items(table: Table) -> bool:
    known = assign(table.names, where=table.name, wanted=("item",), items=False)
    return "item" in known.columns


def _are_judgements(roles: Roles, sample: Sample) -> bool:
    winner = roles.get("winner")
    if winner is None or not {"rater", "item", "first"} & set(roles.columns):
        return False
    return kind(sample.get(winner, ("?",))) == "text"


def _are_answers(roles: Roles, sample: Sample) -> bool:
    if not {"item", "source", "response"} <= set(roles.columns):
        return False
    named = sample.get(roles.columns["source"], ())
    return bool({str(text).strip().lower() for text in named} & set(GOLD))


def _are_ratings(roles: Roles, sample: Sample) -> bool:
    """Whether raters gave levels of a scale; verdicts of several judges are scores."""
    rating, rater = roles.get("rating"), roles.get("rater")
    if rating is None or rater is None:
        return False
    texts = {str(text).strip() for text in sample.get(rating, ())} - {""}
    raters = {str(text) for text in sample.get(rater, ())}
    return len(raters) > 1 and not texts <= RIGHT_OR_WRONG and kind([*texts]) != "verdict"


def could_be(table: Table, roles: Roles, role: str) -> list[str]:
    """Return the columns that could play a role by what they hold, the likeliest first.

    Systems are few, and items many; a column that has a role or is called like a score is none.
    """
    sample = table.sample()
    taken = {*roles.columns.values()}
    called = {*ROLES["rating"].known, *ROLES["score"].known}
    able = {
        name: len({text.strip() for text in texts} - {""})
        for name, texts in sample.items()
        if name and name not in taken and plain(name) not in called and kind(texts) != "nested"
    }
    able = {name: count for name, count in able.items() if count > 1}
    return sorted(able, key=lambda name: able[name] if role == "system" else -able[name])
