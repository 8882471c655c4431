"""Make translations/: 200 sentences in 40 documents, a reference and the outputs of two systems.

Made up from a small grammar; a system errs by dropping, repeating, exchanging or confusing words.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

SUBJECTS = "the committee|our neighbour|a young doctor|the city council|her sister|the old driver"
VERBS = "described|opened|ignored|repaired|promised|sold"
OBJECTS = "the new bridge|a long report|the broken clock|two small gardens|the last train|a letter"
PLACES = "near the station|in the north|after the meeting|on Monday|without a word|for the school"
CONFUSED = {
    "described": "depicted",
    "opened": "started",
    "repaired": "mended",
    "letter": "message",
    "report": "account",
    "clock": "watch",
    "neighbour": "friend",
    "committee": "board",
    "without": "with no",
    "near": "close to",
}
ERRORS = {"base": 0.16, "new": 0.125}


def sentence(rng: np.random.Generator) -> list[str]:
    """Return the words of a sentence."""
    parts = [str(rng.choice(part.split("|"))) for part in (SUBJECTS, VERBS, OBJECTS, PLACES)]
    if rng.random() < 0.5:
        parts += ["and", *(str(rng.choice(part.split("|"))) for part in (VERBS, OBJECTS))]
    return [*" ".join(parts).split(), "."]


def translate(words: list[str], rate: float, rng: np.random.Generator) -> list[str]:
    """Return what a system makes of it."""
    said: list[str] = []
    for word in words:
        luck = rng.random()
        if luck < rate / 4 and word != ".":
            continue
        said.append(word)
        if luck < rate / 2 and len(said) > 1:
            said[-2:] = [said[-1], said[-2]]
        elif luck < 3 * rate:
            said[-1] = CONFUSED.get(word, word)
    return said


def written(words: list[str]) -> str:
    """Return a sentence as people write it."""
    text = " ".join(words).replace(" .", ".")
    return text[:1].upper() + text[1:]


def main() -> None:
    """Write the files."""
    rng = np.random.default_rng(20260712)
    folder = Path(__file__).parent / "translations"
    folder.mkdir(exist_ok=True)
    lines: dict[str, list[str]] = {"reference": [], "base": [], "new": [], "documents": []}
    for document in range(1, 41):
        hard = float(np.exp(rng.normal(0.0, 0.4)))
        for _ in range(5):
            words = sentence(rng)
            lines["reference"].append(written(words))
            lines["documents"].append(f"doc{document:02d}")
            for system, rate in ERRORS.items():
                lines[system].append(written(translate(words, min(0.3, rate * hard), rng)))
    for name, texts in lines.items():
        (folder / f"{name}.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
