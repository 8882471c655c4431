"""Write agreement.json: alpha by the package krippendorff 0.9.0 of PyPI, for small tables.

Run in an environment that has it: python tests/golden/agreement.py
"""

import json
from pathlib import Path

import numpy as np

LEVELS = ("nominal", "ordinal", "interval", "ratio")


def tables(rng: np.random.Generator) -> list[np.ndarray]:
    """Raters by units; a fifth of the ratings is missing."""
    truth = rng.normal(size=(6, 25))
    noisy = [truth[i] + 0.8 * rng.normal(size=(3 + i % 3, 25)) for i in range(6)]
    found = [
        np.round(noisy[0]).clip(-2, 2) + 3,
        np.round(2 * noisy[1]).clip(0, 5),
        (noisy[2] > 0.5).astype(float),
        np.round(50 + 20 * noisy[3]).clip(0, 100),
        np.round(np.exp(3 * noisy[4]), 6),
        np.round(1000 + noisy[5], 6),
    ]
    for table in found:
        table[rng.random(table.shape) < 0.2] = np.nan
    return found


def main() -> None:
    import krippendorff  # which only this script needs

    cases = []
    for table in tables(np.random.default_rng(2011)):
        alpha = {
            level: krippendorff.alpha(reliability_data=table, level_of_measurement=level)
            for level in LEVELS
        }
        rows = [[None if np.isnan(x) else float(x) for x in row] for row in table]
        cases.append({"table": rows, "alpha": alpha})
    text = json.dumps({"version": "0.9.0", "cases": cases})
    Path(__file__).with_suffix(".json").write_text(text + "\n")


if __name__ == "__main__":
    main()
