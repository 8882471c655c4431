"""A declared study: its parts, each a Result of its own, and what was fixed before the data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from claimwise.core import BOUNDS, Result, Row, Settings
from claimwise.report.answer import Answer, Table, Tile
from claimwise.report.method import Account, one_line
from claimwise.report.numbers import decimal
from claimwise.report.plan_answer import few
from claimwise.report.signature import short_digest

OF_STUDY = ("deviations", "deviation")
WORDS = {"supported": "PASS", "contradicted": "FAIL"}  # of several claims; others are themselves


def parts_of(result: Result, which: str = "parts") -> dict[str, Result]:
    """Return the results that were put together, each with its own rows; `which` exploratory."""
    every = {**result.provenance["parts"], **result.provenance.get("exploratory", {})}
    rows: dict[str, list[Row]] = {name: [] for name in every}
    for row in result.rows:
        if ("over" in row.at and row.kind == BOUNDS) or row.quantity in OF_STUDY:
            continue
        at = dict(row.at)
        comparison, exploratory = at.pop("comparison", ""), at.pop("exploratory", "")
        rows[str(comparison or exploratory)].append(replace(row, at=at))
    made = result.provenance.get(which, {})
    return {name: restored(one, rows[name]) for name, one in made.items()}


def restored(record: Mapping[str, Any], rows: Iterable[Row]) -> Result:
    """Return a result of which another keeps the kind, the method and the settings."""
    kind, method = record["kind"], record["method"]
    return Result(kind=kind, method=method, rows=tuple(rows), provenance=record)


def study_answer(
    result: Result, title: str, answers: Mapping[str, Answer], several: Callable[[], Answer]
) -> Answer:
    """Return the answer of a study: that of its only part, or of `several`; and what was declared.

    Several parts have a question, a headline, and a table with a line for each. Their own tables
    follow under their names. The word is theirs where all have
    the same one, else that of the verdict on the whole.
    """
    settings = result.settings
    one = next(iter(answers.values()))
    if len(answers) > 1:
        same = len({answer.word for answer in answers.values()}) == 1
        verdict = result.verdict or ""
        whole = several()
        claims = (under(name, one.question) for name, one in answers.items())
        one = replace(
            whole,
            question=" ".join([whole.question, *claims]),
            word=one.word if same else WORDS.get(verdict, verdict.upper()),
            brief=f"Correction of tests: {settings.get('correct') or 'none'}",
            tiles=few(_tile(name, tile) for name, one in answers.items() for tile in one.tiles),
            more=labelled_tables(answers),
            ways=one.ways,
            size="; ".join(under(name, one.size) for name, one in answers.items()),
            planned=one.planned,
            scale=one.scale,
        )
    return replace(
        one,
        title=titled(title, settings),
        brief=one_line([one.brief], _seal(settings)),
        account=_account(answers, settings),
    )


def _tile(name: str, tile: Tile) -> Tile:
    """Return a number as one of this comparison."""
    row = replace(tile.row, at={"comparison": name, **tile.row.at})
    return replace(tile, title=f"{tile.title} ({name})" if name else tile.title, row=row, short="")


def titled(start: str, settings: Settings) -> str:
    """Return a heading with the title of the study, where it has one."""
    return f"{start}: {settings['title']}" if settings.get("title") else start


def labelled_tables(answers: Mapping[str, Answer]) -> tuple[Table, ...]:
    """Return the tables of all parts, under their names."""
    return tuple(
        made._replace(title=under(name, made.title))
        for name, one in answers.items()
        for made in (*one.tables, *one.more)
    )


def under(name: str, text: str) -> str:
    """Return a text under the name of its comparison; as it is, where there is one alone."""
    return f"[{name}] {text}" if name else text


def _account(answers: Mapping[str, Answer], settings: Settings) -> Account:
    """Return how all parts were reached, each sentence once, and what was declared."""
    whole = Account()
    for one in (answer.account for answer in answers.values()):
        for sentence in one.sentences:
            whole.say(sentence)
        whole.references |= one.references
        whole.assumed |= one.assumed
    said = [f"alpha {decimal(settings['alpha'])}", f"power {decimal(settings['target'])}"]
    said.append(f"stopping {settings.get('stopping', 'fixed')}")
    said.append(f"assumptions from {settings.get('source') or 'no source'}")
    whole.say(f"Declared: {'; '.join([*said, _seal(settings, str)])}.")
    return whole


def _seal(settings: Settings, shown: Callable[[str], str] = short_digest) -> str:
    """Return when the declaration was frozen, and under which fingerprint."""
    if not settings.get("hash"):
        return "not frozen"
    changed = f", changed since to {shown(settings['changed'])}" if settings.get("changed") else ""
    return f"frozen on {settings['frozen']} as {shown(settings['hash'])}{changed}"
