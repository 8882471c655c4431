"""The same document as HTML, LaTeX and Markdown: well formed, escaped, and whole."""

import re
import shutil
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise

import pytest

import claimwise as cw
from claimwise import report
from claimwise.core import caution
from claimwise.report.answer import Table, named, unmarked
from claimwise.report.forms.drawing import INSTALL
from claimwise.report.forms.latex import FIT, latex_text
from claimwise.report.forms.notebook import notebook_html

from .corpus import COMMANDS, ROOT, document_of, result_of

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


def page_of(command, pages):
    if command not in pages:
        text = report.html_page(document_of(command))
        pages[command] = text, Page(text)
    return pages[command]


def flat(text):
    return " ".join(unmarked(text).split())


def every_text(document):
    """Return all that a document says."""
    tables = [*document.tables, *(t for section in document.details for t in section.tables)]
    return [
        document.title,
        document.question,
        document.word,
        document.headline,
        *document.lines,
        document.outlook,
        *document.cautions,
        document.brief,
        *(text for section in document.details for text in section.texts),
        *(cell for table in tables for row in (table.header, *table.rows) for cell in row),
    ]


def test_law_html_is_whole_and_well_formed(command, pages):
    _, page = page_of(command, pages)
    assert not page.faults
    assert not page.open
    for text in every_text(document_of(command)):
        assert flat(text) in page.text


def test_law_the_page_has_the_anatomy_of_an_answer(command, pages):
    """Verdict, headline, figure, tables, cautions, method; the rest is folded."""
    text, _ = page_of(command, pages)
    document = document_of(command)
    first, _, _ = text.partition("<details>")
    shown = Page(first + "</article></main></body></html>").text
    for table in document.tables:
        assert all(flat(cell) in shown for row in table.rows for cell in row)
    for note in document.cautions:
        assert flat(note) in shown
    marks = ['class="headline"', "<figure>", "<table>", 'class="cautions"', 'class="method"']
    places = [first.index(mark) for mark in marks if mark in first]
    assert places == sorted(places)
    assert first.count("<figure>") == min(1, len(document.figures))
    assert f'class="{f"answer {document.tone}".strip()}"' in first
    assert not document.word or f">{document.word}</strong>" in first


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
    assert all(tag != "details" or "open" not in a for tag, a in page.tags)
    drawings = [a for tag, a in page.tags if tag == "svg"]
    assert len(drawings) >= len(document_of(command).figures)
    for tag, attributes in page.tags:
        if tag == "th":
            assert attributes.get("scope") in ("col", "row")
        if tag == "svg" and "role" in attributes:
            assert attributes["role"] == "img"
            assert attributes["aria-label"]
    frames = [a for _, a in page.tags if a.get("class") == "scroll"]
    assert len(frames) == [tag for tag, _ in page.tags].count("table")
    assert all(frame["aria-label"] and frame["tabindex"] == "0" for frame in frames)


def test_figures_are_drawn_into_the_page(pages):
    _, page = page_of("compare examples/leaderboard.csv", pages)
    figures = report.document(result_of("compare examples/leaderboard.csv")).figures
    assert len(figures) >= 2
    for figure in figures:
        assert flat(figure.title) in page.text
        assert flat(figure.below) in page.text


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
    evil = EVIL + named(EVIL)
    table = Table(evil, (evil, evil), ((evil, evil), (evil, "1")))
    styles = ("paragraphs", "points", "code")
    details = [report.Section(evil, (evil, f"{evil}\n{evil}"), one, (table,)) for one in styles]
    texts = ("title", "question", "word", "headline", "outlook", "brief")
    return report.Document(
        **dict.fromkeys(texts, evil),
        lines=(evil,),
        cautions=(evil, caution(evil)),
        details=tuple(details),
        tables=(table,),
        figures=(report.Picture(evil, [evil], {"mark": "point", "data": {"values": [{}]}}, evil),),
    )


def test_law_every_field_is_escaped():
    for text in (report.html_page(evil_document()), notebook_html(evil_document())):
        page = Page(text)
        assert not page.faults
        assert not any(tag == "img" for tag, _ in page.tags)
        assert not any("onerror" in attributes for _, attributes in page.tags)
    lines = report.latex_fragment(evil_document()).splitlines()
    latex = "\n".join(line for line in lines if not line.startswith("%") and line != FIT)
    assert "input{x}" not in latex
    assert not re.search(r"(?<!\\)[#$%_^~]", latex)
    assert not re.search(r"[<>|`]", latex)
    code = re.compile(r"```+.*?```+|`` .*? ``", re.DOTALL)
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
    figures = tuple(report.Picture(name, [], spec, name) for name in ("one", "two"))
    made = report.Document(title="t", question="c", headline="a", figures=figures)
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


def test_the_list_of_a_page_leads_to_its_reports():
    table = Table("All", ("name", "n"), (("one", "1"), ("none", "2")))
    head = report.Document(title="Head", question="q", headline="h", tables=(table,))
    one = report.Document(title="One", question="q", headline="h", anchor="one")
    text = report.html_page(head, one)
    assert '<a href="#one">one</a>' in text
    assert re.findall(r"<h([123])", text) == ["1", "2"]
    assert 'href="#none"' not in text
    page = Page(text)
    ids = {a["id"] for _, a in page.tags if "id" in a}
    assert {a["href"][1:] for tag, a in page.tags if tag == "a"} == {"one"} <= ids


# LaTeX


def test_law_latex_begins_with_a_sentence_and_a_table_to_paste(command):
    document = document_of(command)
    text = report.latex_fragment(document)
    paste, _, rest = text.partition(r"\subsection*")
    assert latex_text(document.headline) in paste
    assert (r"\toprule" in paste) or "was left out" in paste or not document.tables
    assert r"\paragraph" not in paste
    for caption in re.findall(r"\\caption\{.*\}", paste):
        assert caption not in rest  # a table stands once


def test_law_latex_has_real_minus_signs(command):
    text = report.latex_fragment(document_of(command))
    tables = re.findall(r"\\midrule(.*?)\\bottomrule", text, re.DOTALL)
    for cell in (cell.strip() for table in tables for cell in re.split(r"[&\n]", table)):
        assert not re.match(r"-\.?\d", cell), cell


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("-3.4 to 10.6", "$-$3.4 to 10.6"),
        ("(95% CI -.5 to -0.1)", r"(95\% CI $-$.5 to $-$0.1)"),
        ("ranks 1-2", "ranks 1--2"),
        ("2024-01-18, llama-2-7b, n-1, --look 2", "2024-01-18, llama-2-7b, n-1, -{}-look 2"),
        (named("7-8"), r"\texttt{7-8}"),
        ("5\u00a0\u00d7\u00a04", r"5~$\times$~4"),
    ],
)
def test_signs_are_those_of_a_printed_page(text, printed):
    assert latex_text(text) == printed


def test_law_latex_is_balanced(command):
    text = report.latex_fragment(document_of(command))
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("%")]
    joined = (
        "\n".join(lines)
        .replace(FIT, "{")
        .replace("$-$", "")
        .replace(r"$\times$", "")
        .replace("~", "")
    )
    bare = re.sub(r"\\[\\{}&%$#_]", "", joined)
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
        r"\\begin\{tabular\}\{((?:[lr]|p\{[\d.]+\\linewidth\})+)\}(.*?)\\end\{tabular\}",
        text,
        re.DOTALL,
    ):
        rows = [line for line in body.splitlines() if line.endswith(r"\\")]
        assert rows
        for row in rows:
            wanted = len(re.findall(r"[lr]|p\{", columns.replace("linewidth", "")))
            assert len(re.findall(r"(?<!\\)&", row)) == wanted - 1
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
    head = "\\documentclass{article}\n\\usepackage{booktabs,graphicx}\n\\begin{document}\n"
    (tmp_path / "all.tex").write_text(head + "\n".join(parts) + "\n\\end{document}\n")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]


# Markdown


def open_part(text):
    """Return what is read without opening anything."""
    return re.sub(r"<details>.*?</details>", "", text, flags=re.DOTALL)


def test_law_markdown_is_whole(command):
    document = document_of(command)
    text = report.markdown_text(document)
    assert text.startswith("## ")
    code = document.details[-1].texts
    assert len(code) == 3
    assert all(f"```\n{one}\n```" in text for one in code)
    for section in document.details:
        assert f"### {section.heading}" in text
    lines = text.splitlines()
    for i, line in enumerate(lines):
        if re.fullmatch(r"\|( -{3}:? \|)+", line):
            width = len(re.findall(r"(?<!\\)\|", line))
            j = i - 1
            while j < len(lines) and lines[j].startswith("|"):
                assert len(re.findall(r"(?<!\\)\|", lines[j])) == width, lines[j]
                j += 1
    rows = sum(len(t.rows) for t in document.tables)
    rows += sum(len(t.rows) for section in document.details for t in section.tables)
    assert sum(line.startswith("| ") for line in lines) >= rows  # none is lost


def test_law_markdown_is_short_until_it_is_opened(command):
    document = document_of(command)
    text = report.markdown_text(document)
    first = open_part(text)
    words = [word for word in first.replace("|", " ").split() if re.search(r"\w", word)]
    assert len(words) < 200
    paragraphs = first.split("\n\n")
    assert paragraphs[1].startswith(f"**{document.word}** " if document.word else "")
    assert not document.tables or "| ---" in first
    assert not document.cautions or "> " in first
    assert text.count("<details>") == text.count("</details>")
    assert re.search(
        r"</summary>\n\n", text
    )  # without the blank line Markdown in it is no Markdown


def test_many_cautions_leave_room_for_the_answer():
    notes = tuple(caution(f"{i} " + "word " * 60) for i in range(6))
    rows = tuple((f"s{i}", "1.0", "2.0", "3.0", "4.0", "5.0") for i in range(40))
    table = Table("Systems", ("system", "a", "b", "c", "d", "e"), rows)
    made = report.Document(
        title="t", question="q", headline="h", cautions=notes, tables=(table,), brief="how"
    )
    text = report.markdown_text(made)
    first = open_part(text)
    assert "> **Caution:** 0" in first
    assert "> 4 more below" in first
    assert "| s0 |" in first
    assert "rows)**" in first
    for note in notes:
        assert flat(note) in flat(text)
    assert "| s39 |" in text


# Notebook


def test_a_notebook_is_short_and_folds_the_rest(command):
    document = replace(document_of(command), figures=())
    text = notebook_html(document)
    page = Page(text)
    assert not page.faults
    assert not page.open
    first = text.partition("<details>")[0]
    assert Page(first + "</div>").text.startswith(flat(f"{document.word} {document.headline}"))
    assert first.count("<tr>") <= 60 + 3 * len(document.tables)
    assert "<script" not in text


def test_a_notebook_shows_the_figures_that_were_asked_for():
    asked_for = {"assess": "posterior", "rope": 5.0, "plot_of": "posterior,predictive"}
    result = cw.compare(ROOT / "examples" / "latency.csv", **asked_for)
    page = Page(result._repr_html_())
    figures = [one for tag, one in page.tags if tag == "div" and one.get("class") == "drawing"]
    assert len(figures) == 2
    assert page.text.index("cached against plain") < page.text.index("drawn from the fitted model")
