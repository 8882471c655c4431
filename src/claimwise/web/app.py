"""The server: routes, and what they share."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import shutil
from collections.abc import AsyncIterator
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from claimwise.core.version import __version__
from claimwise.run.private_folder import make_private_folder
from claimwise.web import file_routes, job_routes, pages, plan_routes
from claimwise.web.files import Files
from claimwise.web.jobs import Jobs
from claimwise.web.refusals import refusal, sentence_of
from claimwise.web.security import App, Guard
from claimwise.web.settings import Settings
from claimwise.web.work import EMPTY
from claimwise.web.workers import Pool, context

SWEEP = 2.0  # seconds between two looks at what nobody wants any more


class Server:
    """What the routes share while the server runs."""

    def __init__(self, settings: Settings) -> None:
        """Start the processes and make the private folder."""
        self.settings, self.context = settings, context()
        self.loop = asyncio.get_running_loop()
        self.folder = make_private_folder()
        atexit.register(self._clear)  # also where the end was not waited for
        (self.folder / EMPTY).mkdir(mode=0o700)
        self.scratch = self.folder / "scratch"
        self.scratch.mkdir(mode=0o700)
        self.files = Files(self.folder / "files", settings)
        self.quick = self._pool(settings.workers, settings.max_waiting)
        self.slow = self._pool(settings.jobs, settings.max_jobs)
        self.reading = self._pool(settings.readers, settings.max_jobs)
        self.jobs = Jobs(self.slow, settings)
        self.cache = plan_routes.Cache(settings.cached_answers)

    def _pool(self, size: int, waiting: int) -> Pool:
        folder = str(self.folder)
        return Pool(self.context, size, folder, self.settings, max_waiting=waiting)

    async def sweep(self) -> None:
        """End and delete what nobody wants any more, now and then."""
        while True:
            await asyncio.sleep(SWEEP)
            self.jobs.sweep()
            self.files.sweep(self.files_in_use())

    def files_in_use(self) -> set[str]:
        """Return the ids of files that a job reads."""
        return set().union(*(job.files for job in self.jobs.live()))

    async def close(self) -> None:
        """End all processes and delete the folder."""
        self.jobs.end_all()
        await asyncio.sleep(0)  # so that they hear of it
        self.quick.close()
        self.slow.close()
        self.reading.close()
        self._clear()
        atexit.unregister(self._clear)

    def _clear(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


def make_api(settings: Settings) -> FastAPI:
    """Return the app without its guard."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        server = Server(settings)
        app.state.server = server
        sweeping = asyncio.create_task(server.sweep())
        try:
            yield
        finally:
            sweeping.cancel()
            await server.close()

    api = FastAPI(
        title="claimwise",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    api.include_router(plan_routes.router())
    api.include_router(job_routes.router)
    api.include_router(file_routes.router)
    api.include_router(pages.router)

    @api.exception_handler(RequestValidationError)
    async def wrong_body(request: Request, error: RequestValidationError) -> Any:
        return refusal(422, sentence_of(error.errors()))

    @api.exception_handler(HTTPException)
    async def wrong(request: Request, error: HTTPException) -> Any:
        return refusal(error.status_code, _words(error))

    @api.exception_handler(Exception)
    async def inside(request: Request, error: Exception) -> Any:
        return refusal(500, f"Something went wrong inside: {type(error).__name__}.")

    return api


def make_app(settings: Settings | None = None) -> App:
    """Return the app that a server runs."""
    chosen = settings or Settings()
    return Guard(make_api(chosen), chosen)


def _words(error: HTTPException) -> str:
    if error.status_code == 404:
        return "There is nothing at this address."
    if error.status_code == 405:
        return "This address does not take that method."
    return str(error.detail)
