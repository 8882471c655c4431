"""Approximate randomisation of BLEU beside sacrebleu's, in the same run.

With the WMT17 systems of ../shared/data/mt where they are (6 systems against the baseline, 3,004
sentences), with sentences of our own of the same number otherwise. CPU seconds; ratios say more.
"""

from __future__ import annotations

import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from sacrebleu.metrics import BLEU
from sacrebleu.significance import PairedTest

import claimwise as cw
from claimwise.data import read_outputs
from claimwise.htest.corpus import swap_pvalues
from claimwise.metrics import find_metric, measure

MT = Path(__file__).parents[1].parent / "shared" / "data" / "mt"
BASELINE = "LIUM-NMT"
TRIALS = 10_000


def cpu(work: Callable[[], object], runs: int = 1) -> tuple[float, object]:
    times, answer = [], None
    for _ in range(runs):
        start = time.process_time()
        answer = work()
        times.append(time.process_time() - start)
    return min(times), answer


def files(folder: Path) -> tuple[list[Path], Path]:
    """Return the systems, the baseline first, and the references."""
    if MT.is_dir():
        names = sorted(p.stem for p in MT.glob("*.de") if p.stem not in (BASELINE, "reference"))
        return [MT / f"{name}.de" for name in (BASELINE, *names)], MT / "reference.de"
    rng = np.random.default_rng(1)
    words = np.array([f"w{i}" for i in range(3000)])
    reference = [list(rng.choice(words, rng.integers(8, 30))) for _ in range(3004)]
    paths = []
    for system in range(7):
        lines = [
            " ".join(w if rng.random() < 0.7 else str(rng.choice(words)) for w in line)
            for line in reference
        ]
        paths.append(folder / f"system{system}.txt")
        paths[-1].write_text("\n".join(lines) + "\n")
    (folder / "reference.txt").write_text("\n".join(" ".join(line) for line in reference) + "\n")
    return paths, folder / "reference.txt"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        systems, reference = files(Path(folder))
        texts = {p.stem: p.read_text(encoding="utf-8").split("\n")[:-1] for p in systems}
        golds = reference.read_text(encoding="utf-8").split("\n")[:-1]

        def theirs() -> object:
            metric = BLEU(tokenize="none", references=[golds])
            named = list(texts.items())
            test = PairedTest(named, {"BLEU": metric}, None, "ar", TRIALS, n_jobs=1)
            return test()[1]["BLEU"]

        def statistics() -> object:
            metric = BLEU(tokenize="none", references=[golds])
            return [metric._extract_corpus_statistics(lines, None) for lines in texts.values()]

        whole, found = cpu(theirs)
        extraction, _ = cpu(statistics)

        def ours() -> object:
            return cw.compare(
                *systems,
                references=reference,
                metric="bleu:tokenize=none",
                baseline=systems[0].stem,
                assess="test",
                correct="none",
            )

        end_to_end, result = cpu(ours)
        outputs = read_outputs(*systems, references=reference)
        corpus = measure(find_metric("bleu:tokenize=none"), outputs)
        others = list(range(1, len(systems)))
        resampling, _ = cpu(lambda: swap_pvalues(corpus, 0, others, "two-sided", TRIALS, 0), 5)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(
        f"{len(systems) - 1} systems against {systems[0].stem}, {len(golds):,} sentences, "
        f"{TRIALS:,} swaps, CPU seconds"
    )
    print(
        f"  resampling: sacrebleu {whole - extraction:.2f}, claimwise {resampling:.3f}: "
        f"{(whole - extraction) / resampling:.0f}x (goal 30x)"
    )
    print(
        f"  end to end: sacrebleu {whole:.2f}, claimwise {end_to_end:.2f}: "
        f"{whole / end_to_end:.1f}x (goal 8x)"
    )
    print(f"  peak memory of this process {peak:.2f} GiB")
    for path, theirs_ in zip(systems[1:], found[1:], strict=True):
        row = result[f"difference[{path.stem} vs {systems[0].stem}]"]
        print(f"  {path.stem:<20} p {row.pvalue:.4f}, sacrebleu {theirs_.p_value:.4f}")


if __name__ == "__main__":
    main()
