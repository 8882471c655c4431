"""Laws of the room: it reads facts, and never the text that we wrote."""

import ast
from pathlib import Path

import pytest

import claimwise.report

ROOM = Path(claimwise.report.__file__).parent
FILES = sorted(path.relative_to(ROOM).as_posix() for path in ROOM.rglob("*.py"))
# Where text is of another language: SVG, HTML, LaTeX, Markdown.
EXPRESSIONS = {
    *("forms/figure_words.py", "forms/html.py", "forms/html_parts.py", "forms/markdown.py"),
    *("forms/latex_tables.py", "forms/latex_text.py"),
}
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
