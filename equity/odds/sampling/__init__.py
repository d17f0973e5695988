"""The method that samples, and dealing for whoever needs it.

- `sampling`: chunks of deals, in order, until the goal is reached.
- `sampling_scheme`: the shape of a block, decided by the question, and what is known exactly, taken out of the error.
- `exchange`: who may hold which hand: how the winning hand's part of the pot is spread over the seats.
- `statistics`: standard errors, intervals, and a bound that may be looked at again and again.
- `dealers`: tables from which a kernel deals the hole cards of a question.
- `deals`: `equity.deal`, and sampled deals for figures that a sampled equity does not keep.

`docs/sampling.md` explains the scheme as a whole, with sources.
"""
