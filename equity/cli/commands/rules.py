"""``equity rules``: the houses, and what each plays by."""

from __future__ import annotations

import json

import click

from equity.cli.options import Command, format_option
from equity.rules.clauses import CLAUSES, explain
from equity.rules.presets import PRESETS, find_preset

__all__ = ["command"]


@click.group("rules", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """House rules: list them, or show one with the clauses behind each value.

    \b
    Examples:
      equity rules
      equity rules show pokerfs
      equity rules show cardroom-limit --format json
    """
    if context.invoked_subcommand is None:
        width = max(map(len, PRESETS))
        for name, make in PRESETS.items():
            summary = (make.__doc__ or "").split("\n", 1)[0].rstrip(".")
            click.echo(f"{name:<{width}}  {summary}")


@command.command("show", cls=Command)
@click.argument("name")
@format_option("table", "json")
def show(name: str, form: str) -> None:
    """Print every value of a house's rules and the clauses behind it."""
    rules = find_preset(name)()
    rows = explain(rules)
    if form == "json":
        values = {row.field: {"value": row.value, "clauses": list(row.clauses)} for row in rows}
        click.echo(json.dumps({"name": rules.name, "rules": values}, indent=2))
        return
    click.echo(rules.name)
    for row in rows:
        click.echo(f"  {row.field:<18} {row.value:<26} {' '.join(row.clauses)}".rstrip())
    click.echo("\nclauses")
    for clause in sorted({clause for row in rows for clause in row.clauses}):
        click.echo(f"  {clause}  {CLAUSES[clause]}")
