"""The Delta-Laplace world: moments, the published process, fits, files."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from claimwise.core import ClaimwiseError, DataError, ParameterError
from claimwise.data import Outputs
from claimwise.metrics import Metric, find_metric, measure
from claimwise.worlds import DeltaLaplace, fit_delta_laplace
from claimwise.worlds.delta_file import ADDITIVITY, DeltaPilot, read_delta
from claimwise.worlds.delta_fit import Additivity
from claimwise.worlds.delta_presets import PRESETS, delta_preset
from claimwise.worlds.delta_read import fit_files

WORLD = DeltaLaplace(1, 0.13, 25.8)


def test_value_moments_by_hand():
    """P0 0.5, b0 4, D 3: x is 0, or Laplace with mean 6 and variance 2 * 2^2 = 8."""
    world = DeltaLaplace(3, 0.5, 4)
    assert world.deviation(100) == pytest.approx(math.sqrt(0.5 * (8 + 36) / 100))
    assert world.error(100) == pytest.approx(math.sqrt((0.5 * (8 + 36) - 9) / 100))


def test_value_deviations_of_the_paper():
    """s0 as in the paper's terms: 1/2 sqrt(n (1 - P0) (2 b^2 + mu^2))."""
    n, share, scale = 2000, 0.13, 25.8
    mu, b = -2 / (n * (1 - share)), scale / n
    s0 = 0.5 * math.sqrt(n * (1 - share) * (2 * b**2 + mu**2))
    assert WORLD.deviation(n) == pytest.approx(s0)
    assert round(s0, 4) == 0.3812


@pytest.mark.parametrize("difference", [-2.0, 0.0, 1.0])
def test_chance_draws_have_the_moments_and_the_zeros(difference):
    n, size = 400, 3000
    world = DeltaLaplace(difference, 0.2, 30)
    drawn = world.draw(n, np.random.default_rng(1), size)
    assert drawn.d.shape == (size, n)
    error = world.error(n)
    assert drawn.effect().mean() == pytest.approx(difference, abs=4 * error / math.sqrt(size))
    assert drawn.effect().std() == pytest.approx(error, rel=4 / math.sqrt(2 * size))
    swaps = math.sqrt((drawn.d**2).mean() / n)
    assert swaps == pytest.approx(world.deviation(n), rel=0.01)
    zeros = (drawn.d == 0).mean()
    assert zeros == pytest.approx(0.2, abs=4 * math.sqrt(0.16 / drawn.d.size))
    some = drawn.d[drawn.d != 0][:20_000]
    assert stats.kstest(some, stats.laplace(difference / 0.8, 15).cdf).pvalue > 1e-3


def test_law_signs_turned_are_subsets_swapped():
    """The published process and ours are one: flips of x are swaps of d."""
    n = 50
    x = WORLD.draw(n, np.random.default_rng(2), 1).d[0]
    d = -2 * x / n
    observed = -d.sum() / 2
    assert observed == pytest.approx(x.mean())
    swapped = np.random.default_rng(3).random((100, n)) < 0.5
    by_swaps = observed + swapped @ d
    by_signs = np.where(swapped, -1, 1) @ x / n
    np.testing.assert_allclose(by_swaps, by_signs, atol=1e-12)


def test_published_presets():
    assert {name: found[:2] for name, found in PRESETS.items()} == {
        "wmt19": (0.19, 23.7),
        "wmt18": (0.09, 29.4),
        "wmt17": (0.12, 22.5),
        "wmt16": (0.10, 27.6),
        "wmt-average": (0.13, 25.8),
    }
    years = [PRESETS[f"wmt{year}"] for year in (16, 17, 18, 19)]
    assert np.mean([p.scale for p in years]) == pytest.approx(25.8)
    assert np.mean([p.zero_share for p in years]) == pytest.approx(0.125)
    assert delta_preset("wmt19", 2.0) == DeltaLaplace(2.0, 0.19, 23.7)


@pytest.mark.parametrize(
    ("parameters", "match"),
    [
        ((1, 1.0, 25), "zero_share needs a share below 1"),
        ((1, 13, 25), "Write 0.13 for 13%"),
        ((1, -0.1, 25), "between 0 and 1"),
        ((1, 0.1, 0), "scale needs a number above 0; found 0"),
        ((math.nan, 0.1, 25), "difference needs a finite number"),
    ],
)
def test_what_is_no_such_world_is_refused(parameters, match):
    with pytest.raises(ParameterError, match=match):
        DeltaLaplace(*parameters)


# A metric whose swaps add up exactly: a mean, on a scale of 100.
MEAN = Metric(
    "mean-score",
    "number",
    item_stats=lambda gold, predicted: [[float(p), 1.0] for p in predicted],
    score=lambda totals: 100 * totals[..., 0] / totals[..., 1],
)


def outputs(a, b, **more):
    gold = tuple("0" for _ in a)
    return Outputs(gold=gold, predicted={"old": tuple(a), "new": tuple(b)}, **more)


def laplace_scores(n=4000, difference=0.01, zero_share=0.2, scale=0.25, seed=1):
    """Scores whose differences are 0, or Laplace: b0 is 200 times their scale."""
    rng = np.random.default_rng(seed)
    a = rng.random(n)
    d = np.where(rng.random(n) < zero_share, 0, rng.laplace(difference, scale, n))
    return measure(MEAN, outputs(a, a + d))


def test_value_a_fit_by_hand():
    """Differences 0, 1, 1, 4 on 4 items: d_i is -2 * 100 / 4 times each of them."""
    fitted = fit_delta_laplace(measure(MEAN, outputs([0, 0, 0, 0], [0, 1, 1, 4])))
    np.testing.assert_allclose(fitted.effects, [0, -50, -50, -200])
    assert fitted.world.difference == pytest.approx(150)
    assert fitted.world.zero_share == 0.25
    # Median -50: mean distance 50. Variance of (-50, -50, -200): 5000.
    assert fitted.pilot.scales["published"] == pytest.approx(4 * 50)
    assert fitted.pilot.scales["matched"] == pytest.approx(4 * math.sqrt(5000 / 2))
    assert fitted.world.scale == fitted.pilot.scales["matched"]
    assert fitted.result()["implied_difference"].estimate == pytest.approx(150)
    assert any("3 swaps" in note and note.kind == "caution" for note in fitted.notes)


@given(st.lists(st.floats(-5, 5), min_size=3, max_size=60).filter(lambda d: len(set(d)) > 3))
def test_law_matched_has_the_spread_of_the_real_effects(differences):
    corpus = measure(MEAN, outputs([0.0] * len(differences), differences))
    try:
        fitted = fit_delta_laplace(corpus, subsets=100)
    except DataError:
        return  # too few that differ once rounding is taken off
    n, effects = len(differences), fitted.effects
    world = fitted.world.at(-effects.sum() / 2)
    assert world.deviation(n) == pytest.approx(math.sqrt((effects**2).sum()) / 2, rel=1e-9)


def test_chance_a_fit_finds_its_own_world():
    fitted = fit_delta_laplace(laplace_scores())
    found = fitted.result()
    assert found["zero_share"].low < 0.2 < found["zero_share"].high
    for way in ("matched", "published"):
        assert found[f"scale[{way}]"].low < 50 < found[f"scale[{way}]"].high
        assert found[f"scale[{way}]"].high - found[f"scale[{way}]"].low < 8


@pytest.mark.slow
def test_chance_intervals_of_the_scale_cover():
    hits = {"matched": 0, "published": 0}
    for seed in range(100):
        found = fit_delta_laplace(laplace_scores(n=500, seed=seed), subsets=100).result()
        for way in hits:
            row = found[f"scale[{way}]"]
            hits[way] += row.low <= 50 <= row.high
    for count in hits.values():
        assert stats.binom.cdf(count, 100, 0.93) > 1e-3
        assert stats.binom.sf(count - 1, 100, 0.97) > 1e-3


def test_value_additivity_by_hand():
    """Sums 0, 1, 2, 3 beside 1, 1, 3, 7: a line of slope 2 with one residue."""
    numbers = Additivity(np.array([1.0, 1, 3, 7]), np.arange(4.0)).numbers()
    assert numbers["slope"] == pytest.approx(2)
    assert numbers["correlation"] == pytest.approx(10 / math.sqrt(5 * 24))
    assert numbers["sd_ratio"] == pytest.approx(math.sqrt(24 / 5))


def test_additive_swaps_are_found_additive():
    fitted = fit_delta_laplace(laplace_scores(n=300))
    np.testing.assert_allclose(fitted.additivity.net, fitted.additivity.sums, atol=1e-9)
    numbers = fitted.pilot.additivity
    assert numbers["slope"] == pytest.approx(1, abs=1e-9)
    assert numbers["correlation"] == pytest.approx(1, abs=1e-9)
    assert numbers["sd_ratio"] == pytest.approx(1, abs=1e-9)
    assert fitted.pilot.adds_up()
    assert fitted.notes == ()


def kinked(power):
    """A metric that bends where A and B lie: effects at that point are not those of many."""
    return replace(
        MEAN,
        score=lambda totals: 100 * np.sign(totals[..., 0]) * np.abs(totals[..., 0] / 500) ** power,
    )


@pytest.mark.parametrize(("power", "ratio", "word"), [(3, "above", "high"), (0.5, "below", "low")])
def test_direction_of_the_caution_where_swaps_do_not_add_up(power, ratio, word):
    """Swaps reach beyond single ones, where the metric is steeper (power 3) or flatter (1/2)."""
    rng = np.random.default_rng(5)
    a = rng.normal(size=500)
    a -= a.mean() - 0.004
    b = rng.normal(size=500)
    b -= b.mean() + 0.004
    fitted = fit_delta_laplace(measure(kinked(power), outputs(a, b)))
    numbers = fitted.pilot.additivity
    assert (numbers["sd_ratio"] > 1) == (ratio == "above")
    assert not fitted.pilot.adds_up()
    assert fitted.notes[0].kind == "caution"
    assert "effects of swaps do not add up" in fitted.notes[0]
    assert f"too {word}" in fitted.notes[0]
    scale = fitted.world.scale * numbers["sd_ratio"]
    assert f"With scale={scale:.4g} " in fitted.notes[0]
    assert any("do not add up" in line for line in fitted.words())


def test_undefined_swaps_are_left_out_of_the_check():
    corpus = laplace_scores(n=100)
    whole = fit_delta_laplace(corpus)
    net = whole.additivity.net.copy()
    net[::7] = math.nan
    some = whole.additivity._replace(net=net).numbers()
    assert some["slope"] == pytest.approx(1)
    none = whole.additivity._replace(net=net * math.nan).numbers()
    assert all(math.isnan(value) for value in none.values())
    pilot = replace(whole.pilot, additivity=none)
    assert not pilot.adds_up()
    (unseen,) = pilot.cautions()
    assert unseen.kind == "caution"
    assert "could not be seen" in unseen


def test_rounding_is_no_effect():
    """Items with equal outputs, and those whose effects are rounding alone, are zeros."""
    a = [0.1, 0.2, 0.3, 0.4, 0.5]
    b = [0.1, 0.2 + 1e-15, 0.5, 0.3, 0.9]
    assert fit_delta_laplace(measure(MEAN, outputs(a, b))).world.zero_share == pytest.approx(0.4)


def test_labels_that_are_counted_and_clusters():
    rng = np.random.default_rng(6)
    gold = tuple(rng.choice(list("ab"), 400))
    wrong = {"a": "b", "b": "a"}
    predicted = {
        name: tuple(g if rng.random() < 0.8 else wrong[g] for g in gold) for name in ("old", "new")
    }
    both = Outputs(gold=gold, predicted=predicted)
    corpus = measure(find_metric("accuracy"), both)
    assert corpus.counts is not None
    fitted = fit_delta_laplace(corpus)
    assert fitted.pilot.adds_up()
    assert len(fitted.effects) == 400
    same = sum(x == y for x, y in zip(predicted["old"], predicted["new"], strict=True))
    assert fitted.world.zero_share == same / 400
    cluster = np.repeat(np.arange(40), 10)
    clustered = measure(find_metric("accuracy"), replace(both, cluster=cluster))
    pilot = fit_delta_laplace(clustered).pilot
    assert (pilot.unit, pilot.n) == ("clusters", 40)
    assert pilot.adds_up()


def test_direction_of_systems():
    corpus = laplace_scores(n=500, difference=0.1)
    there, back = fit_delta_laplace(corpus), fit_delta_laplace(corpus, a="new", b="old")
    assert there.world.difference > 0
    assert back.world.difference == pytest.approx(-there.world.difference)
    assert back.world.scale == pytest.approx(there.world.scale)
    published = fit_delta_laplace(corpus, scale="published").pilot
    assert published.world.scale == published.scales["published"]


def test_fits_that_cannot_be_are_refused():
    corpus = laplace_scores(n=50)
    alike = measure(MEAN, outputs([0.1, 0.2], [0.1, 0.2]))
    for make, match in (
        (lambda: fit_delta_laplace(alike), "different effects; found none that differ"),
        (lambda: fit_delta_laplace(corpus, b="old"), "two systems; found old twice"),
        (lambda: fit_delta_laplace(corpus, b="newer"), "one of old, new"),
        (lambda: fit_delta_laplace(corpus, b=2), "two systems; found 2: old, new"),
        (lambda: fit_delta_laplace(corpus, scale="mle"), "one of matched, published"),
        (lambda: fit_delta_laplace(corpus, subsets=1), "at least 100; found 1"),
    ):
        with pytest.raises(ClaimwiseError, match=match):
            make()


def test_a_file_says_what_the_fit_said(tmp_path):
    fitted = fit_delta_laplace(laplace_scores(n=200))
    file = tmp_path / "world.toml"
    file.write_text(fitted.pilot.toml(fitted.words()), encoding="utf-8")
    again, pilot = read_delta(file), fitted.pilot
    for name in ("difference", "zero_share", "scale"):
        found = getattr(again.world, name)
        assert found == pytest.approx(getattr(pilot.world, name), rel=1e-7)
    for name in ("metric", "a", "b", "n", "unit", "better", "signature"):
        assert getattr(again, name) == getattr(pilot, name)
    assert again.scales == pytest.approx(dict(pilot.scales), rel=1e-7)
    assert again.additivity == pytest.approx(dict(pilot.additivity), rel=1e-7)
    text = file.read_text()
    assert max(len(line) for line in text.splitlines()) < 100
    assert f"{fitted.pilot.scales['published']:.4g} by Laplace maximum likelihood" in " ".join(
        text.replace("#", "").split()
    )


def test_awkward_names_survive_the_file(tmp_path):
    pilot = DeltaPilot(WORLD, "bleu", a='a "quoted" \\ name', b="größer")
    file = tmp_path / "world.toml"
    file.write_text(pilot.toml(("a note",)), encoding="utf-8")
    assert read_delta(file) == pilot


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("nonsense", "valid TOML: Expected '=' after a key"),
        ('outcome = "ordinal"', "'ordinal'. claimwise fit bleu writes"),
        ('world = "delta-laplace"\nmetric = "bleu"\nscale = 3', "needs a zero_share; found none"),
        (
            'world = "delta-laplace"\nmetric = "bleu"\nscale = "x"\nzero_share = 0.1',
            "scale needs a finite number",
        ),
        (
            'world = "delta-laplace"\nmetric = "bleu"\nscale = 3\nzero_share = 0.1\n'
            "[additivity]\nslope = 1.0",
            r"\[additivity\] needs slope, correlation and sd_ratio; found no correlation",
        ),
    ],
)
def test_files_that_are_no_world(tmp_path, text, match):
    file = tmp_path / "world.toml"
    file.write_text(text)
    with pytest.raises(ClaimwiseError, match=match):
        read_delta(file)
    with pytest.raises(DataError, match="does not exist"):
        read_delta(tmp_path / "other.toml")


@pytest.mark.slow
def test_value_bleu_of_real_systems(shared_data):
    """WMT17: single swaps of BLEU add up, but where the brevity penalty begins between two."""
    mt = shared_data / "mt"

    def fitted(name):
        sources = [mt / "LIUM-NMT.de", mt / f"{name}.de"]
        return fit_files("bleu", *sources, references=[mt / "reference.de"])

    usual = fitted("uedin-nmt")
    assert usual.pilot.adds_up()
    assert usual.pilot.additivity["slope"] == pytest.approx(1, abs=0.002)
    assert usual.world.difference == pytest.approx(1.71, abs=0.01)
    assert 0.15 < usual.world.zero_share < 0.25
    assert usual.pilot.scales["published"] < usual.pilot.scales["matched"] < 19
    # The randomisation deviation of the metric itself is that of the world.
    real = np.sqrt(((usual.additivity.net + usual.world.difference) ** 2).mean())
    assert usual.world.deviation(3004) == pytest.approx(real, rel=0.05)
    odd = fitted("SYSTRAN")
    assert not odd.pilot.adds_up()
    assert odd.pilot.additivity["sd_ratio"] > 1.05


SOUND = {
    "world": "'delta-laplace'",
    "metric": "'bleu'",
    "zero_share": "0.1",
    "scale": "20",
    "n": "300",
    "scales": "{matched = 20, published = 19}",
    "additivity": "{slope = 1.0, correlation = 1.0, sd_ratio = 1.0}",
}


@pytest.mark.parametrize(
    ("damage", "match"),
    [
        ({"n": "'x'"}, "n needs a whole number of at least 1; found 'x'"),
        ({"n": "nan"}, "n needs a whole number"),
        ({"n": "inf"}, "n needs a whole number"),
        ({"n": "-5"}, "n needs a whole number of at least 1; found -5"),
        ({"n": "2.5"}, "n needs a whole number"),
        ({"n": "[1]"}, "n needs a whole number"),
        ({"zero_share": "nan"}, "zero_share needs a finite number"),
        ({"zero_share": "1.0"}, "a share below 1"),
        ({"scale": "-inf"}, "scale needs a finite number"),
        ({"scale": "0"}, "scale needs a number above 0"),
        ({"scale": "true"}, "scale needs a finite number"),
        ({"difference": "'x'"}, "difference needs a finite number"),
        ({"metric": "3"}, "metric needs a text in quotes; found 3"),
        ({"a": "[1, 2]"}, r"a needs a text in quotes; found \[1, 2\]"),
        ({"unit": "5"}, "unit needs a text in quotes"),
        ({"better": "'more'"}, "better needs one of higher, lower"),
        ({"scales": "3"}, r"scales needs a table \[scales\]; found 3"),
        ({"scales": "{matched = 'x'}"}, r"matched of \[scales\] needs a finite number"),
        ({"scales": "{matched = -1}"}, r"matched of \[scales\] needs a number above 0"),
        ({"additivity": "{slope = 'q', correlation = 1, sd_ratio = 1}"}, r"slope of \[additivity"),
        ({"additivity": "{correlation = 1.0, sd_ratio = 1.0}"}, "found no slope"),
        ({"additivity": "{slope = 1, correlation = 2, sd_ratio = 1}"}, "between -1 and 1"),
        ({"additivity": "{slope = inf, correlation = 1, sd_ratio = 1}"}, "a finite number"),
        ({"additivity": "[]"}, r"a table \[additivity\]"),
        ({"sclae": "3"}, "Did you mean scale"),
    ],
)
def test_damaged_files_get_one_sentence(tmp_path, damage, match):
    file = tmp_path / "world.toml"
    file.write_text("\n".join(f"{key} = {value}" for key, value in (SOUND | damage).items()))
    with pytest.raises(ClaimwiseError, match=match) as raised:
        read_delta(file)
    assert str(raised.value).startswith(f"{file}: ")


def test_undefined_additivity_is_read_again(tmp_path):
    file = tmp_path / "world.toml"
    pilot = DeltaPilot(WORLD, "bleu", additivity=dict.fromkeys(ADDITIVITY, math.nan))
    file.write_text(pilot.toml())
    again = read_delta(file)
    assert all(math.isnan(again.additivity[key]) for key in ADDITIVITY)
    assert not again.adds_up()


@pytest.mark.parametrize(
    ("matched", "ratio", "scale", "side", "remedy"),
    [
        (20.0, 1.2, 20.0, "too high", "scale=24 "),
        (20.0, 0.8, 20.0, "too low", "scale=16 "),
        (20.0, 1.1, 26.0, "too low", "scale=22 "),  # a world by another scale than the matched
        (20.0, 0.9, 15.0, "too high", "scale=18 "),
        (20.0, 1.2, 24.0, "about right", ""),
    ],
)
def test_direction_cautions_compare_with_what_the_world_rests_on(
    matched, ratio, scale, side, remedy
):
    added = {"slope": 1.0, "correlation": 0.9, "sd_ratio": ratio}
    fitted = DeltaLaplace(0, 0.2, scale)
    pilot = DeltaPilot(fitted, "bleu", scales={"matched": matched}, additivity=added)
    (said,) = pilot.cautions()
    assert said.kind == "caution"
    assert side in said
    assert remedy in said
    other = replace(pilot, world=replace(fitted, scale=3.0))
    assert other.cautions(fitted) == (said,)
    # Fewer items that differ make up for a larger scale.
    share = 1 - 0.8 * (scale / 30.0) ** 2
    (moved,) = pilot.cautions(DeltaLaplace(0, share, 30.0))
    assert side in moved
    bare = replace(pilot, scales={})
    assert "is not known" in bare.cautions()[0]
