"""claimwise serve: the local web page."""

from __future__ import annotations

import socket

import click

from claimwise.core.errors import ParameterError

LOCAL = ("127.0.0.1", "localhost", "::1")


@click.command(epilog="Example: claimwise serve --port 8765")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8765,
    show_default=True,
    help="Port to listen on; 0 for any free one.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--open/--no-open",
    "browse",
    default=True,
    show_default=True,
    help="Open the page in the browser.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=2,
    show_default=True,
    help="Number of processes for exact plans, and as many for simulations.",
)
@click.option(
    "--max-upload",
    type=click.IntRange(1, 10_000),
    default=50,
    show_default=True,
    help="Size of the largest file that may be dropped on the page, in MB.",
)
def serve(port: int, host: str, browse: bool, workers: int, max_upload: int) -> None:
    """Open a page on this machine to plan studies and look at data.

    Files that are dropped there stay on this machine, in a private folder, and are deleted when
    the server ends. Ctrl-C ends it.
    """
    try:
        from claimwise.web.running import run
    except ImportError as error:
        raise ParameterError(
            "claimwise serve",
            "FastAPI and uvicorn",
            f"no {error.name}",
            "Install them with: pip install 'claimwise[web]'.",
        ) from error
    listening = _bound(host, port)
    if host not in LOCAL:
        click.echo(
            f"Warning: anybody who reaches {host} can use this page and what is uploaded to it; "
            "there is no password.",
            err=True,
        )
    from claimwise.web.settings import MB, Settings

    settings = Settings(
        host=host,
        port=listening.getsockname()[1],
        workers=workers,
        jobs=workers,
        max_upload=max_upload * MB,
    )
    with listening:
        run(settings, listening, browse=browse)


def _bound(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; refuse an address that is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With its protocol said, what is sent goes out at once; else a body that follows its headers
    # waits until the other side has confirmed them, about 40 ms.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(1000)  # who comes early waits
    except OSError as error:
        listening.close()
        raise ParameterError(
            "claimwise serve",
            f"a free port at {host}",
            f"{port}, {(error.strerror or 'not there').lower()}",
            "Choose another with --port, or --port 0 for any.",
        ) from error
    return listening
