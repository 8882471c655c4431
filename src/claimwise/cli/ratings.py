"""claimwise ratings: what do the raters say?"""

from claimwise.cli.grouped import command_of
from claimwise.verbs.ratings import RATINGS

ratings = command_of(RATINGS)
