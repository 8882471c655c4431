"""A model of one's own, from its file to a Fit; and what is said of files that cannot be used."""

import numpy as np
import pytest
from scipy import stats

import claimwise as cw
from claimwise.bayes.mcmc.custom import custom_problem, fit_custom, load_model, model_data
from claimwise.bayes.models.groups import Groups
from claimwise.bayes.predictive import predictive_check
from claimwise.core import FitError, ParameterError
from claimwise.report.scale import scale_of
from claimwise.report.tables import every_row

pytestmark = pytest.mark.slow
SCORES = np.random.default_rng(4).normal(0.5, 1.0, 40)
PAIRED = Groups.of({"A": np.zeros(40), "B": SCORES}, paired=True)
HEAD = "import numpyro\nimport numpyro.distributions as dist\nimport jax.numpy as jnp\n"
CONJUGATE = f'''"""The mean difference is normal(0, 2); differences have standard deviation 1."""
{HEAD}
UNIT = "points"

def model(data):
    d = numpyro.sample("difference", dist.Normal(0.0, 2.0))
    numpyro.sample("obs", dist.Normal(d, 1.0), obs=data.b - data.a)
'''


def test_an_own_model_says_what_it_compares_and_in_which_unit(examples):
    found = cw.compare(
        examples / "latency.csv",
        model=str(examples / "own_model.py"),
        assess="posterior",
    )
    assert {row.at.get("statistic") for row in found.select("posterior_mean")} == {"median"}
    (table,) = every_row(found)
    assert any(line[0] == "Posterior mean of the difference (of median)" for line in table.rows)
    settings = found.provenance["settings"]
    assert (settings["of"], settings["score_unit"]) == ("median", "ms")
    assert scale_of(settings).size(9.7) == "9.70 ms"


@pytest.fixture
def write(tmp_path):
    def write(text, name="mymodel.py"):
        (tmp_path / name).write_text(text)
        return tmp_path / name

    return write


@pytest.fixture(scope="module")
def conjugate(tmp_path_factory):
    path = tmp_path_factory.mktemp("conjugate") / "mymodel.py"
    path.write_text(CONJUGATE)
    return fit_custom(path, PAIRED, seed=2)


def test_value_a_conjugate_model_end_to_end(conjugate):
    fit = conjugate
    variance = 1 / (1 / 4 + 40)
    mean = variance * SCORES.sum()
    found = fit.difference("A", "B")
    assert fit.failures == ()
    assert found.mean == pytest.approx(mean, abs=4 * found.mean_error)
    assert found.sd == pytest.approx(np.sqrt(variance), rel=0.1)
    # Density of the data: normal with covariance 1 + 4 * ones
    log = -20 * np.log(2 * np.pi) - 0.5 * np.log(161)
    log += -0.5 * (SCORES @ SCORES - 4 / 161 * SCORES.sum() ** 2)
    assert fit.log_marginal == pytest.approx(log, abs=4 * fit.quality["log_marginal_error"])
    before = fit.before("A", "B")
    assert (before.mean, before.sd) == pytest.approx((0, 2), abs=0.04)
    assert fit.before("B", "A").mean == pytest.approx(-before.mean)
    assert (fit.unit, fit.model) == ("points", "mymodel")
    assert fit.prior.words.startswith("The mean difference is normal(0, 2)")
    assert "mymodel.py" in fit.notes[0]
    assert fit.sample(4000, 0).to_arviz()["posterior"]["difference"].shape == (4, 1000)


def test_data_are_columns():
    data = model_data(Groups.of({"A": [1.0, 2.0], "B": [3.0, 4.0, 5.0]}))
    assert data.systems == ("A", "B")
    assert data.score.tolist() == [1, 2, 3, 4, 5]
    assert data.system.tolist() == [0, 0, 1, 1, 1]
    assert (data.item, data.a, data.b) == (None, None, None)
    paired = model_data(PAIRED)
    assert paired.item.tolist() == [*range(40), *range(40)]
    assert (paired.b - paired.a).tolist() == SCORES.tolist()


BODY = f"{HEAD}\ndef model(data):\n    "


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1", r"a function model\(data\) in its file; found none in mymodel.py"),
        ("def model(data)", "to load; found SyntaxError"),
        ("raise ValueError('no luck.')", "to load; found ValueError: no luck."),
        (f"{BODY}data.nothing", "to run; found AttributeError: .*nothing"),
        (f"{BODY}numpyro.sample('d', dist.Normal())", "site difference .* found d in"),
        (f"{BODY}pass", "found no sites"),
        (
            f"{BODY}numpyro.sample('difference', dist.Poisson(3.0))",
            "a continuous scale; found the discrete site 'difference'",
        ),
        (
            f"{BODY}d = numpyro.sample('difference', dist.Normal())\n"
            "    numpyro.factor('bad', jnp.log(-jnp.exp(d)))",
            "a finite log density somewhere to start from; found none",
        ),
    ],
)
def test_refusals(write, text, said):
    with pytest.raises((ParameterError, FitError), match=said):
        fit_custom(write(text), PAIRED, warmup=10, draws=10)


def test_a_missing_file_and_another_kind_of_file(tmp_path, write):
    with pytest.raises(ParameterError, match=r"none\.py does not exist\."):
        load_model(tmp_path / "none.py")
    with pytest.raises(ParameterError, match=r"ends in \.py"):
        load_model(write("model = 1", "model.txt"))


def test_a_prior_that_cannot_be_drawn_from_is_refused(write):
    """An improper prior may have a posterior, but nothing was believed to compare it with."""
    text = (
        f"{BODY}d = numpyro.sample('difference', dist.ImproperUniform("
        "dist.constraints.real, (), ()))\n"
        "    numpyro.sample('obs', dist.Normal(d, 1.0), obs=data.b - data.a)"
    )
    with pytest.raises(FitError, match="NotImplementedError"):
        fit_custom(write(text), PAIRED, warmup=100, draws=100)


def test_value_a_model_of_ones_own_is_checked_by_data_drawn_from_it(conjugate):
    usual = predictive_check(conjugate, PAIRED)
    assert usual.notes == ()
    assert 0.05 < usual["predictive[sd, obs]"].estimate < 0.95
    # Before the data the mean difference is normal(0, sqrt(4 + 1 / 40)).
    prior = predictive_check(conjugate, PAIRED, prior=True)
    want = stats.norm.sf(SCORES.mean(), 0, np.sqrt(4 + 1 / 40))
    assert prior["prior_predictive[mean, obs]"].estimate == pytest.approx(want, abs=0.07)


def test_scores_in_one_column_are_checked_by_system(write):
    """Scores of sd 1 under a model of sd 1 are usual; of sd 3 they are not."""
    text = f"""{HEAD}
def model(data):
    mu = numpyro.sample("mu", dist.Normal(0.0, 2.0).expand((2,)))
    numpyro.sample("scores", dist.Normal(mu[data.system], 1.0), obs=data.score)
"""
    groups = Groups.of({"A": SCORES, "B": 3 * SCORES[:25]})
    fitted = fit_custom(write(text), groups, warmup=300, draws=300, seed=1)
    found = predictive_check(fitted, groups)
    assert {row.at["system"] for row in found.rows} == {"A", "B"}
    assert 0.3 < found["predictive[mean, A]"].estimate < 0.7
    assert 0.05 < found["predictive[sd, A]"].estimate < 0.95
    assert found["predictive[sd, B]"].estimate < 0.005
    assert any("sd of B is higher" in note for note in found.notes)
    lengths = {name: drawn.shape[1] for name, _, drawn in fitted.replicate(None, 50, 0)}
    assert lengths == {"A": 40, "B": 25}


def test_a_model_of_factors_alone_has_nothing_to_draw_again(write):
    text = (
        f"{BODY}d = numpyro.sample('difference', dist.Normal())\n"
        "    numpyro.factor('seen', -(d**2))"
    )
    module = load_model(write(text))
    assert custom_problem(module, "mymodel.py", PAIRED).replicate is None
