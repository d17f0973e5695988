"""``equity serve``: the calculator as a page."""

from __future__ import annotations

import click

from equity.cli.options import DURATION, Command, Count

__all__ = ["command"]


@click.command("serve", cls=Command)
@click.option("--port", type=Count(least=0, most=65535), default=8013, show_default=True, metavar="N", help="Port.")
@click.option("--open", "opens", is_flag=True, help="Open the page in the browser.")
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="Address to serve at; 0.0.0.0 lets other machines in, with a token.",
)
@click.option("--token", metavar="WORD", help="What every request must bring along; with other machines always.")
@click.option("--limit", type=DURATION, default="60s", show_default=True, metavar="T", help="Longest time per answer.")
def command(port: int, opens: bool, host: str, token: str | None, limit: float) -> None:
    """Serve the calculator as a page in the browser, and as an API.

    Nothing leaves this machine. Ctrl-C ends it. The API is described by /api/openapi.json.

    \b
    Examples:
      equity serve --open
      equity serve --port 9000
      equity serve --host 0.0.0.0          for a phone in the same network
    """
    from equity.web.guard import is_local
    from equity.web.server import check_installed, find_place, serve

    if token is not None and not (token.isascii() and token.isprintable() and token.split() == [token]):
        raise click.UsageError("--token is one word of plain characters", click.get_current_context())
    check_installed()
    place = find_place(host, port, token=token)
    click.echo(f"the page is at {place.url}")
    if place.token is not None and not is_local(host):
        click.echo("other machines put this machine's address in place of 127.0.0.1; the token is their key", err=True)
    click.echo("Ctrl-C ends it", err=True)
    serve(place, limit=limit, started=(lambda: click.launch(place.url)) if opens else None)
