"""Help texts stand alone, fit the terminal, and are the same for the same option."""

import re
from collections import defaultdict

import click
import pytest

from claimwise.cli.main import VERBS, cli

from .commands import run

DIALECT = r"\b(told|heed|heeded|beside|anew|foresee|so many|nobody|likewise|of which)\b"
GROUPS = ("plan", "fit", "study", "design", "calibrate", "runs")
# Options whose meaning is the same in every verb that has them.
SAME = ("--a", "--alpha", "--chains", "--column", "--dask", "--draws", "--dataset", "--filter")
SAME += ("--level", "--references", "--seed", "--store", "--system", "--unpaired", "--warmup")
NOT_OURS = ("--json", "--table", "--report", "--markdown", "--latex", "--plot", "--plot-of")


def commands(group=cli, path=()):
    """Return every command by its words."""
    context = click.Context(group)
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        if isinstance(found, click.Group):
            yield from commands(found, (*path, name))
        yield (*path, name), found


COMMANDS = dict(commands())
OPTIONS = [
    (" ".join(path), option)
    for path, found in COMMANDS.items()
    for option in found.params
    if isinstance(option, click.Option) and option.opts[0] not in NOT_OURS
]


@pytest.mark.parametrize("words", [(), *((group,) for group in GROUPS)])
def test_summaries_of_verbs_are_whole(words, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    shown = run(" ".join([*words, "--help"])).stdout
    tables = re.findall(
        r"^(?:Commands|Everyday|Careful studies|Research):\n((?:  .+\n?)+)", shown, re.M
    )
    listed = "".join(tables).splitlines()
    names = [path[-1] for path in COMMANDS if path[:-1] == words]
    assert len(listed) == len(names)  # none is broken into two lines
    for line in listed:
        assert len(line) <= 80
        assert re.fullmatch(r"  [a-z0-9]+ +[A-Z].*[.?]", line), line
        assert "..." not in line


def test_every_text_stands_alone():
    for verb, option in OPTIONS:
        text = option.help or ""
        where = f"{verb} {option.opts[0]}: {text}"
        assert re.match(r"[A-Zb0-9]", text), where
        assert text.rstrip().endswith((".", "...")), where
        assert not re.match(r"(Of|The same|As in|In each|Within)\b", text), where
        assert not re.search(DIALECT, text, re.IGNORECASE), where


def test_defaults_are_shown():
    for verb, option in OPTIONS:
        default = option.get_default(click.Context(click.Command("none")))
        has_one = isinstance(default, int | float | str) and default != "" and not option.is_flag
        assert option.show_default or not has_one, f"{verb} {option.opts[0]}"


def test_the_same_option_has_the_same_text():
    texts = defaultdict(lambda: defaultdict(list))
    for verb, option in OPTIONS:
        texts[option.opts[0]][option.help].append(verb)
    own = {("--system", "ratings"), ("--system", "fit ratings"), ("--a", "study new")}
    own |= {
        ("--level", verb)
        for verb in ("plan accuracy", "plan proportions", "plan preference", "plan means")
    }
    own |= {("--draws", "calibrate responses")}
    for name in SAME:
        found = {
            text
            for text, verbs in texts[name].items()
            if any((name, verb) not in own for verb in verbs)
        }
        assert len(found) == 1, (name, dict(texts[name]))


def test_no_verb_is_left_out():
    assert {path[0] for path in COMMANDS} == set(VERBS)
    assert {one for path, found in COMMANDS.items() for one in GROUPS if path == (one,)} == {
        path[0] for path, found in COMMANDS.items() if isinstance(found, click.Group)
    }
