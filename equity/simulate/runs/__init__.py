"""A run: many hands at one table.

- `specification`: everything the answer depends on, checked once.
- `chunks`: one piece of a run: what a worker does.
- `statistics`: totals, and means with honest errors.
- `summary`: totals -> figures; every figure is defined there.
- `result`: what a run found, and how it shows itself.
- `runner`: `equity.simulate.run`: where and when chunks run.
- `output`: what a run writes.
- `hand_records`: simulated hands as records of `equity.history`.
- `hand_text`: simulated hands as the bytes of a file, a chunk in one go.
- `hand_writer`: hands to a file as they are played.
"""
