"""``equity doctor``: what runs here, where kernels are kept, and whether the numbers are right."""

from __future__ import annotations

import os
import platform
import sys
import time
from importlib.metadata import PackageNotFoundError, version

import click

from equity._version import __version__
from equity.cli.options import Command
from equity.show.columns import columns

__all__ = ["command"]


@click.command("doctor", cls=Command)
@click.option("--full", is_flag=True, help="Also count all 133,784,560 seven-card hands by category.")
def command(full: bool) -> None:
    """Print versions and the cache folder, and check a few known answers.

    The exit code is 1 if an answer is wrong. Include the output when you report a problem.
    """
    click.echo("\n".join(columns([*_versions(), *_cache()], left=2)))
    from equity.selfcheck import full_check, quick_checks

    failed = False
    for name, check in [*quick_checks(), *([full_check()] if full else [])]:
        start = time.perf_counter()
        problem = check()
        failed |= bool(problem)
        click.echo(f"{'FAILED' if problem else 'ok'}  {name}, {time.perf_counter() - start:.2f} s")
        if problem:
            click.echo(f"        {problem}")
    if failed:
        sys.exit(1)


def _versions() -> list[tuple[str, str]]:
    rows = [
        ("equity", __version__),
        ("python", f"{platform.python_version()} ({platform.python_implementation()})"),
        ("system", f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"),
    ]
    for package in ("numpy", "numba", "llvmlite", "click"):
        try:
            rows.append((package, version(package)))
        except PackageNotFoundError:
            rows.append((package, "not installed"))
    return rows


def _cache() -> list[tuple[str, str]]:
    from equity.kernels.compile.decorators import cache_folder, damaged_files, why_plain

    how = f"plain Numba: {why_plain()}" if why_plain() else "tuned Numba"
    folder = cache_folder()
    if folder is None:
        return [
            ("compiler", how),
            ("cache", "none: no folder can be written, so kernels are compiled in each process; set NUMBA_CACHE_DIR"),
        ]
    files = len(list(folder.rglob("*.nbc")))
    damaged = damaged_files()
    state = f", {len(damaged)} damaged: {', '.join(path.name for path in damaged)}" if damaged else ""
    return [("compiler", how), ("cache", f"{folder}, writable, {files} kernels in it{state}")]
