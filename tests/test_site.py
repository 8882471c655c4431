"""The documentation hangs together: links arrive, commands exist, no name is left out."""

import importlib.util
import re
import shlex
from pathlib import Path

import click
import pytest

import claimwise
import claimwise.report
from claimwise.cli.main import VERBS, cli
from claimwise.core import names
from papers.__main__ import door

ROOT = Path(__file__).parents[1]
# Words that we no longer use; two systems may still be told apart.
RETIRED = (
    r"\btold\b(?!\s+apart)|\b(?:heed|heeds|heeded|beside|anew|foresee|foresees|nobody|likewise)\b"
    r"|\b(?:so many|of which)\b"
    r"|(?<!there\s)\b(?:is|are) no (?!more|longer|less|better|worse)\w+"
)
KEPT = sorted([*ROOT.glob("docs/**/*.md"), *ROOT.glob("*.md")])


def tool(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def made():
    """The pages that are written by `make docs`, by their place in the repository."""
    return {ROOT / "docs" / name: text for name, text in tool("site_pages").pages().items()}


@pytest.fixture(scope="module")
def texts(made):
    return {page: page.read_text("utf-8") for page in KEPT} | made


def prose(text):
    """The page without its code: links and headings in there are none."""
    text = re.sub(r"^(`{3,})[^\n]*\n.*?^\1\s*$", "", text, flags=re.M | re.S)
    return re.sub(r"`[^`\n]+`", lambda code: code[0].replace("](", "] ("), text)


def places(text):
    """The anchors of a page's headings, as Python-Markdown names them."""
    found = set()
    for heading in re.findall(r"^#{1,6} (.+)$", prose(text), re.M):
        plain = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", heading).replace("`", "")
        slug = re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())
        number = 1
        while (slug if number == 1 else f"{slug}_{number - 1}") in found:
            number += 1
        found.add(slug if number == 1 else f"{slug}_{number - 1}")
    return found


def links(text):
    return re.findall(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)", prose(text))


def faults(page, text, texts):
    for link in links(text):
        path, _, place = link.partition("#")
        if re.match(r"[a-z]+:", link):
            continue
        target = (page.parent / path).resolve() if path else page
        if target not in texts and not target.is_file():
            yield f"{page.name}: {link} is not there"
        elif place and target in texts and place not in places(texts[target]):
            yield f"{page.name}: {link} has no such heading"


def test_links_arrive(texts):
    assert [fault for page, text in texts.items() for fault in faults(page, text, texts)] == []


def test_a_link_to_nowhere_is_found(tmp_path):
    page = tmp_path / "page.md"
    text = "# A page\n\n[one](other.md) [two](#a-page) [three](#elsewhere) `[four](code.md)`\n"
    found = list(faults(page, text, {page: text}))
    assert found == [
        "page.md: other.md is not there",
        "page.md: #elsewhere has no such heading",
    ]


def test_every_page_is_in_the_navigation_and_reverse(texts):
    listed = set(re.findall(r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text("utf-8")))
    docs = ROOT / "docs"
    assert listed == {p.relative_to(docs).as_posix() for p in texts if docs in p.parents}


def test_pages_from_elsewhere_stay_out_of_the_repository(made):
    ignored = (ROOT / ".gitignore").read_text("utf-8").split()
    assert {f"docs/{p.relative_to(ROOT / 'docs').as_posix()}" for p in made} <= set(ignored)


def names_of(param):
    return (*param.opts, *param.secondary_opts, "--help", "-h")


def commands(command, path=()):
    context = click.Context(command, info_name="claimwise")
    found = {path: {name for param in command.get_params(context) for name in names_of(param)}}
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            found |= commands(command.get_command(context, name), (*path, name))
    return found


@pytest.fixture(scope="module")
def known():
    return commands(cli)


def test_the_page_of_the_command_line_has_every_command(made, known):
    page = made[ROOT / "docs" / "reference" / "command-line.md"]
    for path, options in known.items():
        heading = " ".join(("claimwise", *path))
        (section,) = re.findall(rf"^#+ {heading}\n+```text\n(.*?)^```", page, re.M | re.S)
        assert all(option in section for option in options if option.startswith("--")), heading


def test_the_page_of_python_has_every_public_name(made):
    page = made[ROOT / "docs" / "reference" / "python.md"]
    for name in set(claimwise.__all__) - {"__version__"}:
        assert f"`cw.{name}`" in page or f"## cw.{name}\n" in page, name
        assert f"`cw.{name}` |  |" not in page, f"{name} has no docstring"


def called(text):
    """The commands of a page: in shell blocks, joined where they go on, and within sentences."""
    lines = re.findall(r"^\$ (claimwise .+)$", text, re.M)
    for block in re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S):
        lines += [x for x in block.replace("\\\n", " ").splitlines() if x.startswith("claimwise ")]
    for code in re.findall(r"`([^`]+)`", prose(text)):
        line = " ".join(code.split())
        lines += [line] if line.startswith("claimwise ") else []
        lines += [f"claimwise {line}"] if line.split(" ")[0] in VERBS and "--" in line else []
    for line in lines:
        yield shlex.split(line.replace("\\|", "|"), comments=True)[1:]


def test_commands_and_options_that_are_named_exist(texts, known):
    for page, text in texts.items():
        for words in called(text):
            path = ()
            for word in words:
                if (*path, word) not in known:
                    break
                path = (*path, word)
            options = {w.partition("=")[0] for w in words if w.startswith("--")}
            assert path or words == ["--version"], (page.name, words)
            # Of `plan ... --solve n` any kind of plan may be meant.
            below = set().union(*(known[other] for other in known if other[: len(path)] == path))
            assert options <= below, (page.name, words, options - below)


def test_options_that_stand_alone_are_options_of_some_command(texts, known):
    options = set().union(*known.values(), *(one.opts for one in door.params))
    for page, text in texts.items():
        if page.parent.name == "coming-from" or page.parent == ROOT:  # options of other tools
            continue
        for code in re.findall(r"`(--[a-z][^`]*)`", prose(text)):
            named = re.findall(r"(?:^|\s)(--[a-z-]+)", code)
            assert set(named) <= options, (page.name, code)


def test_the_page_of_figures_names_all_of_them(texts):
    page = texts[ROOT / "docs" / "how-to" / "figures.md"]
    rows = " ".join(re.findall(r"^\| .*$", page, re.M))
    assert [name for name in names("figure") if f"`{name}`" not in rows] == []


def test_files_that_the_page_on_conformance_names_exist(texts):
    page = texts[ROOT / "docs" / "conformance.md"]
    named = set(re.findall(r"`(tests/[\w./-]+)`", page))
    assert len(named) > 20
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


class TestCheckOfTheBuiltSite:
    def faults(self, folder, **pages):
        for page, text in pages.items():
            (folder / f"{page}.html").write_text(text, "utf-8")
        return tool("site_check").faults(folder)

    def test_nothing_to_say(self, tmp_path):
        assert (
            self.faults(tmp_path, a='<a href="b.html#x">', b='<p id="x"><a href="https://x.y">')
            == []
        )

    @pytest.mark.parametrize(
        "tag",
        [
            '<script src="https://cdn.example/x.js"></script>',
            '<link rel="stylesheet" href="//fonts.example/x.css">',
            '<link rel="preconnect" href="https://fonts.example">',
            '<img src="http://example.com/x.png">',
            '<p style="background: url(https://example.com/x.png)">',
            '<script src="missing.js"></script>',
        ],
    )
    def test_what_is_fetched_from_elsewhere(self, tmp_path, tag):
        assert len(self.faults(tmp_path, a=tag)) == 1

    def test_a_style_that_imports(self, tmp_path):
        (tmp_path / "a.css").write_text("@import 'https://fonts.example/x.css';", "utf-8")
        assert len(self.faults(tmp_path, a="<p>")) == 1

    @pytest.mark.parametrize("link", ["c.html", "b.html#nowhere", "#nowhere"])
    def test_links_that_do_not_arrive(self, tmp_path, link):
        assert len(self.faults(tmp_path, a=f'<a href="{link}">', b="<p>")) == 1


@pytest.mark.parametrize("page", KEPT, ids=lambda page: page.name)
def test_prose_has_no_retired_words(page):
    text = re.sub(r"`[^`\n]+`", "", prose(page.read_text("utf-8")))
    assert re.findall(RETIRED, text, re.IGNORECASE) == []
