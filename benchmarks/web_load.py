"""Clients that drag sliders of exact plans, many at once: how long do they wait?

A server is started on a free port of this machine. Each client has one request in flight, walks in
small steps over the sliders of one kind of plan, and pauses between requests as a hand does.

    python benchmarks/web_load.py --clients 50 --seconds 60

With --slow others send their headers a letter a second meanwhile, and begin again when they are
closed; it ends with 1 if a client got an answer of 500 or more, or none.

    python benchmarks/web_load.py --clients 30 --seconds 30 --slow 300
"""

from __future__ import annotations

import argparse
import asyncio
import math
import os
import random
import re
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx

PAUSE = 0.3  # seconds between two requests of a client, on average
REFUSED, BRIEF = "refused", "brief"  # answers that are no errors
STEPS = 60  # of a slider from one end to the other


def started() -> tuple[subprocess.Popen[str], str]:
    """Start a server and return it with its address."""
    command = [sys.executable, "-m", "claimwise", "serve", "--port", "0", "--no-open"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert server.stdout is not None
    found = re.search(r"http://\S+", server.stdout.readline())
    assert found is not None
    return server, found.group(0).rstrip("/")


def cpu_seconds(group: int) -> float:
    """Return the processor time of a server and its workers so far; 0 where it is not known."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[2]) == group:
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK") if ticks else 0.0


class Hand:
    """A hand on the sliders of one form: it takes one and drags it a while."""

    def __init__(self, form: dict[str, Any], rng: random.Random) -> None:
        self.kind, self.rng = form["kind"], rng
        fields = form["fields"]
        usual = {f["name"]: f["default"] for f in fields}
        main = [f for f in fields if f["slider"] and f["group"] == "main"]
        self.sliders = [f for f in main if _shown(f, usual)]
        self.options = {f["name"]: f["default"] for f in self.sliders}
        self.left, self.held, self.way = 0, self.sliders[0], 1

    def move(self) -> dict[str, Any]:
        """Return the options after one more small step."""
        if not self.left:
            self.left, self.held = self.rng.randint(3, 15), self.rng.choice(self.sliders)
            self.way = self.rng.choice((-1, 1))
        self.left -= 1
        field = self.held
        low, high = field["slider_minimum"], field["slider_maximum"]
        value = self.options[field["name"]]
        step = self.way * self.rng.choice((1, 1, 2))
        if field["scale"] == "log":
            value = math.exp(math.log(value) + step * math.log(high / low) / STEPS)
        else:
            value += step * (high - low) / STEPS
        value = min(max(value, low), high)
        if value in (low, high):
            self.way = -self.way
        whole = field["type"] == "integer"
        digits = 2 - math.floor(math.log10(abs(value))) if value else 0
        value = round(value, digits) if field["scale"] == "log" else round(value, 3)
        self.options[field["name"]] = int(value) if whole else value
        return dict(self.options)


def _shown(field: dict[str, Any], usual: dict[str, Any]) -> bool:
    """Whether the page shows a field while the others are as they are at first."""
    ways = field["shown_when"] or [{}]
    return any(all(usual.get(n) in values for n, values in way.items()) for way in ways)


async def client(
    http: httpx.AsyncClient, hand: Hand, until: float, times: list[float], wrong: Counter[str]
) -> None:
    while time.monotonic() < until:
        options = hand.move()
        began = time.monotonic()
        try:
            answer = await http.post(f"/api/plan/{hand.kind}", json=options)
        except httpx.HTTPError as error:
            wrong[type(error).__name__] += 1
            continue
        times.append(time.monotonic() - began)
        # Some positions have no answer, such as win + lose > 1; that is said with 422.
        if answer.status_code not in (200, 422):
            wrong[f"{hand.kind} {answer.status_code}: {answer.text[:60]}"] += 1
        elif answer.status_code == 422:
            wrong[REFUSED] += 1
        elif b'"brief": true' in answer.content:
            wrong[BRIEF] += 1
        await asyncio.sleep(hand.rng.uniform(0, 2 * PAUSE))


async def dawdle(address: str, until: float, closed: Counter[str]) -> None:
    """Send headers that never end, a letter a second; begin again when the server has enough."""
    host, port = address.removeprefix("http://").split(":")
    while time.monotonic() < until:
        try:
            reader, writer = await asyncio.open_connection(host, int(port))
        except OSError:
            closed["not opened"] += 1
            await asyncio.sleep(1)
            continue
        writer.write(f"GET / HTTP/1.1\r\nHost: {host}:{port}\r\nX-Slow: ".encode())
        try:
            while time.monotonic() < until:
                writer.write(b"x")
                await writer.drain()
                with suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(1), 1)
                    break
        except OSError:
            pass
        closed["closed"] += time.monotonic() < until
        writer.close()


async def measure(
    address: str, group: int, clients: int, seconds: float, kinds: list[str], slow: int
) -> bool:
    """Return whether every request had an answer below 500."""
    limits = httpx.Limits(max_connections=clients, max_keepalive_connections=clients)
    async with httpx.AsyncClient(base_url=address, timeout=60, limits=limits) as http:
        for _ in range(100):
            try:
                forms = (await http.get("/api/forms")).json()["views"]["plan"]
                break
            except httpx.TransportError:
                await asyncio.sleep(0.1)
        exact = [
            form for form in forms if form["exact"] and form["kind"] in (kinds or [form["kind"]])
        ]
        for form in exact:  # the workers are warm when the hands come
            await http.post(f"/api/plan/{form['kind']}", json={})
        times: list[float] = []
        wrong: Counter[str] = Counter()
        before, until = cpu_seconds(group), time.monotonic() + seconds
        hands = [Hand(exact[k % len(exact)], random.Random(k)) for k in range(clients)]
        closed: Counter[str] = Counter()
        await asyncio.gather(
            *(dawdle(address, until, closed) for _ in range(slow)),
            *(client(http, hand, until, times, wrong) for hand in hands),
        )
    spent = cpu_seconds(group) - before
    times.sort()
    at = {p: times[min(len(times) - 1, int(p / 100 * len(times)))] * 1000 for p in (50, 95, 99)}
    refused, brief = wrong.pop(REFUSED, 0), wrong.pop(BRIEF, 0)
    print(f"{clients} clients, {seconds:g} s: {len(times)} requests, {len(times) / seconds:.0f}/s")
    print(f"errors {sum(wrong.values())}, refused with a sentence {refused}, no new curve {brief}")
    print(
        "  ".join(f"p{p} {value:.0f} ms" for p, value in at.items()),
        f" max {times[-1] * 1000:.0f} ms",
    )
    print(f"processor time of the server: {1000 * spent / len(times):.1f} ms for each request")
    if slow:
        print(f"{slow} slow ones: {closed['closed']} closed, {closed['not opened']} not let in")
    for what, count in wrong.most_common(5):
        print(f"  {count} x {what}")
    return not wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--kind", action="append", default=[], help="only this kind of plan")
    parser.add_argument("--slow", type=int, default=0, help="connections with endless headers")
    given = parser.parse_args()
    server, address = started()
    try:
        asked = (given.clients, given.seconds, given.kind, given.slow)
        answered = asyncio.run(measure(address, server.pid, *asked))
    finally:
        server.terminate()
        server.wait(20)
    sys.exit(0 if answered else 1)


if __name__ == "__main__":
    main()
