"""The ``equity`` command: parse, call, print; one file per command.

- `commands`: one file for each command.
- `group`: ``equity`` itself: which command a line calls, ``equity --help``, completion in the shell.
- `first_word`: the commands' names, and what a misspelt one was meant to be.
- `process`: streams, Ctrl-C, and how every error ends: one line on stderr and an exit code.
- `question`: the options that say what is asked, for all commands that compute equities; and the asking.
- `question_files`: ``--file``: many questions at once.
- `analyses`: what `calc` shows beside the equities.
- `options`: how counts, shares and times are written, and options that several commands have.
- `conflicts`: which options exclude or need which others, each said once.
- `arguments`: ``@file`` among the words of a command.

Rules of the folder: no command computes anything. The answer goes to stdout, everything else to stderr. Command modules
are loaded only when they are asked for.
"""

from equity.cli.first_word import COMMANDS
from equity.cli.group import cli

__all__ = ["COMMANDS", "cli"]
