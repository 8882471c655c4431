"""A user's own model: one Python file with a NumPyro model, fitted like the built-in ones."""

from __future__ import annotations

import importlib.util
import inspect
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from claimwise.bayes.fit import Fit
from claimwise.bayes.mcmc.backend import backend, double_precision
from claimwise.bayes.mcmc.before import SEED
from claimwise.bayes.mcmc.fit import fit_problem
from claimwise.bayes.mcmc.problem import Problem, SaidPrior
from claimwise.bayes.mcmc.replicate import replicates
from claimwise.bayes.mcmc.sample import Settings
from claimwise.bayes.models.groups import Groups
from claimwise.bayes.posterior import Posterior
from claimwise.bayes.sampled import SampledPosterior
from claimwise.core import ClaimwiseError, FitError, ParameterError, assumed, sentence
from claimwise.core.missing import no_file
from claimwise.kernels.arrays import Floats

PRIOR_DRAWS = 50_000
WHO = "A model of one's own"


def load_model(path: str | Path) -> ModuleType:
    """Return the module in a file, which must define ``model(data)``.

    The file is run: load only what you would run.
    """
    file = Path(path)
    if not file.is_file():
        raise ParameterError(*no_file(file))
    backend()  # the sentence on what to install comes before the file's own import error
    spec = importlib.util.spec_from_file_location(f"claimwise_model_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise ParameterError(WHO, "a file whose name ends in .py", str(file))
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise ParameterError(_raised(f"{file.name}", "to load", error)) from error
    if not callable(getattr(module, "model", None)):
        needs = "a function model(data) in its file"
        raise ParameterError(WHO, needs, f"none in {file.name}")
    return module


def model_data(groups: Groups) -> SimpleNamespace:
    """Return what a model is given: scores in one column, with the system and item of each.

    `systems` are the names; `score`, `system` and `item` are columns of one length, the last two
    whole numbers from 0 on (`item` is None where groups are not paired). Two paired systems also
    have `a` and `b`, in the order of the items.
    """
    sizes = [column.size for column in groups.values]
    item = np.concatenate([np.arange(size) for size in sizes]) if groups.paired else None
    pair = groups.paired and len(groups.names) == 2
    return SimpleNamespace(
        systems=groups.names,
        score=np.concatenate(groups.values),
        system=np.repeat(np.arange(len(sizes)), sizes),
        item=item,
        a=groups.values[0] if pair else None,
        b=groups.values[1] if pair else None,
    )


def fit_custom(
    path: str | Path,
    groups: Groups,
    *,
    chains: int = 4,
    warmup: int = 1000,
    draws: int = 1000,
    seed: int = 0,
    target_accept: float = 0.9,
) -> Fit:
    """Fit the model in a file to scores, and return the same Fit as for the built-in models.

    The model must have a site (sampled or deterministic) called ``difference``, B minus A, or
    ``mu``, with one number for each system. What was believed before the data comes from
    forward draws of the same model. The file's docstring is its prior in words; the constant
    ``UNIT`` says in what scores are measured ("ms"), and ``OF`` what of them is compared
    ("median"; by default what ``mu`` is, which only its author knows).
    """
    settings = Settings(chains, warmup, draws, target_accept)
    module = load_model(path)
    chosen = custom_problem(module, Path(path).name, groups)
    try:
        return fit_problem(chosen, settings, seed)
    except ClaimwiseError:
        raise
    except Exception as error:
        raise FitError(_raised(f"The model in {Path(path).name}", "to run", error)) from error


def custom_problem(module: ModuleType, file: str, groups: Groups) -> Problem:
    """Return the model of a module with these data, after one trial run from its prior."""
    data = model_data(groups)
    sites, observed = _trial(module.model, data, file)
    compared = _compared(sites, len(groups.names), file)
    dims = {
        name: _dims(name, shape, len(groups.names), name == compared)
        for name, shape in sites.items()
    }
    coords: dict[str, tuple[Any, ...]] = {"system": groups.names}
    for name, shape in sites.items():
        for axis, dim in enumerate(dims[name]):
            coords.setdefault(dim, tuple(range(shape[axis])))
    said = inspect.cleandoc(module.__doc__ or "").replace("\n", " ") or f"as written in {file}"
    return Problem(
        name=Path(file).stem,
        model=lambda _: module.model(data),
        data={},
        names=groups.names,
        n=groups.n,
        paired=groups.paired,
        prior=SaidPrior(file, said),
        unit=str(getattr(module, "UNIT", "score")),
        of=str(getattr(module, "OF", "mu" if compared == "mu" else "")),
        compared=compared,
        before=_before(module.model, data, compared, groups.names, file),
        dims=dims,
        coords=coords,
        notes=(assumed(f"The model is that of {file}; what it assumes is in your hands."),),
        replicate=replicates(module.model, data, groups, observed) if observed else None,
    )


def _trial(
    model: Callable[[Any], None], data: Any, file: str
) -> tuple[dict[str, tuple[int, ...]], dict[str, Floats]]:
    """Run the model once: return the shapes of the sites of a draw, and what it observes."""
    jax, jnp, _, _ = backend()
    from numpyro.distributions import Unit
    from numpyro.handlers import seed, trace

    try:
        with double_precision():
            found = trace(seed(model, jax.random.key(0))).get_trace(data)
    except Exception as error:
        raise FitError(_raised(f"The model in {file}", "to run", error)) from error
    shapes, observed = {}, {}
    for name, site in found.items():
        if site["type"] == "sample" and site["is_observed"]:
            if isinstance(site["fn"], Unit):  # of a factor
                continue
            observed[name] = np.asarray(site["value"], np.float64).ravel()
        elif site["type"] in ("sample", "deterministic"):
            shapes[name] = tuple(int(size) for size in jnp.shape(site["value"]))
    return shapes, observed


def _compared(sites: dict[str, tuple[int, ...]], systems: int, file: str) -> str:
    if sites.get("difference") == () and systems == 2:
        return "difference"
    if sites.get("mu") == (systems,):
        return "mu"
    listed = ", ".join(f"{name}{list(shape) if shape else ''}" for name, shape in sites.items())
    raise ParameterError(
        WHO,
        f"a site difference (one number, of two systems) or mu ({systems} numbers)",
        f"{listed or 'no sites'} in {file}",
        'Add numpyro.deterministic("difference", ...): B minus A.',
    )


def _dims(name: str, shape: tuple[int, ...], systems: int, compared: bool) -> tuple[str, ...]:
    if compared and shape == (systems,):
        return ("system",)
    return tuple(f"{name}_{axis}" for axis in range(len(shape)))


def _before(
    model: Callable[[Any], None], data: Any, compared: str, names: tuple[str, ...], file: str
) -> Callable[[str, str], Posterior]:
    """Return the prior of a difference, by forward draws of the sites that are not observed."""

    def before(a: str, b: str) -> Posterior:
        jax = backend().jax
        from numpyro.infer import Predictive

        draw = Predictive(model, num_samples=PRIOR_DRAWS, return_sites=[compared], parallel=True)
        try:
            with double_precision():
                values = np.asarray(draw(jax.random.key(SEED), data)[compared], np.float64)
        except Exception as error:
            raise FitError(
                _raised(f"The model in {file}", "a prior to draw from", error)
            ) from error
        first, second = names.index(a), names.index(b)
        if compared == "mu":
            return SampledPosterior(values[:, second] - values[:, first])
        return SampledPosterior(values if first < second else -values)

    return before


def _raised(who: str, needs: str, error: Exception) -> str:
    """Return an error inside a user's file as one sentence: its type and its first line."""
    lines = str(error).strip().splitlines()
    text = lines[0].rstrip(".") if lines else "no message"
    return sentence(who, needs, f"{type(error).__name__}: {text}")
