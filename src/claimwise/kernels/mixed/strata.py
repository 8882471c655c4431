"""The complete crossed rating study: a linear mixed model fitted in closed form.

Every rater scores every item under both systems once (Card et al. 2020, section 5). The model is
y = b0 + b1 x + w0[rater] + x w1[rater] + i0[item] + x i1[item] + e with x = -1/2, 1/2, all random
effects independent: in lme4's words y ~ x + (x || rater) + (x || item), by REML.

The sums a = (y_A + y_B) / sqrt 2 and the differences d = (y_B - y_A) / sqrt 2 are independent, and
each is a two-way layout of raters and items. So the restricted likelihood is a product of five
chi-squares, one for each mean square M with f degrees of freedom and expectation L:

    rater intercept  f = W - 1             L = s^2 + 2 I var(w0)
    rater slope      f = W - 1             L = s^2 + I var(w1) / 2
    item intercept   f = I - 1             L = s^2 + 2 W var(i0)
    item slope       f = I - 1             L = s^2 + W var(i1) / 2
    residual         f = 2 (W - 1)(I - 1)  L = s^2, pooled over a and d

    -2 log = sum f (log L + M / L) + 2 log(W I) + (n - 2) log(2 pi),  n = 2 W I

(the two means, with variance L_rater + L_item - s^2 in log|V|, leave again by log|X' V^-1 X|).
A variance is at least 0, so each L is at least s^2: the smallest mean squares are pooled with the
residual for as long as they lie below it, which is the exact optimum (Robertson, Wright and
Dykstra 1988, Order Restricted Statistical Inference, on the simple tree order).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from claimwise.core import ParameterError, check_count, check_number
from claimwise.kernels.arrays import ArrayLike, Floats, Ints
from claimwise.kernels.student import CONSTANT, pvalue

BLOCK = 1 << 16  # ratings worked on at once: what the nearest memory holds
RATER_SLOPE, ITEM_SLOPE = 1, 3


@dataclass(frozen=True, slots=True, eq=False)
class Balanced:
    """Fits of many studies, one entry for each; NaN where a study has no fit.

    A study has none where nothing is left for the residual (all ratings equal, say): its
    likelihood grows without end. The means of such a study are given all the same.
    """

    difference: Floats  # mean of the second system minus that of the first
    error: Floats  # standard error of the difference
    df: Floats  # Satterthwaite's
    intercept: Floats  # mean of both systems
    sigma: Floats
    sds: Floats  # (studies, 4): rater intercept, rater slope, item intercept, item slope
    deviance: Floats  # the REML criterion, as lme4 has it
    boundary: NDArray[np.bool_]  # (studies, 4) whether that variance is estimated to be 0
    pvalue: Floats  # two-sided, of no difference


def fit_balanced(y: ArrayLike) -> Balanced:
    """Fit each study of `y`, which has the shape (studies, raters, items, 2).

    Fit for studies where nobody left out anything. Unfit for any other: the mean squares are then
    no longer independent; use the general fit. With a variance at 0 the degrees of freedom jump,
    as lmerTest's recipe has it: its stratum counts as residual. So two or three raters are too
    few for strict levels: where they differ a little in what they think of the systems, some
    studies take them to agree, and the p-value is then too small (of 3 raters and 50 items up
    to 7 % are below 0.05, and 4 % below 0.01, without a difference; of 10 raters 5 % and 1 %).

    >>> ratings = np.array([[[[3, 5], [2, 2], [4, 5]], [[2, 4], [1, 2], [5, 5]]]])
    >>> study = fit_balanced(ratings)
    >>> [float(x[0].round(3)) for x in (study.difference, study.error, study.df)]
    [1.0, 0.5, 2.0]
    """
    y = check_ratings(np.asarray(y, np.float64))
    raters, items = y.shape[1:3]
    with np.errstate(invalid="ignore"):  # of an infinite rating
        squares, means = mean_squares(y)
    freedom = np.array([raters - 1, raters - 1, items - 1, items - 1], np.int64)
    rest = 2 * (raters - 1) * (items - 1)
    variance, rest_df, pooled = pool(squares, freedom, rest)
    rounding = CONSTANT * np.abs(y).max(axis=(1, 2, 3), initial=0.0)
    fitted = variance > rounding**2  # not NaN either
    variance = np.where(fitted, variance, np.nan)
    expected = np.where(pooled, variance[:, None], squares[:, :4])
    times = np.array([2 * items, items / 2, 2 * raters, raters / 2])
    spread, df = satterthwaite(expected, variance, freedom, rest_df, pooled)
    error = np.sqrt(2 * spread / (raters * items))
    free = 2 * raters * items - 2
    logs = rest * np.log(variance) + np.log(expected) @ freedom
    return Balanced(
        difference=means[:, 1],
        error=error,
        df=df,
        intercept=means[:, 0],
        sigma=np.sqrt(variance),
        sds=np.sqrt((expected - variance[:, None]) / times),
        deviance=logs + 2 * np.log(raters * items) + free * (1 + np.log(2 * np.pi)),
        boundary=pooled & fitted[:, None],
        pvalue=pvalue(means[:, 1] / error, df, "two-sided"),
    )


def mean_squares(y: Floats) -> tuple[Floats, Floats]:
    """Return the mean squares of each study, the residual's last, and its mean and difference."""
    studies, raters, items, _ = y.shape
    squares, means = np.empty((studies, 5)), np.empty((studies, 2))
    step = max(1, BLOCK // (2 * raters * items))
    for start in range(0, studies, step):
        part = slice(start, start + step)
        first, second = y[part, ..., 0], y[part, ..., 1]
        total = np.zeros(len(first))
        for side, values in enumerate((first + second, second - first)):
            mean, of_raters, of_items, left = _two_way(values)
            means[part, side] = mean / (2 - side)
            squares[part, side] = of_raters / (2 * (raters - 1))
            squares[part, 2 + side] = of_items / (2 * (items - 1))
            total = total + left
        squares[part, 4] = total / (4 * (raters - 1) * (items - 1))
    return squares, means


def pool(squares: Floats, freedom: Ints, rest: int) -> tuple[Floats, Ints, NDArray[np.bool_]]:
    """Return the residual variance, its degrees of freedom, and which mean squares are in it.

    The first four of `squares` are pooled with the fifth, smallest first, while they are no larger.

    >>> pool(np.array([[3.0, 1.0, 8.0, 2.5, 2.0]]), np.array([1, 1, 2, 2]), 4)[0].tolist()
    [1.8]
    """
    order = np.argsort(squares[:, :4], axis=1)
    sizes = np.take_along_axis(squares, order, axis=1)
    variance, df = squares[:, 4].copy(), np.full(len(squares), rest, np.int64)
    joins = np.empty(order.shape, np.bool_)
    for k in range(4):  # once one is larger than the residual, so are all that follow
        extra = freedom[order[:, k]]
        joins[:, k] = sizes[:, k] <= variance
        extra = extra * joins[:, k]
        df = df + extra
        # As a step from the variance so far: of equal mean squares it is exactly 0.
        variance = variance - extra / df * (variance - sizes[:, k])
    pooled = np.empty_like(joins)
    np.put_along_axis(pooled, order, joins, axis=1)
    return variance, df, pooled


def satterthwaite(
    expected: Floats,
    variance: Floats,
    freedom: Ints,
    rest_df: Ints,
    pooled: NDArray[np.bool_],
) -> tuple[Floats, Floats]:
    """Return the variance of the mean of d, times W I, and its degrees of freedom.

    It is L_rater + L_item - s^2, of which each has the variance 2 L^2 / f. Of a pooled stratum
    L is s^2: it cancels one s^2 or adds another.
    """
    slopes = [RATER_SLOPE, ITEM_SLOPE]
    own = ~pooled[:, slopes]
    spread = expected[:, slopes].sum(axis=1) - variance
    of_rest = 1 - own.sum(axis=1)  # how often s^2 stands in the sum: -1, 0 or 1
    noise = (own * expected[:, slopes] ** 2 / freedom[slopes]).sum(axis=1)
    noise = noise + of_rest**2 * variance**2 / rest_df
    return spread, spread**2 / noise


def simulate_balanced(
    rng: np.random.Generator,
    studies: int,
    raters: int,
    items: int,
    *,
    difference: float,
    intercept: float,
    sds: ArrayLike,
    sigma: float,
) -> Floats:
    """Draw studies of shape (studies, raters, items, 2) from the model, with normal effects.

    `sds` are those of the raters' intercepts and slopes and of the items' intercepts and slopes.
    A study does not depend on how many are drawn after it.
    """
    check_count("studies", studies)
    raters, items = _check_sizes(raters, items)
    scale = np.array([_check_sd("sds", value) for value in np.ravel(sds)])
    if len(scale) != 4:
        raise ParameterError(
            "sds",
            "four numbers",
            f"{len(scale)}",
            "Give rater intercept, rater slope, item intercept, item slope.",
        )
    sigma = _check_sd("sigma", sigma)
    intercept = check_number("intercept", intercept)
    difference = check_number("difference", difference)
    draws = rng.standard_normal((studies, 2 * raters + 2 * items + 2 * raters * items))
    of_raters = draws[:, : 2 * raters].reshape(studies, 2, raters, 1)
    of_items = draws[:, 2 * raters : 2 * (raters + items)].reshape(studies, 2, 1, items)
    level = intercept + scale[0] * of_raters[:, 0] + scale[2] * of_items[:, 0]
    gap = difference + scale[1] * of_raters[:, 1] + scale[3] * of_items[:, 1]
    out = draws[:, 2 * (raters + items) :].reshape(studies, raters, items, 2) * sigma
    out[..., 0] += level - gap / 2
    out[..., 1] += level + gap / 2
    return np.asarray(out)


def _two_way(values: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Return the mean and the sums of squares of raters, of items, and of what is left."""
    _, raters, items = values.shape
    mean = values.mean(axis=(1, 2))
    by_rater = values.mean(axis=2) - mean[:, None]
    by_item = values.mean(axis=1) - mean[:, None]
    # Squares of what is left, not a difference of large sums: large effects cost no digits.
    left = values - (mean[:, None] + by_rater)[:, :, None] - by_item[:, None, :]
    return (
        mean,
        items * np.einsum("sr,sr->s", by_rater, by_rater),
        raters * np.einsum("si,si->s", by_item, by_item),
        np.einsum("sri,sri->s", left, left),
    )


def check_ratings(y: Floats) -> Floats:
    """Refuse what is not a stack of complete studies."""
    if y.ndim != 4 or y.shape[-1] != 2:
        raise ParameterError(
            "fit_balanced",
            "ratings of shape (studies, raters, items, 2)",
            f"{y.shape}",
            "For one study write y[None].",
        )
    _check_sizes(y.shape[1], y.shape[2])
    return y


def _check_sizes(raters: int, items: int) -> tuple[int, int]:
    for who, number in (("raters", raters), ("items", items)):
        if check_count(who, number) < 2:
            raise ParameterError(
                who,
                "at least 2",
                f"{number}",
                "With one, what it adds cannot be separated from the systems' means.",
            )
    return int(raters), int(items)


def _check_sd(who: str, value: object) -> float:
    number = check_number(who, value)
    if number < 0:
        raise ParameterError(who, "a standard deviation of at least 0", f"{number:g}")
    return number
