"""What columns can be and how people call them: the one table of roles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

LABELS, SCORES, COUNTS, WORDS = "labels", "scores", "counts", "words"
# What a column may hold to play a role; of a column that was not looked at, anything.
FITS = {
    LABELS: ("number", "verdict", "text", "empty"),
    SCORES: ("number", "verdict", "empty"),
    COUNTS: ("number", "empty"),
    WORDS: ("verdict", "text", "empty"),
}


@dataclass(frozen=True, slots=True)
class Role:
    """What a column can be, and how people call it.

    Parameters
    ----------
    says : str
        What it is, in a few words.
    names : tuple of str
        Names that mean this role, the preferred one first. Capitals do not matter, and a blank or
        a hyphen counts as an underscore.
    equal : tuple of str
        Names that mean it where none of `names` is there; of several such columns none is
        preferred, and the user is asked.
    last : tuple of str
        Names that other columns have too: they count where nothing else is there, and are asked
        about like `equal`.
    holds : str
        What such a column holds, one of `FITS`.
    """

    says: str
    names: tuple[str, ...]
    equal: tuple[str, ...] = ()
    last: tuple[str, ...] = ()
    holds: str = LABELS

    @property
    def known(self) -> tuple[str, ...]:
        """Every name."""
        return (*self.names, *self.equal, *self.last)


_SYSTEM = ("system", "model", "system_name", "model_name", "model_id", "agent", "condition")
_RATER = (
    *("rater", "annotator", "judge", "worker", "participant", "evaluator", "rater_id"),
    *("annotator_id", "judge_id", "worker_id", "participant_id"),
)
_RUN = ("run", "seed", "epoch", "repeat", "trial", "replicate", "attempt", "run_id")
ROLES: dict[str, Role] = {
    "item": Role(
        "what was answered: a question, a problem, a document",
        (
            *("item", "item_id", "question_id", "qid", "query_id", "example_id", "instance_id"),
            *("doc_id", "problem_id", "prompt_id", "sentence_id", "task_id", "sample_id", "id"),
            *("uid", "key", "input", "question", "example", "query", "problem", "prompt"),
            *("sample", "sentence", "text", "idx", "index"),
            "unnamed:_0",  # what a data frame writes before its first column
        ),
        last=(
            *("task", "case", "row", "line", "number", "no", "nr", "#", "filename", "file"),
            *("name", "title", "doc", "document"),
        ),
    ),
    "system": Role("who answered", _SYSTEM),
    "score": Role(
        "how good the answer was: a number, or true/false, yes/no, pass/fail, C/I",
        ("score", "correct", "is_correct", "acc", "accuracy", "value"),
        equal=(
            *("right", "success", "passed", "pass", "resolved", "solved", "reward", "rating"),
            *("win", "won", "exact_match", "em", "f1", "token_f1", "rouge", "rouge1", "rouge2"),
            *("rouge_1", "rouge_2", "rougel", "rouge_l", "rougelsum", "bleu", "sacrebleu", "chrf"),
            *("ter", "wer", "cer", "meteor", "bertscore", "comet", "loss", "perplexity", "ppl"),
            *("bits_per_byte", "latency", "error", "mae", "mse", "rmse", "brier"),
        ),
        last=("judge", "oracle"),
        holds=SCORES,
    ),
    "metric": Role("what the score measures", ("metric", "metric_name"), holds=WORDS),
    "dataset": Role(
        "the data set of the item", ("dataset", "task", "benchmark", "subset", "evaluation_name")
    ),
    "run": Role("which of several attempts at the item", _RUN),
    "order": Role(
        "in which place it was shown or answered",
        ("order", "position", "place", "presentation_order", "trial_order", "shown_at"),
        holds=COUNTS,
    ),
    "rater": Role("who judged the answer", _RATER),
    "cluster": Role(
        "what items belong to together, such as a passage",
        (
            *("cluster", "group", "passage", "document", "doc", "conversation", "dialogue", "user"),
            *("cluster_id", "group_id", "passage_id", "document_id", "conversation_id"),
            *("dialogue_id", "user_id", "story", "story_id", "article", "article_id"),
            *("context_id", "doc_id"),
        ),
    ),
    "gold": Role("the right answer", ("gold", "reference", "label", "target", "ground_truth")),
    "prediction": Role(
        "what the system said", ("prediction", "output", "response", "answer", "predicted", "pred")
    ),
    # Totals have no items.
    "correct": Role(
        "totals: how many items were right",
        ("correct", "hits", "n_correct", "num_correct"),
        last=("right",),
        holds=COUNTS,
    ),
    "n": Role(
        "totals and surveys: of how many items",
        ("n", "total", "items", "n_items", "num_items", "n_total", "size"),
        holds=COUNTS,
    ),
    "accuracy": Role(
        "totals: the share or per cent of right answers, where they are not counted",
        ("accuracy", "acc", "score", "exact_match", "em", "pass_rate", "success_rate"),
    ),
    # Ratings and judgements.
    "rating": Role(
        "ratings: a level of a scale", ("rating", "score", "response", "value", "y", "likert")
    ),
    "winner": Role(
        "judgements: the system that won, or a tie",
        ("winner", "preference", "preferred", "choice", "judgement", "judgment", "verdict"),
    ),
    "first": Role(
        "judgements: the system shown first or on the left",
        ("first", "left", "model_a", "system_a", "a", "model_x", "system_x"),
    ),
    "second": Role(
        "judgements: the system shown second or on the right",
        ("second", "right", "model_b", "system_b", "b", "model_y", "system_y"),
    ),
    # Several answers to each item.
    "source": Role(
        "answers: whose they are, a system's or the gold standard's", ("source", *_SYSTEM)
    ),
    "response": Role(
        "answers: one of several to an item",
        ("response", "answer", "score", "value", "rating", "label"),
    ),
    "responder": Role("answers: who of the source gave it", ("responder", *_RATER, *_RUN)),
    # Log-likelihoods.
    "likelihood": Role(
        "perplexity: the log-likelihood of a text",
        ("loglik", "loglikelihood", "log_likelihood", "logprob", "log_prob", "ll"),
        holds=SCORES,
    ),
    "count": Role(
        "perplexity: how many tokens, words or bytes it has",
        ("tokens", "words", "count", "n_tokens", "num_tokens", "n_words", "bytes", "length"),
        holds=COUNTS,
    ),
    # Published comparisons.
    "baseline": Role(
        "surveys: the score of the baseline",
        ("baseline", "previous_best", "accuracy_a", "score_a"),
    ),
    "new": Role(
        "surveys: the score of the new system", ("new", "candidate", "accuracy_b", "score_b")
    ),
    "candidate": Role(
        "past comparisons: the accuracy of the candidate", ("candidate", "accuracy_b", "accuracy")
    ),
    "difference": Role("past comparisons: the gain", ("difference", "gain", "effect")),
    "agreement": Role("surveys: how often both systems agree", ("agreement", "overlap")),
    "expected": Role("surveys: the difference to expect", ("expected", "expected_difference")),
    "sd": Role("surveys: the standard deviation of the differences", ("sd",)),
    "low": Role("surveys: the lowest possible score", ("low", "min")),
    "high": Role("surveys: the highest possible score", ("high", "max")),
    "name": Role("surveys: what the comparison is called", ("name", "model", "system")),
    "task": Role("surveys: the data set", ("task", "dataset")),
    "paper": Role("surveys: where it was published", ("paper", "source", "link")),
}
# What each question looks for; a column that an earlier role has is not asked for a later one.
OF_SCORES = (
    *("item", "system", "score", "metric", "dataset", "run", "order", "rater", "cluster"),
    *("gold", "prediction"),
)
OF_TOTALS = ("correct", "n", "accuracy")
OF_RATINGS = ("rating", "system", "rater", "item")
OF_JUDGEMENTS = ("winner", "rater", "item", "first", "second")
OF_ANSWERS = ("item", "source", "response", "responder")
OF_LIKELIHOODS = ("likelihood", "count")
OF_SURVEYS = (
    *("n", "baseline", "new", "agreement", "expected", "sd", "low", "high"),
    *("name", "task", "paper"),
)
OF_PAST_COMPARISONS = ("baseline", "candidate", "difference", "agreement", "task")


def plain(name: str) -> str:
    """Return a column's name as it is looked up.

    >>> plain(" Exact-Match "), plain("Unnamed: 0")
    ('exact_match', 'unnamed:_0')
    """
    return name.strip().lower().replace(" ", "_").replace("-", "_")


def plays(name: str, role: str) -> bool:
    """Whether a column is called like one of a role."""
    return plain(name) in ROLES[role].known


def is_id(name: str) -> bool:
    """Whether a column is called like one that names something, and so holds no scores.

    >>> is_id("question_id"), is_id("Unnamed: 0"), is_id("candid"), is_id("gpt-4")
    (True, True, False, False)
    """
    word = plain(name)
    return word in ROLES["item"].names or word.endswith(("_id", "_idx", "_index"))


def tabled(wanted: Iterable[str] = ROLES) -> str:
    """Return the roles and their names as a table in Markdown, for the documentation."""
    lines = ["| role | what it is | names |", "|---|---|---|"]
    for role in wanted:
        known = ROLES[role]
        lines.append(f"| {role} | {known.says} | {', '.join(f'`{n}`' for n in known.known)} |")
    return "\n".join(lines) + "\n"
