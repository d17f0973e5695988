"""Records through the rules engine.

- `packing`: a record as the numbers that the kernel plays.
- `playing`: a record on the readable engine, action by action.
- `verdict`: how a result compares with the recorded one.
- `repair`: what a history leaves out.
- `two_boards`: a hand whose last cards were dealt twice.
- `batches`: hands that were read many at a time.
- `replay`: many hands, one compiled call.
"""
