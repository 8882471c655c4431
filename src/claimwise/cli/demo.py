"""claimwise demo: the main job on the bundled example, start to finish."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from claimwise.cli.files import check_apart, check_file
from claimwise.cli.output import echo_answer, saying_what_is_not_drawn
from claimwise.core import display
from claimwise.core.writing import write_atomically

if TYPE_CHECKING:
    from claimwise.report import Document

QUESTION = "A pilot of two systems on validation items; could 3,000 test items show it?"
AFTER = "What do the 400 validation items show by themselves?"
SEVERAL = "And five systems on the same 600 questions?"


@click.command(epilog="Example: claimwise demo --out report.md --report report.html")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object only.")
@click.option(
    "--out",
    default="claimwise-demo.md",
    show_default=True,
    metavar="FILE",
    help="File to write the report to, in Markdown.",
)
@click.option("--report", "page", metavar="FILE", help="Also write it as one HTML file.")
def demo(as_json: bool, out: str, page: str | None) -> None:
    """Plan a test set from a validation set, then compare systems: before and after the data."""
    paths = {"--out": out} | ({} if page is None else {"--report": page})
    for option, path in paths.items():
        check_file(option, path)
    check_apart(paths)
    from claimwise import plan, report
    from claimwise.assess import compare
    from claimwise.data import example_path

    pilot, systems = example_path("validation.csv"), example_path("leaderboard.csv")
    sizes = [500, 1000, 2000, 3000, 5000, 10_000]
    study, curve = plan.accuracy(pilot=pilot, n=3000), plan.accuracy(pilot=pilot, n=sizes)
    shown, board = compare(pilot), compare(systems)
    listed = ",".join(map(str, sizes))
    made = [
        report.document(result, title=title, command=command, python=_python(call))
        for result, title, command, call in (
            (
                study,
                f"The study. {QUESTION}",
                "claimwise plan accuracy --pilot examples/validation.csv --n 3000",
                "cw.plan.accuracy(pilot='examples/validation.csv', n=3000)",
            ),
            (
                curve,
                "Other sizes",
                f"claimwise plan accuracy --pilot examples/validation.csv --n {listed}",
                f"cw.plan.accuracy(pilot='examples/validation.csv', n={sizes})",
            ),
            (
                shown,
                f"The comparison. {AFTER}",
                "claimwise compare examples/validation.csv",
                "cw.compare('examples/validation.csv')",
            ),
            (
                board,
                f"The leaderboard. {SEVERAL}",
                "claimwise compare examples/leaderboard.csv",
                "cw.compare('examples/leaderboard.csv')",
            ),
        )
    ]
    if as_json:
        click.echo(report.to_json(study))
    else:
        _print(((QUESTION, made[:2]), (AFTER, made[2:3]), (SEVERAL, made[3:])))
    files = {out: "\n\n".join(["# claimwise demo", *map(report.markdown_text, made)])}
    if page is not None:
        with saying_what_is_not_drawn():
            files[page] = report.html_page(*made, title="claimwise demo")
    write_atomically({path: text.encode() for path, text in files.items()})
    for path in files:
        if not as_json:
            click.echo(f"Written: {display.shown(path)}")


def _print(answers: Iterable[tuple[str, list[Document]]]) -> None:
    for question, documents in answers:
        click.echo(f"{question}\n")
        for made in documents:
            echo_answer(made)
            click.echo()


def _python(call: str) -> str:
    return f"import claimwise as cw\n\nresult = {call}\nprint(result)"
