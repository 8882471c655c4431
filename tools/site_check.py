"""Look through the built site: nothing may be fetched from elsewhere, every link must arrive.

`python tools/site_check.py site` prints what is wrong and exits with 1, or says nothing.
"""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# What a browser fetches without being asked; the rel of a link that only names something.
FETCHED = {
    "script": "src",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "video": "src",
    "audio": "src",
    "embed": "src",
    "object": "data",
    "link": "href",
}
NAMED_ONLY = {"canonical", "alternate", "prev", "next", "author", "license", "edit"}
STYLE_URL = re.compile(r"""(?:url\(\s*['"]?|@import\s+['"])((?:https?:)?//[^'")\s]+)""")


class Page(HTMLParser):
    """What a page fetches, where it links to, and which places it has."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        super().__init__()
        self.fetched: list[str] = []
        self.links: list[str] = []
        self.places: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag fetches, links to, or can be linked by."""
        values = {key: value or "" for key, value in attrs}
        self.places.update(value for key, value in values.items() if key in ("id", "name"))
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        rel = set(values.get("rel", "").split())
        if tag in FETCHED and FETCHED[tag] in values and not rel & NAMED_ONLY:
            self.fetched.append(values[FETCHED[tag]])
        self.fetched += STYLE_URL.findall(values.get("style", ""))


def faults(site: Path) -> list[str]:
    """Return a sentence for everything that is wrong with the site."""
    pages: dict[Path, Page] = {}
    for file in sorted(site.rglob("*.html")):
        pages[file] = Page()
        pages[file].feed(file.read_text("utf-8"))
    found = [] if pages else [f"{site} has no page."]
    for file, page in pages.items():
        at = file.relative_to(site)
        for address in page.fetched:
            if urlsplit(address).netloc or not _target(site, file, address).is_file():
                found.append(f"{at} fetches {address}.")
        if at.name == "404.html":  # its links are from the root of wherever it is served
            continue
        for link in page.links:
            wrong = _wrong(site, file, link, pages)
            found += [f"{at} links to {link}, {wrong}."] if wrong else []
    for file in sorted(site.rglob("*.css")):
        for address in STYLE_URL.findall(file.read_text("utf-8")):
            found.append(f"{file.relative_to(site)} fetches {address}.")
    return found


def _wrong(site: Path, file: Path, link: str, pages: dict[Path, Page]) -> str:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return ""
    target = _target(site, file, link)
    if not target.is_file():
        return "which is not there"
    place = unquote(parts.fragment)
    if place and target in pages and place not in pages[target].places:
        return "which has no such place"
    return ""


def _target(site: Path, file: Path, link: str) -> Path:
    path = unquote(urlsplit(link).path)
    if not path:
        return file
    start = site if path.startswith("/") else file.parent
    target = (start / path.lstrip("/")).resolve()
    return target / "index.html" if target.is_dir() else target


if __name__ == "__main__":
    wrong = faults(Path(sys.argv[1]).resolve())
    for fault in wrong:
        print(fault, file=sys.stderr)
    sys.exit(1 if wrong else 0)
