"""Linear mixed models: ratings as numbers, raters and items crossed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf, sqrt
from typing import TYPE_CHECKING

import numpy as np
from scipy import special

from claimwise.core import DataError
from claimwise.kernels.arrays import Floats
from claimwise.mixed.design import Design
from claimwise.mixed.structure import Structure, prepare
from claimwise.run.threads import one_thread

if TYPE_CHECKING:
    from claimwise.kernels.mixed.deviance import Linear

TOLERANCE = 1e-9  # of the deviance
MOST = 500  # evaluations of it
NO_SPREAD = 1e-20  # of a sum of squares: what is left of it is rounding
BOUNDARY = 1e-4  # a relative standard deviation below this is 0 (as in lme4)


@dataclass(frozen=True, slots=True, eq=False)
class LinearFit:
    """A fitted linear mixed model."""

    model: LinearModel
    coefficients: Floats
    covariance: Floats  # of the coefficients
    sigma: float  # standard deviation of the residuals
    theta: Floats  # entries of the lower triangles, over sigma
    u: Floats  # random effects in units of sigma, as the kernels keep them
    deviance: float  # -2 log-likelihood, or the REML criterion
    gradient: Floats  # of the deviance by theta
    converged: bool
    evaluations: int
    hessian: Floats  # of the deviance by theta and log sigma
    slopes: Floats  # of the covariance by these
    y: Floats

    @property
    def loglik(self) -> float:
        """The log-likelihood, restricted if the model is."""
        return -self.deviance / 2

    @property
    def parameters(self) -> int:
        """Coefficients, entries of the triangles, and sigma."""
        return len(self.coefficients) + len(self.theta) + 1

    def covariances(self) -> list[Floats]:
        """Return the covariance matrix of each factor's effects."""
        roots = self.model.structure.loadings(self.theta)
        return [self.sigma**2 * root @ root.T for root in roots]

    def effects(self) -> list[Floats]:
        """Return the conditional modes of each factor's effects, (levels, columns)."""
        return self.model.structure.effects(self.theta, self.u)

    def fitted(self) -> Floats:
        """Return what the model expects of each observation, its levels known."""
        found = self.model.design.x @ self.coefficients
        for factor, modes in zip(self.model.design.factors, self.effects(), strict=True):
            found = found + (factor.z * modes[factor.codes]).sum(axis=1)
        return np.asarray(found)

    def df(self, contrast: Floats) -> float:
        """Return Satterthwaite's degrees of freedom of a contrast of the coefficients."""
        from claimwise.kernels.mixed.deviance import satterthwaite

        rows = np.ascontiguousarray(contrast, np.float64)
        return float(satterthwaite(self.hessian, self.slopes, self.covariance, rows))

    def f_test(self, contrasts: Floats) -> tuple[float, int, float, float]:
        """Test several contrasts at once; return F, both degrees of freedom, and p.

        The contrasts are turned into independent ones, each with its own degrees of freedom
        (Fai and Cornelius 1996, J. Stat. Comput. Simul. 54, 363-378), as in lmerTest.
        """
        contrasts = np.atleast_2d(contrasts)
        values, vectors = np.linalg.eigh(contrasts @ self.covariance @ contrasts.T)
        kept = values > 1e-10 * values.max()
        turned = (vectors.T @ contrasts)[kept]
        t2 = (turned @ self.coefficients) ** 2 / values[kept]
        q = int(kept.sum())
        f = float(t2.sum() / q)
        dfs = [self.df(row) for row in turned]
        if q == 1:
            df = dfs[0]
        elif any(v <= 2 for v in dfs):
            df = 2.0
        else:
            expected = sum(1.0 if v == inf else v / (v - 2) for v in dfs)
            df = inf if expected == q else 2 * expected / (expected - q)
        p = special.chdtrc(q, q * f) if df == inf else special.fdtrc(q, df, f)
        return f, q, df, float(p)


@dataclass(frozen=True, slots=True, eq=False)
class LinearModel:
    """A design and a criterion; the response comes with the fit."""

    design: Design
    reml: bool
    structure: Structure
    basis: Floats  # orthonormal columns that span those of x
    back: Floats  # x = basis @ back

    @classmethod
    def of(cls, design: Design, *, reml: bool = True) -> LinearModel:
        """Prepare everything that does not depend on the response."""
        basis, back = np.linalg.qr(design.x)
        return cls(design, reml, prepare(design), np.ascontiguousarray(basis), back)

    def on(self, design: Design, *, reml: bool) -> LinearModel:
        """Return the model with other fixed effects, and the same random ones."""
        basis, back = np.linalg.qr(design.x)
        return replace(self, design=design, reml=reml, basis=np.ascontiguousarray(basis), back=back)

    def fit(self, y: Floats, start: Floats | None = None) -> LinearFit:
        """Fit a response; `start` are entries of the triangles over sigma."""
        with one_thread():
            return self._fit(y, start)

    def _fit(self, y: Floats, start: Floats | None) -> LinearFit:
        from claimwise.kernels.mixed import deviance as kernel

        y = np.ascontiguousarray(y, np.float64)
        explained = self.basis.T @ y
        left = y - self.basis @ explained
        if not float(left @ left) > NO_SPREAD * float(y @ y):
            raise DataError(
                "a linear mixed model", "ratings that vary", "none besides the fixed effects"
            )
        structure = self.structure
        data = kernel.Linear.of(structure.layout, self.basis, left, reml=self.reml)
        first = structure.start(1.0) if start is None else start
        guess = np.diag(1.0 / structure.levels())
        theta, value, gradient, status, evaluations = self._search(data, first, guess)
        theta = structure.turned(theta)
        lam = np.zeros((len(structure.factors), *[int(structure.layout.q.max())] * 2))
        kernel.place(theta, structure.entries, lam)
        found = kernel.parts(structure.layout, data, lam, structure.entries)
        df = len(y) - (self.design.x.shape[1] if self.reml else 0)
        sigma = sqrt(found.rss / df)
        hessian, slopes = kernel.curvature(structure.layout, data, structure.entries, theta, found)
        inverse = np.linalg.inv(self.back) if len(self.back) else self.back
        constant = 2 * float(np.log(np.abs(np.diag(self.back))).sum()) if self.reml else 0.0
        return LinearFit(
            model=self,
            coefficients=inverse @ (found.beta + explained),
            covariance=sigma**2 * inverse @ found.covariance @ inverse.T,
            sigma=sigma,
            theta=theta,
            u=found.u,
            deviance=value + constant,
            gradient=gradient,
            converged=status,
            evaluations=evaluations,
            hessian=hessian,
            slopes=np.array([inverse @ slope @ inverse.T for slope in slopes]),
            y=y,
        )

    def _search(
        self, data: Linear, first: Floats, guess: Floats
    ) -> tuple[Floats, float, Floats, bool, int]:
        """Search, and once more from elsewhere where a deviation got stuck at 0."""
        from claimwise.kernels.mixed.deviance import fit
        from claimwise.kernels.mixed.search import DONE

        structure = self.structure
        found, _ = fit(structure.layout, data, structure.entries, first, guess, TOLERANCE, MOST)
        theta, value, gradient, status, evaluations = found
        diagonal = structure.entries[:, 1] == structure.entries[:, 2]
        at_zero = diagonal & (np.abs(theta) < BOUNDARY)
        if at_zero.any():
            # By symmetry the slope is 0 there, whether or not it is the lowest place.
            again = np.where(at_zero, 0.1, theta)
            other, _ = fit(structure.layout, data, structure.entries, again, guess, TOLERANCE, MOST)
            evaluations += other.evaluations
            if other.value < value - 1e-9:
                theta, value, gradient, status = other[:4]
        return theta, value, gradient, status == DONE, evaluations
