"""Adaptive quadrature against plain integration, against R, and against Laplace."""

import csv
import json

import numpy as np
import pytest
from scipy import integrate, stats

from claimwise.core import ParameterError
from claimwise.kernels.mixed.laplace import Ordinal, laplace, thresholds
from claimwise.kernels.mixed.layout import build
from claimwise.kernels.mixed.links import LINKS
from claimwise.kernels.mixed.quadrature import Grid, fit_quadrature, quadrature, slopes

from . import oracle


def triangle(q):
    """Places of all entries of one factor's L."""
    return np.array([(0, r, c) for c in range(q) for r in range(c, q)])


def example(q, link="logit", seed=1, levels=4, n=18):
    """Ratings in four categories: layout, data, parameters, L."""
    rng = np.random.default_rng(seed)
    codes = np.concatenate([np.arange(levels), rng.integers(levels, size=n - levels)])
    z = rng.normal(size=(n, q))
    z[:, 0] = 1.0
    x = rng.normal(size=(n, 1))
    data = Ordinal(x, rng.integers(4, size=n), LINKS.index(link), np.tril(np.ones((3, 3))))
    lower = np.tril(rng.normal(scale=0.5, size=(q, q))) + 0.8 * np.eye(q)
    entries = triangle(q)
    parameters = np.concatenate([[-1.0, 0.1, -0.2, 0.4], lower[tuple(entries[:, 1:].T)]])
    return build([codes], [z])[0], data, parameters, lower


def cuts_of(data, parameters):
    return thresholds(data, parameters)[0]


def one_by_one(layout, data, parameters, lower, grid):
    """Minus the log-likelihood by the trapezoid rule on a fine grid, the same for all levels."""
    q, link = layout.q[0], LINKS[data.link]
    mesh = np.stack(np.meshgrid(*[grid] * q, indexing="ij"), axis=-1)
    total = 0.0
    for j in range(layout.levels[0]):
        mine = np.flatnonzero(layout.codes[:, 0] == j)
        height = stats.norm.logpdf(mesh).sum(axis=-1)
        for i in mine:
            xi = data.x[i] @ parameters[3:4] + mesh @ lower.T @ layout.z[i]
            chance, _, _ = oracle.chances(link, cuts_of(data, parameters), data.y[i], xi)
            with np.errstate(divide="ignore"):
                height = height + np.log(chance)
        area = np.exp(height)
        for _ in range(q):
            area = integrate.trapezoid(area, grid, axis=-1)
        total -= np.log(area)
    return total


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("q", [1, 2])
def test_value_by_plain_integration(link, q):
    layout, data, parameters, lower = example(q, link)
    expected = one_by_one(layout, data, parameters, lower, np.linspace(-8.5, 8.5, 205))
    found = quadrature(layout, data, parameters, triangle(q), 40)
    assert found == pytest.approx(expected, abs=2e-8)


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize(("q", "nodes"), [(1, 2), (1, 5), (2, 2), (2, 3), (3, 2)])
def test_value_few_nodes_lie_where_the_twin_puts_them(link, q, nodes):
    layout, data, parameters, lower = example(q, link, seed=2)
    cuts = cuts_of(data, parameters)
    expected = oracle.quadrature(
        *(link, cuts, data.y, data.x, parameters[3:4]),
        *(layout.codes[:, 0], layout.z, lower, nodes),
    )
    assert -quadrature(layout, data, parameters, triangle(q), nodes) == pytest.approx(expected)


def test_value_gradient_by_the_twin():
    layout, data, parameters, _ = example(2, "logit")
    entries = triangle(2)
    points, weights = np.polynomial.hermite.hermgauss(4)
    grid = Grid(points, np.log(weights / np.sqrt(np.pi)) + points**2)
    found = slopes(layout, data, parameters, entries, grid, np.zeros(8))
    expected = oracle.central(
        lambda point: quadrature(layout, data, point, entries, 4), parameters, 1e-4
    )
    assert found == pytest.approx(expected, abs=1e-6)


def test_value_by_scipys_adaptive_integration():
    layout, data, parameters, lower = example(1, "probit", seed=3)
    cuts, total = cuts_of(data, parameters), 0.0
    for j in range(layout.levels[0]):
        mine = layout.codes[:, 0] == j
        fixed = data.x[mine] @ parameters[3:4]

        def likelihood(u, mine=mine, fixed=fixed):
            xi = fixed + lower[0, 0] * u
            return stats.norm.pdf(u) * oracle.chances("probit", cuts, data.y[mine], xi)[0].prod()

        area, _ = integrate.quad(likelihood, -9, 9, epsabs=0, epsrel=1e-10, limit=200)
        total -= np.log(area)
    found = quadrature(layout, data, parameters, triangle(1), 25)
    assert found == pytest.approx(total, abs=1e-8)


@pytest.mark.parametrize("q", [1, 2, 3])
@pytest.mark.parametrize("link", LINKS)
def test_value_one_node_is_laplace_to_the_last_digit(link, q):
    layout, data, parameters, _ = example(q, link, levels=9, n=60)
    u, lam = np.zeros(9 * q), np.zeros((1, q, q))
    expected, _ = laplace(layout, data, parameters, triangle(q), lam, u)
    assert quadrature(layout, data, parameters, triangle(q), 1) == expected


@pytest.mark.parametrize("q", [1, 2])
def test_law_more_nodes_come_nearer(q):
    layout, data, parameters, _ = example(q)
    few, more, many, best = (
        quadrature(layout, data, parameters, triangle(q), nodes) for nodes in (1, 4, 12, 40)
    )
    assert abs(few - best) > 1e-3
    assert abs(more - best) < abs(few - best) / 10
    assert abs(many - best) < abs(more - best) / 10


def test_law_an_effect_without_a_column_changes_nothing():
    layout, data, parameters, lower = example(2)
    z = np.column_stack([layout.z, np.zeros(len(data.y))])
    wider, _ = build([layout.codes[:, 0]], [z])
    full = np.zeros((3, 3))
    full[:2, :2], full[2] = lower, [0.3, -0.2, 0.9]
    entries = triangle(3)
    longer = np.concatenate([parameters[:4], full[tuple(entries[:, 1:].T)]])
    expected = quadrature(layout, data, parameters, triangle(2), 9)
    assert quadrature(wider, data, longer, entries, 9) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("nodes", [1, 2, 7])
def test_law_without_spread_it_is_the_model_without_effects(nodes):
    layout, data, parameters, _ = example(2, "cloglog")
    parameters[4:] = 0.0
    xi = data.x @ parameters[3:4]
    chance, _, _ = oracle.chances("cloglog", cuts_of(data, parameters), data.y, xi)
    found = quadrature(layout, data, parameters, triangle(2), nodes)
    assert found == pytest.approx(-np.log(chance).sum(), rel=1e-12)


def test_law_order_and_empty_levels_change_nothing():
    layout, data, parameters, _ = example(2, "loglog")
    rng = np.random.default_rng(4)
    order, names = rng.permutation(len(data.y)), rng.permutation(7)
    other, _ = build([names[layout.codes[order, 0]]], [layout.z[order]])
    turned = data._replace(x=data.x[order], y=data.y[order])
    assert other.levels[0] != layout.levels[0]
    expected = quadrature(layout, data, parameters, triangle(2), 8)
    found = quadrature(other, turned, parameters, triangle(2), 8)
    assert found == pytest.approx(expected, rel=1e-12)


def test_value_infinite_where_a_parameter_is_no_number():
    layout, data, parameters, _ = example(1)
    parameters[0] = np.nan
    assert quadrature(layout, data, parameters, triangle(1), 5) == np.inf
    assert fit_quadrature(layout, data, triangle(1), parameters, 5)[1] == np.inf


def test_errors_say_what_to_do():
    layout, data, parameters, _ = example(1)
    codes = layout.codes[:, 0]
    two, _ = build([codes, codes % 2], [layout.z, layout.z])
    with pytest.raises(ParameterError, match=r"one grouping factor; found 2\..*1 node"):
        quadrature(two, data, parameters, triangle(1), 5)
    for nodes in (0, 101):
        with pytest.raises(ParameterError, match=rf"1 to 100 nodes; found {nodes}"):
            fit_quadrature(layout, data, triangle(1), parameters, nodes)


# Fits


def clusters(levels, size, sd, seed):
    """Right or wrong, with levels that differ; few verdicts a level."""
    rng = np.random.default_rng(seed)
    codes = np.repeat(np.arange(levels), size)
    x = rng.choice([-0.5, 0.5], size=(levels * size, 1))
    latent = 1.0 * x[:, 0] + sd * rng.normal(size=levels)[codes] + rng.logistic(size=len(codes))
    data = Ordinal(x, (latent > 0.3).astype(np.int64), LINKS.index("logit"), np.ones((1, 1)))
    return build([codes], [np.ones((len(codes), 1))])[0], data


def test_direction_laplace_finds_too_little_spread_between_small_binary_levels():
    layout, data = clusters(400, 4, 2.0, 1)
    start = np.array([0.0, 0.0, 1.0])
    fits = {n: fit_quadrature(layout, data, triangle(1), start, n) for n in (1, 15, 30)}
    sd = {n: abs(found[2]) for n, (found, _) in fits.items()}
    assert sd[1] < 0.95 * sd[15]
    assert fits[15][0] == pytest.approx(fits[30][0], rel=1e-4)
    # A binomial sample of this size tells the spread to about a tenth.
    assert sd[30] == pytest.approx(2.0, rel=0.25)


@pytest.mark.parametrize("q", [1, 2])
@pytest.mark.parametrize("nodes", [1, 2, 7])
def test_law_a_fit_is_where_nothing_gets_better(q, nodes):
    layout, data, parameters, _ = example(q, "probit", seed=8, levels=15, n=150)
    entries = triangle(q)

    def at(point):
        return quadrature(layout, data, point, entries, nodes)

    found, value = fit_quadrature(layout, data, entries, parameters, nodes)
    assert value == pytest.approx(at(found), rel=1e-11)
    assert np.abs(oracle.central(at, found, 1e-4)).max() < 1e-4
    laplaces, _ = fit_quadrature(layout, data, entries, parameters, 1)
    assert value <= at(laplaces) + 1e-10


def test_law_the_start_does_not_matter():
    layout, data, parameters, _ = example(2, "logit", seed=9, levels=15, n=150)
    entries = triangle(2)
    found, value = fit_quadrature(layout, data, entries, parameters, 5)
    again, other = fit_quadrature(layout, data, entries, found, 5)
    assert other == pytest.approx(value, abs=1e-9)
    assert again == pytest.approx(found, abs=1e-4)


# Wine: nine judges (Randall 1989); reference values by R's ordinal


@pytest.fixture(scope="module")
def wine(shared_data):
    """Layout, data, a start, and the reference."""
    with (shared_data / "ratings" / "wine.csv").open() as file:
        rows = list(csv.DictReader(file))
    x = np.array([[row["temp"] == "warm", row["contact"] == "yes"] for row in rows], float)
    y = np.array([int(row["rating"]) - 1 for row in rows])
    judge = np.unique([row["judge"] for row in rows], return_inverse=True)[1]
    layout, _ = build([judge], [np.ones((len(rows), 1))])
    data = Ordinal(x, y, LINKS.index("probit"), np.tril(np.ones((4, 4))))
    reference = json.loads((shared_data / "ratings" / "wine.json").read_text())
    return layout, data, np.array([-1.0, 0, 0, 0, 0, 0, 0.5]), reference


def hessian(function, point, step=1e-3):
    """Second derivatives by differences of differences."""

    def slope(at):
        return oracle.central(function, at, step)

    columns = [
        (slope(point + step * unit) - slope(point - step * unit)) / (2 * step)
        for unit in np.eye(len(point))
    ]
    return (np.array(columns) + np.array(columns).T) / 2


# R stops its own search for Laplace's mode early; with a second factor of no spread it does not.
@pytest.mark.parametrize(
    ("block", "nodes", "slack"),
    [("clmm_probit", 1, 3e-6), ("clmm_probit_crossed", 1, 1e-8), ("clmm_probit_agq10", 10, 1e-7)],
)
def test_value_wine_by_r(wine, block, nodes, slack):
    layout, data, start, references = wine
    reference = references[block]
    found, value = fit_quadrature(layout, data, triangle(1), start, nodes)
    assert -value == pytest.approx(reference["logLik"], abs=slack)
    assert abs(found[6]) == pytest.approx(reference["re"]["judge"]["sd"]["(Intercept)"], abs=1e-4)
    cuts, by_parameters = thresholds(data, found)
    estimates = np.concatenate([cuts, found[4:6]])
    assert estimates == pytest.approx(list(reference["estimate"].values()), abs=1e-4)
    curve = hessian(lambda point: quadrature(layout, data, point, triangle(1), nodes), found)
    turn = np.eye(6)
    turn[:4, :4] = by_parameters
    errors = np.sqrt(np.diag(turn @ np.linalg.inv(curve)[:6, :6] @ turn.T))
    assert errors == pytest.approx(list(reference["se"].values()), rel=1e-4)
