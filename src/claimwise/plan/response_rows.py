"""Rows of one planned study: power of the test, and the expected p-values of Wein et al."""

from __future__ import annotations

from functools import partial
from math import copysign, nan, sqrt

import numpy as np

from claimwise.core import Note, Row, caution, meaning
from claimwise.engine.estimated_p import drawn_counts, estimated_ps
from claimwise.engine.monte_carlo import LEVEL, NORMAL, estimated_ratio_row, expected_row, share_row
from claimwise.engine.planned import Answer
from claimwise.engine.responses import Studies, side, simulate_responses
from claimwise.kernels.expected_p import expected_p, simulated_power
from claimwise.plan.response_question import DRAWS, Place, ResponseQuestion
from claimwise.worlds.response_even import even, is_even

EFFECT, MIXED, EVEN, REFERENCE, UNTESTED, DRAWN, DRAWN_MIXED = range(7)  # streams of the seed
TIMES = 4  # as many studies where nothing is tested, which is quick
UNEQUAL = meaning(
    "Expected p and known null are not given where A and B have unequal numbers of answers: they "
    "then differ even if all their answers are mixed."
)
UNSURE = 3.0  # standard errors: a mean difference nearer to 0 does not tell which is better


def place_rows(question: ResponseQuestion, place: Place, number: int, *, brief: bool) -> Answer:
    """Simulate the study of a place; `number` keeps the random numbers of places apart."""
    simulated = partial(_simulated, question, place, number)
    effect = simulated(EFFECT, "simulating studies", tested=True)
    mixed = simulated(MIXED, "simulating studies without a difference", times=TIMES)
    wide: dict[str, Studies] = {}
    even_: dict[str, Studies] = {}
    if not brief:
        wide = simulated(UNTESTED, "simulating more studies", times=TIMES - 1)
        even_ = simulated(EVEN, "simulating systems that are equally good", tested=True)
    estimated = {} if brief else _estimated(question, place, number)
    drawn: dict[str, Studies] = {}
    drawn_mixed: dict[str, Studies] = {}
    if not brief and drawn_counts(question.sampler, place.counts) != place.counts:
        doing = "simulating studies of as many answers as the sampler draws"
        drawn = simulated(DRAWN, doing, times=TIMES)
        drawn_mixed = simulated(DRAWN_MIXED, doing, times=TIMES)
    rows: list[Row] = []
    notes = list(place.counts.caution())
    for metric in question.metrics:
        name = metric.name
        one = _MetricRows(question, place, effect[name], mixed[name], wide.get(name))
        rows += one.rows()
        rows += one.even(even_.get(name))
        notes += one.loud(rows)
        rows += one.estimated(estimated.get(name))
        rows += one.of_sampler(drawn.get(name), drawn_mixed.get(name))
        notes += one.notes
    return rows, notes


def _simulated(
    question: ResponseQuestion,
    place: Place,
    number: int,
    kind: int,
    doing: str,
    *,
    times: int = 1,
    tested: bool = False,
) -> dict[str, Studies]:
    """Return studies of the place under every metric; `kind` says which, and has its own stream."""
    return simulate_responses(
        even(place.world) if kind == EVEN else place.world,
        place.items,
        drawn_counts(question.sampler, place.counts)
        if kind in (DRAWN, DRAWN_MIXED)
        else place.counts,
        question.metrics,
        tests=(question.test,) if tested else (),
        alternative=question.alternative,
        replicates=times * question.replicates,
        resamples=question.resamples,
        seed=question.seed,
        stream=stream(number, kind),
        mixed=kind in (MIXED, DRAWN_MIXED),
        workers=question.workers,
        label=doing,
    )


def stream(number: int, kind: int) -> int:
    """Return the stream of the seed for a place and what is simulated there."""
    return number << 3 | kind


def _estimated(question: ResponseQuestion, place: Place, number: int) -> dict[str, np.ndarray]:
    return estimated_ps(
        place.world,
        place.items,
        place.counts,
        question.metrics,
        question.sampler,
        sets=question.sets,
        resamples=DRAWS,
        seed=question.seed,
        stream=stream(number, REFERENCE),
        workers=question.workers,
    )


class _MetricRows:
    """Rows of one metric at one place."""

    def __init__(
        self,
        question: ResponseQuestion,
        place: Place,
        effect: Studies,
        mixed: Studies,
        wide: Studies | None,
    ) -> None:
        self.question, self.place, self.effect, self.mixed = question, place, effect, mixed
        self.notes: list[Note] = []
        self.at = {"metric": effect.metric.name, **place.at}
        self.more = np.empty(0) if wide is None else wide.differences
        self.differences = np.concatenate([effect.differences, self.more])
        d = self.differences[~np.isnan(self.differences)]
        self.error = float(d.std(ddof=1) / sqrt(len(d))) if len(d) > 1 else nan
        self.truth = float(d.mean()) if len(d) else nan
        self.same = is_even(place.world)
        where = side(effect.metric, question.alternative)
        if not self.same and (where, self.truth > 0) in (("less", True), ("greater", False)):
            self.notes.append(
                caution(
                    f"By {effect.metric.name} the true difference lies on the other side of the "
                    f"alternative {question.alternative}: power is next to nothing, while the "
                    "expected p and the power with a known null are of the side where the "
                    "difference is."
                )
            )
        if not self.same and not abs(self.truth) > UNSURE * self.error:
            self.notes.append(
                caution(
                    "the systems hardly differ. The simulation cannot tell which is better, so the "
                    "power may be that of the wrong side."
                ).of(effect.metric.name)
            )

    def rows(self) -> list[Row]:
        """Return power, its errors, the expected p, and the power that a known null gives."""
        n, found = self.place.items, self.effect
        hit = found.significant(self.question.test.name, self.question.alpha)
        d = np.nan_to_num(found.differences)
        right = hit & (np.sign(d) == copysign(1.0, self.truth))
        of = found.defined
        rows = [
            Row(
                quantity="difference",
                at=self.at,
                estimate=self.truth,
                low=self.truth - NORMAL * self.error,
                high=self.truth + NORMAL * self.error,
                level=LEVEL,
                kind="monte carlo",
                n=n,
            )
        ]
        if self.same:
            rows.append(share_row("alpha", int(hit.sum()), of, n, at=self.at))
        else:
            rows += [
                share_row("power", int(right.sum()), of, n, at=self.at),
                estimated_ratio_row("type_m", found.differences, hit, self.more, n, self.at),
                share_row("type_s", int((hit & ~right).sum()), int(hit.sum()), n, at=self.at),
            ]
        return rows + self._expected()

    def _expected(self) -> list[Row]:
        """Return the expected p-value, and the power of a test that knows the null.

        With unequal numbers of answers A and B differ also where their answers are mixed, and
        neither says anything.
        """
        if self.place.counts.a != self.place.counts.b:
            self.notes.append(UNEQUAL)
            names = ("true_p",) if self.same else ("true_p", "power_known_null")
            return [
                Row(quantity=name, at=self.at, estimate=nan, n=self.place.items) for name in names
            ]
        with_effect, without = self.differences, self.mixed.differences
        direction = "less" if self.truth < 0 else "greater"
        found = expected_p(with_effect, without, direction=direction)
        n = self.place.items
        rows = [
            expected_row("true_p", found.p, found.error, n, _pairs(with_effect, without), self.at)
        ]
        if not self.same:
            known = simulated_power(
                with_effect, without, level=self.question.alpha, alternative=direction
            )
            rows.append(
                Row(
                    quantity="power_known_null",
                    at=self.at,
                    estimate=known.power,
                    low=known.low,
                    high=known.high,
                    level=LEVEL,
                    kind="monte carlo",
                    n=n,
                )
            )
        return rows

    def even(self, studies: Studies | None) -> list[Row]:
        """Return how often the test finds a difference between equally good systems."""
        if studies is None or self.same:
            return []
        hit = studies.significant(self.question.test.name, self.question.alpha)
        of, n = studies.defined, self.place.items
        return [share_row("alpha", int(hit.sum()), of, n, at=self.at)]

    def loud(self, rows: list[Row]) -> list[Note]:
        """Say so where the test finds too much between systems that are equally good."""
        alpha = self.question.alpha
        found = next((r for r in rows if r.quantity == "alpha" and r.at == self.at), None)
        if found is None or not found.low > alpha:
            return []
        why = "It asks whether A and B answer alike, which is another question."
        if self.place.counts.a != self.place.counts.b:
            why = "A and B have unequal numbers of answers."
        elif self.question.test.name.startswith("item"):
            why = "Where raters or runs shift all their answers alike, two-way-bootstrap heeds it."
        return [
            caution(
                f"By {self.effect.metric.name}, {self.question.test.name} finds a difference in "
                f"{found.estimate:.1%} of studies of systems that are equally good, where "
                f"{100 * alpha:.3g}% are promised. {why} claimwise calibrate responses compares "
                "procedures."
            )
        ]

    def estimated(self, values: np.ndarray | None) -> list[Row]:
        """Return the mean expected p that single reference sets estimate, and its spread."""
        if values is None:
            return []
        kept = values[~np.isnan(values)]
        n = self.place.items
        if len(kept) < 2:
            return [Row(quantity="estimated_p", at=self.at, estimate=nan, n=n)]
        spread = float(kept.std(ddof=1))
        return [
            expected_row(
                "estimated_p",
                float(kept.mean()),
                spread / sqrt(len(kept)),
                n,
                len(kept),
                self.at,
            ),
            Row(quantity="estimated_p_sd", at=self.at, estimate=spread, n=n),
        ]

    def of_sampler(self, effect: Studies | None, mixed: Studies | None) -> list[Row]:
        """Return the expected p of studies of as many answers as the sampler draws.

        It is what `estimated_p` estimates; the other expected p is that of all answers.
        """
        if effect is None or mixed is None:
            return []
        counts = drawn_counts(self.question.sampler, self.place.counts)
        if counts.a != counts.b:
            return []
        direction = "less" if effect.difference < 0 else "greater"
        found = expected_p(effect.differences, mixed.differences, direction=direction)
        name = self.question.sampler.name
        at = {**self.at, "sampler": name}
        pairs = _pairs(effect.differences, mixed.differences)
        self.notes.append(
            meaning(
                f"The sampler {name} draws {counts.words()} of {self.place.counts.words()} answers "
                "to an item, so that its estimated p is to be judged by the expected p of studies "
                "with as few."
            )
        )
        return [expected_row("true_p", found.p, found.error, self.place.items, pairs, at)]


def _pairs(one: np.ndarray, other: np.ndarray) -> int:
    """Return how many pairs of studies there are in which no study is used twice."""
    return int(min((~np.isnan(values)).sum() for values in (one, other)))
