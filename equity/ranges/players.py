"""Command arguments -> one text per player.

Rules of the file: words and separators only; what a text means is the parser's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from equity.errors import RangeError
from equity.ranges.notation import is_card

__all__ = ["split_players"]

_BETWEEN = frozenset(["vs", "vs.", "v", "versus", "--"])


def split_players(args: Sequence[str], *, notes: list[str] | None = None) -> list[str]:
    """Return each player's range from the words of a command line.

    Parameters
    ----------
    args : sequence of str
        With ``vs`` (or ``v``, ``versus``, ``--``) between players, words up to it are one player; one quoted argument
        may hold it all. Without it every argument is a player, except that an even number of single cards is paired.
    notes : list of str, optional
        Gets a line when cards were paired.

    Returns
    -------
    list of str
        One text per player, empty if nothing stands between two separators.

    Examples
    --------
    >>> split_players(["As", "Ks", "vs", "QQ+,", "AKs"]), split_players(["AsKs", "QQ"])
    (['As Ks', 'QQ+, AKs'], ['AsKs', 'QQ'])
    >>> split_players(["As", "Ks", "Qh", "Qd"])
    ['AsKs', 'QhQd']
    """
    if not isinstance(args, Iterable):
        raise RangeError(f"players are a list of hands and ranges such as ['AsKs', 'QQ'], got {args!r:.60}")
    groups: list[list[str]] = [[]]
    found = False
    for arg in args:
        if not isinstance(arg, str):
            raise RangeError(f"a hand or range is text such as 'AsKs', got {arg!r:.60}")
        for piece in _cut(arg):
            if piece is None:
                found = True
                groups.append([])
            else:
                groups[-1].append(piece)
    if found:
        return [" ".join(group) for group in groups]
    return _one_each(_rejoin(groups[0]), notes)


def _cut(arg: str) -> list[str | None]:
    """Cut one argument at separators that stand as words in it; None marks a separator."""
    words = arg.split()
    if not any(word.lower() in _BETWEEN for word in words):
        return [arg]
    pieces: list[str | None] = []
    current: list[str] = []
    for word in words:
        if word.lower() in _BETWEEN:
            pieces += [" ".join(current), None] if current else [None]
            current = []
        else:
            current.append(word)
    return [*pieces, " ".join(current)] if current else pieces


def _rejoin(args: list[str]) -> list[str]:
    """Put back together what the shell cut: ``top 15%``, ``any two``, lists after a comma, and ``AA or KK``."""
    joined: list[str] = []
    for arg in args:
        last = joined[-1].lower() if joined else ""
        continues = (
            last.endswith((",", ";", " or", " and"))
            or (last == "top" and "%" in arg)
            or (last == "any" and arg[:3] == "two")
            or (joined and arg.lower() in ("or", "and"))
        )
        if continues:
            joined[-1] += " " + arg
        else:
            joined.append(arg)
    return joined


def _one_each(args: list[str], notes: list[str] | None) -> list[str]:
    words = [word for arg in args for word in arg.split()] if len(args) == 1 else args
    if len(words) < 2 or not all(map(is_card, words)):
        return args
    if len(words) % 2:
        raise RangeError(
            f"{len(words)} single cards make no whole hands; a hold'em hand has 2, as in {words[0]}{words[1]}"
        )
    pairs = [words[i] + words[i + 1] for i in range(0, len(words), 2)]
    if notes is not None:
        notes.append(f"single cards are paired in the order given: {' vs '.join(pairs)}")
    return pairs
