"""Results in the forms people and programs read; computes nothing.

- `text`: an equity result as the table of the command.
- `bars`: equities as bars of a terminal.
- `explain`: how a question was read, why its method was chosen, and the command that asks again.
- `analyses`, `breakdown`: combos, next cards, outs, chips, categories.
- `batch`: answers of a batch.
- `range_analysis`: what a range makes; two ranges on every flop.
- `preflop`: starting hands, their matrix, push or fold.
- `query`: answers to queries.
- `named_hands`: the hands of ``equity eval``.
- `histories`: hands that were played, and their players.
- `simulation`: the tables of a simulation.
- `export`: rows of plain values as CSV and JSON.
- `page`: a question and its answer as one HTML file.

Rules of the folder: a function takes a result and returns text. Modules of one form each, loaded by the command that
prints it.
"""
