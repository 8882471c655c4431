"""claimwise demo: the main job on the bundled example, start to finish."""

from __future__ import annotations

import click

from claimwise.cli.output import check_file, write_file


@click.command(epilog="Example: claimwise demo --out report.md")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object only.")
@click.option(
    "--out",
    default="claimwise-demo.md",
    show_default=True,
    metavar="FILE",
    help="Where to write the report (Markdown).",
)
def demo(as_json: bool, out: str) -> None:
    """Plan a test set from a validation set, then compare systems: before and after the data."""
    check_file("--out", out)
    from claimwise import plan, report
    from claimwise.assess import compare
    from claimwise.data import example_path

    pilot = example_path("validation.csv")
    study = plan.accuracy(pilot=pilot, n=3000)
    curve = plan.accuracy(pilot=pilot, n=[500, 1000, 2000, 3000, 5000, 10_000])
    shown = compare(pilot)
    board = compare(example_path("leaderboard.csv"))
    question = "A pilot of two systems on validation items; could 3,000 test items show it?"
    after = "What do the 400 validation items show by themselves?"
    several = "And five systems on the same 600 questions?"
    pages = [
        "# claimwise demo",
        question,
        report.to_markdown(study, title="The study"),
        report.to_markdown(curve, title="Other sizes"),
        after,
        report.to_markdown(shown, title="The comparison"),
        several,
        report.to_markdown(board, title="The leaderboard"),
    ]
    write_file(out, "\n\n".join(pages).encode())
    if as_json:
        click.echo(report.to_json(study))
        return
    click.echo(f"{question}\n\n{report.to_text(study)}\n\n{report.to_text(curve)}\n")
    click.echo(f"{after}\n\n{report.to_text(shown)}\n\n{several}\n\n{report.to_text(board)}\n")
    click.echo(f"Written: {out}")
