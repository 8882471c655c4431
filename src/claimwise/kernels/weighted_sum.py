"""A weighted sum of independent differences, by inverting its moment generating function.

Along the line z = tilt + iu, the tail of a sum D is

    P(D > x) = exp(K(tilt) - tilt x) / pi * Integral over u > 0 of Re[phi(u) exp(-iux) / z],

where K is the log of the moment generating function and phi the characteristic function of
the tilted sum: a product over its terms, so nothing is ever convolved. With the tilt at 1 / sd
it serves the body, with the tilt at the saddle point the far tails, where it keeps its digits.
Davies (1973), Biometrika 60, 415-417; Daniels (1954), Ann. Math. Stat. 25, 631-650.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from claimwise.kernels import quadrature
from claimwise.kernels.arrays import Floats
from claimwise.kernels.quadrature import BELOW_ONE

Complexes = np.ndarray[tuple[int, ...], np.dtype[np.complex128]]
LogDensity = Callable[[Floats], Floats]
PERIOD = 40.0  # of the rule in u, in standard deviations of D: what is farther away is not seen
ROUGH = 1e-11  # a characteristic function that does not fall below this is left to the lattice


@dataclass(frozen=True, slots=True, eq=False)
class Atoms:
    """A distribution on (-1, 1) as points with weights, exact for whatever is smooth."""

    x: Floats
    log_weight: Floats
    parts: int  # how many rules stand one after another

    @classmethod
    def of(
        cls,
        log_density: LogDensity,
        tilt: float = 0.0,
        *,
        split: bool = False,
        count: int | None = None,
    ) -> Atoms:
        """Place the nodes where the density, tilted by exp(tilt x), is not negligible.

        A density with a corner at zero, or infinite there, needs one rule on either side, and
        more nodes. `count` asks for fewer or more than usual, in each rule.
        """
        far = quadrature.reach(0.25)
        if not split:

            def whole(left: Floats, right: Floats) -> Floats:
                x = np.clip(left - right, -BELOW_ONE, BELOW_ONE)
                return log_density(x) + tilt * x

            left, right, logs = quadrature.log_rule(whole, far, count or 257)
            x = np.clip(left - right, -BELOW_ONE, BELOW_ONE)
            return cls(x, logs - tilt * x + np.log(2.0), 1)
        points, weights = [], []
        left, _, weight = quadrature.unit_rule(count or 1025, far)
        for sign in (-1.0, 1.0):

            def half(left: Floats, _: Floats, sign: float = sign) -> Floats:
                x = sign * np.minimum(left, BELOW_ONE)
                return log_density(x) + tilt * x

            near, _, top = (float(v) for v in quadrature.log_rule(half, far, 3)[0])
            low = 0.0 if near < 1e-15 else near  # the rule goes down to zero, or is clear of it
            distance = np.minimum(low + (top - low) * left, BELOW_ONE)
            points.append(sign * distance)
            weights.append(log_density(points[-1]) + np.log((top - low) * weight))
        return cls(np.concatenate(points), np.concatenate(weights), 2)

    def halved(self) -> Atoms:
        """Return the rule with every second node, to see what the others add."""
        x, logs = (v.reshape(self.parts, -1)[:, ::2].ravel() for v in (self.x, self.log_weight))
        return Atoms(x, logs + np.log(2.0), self.parts)

    def tilted(self, tilt: float) -> tuple[float, Floats]:
        """Return log E[exp(tilt x)] and the weights of the tilted distribution."""
        logs = self.log_weight + tilt * self.x
        top = logs.max()
        weight = np.exp(logs - top)
        total = weight.sum()
        return float(top + np.log(total)), weight / total


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """The generating function of a sum on one vertical line of the complex plane."""

    tilt: float
    log_moment: float  # K(tilt)
    mean: float  # of the tilted sum
    sd: float
    u: Floats
    phi: Complexes

    @classmethod
    def of(
        cls, atoms: Sequence[Atoms], weights: Floats, tilt: float, longest: float = 40.0
    ) -> Line:
        """Evaluate the line until it has died out, or to `longest` standard deviations."""
        log_moment, mean, variance = 0.0, 0.0, 0.0
        tilted = []
        for part, scale in zip(atoms, weights, strict=True):
            logs, weight = part.tilted(tilt * scale)
            centre = float(weight @ part.x)
            log_moment += logs
            mean += scale * centre
            variance += scale**2 * float(weight @ (part.x - centre) ** 2)
            tilted.append((scale * (part.x - centre), weight))
        sd = float(np.sqrt(variance))
        step, reach = 2 * np.pi / (PERIOD * sd), 10.0
        while True:
            u = step * np.arange(int(reach * PERIOD / (2 * np.pi)) + 2, dtype=np.float64)
            phi = np.ones(u.size, np.complex128)
            for x, weight in tilted:
                phi = phi * _characteristic(x, weight, step, u.size)
            line = cls(tilt, log_moment, mean, sd, u, phi)
            if reach >= longest or line.end < ROUGH:
                return line
            reach *= 2

    @property
    def end(self) -> float:
        """What the characteristic function has come down to: its error, where it is cut."""
        return float(np.abs(self.phi[-8:]).max())

    def density(self, x: Floats) -> tuple[Floats, Floats]:
        """Return a log factor and a number whose product is the density at x."""
        return self._invert(x, self.phi)

    def tail(self, x: Floats) -> tuple[Floats, Floats]:
        """Return the same of P(D > x) if the tilt is positive, of P(D < x) if negative."""
        z = self.tilt + 1j * self.u
        log_factor, number = self._invert(x, self.phi / z)
        return log_factor, number * np.sign(self.tilt)

    def _invert(self, x: Floats, values: Complexes) -> tuple[Floats, Floats]:
        # phi is that of the centred sum: its mean is put back here.
        waves = np.exp(-1j * np.multiply.outer(x - self.mean, self.u))
        terms = (waves * values).real
        terms[..., 0] /= 2
        step = self.u[1]
        return self.log_moment - self.tilt * x, terms.sum(axis=-1) * step / np.pi


def _characteristic(x: Floats, weight: Floats, step: float, count: int) -> Complexes:
    """Return the sum of weight exp(iux) at u = 0, step, 2 step, ...: by powers, not by exp."""
    turn = np.exp(1j * step * x)
    terms = weight.astype(np.complex128)
    out = np.empty(count, np.complex128)
    for k in range(count):
        out[k] = terms.sum()
        terms *= turn
    return out


def saddle(
    log_densities: Sequence[LogDensity], weights: Floats, x: float, *, split: Sequence[bool]
) -> Line:
    """Return the line whose tilted sum has its mean near x."""
    terms = list(zip(log_densities, weights, split, strict=True))

    def placed(tilt: float, count: int | None) -> list[Atoms]:
        made = {
            term: Atoms.of(term[0], tilt * term[1], split=term[2], count=count)
            for term in dict.fromkeys(terms)  # equal strata share their atoms
        }
        return [made[term] for term in terms]

    tilt, least, most = 0.0, -np.inf, np.inf
    for _ in range(80):
        line = Line.of(placed(tilt, 65), weights, tilt, longest=1.0)
        missing = x - line.mean
        if abs(missing) < 0.3 * line.sd:
            break
        # The mean rises with the tilt: Newton's steps, of at most ten standard deviations of the
        # tilted sum; longer ones halve the range between what was too little and too much.
        least, most = (tilt, most) if missing > 0 else (least, tilt)
        step = missing / line.sd**2
        limit = 10 / line.sd
        inside = least < tilt + step < most
        if np.isfinite(most - least) and not (inside and abs(step) <= limit):
            tilt = (least + most) / 2
        else:
            tilt += float(np.clip(step, -limit, limit))
    apart = 1 / line.sd  # the pole at zero is kept at a distance
    if abs(tilt) < apart:
        tilt = apart if x >= line.mean else -apart
    return Line.of(placed(tilt, None), weights, tilt, longest=160.0)
