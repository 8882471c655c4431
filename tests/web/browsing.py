"""A server and a browser for the tests of the page; and what they look at there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page

REQUIRED = os.environ.get("CLAIMWISE_BROWSER") == "required"  # then nothing is skipped
WAIT = 90_000  # milliseconds: what is waited for comes at once, but machines are busy
CHROMIUM = next(
    (
        found
        for name in ("chromium", "chromium-browser", "google-chrome")
        if (found := shutil.which(name))
    ),
    None,
)


def skip_without_browser() -> None:
    """Skip a file of tests where there is no browser, unless one is required."""
    if REQUIRED:
        return
    for name in ("playwright.sync_api", "fastapi", "uvicorn", "vl_convert"):
        pytest.importorskip(name)
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on this machine", allow_module_level=True)


# The least contrast of any text that is seen with what is behind it, and the text.
CONTRAST = """() => {
  const parse = (said) => {
    const found = said.match(/[\\d.]+/g).map(Number);
    return found.length > 3 ? found : [...found, 1];
  };
  const light = (colour) => colour.slice(0, 3).map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
  const behind = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const colour = parse(getComputedStyle(e).backgroundColor);
      if (colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.data.trim();
    const e = walk.currentNode.parentElement;
    if (!text || !e.checkVisibility() || e.closest('svg, .unseen, .skip, noscript')) continue;
    const [a, b] = [light(parse(getComputedStyle(e).color)), light(behind(e))];
    found.push([(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), text]);
  }
  return found.sort((a, b) => a[0] - b[0])[0];
}"""
# Controls that a screen reader could not name.
NAMELESS = """() => [...document.querySelectorAll('input, select, textarea, button')]
  .filter((e) => !e.labels?.length && !e.getAttribute('aria-label') && !e.textContent.trim())
  .map((e) => e.outerHTML)"""
# Headings in the order of the page that jump a level: from h1 to h3, say.
JUMPS = """() => [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
  .map((e) => [Number(e.tagName[1]), e.textContent])
  .filter(([level, text], k, all) => level > (k ? all[k - 1][0] : 0) + 1)"""
OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of a server of our own."""
    command = [sys.executable, "-m", "claimwise", "serve", "--port", "0", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://\S+?(?=/? )", server.stdout.readline())
        assert found, "the server did not say where it is"
        try:
            _wait_for(f"{found[0]}/api/forms", server)
            yield found[0]
        finally:
            server.terminate()


def _wait_for(page: str, server: subprocess.Popen[str]) -> None:
    """Return when the server answers; its address is known a moment before."""
    while True:
        try:
            urllib.request.urlopen(page, timeout=30).close()
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            assert server.poll() is None, "the server ended"
            time.sleep(0.05)
        else:
            return


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=WAIT)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Open pages that must not complain: no script error, nothing that the policy blocks."""
    from playwright.sync_api import expect

    contexts, complaints = [], []

    def opened(path: str, **options: object) -> Page:
        options = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"} | options
        context = browser.new_context(base_url=address, **options)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(WAIT)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if _bad(said) else None)
        page.goto(path)
        expect(page.locator("h1")).to_be_visible()
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


def _bad(said: ConsoleMessage) -> bool:
    # A refusal (4xx) is part of the talk with the server; the page shows it.
    return said.type == "error" and "status of 4" not in said.text


def drawn(page: Page) -> None:
    """Wait until a figure is there."""
    from playwright.sync_api import expect

    expect(page.locator("figure .drawing svg").first).to_be_visible()


def reading(page: Page, estimand: str) -> str:
    """Return what a tile says, without its unit."""
    return page.locator(f"[data-estimand='{estimand}'] .figure").inner_text()


def per_cent(page: Page, estimand: str) -> float:
    """Return the number of a tile that says a probability."""
    return float(reading(page, estimand).strip("<> %"))


def where(page: Page) -> str:
    """Return the address as it is now; what the browser tells us of it may come later."""
    return str(page.evaluate("location.href"))


def until(page: Page, true: Callable[[], bool]) -> None:
    """Wait for what happens on our side, as the browser goes on."""
    ends = time.monotonic() + WAIT / 1000
    while not true():
        assert time.monotonic() < ends, "it did not come about"
        page.wait_for_timeout(50)


def drag(page: Page, label: str, *shares: float) -> None:
    box = page.get_by_label(label).bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, middle)
    page.mouse.down()
    for share in shares:
        page.mouse.move(box["x"] + box["width"] * share, middle, steps=4)
    page.mouse.up()
