"""What a range makes: on one board, or on all 22,100 flops, counted.

Rules of the file: combos are gathered by what they make (`equity.range_analysis.looks`), and every figure is a sum over
those looks. Weights are whole numbers where they can be, so the counts are exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.cards import CLASSES, cards_text, class_of_combo
from equity.errors import OptionError
from equity.made_hands import Draw, MadeHand
from equity.numbers import count_threads
from equity.odds.exact import sweep
from equity.odds.exact.boards import suit_renamings
from equity.odds.exact.card_removal import held_combos
from equity.odds.question.hole_cards import seat_weights
from equity.odds.question.question import Cards, Player, Question
from equity.odds.question.weights import whole_weights
from equity.range_analysis.filters import SUITED, any_draw, fits, suited_word
from equity.range_analysis.flop_kinds import sweep_full_boards
from equity.range_analysis.looks import FlopLooks, Looks, look_at_board, look_at_flops
from equity.ranges import Range
from equity.show.columns import percent, shorten
from equity.show.results import Shown
from equity.strengths import CATEGORIES

__all__ = ["GROUPS", "Hits", "hits", "hits_of_question"]

_FLOPS_BESIDE = 19_600  # of two hole cards
_MOST_CHUNKS = 512  # so that an interrupt is heard soon
_OVERCARDS = ("none", "one overcard", "two overcards")
_DRAW_KINDS = ("no draw", "straight draw", "flush draw", "combo draw")
# what `Hits.table` groups by; the attribute is "by_" and the name
GROUPS = ("made_hand", "draw", "category", "suits", "overcards")


@dataclass(frozen=True, repr=False)
class Hits(Shown):
    """What a range makes, on a board or on all flops.

    Counts are pairs of a combo and a board, times the combo's weight: on one board, combos; on all flops each combo has
    the 19,600 flops without its cards. They are whole numbers if the weights are.

    Attributes
    ----------
    range : Range
    board : str
        "" for all flops.
    against : Range or None
        The range that the equities are against.
    looks : Looks
        What is made, one row for all that is made alike.
    combos : int64 array, shape (L,)
        Pairs of combo and board with each look, whatever their weights.
    weight : float64 array, shape (L,)
        The same times their weights.
    notes : tuple of str
        How the ranges were read.

    Examples
    --------
    >>> import equity
    >>> found = equity.hits("22+,AK", "Ts9s2d")
    >>> found.total, found.by_made_hand["set"], found.by_draw["flush draw"]
    (85, 9, 1)
    >>> found.filter("set+, flush draw")
    Range('ThTd,ThTc,TdTc,9h9d,9h9c,9d9c,2s2h,2s2c,2h2c,AsKs')
    """

    range: Range
    board: str
    against: Range | None
    looks: Looks = field(repr=False)
    combos: NDArray[np.int64] = field(repr=False)
    weight: NDArray[np.float64] = field(repr=False)
    _whole: bool = field(repr=False)
    _own: tuple[NDArray[np.int64], NDArray[np.int64]] | None = field(repr=False)
    _deals: NDArray[np.float64] | None = field(default=None, repr=False)
    notes: tuple[str, ...] = field(default=(), repr=False)

    # --- counts

    @property
    def total(self) -> float:
        """Pairs of combo and board, weighted; an int if all weights are whole."""
        return self._number(self.weight.sum())

    @property
    def by_category(self) -> dict[str, float]:
        """Counts of the ten categories, the best first."""
        return self._counts(self._categories)

    @property
    def by_made_hand(self) -> dict[str, float]:
        """Counts of made hands on the players' scale, the best first; see `equity.features.MadeHand`."""
        return self._counts(self._made)

    @property
    def by_draw(self) -> dict[str, float]:
        """Counts of draws, of which a hand may have several, and of hands without a flush or straight draw.

        See `equity.features.Draw`. A hand with a backdoor draw alone counts as without.
        """
        return self._counts(self._draws)

    @property
    def by_suits(self) -> dict[str, float]:
        """Counts by the most cards of one suit among hole cards and board, five or more being a flush."""
        return self._counts(self._suits)

    @property
    def by_overcards(self) -> dict[str, float]:
        """Counts of hole cards above the board, among hands whose category is high card."""
        return self._counts(self._overcards)

    @property
    def by_both(self) -> dict[str, dict[str, float]]:
        """Counts of each made hand with each kind of draw: none, straight, flush, or both at once."""
        kinds = self._draw_kinds()
        return {
            made: {kind: self._number(self.weight[own & other].sum()) for kind, other in kinds.items()}
            for made, own in self._made().items()
        }

    @property
    def equity(self) -> float | None:
        """The range's equity against the other one, None without one."""
        return self._equity(np.ones(len(self.looks), np.bool_))

    def table(self, group: str) -> list[dict[str, Any]]:
        """Return one row per made hand, draw, or whatever the group is, without those that nothing makes.

        Parameters
        ----------
        group : {"made_hand", "draw", "category", "suits", "overcards"}

        Returns
        -------
        list of dict
            Name, combos, weight, share of the range, cumulative share (of this and all better ones; None where hands
            are in several rows), and equity if there is another range.

        Raises
        ------
        OptionError
            For another group.

        Examples
        --------
        >>> for row in hits("22+,AK", "Ts9s2d").table("category"):
        ...     print(row["name"], row["combos"], round(row["share"], 3), round(row["cumulative"], 3))
        three of a kind 9 0.106 0.106
        pair 60 0.706 0.812
        high card 16 0.188 1.0
        """
        if group not in GROUPS:
            raise OptionError(f"hits are grouped by {', '.join(GROUPS)}, got {group!r:.40}")
        whole = float(self.weight.sum())
        rows, better = [], 0.0
        for name, own in self._masks(group).items():
            weight = float(self.weight[own].sum())
            better += weight
            if not self.combos[own].any():
                continue
            row: dict[str, Any] = {"name": name, "combos": int(self.combos[own].sum()), "weight": self._number(weight)}
            row["share"] = weight / whole
            row["cumulative"] = better / whole if group in ("made_hand", "category") else None
            if self.against is not None:
                row["equity"] = self._equity(own)
            rows.append(row)
        return rows

    def filter(self, text: str) -> Range:
        """Return the part of the range that makes what a text says.

        On all flops, where every hand makes everything now and then, weights are multiplied with how often a hand does.

        Parameters
        ----------
        text : str
            Made hands and draws with commas between them, each one taken: ``"top pair+, flush draw"``. A ``+`` means
            "or better"; ``and`` and ``not`` say more: ``"flush draw and not pair"``. The names are the keys of
            `by_made_hand`, `by_draw` and `by_category`, and what players say for them.

        Raises
        ------
        OptionError
            For a word that names nothing.

        Examples
        --------
        >>> hits("AK,JJ,T9s,8s7s", "Ts9s2d").filter("overpair+, open-ended")
        Range('JJ,Th9h,Td9d,Tc9c,8s7s')
        """
        kept = fits(text, self.looks)
        combos = self.range.combos
        if self._own is not None:
            numbers, own = self._own
            return Range.from_combos({c: combos[c] for c in numbers[kept[own]].tolist()})
        shares = look_at_flops().counts[kept].sum(axis=0) / _FLOPS_BESIDE
        parts = {combo: weight * float(shares[class_of_combo(combo)]) for combo, weight in combos.items()}
        return Range.from_combos({combo: weight for combo, weight in parts.items() if weight})

    # --- shown

    def rows(self) -> list[dict[str, Any]]:
        """Return one dictionary per row of every group, for a data frame, CSV or JSON.

        Examples
        --------
        >>> hits("AK", "Ts9s2d").rows()[0]
        {'group': 'made_hand', 'name': 'ace high', 'combos': 16, 'weight': 16, 'share': 1.0, 'cumulative': 1.0}
        """
        return [{"group": group, **row} for group in GROUPS for row in self.table(group)]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, for JSON."""
        return {
            "schema": 1,
            "range": str(self.range),
            "board": self.board,
            "against": None if self.against is None else str(self.against),
            "total": self.total,
            "combos": int(self.combos.sum()),
            "equity": self.equity,
            **{f"by_{group}": getattr(self, f"by_{group}") for group in GROUPS},
            "by_both": self.by_both,
            "rows": self.rows(),
        }

    def _line(self) -> str:
        rows = sorted(self.table("made_hand"), key=lambda row: -row["share"])[:3]
        found = ", ".join(f"{row['name']} {percent(row['share'])}" for row in rows)
        return f"{shorten(str(self.range), 24)} on {self.board or 'all flops'}: {found}"

    # --- masks of looks by name

    def _masks(self, group: str) -> dict[str, NDArray[np.bool_]]:
        names = {"made_hand": "_made", "category": "_categories", "draw": "_draws"}
        masks: dict[str, NDArray[np.bool_]] = getattr(self, names.get(group, f"_{group}"))()
        return masks

    def _made(self) -> dict[str, NDArray[np.bool_]]:
        return {made.label: self.looks.made == made for made in reversed(MadeHand)}

    def _categories(self) -> dict[str, NDArray[np.bool_]]:
        return {name: self.looks.category == i for i, name in reversed(list(enumerate(CATEGORIES)))}

    def _draws(self) -> dict[str, NDArray[np.bool_]]:
        found = {flag.label: self.looks.flags & int(flag) != 0 for flag in Draw}
        return {**found, "no draw": ~any_draw(self.looks)}

    def _suits(self) -> dict[str, NDArray[np.bool_]]:
        places = suited_word(self.looks.suited)
        return {name: places == i for i, name in reversed(list(enumerate(SUITED)))}

    def _overcards(self) -> dict[str, NDArray[np.bool_]]:
        high = self.looks.category == 0
        return {name: high & (self.looks.overcards == i) for i, name in reversed(list(enumerate(_OVERCARDS)))}

    def _draw_kinds(self) -> dict[str, NDArray[np.bool_]]:
        drawing = any_draw(self.looks)
        flush = self.looks.flags & int(Draw.FLUSH_DRAW) != 0
        both = self.looks.flags & int(Draw.COMBO_DRAW) != 0
        return dict(zip(_DRAW_KINDS, (~drawing, drawing & ~flush, flush & ~both, both), strict=True))

    # --- sums

    def _counts(self, masks: Callable[[], dict[str, NDArray[np.bool_]]]) -> dict[str, float]:
        return {name: self._number(self.weight[own].sum()) for name, own in masks().items()}

    def _number(self, weight: float) -> float:
        return int(weight) if self._whole else float(weight)

    def _equity(self, own: NDArray[np.bool_]) -> float | None:
        if self._deals is None:
            return None
        won, dealt = self._deals[own].sum(axis=0).tolist()
        return won / dealt if dealt else None


def hits(
    range: Player,  # the word for it
    board: Cards = "",
    against: Player | None = None,
    *,
    threads: int | None = None,
    on_progress: Callable[[int, int], object] | None = None,
) -> Hits:
    """Return what a range makes: made hands, draws and categories, counted.

    Parameters
    ----------
    range : str or Range
        As for `equity.calculate`.
    board : str or sequence of int, optional
        Three, four or five cards; without any, all flops are counted.
    against : str or Range, optional
        Another range, to have the equity of everything that is made.
    threads : int, optional
        By default one per core; the numbers stay the same.
    on_progress : callable, optional
        Called with the number of finished parts and of all parts; equities on all flops take some seconds.

    Raises
    ------
    EquityError
        If a range or the board cannot be read, the board has one, two or six cards, or nothing is left of a range.

    Examples
    --------
    >>> import equity
    >>> found = equity.hits("22+")
    >>> found.total, found.by_made_hand["set"], found.by_category["four of a kind"]
    (1528800, 164736, 3744)
    >>> rows = equity.hits("AKs", "Ts9s2d", against="22+").table("draw")
    >>> [(row["name"], round(row["equity"], 3)) for row in rows if "backdoor" not in row["name"]]
    [('flush draw', 0.488), ('nut flush draw', 0.488), ('two overcards', 0.281), ('no draw', 0.211)]
    """
    count_threads(threads)
    question = Question.parse([range, "random" if against is None else against], board=board)
    mine, other = question.ranges
    live = question.live[0]
    numbers = np.fromiter(live, np.int64, len(live))
    given, scale = whole_weights(live.values())
    weights = np.array(given, np.float64)
    whole = scale == 1 and all(isinstance(weight, int) for weight in given)
    own = None
    if question.board:
        looks, place = look_at_board(numbers, question.board)
        own = numbers, place
        combos = np.bincount(place, minlength=len(looks))
        weight = np.bincount(place, weights, len(looks))
    else:
        found = look_at_flops()
        looks = found.looks
        classes = np.array([class_of_combo(number) for number in numbers.tolist()])
        combos = found.counts @ np.bincount(classes, minlength=CLASSES)
        weight = found.counts @ np.bincount(classes, weights, CLASSES)
    deals = None
    if against is not None:
        deals = (
            _deals_on_board(question, own[1], len(looks), threads)
            if own
            else _deals_on_flops(question, look_at_flops(), threads, on_progress)
        )
    return Hits(
        range=mine,
        board=cards_text(question.board),
        against=None if against is None else other,
        looks=looks,
        combos=combos.astype(np.int64),
        weight=weight / scale,
        _whole=whole,
        _own=own,
        _deals=deals,
        notes=question.notes,
    )


def hits_of_question(question: Question) -> list[Hits]:
    """Return what the ranges of a question make on its board, each once; heads-up with equities against the other.

    Single hands, questions without a board, and those with dead cards, which `hits` does not take, have none.

    Examples
    --------
    >>> [int(found.combos.sum()) for found in hits_of_question(Question.parse(["AKs", "QQ+"], board="Ts9s2d"))]
    [4, 18]
    """
    ranges, board = question.ranges, question.board
    if not board or question.dead:
        return []
    if len(ranges) == 2:
        pairs = [(ranges[0], ranges[1]), (ranges[1], ranges[0])]
        return [hits(mine, board, other) for mine, other in pairs if len(mine) > 1]
    return [hits(mine, board) for mine in dict.fromkeys(ranges) if len(mine) > 1]


def _deals_on_board(
    question: Question, place: NDArray[np.int64], size: int, threads: int | None
) -> NDArray[np.float64]:
    """Return half pots won and all half pots for each look on a board, shape (L, 2)."""
    won, tied, dealt = sweep.count_combos(question, threads=threads)[0].T
    weights = seat_weights(question).weights[0]
    columns = (weights * (2 * won + tied), weights * 2 * dealt)
    return np.stack([np.bincount(place, column, size) for column in columns], axis=1)


def _deals_on_flops(
    question: Question, found: FlopLooks, threads: int | None, on_progress: Callable[[int, int], object] | None
) -> NDArray[np.float64]:
    """Return half pots won and all half pots for each look over all flops, shape (L, 2)."""
    from equity.kernels.equities.flops import sweep_looks

    held, cards, weights = held_combos(seat_weights(question).dense())
    looks = found.of_combos(held)

    def add(boards: NDArray[np.uint8], repeats: NDArray[np.float64], deals: NDArray[np.float64]) -> None:
        sweep_looks(boards, repeats, looks, *cards, *weights, deals)

    return sweep_full_boards(
        add,
        suit_renamings(question),
        (len(found.looks), 2),
        chunks=_MOST_CHUNKS,
        threads=threads,
        on_progress=on_progress,
    )
