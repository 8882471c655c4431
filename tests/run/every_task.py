"""Every kind of simulation in the house, started and stopped at its first block.

Run as a script, it prints the names of all of them: two processes must print the same.
"""

import json
import sys
from pathlib import Path

from claimwise import calibrate, plan
from claimwise.run import using
from claimwise.run.fingerprint import fingerprint

EXAMPLES = Path(__file__).parents[2] / "examples"


class BegunError(Exception):
    """The simulation has begun, which is all that is asked."""


class Recorder:
    """A store that takes down the first key it is asked for, and the first block of it.

    Then it ends the work; if no block is wanted, before anything is computed.
    """

    def __init__(self, *, computes):
        self.key = self.result = self.caller = None
        self.computes = computes

    def keeper(self, key, *, label, blocks):
        self.key = key
        frame = sys._getframe(1)
        while "/claimwise/run/" in Path(frame.f_code.co_filename).as_posix():
            frame = frame.f_back
        self.caller = frame.f_code.co_filename
        if not self.computes:
            raise BegunError
        return self

    def known(self):
        return set()

    def put(self, number, size, result):
        self.result = result
        raise BegunError


def _accuracy(**more):
    plan.accuracy(n=60, difference=0.05, agreement=0.8, rng=1, replicates=20, **more)


def _pilot(*files, **more):
    plan.pilot(*(str(EXAMPLES / file) for file in files), rng=1, replicates=3, **more)


def _ratings(**more):
    plan.ratings(items=6, ratings_per_item=4, difference=0.2, rng=1, replicates=20, **more)


def _worlds():
    import numpy as np

    from claimwise.data.responses import Answers
    from claimwise.worlds import DirichletResponses, Distribution, OrdinalResponses, PluginResponses
    from claimwise.worlds.response_presets import PUBLISHED, TOXICITY

    drawn = np.random.default_rng(1).random((3, 6, 3))
    return {
        "published": PUBLISHED.at(epsilon_b=0.1),
        "toxicity": TOXICITY,
        "ordinal": OrdinalResponses(
            mean=Distribution.of("normal(0, 1)"),
            spread=Distribution.of("uniform(0.3, 0.8)"),
            thresholds=(-1.0, 0.0, 1.0),
        ),
        "dirichlet": DirichletResponses(base=(0.5, 0.3, 0.2), concentration=4.0),
        "plug-in": PluginResponses(answers=Answers(*drawn), kind="continuous"),
    }


def _responses(world="published", metrics="mae,wins:mae,spearman", **more):
    from claimwise.data.responses import Counts
    from claimwise.engine.responses import simulate_responses
    from claimwise.htest import find_test
    from claimwise.metrics.responses import find_response_metrics

    simulate_responses(
        _worlds()[world],
        6,
        Counts(3, 3, 3),
        find_response_metrics(metrics.split(",")),
        tests=[find_test("item-swap")],
        replicates=4,
        resamples=19,
        seed=1,
        **more,
    )


def _expected_p():
    from claimwise.data.responses import Counts
    from claimwise.engine.estimated_p import estimated_ps
    from claimwise.kernels.response_samplers import Sampler
    from claimwise.metrics.responses import find_response_metrics

    metrics, sampler = find_response_metrics(("mae", "mean-emd")), Sampler.of("bootstrap,all")
    world = _worlds()["published"]
    estimated_ps(world, 6, Counts(3, 3, 3), metrics, sampler, sets=4, resamples=9, seed=1)


def _claims():
    from claimwise.engine.simulate import Run, count_decided
    from claimwise.htest import find_test
    from claimwise.htest.claims import Claim
    from claimwise.power.claims import Judge
    from claimwise.worlds import PairedAccuracy

    judge = Judge(Claim("non-inferiority", 0.02), find_test("tango"))
    count_decided(PairedAccuracy(0.0, 0.9), judge.supports, 50, Run(20, 1))


def _looks(test):
    from claimwise.engine.sequential import simulate_looks
    from claimwise.engine.simulate import Run
    from claimwise.htest import find_test
    from claimwise.power.looks import Looks
    from claimwise.worlds import PairedAccuracy

    looks = Looks.of((0.5, 1.0), rule="pocock")
    world = PairedAccuracy(0.1, 0.8)
    simulate_looks(world, find_test(test), (20, 40), looks, Run(20, 1))


def _anytime():
    from claimwise.engine.anytime import Sequence, sequences_for, simulate_anytime
    from claimwise.engine.simulate import Run
    from claimwise.worlds import PairedAccuracy

    world = PairedAccuracy(0.1, 0.8)
    sequence = Sequence(sequences_for(world)[0], 0.05, "two-sided")
    simulate_anytime(world, sequence, 40, Run(20, 1))


TRANSLATIONS = [f"translations/{name}.txt" for name in ("base", "new")]
REFERENCE = {"references": str(EXAMPLES / "translations/reference.txt")}
TASKS = {
    "calibration of accuracy": lambda: calibrate.accuracy(
        n=60, agreement=0.8, difference=0.1, by="simulation", replicates=20, rng=1
    ),
    "calibration of means": lambda: calibrate.means(
        n=20, difference=0.5, test="paired-t", interval="t", replicates=20, rng=1
    ),
    "accuracy": lambda: _accuracy(by="simulation"),
    "accuracy of any test": lambda: _accuracy(test="mcnemar-unconditional", by="simulation"),
    "posterior, uncertain": lambda: plan.accuracy(
        n=60,
        agreement=0.8,
        rng=1,
        replicates=20,
        assess="posterior",
        effect_prior="normal:0.03:0.02",
    ),
    "posterior": lambda: _accuracy(assess="posterior", margin=0.01),
    "proportions": lambda: plan.proportions(
        n=60, baseline=0.5, difference=0.1, rng=1, replicates=20, by="simulation"
    ),
    "preference": lambda: plan.preference(n=60, win=0.5, lose=0.3, rng=1, by="simulation"),
    "confusion": lambda: plan.f1(
        tables=str(EXAMPLES / "confusion.toml"), n=50, rng=1, replicates=20
    ),
    "bleu": lambda: plan.bleu(n=100, difference=1, rng=1, replicates=20, by="simulation"),
    "pilot of numbers": lambda: _pilot("latency.csv", difference=-4, n=40, test="paired-t"),
    "pilot of verdicts": lambda: _pilot("validation.csv", difference=0.02, n=40),
    "pilot of labels": lambda: _pilot("ner.csv", metric="f1:macro", n=40, difference=0.03),
    "pilot of texts": lambda: _pilot(*TRANSLATIONS, metric="bleu", n=40, difference=2, **REFERENCE),
    "ratings": lambda: _ratings(world="card-high", model="t-items"),
    "ordinal ratings": lambda: _ratings(world="general", model="t-items"),
    "judgements": lambda: plan.judgements(
        items=12, raters=5, win=0.6, lose=0.4, rater_sd=0.7, item_sd=0.8, model="sign", rng=1
    ),
    "responses": _responses,
    "responses, toxicity": lambda: _responses("toxicity"),
    "responses, ordinal": lambda: _responses("ordinal"),
    "responses, dirichlet": lambda: _responses("dirichlet", "accuracy,mean-tv"),
    "responses, plug-in": lambda: _responses("plug-in"),
    "responses, mixed": lambda: _responses(mixed=True),
    "expected p": _expected_p,
    "claims": _claims,
    "looks": lambda: _looks("mcnemar-midp"),
    "looks with a region": lambda: _looks("mcnemar-unconditional"),
    "anytime": _anytime,
}


def begun(start, *, computes=False):
    """Return what a simulation begins with: its key and, if it is computed, its first block."""
    recorder = Recorder(computes=computes)
    try:
        with using(store=recorder):
            start()
    except BegunError:
        pass
    return recorder


def names():
    """Return the names of all simulations."""
    return {task: fingerprint(begun(start).key) for task, start in TASKS.items()}


if __name__ == "__main__":
    json.dump(names(), sys.stdout)
