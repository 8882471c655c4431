"""After the data: what does this study show?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimwise.core.lazy import lazy

if TYPE_CHECKING:
    from claimwise.assess.claims import Claim
    from claimwise.assess.compare import compare
    from claimwise.assess.doctor import doctor

__all__ = ["Claim", "compare", "doctor"]

lazy(__name__)
