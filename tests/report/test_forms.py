"""The same document as HTML, LaTeX and Markdown: well formed, escaped, and whole."""

import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from claimwise import report
from claimwise.report import sections
from claimwise.report.html import INSTALL
from claimwise.report.latex import latex_text

from .corpus import COMMANDS, document_of, result_of

VOID = {"meta", "br", "img", "hr", "link", "input"}
AWKWARD = "compare tests/report/awkward.csv"


class Page(HTMLParser):
    """What a browser would see: tags, their attributes, the text."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.words, self.faults = [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(tag)

    def handle_data(self, data):
        if "style" not in self.open:
            self.words.append(data)

    @property
    def text(self):
        return " ".join("".join(self.words).split())


@pytest.fixture(scope="module")
def pages():
    """Draw figures once for all tests of this file."""
    return {}


@pytest.fixture(params=COMMANDS)
def command(request):
    return request.param


def page_of(command, pages):
    if command not in pages:
        text = report.html_page(document_of(command))
        pages[command] = text, Page(text)
    return pages[command]


def flat(text):
    return " ".join(text.split())


def test_law_html_is_whole_and_well_formed(command, pages):
    _, page = page_of(command, pages)
    assert not page.faults
    assert not page.open
    document = document_of(command)
    for said in (
        document.title,
        document.claim,
        document.answer,
        document.method,
        document.signature,
        *document.assumptions,
        *document.notes,
        *document.references,
        *(item.answer for item in document.checklist),
        *(cell for table in document.tables for row in table[2] for cell in row),
    ):
        assert flat(said) in page.text
    assert f"claimwise {command}" in page.text


def test_law_html_needs_nothing_else(command, pages):
    text, page = page_of(command, pages)
    names = {tag for tag, _ in page.tags}
    assert not names & {"script", "iframe", "object", "embed", "link", "form", "base"}
    for tag, attributes in page.tags:
        for key, value in attributes.items():
            assert not key.startswith("on")
            if key in ("href", "src", "xlink:href", "action"):
                assert value.startswith(("#", "data:")), (tag, value)
    assert not re.search(r"url\((?!#)", text)
    assert "@import" not in text
    policy = [a["content"] for tag, a in page.tags if a.get("http-equiv")]
    assert policy == ["default-src 'none'; style-src 'unsafe-inline'; img-src data:"]


def test_law_html_can_be_read_aloud(command, pages):
    _, page = page_of(command, pages)
    assert ("html", {"lang": "en"}) in page.tags
    assert [tag for tag, _ in page.tags].count("main") == 1
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b - a <= 1 for a, b in pairwise(levels))
    ids = [a["id"] for _, a in page.tags if "id" in a]
    assert len(set(ids)) == len(ids)
    drawings = [a for tag, a in page.tags if tag == "svg"]
    assert len(drawings) >= len(document_of(command).figures)
    for tag, attributes in page.tags:
        if tag == "th":
            assert attributes.get("scope") in ("col", "row")
        if tag == "svg" and "role" in attributes:
            assert attributes["role"] == "img"
            assert attributes["aria-label"]
    tables = [tag for tag, _ in page.tags if tag == "table"]
    assert len(tables) == [tag for tag, _ in page.tags].count("caption")


def test_figures_are_drawn_into_the_page(pages):
    _, page = page_of("compare examples/leaderboard.csv", pages)
    captions = [
        f.caption for f in report.document(result_of("compare examples/leaderboard.csv")).figures
    ]
    assert len(captions) >= 2
    for caption in captions:
        assert flat(caption) in page.text


def test_without_the_package_that_draws_the_page_says_so(monkeypatch):
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    page = Page(report.to_html(result_of("compare examples/leaderboard.csv")))
    assert flat(INSTALL) in page.text
    assert not any(tag == "svg" for tag, _ in page.tags)


def test_names_are_escaped_everywhere(pages):
    text, page = page_of(AWKWARD, pages)
    assert "<script" not in text
    assert "<script>alert(1)</script>" in page.text
    markdown = report.to_markdown(result_of(AWKWARD))
    assert "<script" not in re.sub(r"`[^`]*`", "", markdown)
    latex = report.to_latex(result_of(AWKWARD))
    assert r"\textless{}script\textgreater{}" in latex
    assert r"50\% \{a\}\_b \& \$c\textasciicircum{}d\textasciitilde{}\textbackslash{}e" in latex


EVIL = (
    "<img src=x onerror=alert(1)> & 5% $x$ #1 a_b {c} ~ ^ \\input{x} | `y` *z* ![p](u) [t](u) "
    "[r][k] [k]: u"
)


def evil_document():
    """Return a document that is hostile in every field."""
    figure = report.Figure(EVIL, EVIL, {"mark": "point", "data": {"values": [{"a": 1}]}})
    item = report.Item(EVIL, EVIL, EVIL)
    table = (EVIL, (EVIL, EVIL), ((EVIL, EVIL), (EVIL, "1")))
    several = dict.fromkeys(
        ("paragraphs", "references", "assumptions", "inferred", "dropped"), (EVIL, EVIL)
    )
    texts = dict.fromkeys(
        ("title", "claim", "answer", "method", "signature", "command", "python"), EVIL
    )
    return report.Document(
        **texts,
        **several,
        detectable=(EVIL,),
        notes=(EVIL,),
        tables=(table,),
        figures=(figure,),
        checklist=(item,),
    )


def test_law_every_field_is_escaped():
    page = Page(report.html_page(evil_document()))
    assert not page.faults
    assert not any(tag == "img" for tag, _ in page.tags)
    assert not any("onerror" in attributes for _, attributes in page.tags)
    lines = report.latex_fragment(evil_document()).splitlines()
    latex = "\n".join(line for line in lines if not line.startswith("%"))
    assert "input{x}" not in latex
    assert not re.search(r"(?<!\\)[#$%_^~]", latex)
    assert not re.search(r"[<>|`]", latex)
    code = re.compile(r"```+.*?```+|^`[^\n]*`$", re.DOTALL | re.MULTILINE)
    markdown = code.sub("", report.markdown_text(evil_document()))
    assert "<img" not in markdown
    assert not re.search(r"(?<!\\)\*z", markdown)
    assert not re.search(r"(?<!\\)\][(\[:]", markdown)


def test_figures_of_a_page_do_not_share_ids():
    spec = {
        "data": {"values": [{"a": 1, "b": 2}]},
        "mark": {"type": "bar", "clip": True},
        "encoding": {
            "x": {"field": "a", "type": "quantitative", "scale": {"domain": [0, 1]}},
            "y": {"field": "b", "type": "quantitative", "scale": {"domain": [0, 1]}},
        },
    }
    figures = tuple(report.Figure(name, name, spec) for name in ("one", "two"))
    made = report.Document(title="t", claim="c", answer="a.", figures=figures)
    text = report.html_page(made)
    page = Page(text)
    ids = [a["id"] for _, a in page.tags if "id" in a]
    assert len(ids) > 2  # there are clips
    assert len(set(ids)) == len(ids)
    assert set(re.findall(r"url\(#([^)]+)\)", text)) <= set(ids)


def test_several_reports_stand_on_one_page():
    made = [document_of(command) for command in COMMANDS[:2]]
    page = Page(report.html_page(*made, title="Two"))
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[:2] == [1, 2]
    assert levels.count(2) == 2
    assert [tag for tag, _ in page.tags].count("article") == 2


# LaTeX


def test_law_latex_is_balanced(command):
    text = report.latex_fragment(document_of(command))
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("%")]
    bare = re.sub(r"\\[\\{}&%$#_]", "", "\n".join(lines))
    depth = 0
    for letter in bare:
        depth += (letter == "{") - (letter == "}")
        assert depth >= 0
    assert depth == 0
    opened = []
    for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", bare):
        if kind == "begin":
            opened.append(name)
        else:
            assert opened.pop() == name
    assert not opened
    assert not re.search(r"[$#^~<>|\"`%]", bare), re.search(r".*[$#^~<>|\"`%].*", bare)


def test_law_latex_tables_have_as_many_cells_as_columns(command):
    text = report.latex_fragment(document_of(command))
    for columns, body in re.findall(
        r"\\begin\{tabular\}\{([lr]+)\}(.*?)\\end\{tabular\}", text, re.DOTALL
    ):
        rows = [line for line in body.splitlines() if line.endswith(r"\\")]
        assert rows
        for row in rows:
            assert len(re.findall(r"(?<!\\)&", row)) == len(columns) - 1
        assert body.count(r"\toprule") == body.count(r"\midrule") == 1


def test_latex_text_is_only_text():
    assert latex_text("a--b") == "a-{}-b"
    assert latex_text("a\nb\x00c") == "a b c"
    assert latex_text(r"\input{x}") == r"\textbackslash{}input\{x\}"


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no LaTeX here")
def test_latex_compiles(tmp_path):
    parts = []
    for i, command in enumerate([COMMANDS[0], "compare examples/leaderboard.csv", AWKWARD]):
        (tmp_path / f"part{i}.tex").write_text(report.to_latex(result_of(command)))
        parts.append(rf"\input{{part{i}}}")
    head = "\\documentclass{article}\n\\usepackage{booktabs}\n\\begin{document}\n"
    (tmp_path / "all.tex").write_text(head + "\n".join(parts) + "\n\\end{document}\n")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]


# Markdown


def test_law_markdown_is_whole(command):
    document = document_of(command)
    text = report.markdown_text(document)
    assert text.startswith("## ")
    assert text.count("```") == 4
    assert f"`{document.signature}`" in text or command == AWKWARD
    for section in sections.accounts(document):
        assert f"### {section.heading}" in text
    lines = text.splitlines()
    for i, line in enumerate(lines):
        if re.fullmatch(r"\|( -{3}:? \|)+", line):
            width = len(re.findall(r"(?<!\\)\|", line))
            j = i - 1
            while j < len(lines) and lines[j].startswith("|"):
                assert len(re.findall(r"(?<!\\)\|", lines[j])) == width, lines[j]
                j += 1
