"""Two systems scored again as items are drawn and swapped: each resample by itself, or in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from claimwise.data.responses import Answers
from claimwise.kernels.arrays import Flags, Floats, Ints
from claimwise.metrics.responses.base import ResponseMetric, item_means, scores

CELLS = 1 << 22  # resampled answers that are scored at once


def slices(rows: int, wide: int) -> Iterator[slice]:
    """Return which rows to work on at once, each of which has so many cells."""
    step = max(1, CELLS // wide)
    return (slice(first, first + step) for first in range(0, rows, step))


def stacked(given: Sequence[Floats]) -> Floats:
    """Return answers of several systems as one array, the shorter ones filled up with NaN."""
    width = max(one.shape[-1] for one in given)
    return np.stack(
        [np.pad(one, ((0, 0), (0, width - one.shape[-1])), constant_values=np.nan) for one in given]
    )


class Rescorer:
    """Scores of two systems as items are weighed and swapped: (resamples, 2)."""

    def __init__(self, metric: ResponseMetric, answers: Answers) -> None:
        """Keep the answers (items, K)."""
        self.metric, self.answers = metric, answers

    def __call__(self, weights: Floats | None, swapped: Flags | None) -> Floats:
        """Score each resample: how often each item is there, and where A and B change places."""
        rows = len(weights) if weights is not None else len(swapped)  # type: ignore[arg-type]
        found = np.empty((rows, 2))
        width = sum(one.size for one in self.answers)
        for here in slices(rows, width):
            drawn = None if weights is None else weights[here].astype(np.int64)
            swap = None if swapped is None else swapped[here]
            found[here] = self._some(drawn, swap)
        return found

    def _some(self, drawn: Ints | None, swap: Flags | None) -> Floats:
        gold, a, b = self.answers
        if swap is not None:
            given = stacked([a, b])
            bits = swap[..., None]
            a, b = np.where(bits, given[1], given[0]), np.where(bits, given[0], given[1])
            gold = np.broadcast_to(gold, (len(swap), *gold.shape))
        if drawn is None:
            return scores(self.metric, Answers(gold, a, b))
        found = []
        for row, often in enumerate(drawn):  # in clusters of unequal sizes, some are longer
            items = np.repeat(np.arange(len(often)), often)
            here = Answers(gold, a, b).study(row) if swap is not None else self.answers
            found.append(scores(self.metric, Answers(*(one[items] for one in here))))
        return np.stack(found)


class OrderedRescorer(Rescorer):
    """The same along an order that is made once."""

    def __init__(self, metric: ResponseMetric, answers: Answers) -> None:
        """Put the values in order."""
        from claimwise.kernels import ordered  # compiled

        super().__init__(metric, answers)
        means = [item_means(one) for one in answers] if metric.means else []
        self.order: ordered.Ranked | ordered.Sampled
        if metric.ordered == "spearman":
            self.order = ordered.Ranked.of(*means)
        else:
            rows = [one[:, None] for one in means] if means else answers
            self.order = ordered.Sampled.of(*rows)

    def __call__(self, weights: Floats | None, swapped: Flags | None) -> Floats:
        """Score each resample."""
        n = self.answers.items
        ones, none = np.ones((1, n)), np.zeros((1, n), bool)
        return self.order.scores(
            ones if weights is None else weights, none if swapped is None else swapped
        )


def rescorer(metric: ResponseMetric, answers: Answers) -> Rescorer:
    """Return what scores resamples of two systems under a metric."""
    return (OrderedRescorer if metric.ordered else Rescorer)(metric, answers)
