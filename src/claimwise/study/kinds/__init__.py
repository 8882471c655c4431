"""The kinds of study. Each file of this room registers its own."""

from claimwise.core import import_room

import_room(__name__, list(__path__))
