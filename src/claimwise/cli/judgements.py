"""claimwise judgements: which system do raters prefer?"""

from claimwise.cli.grouped import command_of
from claimwise.verbs.judgements import JUDGEMENTS

judgements = command_of(JUDGEMENTS)
