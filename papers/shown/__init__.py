"""How replications are shown: in words, as tables, and as figures."""

from claimwise.report import Presentation, present
from papers.shown import every, gaps, marks, one, panels

__all__ = ["every", "gaps", "marks", "one", "panels"]

present(
    "replication",
    Presentation(
        title=lambda result: "{name}: {title}".format(**result.provenance["settings"]),
        claim=one.replication_head,
        answer=one.replication_answer,
        head=one.replication_head,
        tables=one.replication_tables,
        method=lambda result: (
            f"Published values are those of {result.provenance['settings']['source']}."
        ),
        anchor=lambda result: str(result.provenance["settings"]["name"]),
    ),
)
present(
    "replications",
    Presentation(
        title=lambda _: "Published tables and figures, computed again",
        claim=lambda _: every.QUESTION,
        answer=every.replication_list_answer,
        head=every.replication_list_answer,
        tables=every.replication_list_tables,
        paragraphs=every.replication_list_paragraphs,
        brief=lambda _: [every.MORE],
    ),
)
