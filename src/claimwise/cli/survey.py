"""claimwise survey: what could published comparisons have shown?"""

from claimwise.cli.grouped import command_of
from claimwise.verbs.survey import SURVEY

survey = command_of(SURVEY)
