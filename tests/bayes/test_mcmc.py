"""NUTS against exact values: closed forms, and quadrature of the published models."""

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from scipy import special, stats

from claimwise.bayes import How, PairedPosterior, assess_posterior
from claimwise.bayes import fit as fit_by_engine
from claimwise.bayes.draws import Draws
from claimwise.bayes.mcmc import backend as backends
from claimwise.bayes.mcmc.backend import backend, double_precision
from claimwise.bayes.mcmc.cells import log_levels, log_pairs
from claimwise.bayes.mcmc.data import BinomialGroups, Ratings
from claimwise.bayes.mcmc.diagnostics import diagnose, rank_counts, scalars, traces
from claimwise.bayes.mcmc.fit import fit_mcmc, fit_of
from claimwise.bayes.mcmc.models import problem
from claimwise.bayes.mcmc.sample import Sampler, Settings
from claimwise.bayes.models.groups import Groups
from claimwise.bayes.models.metric_prior import metric_prior
from claimwise.core import DataError, ParameterError
from claimwise.data import PairCounts


def levels(*counts):
    return np.repeat(np.arange(len(counts)), counts).astype(float)


def normal(center, n):
    return center + 2 * special.ndtri((np.arange(n) + 0.5) / n)


def poisson(mean, n):
    return stats.poisson.ppf((np.arange(n) + 0.5) / n, mean)


# Mean, sd, P(d > 0) of B minus A and log marginal likelihood, by converged quadrature.
EXACT = {
    "metric": (-1.59999484, 0.50615449, 0.00105051, -171.338917068),
    "count": (1.19708884, 0.59773282, 0.97768967, -378.822772558),
    "ordinal": (1.49843958, 0.68429156, 0.99549846, -85.36281925),
}
DATA = {
    "metric": (Groups.of({"A": normal(100.8, 30), "B": normal(99.2, 40)}), "hybayes"),
    "count": (Groups.of({"A": poisson(9.9, 76), "B": poisson(11.1, 67)}), "hybayes"),
    "ordinal": (Groups.of({"A": levels(18, 9, 7), "B": levels(10, 9, 20)}), "published"),
}


pytestmark = pytest.mark.slow


@pytest.fixture(
    scope="module",
    params=["metric", "ordinal", pytest.param("count", marks=pytest.mark.calibration)],
)
def case(request):
    groups, prior = DATA[request.param]
    chosen = problem(request.param, groups, prior)
    sampler = Sampler(chosen)
    run = sampler.run(seed=1)
    return chosen, sampler, run, fit_of(chosen, run, Settings(), 1)


def test_value_quadrature_and_nuts_agree(case):
    chosen, _, _, fit = case
    mean, sd, greater, log_marginal = EXACT[chosen.name]
    found = fit.difference("A", "B")
    assert fit.failures == ()
    assert found.mean == pytest.approx(mean, abs=4 * found.mean_error)
    assert found.sd == pytest.approx(sd, abs=4 * sd / np.sqrt(found.ess))  # fourth moments: x 2
    share, error = found.sf_with_error(0.0)
    assert float(share) == pytest.approx(greater, abs=4 * float(error))
    error = fit.quality["log_marginal_error"]
    assert error < 0.05
    assert fit.log_marginal == pytest.approx(log_marginal, abs=4 * error)


def test_law_same_seed_same_draws_and_the_swap_mirrors(case):
    _, sampler, run, fit = case
    if fit.model == "metric":
        again = sampler.run(seed=1)
        assert all((again.draws[name] == run.draws[name]).all() for name in run.draws.names)
        assert (sampler.run(seed=2).draws["mu"] != run.draws["mu"]).any()
    there, back = fit.difference("A", "B"), fit.difference("B", "A")
    assert there.mean == pytest.approx(-back.mean)
    assert (fit.engine, fit.method, fit.names, fit.n) == ("mcmc", "NUTS", ("A", "B"), fit.n)
    assert fit.before("A", "B").mean == pytest.approx(-fit.before("B", "A").mean, abs=1e-9)
    with pytest.raises(ParameterError, match="one of A, B"):
        fit.difference("A", "C")
    with pytest.raises(ParameterError, match="A twice"):
        fit.difference("A", "A")


def test_draws_have_names_for_arviz_and_a_seed_for_samples(case):
    _, _, run, fit = case
    everything = fit.sample(4000, 0)
    tree = everything.to_arviz()
    assert tree["posterior"]["mu"].sel(system="B").shape == (4, 1000)
    some = fit.sample(100, 5)
    assert some.shape == (1, 100)
    assert (some["mu"] == fit.sample(100, 5)["mu"]).all()
    assert np.isin(some["mu"][..., 0], run.draws["mu"][..., 0]).all()


def test_diagnostics_refuse_short_and_stuck_runs(case):
    chosen, _, run, _ = case
    short = Draws({k: v[:, :20] for k, v in run.draws.values.items()}, run.draws.dims,
                  run.draws.coords)  # fmt: skip
    settings = Settings(draws=20)
    found = diagnose(short, run.diverging[:, :20], settings, fixed=chosen.fixed)
    said = [str(one) for one in found.failures]
    assert any("effective draws" in one and "draws=" in one for one in said)
    stuck = Draws({"x": np.ones((4, 1000))})
    found = diagnose(stuck, run.diverging, settings)
    assert found.quality["rhat"] == np.inf
    assert any("R-hat inf for x" in str(said) for said in found.failures)
    diverging = np.zeros((4, 1000), bool)
    diverging[0, :30] = True
    said = diagnose(run.draws, diverging, Settings(), fixed=chosen.fixed)
    assert said.failures == ()
    assert "30 divergences in 4000 draws" in said.notes[0]
    diverging[1, :30] = True
    said = diagnose(run.draws, diverging, Settings(), fixed=chosen.fixed)
    assert "target_accept=0.98" in str(said.failures[0])
    failed = fit_of(chosen, replace(run, diverging=diverging), Settings(), 1)
    assert failed.failures == said.failures
    assert np.isnan(failed.log_marginal)  # what failed is not weighed against other models


def test_double_precision_does_not_leak(case):
    jnp = backend().jnp
    assert case[2].unconstrained.dtype == np.float64
    assert jnp.ones(1).dtype == jnp.float32


def test_plots_get_plain_numbers(case):
    chosen, _, run, _ = case
    columns = scalars(run.draws, chosen.fixed)
    assert {"mu[A]", "mu[B]"} <= set(columns)
    assert "threshold[0.5]" not in columns
    counts = rank_counts(columns["mu[A]"])
    assert [sum(row) for row in counts] == [1000] * 4
    assert sum(map(sum, zip(*counts, strict=True))) == 4000
    assert [len(row) for row in traces(columns["mu[A]"])] == [200] * 4


def test_value_paired_verdicts_have_a_closed_form():
    a = np.repeat([1.0, 1, 0, 0], [30, 4, 12, 20])
    b = np.repeat([1.0, 0, 1, 0], [30, 4, 12, 20])
    how = How(model="binary", engine="mcmc", seed=3)
    fit = fit_by_engine(Groups.of({"A": a, "B": b}, paired=True), how=how)
    by = assess_posterior(fit)
    assert by.provenance["settings"]["by"] == "NUTS"
    assert by["posterior_difference"].estimate == fit.difference("A", "B").mean
    exact = PairedPosterior.of(PairCounts.of(12, 4, 66))
    found = fit.difference("A", "B")
    assert found.mean == pytest.approx(exact.mean, abs=4 * found.mean_error)
    assert found.sd == pytest.approx(exact.sd, rel=0.1)
    x = np.array([-0.05, 0.0, 0.05, 0.15])
    share, error = found.sf_with_error(x)
    assert (np.abs(share - exact.sf(x)) < 4 * error).all()
    # Four cells under a uniform Dirichlet prior: the integral is a ratio of gamma functions.
    counts = np.array([30, 4, 12, 20])
    want = special.gammaln(4) + special.gammaln(counts + 1).sum() - special.gammaln(70)
    assert fit.log_marginal == pytest.approx(want, abs=4 * fit.quality["log_marginal_error"])
    # Savage-Dickey by kernels, within what a kernel at 4000 draws can do
    assert float(found.log_density(0.0)) == pytest.approx(float(exact.log_density(0.0)), abs=0.3)
    assert fit.before("B", "A") == PairedPosterior(1.0, 1.0, 2.0)


def test_value_the_prior_of_counts_as_published():
    """Prior mass of -0.1 to 0.1, by quadrature."""
    found = problem("count", *DATA["count"]).before("A", "B")
    assert found.probability(-0.1, 0.1) == pytest.approx(0.0157785, rel=0.005)


@pytest.mark.parametrize("rho", [-0.95, 0.5, 0.99])
def test_value_cells_of_two_correlated_levels(rho):
    cuts_a, cuts_b = np.array([-1.2, 0.1, 0.9]), np.array([-0.4, 0.15])
    with double_precision():
        found = np.exp(np.asarray(log_pairs(cuts_a, cuts_b, rho)))
    corner = np.array([[stats.multivariate_normal.cdf([h, k], cov=[[1, rho], [rho, 1]],
                        abseps=1e-10, releps=1e-10) for k in [*cuts_b, 30]]
                       for h in [*cuts_a, 30]])  # fmt: skip
    want = np.diff(np.diff(np.pad(corner, ((1, 0), (1, 0))), axis=0), axis=1)
    assert found.sum() == pytest.approx(1, abs=1e-12)
    assert found == pytest.approx(want, abs=2e-6)


def test_value_levels_far_out_keep_their_digits():
    with double_precision():
        found = np.asarray(log_levels(np.array([-1.0, 20.0, 21.0])))
    want = [special.log_ndtr(-1.0), np.log(special.ndtr(20) - special.ndtr(-1.0))]
    assert found[:2] == pytest.approx(want)
    far = special.log_ndtr(-20.0)
    assert found[2] == pytest.approx(far + np.log1p(-np.exp(special.log_ndtr(-21.0) - far)))
    assert found[3] == pytest.approx(special.log_ndtr(-21.0))


GROUPS = Groups.of({"A": [0.0, 1.0, 2.0], "B": [1.0, 1.5, 2.0]})


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: fit_mcmc("metrics", GROUPS), "Did you mean metric"),
        (lambda: fit_mcmc("binomial", GROUPS), "BinomialGroups; found Groups"),
        (lambda: fit_mcmc("binary", GROUPS), "scores of 0 or 1; found 2 at place 3 of A"),
        (lambda: fit_mcmc("metric", GROUPS, chains=0), "chains needs a whole number"),
        (lambda: fit_mcmc("metric", GROUPS, target_accept=1.0), "target_accept"),
        (lambda: fit_mcmc("metric", GROUPS, seed=-1), "seed needs a whole number from 0"),
        (lambda: fit_mcmc("binary-probit", Groups.of({"A": [0, 1], "B": [1, 1]})), "paired"),
        (
            lambda: fit_mcmc("metric", Groups.of({key: [0, 1] for key in "ABC"}, paired=True)),
            "two systems; found 3",
        ),
        (lambda: BinomialGroups.of([[3, 11], [1, 2]], 10), "found 11 of 10 for A on data set 2"),
        (lambda: BinomialGroups.of([[3], [1]], 10), "at least two of both"),
        (lambda: Ratings.of(["A"], ["r"], [1], [0]), "at least two"),
        (lambda: Ratings.of(["A", "B"], "rr", [1, 1], [0, 0.5]), "found 0.5 in row 2"),
        (lambda: Ratings.of(["A", "B"], "rr", [1], [0, 1]), "one length"),
    ],
)
def test_refusals(make, said):
    with pytest.raises((DataError, ParameterError), match=said):
        make()


def test_without_numpyro_one_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpyro", None)
    with pytest.raises(ParameterError, match=r"pip install 'claimwise\[bayes\]'"):
        backends.backend()


def test_the_room_loads_neither_jax_nor_numpyro():
    code = (
        "import sys, claimwise.bayes, claimwise.bayes.mcmc.fit, claimwise.bayes.mcmc.custom; "
        "sys.exit(bool({'jax', 'numpyro', 'arviz_stats'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_direction_a_normal_prior_of_paired_differences_is_centred_at_its_center():
    groups = Groups.of({"A": [0.0, 1.0, 2.0], "B": [1.0, 1.5, 2.0]}, paired=True)
    prior = metric_prior("unit", [groups.values[1] - groups.values[0]], paired=True)
    chosen = problem("metric", groups, prior)
    assert chosen.before("A", "B").sd == prior.spread
    assert chosen.compared == "difference"


def test_law_levels_have_slopes_even_at_the_ends_of_the_scale():
    jax, jnp, _, _ = backend()
    with double_precision():
        slope = jax.grad(lambda x: log_levels(jnp.array([-1.0, 30.0]) / x).sum())
        assert all(np.isfinite(float(slope(x))) for x in (1e-3, 0.1, 1.0, 50.0))
