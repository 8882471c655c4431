"""Figures 2 and 6 of Azer et al. (2020), with Examples 1 to 4: two readers of science questions.

The first system answers 1,721 of 2,376 easy questions, the second 1,637; of 1,172 challenging ones
566 and 496. Figure 2 is the posterior of the easy ones with a region of one point either way,
Figure 6 that of both together: yesterday's posterior is today's prior.
"""

from __future__ import annotations

from functools import partial
from math import isclose, nan

from claimwise import bayes
from claimwise.core import Result
from claimwise.data import IndependentCounts
from claimwise.htest import find_test
from claimwise.intervals import find_interval
from claimwise.replications.base import Cell, Effort, Replication, Value

NAMES = ("reading-strategies", "bert")
EASY = IndependentCounts.of(1637, 2376, 1721, 2376)
CHALLENGE = IndependentCounts.of(496, 1172, 566, 1172)
ROPE = 0.01
# What the paper prints, by question; the quantities that it gives only as a picture are not here.
PUBLISHED = {
    "easy": {
        "one-sided p (Example 1)": 0.00372124,
        "low end of 95% interval (Example 2)": 0.0136,
        "high end of 95% interval (Example 2)": 0.057,
        "P(better) (Example 3)": 0.996,
        "P(within a point) (Figure 2)": 0.027,
        "prior P(within a point) (Example 4)": 0.019,
        "Bayes factor of within a point (Example 4)": 1.382,
    },
    "both": {"low end of HDI (Figure 6)": 0.02},
}
ROUNDED = {  # to how many of its own digits a published number is right
    "one-sided p (Example 1)": 2e-8,
    "P(better) (Example 3)": 5e-4,
    "P(within a point) (Figure 2)": 5e-4,
}


def _easy(_: Effort) -> list[Value]:
    posterior = bayes.assess_posterior(EASY, rope=ROPE, margin=0.01, names=NAMES)
    factors = bayes.assess_bayes_factor(EASY, rope=ROPE, margin=0.01, names=NAMES)
    p = float(find_test("z-pooled").evaluate(EASY, "greater"))
    low, high = (float(x) for x in find_interval("newcombe").evaluate(EASY, 0.95))
    hdi = posterior["posterior_difference"]
    found = {
        "one-sided p (Example 1)": p,
        "low end of 95% interval (Example 2)": low,
        "high end of 95% interval (Example 2)": high,
        "P(better) (Example 3)": posterior["probability_greater"].estimate,
        "P(better by a point) (Example 3)": posterior["probability_greater[margin]"].estimate,
        "P(within a point) (Figure 2)": posterior["probability_rope"].estimate,
        "low end of HDI (Figure 2)": hdi.low,
        "high end of HDI (Figure 2)": hdi.high,
        "prior P(within a point) (Example 4)": factors["prior_probability_rope"].estimate,
        "Bayes factor of within a point (Example 4)": factors["bayes_factor_01"].estimate,
        "Bayes factor of better by a point (Example 4)": factors["bayes_factor_direction"].estimate,
    }
    return _values("easy", found)


def _both(_: Effort) -> list[Value]:
    added = bayes.assess_posterior(CHALLENGE, rope=ROPE, margin=0.02, names=NAMES, earlier=EASY)
    strata = bayes.assess_posterior([EASY, CHALLENGE], margin=0.02, names=NAMES)
    hdi = added["posterior_difference"]
    found = {
        "P(better) (Figure 6)": added["probability_greater"].estimate,
        "P(better by two points) (Figure 6)": added["probability_greater[margin]"].estimate,
        "low end of HDI (Figure 6)": hdi.low,
        "high end of HDI (Figure 6)": hdi.high,
        "P(better by two points) as strata": strata["probability_greater[margin]"].estimate,
    }
    return _values("both", found)


def _values(data: str, found: dict[str, float]) -> list[Value]:
    return [
        Value((("question", name), ("data", data)), "value", value, nan, nan, 0)
        for name, value in found.items()
    ]


def _published(value: Value) -> float:
    return PUBLISHED[value.at("data")].get(value.at("question"), nan)


def _judge(values: list[Value]) -> list[str]:
    ours = {value.at("question"): value.estimate for value in values}
    said = []
    if "one-sided p (Example 1)" in ours:
        right = [
            name
            for name, off in ROUNDED.items()
            if isclose(ours[name], PUBLISHED["easy"][name], rel_tol=0, abs_tol=off)
        ]
        verdict = "Reproduces" if len(right) == len(ROUNDED) else "Differs"
        margin = ours["P(better by a point) (Example 3)"]
        factor = ours["Bayes factor of within a point (Example 4)"]
        said += [
            f"{verdict}: {len(right)} of {len(ROUNDED)} numbers of Examples 1 and 3 and of Figure "
            "2, to the digits printed.",
            "Differs, because z is 1.645: the interval of Example 2, printed as of 95%, is of "
            "90%; at 95% its lower end is below one point.",
            "Differs, because interval and region were read as a probability: Example 3 denies "
            f"that P(better by a point) is at least .95; it is {margin:.4f}.",
            f"Differs, because denominators were exchanged: the factor of Example 4 is {factor:.3f}"
            ", not 1.382 (its own line gives 1.409, its text 1.32).",
        ]
    if "low end of HDI (Figure 6)" in ours:
        low = ours["low end of HDI (Figure 6)"]
        verdict = (
            "Reproduces" if low > PUBLISHED["both"]["low end of HDI (Figure 6)"] else "Differs"
        )
        said.append(
            f"{verdict}: with both data sets the interval of Figure 6 lies above two points, by "
            f"{100 * low - 2:.2f} points. Rates of unlike data sets are pooled there; as strata "
            "the probability of two points is "
            f"{ours['P(better by two points) as strata']:.4f} instead of "
            f"{ours['P(better by two points) (Figure 6)']:.4f}."
        )
    return said


def _picture(data: str) -> Result:
    """Return the posterior with the curves of the figure."""
    earlier = None if data == "easy" else EASY
    study = EASY if earlier is None else CHALLENGE
    question = bayes.Question.of(ROPE, 0.0, 0.95, NAMES)
    analysis = bayes.analysed(study, "default", question, None, earlier)
    found = bayes.say_posterior(analysis, question)
    about = {"a": NAMES[0], "b": NAMES[1], "unit": "points", "prior": "uniform", "rope": ROPE}
    hdi = found["posterior_difference"]
    return Result(
        method="posterior",
        rows=(hdi,),
        draws={
            "curves": bayes.curves(analysis, study, NAMES, question.rope, earlier),
            "about": about,
        },
    )


COMMAND = "claimwise compare examples/arc.csv --a reading-strategies --b bert "
FIGURE_2 = Replication(
    name="azer-figure-2",
    source="Azer et al. (2020), Examples 1 to 4 and Figure 2",
    title="Posterior of the difference on ARC-easy",
    columns=("question", "data"),
    cells=lambda: [Cell((("data", "easy"),), _easy)],
    published=_published,
    judge=_judge,
    chart={},
    picture=partial(_picture, "easy"),
    measures="Numbers",
    commands=(
        f"{COMMAND}--dataset easy --assess test,interval,posterior,bayes-factor --margin 0.01",
    ),
)
FIGURE_6 = Replication(
    name="azer-figure-6",
    source="Azer et al. (2020), Figure 6",
    title="Posterior of the difference on ARC-easy, then ARC-challenge",
    columns=("question", "data"),
    cells=lambda: [Cell((("data", "both"),), _both)],
    published=_published,
    judge=_judge,
    chart={},
    picture=partial(_picture, "both"),
    measures="Numbers",
    commands=(
        f"{COMMAND}--dataset challenge --earlier-dataset easy --assess posterior --margin 0.02",
    ),
)
