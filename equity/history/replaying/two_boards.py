"""A hand whose last cards were dealt twice: each half of each pot goes by its own board, the odd chip to the first."""

from __future__ import annotations

from dataclasses import replace as changed

from equity.errors import HistoryError
from equity.history.action import Action, Kind, deal_board
from equity.history.record import HandRecord
from equity.history.replaying.playing import play

__all__ = ["payoffs_of_two", "with_board"]


def with_board(record: HandRecord, board: tuple[int, ...]) -> HandRecord:
    """Return a record with another board, dealt once."""
    deals = iter((board[:3], board[3:4], board[4:5]))
    actions: list[Action] = []
    for action in record.actions:
        actions.append(deal_board(next(deals)) if action.kind is Kind.BOARD else action)
    return changed(record, actions=actions, second_board=())


def payoffs_of_two(record: HandRecord) -> tuple[int, ...]:
    """Return what every player won or lost over both boards.

    Raises
    ------
    HistoryError
        If the hand does not come to a showdown on either board.

    Examples
    --------
    >>> from equity.history import parse_phh
    >>> record = parse_phh('''
    ... variant = "NT"
    ... antes = [0, 0]
    ... blinds_or_straddles = [1, 2]
    ... min_bet = 2
    ... starting_stacks = [100, 100]
    ... actions = ["d dh p1 AsAh", "d dh p2 KsKh", "p2 cbr 100", "p1 cc", "d db 2c3c8h", "d db 5d", "d db 9d"]
    ... _second_board = "2c3c8h5dKd"
    ... ''')
    >>> payoffs_of_two(record)
    (0, 0)
    """
    hands = [play(with_board(record, board)) for board in (record.board, record.second_board)]
    if not all(hand.is_settled and hand.showdown for hand in hands):
        raise HistoryError(f"{record.place}: two boards are dealt, but the hand does not come to a showdown on both")
    first, second = hands
    net = [-chips for chips in first.committed]
    for pot, won, again in zip(first.pots, first.shares, second.shares, strict=True):
        halves = (pot.amount - pot.amount // 2, pot.amount // 2)
        for half, shares in zip(halves, (won, again), strict=True):
            winners = [player for player, chips in enumerate(shares) if chips]
            for place, player in enumerate(winners):
                net[player] += half // len(winners) + (place < half % len(winners))
    return tuple(net)
