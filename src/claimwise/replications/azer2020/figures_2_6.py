"""Figures 2 and 6 of Azer et al. (2020), with Examples 1 to 4: two readers of science questions.

The first system answers 1,721 of 2,376 easy questions, the second 1,637; of 1,172 challenging ones
566 and 496. Figure 2 is the posterior of the easy ones with a region of one point either way,
Figure 6 that of both together: yesterday's posterior is today's prior.
"""

from __future__ import annotations

from functools import partial
from math import nan, sqrt

from claimwise import IndependentCounts, Result, bayes, find_interval, find_test
from claimwise.replications.base import (
    THEIR_WAY,
    Cell,
    Claim,
    Effort,
    Replication,
    Value,
    values_at,
)
from claimwise.replications.tolerance import ERRORS, of_print, of_shares

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
}
DRAWS = {"prior": 40_000, "posterior": 250_000}  # of the paper's program, by default
TOLERANCE = {
    "one-sided p (Example 1)": 2e-8,  # its last digit is off by one
    "low end of 95% interval (Example 2)": of_print(4),
    "high end of 95% interval (Example 2)": of_print(3),
    "P(better) (Example 3)": of_print(3) + of_shares(0.996, 0, DRAWS["posterior"]),
    "P(within a point) (Figure 2)": of_print(3) + of_shares(0.027, 0, DRAWS["posterior"]),
    "prior P(within a point) (Example 4)": of_print(3) + of_shares(0.02, 0, DRAWS["prior"]),
    # Its error is that of the share of prior draws in the region: sqrt((1 - p) / (p draws)).
    "Bayes factor of within a point (Example 4)": ERRORS
    * 1.377
    * sqrt(0.98 / 0.02 * (1 / DRAWS["prior"])),
}
OF_90 = 1.6449  # the normal quantile that the paper's interval of 95% has


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
    return _values("easy", found) + _their_interval()


def _their_interval() -> list[Value]:
    """Return the interval of Example 2 as the paper makes it: the error of the null, and 1.645."""
    a, b, n = 1637, 1721, 2376
    pooled = (a + b) / (2 * n)
    reach = OF_90 * sqrt(2 * pooled * (1 - pooled) / n)
    ends = {"low": (b - a) / n - reach, "high": (b - a) / n + reach}
    found = {f"{end} end of 95% interval (Example 2)": x for end, x in ends.items()}
    return [value._replace(quantity=THEIR_WAY) for value in _values("easy", found)]


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
    return values_at(("question", "data"), {(name, data): x for name, x in found.items()})


def _published(value: Value) -> float:
    return PUBLISHED.get(value.at("data"), {}).get(value.at("question"), nan)


def _because(value: Value) -> str:
    if "interval (Example 2)" in value.at("question"):
        return "its z is 1.645, which makes an interval of 90%, and its error that of equal systems"
    return ""


def _claims_2(values: list[Value]) -> list[Claim]:
    """Hold the sentences of Examples 3 and 4 and of the introduction."""
    ours = {value.at("question"): value.estimate for value in values}
    margin = ours["P(better by a point) (Example 3)"]
    low = ours["low end of HDI (Figure 2)"]
    line = (0.027 / 0.980) / (0.019 / 0.972)
    factor = ours["Bayes factor of within a point (Example 4)"]
    better = ours["Bayes factor of better by a point (Example 4)"]
    return [
        Claim(
            "it cannot be claimed that the first system is better by a point with probability "
            "0.95 (Example 3)",
            margin < 0.95,
            f"That probability is {margin:.4f}; the interval of highest density begins at "
            f"{low:.4f}, within the region.",
            because="an interval that overlaps the region was read as a probability",
        ),
        Claim(
            "(0.027 / 0.980) / (0.019 / 0.972) is 1.382 (Example 4)",
            abs(line - 1.382) <= of_print(3),
            f"It is {line:.3f}; with each share over its own complement "
            f"{(0.027 / 0.973) / (0.019 / 0.981):.3f}, and exactly {factor:.3f}.",
            because="the denominators are exchanged",
        ),
        Claim(
            "the odds that the first system is better by a margin of a point increase by a factor "
            "of 1.32 (H4, an illustration in the introduction)",
            abs(better - 1.32) <= 0.1,
            f"They increase by a factor of {better:.1f}. Example 4, titled Assessment of H4, is of "
            f"a difference within a point, as it says: its factor is {factor:.3f}.",
            because="nothing explains 1.32, which is neither this factor nor that of Example 4",
        ),
    ]


def _claims_6(values: list[Value]) -> list[Claim]:
    """Hold what is said of both data sets."""
    ours = {value.at("question"): value.estimate for value in values}
    low = ours["low end of HDI (Figure 6)"]
    return [
        Claim(
            "with both data sets the interval of highest density lies above two points (Figure 6)",
            low > 2 * ROPE,
            f"It begins {100 * low - 2:.2f} points above.",
        )
    ]


def _remarks_6(values: list[Value]) -> list[str]:
    ours = {value.at("question"): value.estimate for value in values}
    return [
        "Rates of unlike data sets are pooled in the figure; as strata the probability of two "
        f"points is {ours['P(better by two points) as strata']:.4f} instead of "
        f"{ours['P(better by two points) (Figure 6)']:.4f}."
    ]


PAIRED = (
    "Both systems answered the same questions; the paper gives totals alone, so that they are "
    "compared as if the questions were different ones."
)


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
    tolerance=lambda value: TOLERANCE.get(value.at("question"), nan),
    because=_because,
    claims=_claims_2,
    remarks=lambda _: [PAIRED],
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
    claims=_claims_6,
    remarks=lambda values: [*_remarks_6(values), PAIRED],
    chart={},
    picture=partial(_picture, "both"),
    measures="Numbers",
    commands=(
        f"{COMMAND}--dataset challenge --earlier-dataset easy --assess posterior --margin 0.02",
    ),
)
