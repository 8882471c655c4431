"""How judgements.csv was made: 10 raters, 60 items, two systems head to head, with ties.

Every rater judges 30 items, every item is judged five times. Raters and items lean to a system;
all is drawn once, from a fixed seed.
"""

import csv

import numpy as np

rng = np.random.default_rng(2025)
raters = rng.normal(0, 0.7, 10)
items = rng.normal(0, 0.8, 60)
rows = []
for r in range(10):
    for k, i in enumerate(range(r % 2, 60, 2)):
        latent = 0.9 + raters[r] + items[i] + rng.logistic()
        winner = "new" if latent > 0.4 else "base" if latent < -0.4 else "tie"
        first = ("base", "new")[(r // 2 + k) % 2]
        rows.append((f"rater-{r + 1:02d}", f"item-{i + 1:02d}", first, winner))
with open("examples/judgements.csv", "w", newline="") as file:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["rater", "item", "first", "winner"])
    writer.writerows(rows)
