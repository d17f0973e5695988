"""The method that samples, and dealing for whoever needs it.

- `sampling`: chunks of deals, in order, until the goal is reached.
- `sampling_scheme`: boards and hands for each shuffle, and what is known exactly, taken out of the error.
- `statistics`: standard errors, intervals, and a bound that may be looked at again and again.
- `dealers`: tables from which a kernel deals the hole cards of a question.
- `deals`: `equity.deal`, and sampled deals for figures that a sampled equity does not keep.
"""
