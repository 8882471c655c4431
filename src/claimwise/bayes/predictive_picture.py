"""What a picture needs to show the data among data drawn from the fitted model."""

from __future__ import annotations

from typing import Any

import numpy as np

from claimwise.bayes.fit import Fit
from claimwise.bayes.models.groups import Groups
from claimwise.bayes.models.levels import Levels
from claimwise.bayes.predictive import (
    STATISTICS,
    above,
    drawn_levels,
    drawn_scores,
    farther,
    kind_of,
)
from claimwise.kernels.arrays import Floats

LEVEL = 0.95  # of the bands, at each place
POINTS = 101  # of the distribution of metric scores
CLASSES = 24  # of counts, at most
BARS = 24  # of the histogram of a statistic
SHOWN = 0.99  # of the drawn values of a statistic, the middle
MARGIN = 0.1  # of the range of the data, beyond either end
Picture = dict[str, Any]


def predictive_picture(
    fitted: Fit, groups: Groups, *, seed: int = 0, levels: Any = None
) -> Picture:
    """Return how the data are distributed, beside data drawn from the fitted model.

    The draws are those of `predictive_check` with this seed. Each system (of the paired metric
    model: the differences) has ``places`` with what was observed there, and the middle and the
    ends of what was drawn: the share of scores up to x (metric), or how many items have this
    count or level. Counts and metric scores have ``statistics`` too, as histograms.
    """
    kind = kind_of(fitted)
    if kind == "ordinal":
        first = Levels.of(groups, levels).first
        systems = [
            _of_levels(name, real, expected, drawn, first)
            for name, real, expected, drawn in drawn_levels(fitted, groups, levels, seed=seed)
        ]
    else:
        highest = int(max(column.max() for column in groups.values))
        systems = [
            {
                "name": name,
                "places": (
                    _distribution(real, drawn)
                    if kind == "metric"
                    else _classes(real, drawn, highest)
                ),
                "statistics": _statistics(real, drawn, kind),
            }
            for name, real, drawn in drawn_scores(fitted, groups, seed=seed)
        ]
    return {"kind": kind, "level": LEVEL, "systems": systems}


def _of_levels(
    name: str, real: Floats, expected: Floats, drawn: Floats, first: int
) -> dict[str, Any]:
    labels = [str(first + k) for k in range(real.size)]
    return {
        "name": name,
        "places": _places(labels, real, drawn),
        "statistics": [],
        "farther": farther(real, expected, drawn),
    }


def _places(labels: list[Any], real: Floats, drawn: Floats) -> list[dict[str, Any]]:
    """Return, for each place, what was observed and the interval of what was drawn."""
    ends = np.quantile(drawn, [(1 - LEVEL) / 2, 0.5, (1 + LEVEL) / 2], axis=0)
    return [
        {
            "at": at,
            "observed": float(real[k]),
            "low": float(ends[0, k]),
            "middle": float(ends[1, k]),
            "high": float(ends[2, k]),
        }
        for k, at in enumerate(labels)
    ]


def _distribution(real: Floats, drawn: Floats) -> list[dict[str, Any]]:
    """Return the share of scores up to each point: of the data, and of each drawn data set."""
    low, high = float(real.min()), float(real.max())
    room = MARGIN * (high - low)
    x = np.linspace(low - room, high + room, POINTS)
    return _places([float(at) for at in x], _shares(real[None], x)[0], _shares(drawn, x))


def _shares(values: Floats, x: Floats) -> Floats:
    place = np.searchsorted(x, values)  # the first point that is not below
    counts = np.stack([np.bincount(row, minlength=x.size + 1) for row in place])
    return np.asarray(np.cumsum(counts, axis=1)[:, :-1] / values.shape[1])


def _classes(real: Floats, drawn: Floats, highest: int) -> list[dict[str, Any]]:
    """Return how many items have each count; wide ranges are cut into equal classes.

    The last class holds all that is beyond the highest count observed.
    """
    width = -(-(highest + 1) // CLASSES)
    last = highest // width
    labels = [_class(k * width, width) for k in range(last + 1)]
    labels.append(f"{(last + 1) * width} or more")
    tally = [_tally(values, width, last) for values in (real[None], drawn)]
    return _places(labels, tally[0][0], tally[1])


def _class(start: int, width: int) -> str:
    return str(start) if width == 1 else f"{start} to {start + width - 1}"


def _tally(values: Floats, width: int, last: int) -> Floats:
    place = np.minimum(values // width, last + 1).astype(int)
    return np.stack([np.bincount(row, minlength=last + 2) for row in place]).astype(np.float64)


def _statistics(real: Floats, drawn: Floats, kind: str) -> list[dict[str, Any]]:
    found = []
    for called, statistic in STATISTICS[kind].items():
        values, seen = statistic(drawn), float(statistic(real[None])[0])
        share = above(values, seen)
        found.append({"statistic": called, "observed": seen, "above": share, "bars": _bars(values)})
    return found


def _bars(values: Floats) -> list[dict[str, float]]:
    """Return a histogram of the middle of the drawn values: rare ones would make it flat."""
    ends = np.quantile(values, [(1 - SHOWN) / 2, (1 + SHOWN) / 2])
    kept = values[(values >= ends[0]) & (values <= ends[1])]
    counts, cuts = np.histogram(kept, _cuts(kept))
    return [
        {"from": float(low), "to": float(high), "count": int(count)}
        for low, high, count in zip(cuts[:-1], cuts[1:], counts, strict=True)
    ]


def _cuts(values: Floats) -> Floats:
    """Return the ends of equal bars; of values on a lattice, such as counts, as many in each."""
    low, high = float(values.min()), float(values.max())
    steps = np.diff(np.unique(values))
    step = float(steps.min()) if steps.size else max(abs(low), 1.0) / 10
    if not np.allclose(steps / step, np.round(steps / step), atol=1e-6):
        return np.linspace(low, high, BARS + 1)
    points = round((high - low) / step) + 1
    each = -(-points // BARS)
    bars = -(-points // each)
    return np.asarray(low - step / 2 + each * step * np.arange(bars + 1), np.float64)
