"""Write survey.csv: published comparisons of 14 simulated papers on four tasks.

Each paper brings a system that is truly a little better than the best so far. Both are scored on
the test set of each task, by chance. A gain below one point is left out of the paper half of the
time, a loss nearly always. Some papers report how often both systems agree; one forgets a size.
"""

import csv
import sys

import numpy as np

from claimwise.worlds import PairedAccuracy

rng = np.random.default_rng(2020)
SIZES = {"commonsense": 280, "paraphrase": 1700, "entailment": 3000, "reading": 9800}
best = {"commonsense": 0.70, "paraphrase": 0.84, "entailment": 0.72, "reading": 0.82}

writer = csv.writer(sys.stdout, lineterminator="\n")
writer.writerow(["paper", "name", "task", "n", "baseline", "new", "agreement", "claimed"])
for paper in range(1, 15):
    for task, n in SIZES.items():
        gain = max(0.0, rng.normal(0.09 * (1.0 - best[task]), 0.012))
        usual = 0.40 + 0.58 * best[task] + rng.normal(0, 0.01)
        least = gain + 2 * best[task] - 0.99  # with less, some items would be wrong twice over
        cells = PairedAccuracy(gain, min(1 - 1.3 * gain, max(usual, least)), best[task]).cells()
        right, only_new, only_old, wrong = rng.multinomial(n, list(cells.values()))
        old, new = right + only_old, right + only_new
        published = rng.random() < (0.05 if new <= old else 0.5 if new - old < 0.01 * n else 1.0)
        best[task] = min(0.96, best[task] + gain)
        if not published:
            continue
        size = "" if (paper, task) == (9, "entailment") else n
        agreement = f"{100 * (right + wrong) / n:.1f}" if paper % 3 == 0 else ""
        scores = (f"{100 * old / n:.1f}", f"{100 * new / n:.1f}")
        claimed = "yes" if new - old >= 0.01 * n else "no"  # in its text, not only in a table
        writer.writerow(
            [f"paper {paper:02d}", f"system-{paper:02d}", task, size, *scores, agreement, claimed]
        )
