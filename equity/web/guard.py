"""Who may ask what: hosts, origins, the token, sizes. Everything else sees only requests that have passed here.

Rules of the file: plain ASGI, before any path is looked at. A page on another site can make a browser send requests
here, and with a name that it points to this machine (DNS rebinding) it could even read the answers; both are told by
what the browser says in Host and Origin.
"""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

__all__ = ["Guard", "host_of", "is_local"]

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}
_PUBLIC = "/api/openapi.json"  # says that a token is needed


class Guard:
    """Refuses what another site, another machine or a stranger sends, and adds the headers that bind browsers.

    Parameters
    ----------
    app : ASGI application
    names : iterable of str
        Host names this server is asked by, beside addresses.
    addresses : bool
        Whether any address will do as host: the server is open to other machines. No site can make a browser believe
        that an address is its own name.
    token : str or None
        What every question must bring along.
    """

    def __init__(self, app: App, *, names: Iterable[str], addresses: bool = False, token: str | None = None) -> None:
        self._app = app
        self._names = {name.lower() for name in names}
        self._addresses = addresses
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            return
        refusal = self._refusal(scope)

        async def send_with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                present = {name for name, _ in message["headers"]}
                own = [(name.encode(), value.encode()) for name, value in _HEADERS.items()]
                message["headers"] = [*message["headers"], *(pair for pair in own if pair[0] not in present)]
            await send(message)

        if refusal is None:
            await self._app(scope, receive, send_with_headers)
            return
        status, words = refusal
        body = f'{{"error": "{words}"}}'.encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        headers += [(b"www-authenticate", b"Bearer")] if status == 401 else []
        headers += [(b"connection", b"close")]
        await send_with_headers({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Return status and words for a request that may not pass."""
        headers: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
        hosts = headers.get("host", [])
        if len(hosts) != 1 or not self._is_ours(host_of(hosts[0])):
            return 421, "this server answers requests to its own address only"
        origins = headers.get("origin", [])
        if any(origin.lower() not in (f"{scope['scheme']}://{hosts[0].lower()}",) for origin in origins):
            return 403, "another site may not ask"
        if headers.get("sec-fetch-site", ["none"])[0] == "cross-site" and scope["path"].startswith("/api/"):
            return 403, "another site may not ask"
        if self._token is not None and scope["path"].startswith("/api/") and scope["path"] != _PUBLIC:
            given = headers.get("authorization", [""])[0]
            if not hmac.compare_digest(given.encode(), f"Bearer {self._token}".encode()):
                return 401, "the token is missing or wrong; open the address that the server printed"
        return None

    def _is_ours(self, host: str) -> bool:
        return host in self._names or (self._addresses and _is_address(host))


def host_of(header: str) -> str:
    """Return the name in a Host header, without the port; nothing if it cannot be read.

    Examples
    --------
    >>> host_of("LocalHost:8013"), host_of("[::1]:80"), host_of("evil.example@127.0.0.1")
    ('localhost', '::1', '')
    """
    try:
        parts = urlsplit(f"//{header}")
        plain = parts.netloc == header and "@" not in header
        return (parts.hostname or "") if plain and (parts.port is None or parts.port >= 0) else ""
    except ValueError:
        return ""


def is_local(host: str) -> bool:
    """Say whether only this machine can reach an address.

    Examples
    --------
    >>> is_local("127.0.0.1"), is_local("localhost"), is_local("0.0.0.0")
    (True, True, False)
    """
    return host == "localhost" or (_is_address(host) and ipaddress.ip_address(host).is_loopback)


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
