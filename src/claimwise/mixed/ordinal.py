"""Ordinal mixed models: ratings as ordered categories, raters and items crossed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import pi, sqrt
from typing import TYPE_CHECKING

import numpy as np
from scipy import special

from claimwise.core import (
    DataError,
    FitError,
    ParameterError,
    check_count,
    check_one_of,
    option,
)
from claimwise.kernels.arrays import Flags, Floats, Ints
from claimwise.mixed.design import Design
from claimwise.mixed.structure import Structure, prepare
from claimwise.mixed.thresholds import Thresholds
from claimwise.run.threads import one_thread

if TYPE_CHECKING:
    from claimwise.kernels.mixed.laplace import Ordinal
    from claimwise.kernels.mixed.search import Found

LINKS = ("logit", "probit", "cloglog", "loglog")
NOISE = {"logit": pi / sqrt(3), "probit": 1.0, "cloglog": pi / sqrt(6), "loglog": pi / sqrt(6)}
TOLERANCE = 1e-10  # of the log-likelihood
MOST = 500  # evaluations of it
CENTRAL = 300  # dense effects up to which the Hessian is by central differences
BOUNDARY = 1e-3  # a standard deviation below this is 0 (as in R's ordinal)


@dataclass(frozen=True, slots=True, eq=False)
class OrdinalFit:
    """A fitted cumulative link mixed model."""

    model: OrdinalModel
    searched: Floats  # thresholds as searched, coefficients, entries of the triangles
    alpha: Floats  # thresholds as reported
    coefficients: Floats
    covariance: Floats  # of the thresholds as reported and the coefficients
    hessian: Floats  # of minus the log-likelihood by `searched`
    u: Floats
    loglik: float
    gradient: Floats
    converged: bool
    evaluations: int
    y: Ints

    @property
    def theta(self) -> Floats:
        """Entries of the triangles, in units of the latent scale."""
        return self.searched[-self.model.structure.parameters :]

    @property
    def parameters(self) -> int:
        """How many were estimated."""
        return len(self.searched)

    @property
    def cuts(self) -> Floats:
        """The thresholds."""
        return np.asarray(self.model.thresholds.jacobian @ self.alpha)

    def covariances(self) -> list[Floats]:
        """Return the covariance matrix of each factor's effects, on the latent scale."""
        return [root @ root.T for root in self.model.structure.loadings(self.theta)]

    def effects(self) -> list[Floats]:
        """Return the conditional modes of each factor's effects, (levels, columns)."""
        return self.model.structure.effects(self.theta, self.u)

    def latent(self) -> Floats:
        """Return the latent mean of each observation, its levels known."""
        found = self.model.design.x @ self.coefficients
        for factor, modes in zip(self.model.design.factors, self.effects(), strict=True):
            found = found + (factor.z * modes[factor.codes]).sum(axis=1)
        return np.asarray(found)

    def probabilities(self, latent: Floats, sd: float = 0.0) -> Floats:
        """Return the probability of each category at some latent means, (means, categories).

        `sd` is the spread of random effects to average over; 0 stands for a typical rater and
        item.
        """
        nodes, weights = np.polynomial.hermite_e.hermegauss(41) if sd else (np.zeros(1), np.ones(1))
        shifted = np.asarray(latent, np.float64)[..., None] + sd * nodes
        edges = self.cuts - shifted[..., None]
        below = (cdf(self.model.link, edges) * (weights / weights.sum())[:, None]).sum(axis=-2)
        return np.diff(below, axis=-1, prepend=0.0, append=1.0)


@dataclass(frozen=True, slots=True, eq=False)
class OrdinalModel:
    """A design, a link and a form of thresholds; the response comes with the fit."""

    design: Design
    link: str
    thresholds: Thresholds
    categories: tuple[str, ...]
    structure: Structure
    x: Floats  # (n, p) the columns of the design, of mean 0 and size 1: what the search sees
    centre: Floats  # (p,)
    spread: Floats  # (p,) x is (design.x - centre) / spread
    nodes: int = 1  # of the quadrature over random effects; 1 is Laplace's approximation

    @classmethod
    def of(
        cls,
        design: Design,
        categories: tuple[str, ...],
        *,
        link: str = "logit",
        thresholds: str = "flexible",
        nodes: int = 1,
    ) -> OrdinalModel:
        """Prepare everything that does not depend on the response."""
        check_one_of("link", link, LINKS)
        if len(categories) < 2:
            raise DataError("an ordinal model", "at least two categories", f"{len(categories)}")
        if check_count("nodes", nodes) > 1 and len(design.factors) > 1:
            raise ParameterError(
                "quadrature",
                "one grouping factor",
                f"{len(design.factors)}: {', '.join(f.name for f in design.factors)}",
                "Leave out " + option("nodes") + ": Laplace's approximation takes any number.",
            )
        form = Thresholds.of(thresholds, categories)
        return cls(design, link, form, categories, prepare(design), *_scaled(design.x), nodes)

    def on(self, design: Design) -> OrdinalModel:
        """Return the model with other fixed effects, and the same random ones."""
        x, centre, spread = _scaled(design.x)
        return replace(self, design=design, x=x, centre=centre, spread=spread)

    def data(self, y: Ints) -> Ordinal:
        """Return what the kernels need beside the layout."""
        from claimwise.kernels.mixed.laplace import Ordinal

        return Ordinal(self.x, y, LINKS.index(self.link), self.thresholds.cuts)

    def among(self, seen: Flags) -> OrdinalModel:
        """Return the model of some of the categories, as if the others did not exist.

        With flexible thresholds that is the same likelihood for a response that lacks the others.
        """
        names = tuple(name for name, there in zip(self.categories, seen, strict=True) if there)
        form = Thresholds.of(self.thresholds.form, names)
        return replace(self, categories=names, thresholds=form)

    def start(self, y: Ints) -> Floats:
        """Return where a search begins: thresholds from the shares, effects of middling size."""
        share = np.cumsum(np.bincount(y, minlength=len(self.categories)))[:-1] / len(y)
        scale = NOISE[self.link]
        cuts = scale * special.ndtri(np.clip(share, 1e-4, 1 - 1e-4)) * sqrt(1.5)
        first = self.thresholds.searched(cuts)
        zeros = np.zeros(self.design.x.shape[1])
        return np.concatenate([first, zeros, self.structure.start(0.5 * scale)])

    def guess(self) -> Floats:
        """Return a rough inverse Hessian at the start."""
        n, scale = self.design.n, NOISE[self.link] ** 2
        of_cuts = np.full(self.thresholds.cuts.shape[1], 2.0 / n)
        of_x = np.full(self.x.shape[1], 1.0 / n)
        of_effects = 1.0 / self.structure.levels()
        return np.diag(scale * np.concatenate([of_cuts, of_x, of_effects]))

    def fit(self, y: Ints, start: Floats | None = None) -> OrdinalFit:
        """Fit a response: codes 0, 1, ... of the categories."""
        with one_thread():
            return self._fit(y, start)

    def _fit(self, y: Ints, start: Floats | None) -> OrdinalFit:
        from claimwise.kernels.mixed import laplace as kernel
        from claimwise.kernels.mixed.search import DONE

        y = np.ascontiguousarray(y, np.int64)
        structure = self.structure
        data = self.data(y)
        end, u = self._search(data, self.start(y) if start is None else start)
        value, gradient = end.value, end.gradient
        if not np.isfinite(value):
            raise FitError(
                "the ordinal model",
                "a likelihood at its start",
                "none that is finite",
                "Look for columns with extreme values, or leave out random effects.",
            )
        found, u = self._turned(end.x, u)
        if self.nodes > 1:
            found, value, gradient, hessian = self._by_quadrature(data, found, u)
        else:
            small = len(u) - structure.layout.u_at[1] <= CENTRAL
            hessian = kernel.information(
                structure.layout, data, structure.entries, found, u, central=bool(small)
            )
        alpha, covariance = self._reported(found, hessian)
        a = self.thresholds.cuts.shape[1]
        return OrdinalFit(
            model=self,
            searched=found,
            alpha=alpha,
            coefficients=found[a : a + self.x.shape[1]] / self.spread,
            covariance=covariance,
            hessian=hessian,
            u=u,
            loglik=-value,
            gradient=gradient,
            converged=end.status == DONE,
            evaluations=end.evaluations,
            y=y,
        )

    def _search(self, data: Ordinal, first: Floats) -> tuple[Found, Floats]:
        """Search, and once more from elsewhere where a deviation got stuck at 0."""
        from claimwise.kernels.mixed.laplace import fit

        structure = self.structure
        layout, entries = structure.layout, structure.entries
        u = np.zeros(int(layout.u_at[-1]))
        end = fit(layout, data, entries, first, self.guess(), u, TOLERANCE, MOST)
        k = structure.parameters
        diagonal = np.concatenate([np.zeros(len(first) - k, bool), entries[:, 1] == entries[:, 2]])
        at_zero = diagonal & (np.abs(end.x) < BOUNDARY)
        if not at_zero.any() or not np.isfinite(end.value):
            return end, u
        # By symmetry the slope is 0 there, whether or not it is the lowest place.
        again, elsewhere = np.where(at_zero, 0.2 * NOISE[self.link], end.x), np.zeros(len(u))
        other = fit(layout, data, entries, again, self.guess(), elsewhere, TOLERANCE, MOST)
        evaluations = end.evaluations + other.evaluations
        if other.value < end.value - 1e-9:
            end, u = other, elsewhere
        return end._replace(evaluations=evaluations), u

    def _by_quadrature(
        self, data: Ordinal, start: Floats, u: Floats
    ) -> tuple[Floats, float, Floats, Floats]:
        """Go on from Laplace's fit; return parameters, value, gradient and Hessian."""
        from claimwise.kernels.mixed import quadrature as kernel

        layout, entries = self.structure.layout, self.structure.entries
        found, value = kernel.fit_quadrature(layout, data, entries, start, self.nodes)
        found, _ = self._turned(found, u)
        points, weights = np.polynomial.hermite.hermgauss(self.nodes)
        grid = kernel.Grid(points, np.log(weights / weights.sum()) + points**2)

        def slopes(at: Floats) -> Floats:
            mode = u.copy()
            kernel.value(layout, data, at, entries, grid, mode)
            return kernel.slopes(layout, data, at, entries, grid, mode)

        hessian = np.empty((len(found), len(found)))
        for j in range(len(found)):
            step = 1e-3 * max(1.0, abs(found[j]))
            ahead, behind = found.copy(), found.copy()
            ahead[j] += step
            behind[j] -= step
            hessian[j] = (slopes(ahead) - slopes(behind)) / (2 * step)
        return found, value, slopes(found), (hessian + hessian.T) / 2

    def _turned(self, found: Floats, u: Floats) -> tuple[Floats, Floats]:
        """Make all diagonals positive, and turn the effects with them."""
        structure = self.structure
        k = structure.parameters
        theta = found[-k:]
        signs = np.ones(len(u))
        for value, (g, r, c) in zip(theta, structure.entries, strict=True):
            if r == c and value < 0:
                at = slice(
                    int(structure.layout.u_at[g] + c),
                    int(structure.layout.u_at[g + 1]),
                    int(structure.layout.q[g]),
                )
                signs[at] = -1.0
        return np.concatenate([found[:-k], structure.turned(theta)]), u * signs

    def _reported(self, found: Floats, hessian: Floats) -> tuple[Floats, Floats]:
        """Return the thresholds as reported, and the covariance of them and the coefficients."""
        a, p = self.thresholds.cuts.shape[1], self.x.shape[1]
        alpha, slopes = self.thresholds.reported(found[:a])
        # Columns were centred: what that took from the latent mean moves all thresholds.
        moved = np.outer(self.thresholds.location, self.centre / self.spread)
        alpha = alpha + moved @ found[a : a + p]
        theta, entries = found[a + p :], self.structure.entries
        diagonal = entries[:, 1] == entries[:, 2]
        free = np.concatenate([np.ones(a + p, bool), ~(diagonal & (np.abs(theta) < BOUNDARY))])
        try:
            inverse = np.linalg.inv(hessian[np.ix_(free, free)])[: a + p, : a + p]
        except np.linalg.LinAlgError:
            inverse = np.full((a + p, a + p), np.nan)
        if not (np.diag(inverse) > 0).all():
            inverse = np.full((a + p, a + p), np.nan)
        turn = np.eye(a + p)
        turn[:a, :a], turn[:a, a:] = slopes, moved
        turn[a:, a:] = np.diag(1 / self.spread)
        return alpha, turn @ inverse @ turn.T


def _scaled(x: Floats) -> tuple[Floats, Floats, Floats]:
    """Return columns of mean 0 and standard deviation 1, and what they had before."""
    centre, spread = x.mean(axis=0), x.std(axis=0)
    spread = np.where(spread > 0, spread, 1.0)
    return np.ascontiguousarray((x - centre) / spread), centre, spread


def cdf(link: str, x: Floats) -> Floats:
    """Return the distribution of the latent noise."""
    if link == "probit":
        return np.asarray(special.ndtr(x))
    if link == "logit":
        return np.asarray(special.expit(x))
    if link == "cloglog":
        return np.asarray(-np.expm1(-np.exp(np.minimum(x, 700.0))))
    return np.asarray(np.exp(-np.exp(np.minimum(-x, 700.0))))
