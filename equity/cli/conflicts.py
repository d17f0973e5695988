"""Options that do not go together: each conflict is worded once, for all commands, and refused before any work.

Rules of the file: tables by the names of parameters, which mean the same in every command. A row concerns the commands
that have the options it names.
"""

from __future__ import annotations

import click

__all__ = ["check_conflicts"]

_ANALYSES = ("breakdown", "combos", "next_card", "outs", "histogram", "stacks")

# option -> what cannot stand beside it
_EXCLUDES: dict[str, tuple[str, ...]] = {
    "exact": ("mc", "samples", "target", "seconds"),
    "seconds": ("checkpoint",),  # such a run never ends at the same deal
    "dialect": ("form",),
    "stack": ("stacks",),
    "against_call": ("against_push", "exact", "plot", "page"),
    "against_push": ("exact", "plot", "page"),
    "source": ("players", *_ANALYSES, "payouts", "others", "explain", "cluster", "checkpoint"),
}
# option -> the only value that another one may have beside it
_ONLY_WITH: dict[str, tuple[str, object]] = {"game": ("kind", "acpc"), "exact_all_in_ev": ("all_in_ev", True)}
# option -> what it needs, and a hint
_NEEDS: dict[str, tuple[str, str]] = {
    "payouts": ("stacks", ""),
    "others": ("payouts", ""),
    "strict": ("source", ""),
    "step": ("stacks", ", a span such as 2-20"),
    "blinds": ("payouts", ""),
    "rake_cap": ("rake", ""),
    "against": ("matrix", "; for two hands write equity AKs vs QQ"),
}


def check_conflicts(context: click.Context) -> None:
    """Refuse options that exclude each other, or that do nothing without another one.

    Raises
    ------
    click.UsageError
        With the words of the first conflict.
    """
    own = {str(param.name): param for param in context.command.params}
    given = [name for name in own if _is_given(context, name)]
    if context.params.get("players") == ("-",):  # short for --file -
        given = ["source", *(name for name in given if name not in ("players", "source"))]
    for name, others in _EXCLUDES.items():
        for other in others:
            if name in given and other in given:
                raise click.UsageError(f"{_write(own[name])} and {_write(own[other])} exclude each other", context)
    for name, (other, value) in _ONLY_WITH.items():
        if name in given and other in own and context.params[other] not in (value, None):
            beside = _write(own[other], context.params[other])
            raise click.UsageError(f"{_write(own[name])} and {beside} exclude each other", context)
    for name, (needed, hint) in _NEEDS.items():
        if name in given and needed in own and needed not in given:
            raise click.UsageError(f"{_write(own[name])} needs {_write(own[needed])}{hint}", context)
    tables = [_write(own[name]) for name in _ANALYSES if name in given]
    if len(tables) > 1 and context.params.get("form") == "csv":
        raise click.UsageError(
            f"CSV holds one table, got {' and '.join(tables)}; ask for one of them, or for --format json", context
        )


def _is_given(context: click.Context, name: str) -> bool:
    """Say whether somebody wrote an option, and not the value it has anyway."""
    default = (click.core.ParameterSource.DEFAULT, click.core.ParameterSource.DEFAULT_MAP)
    return context.get_parameter_source(name) not in default and context.params.get(name) not in (None, (), "", False)


def _write(param: click.Parameter, value: object = None) -> str:
    """Return an option as people write it, with a value if that matters; the words of a command are a hand."""
    if not isinstance(param, click.Option):
        return "a stack" if param.name == "stack" else "a hand"
    name = max(param.secondary_opts if value is False else param.opts, key=len)
    return name if value is None or param.is_flag else f"{name} {value}"
