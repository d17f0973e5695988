"""Whole hands by the million, on the rules engine of `equity.kernels.hands`.

- `records`: what the play kernels are told.
- `strategies`: the built-in players.
- `strength`: how good two cards are: cheap measures for strategies.
- `preflop_order`: the order of starting hands that strategies use.
- `push_fold_charts`: the equilibria of push or fold heads-up.
- `strategy_pointers`: strategies as addresses that the play kernels call.
- `whole_hands`: deal, ask whoever is to act, act, count.
- `recorded_hands`: what the players of recorded hands did, by the same definitions.
- `tally_columns`: the names of what is counted.
- `stepping`: many hands at once for players who are asked in Python.
- `batch`: many hands side by side, each stepped by one action.
- `action_labels`: a handful of labels instead of every amount.
- `observation`: what one seat can see of each hand, as numbers.
- `ahead`: compile in a second process what this one will need next.
"""
