"""`equity.deal`: deals as arrays, those that meet a condition, which may be a text in PQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from equity.numbers import is_whole
from equity.odds.question.question import Question
from equity.odds.sampling import deals as unconditional
from equity.pql.deals import Deals
from equity.pql.evaluation import find_fitting
from equity.pql.grammar import parse_condition
from equity.pql.program import compile_condition
from equity.pql.situation import Situation
from equity.ranges import Range

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from equity.odds.question.question import Cards, Player
    from equity.odds.sampling.deals import Condition

__all__ = ["deal"]


def deal(
    n: int,
    players: int | str | Sequence[Player] | Mapping[str, str | Range] = 2,
    *,
    board: Cards = "",
    dead: Cards = "",
    where: str | Condition | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Deal hole cards and full boards at random, without replacement.

    Parameters
    ----------
    n : int
        Number of deals.
    players : int, sequence of str or Range, or dict, optional
        How many players with any two cards (up to 23), or each player's hand or range, with or without names. Ranges
        are dealt jointly: every deal that is possible is as likely as the product of its combos' weights.
    board : str or sequence of int, optional
        Cards known already; they come first on every board.
    dead : str or sequence of int, optional
        Cards that are not dealt.
    where : str or callable, optional
        What holds for every deal: a condition in PQL, where players without names are p1, p2 and so on; or a function
        of holes and boards that says for each deal whether it is kept. Deals are drawn until `n` are kept.
    seed : int, optional
        The same seed gives the same bytes for any number of threads.
    threads : int, optional
        By default one per core.

    Returns
    -------
    holes : uint8 array, shape (N, P, 2)
        Card indices; a player's two cards stand in no particular order.
    boards : uint8 array, shape (N, 5)

    Raises
    ------
    EquityError
        If the cards cannot be dealt, the condition cannot be read, or hardly any deal meets it.

    Examples
    --------
    >>> import equity
    >>> holes, boards = equity.deal(1000, 3, board="AsKs2d", seed=1)
    >>> holes.shape, boards.shape, boards[0, :3].tolist()
    ((1000, 3, 2), (1000, 5), [51, 47, 1])
    >>> holes, boards = equity.deal(1000, ["AK", "22+"], where="overpair(p2, flop) and rainbowBoard(flop)", seed=1)
    >>> bool((holes[:, 1].max(axis=1) // 4 > boards[:, :3].max(axis=1) // 4).all())
    True
    """
    names: list[str] | None = None
    if isinstance(players, Mapping):
        names, players = list(map(str, players)), list(players.values())
    if isinstance(where, str):
        where = _read_condition(where, names, players, board, dead)
    return unconditional.deal(n, players, board=board, dead=dead, where=where, seed=seed, threads=threads)


def _read_condition(
    text: str, names: list[str] | None, players: int | str | Sequence[Player], board: Cards, dead: Cards
) -> Condition:
    """Return a condition in PQL as a function of holes and boards."""
    given = ["random"] * int(players) if is_whole(players) else players  # type: ignore[arg-type]
    question = Question.parse(given, board=board, dead=dead)  # type: ignore[arg-type]
    if names is None:
        names = [f"p{number}" for number in range(1, len(question.ranges) + 1)]
    program = compile_condition(text, parse_condition(text), Situation(question, tuple(names)))
    return lambda holes, boards: find_fitting(program, Deals(holes, boards, question.dead))
