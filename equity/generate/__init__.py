"""Programs that make the data files shipped in `equity/data`; each is run again by ``python -m equity.generate.NAME``.

- `evaluator`: the evaluator's lookup arrays.
- `preflop`: the table of heads-up matchups before the flop.
- `push_fold`: the equilibria of push or fold heads-up.
- `ordering`: the order of the 169 starting hands behind ``top 15%``.
"""
