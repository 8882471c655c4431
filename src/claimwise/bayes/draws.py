"""Draws from a posterior, with named dimensions; ArviZ takes them where it is installed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from claimwise.core import ParameterError, did_you_mean
from claimwise.kernels.arrays import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Draws:
    """Arrays of draws by parameter: chain, draw, then the dimensions that `dims` names.

    `coords` gives the labels along each of these dimensions, such as the systems' names.
    """

    values: Mapping[str, Floats]
    dims: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    coords: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters."""
        return tuple(self.values)

    @property
    def shape(self) -> tuple[int, int]:
        """Chains and draws in each."""
        first = next(iter(self.values.values()))
        return first.shape[0], first.shape[1]

    def __getitem__(self, name: str) -> Floats:
        """Return the draws of one parameter: chain, draw, dimensions."""
        if name not in self.values:
            remedy = did_you_mean(name, self.values)
            raise ParameterError("draws", f"one of {', '.join(self.values)}", repr(name), remedy)
        return self.values[name]

    def of(self, name: str, **where: Any) -> Floats:
        """Return the draws of one number: chain, draw; `where` names a label for each dimension.

        >>> draws = Draws({"mu": np.arange(6.0).reshape(1, 3, 2)}, {"mu": ("system",)},
        ...               {"system": ("A", "B")})
        >>> draws.of("mu", system="B").tolist()
        [[1.0, 3.0, 5.0]]
        """
        found = self[name]
        for dim in self.dims.get(name, ()):
            labels = self.coords[dim]
            if where.get(dim) not in labels:
                needs = f"{dim}, one of {', '.join(str(label) for label in labels)}"
                raise ParameterError(f"draws of {name}", needs, repr(where.get(dim)))
            found = found[:, :, labels.index(where[dim])]
        return np.asarray(found, np.float64)

    def called(self, systems: tuple[str, ...]) -> Draws:
        """Return the same draws with other names of the systems."""
        coords = {**self.coords, "system": systems} if "system" in self.coords else self.coords
        return replace(self, coords=coords)

    def to_arviz(self) -> Any:
        """Return the draws as ArviZ data (an xarray DataTree with the group posterior)."""
        try:
            from arviz_base import from_dict
        except ImportError as error:
            raise ParameterError(
                "to_arviz",
                "the package arviz-base",
                "none installed",
                "Install it with: pip install 'claimwise[bayes]'.",
            ) from error
        return from_dict(
            {"posterior": dict(self.values)},
            dims={name: list(dims) for name, dims in self.dims.items()},
            coords={name: list(labels) for name, labels in self.coords.items()},
        )
