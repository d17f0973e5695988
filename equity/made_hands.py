"""What players call made hands, draws and boards: the codes that `equity.features` fills its arrays with.

Rules of the file: plain Python, names only; kernels freeze the numbers. Every code has a `label`, the words people type
and read. What a code means exactly is in its class docstring; slow twins in tests are written from these texts alone.

Words used below. A *rank of the board* is one of its different ranks, counted from the highest: on Ks7d7c the first is
the king, the second the seven. The hole cards *pair* a rank if they hold one of it and the board has exactly one, or if
they are a pocket pair and the board has none.
"""

from __future__ import annotations

from enum import IntEnum, IntFlag

__all__ = ["Draw", "MadeHand", "Pairing"]


class MadeHand(IntEnum):
    """What hole cards and a board make, weakest first: a higher code is the stronger kind of hand on the same board.

    The category (pair, two pair ...) comes first; where the board alone has it, the code says so.

    - High card, or a pair that is the board's alone: the hole cards hold an ace (`ACE_HIGH`), else two or one cards
      above the first rank of the board (`TWO_OVERCARDS`, `ONE_OVERCARD`), else nothing (`NO_PAIR`). With an ace on an
      unpaired board there are no overcards.
    - Pair: with the first, second or third rank of the board (`TOP_PAIR`, `SECOND_PAIR`, `THIRD_PAIR`); a pocket pair
      above them all (`OVERPAIR`), between the first and the second (`POCKET_PAIR_BELOW_TOP`), between the second and
      the third (`POCKET_PAIR_BELOW_SECOND`), below all ranks of the board (`UNDERPAIR`). What is left on turn and river
      is `LOW_PAIR`: the fourth or fifth rank, or a pocket pair below the third rank but not below all.
    - Two pair, of the two best: none of them on the board (`TWO_PAIR`), one (`TWO_PAIR_WITH_BOARD`, the other made by a
      hole card or a pocket pair), both (`TWO_PAIR_ON_BOARD`).
    - Three of a kind: one of them on the board (`SET`), two (`TRIPS`), all three (`TRIPS_ON_BOARD`).
    - `STRAIGHT`, `FLUSH`, `FULL_HOUSE`, `QUADS`, `STRAIGHT_FLUSH` (the royal one included), wherever their cards are.

    Examples
    --------
    >>> MadeHand.TOP_PAIR > MadeHand.SECOND_PAIR, MadeHand.SET.label, MadeHand(9).label
    (True, 'set', 'pocket pair below top')
    """

    NO_PAIR = 0
    ONE_OVERCARD = 1
    TWO_OVERCARDS = 2
    ACE_HIGH = 3
    UNDERPAIR = 4
    LOW_PAIR = 5
    THIRD_PAIR = 6
    POCKET_PAIR_BELOW_SECOND = 7
    SECOND_PAIR = 8
    POCKET_PAIR_BELOW_TOP = 9
    TOP_PAIR = 10
    OVERPAIR = 11
    TWO_PAIR_ON_BOARD = 12
    TWO_PAIR_WITH_BOARD = 13
    TWO_PAIR = 14
    TRIPS_ON_BOARD = 15
    TRIPS = 16
    SET = 17
    STRAIGHT = 18
    FLUSH = 19
    FULL_HOUSE = 20
    QUADS = 21
    STRAIGHT_FLUSH = 22

    @property
    def label(self) -> str:
        """The code in words, "top pair"."""
        return self.name.lower().replace("_", " ")


class Draw(IntFlag):
    """What hole cards and a board of three or four cards may become; bits, so one hand can have several.

    A draw leads above what is made and plays at least one hole card. So there is no flush draw with a flush or better
    made, no straight draw with a straight or better made, and nothing at all on the river. Straight draws go by ranks:
    a *completing* rank is one that makes, with hole cards and board, a higher straight than with the board alone.

    - `FLUSH_DRAW`: four cards of a suit, one or two of them hole cards. `NUT_FLUSH_DRAW` besides: no card of the suit
      that is still out is higher than the hole cards' best.
    - `BACKDOOR_FLUSH_DRAW`, on the flop: three cards of a suit, one or two of them hole cards; with
      `BACKDOOR_NUT_FLUSH_DRAW` as above.
    - `OPEN_ENDED`: both ranks next to four ranks in a row complete. `DOUBLE_GUTSHOT`: two or more ranks complete, but
      not so. `GUTSHOT`: one rank completes (A-K-Q-J and A-2-3-4 too). One of the three at most.
    - `BACKDOOR_STRAIGHT_DRAW`, on the flop, and none of the three: two ranks to come make, with hole cards and board, a
      higher straight than with the board alone.
    - `STRAIGHT_FLUSH_DRAW`: a next card makes a straight flush higher than any of the board with it (no straight flush
      made yet).
    - `COMBO_DRAW`: `FLUSH_DRAW` and one of the three straight draws.
    - `ONE_OVERCARD`, `TWO_OVERCARDS`: so many hole cards above the board's highest rank, if they pair neither each
      other nor the board, and no straight or better is made. One of the two at most.

    Examples
    --------
    >>> (Draw.FLUSH_DRAW | Draw.GUTSHOT).label, Draw.OPEN_ENDED in Draw.STRAIGHT_DRAW
    ('flush draw, gutshot', True)
    """

    FLUSH_DRAW = 1
    NUT_FLUSH_DRAW = 2
    OPEN_ENDED = 4
    DOUBLE_GUTSHOT = 8
    GUTSHOT = 16
    STRAIGHT_FLUSH_DRAW = 32
    COMBO_DRAW = 64
    BACKDOOR_FLUSH_DRAW = 128
    BACKDOOR_NUT_FLUSH_DRAW = 256
    BACKDOOR_STRAIGHT_DRAW = 512
    TWO_OVERCARDS = 1024
    ONE_OVERCARD = 2048
    STRAIGHT_DRAW = OPEN_ENDED | DOUBLE_GUTSHOT | GUTSHOT

    @property
    def label(self) -> str:
        """The bits in words, "flush draw, gutshot"; "" for none."""
        return ", ".join((flag.name or "").lower().replace("_", " ") for flag in self)


class Pairing(IntEnum):
    """How the ranks of a board repeat.

    Examples
    --------
    >>> Pairing.TWO_PAIR.label
    'two pair'
    """

    UNPAIRED = 0
    PAIRED = 1
    TWO_PAIR = 2
    TRIPS = 3
    FULL_HOUSE = 4
    QUADS = 5

    @property
    def label(self) -> str:
        """The code in words, "two pair"."""
        return self.name.lower().replace("_", " ")
