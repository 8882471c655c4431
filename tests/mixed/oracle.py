"""Mixed models the slow and plain way: every matrix written out in full.

Nothing here is shared with the compiled kernels: the random effects have a column each, the
covariance of all observations is one matrix, the latent noise is scipy's, and scipy finds the
mode. Fit for a few dozen observations. Factors stand in the order given: `codes[g]` holds the
level of every observation, `columns[g]` its random-effect columns, `triangles[g]` its L.
"""

from itertools import product

import numpy as np
from hypothesis import strategies as st
from scipy import optimize, stats
from scipy.linalg import block_diag

NOISE = {
    "logit": stats.logistic,
    "probit": stats.norm,
    "cloglog": stats.gumbel_l,
    "loglog": stats.gumbel_r,
}
BEND = {  # f' / f
    "logit": lambda x: -np.tanh(x / 2),
    "probit": lambda x: -x,
    "cloglog": lambda x: 1 - np.exp(x),
    "loglog": lambda x: np.exp(-x) - 1,
}

CUTS = {  # five categories: thresholds from the parameters (first, exp(second), ...)
    "flexible": np.tril(np.ones((4, 4))),
    "equidistant": np.array([[1.0, 0], [1, 1], [1, 2], [1, 3]]),
    "symmetric": np.array([[1.0, 0, -1], [1, 0, 0], [1, 1, 0], [1, 1, 1]]),
}


@st.composite
def factors(draw):
    """One to four factors, crossed or nested, unbalanced; some levels meet once or never."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    n = draw(st.integers(25, 60))
    codes, columns = [], []
    for g in range(draw(st.integers(1, 4))):
        if g and draw(st.booleans()):
            code = codes[-1] // 2  # the factor before is nested in this one
        else:
            levels = draw(st.integers(2, 12))
            code = rng.choice(levels, size=n, p=rng.dirichlet(np.full(levels, 0.7)))
        z = rng.normal(size=(n, draw(st.integers(1, 3))))
        z[:, 0] = 1.0
        codes.append(code.astype(np.int64))
        columns.append(z)
    return codes, columns, rng


def crossed(raters, items, rng, sd):
    """Every rater rates every item; `sd` are those of raters, items and noise."""
    rater, item = (a.ravel() for a in np.indices((raters, items)))
    random = sd[0] * rng.normal(size=raters)[rater] + sd[1] * rng.normal(size=items)[item]
    return [rater, item], random + sd[2] * rng.normal(size=raters * items)


def mean_squares(y, raters, items):
    """The three variances of a balanced crossed table by its mean squares: these are REML's."""
    table = y.reshape(raters, items)
    rows, columns = table.mean(axis=1), table.mean(axis=0)
    rest = table - rows[:, None] - columns + table.mean()
    noise = (rest**2).sum() / ((raters - 1) * (items - 1))
    return (rows.var(ddof=1) - noise / items, columns.var(ddof=1) - noise / raters, noise)


def dense_z(codes, columns):
    """Return Z: a column for every effect, factor by factor, level by level."""
    blocks = []
    for code, z in zip(codes, columns, strict=True):
        levels, q = code.max() + 1, z.shape[1]
        block = np.zeros((len(code), levels * q))
        for i, level in enumerate(code):
            block[i, level * q : (level + 1) * q] = z[i]
        blocks.append(block)
    return np.hstack(blocks)


def dense_l(codes, triangles):
    """Return L: each factor's triangle once for every level, along the diagonal."""
    return block_diag(
        *[lam for code, lam in zip(codes, triangles, strict=True) for _ in range(code.max() + 1)]
    )


def dense_t(codes, columns, triangles):
    """Return T = Z L."""
    return dense_z(codes, columns) @ dense_l(codes, triangles)


def system(t, weights):
    """Return H = I + T' W T, its inverse and its log-determinant."""
    h = np.eye(t.shape[1]) + t.T @ (weights[:, None] * t)
    return h, np.linalg.inv(h), np.linalg.slogdet(h)[1]


def deviance(codes, columns, triangles, x, y, *, reml):
    """Return the deviance (REML criterion) at L, the fixed effects, and s^2.

    The covariance of y is s^2 V with V = I + Z L L' Z'; coefficients and s^2 are the best ones.
    """
    n, p = x.shape
    t = dense_t(codes, columns, triangles)
    v = np.eye(n) + t @ t.T
    information = x.T @ np.linalg.solve(v, x)
    beta = np.linalg.solve(information, x.T @ np.linalg.solve(v, y))
    error = y - x @ beta
    df = n - p if reml else n
    variance = error @ np.linalg.solve(v, error) / df
    value = np.linalg.slogdet(v)[1] + df * (1 + np.log(2 * np.pi * variance))
    if reml:
        value += np.linalg.slogdet(information)[1]
    return value, beta, variance


def chances(link, cuts, y, xi):
    """Return the probability of each category seen, and its edges as seen from xi."""
    ends = np.concatenate([[-np.inf], cuts, [np.inf]])
    upper, lower = ends[y + 1] - xi, ends[y] - xi
    noise = NOISE[link]
    right = noise.sf(lower) - noise.sf(upper)  # exact in the upper tail
    return np.where(lower > 0, right, noise.cdf(upper) - noise.cdf(lower)), upper, lower


def slopes(link, cuts, y, xi):
    """Return the first and second derivative of -log P by xi."""
    p, upper, lower = chances(link, cuts, y, xi)
    (f1, g1), (f2, g2) = bump(link, upper), bump(link, lower)
    first = (f1 - f2) / p
    return first, first**2 - (g1 - g2) / p


def bump(link, x):
    """Return the density and its derivative, which are 0 at the ends."""
    inside = np.isfinite(x)
    x = np.where(inside, x, 0.0)
    f = np.where(inside, NOISE[link].pdf(x), 0.0)
    return f, f * BEND[link](x)


def mode(link, cuts, y, fixed, t):
    """Return the random effects at which the penalised loss is least."""

    def height(u):
        with np.errstate(divide="ignore"):
            return -np.log(chances(link, cuts, y, fixed + t @ u)[0]).sum() + u @ u / 2

    def gradient(u):
        return t.T @ slopes(link, cuts, y, fixed + t @ u)[0] + u

    def hessian(u):
        return system(t, slopes(link, cuts, y, fixed + t @ u)[1])[0]

    start = np.zeros(t.shape[1])
    found = optimize.minimize(
        height, start, jac=gradient, hess=hessian, method="trust-exact", options={"gtol": 1e-7}
    )
    u = found.x - np.linalg.solve(hessian(found.x), gradient(found.x))
    if np.abs(gradient(u)).max() > 1e-9:
        raise ArithmeticError("the twin found no mode")
    return u, height(u)


def laplace(link, cuts, y, x, beta, codes, columns, triangles):
    """Return Laplace's approximation of the log-likelihood, and the mode."""
    t = dense_t(codes, columns, triangles)
    u, height = mode(link, cuts, y, x @ beta, t)
    weights = slopes(link, cuts, y, x @ beta + t @ u)[1]
    return -height - system(t, weights)[2] / 2, u


def quadrature(link, cuts, y, x, beta, code, z, lower, nodes):
    """Return the log-likelihood with one factor, each level's integral summed over nodes^q points.

    The points lie around the level's mode, turned and stretched by the curvature there.
    """
    points, weights = np.polynomial.hermite.hermgauss(nodes)
    total = 0.0
    for level in range(code.max() + 1):
        mine = code == level
        fixed, t = x[mine] @ beta, z[mine] @ lower
        centre, _ = mode(link, cuts, y[mine], fixed, t)
        h = system(t, slopes(link, cuts, y[mine], fixed + t @ centre)[1])[0]
        turn = np.sqrt(2) * np.linalg.inv(np.linalg.cholesky(h)).T
        area = 0.0
        for chosen in product(range(nodes), repeat=len(lower)):
            point = points[list(chosen)]
            u = centre + turn @ point
            seen = chances(link, cuts, y[mine], fixed + t @ u)[0].prod()
            density = stats.norm.pdf(u).prod()
            area += weights[list(chosen)].prod() * np.exp(point @ point) * seen * density
        total += np.log(area * np.linalg.det(turn))
    return total


def central(function, point, step=1e-5):
    """Return the gradient of a function by central differences."""
    out = np.empty(len(point))
    for k in range(len(point)):
        move = np.zeros(len(point))
        move[k] = step
        out[k] = (function(point + move) - function(point - move)) / (2 * step)
    return out
