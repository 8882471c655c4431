"""After the data: what does this study show?"""

from claimwise.assess.claims import Claim
from claimwise.assess.compare import compare
from claimwise.assess.doctor import doctor

__all__ = ["Claim", "compare", "doctor"]
