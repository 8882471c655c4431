"""Figures 4, 6 and 17 of Card et al. (2020), computed again."""

from __future__ import annotations

import csv
from dataclasses import replace

import pytest

import papers
from claimwise import report
from papers.card2020 import figure_6
from papers.run import kept_values
from papers.verdict import verdict

from .kept import FULL, cell_of, judged


def test_value_figure_6():
    """The verdict is that of the stored run of the authors, within Monte Carlo error."""
    kept = papers.kept("card-figure-6")
    assert kept.notes[0] == "Reproduces: 48 of 48 published numbers lie within tolerance."
    where = {"world": "card-high", "raters": "3", "items": "100"}
    cell = ", ".join(f"{name}={value}" for name, value in where.items())
    assert kept[f"published[{cell}, linear-z, effect=0.4]"].estimate == 0.885
    few = cell_of("card-figure-6", **where).compute(replace(FULL, quick=True))
    quick = {value.row().estimand: value for value in few}
    honest = quick[f"power[{cell}, linear, effect=0.4]"]
    # By Satterthwaite's df alone 0.46; three raters leave two degrees of freedom at most.
    assert honest.low < kept[f"power[{cell}, linear, effect=0.4]"].estimate < honest.high
    null = quick[f"power[{cell}, linear-z, effect=0]"]
    assert null.low < 0.21 < null.high  # twice one side of mean squares' 0.105
    assert null.high < 0.265  # power at the smallest effect is 0.277


def test_direction_a_wrong_test_does_not_reproduce_figure_6():
    """The powers of the other analysis are not the published ones."""
    values = kept_values("card-figure-6")
    other = {v.where: v.estimate for v in values}

    def swapped(value):
        where = tuple((k, "linear" if v == "linear-z" else v) for k, v in value.where)
        return value._replace(estimate=other[where])

    cell = figure_6.FIGURE.cells()[0]
    changed = [swapped(v) if set(cell.where) <= set(v.where) else v for v in values]
    found = verdict(figure_6.FIGURE, changed)
    assert sum(one.same for one in found.numbers) == 44
    assert len(found.unexplained) == 4
    assert found.word == "differs in part"


def test_value_sentences_on_figure_6():
    enough, few = papers.kept_verdict("card-figure-6").claims
    assert enough.holds
    assert not few.holds
    # 0.835 is published for 10 ratings, of 200 studies; 10,000 give less than 0.8.
    assert "0.568 with 3 ratings of each and 0.774 with 10" in few.found
    assert "error of 0.030" in few.because  # sqrt(0.774 x 0.226 / 200)

    def better(raters, power):
        low = {"card-low", raters, "100", "linear-z", "0.1"}
        return lambda v: v._replace(estimate=power) if {x for _, x in v.where} >= low else v

    for raters, power, holds in (
        ("10", 0.7951, True),  # 80% in whole percent
        ("10", 0.7949, False),
        ("3", 0.81, False),
    ):
        assert judged("card-figure-6", better(raters, power)).claims[1].holds is holds


def test_value_what_is_called_published_is_the_stored_run(shared_data):
    with (shared_data / "card2020" / "highvar_lowmer_lmer.csv").open(newline="") as file:
        _, *lines = csv.reader(file)
    assert len(lines) == 48
    for _, half, items, power, raters, _, setting in lines:
        world = "card-high" if setting.startswith("High") else "card-low"
        at = figure_6.EFFECTS.index(f"{2 * float(half):g}")
        assert figure_6.PUBLISHED[world, int(raters), int(items)][at] == float(power)


def test_value_figure_4():
    """Powers that were computed with the published process, and the formula."""
    found = papers.kept("card-figure-4")
    assert found.notes[0] == "Reproduces: the published number lies within tolerance."
    where = "BLEU, world=P0 0.13 b0 25.8, test=randomisation"
    for n, difference, power in (
        (2000, "1", 0.746),
        (1000, "1", 0.457),
        (3000, "1", 0.893),
        (5000, "1", 0.984),
        (2000, "0.5", 0.262),
        (5000, "0.5", 0.551),
    ):
        row = found[f"power[{where}, n={n}, difference={difference}]"]
        assert row.estimate == pytest.approx(power, abs=0.02)
    assert found[f"published[{where}, n=2000, difference=1]"].estimate == 0.756
    chart = report.vega_lite(found)
    assert len(chart["data"]["values"]) == 41


def test_value_figure_17():
    """More zeros, more power; a larger scale, less."""
    found = papers.kept("card-figure-17")

    def power(share, scale):
        world = f"world=P0 {share} b0 {scale}"
        at = f"BLEU, {world}, test=randomisation, n=2000, difference=1"
        return found[f"power[{at}]"].estimate

    by_share = [power(share, "25.8") for share in ("0.05", "0.13", "0.3", "0.6")]
    assert by_share == sorted(by_share)
    by_scale = [power("0.13", scale) for scale in ("12.9", "25.8", "51.6", "103.2")]
    assert by_scale == sorted(by_scale, reverse=True)
    assert all(claim.holds for claim in papers.kept_verdict("card-figure-17").claims)
    assert any("even 5,000 sentences" in note for note in found.notes)
    # Every panel has points: a grid with holes would put curves under the wrong heads.
    chart = report.vega_lite(found)
    row, column = (chart["facet"][key] for key in ("row", "column"))
    panels = {(value[row["field"]], value[column["field"]]) for value in chart["data"]["values"]}
    assert len(panels) == len(row["sort"]) * len(column["sort"]) == 7


@pytest.mark.parametrize("name", ["card-figure-4", "card-figure-17"])
def test_direction_a_wrong_power_reproduces_neither(name):
    found = judged(name, lambda value: value._replace(estimate=0.6))
    # The one number of both figures is judged once, with Figure 4.
    assert [one.same for one in found.numbers] == ([False] if name == "card-figure-4" else [])
    turned = judged(name, lambda value: value._replace(estimate=1 - value.estimate))
    assert not any(claim.holds for claim in turned.claims)


@pytest.mark.slow
def test_law_the_kept_figure_17_is_what_the_command_gives():
    where = {"metric": "BLEU", "world": "P0 0.05 b0 25.8", "test": "randomisation", "n": "500"}
    kept = papers.kept("card-figure-17")
    for value in cell_of("card-figure-17", **where).compute(FULL):
        assert kept[value.row().estimand].estimate == pytest.approx(value.estimate, abs=0.002)


@pytest.mark.parametrize(
    ("name", "studies"), [("card-figure-4", 10_000), ("card-figure-17", 2_000)]
)
def test_the_gap_of_the_formula_is_told_beside_the_noise(name, studies):
    kept = papers.kept(name)
    (said,) = [note for note in kept.notes if note.startswith("The normal approximation")]
    assert (
        f"{studies:,} studies alone leave standard errors of up to {0.5 / studies**0.5:.3f}" in said
    )
    few = [value._replace(studies=500) for value in kept_values(name)]
    said = papers.REPLICATIONS[name].remarks(few)
    assert any("500 studies alone leave standard errors of up to 0.022" in one for one in said)
