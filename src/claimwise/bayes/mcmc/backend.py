"""NumPyro and JAX, loaded when they are needed, and in double precision while they are used."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from claimwise.core import ParameterError


class Backend(NamedTuple):
    """The modules that models are written with."""

    jax: Any
    jnp: Any
    numpyro: Any
    dist: Any


def backend() -> Backend:
    """Return the modules, or say how to install them."""
    try:
        import jax
        import jax.numpy as jnp
        import numpyro
        import numpyro.distributions as dist
    except ImportError as error:
        raise ParameterError(
            "Sampling by MCMC",
            "the package numpyro",
            "none installed",
            "Install it with: pip install 'claimwise[bayes]'.",
        ) from error
    return Backend(jax, jnp, numpyro, dist)


def double_precision() -> AbstractContextManager[Any]:
    """Return a context in which JAX has 64-bit numbers; outside of it nothing changes."""
    jax = backend().jax
    if hasattr(jax, "enable_x64"):
        return jax.enable_x64(True)  # type: ignore[no-any-return]
    from jax.experimental import enable_x64  # where JAX before 0.8 has it

    return enable_x64(True)  # type: ignore[no-any-return, no-untyped-call, unused-ignore]
