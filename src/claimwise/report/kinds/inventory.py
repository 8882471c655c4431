"""What doctor finds in a file: whether it can be compared as it is, and the command to try."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimwise.core import Result, counted
from claimwise.report.answer import Answer, Table, named
from claimwise.report.numbers import given
from claimwise.report.quantities import quantity_of
from claimwise.report.tables import Column, table_of

Known = Mapping[str, Any]
# What has to be named, in words: of a system the second one, as one is there.
SECOND = {"system": "second system", "better": "scores are better"}
SCORES = {
    "binary": "right or wrong",
    "totals": "totals of right answers",
    "pairs": "pairs of gold and predicted values",
    "answers": "several answers to each item",
    "ratings": "ratings",
    "judgements": "judgements of who won",
}


def present(result: Result) -> Answer:
    """Return ready, ask or broken, with the command to try; then what each system has."""
    known = result.settings["diagnosis"]
    counts = [  # over all files
        counted(int(row.estimate), quantity_of(row).label.lower().removesuffix("s"))
        for row in result.rows
        if not row.at
    ]
    return Answer(
        title="What is in the data",
        question="What is in the data, and what can be asked of them?",
        word=known["state"].upper(),
        headline=_headline(result, known),
        lines=(
            *_noted(result, "remedy"),
            *filter(None, [", ".join(counts)]),
            *_noted(result, "outputs"),
        ),
        tables=(*_table(result, "system"), *_table(result, "file")),
        brief=", ".join(known.get("recognised", ())),
    )


def _headline(result: Result, known: Known) -> str:
    """Return what is here and the command to try; or what is to be said, or is broken."""
    if known["state"] == "broken":
        return _noted(result, "problem")[0].rstrip(".")
    needs: Mapping[str, list[str]] = known.get("needs", {})
    which = " and ".join(
        f"which {SECOND.get(what, what)}{': ' if names else ''}{', '.join(names)}"
        for what, names in needs.items()
    )
    return f"{_size(known)}{f'; {which}?' if which else '.'} Try: {known['attempt']}"


def _size(known: Known) -> str:
    """Return how many systems and items there are, what the scores are, and whether paired."""
    if known.get("scores") == "survey":
        return f"{counted(known['comparisons'], 'published comparison')}"
    systems = known.get("systems", ())
    if not systems:
        return f"{SCORES[known['scores']].capitalize()} by {counted(known['raters'], 'rater')}"
    text = f"{len(systems)} systems" if len(systems) > 1 else f"Only {named(systems[0])} is here"
    text += f" x {known['items']:,} items" if known.get("items") else ""
    text += f", {counted(known['raters'], 'rater')}" if known.get("raters") else ""
    text += f" on {known['datasets']} data sets" if known["datasets"] > 1 else ""
    text += f", {SCORES[known['scores']]}" if known.get("scores") in SCORES else ""
    if known.get("scores") == "graded":
        text += f", scores from {given(known['low'])} to {given(known['high'])}"
    return f"{text}, paired" if known.get("paired") else text


def _noted(result: Result, about: str) -> tuple[str, ...]:
    return tuple(note for note in result.notes if note.about == about)


def _table(result: Result, what: str) -> tuple[Table, ...]:
    """Return what was counted of each system, or file: a column for each count."""
    rows = [row for row in result.rows if what in row.at]
    labels = {row.quantity: quantity_of(row).label.lower() for row in rows}
    columns = [Column(quantity, label) for quantity, label in labels.items()]
    return table_of(f"By {what}", rows, by={what: what}, columns=columns)
