"""Which path is answered by what: the page's files, and the API.

Rules of the file: HTTP only. Questions are read and answered by `questions` and `hands`, in the lanes' threads; a
connection that closes stops its work.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from equity.errors import EquityError
from equity.numbers import count_threads
from equity.report.export import json_text
from equity.web.files import page_files
from equity.web.guard import App, Guard, Receive, Scope, Send
from equity.web.hands import replay_text
from equity.web.lanes import BusyError, Job, Lane, StoppedError
from equity.web.openapi import describe_api
from equity.web.questions import (
    Asked,
    answer,
    begin,
    csv_answer,
    name_field,
    page_answer,
    read_hits,
    read_question,
    read_ranges,
    refine,
)

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from equity.odds.question.result import EquityResult

__all__ = ["LIMIT", "MOST_BYTES", "make_app"]

Answer = TypeVar("Answer")
Work = Callable[..., str]

LIMIT = 60.0  # seconds of one answer
MOST_BYTES = 1 << 20  # of a request's body
_DRAIN = 16 << 20  # bytes of a larger one that are read before it is refused, so that its sender hears why
_BODY_SECONDS = 20.0  # for a body to arrive
_QUICK_WAIT, _SLOW_WAIT = 256, 32  # questions that may wait in each lane
_GONE = 499  # nobody reads it
_FAILED = "this question made the server fail, which is a mistake in equity; please report it"


class _RefusedError(Exception):
    """A request that gets no answer: a status, and why."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status


def make_app(
    *,
    names: tuple[str, ...] = ("127.0.0.1", "localhost", "::1"),
    addresses: bool = False,
    token: str | None = None,
    limit: float = LIMIT,
) -> App:
    """Return the ASGI application.

    Parameters
    ----------
    names, addresses, token
        Who may ask, see `equity.web.guard.Guard`.
    limit : float
        Seconds that an answer may take.
    """
    from starlette.applications import Starlette
    from starlette.routing import Route

    desk = _Desk(limit=limit)
    described = json_text(describe_api(token=token is not None))

    async def openapi(_: Request) -> Response:
        return _reply(described)

    def post(path: str, give: Callable[[Request, dict[str, Any]], Any]) -> Route:
        return Route(path, _with_body(give), methods=["POST"])

    routes = [Route(path, _file(path), methods=["GET"]) for path in page_files()]
    routes += [
        Route("/api/openapi.json", openapi, methods=["GET"]),
        post("/api/calculate", partial(desk.solve, work=answer, kind="application/json")),
        post("/api/calculate/stream", desk.stream),
        post("/api/csv", partial(desk.solve, work=csv_answer, kind="text/csv; charset=utf-8")),
        post("/api/report", partial(desk.solve, work=page_answer, kind="text/html; charset=utf-8")),
        post("/api/range", desk.read_range),
        post("/api/hits", desk.read_hits),
        post("/api/replay", desk.replay),
    ]
    handlers: dict[Any, Any] = {404: _not_found, 405: _not_allowed, 500: _failed}
    app = Starlette(routes=routes, exception_handlers=handlers)
    return Guard(app, names=names, addresses=addresses, token=token)


class _Desk:
    """Takes questions to the lanes, and brings back what comes out of them."""

    def __init__(self, *, limit: float) -> None:
        cores = count_threads(None)
        self._limit = limit
        self._quick = Lane("quick", workers=max(2, cores), waiting=_QUICK_WAIT)
        self._slow = Lane("slow", workers=max(2, cores // 2), waiting=_SLOW_WAIT)

    async def solve(self, request: Request, body: dict[str, Any], *, work: Work, kind: str) -> Response:
        """Give the whole answer of a question."""
        job = Job(limit=self._limit)

        def begin() -> tuple[Asked, str | None]:
            asked = read_question(body, limit=self._limit)
            return asked, work(asked, job, threads=1) if asked.quick else None

        asked, text = await _outcome(request, job, self._quick.submit(job, begin))
        if text is None:
            late = self._slow.submit(job, lambda: work(asked, job, threads=self._slow.threads))
            text = await _outcome(request, job, late)
        return _reply(text, kind=kind)

    async def read_range(self, request: Request, body: dict[str, Any]) -> Response:
        """Say how a range is read."""
        job = Job(limit=self._limit)
        return _reply(await _outcome(request, job, self._quick.submit(job, lambda: read_ranges(body))))

    async def read_hits(self, request: Request, body: dict[str, Any]) -> Response:
        """Say what a range makes: on a board in a moment, on all flops in seconds."""
        job, lane = Job(limit=self._limit), self._quick if body.get("board") else self._slow
        work = lane.submit(job, lambda: read_hits(body, threads=1))
        return _reply(await _outcome(request, job, work))

    async def replay(self, request: Request, body: dict[str, Any]) -> Response:
        """Play a pasted hand."""
        job = Job(limit=self._limit)
        return _reply(await _outcome(request, job, self._slow.submit(job, lambda: json_text(replay_text(body, job)))))

    async def stream(self, request: Request, body: dict[str, Any]) -> Any:
        """Give the answer as lines that become better."""
        job = Job(limit=self._limit)
        endless = body.pop("refine", False)
        if not isinstance(endless, bool):
            raise _RefusedError(422, f"refine is true or false, got {endless!r:.60}")
        lines = _Lines(job)

        def first() -> tuple[Asked, EquityResult | None]:
            asked = read_question(body, limit=self._limit)
            return asked, begin(asked, job, lines.tell)

        asked, result = await _outcome(request, job, self._quick.submit(job, first))
        lane = self._quick if asked.quick else self._slow

        def rest() -> None:
            threads = 1 if asked.quick else lane.threads
            refine(asked, job, lines.tell, threads=threads, result=result, endless=endless)

        lane.submit(job, rest).add_done_callback(lines.end)
        return lines


class _Lines:
    """A response of one line of JSON per event, which stops the work when its reader goes away."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()

    def tell(self, event: Mapping[str, Any]) -> None:
        """Send an event; called by the working thread."""
        self._put(json_text(event) + "\n")

    def end(self, work: Future[None]) -> None:
        """Send the last line."""
        error = None if work.cancelled() else work.exception()
        if error is not None and not isinstance(error, (EquityError, StoppedError)):
            logging.getLogger(__name__).error("a question failed", exc_info=error)
        if error is not None and not isinstance(error, StoppedError):
            words = str(error) if isinstance(error, EquityError) else _FAILED
            self.tell({"error": words})
        self._put(None)

    def _put(self, line: str | None) -> None:
        with suppress(RuntimeError):  # the server has ended meanwhile
            self._loop.call_soon_threadsafe(self._queue.put_nowait, line)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the lines; an ASGI application of its own."""
        headers = [(b"content-type", b"application/x-ndjson; charset=utf-8")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        writing = asyncio.ensure_future(self._write(send))
        leaving = asyncio.ensure_future(_leaves(receive))
        try:
            await asyncio.wait({writing, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._job.cancel()
            writing.cancel()
            leaving.cancel()
            await asyncio.gather(writing, leaving, return_exceptions=True)

    async def _write(self, send: Send) -> None:
        while (line := await self._queue.get()) is not None:
            await send({"type": "http.response.body", "body": _bytes(line), "more_body": True})
        await send({"type": "http.response.body", "body": b""})


async def _leaves(receive: Receive) -> None:
    """Wait until the other side has closed the connection."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _outcome(request: Request, job: Job, future: Future[Answer]) -> Answer:
    """Return what work comes to; if the one who asked has gone, or the server ends, it is stopped."""
    working = asyncio.wrap_future(future)
    leaving = asyncio.ensure_future(_leaves(request.receive))
    waited: tuple[asyncio.Future[Any], ...] = (working, leaving)
    try:
        await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise StoppedError
    finally:
        if not working.done():
            job.cancel()
            working.cancel()
        leaving.cancel()


def _file(path: str) -> Callable[[Request], Any]:
    file = page_files()[path]

    async def give(_: Request) -> Response:
        from starlette.responses import Response

        return Response(file.data, media_type=file.kind)

    return give


def _with_body(give: Callable[[Request, dict[str, Any]], Any]) -> Callable[[Request], Any]:
    """Return an endpoint that reads a request's JSON, and turns every error into a status and words."""

    async def endpoint(request: Request) -> Any:
        body: dict[str, Any] = {}
        try:
            body = await _read_body(request)
            return await give(request, body)
        except _RefusedError as error:
            return _error(error.status, str(error))
        except EquityError as error:
            return _error(422, str(error), field=name_field(body, error))
        except BusyError:
            return _error(503, "too many questions at once; ask again in a second", headers={"retry-after": "1"})
        except StoppedError:
            return _error(_GONE, "stopped")

    return endpoint


async def _read_body(request: Request) -> dict[str, Any]:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise _RefusedError(415, "send the question as application/json")
    try:
        data = await asyncio.wait_for(_read_bytes(request.stream()), _BODY_SECONDS)
    except TimeoutError:
        raise _RefusedError(408, f"the body took longer than {_BODY_SECONDS:g} s to arrive") from None
    try:
        body = json.loads(data, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise _RefusedError(400, f"this is not JSON: {str(error) or 'nested too deeply'}") from None
    if not isinstance(body, dict):
        raise _RefusedError(400, 'a question is an object such as {"players": ["AsKs", "QQ"]}')
    return body


async def _read_bytes(stream: AsyncIterator[bytes]) -> bytes:
    from starlette.requests import ClientDisconnect

    parts, size = [], 0
    try:
        async for part in stream:
            size += len(part)
            if size <= MOST_BYTES:
                parts.append(part)
            if size > _DRAIN:
                break
    except ClientDisconnect:
        raise StoppedError from None
    if size > MOST_BYTES:
        raise _RefusedError(413, f"a question has at most {MOST_BYTES:,} bytes")
    return b"".join(parts)


def _refuse_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is not a number in JSON")


def _reply(text: str, *, status: int = 200, kind: str = "application/json", headers: Any = None) -> Response:
    from starlette.responses import Response

    return Response(_bytes(text), status, headers, media_type=kind)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", errors="backslashreplace")  # JSON can hold half a character, UTF-8 cannot


def _error(status: int, words: str, *, field: str | None = None, headers: Any = None) -> Response:
    plain = {"error": words} | ({"field": field} if field else {})
    return _reply(json_text(plain), status=status, headers=headers)


async def _not_found(_: Request, __: Exception) -> Response:
    return _error(404, "there is nothing at this path; the API is described by /api/openapi.json")


async def _failed(_: Request, __: Exception) -> Response:
    return _error(500, _FAILED)


async def _not_allowed(_: Request, __: Exception) -> Response:
    return _error(405, "this path takes another method; the API is described by /api/openapi.json")
