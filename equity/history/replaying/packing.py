"""`HandRecord` -> the numbers `equity.kernels.hands.replay` plays, and the house rules a record was played under."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from equity.errors import HistoryError, RulesError
from equity.history.record import HandRecord
from equity.history.street_chips import UNLIMITED

if TYPE_CHECKING:
    from equity.rules import Rules

__all__ = ["Packer", "has_empty_raises", "packed_head", "rules_of", "stacks_of"]

_WITHOUT_EMPTY_RAISES = {"phh", "acpc"}


def has_empty_raises(record: HandRecord) -> bool:
    """Say whether a raise that nobody has chips to answer may stand in a record: sites write them, they are calls.

    Examples
    --------
    >>> from equity.history import game_named, parse_acpc
    >>> has_empty_raises(parse_acpc("STATE:7:rf:AsAd|7c2d:-10|10:a|b", game_named("limit.2p")))
    False
    """
    return record.format not in _WITHOUT_EMPTY_RAISES


def rules_of(record: HandRecord) -> Rules:
    """Return the house rules of a record: its blinds and bets, and what `HandRecord.house` says beyond.

    Raises
    ------
    HistoryError
        If no house could have such blinds and bets.

    Examples
    --------
    >>> from equity.history import game_named, parse_acpc
    >>> rules_of(parse_acpc("STATE:7:rf:AsAd|7c2d:-10|10:a|b", game_named("limit.2p"))).big_bet
    20
    """
    try:
        return _rules(*_stakes(record))
    except (RulesError, TypeError) as error:
        raise HistoryError(f"{record.place}: {error}") from None


def _stakes(record: HandRecord) -> tuple[Any, ...]:
    posts = {kind: amount for _, kind, amount in reversed(record.blind_posts())}
    big = posts.get("big blind") or record.min_bet or record.small_bet
    small = min(posts.get("small blind", 0), big)
    house = tuple(sorted(record.house.items())) if record.house else ()
    return record.structure, small, big, record.small_bet, record.big_bet, house


@lru_cache(maxsize=1024)
def _rules(structure: Any, small: int, big: int, small_bet: int, big_bet: int, house: Sequence[Any]) -> Rules:
    from equity.rules import Rules

    bets: dict[str, Any] = {"small_bet": small_bet, "big_bet": big_bet} if structure == "fixed-limit" else {}
    return Rules(structure=structure, small_blind=small, big_blind=big, **bets, **dict(house))


def stacks_of(record: HandRecord) -> list[int]:
    """Return the stacks to play with: more than anybody bets where they are unknown."""
    return [UNLIMITED if stack is None else stack for stack in record.stacks]


class _Head(NamedTuple):
    """What does not change from hand to hand at one table: rules and posts."""

    rules: Rules
    numbers: tuple[int, ...]  # from the second on, as `equity.kernels.hands.replay` documents them, posts included


@lru_cache(maxsize=4096)
def _head(
    structure: str, antes: Any, blinds: Any, bets: Any, house: Any, dead: Any, layered: bool, lenient: bool
) -> _Head:
    from equity.rules.posts import opening_of, owed_in_full

    stack = None if layered else 0  # short of every ante: the record then takes them as dead
    record = HandRecord(structure, (stack,) * len(antes), antes, blinds, [], ante_trimming=layered)
    record.min_bet, record.small_bet, record.big_bet = bets
    record.house, record.dead = dict(house), dead
    rules = _rules(*_stakes(record))
    posts, players = record.posts, len(antes)
    opening = opening_of(posts, rules, button=players - 1, dealt=players)
    numbers = [players, opening.last, opening.current_bet, opening.raise_size, opening.bets]
    numbers += [int(opening.layered_antes), int(lenient), len(posts)]
    for post in posts:
        numbers += [post.seat, post.live, post.dead, owed_in_full(post, rules)]
    return _Head(rules, tuple(numbers))


def packed_head(record: HandRecord) -> _Head:
    """Return the rules of a record, and the numbers of its packed form before the stacks but the first.

    Raises
    ------
    HistoryError
        If no house could have the record's blinds and bets.
    """
    bets = (record.min_bet, record.small_bet, record.big_bet)
    house = tuple(sorted(record.house.items())) if record.house else ()
    try:
        return _head(
            record.structure,
            record.antes,
            record.blinds,
            bets,
            house,
            record.dead,
            record.has_layered_antes,
            has_empty_raises(record),
        )
    except (RulesError, TypeError) as error:
        raise HistoryError(f"{record.place}: {error}") from None


class Packer:
    """Packs hands one after the other, and numbers the different rules among them.

    Examples
    --------
    >>> from equity.history import game_named, parse_acpc
    >>> packer = Packer()
    >>> packer.add(parse_acpc("STATE:7:rf:AsAd|7c2d:-10|10:a|b", game_named("limit.2p")))
    >>> len(packer)
    1
    """

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self.starts: list[int] = [0]
        self.rules: dict[Rules, int] = {}

    def __len__(self) -> int:
        return len(self.starts) - 1

    def add(self, record: HandRecord) -> None:
        """Add a hand.

        Raises
        ------
        HistoryError
            If no house could have the record's blinds and bets; nothing is added then.
        """
        head = packed_head(record)
        row = self.rules.setdefault(head.rules, len(self.rules))
        stacks = record.stacks if None not in record.stacks else stacks_of(record)
        self.numbers += [row, *head.numbers, *stacks, *[action.code for action in record.actions]]
        self.starts.append(len(self.numbers))

    def arrays(self) -> tuple[Any, Any, Any]:
        """Return the hands as the kernels take them: numbers, where each starts, and the rules."""
        import numpy as np

        rules = np.concatenate([rules.to_array() for rules in self.rules])
        return np.array(self.numbers, np.int64), np.array(self.starts, np.int64), rules

    def play(self) -> list[list[int]]:
        """Play all hands; a row each: how it ended, the action it stopped at, then every seat's result."""
        if not len(self):
            return []  # no reason to load Numba
        import numpy as np

        from equity.kernels.hands.records import HAND

        results = np.zeros((len(self), 12), np.int64)
        _first_calls().spend(len(self)).replay_hands(*self.arrays(), np.empty(1, HAND), results)
        rows: list[list[int]] = results.tolist()
        return rows


@cache
def _first_calls() -> Any:
    """Load the kernels, when the first hands are played."""
    from equity.kernels.compile.first_calls import FirstCalls
    from equity.kernels.hands import replay

    return FirstCalls(replay, "replay_hands")
