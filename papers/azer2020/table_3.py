"""Table 3 of Azer et al. (2020): what each kind of assessment depends on, computed.

The table says that posteriors take a prior into account and are not sensitive to it, that Bayes
factors are highly sensitive to it, and that p-values and intervals have none. Here the questions
of ARC-easy are assessed under five priors. Its count of papers and its ease of interpretation are
nothing that can be computed.
"""

from __future__ import annotations

from claimwise import bayes
from papers.azer2020.figures_2_6 import COMMAND, EASY, NAMES, ROPE
from papers.base import Claim, Effort, Value
from papers.declared import declared
from papers.found import numbers

PRIORS = ("uniform", "jeffreys", "beta(2,2)", "beta(3,1.5)", "beta(9,3)")
FACTOR = "Bayes factor of within a point"
LOW, HIGH = "low end of HDI", "high end of HDI"
HARDLY = 0.001  # a tenth of a point


def _study(_: Effort, prior: str) -> dict[str, float]:
    asked = {"rope": ROPE, "margin": ROPE, "names": NAMES, "prior": prior}
    posterior = bayes.assess_posterior(EASY, **asked)  # type: ignore[arg-type]
    factors = bayes.assess_bayes_factor(EASY, **asked)  # type: ignore[arg-type]
    hdi = posterior["posterior_difference"]
    return {
        "P(better)": posterior["probability_greater"].estimate,
        "P(better by a point)": posterior["probability_greater[margin]"].estimate,
        LOW: hdi.low,
        HIGH: hdi.high,
        FACTOR: factors["bayes_factor_01"].estimate,
    }


def _claims(values: list[Value]) -> list[Claim]:
    """Hold the column on priors."""
    low, high, factors = (
        numbers(values, "prior", question=name).values() for name in (LOW, HIGH, FACTOR)
    )
    moved = max(max(ends) - min(ends) for ends in (low, high))
    return [
        Claim(
            "the interval of highest density is not sensitive to the prior",
            moved < HARDLY,
            f"Under {len(PRIORS)} priors its ends move by at most {100 * moved:.3f} points.",
        ),
        Claim(
            "the Bayes factor is highly sensitive to the prior",
            min(factors) < 1 < max(factors) and max(factors) / min(factors) > 2,
            f"That of a difference within a point goes from {min(factors):.2f}, which is against "
            f"it, to {max(factors):.2f}, which is for it.",
        ),
    ]


TABLE = declared(
    name="azer-table-3",
    source="Azer et al. (2020), Table 3",
    title="What each kind of assessment depends on",
    columns=("question", "prior"),
    study=_study,
    grid={"prior": PRIORS},
    claims=_claims,
    remarks=[
        "Test and confidence interval have no prior; they depend on how the data were collected "
        "instead, such as on the looks that were planned: claimwise plan accuracy --looks.",
        "Which verb supports which claim: docs/how-to/what-to-claim.md.",
    ],
    measures="Numbers on ARC-easy, by prior",
    commands=(f"{COMMAND}--dataset easy --assess posterior,bayes-factor --margin 0.01",),
)
