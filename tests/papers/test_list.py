"""The list of all replications: true to its counts, to its run, and a way through its page."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import papers
from claimwise import report
from claimwise.core import ParameterError

ALL = [papers.kept(name) for name in papers.REPLICATIONS]


def said(results):
    """The list as text with its details, without its line breaks."""
    return " ".join(report.to_text(papers.listed(results), details=True).split())


def test_value_the_headline_counts_entries_numbers_and_sentences_apart():
    """Counted again here, from the verdicts alone."""
    verdicts = {name: papers.kept_verdict(name) for name in papers.REPLICATIONS}
    numbers = [one for found in verdicts.values() for one in found.numbers]
    whole = [name for name, found in verdicts.items() if found.word == "reproduces"]
    by_numbers = [name for name in whole if verdicts[name].numbers]
    without = [one for found in verdicts.values() for one in found.unexplained]
    text = said(ALL)
    assert len(without) == 8  # Table 7, Figure 16 and Wein's Figure 3: 2; Table 9, the refit: 1
    assert f"{len(ALL) - 2} entries for tables and figures of four papers, and 2 others)" in text
    assert f"{sum(one.same for one in numbers)} of {len(numbers)} published numbers" in text
    assert (
        f"{len(whole)} entries reproduce altogether, {len(by_numbers)} of them with numbers and "
        f"{len(whole) - len(by_numbers)} by sentences alone; those that differ say why, "
        f"but for {len(without)} of the numbers and sentences, for which no reason is known."
    ) in text
    of_wein = [name for name in verdicts if name.startswith("wein-tables")]
    true_p = [one for name in of_wein for one in verdicts[name].numbers]
    assert all(one.value.at("value") == "true p" for one in true_p)
    zeros = sum(one.published == 0 for one in true_p)
    assert f"{len(true_p)} of the numbers are true p of Wein et al. (2023)" in text
    assert f"{zeros} of them are published as 0." in text
    assert "68 numbers are not printed in the paper" in text  # 48, 9, 6, 2, 2 and 1
    assert "No table or figure of a paper: card-table-3-refit, wein-split." in text
    assert "quick" not in text


@pytest.mark.parametrize(
    ("name", "stored"),
    [
        ("card-figure-6", 48),
        ("card-appendix-c", 9),
        ("card-figure-1", 2),
        ("card-figure-4", 1),
        ("card-figure-15", 6),
        ("card-figure-16", 2),
    ],
)
def test_numbers_that_the_paper_does_not_print_are_named(name, stored):
    result = papers.kept(name)
    assert result.provenance["settings"]["stored"] == stored
    (note,) = [note for note in result.notes if "stored with the authors' code" in note]
    assert note.startswith("The published number is" if stored == 1 else f"{stored} of ")
    others = [papers.kept(x) for x in ("card-table-2", "azer-figure-2")]
    assert not any("stored" in note for one in others for note in one.notes)


def test_a_quick_run_is_called_one_and_its_part_is_told():
    quick = papers.reproduce("card-figure-1", quick=True)
    text = said([quick, *ALL[2:4]])
    assert text.startswith("3 of 3 published numbers")
    assert "with fewer studies and 2 of 2 parts; 2 entries are those of the kept run." in text
    lines = report.to_text(papers.listed([quick, *ALL[2:4]])).splitlines()
    runs = [line for line in lines if line.startswith("card-fig")]
    assert [("quick" in line, "kept" in line) for line in runs] == [
        (True, False),
        *[(False, True)] * 2,
    ]
    assert "2 entries reproduce as far as they are computed, 2 of them with numbers" in text
    assert "altogether" not in text
    assert "Not computed now but taken from the full run that is kept" in text
    assert "card-figure-3, card-figure-4." in text
    assert "Not computed now" not in said([quick])


def test_a_number_without_a_reason_is_not_said_to_have_one():
    settings = dict(ALL[0].provenance["settings"])
    settings |= {"unexplained": 2, "verdict": settings["verdict"] | {"word": "differs in part"}}
    one = replace(ALL[0], provenance={**ALL[0].provenance, "settings": settings})
    text = said([one])
    assert "but for 2 of the numbers and sentences, for which no reason is known" in text
    ((name, why),) = report.document(papers.listed([one])).more[0].rows
    *known, unknown = why.split("; ")
    assert name == settings["name"]
    assert "; ".join(known) == "; ".join(settings["reasons"])
    assert unknown == "of 2 differences no reason is known"


def test_names_in_the_list_of_a_page_lead_to_their_sections():
    names = ["azer-table-3", "card-table-3"]
    parts = [papers.kept(name) for name in names]
    page = report.to_html(papers.listed([*parts, papers.kept("card-table-2")]), parts=parts)
    for name in names:
        assert f'<a href="#{name}">{name}</a>' in page
        assert page.count(f'id="{name}"') == 1
    targets = set(re.findall(r'href="#([^"]+)"', page))
    assert targets <= set(re.findall(r'\bid="([^"]+)"', page))
    alone = report.to_html(parts[0])
    assert "<a " not in alone
    assert 'id="report-1"' in alone


def test_long_texts_of_a_table_may_be_broken():
    page = report.to_html(papers.listed(ALL))
    assert '<th scope="col" class="words">what</th>' in page
    assert '<th scope="col">verdict</th>' in page


def test_an_unknown_name_is_answered_by_the_nearest_and_not_by_all():
    with pytest.raises(
        ParameterError, match=r"Did you mean card-figure-6\? Without a name"
    ) as error:
        papers.kept("card-figure-66")
    assert "azer" not in str(error.value)
    with pytest.raises(ParameterError, match="lists them all"):
        papers.reproduce("nothing like it", quick=True)


DOCS = " ".join((Path(__file__).parents[2] / "docs" / "papers.md").read_text("utf-8").split())


def test_value_the_widths_that_the_docs_tell():
    lines = {line["name"]: line for line in papers.listed(ALL).provenance["settings"]["list"]}
    figure, five, ten = (
        lines[name]["tolerances"]
        for name in ("card-figure-6", "wein-tables-5-9", "wein-tables-10-14")
    )
    assert f"up to {figure['widest']:.3f} of power in Figure 6 of Card et al." in DOCS
    assert f"{five['median']:.3f} of p in the middle of Tables 5 to 9" in DOCS
    assert f"{ten['median']:.3f} in that of Tables 10 to 14" in DOCS
    # By hand: 200 published studies and 10,000 of ours, 3 errors of a share of a half.
    assert figure["widest"] == pytest.approx(3 * (0.25 * (1 / 200 + 1 / 10_000)) ** 0.5, rel=1e-3)


def test_value_the_false_positives_that_the_docs_tell():
    notes = [note for note in papers.kept("howcroft-figures-2-3").notes if "at effect 0" in note]
    pattern = r"ordinal model finds something in ([\d.]+)% and the linear one in ([\d.]+)%"
    found = [tuple(map(float, m)) for note in notes for m in re.findall(pattern, note)]
    ordinal, linear = ([round(x) for x in column] for column in zip(*found, strict=True))
    assert f"ordinal model finds something in {min(ordinal)}% to {max(ordinal)}% of them" in DOCS
    assert f"the linear one in {min(linear)}% to {max(linear)}%, not in 5%" in DOCS
