"""The unit of a column changes no conclusion: years or seconds, shares or per cent."""

import numpy as np
import polars
import pytest

import claimwise as cw
from claimwise.mixed.batch import fit_many

SCALES = [1e-6, 1e-3, 0.01, 1e3, 1e6]
FORMULAS = [
    "y ~ x + (1 | rater) + (1 | item)",
    "y ~ x + (x | rater) + (1 | item)",
    "y ~ x + (x || rater) + (1 | item)",
]


def frame(scale=1.0, shift=0.0, unit=1.0, categories=False):
    rng = np.random.default_rng(3)
    rater, item = np.arange(600) % 15, np.arange(600) // 15
    x = rng.normal(size=600)
    y = 3 + 0.5 * x + rng.normal(size=15)[rater] + rng.normal(size=40)[item]
    y += 0.4 * rng.normal(size=15)[rater] * x + rng.normal(size=600)
    rating = np.clip(np.rint(y), 1, 5).astype(int) if categories else unit * y
    names = {"rater": rater.astype(str), "item": item.astype(str)}
    return polars.DataFrame({**names, "x": scale * x + shift, "y": rating})


def summary(found, scale):
    """What must not depend on the unit of x."""
    result = found.result
    row = result["coefficient[x]"]
    numbers = [row.estimate * scale, row.low * scale, row.high * scale, row.pvalue]
    # The restricted likelihood has the unit of x in it, the likelihood has not.
    restricted = result.provenance["settings"]["criterion"] == "REML"
    numbers.append(result["loglik"].estimate + (np.log(scale) if restricted else 0.0))
    for name in ("df[x]", "corrected_error[x]", "wald_p[x]"):
        size = scale if name == "corrected_error[x]" else 1.0
        numbers += [result[name].estimate * size] if name in result else []
    if "sd[rater,x]" in result:
        numbers.append(result["sd[rater,x]"].estimate * scale)
    return numbers, result.provenance["settings"]["singular"], result.notes


@pytest.mark.parametrize("formula", FORMULAS)
@pytest.mark.parametrize("outcome", ["linear", "ordinal"])
def test_law_the_unit_of_a_covariate_does_not_matter(outcome, formula):
    ordinal = outcome == "ordinal"
    plain = cw.fit_ratings(frame(categories=ordinal), formula, outcome=outcome)
    want, singular, notes = summary(plain, 1.0)
    assert want[3] < 0.01
    for scale in SCALES:
        found = cw.fit_ratings(frame(scale, categories=ordinal), formula, outcome=outcome)
        got, at_edge, said = summary(found, scale)
        assert got == pytest.approx(want, rel=2e-4)
        assert (at_edge, said) == (singular, notes)


def test_law_the_unit_does_not_matter_to_what_is_dropped_or_simulated():
    want = cw.fit_ratings(frame(), FORMULAS[1], outcome="linear", simplify=True).result
    for scale in SCALES:
        found = cw.fit_ratings(frame(scale), FORMULAS[1], outcome="linear", simplify=True)
        settings = found.result.provenance["settings"]
        assert settings["formula"] == want.provenance["settings"]["formula"]
        responses = found.simulate(40, rng=1)
        batch = fit_many(found.fit, responses)
        spread = (batch.coefficients[:, 1] * scale).std(ddof=1)
        error = want["standard_error[x]"].estimate
        assert 0.6 * error < spread < 1.6 * error
        effects = found.fit.effects()[0][:, 1] * scale
        assert effects.std() == pytest.approx(want["sd[rater,x]"].estimate, rel=0.3)


@pytest.mark.parametrize("unit", [1e-9, 1e-5, 1e5, 1e9])
def test_law_the_unit_of_the_rating_does_not_matter(unit):
    want = cw.fit_ratings(frame(), FORMULAS[1], outcome="linear").result
    found = cw.fit_ratings(frame(unit=unit), FORMULAS[1], outcome="linear").result
    for name in ("df[x]", "icc[agreement]"):
        if name in want:
            assert found[name].estimate == pytest.approx(want[name].estimate, rel=1e-4)
    row, plain = found["coefficient[x]"], want["coefficient[x]"]
    assert row.pvalue == pytest.approx(plain.pvalue, rel=1e-3)
    assert row.estimate == pytest.approx(unit * plain.estimate, rel=1e-6)


def test_law_a_shifted_covariate_moves_the_thresholds_alone():
    for thresholds in ("flexible", "symmetric", "equidistant"):
        results = [
            cw.fit_ratings(frame(shift=shift, categories=True), FORMULAS[0], thresholds=thresholds)
            for shift in (0.0, 2015.0)
        ]
        plain, moved = (found.result for found in results)
        row, again = plain["coefficient[x]"], moved["coefficient[x]"]
        assert again.estimate == pytest.approx(row.estimate, rel=1e-5)
        assert again.pvalue == pytest.approx(row.pvalue, rel=1e-4)
        cuts = [found.fit.cuts for found in results]
        assert cuts[1] - cuts[0] == pytest.approx(np.full(4, 2015 * row.estimate), rel=1e-5)
        # Far from the data a threshold is known as badly as the slope makes it.
        if thresholds == "flexible":
            far = moved["threshold[1|2]"]
            reach = 2015 * (again.high - again.low)
            assert far.high - far.low == pytest.approx(reach, rel=0.05)


def test_a_small_share_as_covariate_is_not_called_separated():
    found = cw.fit_ratings(frame(0.01, categories=True), FORMULAS[0]).result
    assert abs(found["coefficient[x]"].estimate) > 8
    assert not any("separated" in note for note in found.notes)


@pytest.mark.parametrize("outcome", ["linear", "ordinal"])
@pytest.mark.parametrize("shift", [2015.0, 1e6, 1.7e9])
def test_law_slopes_of_years_and_of_seconds_since_1970(outcome, shift):
    """With a correlated intercept the origin of x is of no account."""
    ordinal = outcome == "ordinal"
    plain, moved = (
        cw.fit_ratings(frame(shift=by, categories=ordinal), FORMULAS[1], outcome=outcome)
        for by in (0.0, shift)
    )
    row, again = (found.result["coefficient[x]"] for found in (plain, moved))
    digits = max(1e-4, 1e-12 * shift)
    assert again.estimate == pytest.approx(row.estimate, rel=digits)
    assert again.pvalue == pytest.approx(row.pvalue, rel=20 * digits)
    assert moved.result["sd[rater,x]"].estimate == pytest.approx(
        plain.result["sd[rater,x]"].estimate, rel=1e-3
    )
    assert moved.result["loglik"].estimate == pytest.approx(
        plain.result["loglik"].estimate, abs=1e-3
    )
    assert moved.result.notes == plain.result.notes
    sizes = [np.array(found.fit.effects()[0]) for found in (plain, moved)]
    assert sizes[1][:, 1] == pytest.approx(sizes[0][:, 1], rel=1e-3, abs=1e-4)
    at = sizes[1][:, 0] + shift * sizes[1][:, 1]
    assert at == pytest.approx(sizes[0][:, 0], rel=1e-2, abs=1e-6 * max(1e3, shift))


@pytest.mark.parametrize("systems", [2, 6, 12])
@pytest.mark.parametrize("link", ["logit", "probit"])
def test_a_system_that_is_always_rated_highest_is_called_separated(systems, link):
    rng = np.random.default_rng(1)
    k = np.arange(60 * systems)
    system = k % systems
    rating = np.where(system == systems - 1, 4, rng.integers(1, 4, len(k)))
    data = polars.DataFrame(
        {
            "rater": (k // systems % 6).astype(str),
            "item": (k // systems // 6).astype(str),
            "system": np.array([f"s{j:02d}" for j in range(systems)])[system],
            "rating": rating,
        }
    )
    found = cw.fit_ratings(data, slopes=False, link=link).result
    name = f"systems{systems - 1:02d}"
    (note,) = [note for note in found.notes if "separated" in note]
    assert note.startswith(f"Ratings are separated by {name}: ")
    assert "linear" in note
    for row in found.rows:
        touched = name[6:] in (row.at.get("a"), row.at.get("b")) or row.at.get("term") == name
        if touched and row.quantity in ("coefficient", "difference", "points", "mde", "verdict"):
            assert np.isnan([row.estimate, row.low, row.high]).all()
            assert row.pvalue is None
    assert not found.select("expected_rating", "superiority", "category")
    others = [row for row in found.select("difference") if name[6:] not in row.at.values()]
    assert all(abs(row.estimate) < 5 and row.pvalue is not None for row in others)
    assert found.verdict == "open"
