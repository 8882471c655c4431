"""Raters rate what two systems made of the same items."""

from __future__ import annotations

from claimwise.core.field import METHOD, choice, flag, number, text
from claimwise.core.listed import Listed
from claimwise.kinds.kind import Kind
from claimwise.kinds.layout import BUYING, RATED, SOLVING, WITH_EFFECT
from claimwise.kinds.shared import effect_prior, world

WORLDS = (
    *("extreme-low", "low", "general", "high", "extreme-high"),
    *("card-low", "card-high", "hashimoto-lm"),
)
RATINGS = Kind(
    name="ratings",
    title="Ratings",
    question="Raters rate what two systems made: what could the study show?",
    short="Raters rate what two systems made of the same items.",
    about="""Raters rate what two systems made of the same items.

Analyses without a mixed model are what people do: see how often they find what is not there.""",
    example="--items 100 --ratings-per-item 3 --list-length 25 --effect 0.5t --world general "
    "--test ordinal,linear",
    lists=[Listed("Analyses", "rating analysis")],
    drawn=BUYING,
    varied="--effect 0.2t,0.4t,0.6t",
    fields=(
        world(
            "World to simulate: card-low, card-high, extreme-low, low, general, high, "
            "extreme-high, hashimoto-lm, ... or a file from claimwise fit ratings.",
            WORLDS,
            default="general",
        ),
        *RATED,
        text(
            "effect",
            "Effect",
            "True effect, B minus A, in the world's units; or 0.5t: of the distance between "
            "thresholds; 0.6p: probability that B is rated above A; 0.3r: rating points.",
            main=True,
            varies=True,
            example="0.5t",
            metavar="LIST",
            pattern=r"^-?[0-9]{1,6}(\.[0-9]{1,9})?[tpr]?$",
            shown_when=WITH_EFFECT | {"difference": [None]},
        ),
        number(
            "difference",
            "Difference",
            "True difference, B minus A, in rating points.",
            varies=True,
            metavar="LIST",
            low=-1e6,
            high=1e6,
            shown_when=WITH_EFFECT,
        ),
        number(
            "scale_points",
            "Points of the scale",
            "Points of the rating scale, such as 5; several, such as 2,5,7,100, for a curve of "
            "what the same raters would find on each.",
            group=METHOD,
            varies=True,
            usual="the world's own",
            low=2,
            high=1000,
            step=1,
        ),
        choice(
            "test",
            "Analysis",
            "Analyses, by name, with commas.",
            parameter="model",
            aliases=("--model",),
            group=METHOD,
            choices=("ordinal", "linear", "ordinal,linear", "ordinal-lrt"),
            usual="the world's own",
            metavar="LIST",
        ),
        flag(
            "independent",
            "Independent",
            "Take levels and slopes as uncorrelated.",
            group=METHOD,
            parameter="correlated",
            default=True,
            means=False,
        ),
        effect_prior("the true effect, in the world's units (of a difference in rating points)"),
        *SOLVING,
    ),
)
KINDS = (RATINGS,)
