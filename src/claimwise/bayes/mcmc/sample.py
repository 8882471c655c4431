"""NUTS: compiled once for a model and a shape of data, then run with any seed and such data."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from claimwise.bayes.draws import Draws
from claimwise.bayes.mcmc.backend import backend, double_precision
from claimwise.bayes.mcmc.problem import Problem
from claimwise.core import FitError, ParameterError, check_count, check_share, sentence
from claimwise.kernels.arrays import Flags, Floats

BLOCK = 250  # iterations between two looks at the clock
DENSE = 40  # up to so many parameters their correlations are learnt in warm-up
TRIES = 100  # at starting values
AROUND = 1.0  # starting values are uniform between minus and plus this


@dataclass(frozen=True, slots=True)
class Settings:
    """How long to sample, and how carefully."""

    chains: int = 4
    warmup: int = 1000
    draws: int = 1000
    target_accept: float = 0.9

    def __post_init__(self) -> None:
        """Check at the door."""
        for name in ("chains", "warmup", "draws"):
            check_count(name, getattr(self, name))
        check_share("target_accept", self.target_accept)


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """What a sampler found: draws, those of the unconstrained parameters, and divergences.

    `log_density` takes unconstrained parameters, point by parameter, and returns the log of
    prior times likelihood with all constants.
    """

    draws: Draws
    unconstrained: Floats
    diverging: Flags
    log_density: Callable[[Floats], Floats]


class Sampler:
    """NUTS for one model and one shape of data: Hoffman and Gelman (2014), JMLR 15, 1593-1623."""

    def __init__(self, problem: Problem, settings: Settings | None = None) -> None:
        """Compile nothing yet, but see that the model runs."""
        self.problem, self.settings = problem, settings or Settings()
        with double_precision():
            self._prepare()

    def _prepare(self) -> None:
        jax = backend().jax
        from jax.flatten_util import ravel_pytree
        from numpyro.infer.hmc import hmc

        shapes = jax.eval_shape(self._prototype, _arrays(self.problem.data))
        zeros = {name: np.zeros(found.shape) for name, found in shapes.items()}
        flat, self._unravel = ravel_pytree(zeros)
        self.size, self._names = int(flat.size), tuple(sorted(zeros))
        self._begin, self._step = hmc(potential_fn_gen=self._potential, algo="NUTS")
        self._start = jax.jit(jax.vmap(self._start_one, in_axes=(0, None)))
        self._start_each = jax.jit(jax.vmap(self._start_one))
        self._advance = jax.jit(self._block, static_argnames="each")
        self._kept = jax.jit(self._keep, static_argnames="each")
        self._log = jax.jit(jax.vmap(self._log_one, in_axes=(0, None)))

    def _prototype(self, data: Any) -> dict[str, Any]:
        """Return unconstrained parameters of the right shapes, each by its name."""
        jax, _, _, dist = backend()
        from numpyro.handlers import seed, trace

        found = {}
        sites = trace(seed(self.problem.model, jax.random.key(0))).get_trace(data)
        for name, site in sites.items():
            if site["type"] != "sample" or site["is_observed"]:
                continue
            if site["fn"].support.is_discrete:
                raise FitError(_discrete(self.problem.name, name))
            found[name] = dist.biject_to(site["fn"].support).inv(site["value"])
        return found

    def _potential(self, data: Any) -> Callable[[Any], Any]:
        """Return minus the log density, of unconstrained parameters."""
        from numpyro.infer.util import potential_energy

        return lambda z: potential_energy(self.problem.model, (data,), {}, z)

    def _constrain(self, data: Any) -> Callable[[Any], Any]:
        """Return the sites of the model, of unconstrained parameters."""
        from numpyro.infer.util import constrain_fn

        model = self.problem.model
        return lambda z: constrain_fn(model, (data,), {}, z, return_deterministic=True)

    def _log_one(self, flat: Any, data: Any) -> Any:
        return -self._potential(data)(self._unravel(flat))

    def _start_one(self, key: Any, data: Any) -> Any:
        """Return the state of one chain at random values of finite density."""
        jax, jnp, _, _ = backend()
        value_and_slope = jax.value_and_grad(lambda flat: self._log_one(flat, data))

        def attempt(carry: Any) -> Any:
            tried, key, _, _ = carry
            key, own = jax.random.split(key)
            flat = jax.random.uniform(own, (self.size,), minval=-AROUND, maxval=AROUND)
            value, slope = value_and_slope(flat)
            return tried + 1, key, flat, jnp.isfinite(value) & jnp.isfinite(slope).all()

        first = (0, key, jnp.zeros(self.size), jnp.array(False))
        _, key, flat, good = jax.lax.while_loop(
            lambda carry: (carry[0] < TRIES) & ~carry[3], attempt, first
        )
        state = self._begin(
            self._unravel(flat),
            num_warmup=self.settings.warmup,
            dense_mass=[self._names] if self.problem.dense and self.size <= DENSE else [],
            target_accept_prob=self.settings.target_accept,
            model_args=(data,),
            rng_key=key,
        )
        return state, good

    def _block(self, states: Any, data: Any, count: Any, each: bool) -> Any:
        """Move all chains on by `count` iterations, and return where they were and diverged."""
        jax, jnp, _, _ = backend()
        from jax.flatten_util import ravel_pytree

        chains = states.diverging.shape[0]
        step = jax.vmap(
            lambda state, data: self._step(state, (data,)), in_axes=(0, 0 if each else None)
        )

        def body(place: Any, carry: Any) -> Any:
            states, values, diverging = carry
            states = step(states, data)
            flat = jax.vmap(lambda z: ravel_pytree(z)[0])(states.z)
            return (
                states,
                values.at[:, place].set(flat),
                diverging.at[:, place].set(states.diverging),
            )

        empty = jnp.zeros((chains, BLOCK, self.size)), jnp.zeros((chains, BLOCK), bool)
        return jax.lax.fori_loop(0, count, body, (states, *empty))

    def _keep(self, flat: Any, data: Any, each: bool) -> Any:
        """Return the sites of the model at unconstrained values: chain, draw, site."""
        jax = backend().jax

        def one(values: Any, data: Any) -> Any:
            sites = self._constrain(data)(self._unravel(values))
            return {name: sites[name] for name in self.problem.dims}

        inner = jax.vmap(one, in_axes=(0, None))
        return jax.vmap(inner, in_axes=(0, 0 if each else None))(flat, data)

    def run(
        self, *, seed: int = 0, data: Mapping[str, Any] | None = None, each: bool = False
    ) -> Run:
        """Sample: the same seed gives the same draws.

        `data` of the same shape may replace those of the problem. With `each`, they have one
        more axis in front, and every data set gets one chain of its own.
        """
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**63:
            raise ParameterError("seed", "a whole number from 0 on", repr(seed))
        with double_precision():
            return self._run(_arrays(self.problem.data if data is None else data), seed, each)

    def _run(self, data: Any, seed: int, each: bool) -> Run:
        jax, jnp, _, _ = backend()
        chains = len(next(iter(data.values()))) if each else self.settings.chains
        keys = jax.random.split(jax.random.key(seed), chains)
        states, good = (self._start_each if each else self._start)(keys, data)
        if not bool(jnp.all(good)):
            raise FitError(_no_start(self.problem.name))
        warmup, total = self.settings.warmup, self.settings.warmup + self.settings.draws
        values, diverging, done = [], [], 0
        while done < total:
            # A block never straddles the end of the warm-up.
            count = min(BLOCK, (warmup if done < warmup else total) - done)
            states, flat, bad = self._advance(states, data, count, each=each)
            if done >= warmup:
                values.append(np.asarray(flat[:, :count]))
                diverging.append(np.asarray(bad[:, :count]))
            done += count
            _progress(self.problem.name, done, total)
        flat = np.concatenate(values, axis=1)
        kept = {k: np.asarray(v) for k, v in self._kept(flat, data, each=each).items()}
        draws = Draws(kept, self.problem.dims, self.problem.coords)
        return Run(draws, flat, np.concatenate(diverging, axis=1), self.log_density(data))

    def log_density(self, data: Mapping[str, Any]) -> Callable[[Floats], Floats]:
        """Return the log of prior times likelihood, of unconstrained points by parameter."""

        def log_density(points: Floats) -> Floats:
            with double_precision():
                return np.asarray(self._log(points, data), np.float64)

        return log_density


def _arrays(data: Mapping[str, Any]) -> dict[str, Any]:
    jnp = backend().jnp
    return {name: jnp.asarray(values) for name, values in data.items()}


def _no_start(name: str) -> str:
    return sentence(
        f"The {name} model",
        "a finite log density somewhere to start from",
        f"none at {TRIES} places",
        "Look for scores that it holds impossible, or for a prior that excludes them.",
    )


def _discrete(name: str, site: str) -> str:
    return sentence(
        f"The {name} model",
        "parameters on a continuous scale",
        f"the discrete site {site!r}",
        "Sum over its values in the log density instead.",
    )


def _progress(name: str, done: int, total: int) -> None:
    """Show how far sampling is, if somebody is looking."""
    if sys.stderr.isatty():
        end = "\n" if done == total else ""
        sys.stderr.write(f"\r{name}: {done} of {total} iterations{end}")
        sys.stderr.flush()
