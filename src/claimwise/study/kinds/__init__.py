"""The kinds of study. Each file of this room registers its own."""

import sys

from claimwise.core import import_room

import_room(sys.modules[__name__])
