"""Methods that count, and what they share.

- `preflop`: two players before the flop, from the shipped table.
- `preflop_table`: that table, read in plain Python.
- `preflop_grids`: that table as matrices.
- `numpy_comparison`: two ranges on a board, without Numba.
- `sweep`: two or three ranges on any board, all combos in order of value.
- `sweep_job`: a sweep's boards and weights as the kernels take them.
- `enumeration`: any question, one set of hole cards after the other.
- `numpy_enumeration`: the same for small questions, without Numba.
- `boards`: all boards a question can end with, each kind once.
- `card_removal`: how much weight is left beside a combo.
"""
