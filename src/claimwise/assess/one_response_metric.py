"""All comparisons under one metric of several answers: by items, by answers or by responders."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isnan, nan

import numpy as np

from claimwise.assess.claims import Claim
from claimwise.assess.one import Comparison, disagreement
from claimwise.assess.one_metric import OneMetric, within
from claimwise.assess.question import Question
from claimwise.core import At, Row, assumed, block_rng, caution, inferred, lookup, meaning, names
from claimwise.core.words import p_number
from claimwise.data.responses import Answers, Responses
from claimwise.engine.estimated_p import estimated_p
from claimwise.htest import Test, find_test
from claimwise.intervals.responses import (
    FIXED,
    MEANING,
    RESPONSE_INTERVALS,
    centred_ends,
    find_response_interval,
    redrawn,
)
from claimwise.kernels.arrays import Floats
from claimwise.kernels.binomial_interval import normal_quantile
from claimwise.kernels.expected_p import LEVEL
from claimwise.kernels.response_samplers import Sampler
from claimwise.metrics.responses import ResponseMetric, ResponseStudies, response_corpus
from claimwise.metrics.responses.responders import exchange_of, groups_of
from claimwise.power.resampling import Resampling

SHORT = {
    "permutation": "item-swap",
    "randomisation": "item-swap",
    "bootstrap": "item-bootstrap",
    "paired-bootstrap": "item-bootstrap",
}
BESIDE = {  # the interval that holds fixed what the test holds fixed
    "response-permutation": "answers",
    "responder-permutation": "responders",
    "responder-bootstrap": "responders",
    "two-way-bootstrap": "two-way",
}
UNDEFINED = {  # why there is no score
    "auroc": "it needs gold answers of 0 and 1, with those to an item all alike",
    "cosine": "some answers must not be 0",
    "inverse-mse": "without any error there is none",
    "pearson": "the items' mean answers of gold and of the system must vary",
    "spearman": "the items' mean answers of gold and of the system must vary",
}
ESTIMATED = 123  # of the seed: the stream of the estimated p
EXPECTED = (
    "The estimated p (HTEST of Wein et al. 2023, sampler {sampler}) is not a p-value. It is the "
    "share of pairs of resampled studies, one as observed and one in which A and B answer alike, "
    "in which the second differs at least as much, to the side of the first. Of systems that do "
    "not differ it is about a half; 0.05 on it is about what a one-sided p of 0.01 is. Judge by "
    "the test."
)
FEW = 20  # responders: with fewer the bootstrap of responders is rough


def find_response_test(name: str) -> Test:
    """Return a test for several answers, by its name or by that of its like for a corpus."""
    chosen = SHORT.get(name, name)
    if chosen == "jackknife-t":  # of the corpus, and the same for several answers
        return find_test(chosen)
    if chosen not in names("test", outcome="responses"):
        lookup("test", chosen, outcome="responses")  # refuses, with a list
    return find_test(chosen)


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """The data and the metric of one round of comparisons."""

    metric: ResponseMetric
    data: Responses
    systems: tuple[str, ...]
    sampler: Sampler | None = None  # of the estimated p, if it is asked for

    def studies(self, a: int, b: int) -> ResponseStudies:
        """Return the one study of two systems, with every answer."""
        names = (self.data.gold, self.systems[a], self.systems[b])
        given = Answers(*(self.data.answers[name][None] for name in names))
        who = self.data.responders
        people = None if who is None else (who[names[0]], who[names[1]], who[names[2]])
        return ResponseStudies.of(self.metric, given, people)


class OneResponseMetric(OneMetric):
    """All comparisons under one metric of several answers."""

    def __init__(
        self, asked: Asked, question: Question, baseline: str | None, at: At, metrics: int
    ) -> None:
        """Keep what is asked; nothing is computed yet."""
        self.asked = asked
        self._again: dict[tuple[str, int, int], tuple[Floats, float]] = {}
        corpus = response_corpus(asked.metric, asked.data, asked.systems)
        super().__init__(corpus, question, baseline, at, metrics)

    def test(self) -> Test:
        """Return the test: the one asked for, or the one that fits the claim."""
        if self.question.test is not None:
            return find_response_test(self.question.test)
        by_errors = self.question.claim.threshold or self.one_of_several
        return find_test("jackknife-t") if by_errors else self.swapping()

    def swapping(self) -> Test:
        """Return the test that swaps the systems' answers to whole items."""
        return find_test("item-swap")

    def undefined(self) -> str:
        """Say why a score may be undefined."""
        return UNDEFINED.get(self.asked.metric.name, super().undefined())

    def worst(self) -> float:
        """Return the worst score that there is; none where both may have it by ties alone."""
        return inf if self.asked.metric.pairwise else super().worst()

    def interval_name(self) -> str:
        """Return the interval: the one asked for, or the one that goes with the test."""
        if self.question.interval is not None:
            return find_response_interval(self.question.interval).name
        tested = self.test().name if "test" in self.question.ways else ""
        return BESIDE.get(tested, "jackknife")

    def score_interval(self) -> str:
        """Return the interval of each system's own score; none by answers or responders."""
        name = super().score_interval()
        return "" if name in RESPONSE_INTERVALS else name

    def pair(self, a: int, b: int) -> ResponseStudies:
        """Return two of the systems, with every answer."""
        return self.asked.studies(a, b)

    def _reason(self, test: Test, claim: Claim) -> str:
        why = "a claim with a margin" if claim.threshold else "which swaps whole items at random"
        why = "one of several comparisons" if self.together is not None else why
        return f"Test: {test.name}, for several answers to each item, {why}."

    def _one(self, a: int, b: int) -> Comparison:
        made = super()._one(a, b)
        by_test = "test" in self.question.ways and self.test().name in BESIDE
        by_interval = "test" not in self.question.ways and self.interval_name() in BESIDE.values()
        if by_test or by_interval:  # the jackknife's error is for other items, this verdict not
            made.error = None
        if self.asked.sampler is not None:
            made.beside.append(self._estimated_p(made, a, b, self.asked.sampler))
        return made

    def _estimated_p(self, made: Comparison, a: int, b: int, sampler: Sampler) -> Row:
        """Return the expected p that this test set estimates, with its Monte Carlo interval."""
        study = self.asked.studies(a, b).answers.study(0)
        again = Resampling.of(study, sampler)
        rng = block_rng(self.question.seed, ESTIMATED, a * len(self.asked.systems) + b)
        (found,) = estimated_p(again, (self.asked.metric,), self.question.resamples, rng)
        for said in again.reference.check(sampler):
            self.say(meaning(said))
        self.notes.append(caution(EXPECTED.format(sampler=sampler.name), "estimated_p"))
        if isnan(found.p):
            self.say(meaning("No resample has a score: the estimated p is not defined."))
        reach = normal_quantile(LEVEL) * found.error
        return Row(
            quantity="estimated_p",
            at={**made.at, "sampler": sampler.name},
            estimate=found.p,
            low=max(0.0, found.p - reach) if reach == reach else nan,
            high=min(1.0, found.p + reach) if reach == reach else nan,
            level=LEVEL if reach == reach else None,
            kind="monte carlo" if reach == reach else None,
            n=made.n,
        )

    def _by_test(self, made: Comparison, a: int, b: int) -> None:
        super()._by_test(made, a, b)
        name = self.test().name
        study = self.asked.studies(a, b)
        answers = study.answers.study(0)
        if name == "responder-permutation":
            how = exchange_of(answers, study.responders)
            self.say(inferred(f"{_sentence(how.words())}: {how.ways:,} ways."))
            two_sided = self.question.claim.alternative == "two-sided"
            least = how.least if two_sided else 1 / how.ways
            made.simulated = not how.exact(self.question.resamples)
            if least > self.question.claim.alpha:
                said = (
                    f"With {how.ways:,} ways to exchange responders p is never "
                    f"below {p_number(least)}, however much A and B differ."
                )
                self.say(caution(said))
        if name in ("responder-bootstrap", "two-way-bootstrap"):
            fewest = min(len(group) for group in groups_of(answers, study.responders, name))
            if fewest < FEW:
                many = "1 responder" if fewest == 1 else f"{fewest} responders"
                self.notes.append(caution(f"The {name} is rough with as few as {many}."))
            gone = _undefined(self._redrawn(BESIDE[name], a, b)[0])
            if gone:
                said = (
                    f"{gone:,} of {self.question.resamples:,} resamples have "
                    "no score, as where an item is left without an answer. They count as "
                    f"differences as large: the p-value of {name} is too high for that."
                )
                self.say(caution(said))

    def _redrawn(self, name: str, a: int, b: int) -> tuple[Floats, float]:
        """Return scores of resampled answers, and by how much to stretch them; made once."""
        if (name, a, b) not in self._again:
            resamples, seed = self.question.resamples, self.question.seed
            found = redrawn(name, self.asked.studies(a, b), 0, resamples, seed)
            self._again = {(name, a, b): found}  # those of one comparison at a time
        return self._again[name, a, b]

    def _by_interval(self, made: Comparison, a: int, b: int) -> None:
        name, claim = self.interval_name(), self.question.claim
        if name not in RESPONSE_INTERVALS:
            super()._by_interval(made, a, b)
            return
        made.interval = RESPONSE_INTERVALS[name]
        study = self.asked.studies(a, b)
        draws, scale = self._redrawn(name, a, b)
        observed = study.scores()[0]
        lowest, highest = self.corpus.metric.limits
        most = highest - lowest
        ends = centred_ends(observed, draws, scale, claim.interval_level)
        made.low, made.high = within(ends, -most, most)
        if "test" not in self.question.ways:
            made.judging = centred_ends(observed, draws, scale, claim.judging_level)
        self.notes += disagreement(made, self.question)
        self.notes.append(meaning(MEANING[name]))
        if name == "answers" and (self.asked.data.counts(self.asked.data.gold) == 1).any():
            self.notes.append(assumed(FIXED))
        if made.low != made.low and made.estimate == made.estimate:
            what = "responders" if name != "answers" else "answers to an item"
            why = f"the {what} are too few or all alike (they do not vary)"
            if scale == inf:
                why = f"the {what} are too few or all alike (one of each)"
            elif gone := _undefined(draws):
                why = f"{gone / len(draws):.0%} of the resamples have no score"
            self.say(meaning(f"there is no {name} interval of the difference: {why}."))


def _undefined(draws: Floats) -> int:
    return int(np.isnan(draws).any(axis=1).sum())


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]
