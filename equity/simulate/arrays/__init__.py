"""Many hands at once as arrays, for learning agents.

- `hand_batch`: `HandBatch`: deal, step, let compiled players act, look.
- `seats`: stacks, players and buttons as callers give them.
- `actions`: codes of actions and labels.
- `observation`: the columns of an observation.
- `play_batch`: a batch to its end with a player in every seat.
- `learner`: one seat that learns, players in all others.
"""
