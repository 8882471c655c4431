"""A Result as a file; its ending says as what."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from claimwise.core import ParameterError, Result, register
from claimwise.report.forms.html import to_html
from claimwise.report.forms.json import to_json
from claimwise.report.forms.latex import to_latex
from claimwise.report.forms.markdown import to_markdown

REPORTS: dict[str, Callable[[Result], str]] = {
    ".html": to_html,
    ".md": to_markdown,
    ".tex": to_latex,
    ".json": to_json,
}
PICTURES = (".png", ".svg", ".pdf")


@register("report", "file")
def save(result: Result, path: str | Path) -> None:
    """Write the file under another name, then give it its own: a full disk leaves nothing half."""
    target = Path(path)
    form = target.suffix.lower()
    if form not in (*REPORTS, *PICTURES):
        known = ", ".join((*REPORTS, *PICTURES))
        raise ParameterError("save", f"a file ending in {known}", repr(str(path)))
    if form in PICTURES:
        from claimwise.report.forms.figure_file import check_figure_path, draw_figure

        content = draw_figure(result, check_figure_path(target).suffix.lower())
    else:
        content = REPORTS[form](result).encode()
    if not target.resolve().parent.is_dir():
        raise ParameterError("save", "an existing folder", f"none at {target.parent}")
    unfinished = target.with_name(f".{target.name}.part")
    try:
        unfinished.write_bytes(content)
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
