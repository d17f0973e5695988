"""The built-in players, compiled: functions of one signature that the play kernels call through pointers.

    strategy(h, u, me, stream) -> (action, amount)

    h : HAND record      the hand; the seat to act is ``h["actor"]``
    u : RULES record     the house; ``legal_record(h, u)`` gives (chips to call, least raise-to, most raise-to)
    me : PLAYER record   the player's parameters: ``me["row"]``, float64[16]
    stream : uint64[4]   the hand's random stream, see `equity.kernels.cards.random_numbers`

`action` is FOLD, CHECK, CALL, RAISE (to `amount`, the street total), ALL_IN or PASSIVE. The record holds all cards from
the start: an honest strategy reads ``h["hole"][h["actor"]]`` and the open part of ``h["board"]`` only.

Records, because an array among the arguments costs a call 8 ns for counting references (15 against 6.7 ns).
"""

from __future__ import annotations

import numpy as np

from equity.constants import FOLD, PASSIVE, RAISE
from equity.kernels.cards.random_numbers import draw_below, draw_float
from equity.kernels.compile.decorators import inner, kernel
from equity.kernels.hands.betting import legal_record
from equity.kernels.hands.records import FIXED_LIMIT, NO_LIMIT, OUT
from equity.kernels.play.push_fold_charts import is_played, small_blind_seat
from equity.kernels.play.strength import combo_percentile, draw_outs, hand_strength, sampled_equity

__all__ = ["PLAYER", "POSITION_FACTORS", "call", "equity", "push_fold", "random", "style"]

PLAYER = np.dtype([("row", np.float64, 16)])

# How much wider than average a seat opens, by its distance to the big blind: BB, SB, button, cut-off, ...
POSITION_FACTORS = np.array([0.8, 1.0, 1.6, 1.2, 0.9, 0.7, 0.6, 0.55, 0.5, 0.45])
_NOTHING = np.int64(0)


@inner
def _passive():
    return np.int64(PASSIVE), _NOTHING


@inner
def _give_up(owed):
    """Fold, or check where that is free."""
    return np.int64(FOLD if owed > 0 else PASSIVE), _NOTHING


@inner
def _raise_near(target, least, most):
    """Raise to the legal amount next to `target`, or call where raising is not open."""
    if most == 0:
        return _passive()
    amount = np.int64(min(max(target, np.float64(least)), np.float64(most)))
    return np.int64(RAISE), amount


@inner
def _raises(h, u):
    """Return the full bets and raises of the street by choice: before the flop the blinds do not count."""
    return h["bets"] - (1 + min(u["straddles"], h["seats"] - 2) if h["street"] == 0 else 0)


@inner
def _dealt(h):
    """Return how many seats are dealt in."""
    dealt = 0
    for s in range(h["seats"]):
        if h["status"][s] != OUT:
            dealt += 1
    return dealt


@inner
def _distance(h):
    """Return how many seats that are dealt in lie from the actor on to the big blind."""
    dealt, behind, before_button = 0, 0, True
    s = h["actor"]
    for _ in range(h["seats"]):
        if h["status"][s] != OUT:
            dealt += 1
        if s == h["button"]:
            before_button = False
        s = s + 1 if s + 1 < h["seats"] else 0
        if before_button and h["status"][s] != OUT:
            behind += 1
    return (behind + (2 if dealt > 2 else 1)) % dealt


@kernel
def call(h, u, me, stream):
    """Check or call, always."""
    return np.int64(PASSIVE), np.int64(0)


@kernel
def random(h, u, me, stream):
    """Choose uniformly among fold (if facing a bet), check or call, and the raises that are open.

    The raises are one in fixed-limit, else the least, the pot and all-in, kept within the legal amounts.
    """
    owed, least, most = legal_record(h, u)
    facing = 1 if owed > 0 else 0
    raises = 0 if most == 0 else (1 if u["structure"] == FIXED_LIMIT else 3)
    choice = draw_below(stream, facing + 1 + raises) - facing
    if choice < 0:
        return np.int64(FOLD), np.int64(0)
    if choice == 0:
        return np.int64(PASSIVE), np.int64(0)
    if choice == 1:
        return np.int64(RAISE), least
    if choice == 3:
        return np.int64(RAISE), most
    full_pot = h["current_bet"] + h["pot"] + h["current_bet"] - h["bet"][h["actor"]]
    return np.int64(RAISE), min(max(full_pot, least), most)


@inner
def _style_preflop(h, u, row, owed, least, most):
    percentile = combo_percentile(h, h["actor"])
    raises = _raises(h, u)
    current = np.float64(h["current_bet"])
    if raises == 0:
        width = row[0] * POSITION_FACTORS[_distance(h)]
        if percentile < width:
            limped = np.float64(h["pot"] - h["dead"] - u["small_blind"]) - current
            return _raise_near(row[6] * current + max(limped, 0.0), least, most)
        return _passive() if percentile < width + row[1] else _give_up(owed)
    if raises == 1:
        if percentile < row[2]:
            return _raise_near(3.0 * current + 0.5 * (np.float64(h["pot"]) - current), least, most)
        return _passive() if percentile < row[2] + row[1] else _give_up(owed)
    if percentile < row[3]:
        return _raise_near(2.3 * current if raises == 2 else np.float64(most), least, most)
    return _passive() if percentile < row[4] else _give_up(owed)


@inner
def _style_postflop(h, row, stream, owed, least, most):
    seat = h["actor"]
    strength = hand_strength(h, seat)
    outs = draw_outs(h, seat) if h["street"] < 3 else 0
    cards_to_come = 3 - h["street"]
    strength += (1.0 - strength) * 0.019 * outs * cards_to_come
    strength **= 1.0 + 0.5 * (h["live"] - 2)
    pot = np.float64(h["pot"])
    size = np.float64(h["current_bet"] + owed) + row[7] * (pot + owed)
    luck = draw_float(stream)
    if owed == 0:
        eager = row[8] - 0.1 * luck  # no fixed line: the same hand bets at times and checks at times
        if strength > eager or luck > 1.0 - row[11]:
            return _raise_near(size, least, most)
        return _passive()
    odds = np.float64(owed) / (pot + np.float64(owed))
    if strength > row[9] + 0.04 * h["bets"]:
        return _raise_near(size, least, most)
    if strength > odds + row[10]:
        return _passive()
    if luck < 0.25 * row[11] and h["bets"] < 2:
        return _raise_near(size, least, most)
    return _give_up(owed)


@kernel
def style(h, u, me, stream):
    """Play by ranges before the flop and by hand strength after it: nit, tag, lag and maniac.

    row: 0 width of an open raise, 1 further hands that call, 2 raise a raise, 3 raise again, 4 call a second raise,
    6 open raise in big blinds, 7 bet as a part of the pot, 8 strength to bet, 9 strength to raise, 10 strength above
    the pot odds to call, 11 how often to bluff.
    """
    owed, least, most = legal_record(h, u)
    if h["street"] == 0:
        return _style_preflop(h, u, me["row"], owed, least, most)
    return _style_postflop(h, me["row"], stream, owed, least, most)


@inner
def _pushes(h, u, row, stream):
    """Say whether a hand goes all in before the flop."""
    raises = _raises(h, u)
    if u["structure"] == NO_LIMIT and _dealt(h) == 2:
        small = h["actor"] == small_blind_seat(h)
        if small and raises == 0 and row[3] > 0.0:
            return is_played(h, u, np.int64(0), stream)  # as a literal: compiled twice, with all charts
        if not small and raises > 0 and row[4] > 0.0:
            return is_played(h, u, np.int64(1), stream)
    width = row[0] * POSITION_FACTORS[_distance(h)] if raises == 0 else row[1]
    return combo_percentile(h, h["actor"]) < width


@kernel
def push_fold(h, u, me, stream):
    """Go all in or fold before the flop.

    row: 0 width of a push, 1 width of a call, 2 strength to push after the flop; 3, 4 above 0: heads-up in no-limit
    push, call by the equilibrium of the stack instead.
    """
    owed, least, most = legal_record(h, u)
    if h["street"] > 0:
        if hand_strength(h, h["actor"]) > me["row"][2]:
            return _raise_near(np.float64(most), least, most)
        return _give_up(owed)
    return _raise_near(np.float64(most), least, most) if _pushes(h, u, me["row"], stream) else _give_up(owed)


@kernel
def equity(h, u, me, stream):
    """Act on the sampled share of the pot against random hands.

    row: 0 deals to sample, 1 share above the even share to bet or raise, 2 share above the pot odds to call, 3 bet as a
    part of the pot.
    """
    owed, least, most = legal_record(h, u)
    share = sampled_equity(h, h["actor"], np.int64(me["row"][0]), stream)
    even = 1.0 / h["live"]
    pot = np.float64(h["pot"])
    worth = me["row"][1] * (1.0 - even) * (1.0 + 0.5 * max(_raises(h, u), 0))
    if share > even + worth:
        return _raise_near(np.float64(h["current_bet"]) + me["row"][3] * (pot + np.float64(owed)), least, most)
    if owed == 0 or share > np.float64(owed) / (pot + np.float64(owed)) + me["row"][2]:
        return _passive()
    return _give_up(owed)
