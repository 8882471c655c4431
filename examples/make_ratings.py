"""How ratings.csv was made: 12 raters, 40 items, three systems, a scale from 1 to 5.

Each rater sees every item once, under one of the systems; every item is rated four times under
each system. Effects are drawn once, from a fixed seed.
"""

import csv

import numpy as np

SYSTEMS = {"baseline": 0.0, "small": 0.3, "large": 0.8}
CUTS = [-1.6, -0.6, 0.5, 1.6]

rng = np.random.default_rng(2024)
raters = rng.normal(0, 0.7, 12)
items = rng.normal(0, 0.5, 40)
by_rater = rng.normal(0, 0.3, (12, 3))
by_item = rng.normal(0, 0.4, (40, 3))
rows = []
for r in range(12):
    for i in range(40):
        s = (r + i) % 3
        latent = list(SYSTEMS.values())[s] + raters[r] + items[i] + by_rater[r, s] + by_item[i, s]
        rating = 1 + int(np.searchsorted(CUTS, latent + rng.normal()))
        rows.append((f"rater-{r + 1:02d}", f"item-{i + 1:02d}", list(SYSTEMS)[s], rating))
with open("examples/ratings.csv", "w", newline="") as file:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["rater", "item", "system", "rating"])
    writer.writerows(rows)
