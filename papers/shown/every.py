"""All published tables and figures that are computed again, one line each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from claimwise.core import Result, counted
from claimwise.report import Answer, Table, table

Line = Mapping[str, Any]  # what is known of one entry
TITLE = "Verdicts"
MORE = "python -m papers NAME shows the numbers, and says why those that differ do."
QUESTION = "Do the numbers and sentences of the papers come out again?"


def present(result: Result) -> Answer:
    """Return how many numbers and sentences come out again, and a line for each entry."""
    lines = result.provenance["settings"]["list"]
    summed = ("numbers", "same", "claims", "held", "draws", "plausible", "unexplained")
    sums = {name: sum(line[name] for line in lines) for name in summed}
    papers = sum(not line["beside"] for line in lines)
    more = f", and {len(lines) - papers} others" if papers < len(lines) else ""
    draws = (
        f"{sums['draws']} further published numbers are single draws of chance, which cannot be "
        f"reproduced; {sums['plausible']} of them lie where such draws do."
        if sums["draws"]
        else ""
    )
    texts = (_quick(lines), _whole(lines, sums["unexplained"]), draws, MORE)
    return Answer(
        title="Published tables and figures, computed again",
        question=QUESTION,
        headline=(
            f"{sums['same']:,} of {sums['numbers']:,} published numbers and {sums['held']} of "
            f"{sums['claims']} sentences come out again ({papers} entries for tables and figures "
            f"of four papers{more})"
        ),
        lines=tuple(text for text in texts if text),
        tables=replication_list_tables(result),
        more=_reasons(result),
        every_row=False,
    )


def _quick(lines: Sequence[Line]) -> str:
    """Say of a quick run that it is one, and of which part."""
    quick = [line for line in lines if line["run"] == "quick"]
    if not quick:
        return ""
    done, every = (sum(line["parts"][i] for line in quick) for i in (0, 1))
    kept = len(lines) - len(quick)
    rest = f"; {kept} entries are those of the kept run" if kept else ""
    return f"A quick run, with fewer studies and {done} of {every} parts{rest}."


def _whole(lines: Sequence[Line], unexplained: int) -> str:
    """Say how many entries reproduce altogether, with numbers and by sentences alone."""
    whole = [line for line in lines if line["word"] == "reproduces"]
    numbers = sum(bool(line["numbers"]) for line in whole)
    why = "those that differ say why"
    if unexplained:
        why += f", but for {unexplained} of the numbers and sentences, for which no reason is known"
    quick = any(line["run"] == "quick" for line in lines)
    how = "as far as they are computed" if quick else "altogether"
    return (
        f"{len(whole)} entries reproduce {how}, {numbers} of them with numbers and "
        f"{len(whole) - numbers} by sentences alone; {why}."
    )


def replication_list_tables(result: Result) -> tuple[Table, ...]:
    """Return the list, with the verdict of each; and which run, where they differ."""
    lines = result.provenance["settings"]["list"]
    mixed = len({line["run"] for line in lines}) > 1
    head = ["name", "verdict", "numbers", "sentences", "draws", "run", "what"]
    return table(TITLE, head, [_line(line, mixed) for line in lines])


def _line(line: Line, mixed: bool) -> list[str]:
    return [
        line["name"],
        line["word"],
        _of(line["same"], line["numbers"]),
        _of(line["held"], line["claims"]),
        _of(line["plausible"], line["draws"]),
        line["run"] if mixed else "",
        line["title"],
    ]


def _of(some: int, all_of: int) -> str:
    return f"{some} of {all_of}" if all_of else ""


def _reasons(result: Result) -> tuple[Table, ...]:
    """Return why those that differ do, a line each."""
    body = []
    for line in result.provenance["settings"]["list"]:
        none = line["unexplained"]
        unknown = [f"of {counted(none, 'difference')} no reason is known"] if none else []
        if why := "; ".join([*line["reasons"], *unknown]):
            body.append([line["name"], why])
    return table("Why they differ", ["entry", "reason"], body)
