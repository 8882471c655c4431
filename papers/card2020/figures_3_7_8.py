"""Figures 3, 7 and 8 of Card et al. (2020): power, Type-M and Type-S of a paired comparison.

Two systems on the same n items agree on a share of them and differ in accuracy. The figures show
curves and no numbers: what captions and text say of them is judged. The test of the paper's
notebook is the exact conditional one, simulated 5,000 (Figure 3) and 30,000 times; here it is
enumerated, and mid-p, our default, stands beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise, product
from math import isnan
from statistics import median

from claimwise.plan import accuracy
from papers.base import Claim, Effort, Replication, Value
from papers.declared import Said, declared
from papers.found import numbers

AGREEMENTS = ("0.7", "0.95")
TESTS = ("mcnemar-exact", "mcnemar-midp")
THEIRS, OURS = TESTS
ITEMS = ("100", "250", "500", "1000", "5000")
DIFFERENCES = (
    *("0.0025", "0.005", "0.0075", "0.01", "0.0125", "0.015"),
    *("0.02", "0.025", "0.03", "0.04", "0.05"),
)
POWER, TYPE_M, TYPE_S = "power", "Type-M error", "Type-S error"
NAMES = {POWER: "power", TYPE_M: "type_m", TYPE_S: "type_s"}
ADEQUATE = 0.8  # power
SEVERE = 2.0  # a factor of exaggeration
LIKELY, EITHER = 0.1, 0.4  # shares of wrong signs: reasonably likely, nearly half
TINY = 1e-12  # below it a sum of so many terms is rounding
Curve = dict[tuple[str, str, str], float]  # by agreement, n and difference


def _study(
    shown: tuple[str, ...], _: Effort, agreement: str, test: str, n: str
) -> dict[tuple[str, str], float]:
    found = accuracy(
        n=int(n),
        agreement=float(agreement),
        difference=[float(d) for d in DIFFERENCES],
        test=test,
    )
    drawn = {}
    for shows, d in product(shown, DIFFERENCES):
        at = found[f"{NAMES[shows]}[difference={d}]"].estimate
        if isnan(at) or (shows == POWER != shown[0] and test != THEIRS):
            continue  # a difference above the share of disagreement cannot be: no value, not 0
        drawn[shows, d] = at if at > TINY else 0.0
    return drawn


def curve(values: list[Value], shows: str, test: str) -> Curve:
    """Return what a test shows, by agreement, n and difference."""
    return numbers(values, "agreement", "n", "difference", shows=shows, test=test)


def _steps(found: Curve, along: str) -> list[tuple[float, float]]:
    """Return the values at neighbours that differ in one name alone, the lower one first."""
    place = ("agreement", "n", "difference").index(along)
    pairs = []
    for line in pairwise((AGREEMENTS, ITEMS, DIFFERENCES)[place]):
        for key in found:
            if key[place] == line[0]:
                other = (*key[:place], line[1], *key[place + 1 :])
                if other in found:
                    pairs.append((found[key], found[other]))
    return pairs


def _against(found: Curve, along: str, sign: int) -> list[tuple[float, float]]:
    """Return the steps that go the other way."""
    return [(a, b) for a, b in _steps(found, along) if sign * (b - a) < -TINY * abs(a)]


def _monotone(shows: str, words: str, along: str, sign: int) -> Callable[[list[Value]], Claim]:
    """Return how the sentence is held that a curve goes up, or down, along a name of the grid."""

    def held(values: list[Value]) -> Claim:
        found = curve(values, shows, THEIRS)
        steps, wrong = len(_steps(found, along)), len(_against(found, along, sign))
        said = f"It does in {steps - wrong} of {steps} steps of the grid."
        return Claim(words, not wrong, said)

    return held


def _more_agreement(values: list[Value]) -> Claim:
    powers = {test: curve(values, POWER, test) for test in TESTS}
    found = powers[THEIRS]
    low, high = AGREEMENTS
    more = {
        test: [key for key in p if key[0] == low and p[key] > p[(high, *key[1:])]]
        for test, p in powers.items()
    }
    size = len(_steps(found, "agreement"))
    _, n, d = more[THEIRS][0] if more[THEIRS] else (low, ITEMS[0], DIFFERENCES[0])
    return Claim(
        "power increases with the agreement",
        not more[THEIRS],
        f"Of {size} pairs of n and difference, {size - len(more[THEIRS])} have more power with "
        f"agreement {high} than with {low}, and {len(more[THEIRS])} less (by mid-p "
        f"{len(more[OURS])}): {found[low, n, d]:.3f} and {found[high, n, d]:.3f} with {n} "
        f"items and a difference of {d}.",
        because="in small test sets the systems that agree more leave too few items on which "
        "they differ, and the test can hardly reject at all",
    )


def _by_midp(values: list[Value]) -> str:
    exact, midp = (curve(values, POWER, test) for test in TESTS)
    gaps = {key: midp[key] - exact[key] for key in exact}
    widest = max(gaps, key=lambda key: gaps[key])
    if min(gaps.values()) < 0:
        return "In some cells mid-p has less power than the exact conditional test."
    return (
        "The paper prints the uncorrected chi-square, and its notebook runs the exact conditional "
        f"test. Mid-p finds up to {100 * gaps[widest]:.0f} points more ({exact[widest]:.3f} and "
        f"{midp[widest]:.3f} with agreement {widest[0]}, {widest[1]} items and a difference of "
        f"{widest[2]}), and never less."
    )


def _under(values: list[Value], shows: str) -> list[tuple[float, float]]:
    """Return power and error of the designs with too little power, by power."""
    power, error = (curve(values, name, THEIRS) for name in (POWER, shows))
    return sorted((power[key], error[key]) for key in error if power[key] < ADEQUATE)


def _severe(values: list[Value]) -> Claim:
    under = _under(values, TYPE_M)
    errors = [error for _, error in under]
    severe = sum(error >= SEVERE for error in errors)
    return Claim(
        "severe exaggerations are likely with underpowered designs",
        median(errors) >= SEVERE,
        f"Of {len(under)} designs with power below {ADEQUATE:g}, {severe} exaggerate twofold "
        f"or more, half of them at least {median(errors):.1f} times; the worst is "
        f"{max(errors):.0f} times.",
    )


def _wrong_signs(values: list[Value]) -> Claim:
    under = _under(values, TYPE_S)
    errors = [error for _, error in under]
    likely = [power for power, error in under if error >= LIKELY]
    rare = max((error for power, error in under if power >= 0.2), default=0.0)
    return Claim(
        "sign errors become reasonably likely with underpowered experiments",
        bool(likely),
        f"Of {len(under)} designs with power below {ADEQUATE:g}, {len(likely)} have the wrong "
        f"sign in {LIKELY:.0%} of their findings or more, up to {max(errors):.0%}. All of them "
        f"have power below {max(likely, default=0) + 0.005:.2f}; from power 0.2 on it is at "
        f"most {rare:.1%}.",
    )


def _low_power(values: list[Value]) -> list[Claim]:
    """Hold what Appendix B says of low power."""
    power, error = (curve(values, name, THEIRS) for name in (POWER, TYPE_S))
    under = {key: error[key] for key in error if power[key] < 0.05}
    middle, least = median(under.values()), min(under, key=lambda key: under[key])
    greatest = max(under.values())
    return [
        Claim(
            'with low power "many of these significant findings will also have the wrong sign" '
            "(Appendix B)",
            middle >= LIKELY,
            f"Of {len(under)} designs with power below 0.05, half have the wrong sign in "
            f"{middle:.0%} of their findings or more, up to {greatest:.0%}.",
            because="the wrong sign is rare in most of them",
        ),
        Claim(
            'these findings "will be nearly as likely to fall on either side of zero" (Appendix B)',
            middle >= EITHER,
            f"In half of those designs at most {middle:.0%} fall on the wrong side.",
            because="that is so only where the difference is next to nothing beside its error "
            f"(the greatest share is {greatest:.0%}); where power is low because the test can "
            f"hardly reject, the right side prevails: in all but {under[least]:.1%} of findings "
            f"with agreement {least[0]}, {least[1]} items and a difference of {least[2]}",
        ),
    ]


COMMAND = (
    "claimwise plan accuracy --n 500 --agreement 0.95 --difference 0.0025,0.005,0.01,0.02,0.05 "
    "--test mcnemar-exact --table"
)


def _figure(
    number: int, shows: str, claims: Sequence[Said], remarks: Sequence[Said], **chart: str
) -> Replication:
    # What is said of the errors is said of designs with little power: it stands beside them.
    beside = () if shows == POWER else (POWER,)
    return declared(
        name=f"card-figure-{number}",
        source=f"Card et al. (2020), Figure {number}",
        title=f"{shows[0].upper()}{shows[1:]} of a paired comparison of accuracies",
        columns=("agreement", "test", "n", "shows", "difference"),
        study=partial(_study, (shows, *beside)),
        grid={"agreement": AGREEMENTS, "test": TESTS, "n": ITEMS},
        quantity=NAMES,
        claims=claims,
        remarks=remarks,
        measures="By the true difference",
        tables="shows",
        chart={
            "x": "difference",
            "color": "n",
            "dash": "test",
            "row": "shows",
            "column": "agreement",
            **chart,
        },
        commands=(COMMAND,),
    )


def _more_errors(shows: str) -> list[Said]:
    """Hold that an error increases with fewer items, smaller differences and less agreement."""
    words = {
        "n": "smaller test sets",
        "difference": "smaller differences",
        "agreement": "lower agreement",
    }
    return [
        _monotone(shows, f"{shows} increases with {smaller}", along, -1)
        for along, smaller in words.items()
    ]


OF_ERRORS = [
    "Both errors are over all significant findings, whatever their sign, as in Appendix B; "
    "none is simulated."
]
FIGURE_3 = _figure(
    3,
    POWER,
    [
        _monotone(POWER, "power increases with the number of items", "n", 1),
        _monotone(POWER, "power increases with the difference", "difference", 1),
        _more_agreement,
    ],
    [
        _by_midp,
        "No value is simulated: the published curves carry the noise of 5,000 studies each.",
    ],
    y="power",
)
FIGURE_7 = _figure(
    7,
    TYPE_M,
    [*_more_errors(TYPE_M), _severe],
    OF_ERRORS,
    leave=POWER,
    y="observed over true difference",
    y_top="60",
)
FIGURE_8 = _figure(
    8,
    TYPE_S,
    [*_more_errors(TYPE_S), _wrong_signs, _low_power],
    OF_ERRORS,
    leave=POWER,
    y="share of wrong signs",
    y_top="0.5",
)
