"""One design, many responses: fits shared out among threads, failures as data."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from claimwise.core import ParameterError, check_count
from claimwise.kernels.arrays import Flags, Floats, Ints
from claimwise.kernels.mixed.search import curvature_inverse
from claimwise.mixed.design import Design
from claimwise.mixed.linear import NO_SPREAD, LinearFit, LinearModel
from claimwise.mixed.ordinal import LINKS, OrdinalFit, OrdinalModel
from claimwise.mixed.response import check_response
from claimwise.mixed.rows import Fit
from claimwise.mixed.small_sample import df_cap, levels_of_entries
from claimwise.run.threads import one_thread

MOST = 300  # evaluations of the likelihood for one response
TOLERANCE = 1e-7  # of the log-likelihood: its slope at the end is some 1e-3 standard errors
CHUNK = 16  # responses that a thread takes at a time
# A deviation below this is 0. The likelihood is flat at 0 by symmetry: a search to TOLERANCE mostly
# ends below 3e-3, and where, the processor's last digits decide. In designs of ratings real ones
# are larger; with many thousand ratings by each rater they need not be.
EDGE = 1e-2


@dataclass(frozen=True, slots=True, eq=False)
class FitBatch:
    """What many fits found, one row for each response.

    Where a fit failed its numbers are NaN or not to be used: `converged` says which.
    """

    coefficients: Floats  # (responses, p)
    errors: Floats  # (responses, p) standard errors
    df: Floats  # (responses, p), for Student's t of coefficients over `spreads`
    factors: Floats  # (responses, p) of the variances: 1 for linear models
    loglik: Floats  # (responses,), restricted if the model is
    theta: Floats  # (responses, k) as the model's structure keeps them (linear: over sigma)
    sigma: Floats  # (responses,); NaN for ordinal models
    middle: Floats  # (responses,) mean of the thresholds; NaN for linear models
    middle_error: Floats  # (responses,) its standard error
    converged: Flags
    boundary: Flags  # some standard deviation is 0
    evaluations: Ints

    def pvalues(self) -> Floats:
        """Return two-sided p-values of each coefficient by t; NaN where a fit failed."""
        from scipy import special

        t = np.abs(self.coefficients / self.spreads())
        finite = np.isfinite(self.df)
        p = 2 * special.ndtr(-t)
        p[finite] = 2 * special.stdtr(self.df[finite], -t[finite])
        p[~self.converged] = np.nan
        return np.asarray(p)

    def spreads(self) -> Floats:
        """Return the standard errors that t goes by: they allow for few raters and items."""
        return np.asarray(self.errors * np.sqrt(self.factors))


Run = Callable[[Floats | Ints], FitBatch]


def fit_many(fit: Fit, responses: Floats | Ints, *, workers: int = 1) -> FitBatch:
    """Fit many responses on the design of a model that was fitted before.

    Every search begins at that fit, with its curvature: in a power study, fit one response (or
    know the truth) and the others take half as long. The answer does not depend on `workers`.
    """
    refuse_quadrature("fit_many", fit)
    check_count("workers", workers)
    table = check_response("fit_many", fit.model, responses, many=True)
    run: Run = _linear(fit) if isinstance(fit, LinearFit) else _ordinal(fit)
    chunks: list[Any] = [table[i : i + CHUNK] for i in range(0, len(table), CHUNK)]
    with one_thread():
        if workers == 1:
            parts = [run(chunk) for chunk in chunks]
        else:
            with ThreadPoolExecutor(workers) as pool:
                parts = list(pool.map(run, chunks))
    if not parts:  # no responses: no rows
        parts = [run(table)]
    return _in_order(parts, np.arange(len(table)))


def refuse_quadrature(who: str, fit: Fit) -> None:
    """Refuse a fit by quadrature: many responses are fitted by Laplace's approximation."""
    if isinstance(fit, OrdinalFit) and fit.model.nodes > 1:
        found = f"{fit.model.nodes} nodes"
        raise ParameterError(
            who, "a fit by Laplace's approximation", found, "Leave nodes out of the fit."
        )


def _away(theta: Floats, diagonal: Flags) -> Floats:
    """Return a start that is not at 0, where the slope is 0 by symmetry."""
    return np.where(diagonal & (np.abs(theta) < 0.05), 0.05, theta)


def _caps(design: Design) -> Floats:
    """Return the most degrees of freedom of each coefficient."""
    return np.array([df_cap(design, contrast) for contrast in np.eye(design.x.shape[1])])


def _linear(fit: LinearFit) -> Run:
    from claimwise.kernels.mixed.batch import linear_batch

    model: LinearModel = fit.model
    structure = model.structure
    diagonal = structure.entries[:, 1] == structure.entries[:, 2]
    k, p = structure.parameters, model.design.x.shape[1]
    back = np.linalg.inv(model.back)
    start = _away(fit.theta, diagonal)
    inverse = curvature_inverse(fit.hessian[:k, :k], 1.0 / structure.levels())
    constant = 2 * float(np.log(np.abs(np.diag(model.back))).sum()) if model.reml else 0.0
    contrasts = np.ascontiguousarray(back)
    caps = _caps(model.design)

    def run(responses: Floats | Ints) -> FitBatch:
        responses = np.asarray(responses, np.float64)
        explained = responses @ model.basis
        left = np.ascontiguousarray(responses - explained @ model.basis.T)
        left[(left**2).sum(axis=1) <= NO_SPREAD * (responses**2).sum(axis=1)] = 0.0
        thetas, betas, covariances, sigmas, dfs, values, statuses, work = linear_batch(
            structure.layout,
            model.basis,
            left,
            model.reml,
            structure.entries,
            start,
            inverse,
            contrasts,
            TOLERANCE,
            MOST,
        )
        spread = np.einsum("ij,sjk,ik->si", back, covariances, back)
        return FitBatch(
            coefficients=(betas + explained) @ back.T,
            errors=np.sqrt(spread),
            df=np.minimum(dfs.reshape(len(responses), p), caps),
            factors=np.ones((len(responses), p)),
            loglik=-(values + constant) / 2,
            theta=thetas,
            sigma=sigmas,
            middle=np.full(len(responses), np.nan),
            middle_error=np.full(len(responses), np.nan),
            converged=statuses == 1,
            boundary=np.asarray((np.abs(thetas[:, diagonal]) < EDGE).any(axis=1)),
            evaluations=work,
        )

    return run


def _ordinal(fit: OrdinalFit) -> Run:
    """Return a run that fits responses; one that lacks a category is fitted without it."""
    model: OrdinalModel = fit.model
    structure = model.structure
    diagonal = structure.entries[:, 1] == structure.entries[:, 2]
    k = structure.parameters
    start = np.concatenate([fit.searched[:-k], _away(fit.searched[-k:], diagonal)])
    inverse = curvature_inverse(fit.hessian, np.diag(model.guess()))
    whole = _ordinal_from(model, start, inverse)
    if model.thresholds.form != "flexible":
        return whole

    def run(responses: Floats | Ints) -> FitBatch:
        categories = np.arange(len(model.categories))
        seen = np.array([np.isin(categories, codes) for codes in responses])
        if seen.all():
            return whole(responses)
        kinds, kind = np.unique(seen, axis=0, return_inverse=True)
        found = []
        for j, of_kind in enumerate(kinds):
            some = responses[kind == j]
            if of_kind.all() or of_kind.sum() < 2:
                found.append(whole(some))
                continue
            fewer, first, guess = _without_categories(model, start, inverse, of_kind)
            found.append(_ordinal_from(fewer, first, guess)((np.cumsum(of_kind) - 1)[some]))
        return _in_order(found, np.argsort(np.argsort(kind, kind="stable"), kind="stable"))

    return run


def _without_categories(
    model: OrdinalModel, start: Floats, inverse: Floats, seen: Flags
) -> tuple[OrdinalModel, Floats, Floats]:
    """Return a model of the categories seen, where its search begins, and with what curvature."""
    a = model.thresholds.cuts.shape[1]
    fewer = model.among(seen)
    cuts = model.thresholds.reported(start[:a])[0][np.flatnonzero(seen)[:-1]]
    guess = fewer.guess()
    guess[len(cuts) :, len(cuts) :] = inverse[a:, a:]
    return fewer, np.concatenate([fewer.thresholds.searched(cuts), start[a:]]), guess


def _in_order(batches: list[FitBatch], order: Ints) -> FitBatch:
    """Return all batches as one, its rows in some order."""
    names = FitBatch.__dataclass_fields__
    return FitBatch(**{n: np.concatenate([getattr(b, n) for b in batches])[order] for n in names})


def _ordinal_from(model: OrdinalModel, start: Floats, inverse: Floats) -> Run:
    from claimwise.kernels.mixed.batch import ordinal_batch

    structure = model.structure
    diagonal = structure.entries[:, 1] == structure.entries[:, 2]
    p, a = model.design.x.shape[1], model.thresholds.cuts.shape[1]
    share = model.thresholds.cuts.mean(axis=0)
    moved = model.centre / model.spread  # what centring the columns took from the thresholds
    levels, caps = levels_of_entries(structure), _caps(model.design)
    fewest = min(len(factor.levels) for factor in model.design.factors) - 1.0

    def run(responses: Floats | Ints) -> FitBatch:
        codes = np.asarray(responses, np.int64)
        found, covariances, dfs, factors, values, statuses, work = ordinal_batch(
            structure.layout,
            model.x,
            codes,
            LINKS.index(model.link),
            model.thresholds.cuts,
            structure.entries,
            start,
            inverse,
            np.zeros(int(structure.layout.u_at[-1])),
            levels,
            TOLERANCE,
            MOST,
        )
        variances = np.diagonal(covariances, axis1=1, axis2=2)[:, a : a + p]
        theta = found[:, a + p :]
        steps = np.exp(found[:, 1:a])
        slopes = np.column_stack([np.ones(len(codes)), steps]) * share
        slopes = np.column_stack([slopes, np.tile(moved, (len(codes), 1))])
        middle = found[:, 0] * share[0] + steps @ share[1:] + found[:, a : a + p] @ moved
        return FitBatch(
            coefficients=found[:, a : a + p] / model.spread,
            errors=np.sqrt(variances) / model.spread,
            df=np.where(np.isnan(dfs), fewest, np.minimum(dfs, caps)),
            factors=np.where(np.isnan(dfs), 1.0, factors),
            loglik=values,
            theta=theta,
            sigma=np.full(len(codes), np.nan),
            middle=middle,
            middle_error=np.sqrt(np.einsum("si,sij,sj->s", slopes, covariances, slopes)),
            converged=statuses == 1,
            boundary=np.asarray((np.abs(theta[:, diagonal]) < EDGE).any(axis=1)),
            evaluations=work,
        )

    return run
