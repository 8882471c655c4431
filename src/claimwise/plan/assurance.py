"""Assurance: power averaged over what is believed of the true difference."""

from __future__ import annotations

import numpy as np

from claimwise.core import Note, Row, assumed, dropped, meaning
from claimwise.kernels.arrays import Floats
from claimwise.plan.assessing import Reading
from claimwise.plan.design import Answer, Design, possible_sizes
from claimwise.plan.effect_prior import EffectPrior
from claimwise.power.conclusions import Conclusion


def confined(design: Design, prior: EffectPrior) -> tuple[EffectPrior, list[Note]]:
    """Confine a prior to the differences that this design allows, and say what was cut off."""
    below, above = possible_sizes(design.world, -1), possible_sizes(design.world, 1)
    pieces = [(-below[1], -below[0]), above]
    if below[0] == above[0] == 0:
        pieces = [(-below[1], above[1])]
    inside = prior.confined(pieces)
    cut = 1 - inside.mass()
    notes = [
        assumed(
            f"Prior of the true difference: {prior.words}, for averages over it. It is a belief "
            "about the world, and not the prior of the analysis."
        )
    ]
    if cut > 1e-6:
        notes.append(
            dropped(
                f"{cut:.2g} of that prior lies on differences that baseline and agreement make "
                "impossible; it was cut off, and the rest stands for the whole."
            )
        )
    return inside, notes


def average_power(design: Design, n: int, prior: EffectPrior, *, normal: bool = False) -> Answer:
    """Average the power of the test, right sign, over the prior."""

    def power(d: float) -> Floats:
        if not normal:
            return np.array([design.power(n, d)])
        return np.array([0.0 if design.blind(d) else design.normal_power(n, d)])

    value = float(prior.average(power, (0.0,))[0])
    row = Row(quantity="assurance", estimate=value, n=n)
    route = "the normal formula" if normal else "enumeration"
    note = meaning(
        "assurance is the probability that the difference comes out significant and with the "
        "sign of the true one, over both the prior of the true difference and the study; the "
        f"power at each difference is by {route}."
    )
    return [row], [note]


def average_conclusions(design: Design, reading: Reading, n: int, prior: EffectPrior) -> Answer:
    """Average how often the posterior concludes what is true, over the prior."""
    margin = reading.margin
    # With a negative margin the claim is about B alone, and of both systems it may be true.
    rules = {
        side: Conclusion(n, reading.prior, margin, reading.level, less=side < 0)
        for side in ((1, -1) if margin >= 0 else (1,))
    }

    def true_conclusions(d: float) -> Floats:
        world = design.world(d)
        found = [rule.probability(world) for side, rule in rules.items() if side * d > margin]
        return np.array([sum(found)])  # at most one of the two is true

    value = float(prior.average(true_conclusions, (0.0, margin, -margin))[0])
    row = Row(quantity="assurance", at={"analysis": "posterior"}, estimate=value, n=n)
    at = f"by more than {margin:g} " if margin > 0 else ""
    note = (
        f"assurance[posterior] is the probability that the posterior is sure that one system is "
        f"ahead {at}and that this is true."
    )
    if margin < 0:
        note = (
            "assurance[posterior] is the probability that the posterior is sure that B is less "
            f"than {-margin:g} below A and that this is true."
        )
    return [row], [meaning(note)]
