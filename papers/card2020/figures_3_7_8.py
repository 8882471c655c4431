"""Figures 3, 7 and 8 of Card et al. (2020): power, Type-M and Type-S of a paired comparison.

Two systems on the same n items agree on a share of them and differ in accuracy. The figures show
curves and no numbers: what captions and text say of them is judged. The test of the paper's
notebook is the exact conditional one, simulated 5,000 (Figure 3) and 30,000 times; here it is
enumerated, and mid-p, our default, stands beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise, product
from math import isnan
from statistics import median
from typing import Any

from claimwise.plan import accuracy
from papers.base import Cell, Claim, Effort, Replication, Value, Where

AGREEMENTS = ("0.7", "0.95")
TESTS = ("mcnemar-exact", "mcnemar-midp")
THEIRS, OURS = TESTS
ITEMS = ("100", "250", "500", "1000", "5000")
DIFFERENCES = (
    *("0.0025", "0.005", "0.0075", "0.01", "0.0125", "0.015"),
    *("0.02", "0.025", "0.03", "0.04", "0.05"),
)
NAMES = {"power": "power", "type_m": "Type-M error", "type_s": "Type-S error"}
ADEQUATE = 0.8  # power
SEVERE = 2.0  # a factor of exaggeration
LIKELY, EITHER = 0.1, 0.4  # shares of wrong signs: reasonably likely, nearly half
TINY = 1e-12  # below it a sum of so many terms is rounding
Curve = dict[tuple[str, str, str], float]  # by agreement, n and difference


def _where(agreement: str, test: str, n: str) -> Where:
    return (("agreement", agreement), ("test", test), ("n", n))


def _cells(quantities: tuple[str, ...]) -> list[Cell]:
    return [
        Cell(_where(*place), partial(_compute, quantities, *place))
        for place in product(AGREEMENTS, TESTS, ITEMS)
    ]


def _compute(
    quantities: tuple[str, ...], agreement: str, test: str, n: str, _: Effort
) -> list[Value]:
    found = accuracy(
        n=int(n),
        agreement=float(agreement),
        difference=[float(d) for d in DIFFERENCES],
        test=test,
    )
    where = _where(agreement, test, n)
    values = []
    for name, d in product(quantities, DIFFERENCES):
        at = found[f"{name}[difference={d}]"].estimate
        if isnan(at) or (name == "power" != quantities[0] and test != THEIRS):
            continue  # a difference above the share of disagreement cannot be: no value, not 0
        at = at if at > TINY else 0.0
        values.append(Value((*where, ("shows", NAMES[name]), ("difference", d)), name, at))
    return values


def curve(values: list[Value], quantity: str, test: str) -> Curve:
    """Return one quantity of a test, by agreement, n and difference."""
    return {
        (v.at("agreement"), v.at("n"), v.at("difference")): v.estimate
        for v in values
        if v.quantity == quantity and v.at("test") == test
    }


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


def _claims_3(values: list[Value]) -> list[Claim]:
    """Hold what the text says of Figure 3."""
    powers = {test: curve(values, "power", test) for test in TESTS}
    found = powers[THEIRS]
    claims = []
    for along, words in (("n", "the number of items"), ("difference", "the difference")):
        steps, wrong = len(_steps(found, along)), len(_against(found, along, 1))
        claims.append(
            Claim(
                f"power increases with {words}",
                not wrong,
                f"It does in {steps - wrong} of {steps} steps of the grid.",
            )
        )
    low, high = AGREEMENTS
    more = {
        test: [key for key in p if key[0] == low and p[key] > p[(high, *key[1:])]]
        for test, p in powers.items()
    }
    size = len(_steps(found, "agreement"))
    _, n, d = more[THEIRS][0] if more[THEIRS] else (low, ITEMS[0], DIFFERENCES[0])
    return [
        *claims,
        Claim(
            "power increases with the agreement",
            not more[THEIRS],
            f"Of {size} pairs of n and difference, {size - len(more[THEIRS])} have more power with "
            f"agreement {high} than with {low}, and {len(more[THEIRS])} less (by mid-p "
            f"{len(more[OURS])}): {found[low, n, d]:.3f} and {found[high, n, d]:.3f} with {n} "
            f"items and a difference of {d}.",
            because="in small test sets the systems that agree more leave too few items on which "
            "they differ, and the test can hardly reject at all",
        ),
    ]


def _remarks_3(values: list[Value]) -> list[str]:
    exact, midp = (curve(values, "power", test) for test in TESTS)
    gaps = {key: midp[key] - exact[key] for key in exact}
    widest = max(gaps, key=lambda key: gaps[key])
    return [
        "The paper prints the uncorrected chi-square, and its notebook runs the exact conditional "
        f"test. Mid-p finds up to {100 * gaps[widest]:.0f} points more ({exact[widest]:.3f} and "
        f"{midp[widest]:.3f} with agreement {widest[0]}, {widest[1]} items and a difference of "
        f"{widest[2]}), and never less."
        if min(gaps.values()) >= 0
        else "In some cells mid-p has less power than the exact conditional test.",
        "No value is simulated: the published curves carry the noise of 5,000 studies each.",
    ]


def _claims_errors(quantity: str, name: str, values: list[Value]) -> list[Claim]:
    """Hold that an error increases with fewer items, smaller differences and less agreement."""
    found = curve(values, quantity, THEIRS)
    claims = []
    for along, words in (
        ("n", "smaller test sets"),
        ("difference", "smaller differences"),
        ("agreement", "lower agreement"),
    ):
        steps, wrong = len(_steps(found, along)), len(_against(found, along, -1))
        claims.append(
            Claim(
                f"{name} error increases with {words}",
                not wrong,
                f"It does in {steps - wrong} of {steps} steps of the grid.",
            )
        )
    return claims


def _under(values: list[Value], quantity: str) -> list[tuple[float, float]]:
    """Return power and error of the designs with too little power, by power."""
    power, error = (curve(values, name, THEIRS) for name in ("power", quantity))
    return sorted((power[key], error[key]) for key in error if power[key] < ADEQUATE)


def _claims_7(values: list[Value]) -> list[Claim]:
    under = _under(values, "type_m")
    errors = [error for _, error in under]
    severe = sum(error >= SEVERE for error in errors)
    return [
        *_claims_errors("type_m", "Type-M", values),
        Claim(
            "severe exaggerations are likely with underpowered designs",
            median(errors) >= SEVERE,
            f"Of {len(under)} designs with power below {ADEQUATE:g}, {severe} exaggerate twofold "
            f"or more, half of them at least {median(errors):.1f} times; the worst is "
            f"{max(errors):.0f} times.",
        ),
    ]


def _claims_8(values: list[Value]) -> list[Claim]:
    under = _under(values, "type_s")
    errors = [error for _, error in under]
    likely = [power for power, error in under if error >= LIKELY]
    rare = max((error for power, error in under if power >= 0.2), default=0.0)
    return [
        *_claims_errors("type_s", "Type-S", values),
        Claim(
            "sign errors become reasonably likely with underpowered experiments",
            bool(likely),
            f"Of {len(under)} designs with power below {ADEQUATE:g}, {len(likely)} have the wrong "
            f"sign in {LIKELY:.0%} of their findings or more, up to {max(errors):.0%}. All of them "
            f"have power below {max(likely, default=0) + 0.005:.2f}; from power 0.2 on it is at "
            f"most {rare:.1%}.",
        ),
        *_claims_low_power(values),
    ]


def _claims_low_power(values: list[Value]) -> list[Claim]:
    """Hold what Appendix B says of low power."""
    power, error = (curve(values, name, THEIRS) for name in ("power", "type_s"))
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


def _remarks_errors(values: list[Value]) -> list[str]:
    return [
        "Both errors are over all significant findings, whatever their sign, as in Appendix B; "
        "none is simulated.",
    ]


COLUMNS = ("agreement", "test", "n", "shows", "difference")
COMMAND = (
    "claimwise plan accuracy --n 500 --agreement 0.95 --difference 0.0025,0.005,0.01,0.02,0.05 "
    "--test mcnemar-exact --table"
)


def _figure(
    number: int,
    title: str,
    quantity: str,
    claims: Callable[[list[Value]], list[Claim]],
    remarks: Callable[[list[Value]], list[str]],
    **chart: Any,
) -> Replication:
    # What is said of the errors is said of designs with little power: it stands beside them.
    quantities = ("power",) if quantity == "power" else (quantity, "power")
    leave = {} if quantity == "power" else {"leave": "power"}
    return Replication(
        name=f"card-figure-{number}",
        source=f"Card et al. (2020), Figure {number}",
        title=title,
        columns=COLUMNS,
        cells=partial(_cells, quantities),
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
            **leave,
            **chart,
        },
        commands=(COMMAND,),
    )


FIGURE_3 = _figure(
    3, "Power of a paired comparison of accuracies", "power", _claims_3, _remarks_3, y="power"
)
FIGURE_7 = _figure(
    7,
    "Type-M error of a paired comparison of accuracies",
    "type_m",
    _claims_7,
    _remarks_errors,
    y="observed over true difference",
    y_top="60",
)
FIGURE_8 = _figure(
    8,
    "Type-S error of a paired comparison of accuracies",
    "type_s",
    _claims_8,
    _remarks_errors,
    y="share of wrong signs",
    y_top="0.5",
)
