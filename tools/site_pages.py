"""Write the pages of the site that have their source elsewhere: `python tools/site_pages.py`.

The command line is written from its own help, the list of Python names from the docstrings, the
names of columns and the directions of metrics from the tables that the readers look in, the
published tables and figures from the runs that are kept, and limitations, security and changes
from the files at the root. None of these pages is kept in the repository.
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from types import ModuleType

import click

import claimwise
from claimwise import report
from claimwise.cli.grouped import ALL, GROUP
from claimwise.cli.main import cli
from claimwise.data.role_names import tabled
from claimwise.metrics.direction import BETTER
from claimwise.plan.matrix import KINDS, PARTS, why_not
from claimwise.plan.matrix_reasons import CLASHES

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
import papers  # noqa: E402  (a folder of the checkout, not of the package)

DOCS = ROOT / "docs"
WIDTH = 88
PICTURES = "papers"  # folder beside the page that shows them

COMMANDS = """# The command line

What `--help` prints, for every verb. Differences are always B minus A: B is the candidate, A the
baseline. Bad input is answered with one sentence and exit code 2; `--gate` exits with 0
(supported), 3 (contradicted) or 4 (neither). `--help` shows the common options, `--help GROUP`
those of a group such as `bayes` or `looks`, `--help-all` all of them, as here.

A shell completes verbs, options and their words after a line in its own settings:

```sh
eval "$(_CLAIMWISE_COMPLETE=bash_source claimwise)"  # ~/.bashrc
eval "$(_CLAIMWISE_COMPLETE=zsh_source claimwise)"  # ~/.zshrc
_CLAIMWISE_COMPLETE=fish_source claimwise | source  # ~/.config/fish/config.fish
```
"""

PAPERS = """# Every published table and figure

What `python -m papers NAME` prints in a clone, for all of them: our numbers with the published ones
in brackets, whether they agree, and why not where they do not. [What this is about, and what could
not be computed again](../papers.md).
"""

COLUMNS = """# Names of columns and metrics

Made from the tables that every verb looks in. Capitals do not matter, and a blank or a hyphen
counts as an underscore. `--column ROLE=NAME` (in Python `columns={"ROLE": "NAME"}`) names a
column that is called otherwise.

A column also has to hold what its role needs: a score holds numbers or verdicts (true/false,
yes/no, pass/fail, right/wrong, correct/incorrect, C/I), so that a column `judge` is a score where
it has numbers and nothing else is one, and a rater where it has names. Of several columns that
could name the items, the one is taken that pairs the systems. Of several metrics none is taken:
`--metric NAME` chooses. Any name that ends in `_id`, `_idx` or `_index` names items where no
other column does.

## Roles

"""
AXES = {
    "claim": "Claims",
    "analysis": "Analyses",
    "stopping": "Looks before the end",
    "belief": "What is believed of the effect",
    "levels": "Levels",
    "groups": "Groups",
    "systems": "Systems",
    "solve": "What is looked for",
    "curve": "Curves",
    "calibrate": "Calibration",
}
MATRIX = """# What can be planned, and what cannot

Made from the table that answers where an option is missing. Each `yes` is a small study that the
tests run, alone and with every other part of its kind; each number is a reason, below. `corpus`
stands for BLEU, chrF and TER, `labels` for F1, precision, recall, MCC, kappa and other metrics of
labels.
"""
CLASHING = """
## What does not go together

"""
DIRECTIONS = """
## Which way is better

By the name of the metric, whole or word by word (`val_loss`, `latency_ms`, `bleu4`). Right and
wrong are better when higher. Other names, such as `score`, are taken as better when higher; the
method line says so, and a gate refuses to guess: `--better lower` or `--better higher`. In Python
`claimwise.metrics.direction.add_direction` adds a name.

"""

NAMES = """# Python

`import claimwise as cw`. Every verb of the command line is a function call away: `claimwise
compare FILE` is `cw.compare("FILE")`, `claimwise plan accuracy --n 500` is
`cw.plan.accuracy(n=500)`. Data are positional, everything else is named. `help(cw.compare)` says
what each parameter means.

Every answer is a `Result`: `rows` (each with estimand, estimate, n, low, high, level, pvalue),
`notes` and `provenance`. `print(result)` says it in words, `result["power"]` picks a row, and
`cw.report` writes it as JSON, Markdown or a figure.
"""


def main() -> None:
    """Write all pages below docs/."""
    texts = {name: text.encode() for name, text in pages().items()}
    for name, content in (texts | pictures()).items():
        file = DOCS / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def pages() -> dict[str, str]:
    """Return the text of each page by its place below docs/."""
    return {
        "reference/command-line.md": command_line(),
        "reference/python.md": python_names(),
        "reference/columns.md": columns_page(),
        "reference/papers.md": papers_page(),
        "matrix.md": matrix_page(),
        "limitations.md": (ROOT / "LIMITATIONS.md").read_text("utf-8"),
        "security.md": (ROOT / "SECURITY.md").read_text("utf-8"),
        "changes.md": (ROOT / "CHANGES.md").read_text("utf-8"),
    }


def matrix_page() -> str:
    """Return what each kind of study can be planned with, and why not where it cannot."""
    numbers: dict[str, int] = {}
    lines = [MATRIX]
    for axis in dict.fromkeys(part.axis for part in PARTS.values()):
        lines += [
            f"\n## {AXES[axis]}\n",
            f"| | {' | '.join(KINDS)} |",
            f"|---|{'---|' * len(KINDS)}",
        ]
        for part in (part for part in PARTS.values() if part.axis == axis):
            cells = []
            for kind in KINDS:
                why = why_not(kind, part.name)
                number = None if why is None else numbers.setdefault(why, len(numbers) + 1)
                cells.append("yes" if number is None else str(number))
            lines.append(f"| {part.title} | {' | '.join(cells)} |")
    lines += ["\n## Why not\n", *(f"{number}. {why}" for why, number in numbers.items())]
    lines += [CLASHING, "| these | with these | of | reason |", "|---|---|---|---|"]
    for clash in CLASHES:
        one, other = (", ".join(PARTS[name].title for name in part) for part in clash.both)
        kinds = "every kind" if set(clash.kinds) == set(KINDS) else ", ".join(clash.kinds)
        lines.append(f"| {one} | {other} | {kinds} | {clash.reason} |")
    return "\n".join(lines) + "\n"


def columns_page() -> str:
    """Return the names by which columns and directions of metrics are known."""
    lines = ["| better | names |", "|---|---|"]
    for way in ("higher", "lower"):
        names = ", ".join(f"`{name}`" for name, better in BETTER.items() if better == way)
        lines.append(f"| {way} | {names} |")
    return COLUMNS + tabled() + DIRECTIONS + "\n".join(lines) + "\n"


def command_line() -> str:
    """Return the help of every command, a heading each."""
    parts = [COMMANDS]
    for path, text in sorted(helps(cli, ("claimwise",)).items()):
        parts.append(f"{'#' * min(len(path) + 1, 4)} {' '.join(path)}\n\n```text\n{text}\n```\n")
    return "\n".join(parts)


def helps(command: click.Command, path: tuple[str, ...]) -> dict[tuple[str, ...], str]:
    """Return the help of a command and of all below it, by the words that call it."""
    context = click.Context(
        command, info_name=" ".join(path), terminal_width=WIDTH, max_content_width=WIDTH
    )
    context.help_option_names = ["-h", "--help"]
    context.meta[GROUP] = ALL  # of a command with groups of options, all of them
    found = {path: command.get_help(context)}
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None:
                found |= helps(below, (*path, name))
    return found


def papers_page() -> str:
    """Return the page of all published tables and figures, computed again."""
    parts = [PAPERS]
    for name in papers.REPLICATIONS:
        result = papers.kept(name)
        text = report.markdown_text(report.document(result))
        parts.append(text.replace("<details>", '<details markdown="1">'))  # Markdown within, too
        for drawing in report.figures_of(result):
            words = report.caption(result, drawing).replace("[", "(").replace("]", ")")
            parts.append(f"![{words}]({PICTURES}/{name}-{drawing}.svg)\n")
    return "\n".join(parts)


def pictures() -> dict[str, bytes]:
    """Return the figures of that page by their place below docs/."""
    found = {}
    for name in papers.REPLICATIONS:
        result = papers.kept(name)
        for drawing in report.figures_of(result):
            place = f"reference/{PICTURES}/{name}-{drawing}.svg"
            found[place] = report.draw_figure(result, ".svg", drawing)
    return found


def python_names() -> str:
    """Return every public name with the first line of its docstring, room by room."""
    rooms: list[tuple[str, ModuleType]] = []
    here: list[tuple[str, object]] = []
    for name in claimwise.__all__:
        thing = getattr(claimwise, name)
        if isinstance(thing, ModuleType):
            rooms.append((name, thing))
        elif name != "__version__":
            here.append((f"cw.{name}", thing))
    functions = [entry for entry in here if not inspect.isclass(entry[1])]
    classes = [entry for entry in here if inspect.isclass(entry[1])]
    parts = [NAMES, "## Functions\n", _table(functions), "## Data, worlds and results\n"]
    parts.append(_table(classes))
    for name, room in rooms:
        parts += [f"## cw.{name}\n", f"{_first_line(room)}\n"]
        parts.append(_table([(f"cw.{name}.{key}", thing) for key, thing in _public(room)]))
    return "\n".join(parts)


def _public(room: ModuleType) -> list[tuple[str, object]]:
    """Return what a room offers: what it lists, or else the functions that it defines."""
    listed = getattr(room, "__all__", None)
    if listed is None:
        listed = [
            name
            for name, thing in vars(room).items()
            if not name.startswith("_")
            and inspect.isroutine(thing)
            and getattr(thing, "__module__", "") == room.__name__
        ]
    found = [(name, getattr(room, name)) for name in listed]
    return [(name, thing) for name, thing in found if inspect.isclass(thing) or callable(thing)]


def _table(entries: list[tuple[str, object]]) -> str:
    rows = [f"| `{name}` | {_first_line(thing)} |" for name, thing in entries]
    return "\n".join(["| name | what it is |", "|---|---|", *rows, ""])


def _first_line(thing: object) -> str:
    text = (inspect.getdoc(thing) or "").strip().split("\n\n")[0]
    return " ".join(text.split()).replace("``", "`").replace("|", "\\|")


if __name__ == "__main__":
    main()
