"""All comparisons of systems under one metric of the whole corpus: shared swaps, shared draws."""

from __future__ import annotations

from math import isnan
from typing import Any

import numpy as np

from claimwise.assess.answer import correction_note
from claimwise.assess.claims import Claim, Hypothesis
from claimwise.assess.evidence import Shape
from claimwise.assess.multiplicity import raw_rows
from claimwise.assess.one import Comparison, disagreement, nulls
from claimwise.assess.question import Question
from claimwise.assess.together import MAX_T, Together
from claimwise.assess.which_pairs import choose_pairs
from claimwise.choose import MOST_LEFT_OUT
from claimwise.core import (
    At,
    Note,
    ParameterError,
    Row,
    assumed,
    caution,
    dropped,
    inferred,
    meaning,
    option,
    spelled,
)
from claimwise.htest import Test, find_test
from claimwise.htest.corpus import draw_pvalue, left_out_pvalue, moses_pvalue, swap_shares
from claimwise.intervals.corpus import Resampled, find_corpus_interval
from claimwise.kernels.arrays import Floats
from claimwise.kernels.families import Family, family_of
from claimwise.kernels.swaps import swaps_made
from claimwise.metrics import Corpus, ItemCorpus

FEW = 20  # items or clusters: with fewer the bootstrap finds too much
BY_DRAWS = ("paired-bootstrap", "moses-bootstrap", "item-bootstrap")
BY_SWAPS = ("randomisation", "item-swap")
OVER_ITEMS = ("bca", "percentile")  # intervals by draws of items
SHORT = {"bootstrap": "paired-bootstrap", "permutation": "randomisation"}


class OneMetric:
    """All comparisons under one metric: one set of swaps, one set of draws."""

    def __init__(
        self,
        corpus: Corpus,
        question: Question,
        baseline: str | None,
        at: At,
        metrics: int = 1,
    ) -> None:
        """Keep what is asked; nothing is computed yet."""
        self.corpus, self.question, self.at = corpus, question, at
        self.metrics = metrics  # that are asked about in all
        self.how = question.correct or MAX_T
        self.together: Together | None = None  # with all other comparisons
        self.scores = corpus.scores()
        gains = question.claim.up * self.scores
        self.chosen = choose_pairs(corpus.systems, baseline, question.pairs, gains)
        self.pairs = self.chosen.pairs
        self.baseline = baseline
        self.found: list[Comparison] = []
        self.raw: list[Row] = []
        self.groups: dict[str, Any] = {}
        self.notes: list[Note] = list(corpus.metric.notes)
        if question.claim.better == "lower":
            self.notes.append(meaning(f"{corpus.metric.name}: lower scores are better."))
        if corpus.metric.signature:
            self.notes.append(inferred(f"Signature: {corpus.metric.signature}"))
        self.resampled = Resampled.of(corpus, 0, 0, draws=False, left=False)
        self._null: dict[int, tuple[list[int], Floats]] = {}

    @property
    def where(self) -> str:
        """The metric as notes call it; empty for the only one."""
        return spelled(self.at)

    def say(self, note: Note) -> None:
        """Keep a note on this metric, under its name where there are others."""
        self.notes.append(note.of(self.where))

    def compare(self) -> None:
        """Make every comparison; where all are judged together, each with its share of alpha."""
        question, names = self.question, self.corpus.systems
        undefined = [names[i] for i in np.flatnonzero(np.isnan(self.scores))]
        if undefined:
            self.say(
                caution(
                    f"The score of {', '.join(undefined)} is not defined for these outputs: "
                    f"{self.undefined()}."
                )
            )
        worst = self.worst()
        if np.isfinite(worst) and (self.scores == worst).all():
            said = (
                f"Every system has the worst score that there is, {worst:g}: "
                "do these outputs and references belong together?"
            )
            self.say(caution(said))
        self._resample()
        self.together = self._all_together()
        if self.together is not None:
            self.question = self.together.alone
            self._check_resamples()
        for a, b in self.pairs:
            self.found.append(self._one(names.index(a), names.index(b)))
        self.question = question
        if self.together is not None:
            self.raw = raw_rows(self.found)
            self.together.correct(self.found)
            self.notes.append(correction_note(MAX_T, self.together.family.count))
            self.notes += self.together.out_of_reach(self.found)
        if not self.chosen.complete and "test" in question.ways:
            said = self.chosen.words() + " The ranks left open are those that they leave open."
            self.notes.append(meaning(said))

    @property
    def among(self) -> int:
        """How many comparisons there are in all, of systems and by metrics."""
        return self.chosen.among * self.metrics

    @property
    def one_of_several(self) -> bool:
        """Whether there are several comparisons, of systems or metrics.

        Whatever the correction, they are judged by the test that says what its interval says.
        """
        return len(self.corpus.systems) > 2 or self.metrics > 1

    def _all_together(self) -> Together | None:
        """Return this comparison with all others: of other systems, and by other metrics.

        What each item adds to the systems' scores, by the jackknife, says how comparisons under
        one metric depend on each other; of other metrics nothing need be known.
        """
        if not self.one_of_several or self.how != MAX_T:
            return None
        count = self.among
        left, names = self.resampled.left, self.corpus.systems
        if not left.size or np.isnan(left).any() or not self.chosen.complete:
            return Together(Family(count), self.question)
        times = self.resampled.times
        centred = left - (left @ times)[:, None] / times.sum()
        places = [(names.index(a), names.index(b)) for a, b in self.pairs]
        covariance = (centred * times) @ centred.T
        units = float(times.sum())
        return Together(family_of(covariance, places, count, units), self.question)

    def undefined(self) -> str:
        """Say why a score may be undefined."""
        return "a class may lack members or predictions"

    def worst(self) -> float:
        """Return the worst score that the metric has; infinite if it has no end."""
        return corpus_worst(self.corpus)

    def _resample(self) -> None:
        """Draw items for intervals and for the bootstrap test, and leave each out in turn."""
        shown, name = "interval" in self.question.ways, self.interval_name()
        tested = "test" in self.question.ways and self.test().name in BY_DRAWS
        draws = tested or (shown and name in OVER_ITEMS)
        self._check_resamples()
        self.resampled = Resampled.of(
            self.corpus,
            self.question.resamples,
            self.question.seed,
            draws=draws,
            left=not self._slow()
            or (shown and name in ("bca", "jackknife"))
            or self.test().name == "jackknife-t",
        )
        gone = int(np.isnan(self.resampled.draws).any(axis=0).sum())
        units, rough = self.corpus.clusters or self.corpus.n, []
        rough += [self.test().name] if tested else []
        rough += [f"the {name} interval"] if shown and name in OVER_ITEMS else []
        if units < FEW and rough:
            what = "clusters" if self.corpus.clusters else "items"
            said = (
                f"With {units} {what}, {' and '.join(rough)} err too often: jackknife "
                "and jackknife-t allow for so few."
            )
            self.notes.append(caution(said))
        if 0 < gone < self.question.resamples:
            self.say(
                dropped(
                    f"{gone:,} of {self.question.resamples:,} resamples have no score of some "
                    "system, such as for want of a class."
                )
            )

    def _check_resamples(self) -> None:
        """Refuse too few resamples for the ends of an interval that they are to give."""
        claim, name = self.question.claim, self.interval_name()
        judged = claim.judging_level if "test" not in self.question.ways else 0.0
        level = max(claim.interval_level, judged)
        tested = "test" in self.question.ways and self.test().name in BY_DRAWS
        if "interval" not in self.question.ways or (name == "jackknife" and not tested):
            return
        if (self.question.resamples + 1) * (1 - level) < 2 - 1e-9:
            raise ParameterError(
                "resamples",
                f"enough for an interval of level {level:g}",
                f"{self.question.resamples:,}",
                "Give some thousands.",
            )

    def _slow(self) -> bool:
        return isinstance(self.corpus, ItemCorpus) and self.corpus.n > MOST_LEFT_OUT

    def interval_name(self) -> str:
        """Return the interval: the one asked for, or the jackknife's where it is quick."""
        if self.question.interval is not None:
            return find_corpus_interval(self.question.interval).name
        return "percentile" if self._slow() else "jackknife"

    def score_interval(self) -> str:
        """Return the interval of each system's own score; empty where there is none."""
        return self.interval_name() if "interval" in self.question.ways else ""

    def test(self) -> Test:
        """Return the test: the one asked for, or the one that fits the claim."""
        if self.question.test is not None:
            return find_test(SHORT.get(self.question.test, self.question.test), outcome="corpus")
        margin = bool(self.question.claim.threshold)
        by_draws = "paired-bootstrap" if self._slow() else "jackknife-t"
        return find_test(by_draws) if margin or self.one_of_several else self.swapping()

    def _one(self, a: int, b: int) -> Comparison:
        names = (self.corpus.systems[a], self.corpus.systems[b])
        many = len(self.corpus.systems) > 2
        pair = {"b": names[1], "a": names[0]} if many else {}
        n, clusters = self.corpus.n, self.corpus.clusters
        made = Comparison(
            {**pair, **self.at},
            names,
            float(self.scores[b] - self.scores[a]),
            n,
            shape=Shape(True, clusters, n, n, False),
            claim=self.question.claim,
        )
        if "test" in self.question.ways:
            self._by_test(made, a, b)
        if "interval" in self.question.ways:
            self._by_interval(made, a, b)
        if self.resampled.left.size:
            difference = self.resampled.difference(a, b)
            error = difference.error()
            made.error = error if error > difference.near else None  # more than rounding
        return made

    def _by_test(self, made: Comparison, a: int, b: int) -> None:
        claim, test = self.question.claim, self.test()
        if test.name in BY_SWAPS and any(h.margin for h in claim.hypotheses()):
            raise ParameterError(
                option("test", test.name),
                "a claim without a margin",
                option("claim", claim.kind),
                "Use jackknife-t, which is the default for such a claim.",
            )
        made.test, made.simulated = test, test.resampled and not self._every_swap(test)
        made.against = [self._pvalue(test, a, b, h) for h in claim.hypotheses()]
        made.contra = [self._pvalue(test, a, b, h) for h in claim.contradictions()]
        self.notes += [] if self.question.test else [inferred(self._reason(test, claim))]
        if self._left_open(made):
            test = self._by_swaps(made, a, b)
        self.notes += [self._of_clusters(note) for note in nulls(test, None, self.question)]
        if test.name == "moses-bootstrap":
            said = (
                "The test moses-bootstrap is for replication alone. It subtracts the mean after it "
                "takes sizes, and finds more differences than alpha allows where there are none."
            )
            self.notes.append(caution(said))
        if self.corpus.clusters:
            said = (
                f"Independent are the {self.corpus.clusters:,} clusters, not the {self.corpus.n:,} "
                "items: clusters are swapped, drawn and left out as a whole."
            )
            self.notes.append(assumed(said))
        if made.estimate == 0 and made.pvalue == 1:
            self.say(meaning(f"{made.names[0]} and {made.names[1]} score the same."))

    def _left_open(self, made: Comparison) -> bool:
        """Whether the test that was chosen has no p-value, and swaps have one.

        A difference that is the same whichever item is left out has no error; nor has one that is
        not defined without some item.
        """
        claim = self.question.claim
        chosen = self.question.test is None and not any(h.margin for h in claim.hypotheses())
        return chosen and isnan(made.pvalue or 0.0) and not isnan(made.estimate)

    def _by_swaps(self, made: Comparison, a: int, b: int) -> Test:
        """Judge a difference that has no standard error by swaps, which need none."""
        claim, before = self.question.claim, made.test
        made.test = test = self.swapping()
        made.simulated = not self._every_swap(test)
        made.against = [self._pvalue(test, a, b, h) for h in claim.hypotheses()]
        made.contra = [self._pvalue(test, a, b, h) for h in claim.contradictions()]
        why = "has no standard error of the difference"
        said = f"Test: {test.name}, as {before.name if before else ''} {why}."
        self.notes.append(inferred(said).of(made.called))
        return test

    def swapping(self) -> Test:
        """Return the test that swaps the systems."""
        return find_test("randomisation")

    def _of_clusters(self, note: Note) -> Note:
        """Return what a test says of items, said of clusters where there are any."""
        if not self.corpus.clusters:
            return note
        said = note.replace("on every item,", "on every cluster,")
        return Note(said, kind=note.kind, about=note.about)

    def _every_swap(self, test: Test) -> bool:
        """Whether the test makes every swap, which are then fewer than the resamples."""
        units, resamples = self.corpus.clusters or self.corpus.n, self.question.resamples
        return test.name in BY_SWAPS and swaps_made(units, resamples) < resamples

    def _reason(self, test: Test, claim: Claim) -> str:
        units = "clusters" if self.corpus.clusters else "items"
        swaps = f"which swaps whole {units} at random"
        why = "a claim with a margin" if claim.threshold else swaps
        why = "one of several comparisons" if self.one_of_several else why
        return f"Test: {test.name}, for a metric of the whole corpus, {why}."

    def _pvalue(self, test: Test, a: int, b: int, h: Hypothesis) -> float:
        if test.name == "moses-bootstrap":
            if h.alternative != "two-sided" or h.margin:
                raise ParameterError(
                    option("test", test.name), "a two-sided claim of a difference", h.alternative
                )
            return moses_pvalue(self.scores, self.resampled.draws, a, b)
        if test.name in ("paired-bootstrap", "item-bootstrap"):
            draws = self.resampled.draws
            return draw_pvalue(self.scores, draws, a, b, h.alternative, h.margin)
        if test.name == "jackknife-t":
            left, times = self.resampled.left, self.resampled.times
            return left_out_pvalue(self.scores, left, times, a, b, h.alternative, h.margin)
        if test.name not in BY_SWAPS:  # one of somebody else's
            how = {"seed": self.question.seed, "resamples": self.question.resamples}
            pair = self.pair(a, b)
            return float(test.evaluate(pair, h.alternative, margin=h.margin, **how).item())
        others, null = self._swaps(a)
        row = others.index(b)
        null, resamples = null[row : row + 1], self.question.resamples
        found = swap_shares(self.scores, null, a, [b], h.alternative, resamples)
        return float(found[0])

    def pair(self, a: int, b: int) -> Any:
        """Return two of the systems, as tests take them."""
        return self.corpus.pair(a, b)

    def _swaps(self, a: int) -> tuple[list[int], Floats]:
        """Return the systems that are compared with this one, and their swapped differences."""
        if a not in self._null:
            names = self.corpus.systems
            others = [names.index(two) for one, two in self.pairs if names.index(one) == a]
            null = self.corpus.swapped(a, others, self.question.resamples, self.question.seed)
            self._null = {a: (others, null)}  # those of one baseline at a time
        return self._null[a]

    def _by_interval(self, made: Comparison, a: int, b: int) -> None:
        question, name = self.question, self.interval_name()
        made.interval = find_corpus_interval(name)
        one = self.resampled.difference(a, b)
        lowest, highest = self.corpus.metric.limits
        most = highest - lowest  # no two scores differ by more
        made.low, made.high = within(one.ends(name, question.claim.interval_level), -most, most)
        if "test" not in question.ways:
            made.judging = one.ends(name, question.claim.judging_level)
        self.notes += disagreement(made, question)
        if isnan(made.low) and not isnan(made.estimate):
            start = f"there is no {name} interval of the difference: "
            self.say(meaning(start + one.why_not(name) + "."))


def within(ends: tuple[float, float], lowest: float, highest: float) -> tuple[float, float]:
    """Return an interval cut to what can be; an undefined one stays so."""
    low, high = ends
    return (low, high) if isnan(low) else (max(low, lowest), min(high, highest))


def corpus_worst(corpus: Corpus) -> float:
    """Return the worst score that the metric has; infinite if it has no end."""
    lowest, highest = corpus.metric.limits
    return lowest if corpus.metric.better == "higher" else highest
