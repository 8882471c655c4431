"""Write responses.csv: five people and two simulated systems rate the toxicity of 120 comments.

Ratings run from 0 to 1. People differ in how strict they are, comments in how much people
disagree about them. Each system was run with four seeds; "new" errs less than "base".
"""

import csv
from pathlib import Path

import numpy as np

FILE = Path(__file__).parent / "responses.csv"
ITEMS, RATERS, SEEDS = 120, ("ada", "ben", "cleo", "dan", "eve"), 4

rng = np.random.default_rng(2023)
mean = rng.uniform(0.1, 0.9, ITEMS)
spread = rng.uniform(0.02, 0.2, ITEMS)
strict = rng.normal(0, 0.03, len(RATERS))
errors = {"base": 0.3, "new": 0.1}

gold = mean[:, None] + strict + spread[:, None] * rng.normal(size=(ITEMS, len(RATERS)))
sources = {"gold": (RATERS, gold, 0.03)}
for name, error in errors.items():
    own = mean + rng.uniform(-error, error, ITEMS)
    answers = own[:, None] + spread[:, None] * rng.normal(size=(ITEMS, SEEDS))
    sources[name] = (tuple(f"seed{k + 1}" for k in range(SEEDS)), answers, 0.01)

with FILE.open("w", newline="") as file:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["item", "source", "responder", "response"])
    for item in range(ITEMS):
        for name, (people, answers, missing) in sources.items():
            for person, answer in zip(people, answers[item], strict=True):
                if rng.random() >= missing:
                    shown = f"{np.clip(answer, 0, 1):.2f}"
                    writer.writerow([f"c{item + 1:03d}", name, person, shown])
