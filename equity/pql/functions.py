"""The functions of PQL for hold'em: what they are called, what they take and give, and how arrays of deals answer them.

Names are those of ProPokerTools and of Open PQL; capitals and underscores do not count. Definitions follow their
documentation; where it leaves something open, the line of the function says what holds here.

Rules of the file: a line a function. What an answer needs is worked out by `deals`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import numpy as np

from equity.pql.deals import Deals, rank_table
from equity.pql.types import Type, plain

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FUNCTIONS", "Function", "find_function", "why_unknown"]

_P, _S, _N, _B = Type.PLAYER, Type.STREET, Type.NUMBER, Type.BOOLEAN
_FLOP_ON = (3, 4, 5)
_BEFORE_RIVER = (3, 4)


@dataclass(frozen=True)
class Function:
    """A function of PQL.

    Attributes
    ----------
    name : str
        As ProPokerTools writes it.
    takes : tuple of Type
    gives : Type
    answer : callable
        Called with the deals and the arguments: players as numbers, streets as cards on the board, constants, arrays.
    about : str
        What it is, in a line.
    streets : tuple of int
        The streets that it may be asked about.
    looks : tuple of int
        The streets whose cards it needs where no argument says so.
    optional : int
        How many arguments at the end may be left out.
    everybody : bool
        Whether it needs the hole cards of all players.
    against : bool
        Whether it needs the opponent's range: the last thing that `answer` is called with.
    suits : bool
        Whether it tells one suit from another.
    whole : bool
        Whether a number that it gives is whole.
    cost : float
        Nanoseconds per deal, about.
    also : tuple of str
        Other names.
    """

    name: str
    takes: tuple[Type, ...]
    gives: Type
    answer: Callable[..., Any]
    about: str
    streets: tuple[int, ...] = _FLOP_ON
    looks: tuple[int, ...] = ()
    optional: int = 0
    everybody: bool = False
    against: bool = False
    suits: bool = False
    whole: bool = True
    cost: float = 20.0
    also: tuple[str, ...] = field(default=())

    @property
    def signature(self) -> str:
        """How it is written: minHandType(player, street, hand type)."""
        words = [kind.value.split(" ", 1)[-1].removesuffix(" in quotes") for kind in self.takes]
        return f"{self.name}({', '.join(words)})"


def _rank_of(name: str, sets: NDArray[Any], number: int = 0) -> NDArray[np.int8]:
    ranks: NDArray[np.int8] = rank_table(name, number)[sets]
    return ranks


def _nth_rank(deals: Deals, number: Any, sets: Any) -> Any:
    return _rank_of("nth", sets, int(number))


def _has_rank(deals: Deals, player: int, street: int, number: int) -> Any:
    rank = _rank_of("nth", deals.board_ranks(street), number)
    return (rank >= 0) & ((deals.hole_ranks(player) >> np.maximum(rank, 0)) & 1 == 1)


def _is_overpair(deals: Deals, player: int, street: int) -> Any:
    return _rank_of("nth", deals.pair_rank(player), 1) > _rank_of("nth", deals.board_ranks(street), 1)


def _wins(deals: Deals, player: int) -> Any:
    return (deals.value(player, 5) == deals.best(5)) & (deals.winners(5) == 1)


def _ties(deals: Deals, player: int) -> Any:
    return (deals.value(player, 5) == deals.best(5)) & (deals.winners(5) > 1)


def _equity(deals: Deals, player: int, street: int = 5) -> Any:
    return deals.all_in(street)[player]


def _suits_on_board(deals: Deals, street: int) -> Any:
    counts = deals.suit_counts(street)
    return sum((((counts >> 4 * suit) & 15) > 0).astype(np.int8) for suit in range(4))


def _in_range(deals: Deals, player: int, table: NDArray[np.bool_]) -> Any:
    return table[deals.holes[:, player, 0], deals.holes[:, player, 1]]


def _board_in_range(deals: Deals, boards: Any) -> Any:
    return boards.fits(deals)


def _hand_type(deals: Deals, player: int, street: int) -> Any:
    return deals.hand_type(deals.value(player, street))


def _shared_ranks(deals: Deals, player: int, street: int) -> Any:
    return deals.hole_ranks(player) & deals.board_ranks(street)


_LIST = [
    # --- who wins
    Function(
        "riverEquity",
        (_P,),
        _N,
        _equity,
        "the player's share of the pot at showdown",
        looks=(5,),
        everybody=True,
        whole=False,
        also=("fractionalRiverEquity",),
    ),
    Function(
        "winsHi",
        (_P,),
        _B,
        _wins,
        "whether the player wins the whole pot",
        looks=(5,),
        everybody=True,
        also=("wins", "scoops"),
    ),
    Function(
        "tiesHi", (_P,), _B, _ties, "whether the player shares the pot", looks=(5,), everybody=True, also=("ties",)
    ),
    Function(
        "hvhEquity",
        (_P, _S),
        _N,
        _equity,
        "the player's equity if all hands go all in on a street",
        everybody=True,
        whole=False,
        optional=1,
        looks=(5,),
        cost=1400,
        streets=(0, *_FLOP_ON),
        also=("equity",),
    ),
    Function(
        "minHvHEquity",
        (_P, _S, _N),
        _B,
        lambda deals, player, street, least: _equity(deals, player, street) >= least,
        "whether that equity is at least a number",
        everybody=True,
        cost=1400,
        streets=(0, *_FLOP_ON),
        also=("minEquity",),
    ),
    Function(
        "HvREquity",
        (_P, _S),
        _N,
        lambda deals, player, street, opponent: deals.against(player, street, opponent),
        "the player's equity on a street against the opponent's whole range, whatever hand is dealt from it",
        against=True,
        whole=False,
        cost=1400,
        streets=(0, *_FLOP_ON),
    ),
    Function(
        "minHvREquity",
        (_P, _S, _N),
        _B,
        lambda deals, player, street, least, opponent: deals.against(player, street, opponent) >= least,
        "whether that equity is at least a number",
        against=True,
        cost=1400,
        streets=(0, *_FLOP_ON),
    ),
    Function(
        "bestHiRating",
        (_P, _S),
        _B,
        lambda deals, player, street: deals.value(player, street) == deals.best(street),
        "whether no other player has a better hand on a street",
        everybody=True,
    ),
    # --- hands
    Function("handType", (_P, _S), Type.HAND_TYPE, _hand_type, "what the player's hand is"),
    Function(
        "exactHandType",
        (_P, _S, Type.HAND_TYPE),
        _B,
        lambda deals, player, street, kind: _hand_type(deals, player, street) == kind,
        "whether the hand is just that",
    ),
    Function(
        "minHandType",
        (_P, _S, Type.HAND_TYPE),
        _B,
        lambda deals, player, street, kind: _hand_type(deals, player, street) >= kind,
        "whether the hand is that or better",
    ),
    Function(
        "winningHandType",
        (),
        Type.HAND_TYPE,
        lambda deals: deals.hand_type(deals.best(5)),
        "what wins at showdown",
        looks=(5,),
        everybody=True,
    ),
    Function(
        "flopHandCategory",
        (_P,),
        Type.CATEGORY,
        lambda deals, player: deals.category(player),
        "what the hole cards make of the flop; what stands on the board counts for nobody",
        looks=(3,),
    ),
    Function(
        "exactFlopHandCategory",
        (_P, Type.CATEGORY),
        _B,
        lambda deals, player, kind: deals.category(player) == kind,
        "whether they make just that",
        looks=(3,),
    ),
    Function(
        "minFlopHandCategory",
        (_P, Type.CATEGORY),
        _B,
        lambda deals, player, kind: deals.category(player) >= kind,
        "whether they make that or better",
        looks=(3,),
    ),
    Function(
        "hiRating",
        (_P, _S),
        Type.RATING,
        lambda deals, player, street: deals.value(player, street),
        "the strength of the player's hand",
    ),
    Function(
        "minHiRating",
        (_P, _S, Type.RATING),
        _B,
        lambda deals, player, street, least: deals.value(player, street) >= least,
        "whether the hand is that strong or stronger",
    ),
    Function(
        "maxHiRating",
        (_S,),
        Type.RATING,
        lambda deals, street: deals.best(street),
        "the strength of the best player's hand",
        everybody=True,
    ),
    Function(
        "fiveCardHiHandNumber",
        (_P, _S),
        _N,
        lambda deals, player, street: 7463 - deals.value(player, street).astype(np.int64),
        "the place of the hand among all 7,462, of which 1 is the best",
    ),
    Function("rateHiHand", (Type.TEXT,), Type.RATING, lambda deals, value: value, "the strength of five cards"),
    Function(
        "cardsPlay",
        (_P, _S),
        _N,
        lambda deals, player, street: deals.cards_played(player, street),
        "how many hole cards the hand needs for its strength",
        cost=60,
    ),
    # --- the nuts and outs
    Function(
        "nutHi",
        (_P, _S),
        _B,
        lambda deals, player, street: deals.unbeaten(player, street, same_type=False),
        "whether no two cards beat the hand; other players' cards count as unseen",
        cost=150,
    ),
    Function(
        "nutHiForHandType",
        (_P, _S),
        _B,
        lambda deals, player, street: deals.unbeaten(player, street, same_type=True),
        "whether no two cards make a better hand of the same type",
        cost=2000,
    ),
    Function(
        "nutHiOuts",
        (_P, _S),
        _N,
        lambda deals, player, street: deals.nut_outs(player, street),
        "the next cards after which no two cards beat the hand",
        streets=_BEFORE_RIVER,
        cost=2500,
    ),
    Function(
        "outsToHandType",
        (_P, _S, Type.HAND_TYPE),
        _N,
        lambda deals, player, street, kind: deals.type_outs(player, street, kind),
        "the next cards that make just that hand type, where the hand is less now",
        streets=_BEFORE_RIVER,
        cost=300,
    ),
    Function(
        "minOutsToHandType",
        (_P, _S, Type.HAND_TYPE, _N),
        _B,
        lambda deals, player, street, kind, least: deals.type_outs(player, street, kind) >= least,
        "whether there are at least so many",
        streets=_BEFORE_RIVER,
        cost=300,
    ),
    # --- hole cards
    Function(
        "pocketPair", (_P,), _B, lambda deals, player: deals.pair_rank(player) != 0, "whether the hole cards are a pair"
    ),
    Function("inRange", (_P, Type.RANGE), _B, _in_range, "whether the hole cards are in a range; weights do not count"),
    Function(
        "handRanks",
        (_P, _S),
        Type.RANKS,
        lambda deals, player, street=0: deals.hole_ranks(player),
        "the ranks of the hole cards",
        optional=1,
        streets=(0, *_FLOP_ON),
    ),
    Function(
        "duplicatedHandRanks",
        (_P, _S),
        Type.RANKS,
        lambda deals, player, street=0: deals.pair_rank(player),
        "the rank of a pocket pair",
        optional=1,
        streets=(0, *_FLOP_ON),
    ),
    # --- hole cards and board
    Function("overpair", (_P, _S), _B, _is_overpair, "whether a pocket pair is above the board"),
    Function(
        "hasTopBoardRank",
        (_P, _S),
        _B,
        lambda deals, player, street: _has_rank(deals, player, street, 1),
        "whether a hole card has the highest rank of the board",
    ),
    Function(
        "hasSecondBoardRank",
        (_P, _S),
        _B,
        lambda deals, player, street: _has_rank(deals, player, street, 2),
        "whether a hole card has the second rank of the board",
    ),
    Function(
        "intersectingHandRanks", (_P, _S), Type.RANKS, _shared_ranks, "the ranks in the hole that are on the board too"
    ),
    Function(
        "nonIntersectingHandRanks",
        (_P, _S),
        Type.RANKS,
        lambda deals, player, street: deals.hole_ranks(player) & ~deals.board_ranks(street),
        "the ranks in the hole that are not on the board",
    ),
    Function(
        "handBoardIntersections",
        (_P, _S),
        _N,
        lambda deals, player, street: rank_table("count")[_shared_ranks(deals, player, street)],
        "how many ranks are in the hole and on the board",
    ),
    Function(
        "threeFlush",
        (_P, _S),
        _B,
        lambda deals, player, street: deals.own_suit_count(player, street) >= 3,
        "whether a hole card and the board have three or more of one suit",
    ),
    Function(
        "fourFlush",
        (_P, _S),
        _B,
        lambda deals, player, street: deals.own_suit_count(player, street) >= 4,
        "whether a hole card and the board have four or more of one suit",
    ),
    # --- the board
    Function("boardSuitCount", (_S,), _N, _suits_on_board, "how many different suits are on the board"),
    Function(
        "monotoneBoard",
        (_S,),
        _B,
        lambda deals, street: _suits_on_board(deals, street) == 1,
        "whether the board has one suit only",
    ),
    Function(
        "twotoneBoard",
        (_S,),
        _B,
        lambda deals, street: _suits_on_board(deals, street) == 2,
        "whether the board has two suits",
    ),
    Function(
        "rainbowBoard",
        (_S,),
        _B,
        lambda deals, street: _suits_on_board(deals, street) == street,
        "whether no two cards of the board have one suit",
    ),
    Function(
        "flushingBoard",
        (_S,),
        _B,
        lambda deals, street: ((deals.suit_counts(street) + 0x5555) & 0x8888) != 0,
        "whether three or more cards of the board have one suit",
    ),
    Function(
        "pairedBoard",
        (_S,),
        _B,
        lambda deals, street: deals.repeated_board_ranks(street) != 0,
        "whether two cards of the board have one rank",
    ),
    Function(
        "straightBoard",
        (_S,),
        _B,
        lambda deals, street: rank_table("straight")[deals.board_ranks(street)] == 1,
        "whether three ranks of the board fit one straight",
    ),
    Function(
        "boardRanks", (_S,), Type.RANKS, lambda deals, street: deals.board_ranks(street), "the ranks on the board"
    ),
    Function(
        "duplicatedBoardRanks",
        (_S,),
        Type.RANKS,
        lambda deals, street: deals.repeated_board_ranks(street),
        "the ranks that are on the board twice or more",
    ),
    Function(
        "boardInRange",
        (Type.BOARDS,),
        _B,
        _board_in_range,
        "whether the board fits a pattern: three cards of the flop in any order, then turn and river",
        cost=200,
    ),
    Function(
        "turnCard", (), Type.CARD, lambda deals: deals.boards[:, 3], "the card of the turn", looks=(3, 4), suits=True
    ),
    Function(
        "riverCard", (), Type.CARD, lambda deals: deals.boards[:, 4], "the card of the river", looks=(4, 5), suits=True
    ),
    # --- ranks and cards
    Function(
        "maxRank", (Type.RANKS,), Type.RANK, lambda deals, sets: _rank_of("nth", sets, 1), "the highest rank of a set"
    ),
    Function(
        "minRank", (Type.RANKS,), Type.RANK, lambda deals, sets: _rank_of("least", sets), "the lowest rank of a set"
    ),
    Function("nthRank", (_N, Type.RANKS), Type.RANK, _nth_rank, "the n-th rank of a set, counted from the highest"),
    Function("rankCount", (Type.RANKS,), _N, lambda deals, sets: rank_table("count")[sets], "how many ranks a set has"),
    Function("toRank", (Type.TEXT,), Type.RANK, lambda deals, rank: rank, "a rank: toRank('A')"),
    Function("toCard", (Type.TEXT,), Type.CARD, lambda deals, card: card, "a card: toCard('As')", suits=True),
]

# every name, as it is compared -> the function
FUNCTIONS: dict[str, Function] = {plain(name): one for one in _LIST for name in (one.name, *one.also)}
_LOW = {
    "bestlorating", "boardallowsmadelo", "boardhasonedistinctlocard", "boardhastwodistinctlocards", "boardlocardcount",
    "distinctlohandranks", "fivecardlohandnumber", "hilopotentialscoop", "lorating", "minlorating", "madelo", "nutlo",
    "nutloouts", "ratelohand", "tieslo", "winslo", "wins8lo", "minloouts", "locardcount",
}  # fmt: skip
# what has no published definition -> what to write
_INSTEAD = {
    "hvperceivedrangeequity": "give the opponent that range in from and write HvREquity(player, street)",
    "minhvperceivedrangeequity": "give the opponent that range in from and write minHvREquity(player, street, number)",
    "handranking": "write inRange(player, '15%') for the best 15 % of hands",
    "handrankingfor": "write inRange(player, '15%') for the best 15 % of hands",
    "handshaving": "write count(...) around a condition, or histogram(...) around a value",
}
_OTHER_GAMES = {"doorcard", "upcard", "upcards", "downcards", "wasupcard", "isupcard", "showingpair", "highestdoorcard"}


def find_function(name: str) -> Function | None:
    """Return the function of a name.

    Examples
    --------
    >>> find_function("river_equity").signature, find_function("nonsense")
    ('riverEquity(player)', None)
    """
    return FUNCTIONS.get(plain(name))


def why_unknown(name: str) -> str:
    """Return what to say about a function that there is not.

    Examples
    --------
    >>> why_unknown("winsLo")
    "winsLo is about low hands, which Texas hold'em does not have"
    >>> why_unknown("riverEqity")
    'there is no function riverEqity; did you mean riverEquity?'
    """
    word = plain(name)
    if word in _LOW or (word.endswith("lo") and get_close_matches(word, _LOW, 1, 0.8)):
        return f"{name} is about low hands, which Texas hold'em does not have"
    if word in _OTHER_GAMES:
        return f"{name} is about stud, where cards lie open; equity answers questions on Texas hold'em"
    if word in _INSTEAD:
        return f"{name} is not supported: {_INSTEAD[word]}"
    if word in ("avg", "count", "min", "max", "histogram"):
        return f"{name} stands around a whole expression of the select list, not within one"
    names = {plain(one): one for function in _LIST for one in (function.name, *function.also)}
    close = get_close_matches(word, list(names), 1, 0.6)
    return f"there is no function {name}" + (f"; did you mean {names[close[0]]}?" if close else "")
