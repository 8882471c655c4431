"""The page itself: its own files, and Vega, bundled from an installed package."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import FileResponse, Response

from claimwise.web.refusals import refusal

STATIC = Path(__file__).parent / "static"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
}
VIEW_PATHS = ("/", "/plan", "/plan/{kind}", "/compare", "/ratings", "/responses", "/study")
BUNDLE = "window.vegaEmbed = vegaEmbed;"

router = APIRouter(include_in_schema=False)


def page(kind: str = "") -> Response:
    """Return the page; its script reads the rest from the address."""
    return FileResponse(STATIC / "index.html", media_type=TYPES[".html"])


for path in VIEW_PATHS:
    router.get(path)(page)


@router.get("/static/{name}")
def own_file(name: str) -> Response:
    """Return one of the page's own files."""
    known = {file.name: file for file in STATIC.iterdir() if file.suffix in TYPES}
    if name not in known:
        return refusal(404, "There is no such file.")
    return FileResponse(known[name], media_type=TYPES[known[name].suffix])


@router.get("/vega.js")
def vega() -> Response:
    """Return Vega, as one script that sets `vegaEmbed`."""
    headers = {"cache-control": "private, max-age=86400"}
    return Response(bundle(), media_type=TYPES[".js"], headers=headers)


@cache
def bundle() -> bytes:
    """Return the bundle that vl-convert makes; it takes a second, once."""
    import vl_convert

    newest = vl_convert.get_vegalite_versions()[-1]  # the one that belongs to its Vega
    made: str = vl_convert.javascript_bundle(BUNDLE, vl_version=newest)
    return made.encode()
