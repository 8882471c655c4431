"""Write validation.csv: two simulated systems on 400 items, baseline 0.78, candidate 0.81."""

import csv
import sys

import numpy as np

from claimwise.worlds import PairedAccuracy

cells = PairedAccuracy(difference=0.03, agreement=0.91, baseline=0.78).cells()
verdicts = {"both right": (1, 1), "only B": (0, 1), "only A": (1, 0), "both wrong": (0, 0)}
counts = dict(zip(cells, (round(400 * p) for p in cells.values()), strict=True))
pairs = [verdicts[name] for name, count in counts.items() for _ in range(count)]
order = np.random.default_rng(7).permutation(len(pairs))

writer = csv.writer(sys.stdout, lineterminator="\n")
writer.writerow(["item", "system", "correct"])
for number, index in enumerate(order, start=1):
    for system, verdict in zip(("baseline", "candidate"), pairs[index], strict=True):
        writer.writerow([f"q{number:03d}", system, verdict])
