"""Kernels of `equity.features`: rows of hole cards and boards in, a row of features each out.

- `rows`: which row has a card twice.
- `ranks`: sets of ranks: the straights in them, and what completes one.
- `hands`: made hands, draws and outs.
- `boards`: the texture of boards.
- `strength`: how many opposing hands beat a hand, now and on the rivers to come; the nuts.
- `classes`: hole cards and boards up to suits, numbered, and back.

A *lane* is the 13-bit set of ranks that a hand has of one suit.
"""
