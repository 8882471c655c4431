"""The compiled mixed-model kernels against plain twins that write every matrix out."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate

from claimwise.kernels.mixed import blocks, dense, deviance, laplace, search
from claimwise.kernels.mixed.layout import build
from claimwise.kernels.mixed.links import LINKS, between, density

from . import oracle


class Random:
    """A design: factors as given, and the layout that the kernels made of them."""

    def __init__(self, codes, columns, rng):
        self.codes, self.columns, self.rng, self.n = codes, columns, rng, len(codes[0])
        self.triangles = [np.tril(rng.normal(size=(z.shape[1],) * 2)) for z in columns]
        self.layout, self.order = build(codes, columns)
        widest = self.layout.q.max()
        self.lam = np.zeros((len(codes), widest, widest))
        for g, given_as in enumerate(self.order):
            q = self.layout.q[g]
            self.lam[g, :q, :q] = self.triangles[given_as]
        self.entries = np.array(
            [(g, r, c) for g, q in enumerate(self.layout.q) for c in range(q) for r in range(c, q)]
        )
        self.theta = self.lam[tuple(self.entries.T)]
        self.t = blocks.scale(self.layout, self.lam)
        self.dense_t = oracle.dense_t(*self.sorted())

    def sorted(self, lam=None):
        """Codes, columns and triangles in the order of the layout: that of u."""
        lam = self.lam if lam is None else lam
        triangles = [lam[g, :q, :q] for g, q in enumerate(self.layout.q)]
        pick = [[of[g] for g in self.order] for of in (self.codes, self.columns)]
        return *pick, triangles

    def at(self, theta):
        """L with other entries."""
        lam = np.zeros_like(self.lam)
        lam[tuple(self.entries.T)] = theta
        return lam


designs = oracle.factors().map(lambda drawn: Random(*drawn))


def agree(found, expected, rel=1e-8):
    """Equal but for rounding, which is as large as the largest of the values makes it."""
    slack = rel * np.abs(expected).max(initial=1.0)
    np.testing.assert_allclose(found, expected, rtol=rel, atol=slack)


# Blocks


@given(designs)
def test_law_products(d):
    several, values = d.rng.normal(size=(2, d.layout.u_at[-1])), d.rng.normal(size=(3, d.n))
    agree(blocks.times(d.layout, d.t, several), several @ d.dense_t.T)
    agree(blocks.gather(d.layout, d.t, values), values @ d.dense_t)
    u = several[0].copy()
    codes, columns, triangles = d.sorted()
    random = np.empty(len(u))
    blocks.effects(d.layout, d.lam, u, random)
    agree(random, oracle.dense_l(codes, triangles) @ u)
    agree(oracle.dense_z(codes, columns) @ random, d.dense_t @ u)


@given(designs)
def test_law_solution_and_logdet(d):
    weights = d.rng.exponential(size=d.n) * d.rng.integers(0, 2, size=d.n)
    _, inverse, logdet = oracle.system(d.dense_t, weights)
    factors = blocks.eliminate(d.layout, d.t, weights)
    agree(factors.logdet, logdet)
    b = d.rng.normal(size=(3, d.layout.u_at[-1]))
    x = b.copy()
    blocks.solve(d.layout, factors, x)
    agree(x, b @ inverse)


@given(designs)
def test_law_blocks_of_the_inverse(d):
    weights = d.rng.exponential(size=d.n)
    inverse = oracle.system(d.dense_t, weights)[1]
    layout = d.layout
    found = blocks.invert(layout, blocks.eliminate(layout, d.t, weights))
    q, begin = layout.q[0], layout.u_at[1]
    agree(found.dense, inverse[begin:, begin:])
    met = set()
    for j in range(layout.levels[0]):
        mine = slice(j * q, (j + 1) * q)
        agree(found.first[j], inverse[mine, mine])
        for k in range(layout.met_at[j], layout.met_at[j + 1]):
            agree(found.met[k], inverse[begin + layout.met[k], mine])
            met.add((j, int(begin + layout.met[k])))
    seen = {
        (int(row[0]), int(layout.u_at[g] + row[g] * layout.q[g] + c))
        for row in layout.codes
        for g in range(1, len(row))
        for c in range(layout.q[g])
    }
    assert met == seen


@given(designs)
def test_law_leverages_and_change_of_logdet(d):
    weights = d.rng.exponential(size=d.n)
    inverse = oracle.system(d.dense_t, weights)[1]
    leverage = np.empty(d.n)
    kept = blocks.invert(d.layout, blocks.eliminate(d.layout, d.t, weights))
    change = blocks.spread(d.layout, d.t, weights, kept, leverage)
    agree(leverage, np.einsum("ij,jk,ik->i", d.dense_t, inverse, d.dense_t))

    def logdet(theta):
        return oracle.system(oracle.dense_t(*d.sorted(d.at(theta))), weights)[2]

    agree(2 * change[tuple(d.entries.T)], oracle.central(logdet, d.theta), rel=1e-6)


@pytest.mark.parametrize("m", [1, 2, 39, 40, 41, 90, 129, 300])
def test_law_dense_factor_solution_inverse(m):
    rng = np.random.default_rng(m)
    root = rng.normal(size=(m, m + 3))
    s = root @ root.T / m + np.eye(m)
    factor = dense.factorise(np.tril(s) + np.triu(np.full((m, m), 7.0), 1))
    agree(np.tril(factor), np.linalg.cholesky(s))
    b = rng.normal(size=m)
    x = b.copy()
    dense.solve(factor, x)
    agree(x, np.linalg.solve(s, b))
    agree(dense.inverse(factor), np.linalg.inv(s))


# The linear model


def linear(d, reml):
    """A response and two fixed columns for a design."""
    x = np.column_stack([np.ones(d.n), d.rng.normal(size=d.n)])
    y = x @ [1.0, 0.5] + d.dense_t @ d.rng.normal(size=d.layout.u_at[-1]) + d.rng.normal(size=d.n)
    return deviance.Linear.of(d.layout, x, y, reml=reml)


@pytest.mark.parametrize("reml", [False, True])
@settings(max_examples=25)
@given(d=designs)
def test_law_deviance(reml, d):
    data = linear(d, reml)
    found = deviance.parts(d.layout, data, d.lam, d.entries)
    value, gradient = deviance.profiled(data, found)
    # The twin takes the factors as given: their order changes nothing.
    expected, beta, variance = oracle.deviance(
        d.codes, d.columns, d.triangles, data.columns[:-1].T, data.columns[-1], reml=reml
    )
    agree(value, expected)
    agree(found.beta, beta)
    df = d.n - 2 if reml else d.n
    agree(found.rss / df, variance)
    v = np.eye(d.n) + d.dense_t @ d.dense_t.T
    agree(
        found.covariance, np.linalg.inv(data.columns[:-1] @ np.linalg.solve(v, data.columns[:-1].T))
    )
    agree(found.u, d.dense_t.T @ np.linalg.solve(v, data.columns[-1] - data.columns[:-1].T @ beta))

    def at(theta):
        return oracle.deviance(
            *d.sorted(d.at(theta)), data.columns[:-1].T, data.columns[-1], reml=reml
        )[0]

    agree(gradient, oracle.central(at, d.theta), rel=1e-6)


@pytest.mark.parametrize("reml", [False, True])
@pytest.mark.parametrize("diagonal", [0.0, -4e-4, 9.99e-4, 1.01e-3, -3e-3, 0.05, 40.0])
@settings(max_examples=8)
@given(d=designs)
def test_law_gradient_of_the_deviance_near_and_far_from_a_singular_fit(reml, diagonal, d):
    data = linear(d, reml)
    x, y = data.columns[:-1].T, data.columns[-1]
    theta = np.where(d.entries[:, 1] == d.entries[:, 2], diagonal, d.theta)
    _, gradient = deviance.profiled(data, deviance.parts(d.layout, data, d.at(theta), d.entries))

    def at(moved):
        return oracle.deviance(*d.sorted(d.at(moved)), x, y, reml=reml)[0]

    step = 1e-5 * max(1.0, abs(diagonal))
    agree(gradient, oracle.central(at, theta, step), rel=1e-6)


@pytest.mark.parametrize(("raters", "items"), [(20, 20), (12, 30)])
@pytest.mark.parametrize("sd", [(3.0, 0.5, 1.0), (0.5, 3.0, 1.0)])
def test_value_each_factor_keeps_its_own_variance(raters, items, sd):
    codes, y = oracle.crossed(raters, items, np.random.default_rng(5), sd)
    layout, order = build(codes, [np.ones((len(y), 1))] * 2)
    data = deviance.Linear.of(layout, np.ones((len(y), 1)), y, reml=True)
    entries = np.array([(0, 0, 0), (1, 0, 0)])
    (theta, value, _, status, _), _ = deviance.fit(
        layout, data, entries, np.ones(2), np.eye(2), 1e-12, 500
    )
    assert status == search.DONE
    rater, item, noise = oracle.mean_squares(y, raters, items)
    expected = np.sqrt(np.array([rater, item]) / noise)
    assert np.abs(theta)[np.argsort(order)] == pytest.approx(expected, rel=1e-5)
    twin = oracle.deviance(
        codes,
        [np.ones((len(y), 1))] * 2,
        expected[:, None, None],
        data.columns[:-1].T,
        y,
        reml=True,
    )
    assert value == pytest.approx(twin[0], rel=1e-9)


@pytest.mark.parametrize("sd", [(1.5, 0.2, 1.0), (0.2, 1.5, 1.0)])
def test_direction_ordinal_factors_of_equal_size_keep_their_labels(sd):
    codes, latent = oracle.crossed(20, 20, np.random.default_rng(6), sd)
    y = np.digitize(latent, [-2.0, -1, 0.5, 1.5])
    layout, order = build(codes, [np.ones((400, 1))] * 2)
    data = laplace.Ordinal(np.zeros((400, 0)), y, LINKS.index("probit"), oracle.CUTS["flexible"])
    start = np.array([-1.0, 0, 0, 0, 0.5, 0.5])
    entries, u = np.array([(0, 0, 0), (1, 0, 0)]), np.zeros(40)
    found = laplace.fit(layout, data, entries, start, np.eye(6), u, 1e-10, 500)
    assert found.status == search.DONE
    rater, item = np.abs(found.x[4:])[np.argsort(order)]
    assert (rater > 3 * item) if sd[0] > sd[1] else (item > 3 * rater)


# The cumulative link model


def ordinal(d, link, cuts):
    """A response in five categories, one fixed column, and parameters to look at."""
    xi = d.dense_t @ d.rng.normal(size=d.layout.u_at[-1]) + d.rng.logistic(size=d.n)
    x = d.rng.normal(size=(d.n, 1))
    data = laplace.Ordinal(x, np.digitize(xi, [-1.5, -0.5, 0.5, 2.0]), LINKS.index(link), cuts)
    first = np.concatenate([[-1.5], d.rng.normal(-0.3, 0.25, size=cuts.shape[1] - 1)])
    return data, np.concatenate([first, [0.3], d.theta])


@pytest.mark.parametrize("kind", oracle.CUTS)
@pytest.mark.parametrize("link", LINKS)
@settings(max_examples=8)
@given(d=designs)
def test_law_laplace(link, kind, d):
    data, parameters = ordinal(d, link, oracle.CUTS[kind])
    a = data.cuts.shape[1]
    cuts = data.cuts @ np.concatenate([parameters[:1], np.exp(parameters[1:a])])
    u = np.zeros(d.layout.u_at[-1])
    lam = np.zeros_like(d.lam)
    value, gradient = laplace.laplace(d.layout, data, parameters, d.entries, lam, u)
    beta = parameters[a : a + 1]
    expected, mode = oracle.laplace(link, cuts, data.y, data.x, beta, *d.sorted())
    agree(-value, expected)
    agree(u, mode, rel=1e-7)

    def at(point):
        warm = u.copy()
        return laplace.laplace(d.layout, data, point, d.entries, lam, warm)[0]

    agree(gradient, oracle.central(at, parameters, 1e-4), rel=1e-5)


@given(designs, st.sampled_from(LINKS))
def test_law_the_mode_is_found_from_anywhere(d, link):
    data, parameters = ordinal(d, link, oracle.CUTS["flexible"])
    near_by, far = np.zeros(d.layout.u_at[-1]), d.rng.normal(scale=30, size=d.layout.u_at[-1])
    values = [
        laplace.laplace(d.layout, data, parameters, d.entries, d.lam.copy(), u)[0]
        for u in (near_by, far)
    ]
    agree(values[1], values[0])
    agree(far, near_by, rel=1e-7)


def test_value_nothing_is_found_where_a_parameter_is_no_number():
    d = Random([np.arange(30) % 3], [np.ones((30, 1))], np.random.default_rng(1))
    data, parameters = ordinal(d, "logit", oracle.CUTS["flexible"])
    parameters[1] = np.nan
    value, gradient = laplace.laplace(d.layout, data, parameters, d.entries, d.lam, np.zeros(3))
    assert value == np.inf
    assert not gradient.any()


def test_value_thresholds_by_hand():
    one = np.zeros((1, 0))
    parameters = np.array([-1.0, np.log(2.0), np.log(3.0)])
    for kind, expected in {
        "equidistant": [-1.0, 1, 3, 5],
        "symmetric": [-4.0, -1, 1, 4],
    }.items():
        data = laplace.Ordinal(one, np.zeros(1, np.int64), 0, oracle.CUTS[kind])
        cuts, slopes = laplace.thresholds(data, parameters)
        assert cuts == pytest.approx(expected)
        assert slopes[:, 1] == pytest.approx(2 * oracle.CUTS[kind][:, 1])


# Links

REACH = {"logit": (-650, 650), "probit": (-36, 36), "cloglog": (-650, 6.4), "loglog": (-6.4, 650)}


@pytest.mark.parametrize("link", LINKS)
def test_value_links_are_those_of_scipy(link):
    number, noise = LINKS.index(link), oracle.NOISE[link]
    low, high = REACH[link]

    def same(value, rel=1e-11):  # however small it is
        return pytest.approx(value, rel=rel, abs=0)

    for x in [low, low / 3, -5.0, -1.0, -1e-3, 0.0, 0.4, 2.0, 5.0, high / 3, high]:
        assert between(number, x, -np.inf) == same(np.exp(noise.logcdf(x)))
        if x >= 0:
            assert between(number, np.inf, x) == same(np.exp(noise.logsf(x)))
        f, g, h = density(number, x)
        bend = oracle.BEND[link]
        turn = (bend(x + 1e-5) - bend(x - 1e-5)) / 2e-5
        assert f == same(np.exp(noise.logpdf(x)))
        assert g == same(f * bend(x))
        assert h == pytest.approx(f * (bend(x) ** 2 + turn), rel=1e-6, abs=1e-9 * f)
    assert between(number, np.inf, -np.inf) == 1.0
    assert density(number, np.inf) == density(number, -np.inf) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("lower", [-7.0, -1.0, -0.01, 3.0])
@pytest.mark.parametrize("width", [0.02, 0.5, 3.0])
def test_value_slices_are_areas_under_scipys_density(link, lower, width):
    area, _ = integrate.quad(oracle.NOISE[link].pdf, lower, lower + width, epsabs=0, epsrel=1e-12)
    assert between(LINKS.index(link), lower + width, lower) == pytest.approx(area, rel=1e-9, abs=0)


@given(st.sampled_from(LINKS), st.floats(-800, 800), st.floats(0, 800))
def test_law_probabilities_add_up(link, x, width):
    number = LINKS.index(link)
    below, above = between(number, x, -np.inf), between(number, np.inf, x + width)
    inside = between(number, x + width, x)
    assert inside >= 0
    assert below + inside + above == pytest.approx(1.0, rel=1e-12)


# The search


def minimise(function, start, tolerance=1e-14, most=400):
    """Run a search; `function` returns a value and a gradient."""
    seen = []

    def noted(x):
        seen.append(x.copy())
        value, gradient = function(x)
        return value, np.asarray(gradient, float)

    found = search.minimise(noted, np.array(start, float), np.eye(len(start)), tolerance, most)
    assert found.evaluations == len(seen) <= most
    if found.status == search.DONE:  # what the caller kept of its last evaluation is of this x
        assert found.x.tolist() == seen[-1].tolist()
    return found.x, found.value, found.status


def test_value_search_finds_the_bottom_of_a_quadratic():
    curve = np.array([[2.0, 0.5, 0.0], [0.5, 1.0, 0.2], [0.0, 0.2, 30.0]])
    bottom = np.array([1.0, -20.0, 0.3])

    def quadratic(x):
        slope = curve @ (x - bottom)
        return slope @ (x - bottom) / 2 - 7, slope

    x, value, status = minimise(quadratic, [0, 0, 0])
    assert status == search.DONE
    assert x == pytest.approx(bottom, abs=1e-6)
    assert value == pytest.approx(-7, abs=1e-12)


def rosenbrock(x):
    a, b = 1 - x[0], x[1] - x[0] ** 2
    return a * a + 100 * b * b, [-2 * a - 400 * x[0] * b, 200 * b]


@pytest.mark.parametrize("start", [(-1.2, 1.0), (0.0, 0.0), (3.0, -4.0), (-3.0, 9.0)])
def test_value_search_gets_through_the_valley_of_rosenbrock(start):
    x, value, status = minimise(rosenbrock, start)
    assert status == search.DONE
    assert x == pytest.approx([1, 1], abs=1e-5)
    assert value < 1e-11


def test_value_search_takes_longer_steps_where_the_slope_does_not_give_way():
    def bell(x):  # turned upside down; bent the wrong way at the start
        height = np.exp(-(x[0] ** 2) / 200)
        return 1 - height, x / 100 * height

    x, value, status = minimise(bell, [20.0], most=120)
    assert (status, value) == (search.DONE, pytest.approx(0, abs=1e-12))
    assert x == pytest.approx([0], abs=1e-5)


def test_value_search_turns_back_at_a_wall():
    def walled(x):  # log(x) has no value at 0 and below
        return (x[0] - np.log(x[0]), [1 - 1 / x[0]]) if x[0] > 0 else (np.inf, [np.nan])

    x, value, status = minimise(walled, [8.0])
    assert (status, x[0], value) == (search.DONE, pytest.approx(1, abs=1e-6), pytest.approx(1))


@pytest.mark.parametrize("value", [np.inf, np.nan])
def test_value_search_refuses_a_start_without_a_value(value):
    x, best, status = minimise(lambda x: (value, [1.0, 1.0]), [0.5, 2])
    assert (status, best) == (search.STUCK, np.inf)
    assert x.tolist() == [0.5, 2]


def test_value_search_stays_where_all_is_flat():
    x, value, status = minimise(lambda x: (3.0, [0.0, 0.0]), [0.5, 2])
    assert (status, value, x.tolist()) == (search.DONE, 3.0, [0.5, 2])


def test_value_search_gives_up_where_the_gradient_lies():
    x, value, status = minimise(lambda x: (x @ x, -2 * x), [1.0, 1.0])
    assert (status, value, x.tolist()) == (search.STUCK, 2.0, [1.0, 1.0])
