"""What hole cards and a board make: arrays of cards in, arrays of features out.

Everything takes hole cards of shape (..., 2) and boards of shape (..., 3), (..., 4) or (..., 5), card indices of any
integer type (``4 * rank + suit``, 0 is 2c, 51 is As), and broadcasts the leading dimensions as NumPy does:
1,326 hands on one board, one hand on 22,100 flops, or both against each other. Text does too: ``"AsKs"`` is one row, a
list of texts one row each. Cards that are out of range or repeated are refused, with the first such row.
``check=False`` leaves the search for repeated cards out: for cards that were dealt, and for all hands on a board, where
those that share a card with it get zeros.

From the ground up:

- `arrays`: reading, broadcasting and checking what callers give; chunks on threads.
- `hands`: `made_hand` (category, the finer scale, kickers, who plays), `draws`, `outs`.
- `boards`: `texture` of boards, `nuts`.
- `strength`: `nut_rank`, `hand_strength`, and how strength ends on the rivers to come: `river_strength`.
- `classes`: `canonical_index` of hole cards and board up to suits, and back: `canonical_cards`, `class_count`,
  `class_size`.

The codes are `MadeHand`, `Draw` and `Pairing` (`equity.made_hands`), with their exact definitions.
"""

from __future__ import annotations

from equity._lazy import attach

TYPE_CHECKING = False  # typing's own costs a quarter of this module's time; checkers know the name

if TYPE_CHECKING:
    from equity.features.boards import Nuts as Nuts
    from equity.features.boards import Texture as Texture
    from equity.features.boards import nuts as nuts
    from equity.features.boards import texture as texture
    from equity.features.classes import canonical_cards as canonical_cards
    from equity.features.classes import canonical_index as canonical_index
    from equity.features.classes import class_count as class_count
    from equity.features.classes import class_size as class_size
    from equity.features.hands import Draws as Draws
    from equity.features.hands import MadeHands as MadeHands
    from equity.features.hands import draws as draws
    from equity.features.hands import made_hand as made_hand
    from equity.features.hands import outs as outs
    from equity.features.strength import NutRank as NutRank
    from equity.features.strength import RiverStrength as RiverStrength
    from equity.features.strength import hand_strength as hand_strength
    from equity.features.strength import nut_rank as nut_rank
    from equity.features.strength import river_strength as river_strength
    from equity.made_hands import Draw as Draw
    from equity.made_hands import MadeHand as MadeHand
    from equity.made_hands import Pairing as Pairing

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        "boards": "Nuts Texture nuts texture",
        "classes": "canonical_cards canonical_index class_count class_size",
        "hands": "Draws MadeHands draws made_hand outs",
        "strength": "NutRank RiverStrength hand_strength nut_rank river_strength",
        "equity.made_hands": "Draw MadeHand Pairing",
    },
)
