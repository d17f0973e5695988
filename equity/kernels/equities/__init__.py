"""Kernels that count who wins.

- `enumeration`: exact counts, one set of hole cards after the other on every board.
- `sweep`: two ranges on a board, all combos in order of value.
- `sweep_three`: the same with three ranges.
- `against_range`: one hand against a range, for many hands and boards.
- `flops`: two ranges on every flop at once.
- `known_hands`: many small questions of known hands, each with its own board.
- `matchups`: two hands on all boards: what builds the preflop table.
- `sampling`: sampled deals in crossed blocks, counted per set of winners.
- `groups`: sampled results by a player's combo, by the next card, or whatever the caller numbers.
- `breakdown`: by category, what each player holds and wins with.
- `finishing_orders`: in what order the players of a showdown finish.
"""
