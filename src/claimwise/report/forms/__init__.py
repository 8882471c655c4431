"""The forms of a Document: terminal, HTML, Markdown, LaTeX, notebook, JSON, frames, pictures."""

from claimwise.core import import_room

import_room(__name__, list(__path__))
