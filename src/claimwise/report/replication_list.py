"""All published tables and figures that are computed again, one line each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimwise.core import Result
from claimwise.report.curve import Table
from claimwise.report.replications import RUNS

TITLE = "Verdicts"
MORE = "claimwise reproduce NAME shows the numbers, and says why those that differ do."
QUESTION = "Do the numbers and sentences of the papers come out again?"


def is_replication_list(result: Result) -> bool:
    """Whether the result lists replications."""
    return bool(result.provenance.get("settings", {}).get("verb") == "replications")


def replication_list_answer(result: Result) -> str:
    """Return how many of all come out again."""
    lines = result.provenance["settings"]["list"]
    whole = sum(line["word"] == "reproduces" for line in lines)
    counted = ("numbers", "same", "claims", "held", "draws", "plausible")
    sums = {name: sum(line[name] for line in lines) for name in counted}
    draws = (
        f" {sums['draws']} further published numbers are single draws of chance, which nobody can "
        f"reproduce; {sums['plausible']} of them lie where such draws do."
        if sums["draws"]
        else ""
    )
    return (
        f"{len(lines)} tables and figures of four papers are computed again: {sums['same']:,} of "
        f"{sums['numbers']:,} published numbers and {sums['held']} of {sums['claims']} sentences "
        f"come out again; {whole} reproduce altogether, and the others say why they differ.{draws}"
    )


def replication_list_tables(result: Result) -> list[Table]:
    """Return the list, with the verdict of each."""
    lines = result.provenance["settings"]["list"]
    head = ["name", "numbers", "sentences", "draws", "verdict", "what"]
    return [(TITLE, head, [_line(line) for line in lines])]


def _line(line: Mapping[str, Any]) -> list[str]:
    return [
        line["name"],
        _of(line["same"], line["numbers"]),
        _of(line["held"], line["claims"]),
        _of(line["plausible"], line["draws"]),
        line["word"],
        line["title"],
    ]


def _of(some: int, all_of: int) -> str:
    return f"{some} of {all_of}" if all_of else ""


def replication_list_paragraphs(result: Result) -> list[str]:
    """Return why those that differ do, one paragraph each."""
    settings = result.provenance["settings"]
    said = [
        f"{line['name']} differs, because {'; '.join(line['reasons'])}."
        for line in settings["list"]
        if line["reasons"]
    ]
    runs = {line["run"] for line in settings["list"]}
    if len(runs) > 1:
        shown = ", ".join(line["name"] for line in settings["list"] if line["run"] == "kept")
        said.append(f"Not computed now but taken from {RUNS['kept']}: {shown}.")
    return said
