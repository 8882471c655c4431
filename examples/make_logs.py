"""Write logs/: two simulated systems on 60 passages with 4 questions each, as lm-eval logs them.

A system that misreads a passage fails on several of its questions, so that questions on one
passage are alike. Run it from the folder of the examples.
"""

import hashlib
import json
from pathlib import Path

import numpy as np

PASSAGES, QUESTIONS = 60, 4
ABILITY = {"base": 0.9, "new": 1.35}


def digest(text):
    """Return the fingerprint by which logs of different systems are matched."""
    return hashlib.sha256(text.encode()).hexdigest()


rng = np.random.default_rng(3)
hard = np.repeat(rng.normal(0, 1.0, PASSAGES), QUESTIONS) + rng.normal(0, 1.2, PASSAGES * QUESTIONS)
for system, ability in ABILITY.items():
    misread = np.repeat(rng.normal(0, 0.9, PASSAGES), QUESTIONS)
    right = ability - hard + misread + rng.logistic(0, 0.6, PASSAGES * QUESTIONS) > 0
    file = Path("logs") / system / "samples_reading.jsonl"
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w", encoding="utf-8", newline="\n") as lines:
        for i in range(PASSAGES * QUESTIONS):
            passage = f"p{i // QUESTIONS + 1:02d}"
            doc = {"passage": passage, "question": f"question {i % QUESTIONS + 1} on {passage}"}
            record = {
                "doc_id": i,
                "doc": doc,
                "target": "yes",
                "filtered_resps": ["yes" if right[i] else "no"],
                "filter": "none",
                "metrics": ["acc"],
                "doc_hash": digest(json.dumps(doc)),
                "target_hash": digest("yes"),
                "acc": float(right[i]),
            }
            lines.write(json.dumps(record) + "\n")
