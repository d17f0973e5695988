"""The texture of boards, row by row."""

from __future__ import annotations

from functools import partial

import numpy as np

from equity.kernels.cards.bits import count_bits, last_bit
from equity.kernels.compile.decorators import kernel
from equity.kernels.features.ranks import CONNECTED, STRAIGHTS, lane_of, ranks_held
from equity.made_hands import Pairing
from equity.tables import CARD_MASKS

__all__ = ["fill_texture"]

_UNPAIRED, _PAIRED, _TWO_PAIR = int(Pairing.UNPAIRED), int(Pairing.PAIRED), int(Pairing.TWO_PAIR)
_TRIPS, _FULL_HOUSE, _QUADS = int(Pairing.TRIPS), int(Pairing.FULL_HOUSE), int(Pairing.QUADS)


@partial(kernel, straight=True)
def fill_texture(holes, boards, codes):
    """Say what boards look like.

    holes : uint8[N, 0]     not looked at
    boards : uint8[N, 3..5]
    codes : uint8[N, 6]     most of one suit, suits, pairing, highest rank, connected, straights; filled in place
    """
    for i in range(boards.shape[0]):
        mask = np.uint64(0)
        for j in range(boards.shape[1]):
            mask |= CARD_MASKS[boards[i, j]]
        suited, suits = np.uint64(0), 0
        for suit in range(4):
            held = count_bits(lane_of(mask, suit))
            suits += 1 if held else 0
            suited = max(suited, held)
        ranks, twice, thrice, four = ranks_held(mask)
        if thrice:
            pairing = _QUADS if four else _FULL_HOUSE if twice != thrice else _TRIPS
        else:
            pairs = count_bits(twice)
            pairing = _UNPAIRED if pairs == np.uint64(0) else _PAIRED if pairs == np.uint64(1) else _TWO_PAIR
        codes[i, 0] = suited
        codes[i, 1] = suits
        codes[i, 2] = pairing
        codes[i, 3] = last_bit(ranks)
        codes[i, 4] = CONNECTED[ranks]
        codes[i, 5] = STRAIGHTS[ranks]
