"""Write latency.csv, counts.csv and sentiment.csv: two simulated systems on the same items.

Latencies in milliseconds with a few slow answers; errors in a document, where long documents have
more of both; ratings of sentiment from 1 to 5.
"""

import csv
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent


def write(name: str, columns: dict[str, np.ndarray], item: str) -> None:
    """Write one row for each item and system."""
    with (FOLDER / name).open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["item", "system", "score"])
        for place in range(len(next(iter(columns.values())))):
            for system, column in columns.items():
                writer.writerow([f"{item}{place + 1:03d}", system, column[place]])


rng = np.random.default_rng(11)
length = rng.normal(0, 30, 120)
cached = 240 + length + 12 * rng.standard_t(4, 120)
plain = 252 + length + 12 * rng.standard_t(4, 120)
write("latency.csv", {"plain": plain.round(1), "cached": cached.round(1)}, "prompt")

size = np.exp(rng.normal(0, 0.6, 90))
old = rng.poisson(6.0 * size * rng.gamma(6, 1 / 6, 90))
new = rng.poisson(4.8 * size * rng.gamma(6, 1 / 6, 90))
write("counts.csv", {"old": old, "new": new}, "doc")

shared = rng.normal(0, 0.9, 100)
latent = {
    "base": shared + rng.normal(0, 0.8, 100),
    "tuned": 0.35 + shared + rng.normal(0, 0.8, 100),
}
cuts = [-1.1, -0.3, 0.4, 1.3]
write("sentiment.csv", {k: np.digitize(v, cuts) + 1 for k, v in latent.items()}, "review")
