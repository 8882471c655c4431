"""The published regressions of Card et al. (2020), tables 5 to 8, for accuracies in [0, 1].

Table 5 stands with the coefficients that the authors' code used; with the two digits of
equation 2 the detectable differences move by up to a tenth. Its outcome is the share of
identical predicted labels, which for tasks of more than two classes is not quite the share
of identical verdicts. Residual standard deviations of tables 5, 6 and 8 follow from the
published log-likelihoods.
"""

from __future__ import annotations

import numpy as np

from claimwise.worlds.regression import Regression

_AGREEMENT_TERMS = ("intercept", "min_accuracy", "difference")

AGREEMENT = {
    "glue": Regression(
        outcome="agreement",
        terms=_AGREEMENT_TERMS,
        coefficients=np.array([0.41422307, 0.58187475, -0.46624237]),
        standard_errors=np.array([0.019, 0.021, 0.028]),
        r_squared=0.966,
        n=270,
        source="regression over GLUE systems, Card et al. 2020, table 5",
        residual_sd=0.0118,
    ),
    "squad2": Regression(
        outcome="agreement",
        terms=_AGREEMENT_TERMS,
        coefficients=np.array([0.4339, 0.5932, -1.2849]),
        standard_errors=np.array([0.091, 0.101, 0.588]),
        r_squared=0.944,
        n=14,
        source="regression over SQuAD 2.0 systems, Card et al. 2020, table 6",
        residual_sd=0.0203,
    ),
}

# Tables 7 and 8; table 7 is printed in percentage points.
EFFECT = {
    "glue": Regression(
        outcome="difference",
        terms=(
            "intercept",
            "baseline",
            "task=MNLI-mm",
            "task=MRPC",
            "task=QNLI",
            "task=QQP",
            "task=RTE",
            "task=SST-2",
            "task=WNLI",
        ),
        coefficients=np.array(
            [
                0.2434198,
                -0.26448,
                0.0015022,
                0.0002329,
                0.0213868,
                -0.0019477,
                0.0101840,
                0.0153628,
                -0.0051979,
            ]
        ),
        standard_errors=np.array(
            [0.02837, 0.032, 0.00621, 0.00622, 0.00639, 0.00719, 0.00628, 0.00686, 0.00789]
        ),
        r_squared=0.690,
        n=61,
        source="regression over claims in GLUE papers, Card et al. 2020, table 7",
        residual_sd=0.01309,
        base_task="MNLI-m",
    ),
    "squad2": Regression(
        outcome="difference",
        terms=("intercept", "baseline"),
        coefficients=np.array([0.1331, -0.1408]),
        standard_errors=np.array([0.023, 0.028]),
        r_squared=0.672,
        n=14,
        source="regression over SQuAD 2.0 records, Card et al. 2020, table 8",
        residual_sd=0.0100,
    ),
}
