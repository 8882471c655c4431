"""What is cited in a report is listed under its references."""

from claimwise.core.references import cite

from .corpus import document_of, result_of


def test_citations_are_short():
    assert cite("Tango (1998), Stat. Med. 17, 891-908") == "Tango 1998"
    four = "Papineni, Roukos, Ward and Zhu (2002), Proc. ACL, 311-318"
    assert cite(four) == "Papineni et al. 2002"


def test_law_what_is_cited_is_listed(command):
    sections = {one.heading: one.texts for one in document_of(command).details}
    (method,), references = sections["How it was done"], sections.get("References", ())
    assert method.endswith(".")
    cited = [cite(reference) for reference in references]
    assert len(set(cited)) == len(cited)
    for short in cited:
        assert short in method
    if "test" in result_of(command).provenance.get("settings", {}):
        assert references
