"""Laws of the mixed-model kernels that mutations of them survived."""

import numpy as np
import pytest

from claimwise.kernels.mixed import deviance, search

from . import oracle
from .test_kernels import Random, agree, linear


@pytest.mark.parametrize("reml", [False, True])
@pytest.mark.parametrize("diagonal", [1.2e-5, -1.2e-5])
@pytest.mark.parametrize("seed", range(4))
def test_law_gradient_of_the_deviance_with_three_columns_very_near_a_singular_fit(
    reml, diagonal, seed
):
    rng = np.random.default_rng(seed)
    codes = [rng.integers(8, size=60), rng.integers(5, size=60)]
    columns = [np.column_stack([np.ones(60), rng.normal(size=(60, 2))]) for _ in codes]
    d = Random(codes, columns, rng)
    data = linear(d, reml)
    x, y = data.columns[:-1].T, data.columns[-1]
    theta = np.where(d.entries[:, 1] == d.entries[:, 2], diagonal, d.theta)
    _, gradient = deviance.profiled(data, deviance.parts(d.layout, data, d.at(theta), d.entries))

    def at(moved):
        return oracle.deviance(*d.sorted(d.at(moved)), x, y, reml=reml)[0]

    agree(gradient, oracle.central(at, theta), rel=1e-6)


@pytest.mark.parametrize("central", [False, True])
@pytest.mark.parametrize("reml", [False, True])
@pytest.mark.parametrize("columns", [(1,), (2,), (1, 1), (2, 3), (1, 2, 1)])
def test_law_curvature_by_theta_and_log_sigma(reml, central, columns):
    rng = np.random.default_rng(sum(columns))
    codes = [rng.integers(3 + 3 * g, size=60) for g in range(len(columns))]
    z = [np.column_stack([np.ones(60), rng.normal(size=(60, q - 1))]) for q in columns]
    d = Random(codes, z, rng)
    data = linear(d, reml)
    x, y, k = data.columns[:-1].T, data.columns[-1], len(d.theta)
    df = d.n - 2 if reml else d.n
    here = deviance.parts(d.layout, data, d.lam, d.entries)
    found, slopes = deviance.curvature(d.layout, data, d.entries, d.theta, here, central=central)
    best = here.rss / df

    def full(point):  # b is profiled out, sigma is not
        profiled, _, own = oracle.deviance(*d.sorted(d.at(point[:k])), x, y, reml=reml)
        variance = np.exp(2 * point[k])
        return profiled + df * (np.log(variance / own) + own / variance - 1)

    def covariance(point):
        t = oracle.dense_t(*d.sorted(d.at(point[:k])))
        v = np.eye(d.n) + t @ t.T
        return np.exp(2 * point[k]) * np.linalg.inv(x.T @ np.linalg.solve(v, x))

    point, step = np.append(d.theta, np.log(best) / 2), 1e-3
    units = step * np.eye(k + 1)
    bend = [
        (oracle.central(full, point + e, step) - oracle.central(full, point - e, step)) / (2 * step)
        for e in units
    ]
    agree(found, np.array(bend), rel=1e-3)
    expected = [(covariance(point + e) - covariance(point - e)) / (2 * step) for e in units]
    agree(slopes, np.array(expected), rel=1e-3)


def test_value_satterthwaite_leaves_out_what_is_flat_or_bent_the_wrong_way():
    turn = np.linalg.qr(np.random.default_rng(1).normal(size=(3, 3)))[0]
    along, covariance = np.array([0.7, 0.4, -0.3]), np.array([[2.0]])
    slopes = (turn @ along)[:, None, None]
    for bends, kept in {(4.0, 0.5, 3.0): 3, (4.0, 0.5, -3.0): 2, (4.0, 0.0, -1e-6): 1}.items():
        hessian = turn @ np.diag(bends) @ turn.T
        total = sum(2 * a**2 / b for a, b in zip(along[:kept], bends[:kept], strict=True))
        found = deviance.satterthwaite(hessian, slopes, covariance, np.ones(1))
        assert found == pytest.approx(2 * 2.0**2 / total)
    assert deviance.satterthwaite(-np.eye(3), slopes, covariance, np.ones(1)) == np.inf


def test_value_a_first_inverse_is_exact_where_it_bends_and_rough_where_it_is_flat():
    rng = np.random.default_rng(2)
    root, rough = rng.normal(size=(3, 3)), np.array([0.5, 2.0, 1.0])
    hessian = root @ root.T + 2 * np.eye(3)
    assert search.curvature_inverse(hessian, rough) == pytest.approx(np.linalg.inv(hessian))
    for flat in (0.0, 1e-12, -1e-9, -5.0):
        found = search.curvature_inverse(np.diag([4.0, flat, 300.0]), rough)
        assert np.diag(found)[[0, 2]] == pytest.approx([1 / 4, 1 / 300])
        assert 2.0 <= found[1, 1] <= 20 * 2.0
        assert np.abs(found - np.diag(np.diag(found))).max() < 1e-12


def test_value_a_step_too_far_goes_back_to_the_bottom_of_the_parabola():
    def bowl(x):  # the first guess of the curvature, 1, makes the first step three times too long
        return 1.5 * float(x @ x), 3.0 * x

    found = search.minimise(bowl, np.ones(1), np.eye(1), 1e-14, 50)
    assert found.status == search.DONE
    assert found.x == pytest.approx([0.0], abs=1e-12)
    assert found.evaluations == 3
