"""A published table or figure, computed again: in words and as a table."""

from __future__ import annotations

from math import isfinite

from claimwise.core import Result, Row, counted
from claimwise.report import TONES, Account, Answer, Table
from papers.verdict import DIFFERS, IN_PART, REPRODUCES

BESIDE = ("published", "tolerance", "their way")  # rows that stand beside ours
RUNS = {
    "kept": "the full run that is kept in papers/kept",
    "full": "computed now, in full",
    "quick": "computed now, a quick run",
}
NOT_PUBLISHED = "No number was published"
WORDS = {word: word.upper() for word in (REPRODUCES, IN_PART, DIFFERS)}
TONES |= {WORDS[REPRODUCES]: "good", WORDS[DIFFERS]: "bad"}


def present(result: Result) -> Answer:
    """Return how much of what was published comes out again, next to the published values."""
    settings = result.provenance["settings"]
    word, why = settings["verdict"]["word"], settings["reasons"]
    account = Account()
    account.say(f"Published values are those of {settings['source']}.")
    return Answer(
        title=f"{settings['name']}: {settings['title']}",
        question=replication_head(result),
        word=WORDS.get(word, ""),
        headline=replication_answer(result),
        lines=(
            replication_head(result),
            *_unexplained(result),
            *((f"It differs because {'; '.join(why)}.",) if why else ()),
        ),
        tables=tuple(replication_tables(result)),
        account=account,
        every_row=False,
        anchor=str(settings["name"]),
    )


def _unexplained(result: Result) -> list[str]:
    unknown = result.provenance["settings"]["unexplained"]
    return [f"Of {counted(unknown, 'difference')} no reason is known."] if unknown else []


def is_replication(result: Result) -> bool:
    """Whether the result stands beside published values."""
    return result.kind == "replication"


def replication_head(result: Result) -> str:
    """Return the line that says what is reproduced."""
    return f"{result.provenance['settings']['title']}: {replication_source(result)}"


def replication_source(result: Result) -> str:
    """Return where it was published, and which run of ours stands beside it."""
    settings = result.provenance["settings"]
    done, every = settings.get("parts") or (0, 0)
    part = f" of {done} of its {every} parts" if done < every else ""
    return f"{settings['source']}; {RUNS[settings['run']]}{part}"


def replication_answer(result: Result) -> str:
    """Return how much of what was published comes out again."""
    counts = result.provenance["settings"]["verdict"]
    parts = [
        f"{counts[held]} of {counts[all_of]} {what}{'' if counts[all_of] == 1 else 's'}"
        for held, all_of, what in (
            ("same", "numbers", "published number"),
            ("held", "claims", "sentence"),
        )
        if counts[all_of]
    ]
    draws, inside = counts["draws"], counts["plausible"]
    single = f"{inside} of {draws} single draws of chance lie where such draws do"
    if not parts:
        return single if draws else f"{NOT_PUBLISHED}; {len(result.rows):,} values are computed"
    answer = f"{' and '.join(parts)} of the paper come out again"
    return f"{answer}; apart from these, {single}" if draws else answer


def place_of(row: Row) -> dict[str, str]:
    """Return the place of a row in the table, as names of columns and what stands there."""
    return {name: str(value) for name, value in row.at.items()}


def key_of(row: Row) -> tuple[str, ...]:
    """Return the place of a row: rows of what stands beside a number have the same."""
    return tuple(place_of(row).values())


def replication_tables(result: Result) -> list[Table]:
    """Return ours with the published value in brackets; the last name side by side."""
    settings = result.provenance["settings"]
    apart = settings.get("tables", "")
    *down, across = (name for name in settings["columns"] if name != apart)
    ours = [row for row in result.rows if row.quantity not in BESIDE]
    beside = {name: {key_of(r): r for r in result.select(name)} for name in BESIDE}
    tables = []
    for part in dict.fromkeys(place_of(row)[apart] if apart else "" for row in ours):
        here = [row for row in ours if not apart or place_of(row)[apart] == part]
        heads = list(dict.fromkeys(place_of(row)[across] for row in here))
        lines: dict[tuple[str, ...], dict[str, str]] = {}
        for row in here:
            place = place_of(row)
            cell = _cell(row, *(rows.get(key_of(row)) for rows in beside.values()))
            lines.setdefault(tuple(place[name] for name in down), {})[place[across]] = cell
        title = f"{settings['measures']}: {part}" if part else settings["measures"]
        if any(key_of(row) in beside["published"] for row in here):
            title += ", published in brackets"
        # A column called number holds names of numbers, which say all.
        shown = heads if across == "number" else [f"{across} {x}" for x in heads]
        head = [*(name.replace("_", " ") for name in down), *shown]
        body = tuple((*key, *(cells.get(x, "") for x in heads)) for key, cells in lines.items())
        tables.append(Table(title, tuple(head), body))
    return tables


def digits(value: float) -> str:
    """Return a number with the four digits by which it is held against a published one.

    >>> digits(0.88512), digits(1358.0), digits(1234.56), digits(float("nan"))
    ('0.8851', '1,358', '1,234.6', 'not defined')
    """
    if not isfinite(value):
        return "infinite" if value in (float("inf"), -float("inf")) else "not defined"
    if value == int(value) and abs(value) >= 1:
        return f"{value:,.0f}"
    return f"{value:.4g}" if abs(value) < 1000 else f"{value:,.1f}"


def _cell(row: Row, published: Row | None, tolerance: Row | None, theirs: Row | None) -> str:
    """Return a number, and in brackets the published one and whether both differ."""
    cell = f"{row.estimate:.4f}" if row.quantity == "power" else digits(row.estimate)
    if published is None:
        return cell
    large = abs(published.estimate) >= 1000
    inside = digits(published.estimate) if large else f"{published.estimate:.3g}"
    if tolerance is not None and not abs(row.estimate - published.estimate) <= tolerance.estimate:
        inside += " differs"
        if theirs is not None:
            inside += f"; their way {theirs.estimate:.3g}"
    return f"{cell} ({inside})"
