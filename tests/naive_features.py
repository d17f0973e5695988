"""Slow, obvious features of hole cards and boards, written from `equity.made_hands` alone: the twins of the kernels."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, permutations

from equity.made_hands import Draw, MadeHand, Pairing
from tests.naive_evaluator import strength

Cards = tuple[int, ...]
STRAIGHTS = [{12, 0, 1, 2, 3}, *(set(range(low, low + 5)) for low in range(9))]
ACE = 12


def ranks_of(cards: Iterable[int]) -> list[int]:
    return [card // 4 for card in cards]


def category_of(cards: Iterable[int]) -> int:
    """Return the category of any number of cards, 0 to 9; fewer than five have no straight and no flush."""
    cards = tuple(cards)
    if len(cards) >= 5:
        return strength(cards)[0]
    shape = sorted((ranks_of(cards).count(rank) for rank in set(ranks_of(cards))), reverse=True)
    return 7 if shape[0] == 4 else 3 if shape[0] == 3 else shape.count(2)


def pair_code(rank: int, board: Cards) -> MadeHand:
    """Return what a pair of this rank is called."""
    steps = sorted(set(ranks_of(board)), reverse=True)
    if rank in steps:
        named = [MadeHand.TOP_PAIR, MadeHand.SECOND_PAIR, MadeHand.THIRD_PAIR]
        return named[steps.index(rank)] if steps.index(rank) < 3 else MadeHand.LOW_PAIR
    if rank > steps[0]:
        return MadeHand.OVERPAIR
    if rank < steps[-1]:
        return MadeHand.UNDERPAIR
    if rank > steps[1]:
        return MadeHand.POCKET_PAIR_BELOW_TOP
    return MadeHand.POCKET_PAIR_BELOW_SECOND if rank > steps[2] else MadeHand.LOW_PAIR


def own_pair(hole: Cards, board: Cards) -> int:
    """Return the code of the highest pair that the hole cards make, 0 for none."""
    every = ranks_of(hole + board)
    paired = [rank for rank in ranks_of(hole) if every.count(rank) == 2]
    return pair_code(max(paired), board) if paired else 0


def made(hole: Cards, board: Cards) -> tuple[int, int]:
    """Return the made hand and its order."""
    kind, first, *more = strength(hole + board)
    on_board = ranks_of(board).count(first)
    if kind >= 4:
        names = ("STRAIGHT", "FLUSH", "FULL_HOUSE", "QUADS", "STRAIGHT_FLUSH", "STRAIGHT_FLUSH")
        return MadeHand[names[kind - 4]], flush_order(hole, board) if kind == 5 else 0
    if kind == 3:
        codes = (MadeHand.SET, MadeHand.TRIPS, MadeHand.TRIPS_ON_BOARD)
        return codes[on_board - 1], kicker_order(hole, first, board) if on_board == 2 else 0
    if kind == 2:
        codes = (MadeHand.TWO_PAIR, MadeHand.TWO_PAIR_WITH_BOARD, MadeHand.TWO_PAIR_ON_BOARD)
        return codes[sum(ranks_of(board).count(rank) == 2 for rank in (first, more[0]))], 0
    if kind == 1 and on_board < 2:
        return pair_code(first, board), kicker_order(hole, first, board) if on_board else 0
    return high_cards(hole, board)


def flush_order(hole: Cards, board: Cards) -> int:
    (suit,) = (s for s in range(4) if sum(card % 4 == s for card in hole + board) >= 5)
    best = max((card for card in hole if card % 4 == suit), default=-1)
    higher = {card for card in range(52) if card % 4 == suit and card > best}
    return 1 + len(higher - set(hole + board)) if cards_played(hole, board) else 0


def kicker_order(hole: Cards, paired: int, board: Cards) -> int:
    (kicker,) = (rank for rank in ranks_of(hole) if rank != paired)
    return 1 + sum(rank not in ranks_of(board) and rank != paired for rank in range(kicker + 1, 13))


def high_cards(hole: Cards, board: Cards) -> tuple[int, int]:
    own = ranks_of(hole)
    assert not any(ranks_of(hole + board).count(rank) > 1 for rank in own)
    if ACE in own:
        return MadeHand.ACE_HIGH, kicker_order(hole, ACE, board)
    over = sum(rank > max(ranks_of(board)) for rank in own)
    return (MadeHand.NO_PAIR, MadeHand.ONE_OVERCARD, MadeHand.TWO_OVERCARDS)[over], 0


def cards_played(hole: Cards, board: Cards) -> int:
    """Return how few hole cards give the hand its strength."""
    for count in range(3):
        for some in combinations(hole, count):
            if len(board) + count >= 5 and strength(board + some) == strength(hole + board):
                return count
    raise AssertionError


def straight_of(ranks: Iterable[int]) -> int:
    """Return the highest straight in some ranks, -1 for none."""
    return max((i for i, straight in enumerate(STRAIGHTS) if straight <= set(ranks)), default=-1)


def completing_ranks(own: Iterable[int], board: Iterable[int]) -> list[int]:
    own, board = set(own), set(board)
    return [rank for rank in range(13) if straight_of(own | board | {rank}) > straight_of(board | {rank})]


def draws(hole: Cards, board: Cards) -> tuple[Draw, int]:
    """Return the draws and the number of cards that complete a flush or straight draw."""
    if len(board) == 5:
        return Draw(0), 0
    now = category_of(hole + board)
    flush, suited = flush_draw(hole, board) if now < 5 else (Draw(0), set())
    straight, ranks = straight_draw(hole, board) if now < 4 else (Draw(0), [])
    found = flush | straight | (overcards(hole, board) if now < 4 else Draw(0))
    if ranks and Draw.FLUSH_DRAW in found:
        found |= Draw.COMBO_DRAW
    rest = set(range(52)) - set(hole + board)
    if now < 8 and any(
        4 * rank + suit in rest for suit in range(4) for rank in straight_flush_ranks(hole, board, suit)
    ):
        found |= Draw.STRAIGHT_FLUSH_DRAW
    return found, len({card for card in rest if card in suited or card // 4 in ranks})


def flush_draw(hole: Cards, board: Cards) -> tuple[Draw, set[int]]:
    """Return the flush draw, and the cards that complete it."""
    for suit in range(4):
        mine = [card for card in hole if card % 4 == suit]
        held = [card for card in hole + board if card % 4 == suit]
        out = set(range(suit, 52, 4)) - set(held)
        nut = bool(mine) and not any(card > max(mine) for card in out)
        if mine and len(held) == 4:
            return Draw.FLUSH_DRAW | (Draw.NUT_FLUSH_DRAW if nut else Draw(0)), out
        if mine and len(held) == 3 and len(board) == 3:
            return Draw.BACKDOOR_FLUSH_DRAW | (Draw.BACKDOOR_NUT_FLUSH_DRAW if nut else Draw(0)), set()
    return Draw(0), set()


def straight_draw(hole: Cards, board: Cards) -> tuple[Draw, list[int]]:
    """Return the straight draw, and the ranks that complete it."""
    own, open_ = set(ranks_of(hole)), set(ranks_of(board))
    ranks = completing_ranks(own, open_)
    if ranks:
        held, ends = (some | ({-1} if ACE in some else set()) for some in (own | open_, set(ranks)))
        rows = [low for low in range(-1, 10) if {low, low + 1, low + 2, low + 3} <= held]
        if any({low - 1, low + 4} <= ends for low in rows):
            return Draw.OPEN_ENDED, ranks
        return (Draw.DOUBLE_GUTSHOT if len(ranks) > 1 else Draw.GUTSHOT), ranks
    pairs = combinations(range(13), 2)
    later = any(straight_of(own | open_ | {*two}) > straight_of(open_ | {*two}) for two in pairs)
    return (Draw.BACKDOOR_STRAIGHT_DRAW if later and len(board) == 3 else Draw(0)), []


def straight_flush_ranks(hole: Cards, board: Cards, suit: int) -> list[int]:
    mine, theirs = ({card // 4 for card in cards if card % 4 == suit} for cards in (hole, board))
    return completing_ranks(mine, theirs)


def overcards(hole: Cards, board: Cards) -> Draw:
    own, open_ = set(ranks_of(hole)), set(ranks_of(board))
    over = sum(rank > max(open_) for rank in own)
    is_bare = len(own) == 2 and not own & open_
    return (Draw(0), Draw.ONE_OVERCARD, Draw.TWO_OVERCARDS)[over if is_bare else 0]


def outs(hole: Cards, board: Cards) -> list[int]:
    """Return how many next cards improve the hand to each category, beyond what they do for the board."""
    counts = [0] * 10
    if len(board) < 5:
        for card in set(range(52)) - set(hole + board):
            kind = category_of((*hole, *board, card))
            if kind > category_of(hole + board) and kind > category_of((*board, card)):
                counts[kind] += 1
    return counts


def texture(board: Cards) -> tuple[int, ...]:
    """Return most cards of a suit, suits, pairing, highest rank, connected, straights."""
    suits, ranks = [card % 4 for card in board], ranks_of(board)
    shape = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    pairing = {
        (1, 1): Pairing.UNPAIRED,
        (2, 1): Pairing.PAIRED,
        (2, 2): Pairing.TWO_PAIR,
        (3, 1): Pairing.TRIPS,
        (3, 2): Pairing.FULL_HOUSE,
        (4, 1): Pairing.QUADS,
    }[shape[0], (shape[1:] or [1])[0]]
    held = [len(straight & set(ranks)) for straight in STRAIGHTS]
    many = sum(count >= 3 for count in held)
    return max(suits.count(s) for s in suits), len(set(suits)), pairing, max(ranks), max(held), many


def first_form(hole: Cards, *groups: Cards) -> tuple[Cards, ...]:
    """Return the least of all deals that differ in suits and in the order within each group."""

    def moved(suits: Cards) -> tuple[Cards, ...]:
        return tuple(tuple(sorted(card // 4 * 4 + suits[card % 4] for card in group)) for group in (hole, *groups))

    return min(map(moved, permutations(range(4))))
