"""A Result as a file; its ending says as what."""

from __future__ import annotations

from pathlib import Path

from claimwise.core import ParameterError, Result, register
from claimwise.core.writing import write_atomically
from claimwise.report.forms.figure_file import check_figure_path, draw_figure
from claimwise.report.forms.form import report_forms
from claimwise.report.forms.json import to_json

PICTURES = (".png", ".svg", ".pdf")


@register("report", "file")
def save(result: Result, path: str | Path) -> None:
    """Write the file, whole or not at all."""
    target = Path(path)
    ending = target.suffix.lower()
    reports = {end: one.write for one in report_forms().values() for end in one.endings}
    reports[".json"] = to_json
    if ending not in (*reports, *PICTURES):
        known = ", ".join((*reports, *PICTURES))
        raise ParameterError("save", f"a file ending in {known}", repr(str(path)))
    if ending in PICTURES:
        content = draw_figure(result, check_figure_path(target).suffix.lower())
    else:
        content = reports[ending](result).encode()
    if not target.resolve().parent.is_dir():
        raise ParameterError("save", "an existing folder", f"none at {target.parent}")
    write_atomically({target: content})
