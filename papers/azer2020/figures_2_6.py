"""Figures 2 and 6 of Azer et al. (2020), with Examples 1 to 4: two readers of science questions.

The first system answers 1,721 of 2,376 easy questions, the second 1,637; of 1,172 challenging ones
566 and 496. Figure 2 is the posterior of the easy ones with a region of one point either way,
Figure 6 that of both together: yesterday's posterior is today's prior.
"""

from __future__ import annotations

from functools import partial
from math import hypot, sqrt
from statistics import NormalDist

from claimwise import IndependentCounts, Result, bayes, find_interval, find_test
from papers.base import Claim, Effort, Value
from papers.declared import declared
from papers.found import number, numbers
from papers.tolerance import ERRORS, of_print, of_shares

NAMES = ("reading-strategies", "bert")
EASY = IndependentCounts.of(1637, 2376, 1721, 2376)
CHALLENGE = IndependentCounts.of(496, 1172, 566, 1172)
ROPE = 0.01
Found = dict[str, float]  # by question
DRAWS = {"prior": 40_000, "posterior": 250_000}  # of the paper's program, by default
# Standard error of the factor by so many draws: that of the log of odds, 1 / sqrt(n p (1 - p)).
FACTOR_ERROR = 1.377 * hypot(
    1 / sqrt(DRAWS["prior"] * 0.02 * 0.98), 1 / sqrt(DRAWS["posterior"] * 0.027 * 0.973)
)
H4 = 1.32  # the factor of the introduction
FACTOR = "Bayes factor of within a point (Example 4)"
# What the paper prints, by question, and what chance may add to its rounding; the quantities that
# it gives only as a picture are not here.
PUBLISHED: dict[str, tuple[str | float, float]] = {
    "one-sided p (Example 1)": (0.00372124, 2e-8),  # its last digit is off by one
    "low end of 95% interval (Example 2)": ("0.0136", 0.0),
    "high end of 95% interval (Example 2)": ("0.057", 0.0),
    "P(better) (Example 3)": ("0.996", of_shares(0.996, 0, DRAWS["posterior"])),
    "P(within a point) (Figure 2)": ("0.027", of_shares(0.027, 0, DRAWS["posterior"])),
    "prior P(within a point) (Example 4)": ("0.019", of_shares(0.02, 0, DRAWS["prior"])),
    FACTOR: (1.382, ERRORS * FACTOR_ERROR),
}
OF_90 = 1.6449  # the normal quantile that the paper's interval of 95% has


def _easy(_: Effort, **__: str) -> tuple[Found, Found]:
    posterior = bayes.assess_posterior(EASY, rope=ROPE, margin=0.01, names=NAMES)
    factors = bayes.assess_bayes_factor(EASY, rope=ROPE, margin=0.01, names=NAMES)
    p = float(find_test("z-pooled").evaluate(EASY, "greater"))
    low, high = (float(x) for x in find_interval("newcombe").evaluate(EASY, 0.95))
    hdi = posterior["posterior_difference"]
    found: Found = {
        "one-sided p (Example 1)": p,
        "low end of 95% interval (Example 2)": low,
        "high end of 95% interval (Example 2)": high,
        "P(better) (Example 3)": posterior["probability_greater"].estimate,
        "P(better by a point) (Example 3)": posterior["probability_greater[margin]"].estimate,
        "P(within a point) (Figure 2)": posterior["probability_rope"].estimate,
        "low end of HDI (Figure 2)": hdi.low,
        "high end of HDI (Figure 2)": hdi.high,
        "prior P(within a point) (Example 4)": factors["prior_probability_rope"].estimate,
        FACTOR: factors["bayes_factor_01"].estimate,
        "Bayes factor of better by a point (Example 4)": factors["bayes_factor_direction"].estimate,
    }
    return found, _their_interval()


def _their_interval() -> Found:
    """Return the interval of Example 2 as the paper makes it: the error of the null, and 1.645."""
    a, b, n = 1637, 1721, 2376
    pooled = (a + b) / (2 * n)
    reach = OF_90 * sqrt(2 * pooled * (1 - pooled) / n)
    ends = {"low": (b - a) / n - reach, "high": (b - a) / n + reach}
    return {f"{end} end of 95% interval (Example 2)": x for end, x in ends.items()}


def _both(_: Effort, **__: str) -> Found:
    added = bayes.assess_posterior(CHALLENGE, rope=ROPE, margin=0.02, names=NAMES, earlier=EASY)
    strata = bayes.assess_posterior([EASY, CHALLENGE], margin=0.02, names=NAMES)
    hdi = added["posterior_difference"]
    return {
        "P(better) (Figure 6)": added["probability_greater"].estimate,
        "P(better by two points) (Figure 6)": added["probability_greater[margin]"].estimate,
        "low end of HDI (Figure 6)": hdi.low,
        "high end of HDI (Figure 6)": hdi.high,
        "P(better by two points) as strata": strata["probability_greater[margin]"].estimate,
    }


def _claims_2(values: list[Value]) -> list[Claim]:
    """Hold the sentences of Examples 3 and 4 and of the introduction."""
    ours = numbers(values, "question")
    margin = ours["P(better by a point) (Example 3)"]
    low = ours["low end of HDI (Figure 2)"]
    factor = ours[FACTOR]
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
        _line_of_example_4(factor),
        Claim(
            "the odds that the first system is better by a margin of a point increase by a factor "
            f"of {H4} (H4, an illustration in the introduction)",
            abs(better - H4) <= ERRORS * FACTOR_ERROR,
            f"They increase by a factor of {better:.1f}. That of a difference within a point, "
            f"which Example 4 assesses under the title of H4, is {factor:.3f}; a run of the "
            f"paper's program gives it with a standard error of {FACTOR_ERROR:.2f} (if its draws "
            f"are as good as independent), and {_as_far(factor):.0%} of runs lie as far "
            f"from it as {H4}.",
            because="its number fits the hypothesis of Example 4, within Monte Carlo error",
        ),
    ]


def _line_of_example_4(factor: float) -> Claim:
    """Return what the printed line comes to: with its digits, and with those that were cut off."""
    line = (0.027 / 0.980) / (0.019 / 0.972)
    least, most = (0.027 / 0.973) / (0.020 / 0.980), (0.028 / 0.972) / (0.019 / 0.981)
    return Claim(
        "(0.027 / 0.980) / (0.019 / 0.972) is 1.382 (Example 4)",
        abs(line - 1.382) <= of_print(3),
        f"It is {line:.3f}, and {(0.027 / 0.973) / (0.019 / 0.981):.3f} with the denominators, "
        "which are exchanged, put right. A share and its complement make 0.999 both times, so "
        f"that digits were cut off: shares that begin so have factors from {least:.3f} to "
        f"{most:.3f}, such as {_odds(0.0272) / _odds(0.0198):.3f} for 0.0272 and 0.0198. Exactly "
        f"it is {factor:.3f}.",
        because="the shares are printed with digits cut off, and 1.382 is not of these digits",
    )


def _odds(share: float) -> float:
    return share / (1 - share)


def _as_far(factor: float) -> float:
    """Return the share of runs whose factor lies as far from the exact one as that of H4."""
    return 2 * NormalDist().cdf(-abs(H4 - factor) / FACTOR_ERROR)


def _how_closely() -> str:
    """Say how closely the factor can be held."""
    exact, (_, reach) = 1.377, PUBLISHED[FACTOR]
    return (
        f"The Bayes factor of Example 4 is judged with a tolerance of {reach:.2f}: three Monte "
        f"Carlo errors of a program that draws {DRAWS['prior']:,} times from the prior, of which "
        f"1 in 50 lies within a point. Any factor from {exact - reach:.2f} to {exact + reach:.2f} "
        "would have passed."
    )


def _claim_6(values: list[Value]) -> Claim:
    """Hold what is said of both data sets."""
    low = number(values, question="low end of HDI (Figure 6)")
    return Claim(
        "with both data sets the interval of highest density lies above two points (Figure 6)",
        low > 2 * ROPE,
        f"It begins {100 * low - 2:.2f} points above.",
    )


def _as_strata(values: list[Value]) -> str:
    ours = numbers(values, "question")
    return (
        "Rates of unlike data sets are pooled in the figure; as strata the probability of two "
        f"points is {ours['P(better by two points) as strata']:.4f} instead of "
        f"{ours['P(better by two points) (Figure 6)']:.4f}."
    )


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
        kind="posterior",
        method="posterior",
        rows=(hdi,),
        draws={
            "curves": bayes.curves(analysis, study, NAMES, question.rope, earlier),
            "about": about,
        },
    )


COMMAND = "claimwise compare examples/arc.csv --a reading-strategies --b bert "
FIGURE_2 = declared(
    name="azer-figure-2",
    source="Azer et al. (2020), Examples 1 to 4 and Figure 2",
    title="Posterior of the difference on ARC-easy",
    columns=("question", "data"),
    study=_easy,
    grid={"data": ["easy"]},
    printed={(question, "easy"): x for question, (x, _) in PUBLISHED.items()},
    chance=lambda value: PUBLISHED[value.at("question")][1],
    reasons=[
        (
            {"question": ("low end of 95%", "high end of 95%")},
            "its z is 1.645, which makes an interval of 90%, and its error that of equal systems",
        )
    ],
    claims=_claims_2,
    remarks=[_how_closely(), PAIRED],
    picture=partial(_picture, "easy"),
    measures="Numbers",
    commands=(
        f"{COMMAND}--dataset easy --assess test,interval,posterior,bayes-factor --margin 0.01",
    ),
)
FIGURE_6 = declared(
    name="azer-figure-6",
    source="Azer et al. (2020), Figure 6",
    title="Posterior of the difference on ARC-easy, then ARC-challenge",
    columns=("question", "data"),
    study=_both,
    grid={"data": ["both"]},
    claims=_claim_6,
    remarks=[_as_strata, PAIRED],
    picture=partial(_picture, "both"),
    measures="Numbers",
    commands=(
        f"{COMMAND}--dataset challenge --earlier-dataset easy --assess posterior --margin 0.02",
    ),
)
