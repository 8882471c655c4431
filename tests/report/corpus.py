"""One result of every kind that a verb makes, with the Python lines that give it again."""

import io
import shlex
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout, suppress
from functools import cache
from pathlib import Path
from unittest import mock

from claimwise import report
from claimwise.cli.main import main
from claimwise.cli.output import Output

ROOT = Path(__file__).parents[2]
TEXTS = "examples/translations/base.txt examples/translations/new.txt"
REFERENCES = "--references examples/translations/reference.txt"
FEW = "--replicates 40 --seed 1"
COMMANDS = [
    "plan accuracy --n 500 --difference 0.02 --agreement 0.9",
    "plan accuracy --n 1725 --baseline 0.92 --agreement-from glue --solve mde",
    "plan accuracy --n 1725 --baseline 0.92 --agreement-from lachenbruch --solve mde",
    "plan accuracy --difference 0.01 --agreement 0.93 --solve n",
    "plan accuracy --pilot examples/validation.csv --n 3000",
    "plan accuracy --n 60 --difference 0.02 --agreement 0.97",
    "plan accuracy --n 60 --difference 0 --agreement 0.9",
    "plan accuracy --n 60 --difference 0.1 --agreement 0.8 --by simulation --replicates 200 "
    "--seed 3",
    "plan accuracy --n 60 --difference 0.1 --agreement 0.8 --by normal",
    "plan accuracy --n 200 --baseline 0.69 --difference 0.035 --assess posterior --margin 0.01 "
    "--replicates 60 --seed 1",
    "plan accuracy --n 400 --difference 0 --agreement 0.9 --claim non-inferiority --margin 0.02",
    "plan accuracy --n 400 --difference 0 --agreement 0.9 --claim equivalence --margin 0.02",
    "plan accuracy --n 200 --difference 0.03 --agreement 0.85 --looks 4 --replicates 200 --seed 1",
    "plan accuracy --n 200 --difference 0.03 --agreement 0.85 --spending anytime --replicates 50 "
    "--seed 1",
    "plan accuracy --pilot examples/validation.csv --n 1000 --uncertain",
    "plan accuracy --n 500 --difference 0.02 --agreement 0.9 --effect-prior normal:0.03:0.02",
    "plan accuracy --n 200:1000:400 --difference 0.01,0.02 --agreement 0.9",
    "plan accuracy --n 200,400 --difference 0.02 --agreement 0.9",
    "plan proportions --n 1725 --baseline 0.92 --solve mde",
    "plan proportions --n 200 --baseline 0.8 --difference 0.1",
    "plan preference --n 100 --win 0.65 --lose 0.35",
    "plan means --n 300 --difference 0.05 --sd 0.4",
    "plan means --n 300 --difference 0.05 --sd 0.4 --claim non-inferiority --margin 0.02",
    f"plan bleu --n 300 --difference 1 {FEW} --solve power",
    f"plan f1 --tables examples/confusion.toml --n 300 {FEW} --solve power",
    f"plan responses --items 50 --responses 3 --epsilon-b 0.1 --metric mae,wins {FEW}",
    f"plan responses --budget 200 --epsilon-b 0.1 --metric mae --solve split {FEW}",
    f"plan pilot {TEXTS} {REFERENCES} --metric bleu --n 300 --difference 0.5 {FEW} --solve power",
    "plan ratings --items 20 --ratings-per-item 3 --list-length 10 --effect 0.2t,0.5t "
    f"--world general --model linear {FEW}",
    "plan ratings --items 20 --ratings-per-item 3 --list-length 10 --effect 0.5t --world general "
    f"--model linear {FEW}",
    "plan judgements --items 30 --per-item 3 --list-length 10 --win 0.6 --lose 0.4 --rater-sd 0.5 "
    f"--item-sd 0.8 --model linear {FEW}",
    "compare examples/arc.csv --a reading-strategies --b bert",
    "compare examples/arc.csv --a reading-strategies --b bert "
    "--assess test,interval,posterior,bayes-factor --margin 0.01",
    "compare examples/leaderboard.csv",
    "compare examples/leaderboard.csv --baseline bert --correct none",
    "compare examples/leaderboard.csv --a bert --b roberta",
    "compare examples/leaderboard.csv --a bert --b albert",
    "compare examples/leaderboard.csv --a bert --b albert --claim equivalence --margin 0.08",
    "compare examples/leaderboard.csv --a roberta --b electra --claim non-inferiority "
    "--margin 0.05",
    "compare examples/leaderboard.csv --a bert --b roberta --assess posterior,bayes-factor "
    "--rope 0.01",
    "compare examples/leaderboard.csv --correct max-t --assess test,interval,posterior "
    "--resamples 500",
    "compare examples/sentiment.csv",
    "compare examples/latency.csv --model metric --assess posterior --rope -5:5",
    "compare examples/ner.csv --metric f1:macro --a base --b new --resamples 500",
    f"compare {TEXTS} {REFERENCES} --metric bleu,chrf --resamples 500",
    "compare examples/responses.csv --gold gold --a base --b new --metric wins:mae --resamples 500",
    "compare examples/validation.csv --looks 4 --look 2",
    "compare examples/validation.csv --effects odds-ratio,superiority",
    "compare tests/report/awkward.csv",
    "compare tests/report/holes.csv",
    "compare tests/report/sets.csv",
    "compare examples/validation.csv --unpaired",
    "compare examples/validation.csv --spending anytime",
    "compare examples/latency.csv --better lower",
    "ratings examples/ratings.csv --model linear",
    "judgements examples/judgements.csv --a base --b new",
    "study check examples/study.toml",
    "study power examples/study.toml",
    "study assess examples/study.toml examples/validation.csv",
    "doctor examples/leaderboard.csv",
    "doctor tests/report/holes.csv",
    "calibrate responses --epsilon-b 0,0.1 --items 30 --metric mae --procedure item-swap "
    "--replicates 30 --resamples 100 --seed 1",
    "calibrate accuracy --n 40 --agreement 0.8 --difference 0.1,-0.2",
    "calibrate accuracy --n 20 --agreement 0.9 --baseline 0.7 --test none "
    f"--interval newcombe-paired,wald-paired {FEW}",
    f"calibrate means --n 20 --shape skewed --difference 0.5 --resamples 100 {FEW}",
    f"calibrate means --n 20 --cluster-size 5 --icc 0.3 --resamples 100 {FEW}",
    "survey examples/survey.csv",
    "survey examples/survey.csv --where claimed=yes --agreement-from lachenbruch --by normal",
    "survey examples/survey.csv --unpaired --fit-where task=reading",
    "fit agreement tests/report/past.csv",
    f"fit bleu {TEXTS} {REFERENCES} --json",
    "fit responses examples/responses.csv --json",
]


@cache
def made(command):
    """Return the result that a command shows, and the Python lines that it tells."""
    got = []

    def keep(self, result, *, python="", **_):
        got.append((result, python))
        return []

    given = mock.patch.object(sys, "argv", ["claimwise", *shlex.split(command)])
    shown = mock.patch.object(Output, "show", keep)
    err = io.StringIO()
    quiet = redirect_stdout(io.StringIO())
    with quiet, redirect_stderr(err), chdir(ROOT), given, shown, suppress(SystemExit):
        main()
    assert len(got) == 1, err.getvalue()
    return got[0]


def result_of(command):
    """Return the result that a command shows."""
    return made(command)[0]


@cache
def document_of(command):
    """Return the document of the result, with its command."""
    return report.document(result_of(command), command=f"claimwise {command}", python="x = {1: 2}")
