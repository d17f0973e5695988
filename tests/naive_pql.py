"""Slow, obvious twins of the functions of PQL, each on one deal, written from their definitions alone."""

from __future__ import annotations

from itertools import combinations

from equity.pql.types import FLOP_CATEGORIES, HAND_TYPES
from tests.naive_evaluator import strength

STREETS = {"flop": 3, "turn": 4, "river": 5}


def rank(card):
    return card // 4


def suit(card):
    return card % 4


def ranks_of(cards):
    return frozenset(map(rank, cards))


class Deal:
    """One deal: hole cards of each player, five board cards, dead cards."""

    def __init__(self, holes, board, dead=()):
        self.holes, self.whole, self.dead = [tuple(hole) for hole in holes], tuple(board), tuple(dead)

    def board(self, street):
        return self.whole[: STREETS[street]]

    def power(self, player, street):
        return strength(self.holes[player] + self.board(street))

    def kind(self, player, street):
        return min(self.power(player, street)[0], 8)

    def unseen(self, player, street):
        return [card for card in range(52) if card not in self.holes[player] + self.board(street) + self.dead]


def shares(deal, board):
    powers = [strength(hole + tuple(board)) for hole in deal.holes]
    winners = [power == max(powers) for power in powers]
    return [winner / sum(winners) for winner in winners]


def river_equity(deal, player):
    return shares(deal, deal.whole)[player]


def hvh_equity(deal, player, street):
    known = deal.board(street)
    held = {card for hole in deal.holes for card in hole} | set(known) | set(deal.dead)
    deck = [card for card in range(52) if card not in held]
    runouts = list(combinations(deck, 5 - len(known)))
    return sum(shares(deal, known + runout)[player] for runout in runouts) / len(runouts)


def wins(deal, player):
    return river_equity(deal, player) == 1


def ties(deal, player):
    return 0 < river_equity(deal, player) < 1


def best_hi_rating(deal, player, street):
    return all(deal.power(player, street) >= deal.power(other, street) for other in range(len(deal.holes)))


def hand_type(deal, player, street):
    return HAND_TYPES[deal.kind(player, street)]


def winning_hand_type(deal):
    return max(HAND_TYPES[deal.kind(player, "river")] for player in [best_player(deal)])


def best_player(deal):
    return max(range(len(deal.holes)), key=lambda player: deal.power(player, "river"))


def flop_hand_category(deal, player):
    """What hole cards add to the flop: pairs that stand on the board count for nobody."""
    hole, flop = deal.holes[player], deal.board("flop")
    kind = HAND_TYPES[deal.kind(player, "flop")]
    if kind in ("straight", "flush", "fullhouse", "quads", "straightflush"):
        return f"flop{kind}"
    distinct = sorted(ranks_of(flop), reverse=True)
    pocket = rank(hole[0]) == rank(hole[1])
    if kind == "trips":
        return "flopset" if pocket else "floptrips"
    hits = [place for place, own in enumerate(distinct) if own in ranks_of(hole)]
    if len(distinct) == 3 and len(hits) == 2:
        return {(0, 1): "floptoptwo", (0, 2): "floptopandbottom", (1, 2): "flopbottomtwo"}[tuple(hits)]
    if pocket:
        above = sum(own > rank(hole[0]) for own in distinct)
        names = ["flopoverpair", "floppocket12", "floppocket23"][: len(distinct)]
        return [*names, "flopunderpair"][above] if above < len(distinct) else "flopunderpair"
    return ["floptoppair", "flopsecondpair", "flopthirdpair"][hits[0]] if hits else "flopnothing"


def cards_play(deal, player, street):
    board, mine = deal.board(street), deal.power(player, street)
    for number in range(2):
        for kept in combinations(deal.holes[player], number):
            if len(board) + number >= 5 and strength(kept + board) == mine:
                return number
    return 2


def nut_hi(deal, player, street, *, same_type=False):
    mine = deal.power(player, street)
    for other in combinations(deal.unseen(player, street), 2):
        theirs = strength(other + deal.board(street))
        if theirs > mine and (not same_type or min(theirs[0], 8) == min(mine[0], 8)):
            return False
    return True


def nut_hi_for_hand_type(deal, player, street):
    return nut_hi(deal, player, street, same_type=True)


def nut_hi_outs(deal, player, street):
    known, later = deal.board(street), {"flop": "turn", "turn": "river"}[street]
    found = 0
    for card in deal.unseen(player, street):
        after = Deal(deal.holes, (*known, card), deal.dead)
        found += nut_hi(after, player, later)
    return found


def outs_to_hand_type(deal, player, street, kind):
    if deal.kind(player, street) >= HAND_TYPES.index(kind):
        return 0
    own = deal.holes[player] + deal.board(street)
    return sum(HAND_TYPES[min(strength((*own, card))[0], 8)] == kind for card in deal.unseen(player, street))


def hand_ranks(deal, player, street=""):
    return ranks_of(deal.holes[player])


def duplicated_hand_ranks(deal, player, street=""):
    first, second = map(rank, deal.holes[player])
    return frozenset([first]) if first == second else frozenset()


def board_ranks(deal, street):
    return ranks_of(deal.board(street))


def duplicated_board_ranks(deal, street):
    ranks = [rank(card) for card in deal.board(street)]
    return frozenset(own for own in ranks if ranks.count(own) > 1)


def intersecting_hand_ranks(deal, player, street):
    return hand_ranks(deal, player) & board_ranks(deal, street)


def nonintersecting_hand_ranks(deal, player, street):
    return hand_ranks(deal, player) - board_ranks(deal, street)


def hand_board_intersections(deal, player, street):
    return len(intersecting_hand_ranks(deal, player, street))


def overpair(deal, player, street):
    return bool(duplicated_hand_ranks(deal, player)) and rank(deal.holes[player][0]) > max(board_ranks(deal, street))


def has_nth_board_rank(deal, player, street, number):
    ranks = sorted(board_ranks(deal, street), reverse=True)
    return len(ranks) >= number and ranks[number - 1] in hand_ranks(deal, player)


def has_top_board_rank(deal, player, street):
    return has_nth_board_rank(deal, player, street, 1)


def has_second_board_rank(deal, player, street):
    return has_nth_board_rank(deal, player, street, 2)


def has_flush_cards(deal, player, street, number):
    cards = [suit(card) for card in deal.holes[player] + deal.board(street)]
    return any(cards.count(own) >= number for own in map(suit, deal.holes[player]))


def three_flush(deal, player, street):
    return has_flush_cards(deal, player, street, 3)


def four_flush(deal, player, street):
    return has_flush_cards(deal, player, street, 4)


def pocket_pair(deal, player):
    return bool(duplicated_hand_ranks(deal, player))


def board_suit_count(deal, street):
    return len({suit(card) for card in deal.board(street)})


def monotone_board(deal, street):
    return board_suit_count(deal, street) == 1


def twotone_board(deal, street):
    return board_suit_count(deal, street) == 2


def rainbow_board(deal, street):
    return board_suit_count(deal, street) == len(deal.board(street))


def flushing_board(deal, street):
    suits = [suit(card) for card in deal.board(street)]
    return any(suits.count(own) >= 3 for own in suits)


def paired_board(deal, street):
    return len(board_ranks(deal, street)) < len(deal.board(street))


def straight_board(deal, street):
    runs = [set(range(low, low + 5)) for low in range(9)] + [{12, 0, 1, 2, 3}]
    return any(len(run & board_ranks(deal, street)) >= 3 for run in runs)


def turn_card(deal):
    return deal.whole[3]


def river_card(deal):
    return deal.whole[4]


def five_card_hi_hand_number(deal, player, street):
    from equity.evaluator import evaluate

    return 7463 - evaluate([*deal.holes[player], *deal.board(street)])


def category_place(name):
    return FLOP_CATEGORIES.index(name)
