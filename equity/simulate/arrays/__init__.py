"""Many hands at once as arrays, for learning agents.

- `hand_batch`: `HandBatch`: deal, step, let compiled players act.
- `batch_views`: what a batch shows.
- `batch_legal`: what the seats to act may do.
- `actions`: codes of actions and labels.
- `observation`: the columns of an observation.
- `stacks`: stacks and buttons as callers give them.
- `play_batch`: a batch to its end with a player in every seat.
- `learner`: one seat that learns, players in all others.
"""
