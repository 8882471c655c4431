"""Laws of the room: it reads facts, and never the text that we wrote."""

import ast
from pathlib import Path

import pytest

import claimwise.report
from claimwise.report.quantities import QUANTITIES

from .corpus import COMMANDS, result_of
from .drawn import MAKERS, drawn

ROOM = Path(claimwise.report.__file__).parent
SOURCE = ROOM.parent
FILES = sorted(path.relative_to(ROOM).as_posix() for path in ROOM.rglob("*.py"))
# Where text is of another language: SVG, HTML, LaTeX, Markdown.
EXPRESSIONS = {"forms/svg_widths.py", "forms/html.py", "forms/markdown.py", "forms/latex.py"}
SPELLED = {", ", " vs ", "[", "]", "=", "prior=", "effect=", "n="}  # parts of a spelled place
CUTS = {"split", "rsplit", "partition", "rpartition", "removeprefix", "removesuffix", "startswith"}


def nodes(name, kind):
    tree = ast.parse((ROOM / name).read_text("utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, kind)]


@pytest.mark.parametrize("name", FILES)
def test_law_no_expression_is_matched_in_our_own_english(name):
    imported = {alias.name for node in nodes(name, ast.Import) for alias in node.names}
    assert "re" not in imported or name in EXPRESSIONS


@pytest.mark.parametrize("name", FILES)
def test_law_no_place_is_spelled_to_be_read_back(name):
    """Rows are found by quantity and place; the spelling is for tables."""
    for node in nodes(name, ast.Attribute):
        assert node.attr != "estimand" or name == "forms/json.py", (
            node.lineno
        )  # where it is written
    for node in nodes(name, ast.Call):
        if isinstance(node.func, ast.Attribute) and node.func.attr in CUTS and node.args:
            first = node.args[0]
            assert not (isinstance(first, ast.Constant) and first.value in SPELLED), node.lineno


@pytest.mark.parametrize("name", FILES)
def test_law_no_file_branches_on_a_kind(name):
    """A presenter and a figure are found by the kind of a result; nothing else asks for it."""
    for node in nodes(name, ast.Compare):
        left = node.left
        asked = isinstance(left, ast.Attribute) and left.attr == "kind"
        whose = asked and isinstance(left.value, ast.Name) and left.value.id
        whose = "" if name == "figures/book.py" else whose  # where figures are found
        assert whose not in ("result", "plan", "found", "part", "one"), node.lineno
    for node in nodes(name, ast.Constant):
        assert node.value != "verb", node.lineno


def named_in(path):
    """Return the quantities that a file spells: Row(quantity="power"), share_row("power", ...)."""
    quantities = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            given = [one.value for one in node.keywords if one.arg == "quantity"]
            given += node.args[:1] if called.endswith(("row", "rows")) else []
            for one in given:
                parts = (one.body, one.orelse) if isinstance(one, ast.IfExp) else (one,)
                quantities |= {part.value for part in parts if isinstance(part, ast.Constant)}
    return {name for name in quantities if isinstance(name, str)}


def test_law_every_quantity_is_registered():
    """Those that the source spells, and those of all results here; words count for themselves."""
    rooms = [path for path in SOURCE.iterdir() if path.is_dir() and path != ROOM]
    spelled = {name for room in rooms for path in room.rglob("*.py") for name in named_in(path)}
    results = [*map(result_of, COMMANDS), *map(drawn, MAKERS)]
    made = {row.quantity for result in results for row in result.rows}
    assert len(spelled) > 120
    assert not {name for name in spelled | made if " " not in name} - set(QUANTITIES)
