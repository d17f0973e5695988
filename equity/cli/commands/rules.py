"""``equity rules``: the houses, and what each plays by."""

from __future__ import annotations

import json
from textwrap import wrap

import click

from equity.cli.options import Command, complete_house, format_option
from equity.rules.clauses import CLAUSES, explain, judgement_calls
from equity.rules.presets import PRESETS, find_preset

__all__ = ["command"]

_WIDTH = 100


@click.command("rules", cls=Command)
@click.argument("words", nargs=-1, metavar="[list | [show] NAME]", shell_complete=complete_house)
@format_option("table", "json")
def command(words: tuple[str, ...], form: str) -> None:
    """House rules: list them, or show one house with the clauses behind each value and its judgement calls.

    \b
    Examples:
      equity rules
      equity rules pokerfs
      equity rules show cardroom-limit --format json
    """
    if not words or words == ("list",):
        click.echo(_list(form))
        return
    name = " ".join(words[1:] if words[0] == "show" else words)
    if not name:
        raise click.UsageError(f"show which house? there are {', '.join(PRESETS)}", click.get_current_context())
    click.echo(_show(name, form))


def _list(form: str) -> str:
    about = {name: (make.__doc__ or "").split("\n", 1)[0].rstrip(".") for name, make in PRESETS.items()}
    if form == "json":
        return json.dumps(about, indent=2)
    width = max(map(len, about))
    return "\n".join(f"{name:<{width}}  {summary}" for name, summary in about.items())


def _show(name: str, form: str) -> str:
    """Return every value of a house's rules, the clauses behind it, and the judgement calls."""
    rules = find_preset(name)()
    rows, calls = explain(rules), judgement_calls(rules)
    if form == "json":
        values = {row.field: {"value": row.value, "clauses": list(row.clauses)} for row in rows}
        judged = [call._asdict() for call in calls]
        return json.dumps({"name": rules.name, "rules": values, "judgement_calls": judged}, indent=2)
    width = max(len(row.value) for row in rows)
    lines = [rules.name]
    lines += [f"  {row.field:<18} {row.value:<{width}}  {' '.join(row.clauses)}".rstrip() for row in rows]
    lines += ["", "clauses"]
    for clause in sorted({clause for row in rows for clause in row.clauses}):
        lines += _entry(clause, CLAUSES[clause])
    if calls:
        lines += ["", "judgement calls", *(line for call in calls for line in _entry(call.clause, call.text))]
    return "\n".join(lines)


def _entry(clause: str, text: str) -> list[str]:
    return wrap(text, _WIDTH, initial_indent=f"  {clause:<4}  ", subsequent_indent=" " * 8)
