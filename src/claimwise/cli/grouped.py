"""Commands made from fields: their options, and help that shows the common ones first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import click

from claimwise.cli.grid import LOOKS, NUMBER, NUMBERS, WHOLE
from claimwise.cli.lazy import Verbs
from claimwise.cli.limit import LIMIT
from claimwise.cli.listed import Listing
from claimwise.cli.output import Output, output_options, text_options
from claimwise.cli.running import run_options
from claimwise.core.errors import ParameterError, did_you_mean
from claimwise.core.field import GROUPS, METHOD, OUTPUT, READING, RUN, STUDY, Field
from claimwise.verbs import Verb

Option = Callable[[Any], Any]
# What a command does: the verb, its files, everything else that was given, where the answer goes.
Run = Callable[[Any, tuple[str, ...], dict[str, Any], Output], None]
ALL = "all"
NOWHERE = Output()  # of a verb that gives no Result
TYPES: dict[str, Any] = {"number": NUMBER, "integer": WHOLE, "looks": LOOKS}


def command_of(verb: Verb, run: Run | None = None) -> click.Command:
    """Return the command of a verb, made of its fields; without `run` it shows what is answered."""
    files = verb.argument

    def invoke(output: Output = NOWHERE, **given: Any) -> None:
        read = given.pop(files.called) if files else ()
        named = (read,) if isinstance(read, str) else tuple(read)
        (run or _answer)(verb, named, given, output)

    made: Any = invoke
    if verb.answers:
        made = (output_options if verb.draws else text_options)(invoke)
    if verb.simulates:
        made = run_options(made)
    if files:
        made = LIMIT(made)
    for field in reversed(verb.fields):
        made = option_of(field)(made)
    return click.command(
        verb.words[-1],
        cls=GroupedCommand,
        fields=verb.fields,
        lists=verb.lists,
        help=verb.about or verb.short,
        short_help=verb.short,
        epilog=f"Example: claimwise {' '.join(verb.words)} {verb.example}",
    )(made)


def _answer(verb: Verb, files: tuple[str, ...], given: dict[str, Any], output: Output) -> None:
    """Call the function of a verb and show what it returns."""
    output.check()
    after = f".{verb.result}" if verb.result else ""
    output.show_call(verb.called, verb.find(), *files, after=after, **given)


class Declared(Verbs):
    """A group of verbs, each a command made of its fields when it is called."""

    def __init__(
        self, *args: Any, verbs: Sequence[Verb], runs: Mapping[str, Run] | None = None, **kw: Any
    ) -> None:
        """Keep the verbs, and what those do that show more than what is answered."""
        super().__init__(*args, **kw)
        self.verbs = {verb.words[-1]: verb for verb in verbs}
        self.runs = runs or {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names, in the order of the file."""
        return list(self.verbs)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a verb."""
        verb = self.verbs.get(cmd_name)
        return command_of(verb, self.runs.get(verb.name)) if verb else None


def option_of(field: Field) -> Option:
    """Return the click option of a field, or its argument."""
    if field.argument:
        how_many = -1 if field.several else 1
        return click.argument(field.called, nargs=how_many, required=field.required)
    such = f" (such as {field.example:g})." if field.unit == "points" and field.example else "."
    how: dict[str, Any] = {
        "help": field.help.removesuffix(".") + such,
        "default": field.default,
        "show_default": field.usual or (field.default is not None and field.type != "boolean"),
        "metavar": field.metavar or None,
        "required": field.required,
    }
    if field.type == "boolean":
        how["metavar"] = None
        if field.negated:
            return click.option(f"{field.option}/{field.negated}", field.called, **how)
        how |= {"flag_value": field.means} if field.means is not True else {"is_flag": True}
    elif field.several:
        how |= {"multiple": True, "callback": _listing(field), "default": None}
    elif field.reads is not None:
        how["type"] = Read(field)
    elif field.choices or field.registered:
        how["shell_complete"] = _completed(field)
    elif field.type in TYPES:
        how["type"] = NUMBERS if field.varies else TYPES[field.type]
    return click.option(field.option, field.called, **how)


def _completed(field: Field) -> Any:
    """Return what gives the words of a field to a shell that completes them."""

    def words(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
        from claimwise.core import names

        kind, traits = field.registered or ("", {})
        known = [*field.choices, *(names(kind, **traits) if kind else [])]
        return [word for word in known if word.startswith(incomplete)]

    return words


class Read(click.ParamType):  # type: ignore[type-arg]
    """A text that stands for something else: what its field says."""

    def __init__(self, field: Field) -> None:
        """Keep how it is read, and what help calls it."""
        self.reads, self.name = field.reads, field.type

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return what the text stands for."""
        return self.reads(value) if self.reads and isinstance(value, str) else value


def _listing(field: Field) -> Any:
    """Return what makes one value of an option that may be given several times."""

    def listed(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> Any:
        return (field.reads or list)(given) if given or field.type == "columns" else None

    return listed


class GroupedCommand(Listing):
    """A command whose help shows the options of its study, and names the groups of the others.

    `--help-all` shows every option, `--help looks` those of a group. Old spellings of options are
    understood, and not shown.
    """

    def __init__(self, *args: Any, fields: Sequence[Field], **kw: Any) -> None:
        """Keep the groups of options and their old spellings."""
        super().__init__(*args, **kw)
        self.groups = {field.called: field.group for field in fields}
        self.aliases = {alias: field.option for field in fields for alias in field.aliases}

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options; old spellings stand for new ones.

        A plan answers an option that another kind of study has with the reason why it lacks it.
        """
        try:
            return super().parse_args(ctx, [self._current(word) for word in args])
        except click.NoSuchOption as unknown:
            if ctx.parent is not None and ctx.parent.info_name == "plan":
                from claimwise.plan.matrix import refuse_missing

                asked = unknown.option_name.lstrip("-").replace("-", "_")
                refuse_missing(str(self.name), [asked])
            raise

    def _current(self, word: str) -> str:
        name, equals, value = word.partition("=")
        return f"{self.aliases.get(name, name)}{equals}{value}"

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return all options, --help-all among them."""
        every = click.Option(
            ["--help-all"],
            is_flag=True,
            expose_value=False,
            is_eager=True,
            callback=lambda ctx, _, on: _show(ctx, ALL) if on else None,
            help="Show every option.",
        )
        return [*super().get_params(ctx), every]

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return --help, which may name a group."""

        def show(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
            if value is not None and not ctx.resilient_parsing:
                _show(ctx, value)

        return click.Option(
            ["--help", "-h"] if "-h" in ctx.help_option_names else ["--help"],
            is_flag=False,
            flag_value=STUDY,
            expose_value=False,
            is_eager=True,
            callback=show,
            metavar="[GROUP]",
            help="Show the common options, or those of a group.",
        )

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the text, and the lists of procedures where those of the method are asked for."""
        if ctx.meta.get(GROUP) in (ALL, METHOD.lower()):
            super().format_help_text(ctx, formatter)
        else:
            click.Command.format_help_text(self, ctx, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options that were asked for, and the names of the other groups'."""
        wanted = ctx.meta.get(GROUP, STUDY.lower())
        records: dict[str, list[tuple[str, str]]] = {group: [] for group in GROUPS}
        names: dict[str, list[str]] = {group: [] for group in GROUPS}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None and isinstance(param, click.Option):
                group = self.groups.get(str(param.name)) or group_of(param)
                records[group].append(record)
                names[group].append(param.opts[0])
        shown = [group for group in GROUPS if records[group] and wanted in (ALL, group.lower())]
        for group in shown:
            with formatter.section("Options" if group == STUDY else group):
                formatter.write_dl(records[group])
        others = [(group, ", ".join(names[group])) for group in GROUPS if names[group]]
        others = [one for one in others if one[0] not in shown]
        if others:
            with formatter.section("More options (--help-all, or --help GROUP)"):
                formatter.write_dl([(group.lower(), said) for group, said in others])


def _show(ctx: click.Context, group: str) -> None:
    """Print the help of a group and end."""
    known = [name.lower() for name in GROUPS]
    if group.lower() not in (*known, ALL):
        needs = f"nothing or one of {', '.join(known)}"
        raise ParameterError("--help", needs, repr(group), did_you_mean(group, known))
    ctx.meta[GROUP] = group.lower()
    click.echo(ctx.get_help(), color=ctx.color)
    ctx.exit()


GROUP = "claimwise.help"  # where the context keeps which options are asked for


def group_of(option: click.Option) -> str:
    """Return the group of an option that every verb has."""
    return OTHERS.get(str(option.name), OUTPUT)


OTHERS = {"limit": READING} | dict.fromkeys(("workers", "dask", "store", "no_store", "yes"), RUN)
