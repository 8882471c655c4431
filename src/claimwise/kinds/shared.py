"""Fields that several kinds of study have."""

from __future__ import annotations

from typing import Any

from claimwise.core.field import (
    AUTO,
    BAYES,
    GIVEN,
    LOOKS,
    METHOD,
    RUN,
    SEED,
    Field,
    choice,
    count,
    file,
    flag,
    number,
    percent,
    points,
    text,
)

WORD = r"^[A-Za-z][A-Za-z0-9@+:=,.()_ -]{0,199}$"  # of a test, metric or prior
PRIOR = r"^(normal|uniform):-?[0-9.e+-]{1,20}:-?[0-9.e+-]{1,20}$"

# What is looked for is not asked for.
EVERYTHING = "everything"
WITH_N = {"solve": [EVERYTHING, "power", "mde"]}
WITH_DIFFERENCE = {"solve": [EVERYTHING, "power", "n"]}

N = count(
    "n", "Items", "Items in the test set.", main=True, varies=True, slider=(20, 20_000),
    aliases=("--items",), place="data",
    scale="log", shown_when=WITH_N,
)  # fmt: skip
BASELINE = percent(
    "baseline",
    "Accuracy of A",
    "True accuracy of A.",
    varies=True,
    slider=(0.01, 0.99),
    step=0.005,
    place="assumptions",
)

CLAIMS = ("difference", "superiority", "non-inferiority", "equivalence")
SAMPLER = r"^(all|bootstrap),(all|first|sample(\([0-9]{1,4}\))?)$"  # of items, and of answers
WITH_MARGIN = {"claim": list(CLAIMS[1:])}
CLAIM = choice("claim", "Claim", "", choices=CLAIMS, default=CLAIMS[0], metavar="KIND")
MARGIN = "Margin of the claim, in the metric's units."
INTERVAL = text(
    "interval",
    "Interval",
    "Interval that decides the claim in place of a test, by name, or choose for the one that "
    "compare has for an interval alone.",
    group=METHOD,
    metavar="NAME",
    pattern=WORD,
    simulates=(GIVEN,),
)
LISTED_TEST = "Test of the claim, by name."
ALPHA = number(
    "alpha",
    "Alpha",
    "Significance level.",
    group=METHOD,
    default=0.05,
    varies=True,
    above=0,
    below=0.5,
    slider=(0.001, 0.2),
    step=0.001,
)
POWER = percent(
    "power",
    "Power to reach",
    "Power to reach.",
    default=0.8,
    varies=True,
    low=None,
    high=None,
    above=0,
    below=1,
    slider=(0.5, 0.99),
    step=0.01,
)
SOLVE = choice(
    "solve",
    "Look for",
    "Quantity to solve for: mde (smallest detectable difference), n (sample size) or power.",
    choices=(EVERYTHING, "power", "mde", "n"),
    example=EVERYTHING,
    usual="all that the other options allow",
    metavar="WHAT",
)
UNCERTAIN = (
    flag(
        "uncertain",
        "Uncertain pilot",
        "Average the power over what the pilot leaves open.",
        group=BAYES,
        default=False,
        simulates=(True,),
        place="assumptions",
    ),
    number(
        "shrink",
        "Shrink",
        "Items that the pilot's prior is worth, on which neither system is ahead.",
        group=BAYES,
        varies=True,
        usual="20",
        low=0,
        most=1e6,
        place="assumptions",
    ),
)
FREE_ALTERNATIVE = choice(
    "alternative",
    "Alternative",
    "Side of the test: two-sided, less or greater (B better than A).",
    group=METHOD,
    choices=("two-sided", "less", "greater"),
    default="two-sided",
    metavar="SIDE",
)
LOOKED = (
    Field(
        name="looks",
        type="looks",
        title="Looks",
        help="Number of looks at the data, or the shares of the data at them: 4 or 0.25,0.5,1.",
        group=LOOKS,
        metavar="K|SHARES",
        pattern=r"^[0-9]{1,4}$|^(0?\.[0-9]+|1)(, ?(0?\.[0-9]+|1)){1,50}$",
        simulates=(GIVEN,),
    ),
    choice(
        "spending",
        "Spending",
        "Rule by which looks spend alpha: obrien-fleming (little at first), pocock (evenly) or "
        "anytime (a look after each item).",
        group=LOOKS,
        choices=("obrien-fleming", "pocock", "anytime"),
        usual="obrien-fleming with looks",
        metavar="RULE",
        simulates=("obrien-fleming", "pocock", "anytime"),
    ),
)
PLANNED_LOOKS = (
    *LOOKED,
    percent(
        "futility",
        "Futility",
        "Probability of a finding at the end, given the data so far, below which a look stops the "
        "study for futility, such as 0.1.",
        group=LOOKS,
        low=None,
        high=None,
        above=0,
        below=1,
    ),
)
BETTER = choice(
    "better",
    "Better",
    "Which scores are better: higher or lower.",
    group=METHOD,
    choices=("higher", "lower"),
    usual="by the name of the metric",
    metavar="WHICH",
)
WAYS = ("test", "posterior", "test,posterior")
BELIEVED = {"assess": list(WAYS[1:])}


def difference(help_: str, *without: str, **more: Any) -> Field:
    """Return the field of the true difference in accuracy.

    The form asks for it `without` those other fields: they give it as well.
    """
    made = points(
        "difference", "True difference", help_, main=True, varies=True, place="assumptions"
    )
    when = WITH_DIFFERENCE | {key: [None, AUTO] for key in without}
    return made.but(**{"low": -1, "high": 1, "step": 0.001, "shown_when": when, **more})


def claimed(margins: str = "") -> tuple[Field, ...]:
    """Return claim, and the side of one without a margin; `margins` is what decides the others."""
    decided = f"; with a margin, {margins} decides unless a test is named" if margins else ""
    about = f"Claim to make: {', '.join(CLAIMS[:-1])} or {CLAIMS[-1]}{decided}."
    return CLAIM.but(help=about), INTERVAL


def named_test(usual: str, help_: str = LISTED_TEST, **traits: Any) -> Field:
    """Return the test; the form offers those in the registry with these traits."""
    return choice(
        "test",
        "Test",
        help_,
        group=METHOD,
        registered=("test", traits),
        usual=usual,
        metavar="NAME",
    )


def alternative(help_: str = FREE_ALTERNATIVE.help, *, claims: bool = False) -> Field:
    """Return the side of the test; of a kind with `claims` only a difference has one."""
    when = {"claim": [CLAIMS[0]]} if claims else {}
    return FREE_ALTERNATIVE.but(help=help_, shown_when=when)


def route(ways: str, default: str = "", *, choices: tuple[str, ...]) -> Field:
    """Return the way in which power is computed."""
    return choice(
        "by",
        "Computation",
        f"Computation: {ways}.",
        group=METHOD,
        choices=choices,
        usual=default,
        metavar="ROUTE",
        simulates=("simulation",),
    )


def replicates(usual: str | int, example: int | None = None, most: int = 100_000) -> Field:
    """Return how many studies are simulated; a number, or words for one that depends."""
    made = count(
        "replicates", "Replicates", "Number of simulated studies.", group=RUN, least=20, most=most,
        example=example, of_simulation=True,
    )  # fmt: skip
    return made.but(**({"default": usual} if isinstance(usual, int) else {"usual": usual}))


def resamples(usual: str | int, help_: str = "Resamples in each simulated study.") -> Field:
    """Return how often a test resamples; a number, or words for one that depends."""
    made = count("resamples", "Resamples", help_, group=RUN, least=20, most=10_000)
    return made.but(**({"default": usual} if isinstance(usual, int) else {"usual": usual}))


def effect_prior(what: str = "the true difference") -> Field:
    """Return what is believed of the effect; `what` is what it is a belief of."""
    return text(
        "effect_prior",
        "Prior of the effect",
        f"Prior of {what}, over which the power is averaged (assurance): normal:MEAN:SD or "
        "uniform:LOW:HIGH.",
        group=BAYES,
        metavar="PRIOR",
        pattern=PRIOR,
        simulates=(GIVEN,),
        place="assumptions",
    )


def posterior(priors: str, *, claims: bool = True) -> tuple[Field, ...]:
    """Return how a posterior to come is read; `priors` says which there are.

    The margin is that of the claim as well, where the kind has `claims`.
    """
    return (
        choice(
            "assess",
            "Assess by",
            "Ways to assess the study: test, posterior (what it will say), or test,posterior.",
            group=BAYES,
            choices=WAYS,
            default=WAYS[0],
            metavar="WAYS",
            simulates=WAYS[1:],
        ),
        points(
            "margin",
            "Margin",
            "Margin of the claim; of a posterior, the difference by which B is to exceed A.",
            varies=True,
            low=-1,
            high=1,
            step=0.005,
            shown_when=(WITH_MARGIN, BELIEVED) if claims else BELIEVED,
        ),
        points(
            "rope",
            "Region of equivalence",
            "Region of practical equivalence of the posterior: half its width.",
            group=BAYES,
            usual="the margin",
            above=0,
            below=1,
            step=0.005,
            shown_when=BELIEVED,
        ),
        text(
            "prior",
            "Prior",
            f"Prior of the posterior: {priors}.",
            group=BAYES,
            usual="uniform",
            metavar="NAME",
            pattern=WORD,
            shown_when=BELIEVED,
        ),
        percent(
            "level",
            "Level",
            "Level of the posterior's interval, and probability at which it concludes.",
            group=BAYES,
            varies=True,
            usual="0.95",
            low=None,
            high=None,
            above=0,
            below=1,
            shown_when=BELIEVED,
        ),
        number(
            "bayes_factor",
            "Bayes factor",
            "Bayes factor that the posterior is to reach.",
            group=BAYES,
            usual="10",
            above=1,
            most=1e9,
            shown_when=BELIEVED,
        ),
    )


def world(help_: str, choices: tuple[str, ...] = (), **more: Any) -> Field:
    """Return the world that is simulated: one of those published, or a file; or a file alone."""
    made = Field(
        name="world",
        type="world",
        title="World",
        help=help_,
        main=True,
        choices=choices,
        metavar="NAME",
        required=not choices,
        place="assumptions",
    )
    return made.but(**more)


def file_of(name: str, title: str, help_: str, **more: Any) -> Field:
    """Return a file that something is read from, in place of numbers."""
    return file(name, title, help_, **{"simulates": (GIVEN,), "place": "assumptions", **more})


def enumerated(priors: str, *, claims: bool = True) -> tuple[Field, ...]:
    """Return how a study is judged and computed whose outcomes can be enumerated."""
    ways = "exact (enumeration), normal (classical formula) or simulation"
    return (
        ALPHA,
        POWER,
        SOLVE,
        route(ways, choices=("exact", "normal", "simulation")).but(default="exact"),
        replicates("10,000; 2,000 for posteriors"),
        SEED,
        *PLANNED_LOOKS,
        *posterior(priors, claims=claims),
    )
