"""A declared study: its parts, each a Result of its own, and what was fixed before the data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from claimwise.core import Result, Row
from claimwise.report.account import Account
from claimwise.report.answer import Answer, Table
from claimwise.report.numbers import decimal
from claimwise.report.signature import short_digest

Settings = Mapping[str, Any]
STUDIES = ("study plan", "study assessment")
AT_MOST = "at most"
OF_CHECK = ("complete", "consistent", "frozen", "powered")
OF_STUDY = ("deviations", "deviation")


def parts_of(result: Result, which: str = "parts") -> dict[str, Result]:
    """Return the results that were put together, each with its own rows; `which` exploratory."""
    every = {**result.provenance["parts"], **result.provenance.get("exploratory", {})}
    rows: dict[str, list[Row]] = {name: [] for name in every}
    for row in result.rows:
        if ("over" in row.at and row.kind == "bounds") or row.quantity in OF_STUDY:
            continue
        at = dict(row.at)
        comparison, exploratory = at.pop("comparison", ""), at.pop("exploratory", "")
        rows[str(comparison or exploratory)].append(replace(row, at=at))
    return {
        name: Result(
            kind=made["kind"],
            method=made["method"],
            rows=tuple(rows[name]),
            provenance={"settings": made["settings"]},
        )
        for name, made in result.provenance.get(which, {}).items()
    }


def planned(result: Result) -> Result | None:
    """Return the plan within a check of a study; None where there could be none."""
    plan = dict(result.provenance.get("plan") or {})
    if not plan:
        return None
    rows = tuple(row for row in result.rows if row.quantity not in OF_CHECK)
    return Result(kind=plan.pop("kind"), method=plan.pop("method"), rows=rows, provenance=plan)


def titled(start: str, settings: Settings) -> str:
    """Return a heading with the title of the study, where it has one."""
    return f"{start}: {settings['title']}" if settings.get("title") else start


def under(name: str, text: str) -> str:
    """Return a text under the name of its comparison; as it is, where there is one alone."""
    return f"[{name}] {text}" if name else text


def labelled_tables(answers: Mapping[str, Answer]) -> tuple[Table, ...]:
    """Return the tables of all parts, under their names."""
    return tuple(
        made._replace(title=under(name, made.title))
        for name, one in answers.items()
        for made in (*one.tables, *one.more)
    )


def joined(accounts: list[Account]) -> Account:
    """Return several accounts as one, each sentence once."""
    whole = Account()
    for one in accounts:
        for sentence in one.sentences:
            whole.say(sentence)
        whole.references |= one.references
        whole.assumed |= one.assumed
    return whole


def declared(account: Account, settings: Settings) -> Account:
    """Return an account that also says what was declared, and under which fingerprint."""
    said = [f"alpha {decimal(settings['alpha'])}", f"power {decimal(settings['target'])}"]
    if settings.get("stopping", "fixed") != "fixed":
        said.append(f"early stopping by {settings['stopping']}")
    if settings.get("source"):
        said.append(f"assumptions from: {settings['source']}")
    if settings.get("changed"):
        said.append(
            f"frozen on {settings['frozen']} as {settings['hash']}, but changed since and now "
            f"{settings['changed']}"
        )
    elif settings.get("hash"):
        said.append(f"frozen on {settings['frozen']} as {settings['hash']}")
    else:
        said.append("not frozen")
    account.say(f"Declared: {'; '.join(said)}.")
    return account


def seal(settings: Settings) -> str:
    """Return when the declaration was frozen, for one line of text."""
    if not settings.get("hash"):
        return "not frozen"
    changed = ", changed since" if settings.get("changed") else ""
    return f"frozen on {settings['frozen']} as {short_digest(settings['hash'])}{changed}"
