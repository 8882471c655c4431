"""What every verb that prints a Result can do with it: print it, and write files of it."""

from __future__ import annotations

import shlex
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from claimwise.cli.files import check_apart, check_ending, check_file, check_inputs
from claimwise.cli.spelling import in_options
from claimwise.core import Note, Option, ParameterError, check_one_of, entries, names
from claimwise.core.display import shown
from claimwise.core.errors import Spelling
from claimwise.core.writing import write_atomically

Curves = Callable[[], Sequence[Any]]
F = TypeVar("F", bound=Callable[..., Any])
SEVERAL = "--n 200:4000:200"
GATE = {"supported": 0, "contradicted": 3, "open": 4, None: 4}  # exit codes of --gate

FORMS = {entry.name: entry.thing for entry in entries("form")}
TEXTS = (
    click.option("--details", is_flag=True, help="Print everything else, too, below the answer."),
    click.option("--json", "as_json", is_flag=True, help="Print one JSON object only."),
    click.option("--table", "as_table", is_flag=True, help="Print all rows as a table."),
    *(click.option(f"--{form.option}", metavar="FILE", help=form.help) for form in FORMS.values()),
)
FIGURES = (
    click.option(
        "--plot",
        metavar="FILE",
        help="Also draw a figure: .png, .svg, .pdf, .html or .json.",
    ),
    click.option(
        "--plot-of",
        metavar="LIST",
        help="Which figures --plot draws, with commas; by default the first that fits.",
    ),
)


@dataclass(frozen=True, slots=True)
class Output:
    """Where the answer goes: made by `output_options`, one for each call of a verb."""

    details: bool = False
    as_json: bool = False
    as_table: bool = False
    reports: Mapping[str, str] = field(default_factory=dict)  # files, by the name of their form
    plot: str | None = None
    plot_of: str | None = None

    @property
    def paths(self) -> dict[str, str]:
        """The files to be written, by the option that names them."""
        named = {f"--{FORMS[form].option}": path for form, path in self.reports.items()}
        return named | ({} if self.plot is None else {"--plot": self.plot})

    @property
    def figures(self) -> list[str]:
        """The figures that --plot-of names."""
        return [name.strip() for name in (self.plot_of or "").split(",") if name.strip()]

    def check(self, axes: Sequence[str] | None = None, such: str = SEVERAL) -> None:
        """Refuse what cannot be written before anything is computed.

        `axes` are the options with several values, of verbs that draw a curve over these alone.
        """
        if self.plot_of is not None and self.plot is None:
            raise ParameterError("--plot-of", "a file to draw into", "none", "Add --plot FILE.")
        for option, path in self.paths.items():
            check_file(option, path)
        for name, path in self.reports.items():
            if not FORMS[name].any_ending:
                check_ending(f"--{FORMS[name].option}", path, FORMS[name].endings)
        check_apart(self.paths)
        check_inputs(self.paths)
        if self.plot is None:
            return
        if axes is not None and not axes:
            raise single_study(such)
        check_figure(self.plot)
        for name in self.figures:
            check_one_of("--plot-of", name, names("figure"))

    def show(
        self, result: Any, *, python: str = "", curves: Curves = tuple, parts: Sequence[Any] = ()
    ) -> None:
        """Print the answer, then write the files that were asked for.

        `python` are the lines that give the same answer; `curves` returns results around it, whose
        figures the reports show too and --plot draws; `parts` are results whose own reports follow
        in the same file.
        """
        result = in_own_options(result)
        self.say(result, python=python)
        written = self.write(result, python=python, curves=curves, parts=parts)
        for path in () if self.as_json else written:
            click.echo(f"\nWritten: {shown(path)}")

    def say(self, result: Any, *, python: str = "") -> None:
        """Print the answer at once: figures and reports take longer."""
        from claimwise import report

        if self.as_json:
            click.echo(report.to_json(result))
        elif self.as_table:
            click.echo(_encodable(report.to_table(result)))
        else:
            how: dict[str, Any] = {"command": command_line(), "python": python}
            made = report.document(result, figures=False, details=self.details, **how)
            echo_answer(made, details=self.details)

    def show_call(
        self,
        name: str,
        function: Callable[..., Any],
        /,
        *given: Any,
        after: str = "",
        **options: Any,
    ) -> Any:
        """Call a function, show the result with the lines of Python that give it, and return it.

        `name` is how the function is reached, `after` how the result is reached from there.
        """
        from claimwise.report.python_lines import python_lines

        found = function(*given, **options)
        if after:
            found = getattr(found, after.strip(".()"))
            found = found() if after.endswith("()") else found
        lines = python_lines(name, function, *given, after=after, result=found, **options)
        self.show(found, python=lines)
        return found

    def shows(self, result: Any, *, python: str = "") -> bool:
        """Write the files, and print the result if an option asks for that.

        For verbs that print something else; they go on where this is False.
        """
        if self.as_json or self.as_table or self.details:
            self.show(result, python=python)
            return True
        self.write(result, python=python)
        return False

    def write(
        self, result: Any, *, python: str = "", curves: Curves = tuple, parts: Sequence[Any] = ()
    ) -> list[str]:
        """Write the files that were asked for: all are made before any is written."""
        from claimwise import report

        if not self.paths:
            return []
        result, parts = in_own_options(result), [in_own_options(part) for part in parts]
        around = curves() or result.around()
        how: dict[str, Any] = {
            "command": command_line(),
            "python": python,
            "curves": around,
            "parts": parts,
        }
        files: dict[str, bytes] = {}
        with saying_what_is_not_drawn():
            for form, path in self.reports.items():
                files[path] = FORMS[form].write(result, **how).encode(errors="replace")
            if self.plot is not None:
                ending, drawn = Path(self.plot).suffix.lower(), self._drawn(result, around)
                try:
                    files[self.plot] = report.draw_figure(drawn, ending, self.plot_of)
                except report.FigureError as error:
                    warnings.warn(f"{error} {self.plot} is not written.", stacklevel=2)
        write_atomically(files)
        return list(files)

    def _drawn(self, result: Any, curves: Sequence[Any]) -> Any:
        """Return what --plot draws: the first of the curves, or else the result, with its figures.

        Of a result without curves, the result.
        """
        from claimwise.report import figures_of

        wanted = set(self.figures)
        fitting = [one for one in (*curves, result) if wanted <= set(figures_of(one))]
        return (fitting or [*curves, result])[0]


@contextmanager
def saying_what_is_not_drawn() -> Iterator[None]:
    """Say each warning in one line on standard error, such as a figure that a report lacks."""
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always", UserWarning)
        yield
    for said in dict.fromkeys(str(one.message) for one in heard):
        click.echo(said, err=True)


NAMES = tuple(one.name for one in fields(Output))


def output_options(command: F) -> F:
    """Add the options of `Output`, from --details to --plot; the command gets an `output`."""
    return _with_output(command, (*TEXTS, *FIGURES))


def text_options(command: F) -> F:
    """Add what `output_options` adds but for figures, to a verb whose results have none."""
    return _with_output(command, TEXTS)


def _with_output(command: F, options: Sequence[Callable[[Any], Any]]) -> F:
    @wraps(command)
    def gathered(*args: Any, **given: Any) -> Any:
        named = {form.name: given.pop(form.option) for form in FORMS.values()}
        reports = {form: path for form, path in named.items() if path is not None}
        others = {name: given.pop(name) for name in NAMES if name in given}
        output = Output(reports=reports, **others)
        return command(*args, output=output, **given)

    made: Any = gathered
    for option in reversed(options):
        made = option(made)
    return made  # type: ignore[no-any-return]


def echo_answer(made: Any, *, details: bool = False) -> None:
    """Print a document, in colour where the terminal has it."""
    from claimwise import report

    colour = report.wants_colour(sys.stdout)
    # click takes colours out of what goes elsewhere than a terminal, unless it is told not to.
    click.echo(_encodable(report.text_of(made, colour=colour, details=details)), color=colour)


def _encodable(text: str) -> str:
    """Return a text in which letters that the terminal does not know are question marks."""
    known = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(known, errors="replace").decode(known)


def in_own_options(result: Any, *others: click.Command) -> Any:
    """Return a result whose notes mention parameters as options of the command that runs.

    What it has no option for may be one of `others`.
    """
    return result.spelled(_own_spelling(*others))


def own_words(notes: Sequence[Any]) -> tuple[Any, ...]:
    """Return notes, of a file that is no result, with the options of the command that runs."""
    spelling = _own_spelling()
    return tuple(note.spelled(spelling) if isinstance(note, Note) else note for note in notes)


def _own_spelling(*others: click.Command) -> Spelling:
    context = click.get_current_context(silent=True)
    commands = [*([] if context is None else [context.command]), *others]
    spellings = [in_options(command) for command in commands]

    def spell(option: Option) -> str | None:
        return next((said for one in spellings if (said := one(option))), None)

    return spell


def command_line() -> str:
    """Return the command as it was given, quoted for the shell."""
    return shlex.join(["claimwise", *sys.argv[1:]])


def single_study(such: str = SEVERAL) -> ParameterError:
    """Return the refusal to draw a curve that has one point."""
    return ParameterError(
        "--plot",
        "an option with several values",
        "a single study",
        f"Give a range, such as {such}.",
    )


def check_figure(plot: str) -> None:
    """Refuse a figure that cannot be drawn or written."""
    check_file("--plot", plot)
    from claimwise.report.forms.files import FORMATS, check_figure_path

    check_ending("--plot", plot, FORMATS)
    check_figure_path(plot)
