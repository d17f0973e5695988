"""``equity serve`` from start to end: the socket, the server, and the first answer made ready.

Rules of the file: the one place that opens a socket. Nothing is printed here; the command says where the page is.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from typing import Any, NamedTuple

from equity._version import DISTRIBUTION
from equity.errors import OptionError
from equity.web.guard import is_local

__all__ = ["EXAMPLE", "Place", "check_installed", "find_place", "serve"]

EXAMPLE = {"players": ["AKs", "top 15%"], "board": "Ts9s2d"}  # what the page shows first
_MOST_CONNECTIONS = 512
_IDLE = 15  # seconds after which a connection without a request is closed


class Place(NamedTuple):
    """Where the page is: a socket that listens, the address to open, and what keeps strangers out."""

    listener: socket.socket
    host: str
    port: int
    token: str | None

    @property
    def url(self) -> str:
        """The address to open in a browser; the token stands behind #, where no log sees it."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        shown = f"[{host}]" if ":" in host else host
        return f"http://{shown}:{self.port}/" + (f"#token={self.token}" if self.token else "")


def check_installed() -> None:
    """Refuse to begin without the packages of the extra.

    Raises
    ------
    OptionError
        With the command that installs them.
    """
    if find_spec("starlette") is None or find_spec("uvicorn") is None:
        raise OptionError(f"the page needs Starlette and uvicorn: pip install '{DISTRIBUTION}[web]'")


def find_place(host: str, port: int, *, token: str | None = None) -> Place:
    """Bind a socket; an address that other machines can reach gets a token, if none is given.

    Raises
    ------
    OptionError
        If the address cannot be used.

    Examples
    --------
    >>> place = find_place("127.0.0.1", 0)
    >>> place.listener.close()
    >>> place.url == f"http://127.0.0.1:{place.port}/", place.token
    (True, None)
    """
    try:
        kind, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(kind, socket.SOCK_STREAM)
    except OSError as error:
        raise OptionError(f"cannot serve at {host!r}: {error.strerror or error}") from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(_MOST_CONNECTIONS)
    except OSError as error:
        listener.close()
        hint = "; choose another with --port" if host == "127.0.0.1" else ""
        raise OptionError(f"cannot serve at {host} port {port}: {error.strerror or error}{hint}") from None
    if token is None and not is_local(host):
        token = secrets.token_urlsafe(16)
    return Place(listener, host, listener.getsockname()[1], token)


def serve(place: Place, *, limit: float, started: Callable[[], object] | None = None) -> None:
    """Serve the page until Ctrl-C or SIGTERM.

    Parameters
    ----------
    place : Place
    limit : float
        Seconds that an answer may take.
    started : callable, optional
        Called once the server answers.
    """
    import uvicorn
    from uvicorn.protocols.http.auto import AutoHTTPProtocol

    from equity.web.app import make_app

    local = is_local(place.host)
    names = ("127.0.0.1", "localhost", "::1") if local else ("localhost", socket.gethostname())
    app = make_app(names=(*names, place.host), addresses=not local, token=place.token, limit=limit)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        lifespan="off",
        ws="none",
        server_header=False,
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_keep_alive=_IDLE,
        timeout_graceful_shutdown=1,
        proxy_headers=False,
        http=type("Protocol", (_Impatient, AutoHTTPProtocol), {}),
    )
    threading.Thread(target=_make_ready, daemon=True).start()
    if started is not None:
        threading.Timer(0.3, started).start()
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[place.listener])


class _Impatient:
    """What closes a connection on which no whole request arrives for some time; in front of uvicorn's protocol.

    uvicorn waits for ever for the first request, and for the rest of any: idle connections would fill all places.
    """

    cycle: Any  # uvicorn's: the request that is being answered
    transport: Any
    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)  # type: ignore[misc]
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)  # type: ignore[misc]
        self._watch()

    def connection_lost(self, error: Exception | None) -> None:
        self._end_watch()
        super().connection_lost(error)  # type: ignore[misc]

    def _watch(self) -> None:
        if self._is_answering():
            self._end_watch()
        elif self._patience is None:
            self._patience = asyncio.get_running_loop().call_later(_IDLE, self._leave)

    def _end_watch(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _leave(self) -> None:
        if not self._is_answering():
            self.transport.close()

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete


def _make_ready() -> None:
    """Answer what the page asks first and a sampled question, so that what they load is there when somebody asks."""
    from equity.odds.analyses.breakdown import breakdown
    from equity.odds.calculator import calculate

    calculate(EXAMPLE["players"], board=str(EXAMPLE["board"]), threads=1)
    breakdown(EXAMPLE["players"], board=str(EXAMPLE["board"]), threads=1)
    calculate(["22+", "random", "A2s+"], samples=1000, seed=1, threads=1)
