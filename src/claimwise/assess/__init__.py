"""After the data: what does this study show?

``cw.assess(study, "scores.csv")`` assesses a study; ``cw.compare`` asks without one.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from claimwise.core.lazy import LazyPackage, lazy

if TYPE_CHECKING:
    from claimwise.assess.claims import Claim
    from claimwise.assess.compare import compare
    from claimwise.assess.doctor import doctor

__all__ = ["Claim", "compare", "doctor"]


class Assessing(LazyPackage):
    """The room, which can be called."""

    def __call__(
        self,
        study: Any,
        *data: Any,
        look: int | None = None,
        looked_at: Sequence[float] = (),
        also: Sequence[str] = (),
    ) -> Any:
        """Return what data show about a study: `Study.assess`."""
        return study.assess(*data, look=look, looked_at=looked_at, also=also)


lazy(__name__)
sys.modules[__name__].__class__ = Assessing
