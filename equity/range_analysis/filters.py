"""Words for what a hand makes: "top pair+, flush draw" -> which looks fit.

Rules of the file: the names are those of `equity.made_hands` and `equity.strengths`, and what players write for them; a
comma is "or", as in a range. ``and`` (``&``) binds closer than the comma, ``not`` (``!``) closer still. A ``+`` after a
made hand means "or better", a ``-`` "or worse", in the order of `MadeHand`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from equity.errors import OptionError
from equity.made_hands import Draw, MadeHand
from equity.range_analysis.looks import Looks
from equity.strengths import CATEGORIES

__all__ = ["FILTER_WORDS", "SUITED", "any_draw", "fits", "suited_word"]

Test = Callable[[Looks], NDArray[np.bool_]]

SUITED = ("none", "three to a flush", "four to a flush", "flush")  # by the most cards of one suit, 2 or fewer to 5
_DRAWS = Draw.FLUSH_DRAW | Draw.STRAIGHT_DRAW
_BACKDOORS = Draw.BACKDOOR_FLUSH_DRAW | Draw.BACKDOOR_STRAIGHT_DRAW
_MADE = {made.label: made for made in MadeHand}
_CATEGORY = {name: number for number, name in enumerate(CATEGORIES)}
_OR = re.compile(r"[,;|\n]|\bor\b")
_AND = re.compile(r"&|\band\b")


def any_draw(looks: Looks) -> NDArray[np.bool_]:
    """Say which looks have a flush draw or a straight draw that one card completes."""
    drawing: NDArray[np.bool_] = looks.flags & int(_DRAWS) != 0
    return drawing


def suited_word(suited: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the place in `SUITED` of the most cards of one suit."""
    return np.clip(suited, 2, 5) - 2


def _flag(flag: Draw) -> Test:
    return lambda looks: looks.flags & int(flag) != 0


def _made(made: MadeHand, order: int | None = None) -> Test:
    return lambda looks: (looks.made == made) & (True if order is None else looks.order == order)


def _category(number: int) -> Test:
    return lambda looks: looks.category == number


def _suited(place: int) -> Test:
    return lambda looks: suited_word(looks.suited) == place


_TESTS: dict[str, Test] = {
    **{name: _category(number) for name, number in _CATEGORY.items()},
    **{label: _made(made) for label, made in _MADE.items()},
    **{flag.label: _flag(flag) for flag in Draw},
    "straight draw": _flag(Draw.STRAIGHT_DRAW),
    "overcards": _flag(Draw.ONE_OVERCARD | Draw.TWO_OVERCARDS),
    "backdoor draw": _flag(_BACKDOORS),
    "draw": any_draw,
    "no draw": lambda looks: ~any_draw(looks),
    "nothing": lambda looks: (looks.made <= MadeHand.TWO_OVERCARDS) & ~any_draw(looks),
    "top pair top kicker": _made(MadeHand.TOP_PAIR, 1),
    "nut flush": _made(MadeHand.FLUSH, 1),
    **{name: _suited(place) for place, name in enumerate(SUITED) if " " in name},
}
# what players write -> the name above
_ALSO = {
    "one pair": "pair",
    "any pair": "pair",
    "four of a kind": "quads",
    "boat": "full house",
    "oesd": "open ended",
    "open ender": "open ended",
    "open ended straight draw": "open ended",
    "double belly buster": "double gutshot",
    "gutter": "gutshot",
    "inside straight draw": "gutshot",
    "fd": "flush draw",
    "nfd": "nut flush draw",
    "bdfd": "backdoor flush draw",
    "bdsd": "backdoor straight draw",
    "tptk": "top pair top kicker",
    "middle pair": "second pair",
    "bottom pair": "third pair",
    "any draw": "draw",
    "air": "nothing",
}
FILTER_WORDS = (*_TESTS, *(name for name in _ALSO if name not in _TESTS))


def fits(text: str, looks: Looks) -> NDArray[np.bool_]:
    """Return which looks fit a text.

    Parameters
    ----------
    text : str
        Made hands and draws: ``"top pair+, flush draw"`` is a top pair or better, or a flush draw;
        ``"flush draw and not pair"``.
    looks : Looks

    Returns
    -------
    bool array, shape (L,)

    Raises
    ------
    OptionError
        For a word that names nothing, with the nearest that does.

    Examples
    --------
    >>> from equity.range_analysis.looks import look_at_board
    >>> import numpy as np
    >>> looks, own = look_at_board(np.array([1325, 1322, 780]), [49, 21, 9])  # AsAh, AsKs and JcTc on Ad7d4d
    >>> fits("set+", looks)[own].tolist(), fits("top pair, trips", looks)[own].tolist()
    ([True, False, False], [False, True, False])
    """
    if not isinstance(text, str):
        raise OptionError(f"a filter is text such as 'top pair+, flush draw', got {text!r:.60}")
    found = np.zeros(len(looks), np.bool_)
    parts = [part for part in _OR.split(text.lower()) if part.strip()]
    if not parts:
        raise OptionError("the filter is empty; write what hands make, such as 'top pair+, flush draw'")
    for part in parts:
        every = np.ones(len(looks), np.bool_)
        for term in _AND.split(part):
            every &= _term(term, looks)
        found |= every
    return found


def _term(text: str, looks: Looks) -> NDArray[np.bool_]:
    word = text.strip()
    negated = False
    while word.startswith(("!", "not ")):
        word = word.removeprefix("!").removeprefix("not ").strip()
        negated = not negated
    sign = word[-1:] if word[-1:] in {"+", "-"} else ""
    name = _name(word.removesuffix(sign) if sign else word, text.strip())
    found = _TESTS[name](looks)
    if sign and name in _MADE:
        found = looks.made >= _MADE[name] if sign == "+" else looks.made <= _MADE[name]
    elif sign and name in _CATEGORY:
        found = looks.category >= _CATEGORY[name] if sign == "+" else looks.category <= _CATEGORY[name]
    elif sign:
        raise OptionError(f"{text.strip()!r:.60}: only made hands are better or worse; write {name} without {sign}")
    return ~found if negated else found


def _name(word: str, text: str) -> str:
    """Return the name in `_TESTS` that a word stands for."""
    plain = " ".join(re.sub(r"[-_]", " ", word).split())
    for name in (plain, plain.removesuffix("s"), plain.removesuffix("es")):
        known = _ALSO.get(name, name)
        if known in _TESTS:
            return known
    from difflib import get_close_matches

    if not plain:
        raise OptionError(f"{text!r:.60}: a made hand or draw is missing; write for example 'top pair+, flush draw'")
    swapped = [name for name in FILTER_WORDS if sorted(name) == sorted(plain)]  # letters in another order
    close = swapped or get_close_matches(plain, FILTER_WORDS, 1, 0.5)
    hint = (
        f"did you mean {close[0]}?" if close else f"write one of {', '.join([*_MADE, 'flush draw', 'straight draw'])}"
    )
    raise OptionError(f"{plain!r:.60} is not a made hand or a draw; {hint}")
