"""What tests of presenters ask: what is said of a result, and of one whose rows are others."""

from dataclasses import replace

from claimwise import report


def said(result):
    """Return the document of a result, without its figures."""
    return report.document(result, figures=False)


def headline(result):
    """Return the headline as plain text."""
    return report.plain(report.answer_of(result).headline)


def told(result):
    """Return headline and lines as one text."""
    answer = report.answer_of(result)
    return " ".join(map(report.plain, (answer.headline, *answer.lines)))


def changed(result, quantity, *names, **values):
    """Return a result with other values in the rows of a quantity, of places with these names."""
    rows = [
        replace(row, **values)
        if row.quantity == quantity and set(names) <= set(row.at.values())
        else row
        for row in result.rows
    ]
    return replace(result, rows=tuple(rows))


def section(document, heading):
    """Return the texts of a part of the details; none where it is not there."""
    return next((one.texts for one in document.details if one.heading == heading), ())


def checklist(document):
    """Return the answers of the checklist, with who asks, by their questions."""
    pairs = (text.partition("\n")[::2] for text in section(document, "Reporting checklist")[1:])
    return dict(pairs)


def asked(result, question):
    """Return the answer of the checklist to the question that has these words."""
    items = checklist(said(result))
    return next(answer for known, answer in items.items() if question in known)
