"""A hand as text that makes it again, for bug reports and tests.

Rules of the file: what `write_hand` writes, `play_step` reads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from equity.cards import cards_text
from equity.constants import RAISE
from equity.errors import IllegalActionError
from equity.rules.legal import ACT_WORDS

if TYPE_CHECKING:
    from equity.rules.hand import Hand

__all__ = ["play_step", "write_hand"]


def play_step(hand: Hand, step: str) -> None:
    """Do one step of a script on a hand."""
    verb, *words = step.split()
    try:
        if verb == "show":
            hand.show(int(words[0]), words[1])
        elif verb == "muck":
            hand.muck(int(words[0]))
        elif verb == "board":
            hand.deal_board("".join(words))
        elif verb == "decide":
            pairs = (word.split("=") for word in words)
            hand.decide({int(seat): int(strength) for seat, strength in pairs})
        else:
            hand.act(verb, int(words[0]) if words else None)
    except (IndexError, ValueError) as error:
        if isinstance(error, IllegalActionError) or type(error) not in (IndexError, ValueError):
            raise
        raise IllegalActionError(f"cannot read the step {step!r}; legal: {hand.legal}", legal=hand.legal) from None


def write_hand(hand: Hand) -> str:
    """Return the call that makes a hand again, with everything done in it.

    Examples
    --------
    >>> from equity.rules import Hand, Rules
    >>> text = write_hand(Hand(Rules(small_blind=5, big_blind=10), [50, 60], seed=3).play("call, check"))
    >>> text[text.index("[50") :]
    "[50, 60], button=0, seed=3).play('call, check')"
    """
    given = [repr(hand.rules), repr(list(hand.starting_stacks)), f"button={hand.button}"]
    if hand.given_holes is not None:
        given.append(f"holes={[cards and cards_text(cards) for cards in hand.given_holes]!r}")
    if hand.given_board:
        given.append(f"board={cards_text(hand.given_board)!r}")
    if hand.seed is not None:
        given.append(f"seed={hand.seed}")
    if hand.given_posts is not None:
        given.append(f"posts={list(hand.given_posts)!r}")
    steps = [f"raise {amount}" if code == RAISE else ACT_WORDS[code] for code, amount in hand.log]
    steps += [_told(*told) for told in hand.told]
    return f"Hand({', '.join(given)})" + (f".play({', '.join(steps)!r})" if steps else "")


def _told(verb: str, *what: object) -> str:
    if verb == "decide" and isinstance(what[0], dict):
        return " ".join([verb, *(f"{seat}={strength}" for seat, strength in what[0].items())])
    return " ".join([verb, *map(str, what)])
