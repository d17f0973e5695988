"""``equity warmup``: compile the kernels now, so that no later command has to."""

from __future__ import annotations

import time
from contextlib import closing

import click

from equity.cli.options import Command

__all__ = ["command"]


@click.command("warmup", cls=Command)
def command() -> None:
    """Compile every kernel and keep it in the cache, for instance while an image or a machine is set up.

    equity doctor shows the cache folder; the variable NUMBA_CACHE_DIR moves it.
    """
    from equity import kernels
    from equity.kernels.compile.decorators import cache_folder
    from equity.warmup import warm_up

    kernels.on_compile = None  # the lines below say as much
    start = time.perf_counter()
    with closing(warm_up()) as tasks:
        for name, seconds in tasks:
            click.echo(f"{name}: {seconds:.1f} s")
    folder = cache_folder()
    place = f"kept in {folder}" if folder else "not kept: no folder can be written"
    click.echo(f"ready in {time.perf_counter() - start:.1f} s, {place}")
