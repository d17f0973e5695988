"""Game definitions of the Annual Computer Poker Competition: what a log line leaves out (blinds, stacks, bet sizes)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from equity.constants import MAX_SEATS
from equity.errors import HistoryError
from equity.history.action import MAX_AMOUNT
from equity.history.record import HandRecord

__all__ = ["AcpcGame", "game_named", "game_of_record", "game_text", "parse_game"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AcpcGame:
    """One game definition; lists are in the order of the log: position 0 is the small blind, heads-up the big blind.

    Attributes
    ----------
    limit : bool
        Fixed-limit or no-limit.
    blinds : tuple of int
        What each position posts.
    stacks : tuple of int or None
        Chips of each position; None in limit games, which have no stacks.
    raise_sizes : tuple of int
        The bet of each street of a limit game.
    max_raises : tuple of int
        Raises per street of a limit game; empty for no cap.

    Examples
    --------
    >>> game_named("holdem.limit.2p.reverse_blinds.game").blinds
    (10, 5)
    """

    limit: bool
    blinds: tuple[int, ...]
    stacks: tuple[int, ...] | None = None
    raise_sizes: tuple[int, ...] = ()
    max_raises: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not 2 <= len(self.blinds) <= MAX_SEATS:
            raise HistoryError(f"a game has 2 to {MAX_SEATS} players, got {len(self.blinds)}")
        if self.stacks is not None and len(self.stacks) != len(self.blinds):
            raise HistoryError(f"{len(self.stacks)} stacks for {len(self.blinds)} players")
        if self.limit and len(self.raise_sizes) != 4:
            raise HistoryError(f"a limit game needs the raise size of 4 streets, got {self.raise_sizes}")
        if self.limit and (self.raise_sizes[0] != self.raise_sizes[1] or self.raise_sizes[2] != self.raise_sizes[3]):
            raise HistoryError(f"raise sizes must be equal before and from the turn, got {self.raise_sizes}")
        if not max(self.blinds):
            raise HistoryError("a game needs a blind")

    @property
    def cap(self) -> int | None:
        """Bets per street, the big blind being the first before the flop; None for no cap."""
        if not self.max_raises:
            return None
        first, *rest = self.max_raises
        if any(bets != first + 1 for bets in rest):
            raise HistoryError(f"maxRaises {self.max_raises} is not one cap on every street")
        return first + 1


_KEYS = ("numPlayers", "stack", "blind", "raiseSize", "firstPlayer", "maxRaises")
_LIMIT = {"raise_sizes": (10, 10, 20, 20), "max_raises": (3, 4, 4, 4)}
_STANDARD = {
    (True, 2): AcpcGame(limit=True, blinds=(10, 5), **_LIMIT),
    (True, 3): AcpcGame(limit=True, blinds=(5, 10, 0), **_LIMIT),
    (False, 2): AcpcGame(limit=False, blinds=(100, 50), stacks=(20000, 20000)),
    (False, 3): AcpcGame(limit=False, blinds=(50, 100, 0), stacks=(20000, 20000, 20000)),
}


def game_named(name: str) -> AcpcGame | None:
    """Return the competition's standard game that a file name speaks of, or None.

    Examples
    --------
    >>> game_named("holdem.nolimit.3p.game").stacks
    (20000, 20000, 20000)
    """
    players = re.search(r"\b([2-9])p\b", name)
    limit = re.search(r"\b(no)?limit\b", name)
    return _STANDARD.get((limit[1] is None, int(players[1]))) if players and limit else None


def parse_game(text: str, *, file: str = "<text>") -> AcpcGame:
    r"""Return the game of a `.game` file.

    Raises
    ------
    HistoryError
        If it is not a game of four streets of hold'em.

    Examples
    --------
    >>> parse_game("GAMEDEF\nnolimit\nnumPlayers = 2\nstack = 9 9\nblind = 2 1\nEND GAMEDEF").stacks
    (9, 9)
    """
    words = {}
    lines = [line.partition("#")[0].strip() for line in text.splitlines()]
    for line in filter(None, lines):
        key, _, value = line.partition("=")
        words[key.strip().lower()] = value.split()
    if "gamedef" not in words or ("limit" in words) == ("nolimit" in words):
        raise HistoryError(f"{file}: not an ACPC game definition")
    if words.get("numrounds", ["4"]) != ["4"]:
        raise HistoryError(f"{file}: numRounds must be 4 for hold'em, got {' '.join(words['numrounds'])}")
    try:
        numbers = {key: _numbers(key, words[key.lower()]) for key in _KEYS if key.lower() in words}
        return _game(numbers, "limit" in words)
    except (HistoryError, KeyError) as error:
        raise HistoryError(f"{file}: {error}" if isinstance(error, HistoryError) else f"{file}: no {error}") from None


def _numbers(key: str, values: list[str]) -> tuple[int, ...]:
    """Return the numbers of a key; none is left out, because a stack that cannot be read is not "no limit"."""
    if not values or not all(value.isdecimal() and len(value) < 19 for value in values):
        raise HistoryError(f"{key} = {' '.join(values)[:40]} must hold whole numbers")
    return tuple(map(int, values))


def _game(numbers: dict[str, tuple[int, ...]], limit: bool) -> AcpcGame:
    players = _one(numbers, "numPlayers")
    blinds = numbers["blind"]
    if len(blinds) != players:
        raise HistoryError(f"{len(blinds)} blinds for {players} players")
    if any(amount >= MAX_AMOUNT for values in numbers.values() for amount in values):
        raise HistoryError("an amount is too large")
    first = numbers.get("firstPlayer", (2, 1, 1, 1) if players == 2 else (3, 1, 1, 1))
    if first != ((2, 1, 1, 1) if players == 2 else (3, 1, 1, 1)):
        raise HistoryError(f"firstPlayer {' '.join(map(str, first))} is not hold'em's order")
    return AcpcGame(
        limit=limit,
        blinds=blinds,
        stacks=numbers.get("stack") or None,
        raise_sizes=numbers.get("raiseSize", ()),
        max_raises=numbers.get("maxRaises", ()),
    )


def _one(numbers: dict[str, tuple[int, ...]], key: str) -> int:
    if len(numbers[key]) != 1:
        raise HistoryError(f"{key} = {' '.join(map(str, numbers[key]))} must be one number")
    return numbers[key][0]


def load_game(path: Path) -> AcpcGame:
    """Return the game of a `.game` file on disk."""
    try:
        return parse_game(path.read_text(encoding="utf-8"), file=str(path))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise HistoryError(f"{path}: cannot read the game definition: {reason}") from None


def game_of_record(record: HandRecord) -> AcpcGame:
    """Return the game a record was played in, as far as ACPC can say it.

    Raises
    ------
    HistoryError
        For antes, posts of new players and pot-limit, which ACPC does not know.
    """
    if record.structure == "pot-limit" or any(record.antes) or min(record.blinds) < 0:
        raise HistoryError(f"{record.place}: ACPC logs know neither pot-limit, antes nor posts of new players")
    if record.n_players > 2 and any(record.blinds[2:]):
        raise HistoryError(f"{record.place}: ACPC logs know no straddles")
    stacks = tuple(stack for stack in record.stacks if stack is not None)
    if record.structure == "no-limit":
        if len(stacks) != record.n_players:
            raise HistoryError(f"{record.place}: a no-limit ACPC game needs every stack")
        return AcpcGame(limit=False, blinds=record.blinds, stacks=stacks)
    cap = record.house.get("cap", 4)
    small, big = record.small_bet, record.big_bet
    return AcpcGame(
        limit=True,
        blinds=record.blinds,
        stacks=stacks if len(stacks) == record.n_players else None,
        raise_sizes=(small, small, big, big),
        max_raises=(cap - 1, cap, cap, cap) if isinstance(cap, int) else (),
    )


def game_text(game: AcpcGame) -> str:
    """Return a game definition as the text of a `.game` file, the inverse of `parse_game`.

    Examples
    --------
    >>> game = game_named("holdem.limit.3p.game")
    >>> parse_game(game_text(game)) == game
    True
    """
    players = len(game.blinds)
    rows = {
        "numPlayers": (players,),
        "numRounds": (4,),
        "stack": game.stacks or (),
        "blind": game.blinds,
        "raiseSize": game.raise_sizes,
        "firstPlayer": (2 if players == 2 else 3, 1, 1, 1),
        "maxRaises": game.max_raises,
        "numSuits": (4,),
        "numRanks": (13,),
        "numHoleCards": (2,),
        "numBoardCards": (0, 3, 1, 1),
    }
    lines = [f"{key} = {' '.join(map(str, values))}" for key, values in rows.items() if values]
    return "\n".join(["GAMEDEF", "limit" if game.limit else "nolimit", *lines, "END GAMEDEF", ""])
