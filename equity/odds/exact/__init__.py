"""Methods that count, and what they share.

Methods (each module is a `equity.odds.question.method.Method`):

- `preflop`: two players before the flop, looked up in the shipped table.
- `comparison`: two ranges on a board.
- `sweep`: two or three ranges on any board, all combos in order of value.
- `enumeration`: any question, one set of hole cards after the other.

What they are made of:

- `loading`: plain code or quick code that must be loaded first, a matter of time alone.
- `preflop_table`: the shipped table, read in plain Python.
- `preflop_grids`: that table as matrices.
- `numpy_comparison`: two ranges on a board, without Numba.
- `numpy_enumeration`: small enumerations, without Numba.
- `boards`: all boards a question can end with, each kind once.
- `against_range`: one hand against a range, for many hands and boards.
- `card_removal`: how much weight is left beside a combo.
"""
