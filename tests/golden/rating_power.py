"""Simulated ratings of a small study, for rating_power.R: python rating_power.py > ratings.csv"""

import csv
import sys

from claimwise.core import block_rng
from claimwise.designs import lists
from claimwise.worlds.rating_presets import preset

STUDIES = 6

if __name__ == "__main__":
    design, world = lists(30, 3, 15), preset("general").at(0.62)
    ratings = world.draw(design, block_rng(5, 0, 0), STUDIES) + 1
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["rater", "item", "system", *(f"y{k + 1}" for k in range(STUDIES))])
    columns = (design.rater, design.item, design.system, *ratings)
    writer.writerows(zip(*(column.tolist() for column in columns), strict=True))
