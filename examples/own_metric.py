"""Word error rate: edits per word of the reference. An example of a metric of one's own.

Use it by its path: claimwise compare ... --metric examples/own_metric.py
"""

TAKES = "text"  # or label, number, ranking, ...: what gold and predicted hold
BETTER = "lower"


def item_stats(gold, predicted):
    """Return what each item adds to the sums: its edits, and the words of its reference."""
    rows = []
    for references, text in zip(gold, predicted, strict=True):
        wanted, given = references[0].split(), text.split()
        rows.append([edits(wanted, given), len(wanted)])
    return rows


def score(totals):
    """Return the score from the sums, which stand on the last axis."""
    return totals[..., 0] / totals[..., 1]


def edits(wanted, given):
    """Count the words to insert, delete or replace."""
    row = list(range(len(given) + 1))
    for i, word in enumerate(wanted, 1):
        last, row = row, [i]
        for j, other in enumerate(given, 1):
            row.append(min(last[j] + 1, row[-1] + 1, last[j - 1] + (word != other)))
    return row[-1]
