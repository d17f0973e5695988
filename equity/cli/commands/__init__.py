"""One file for each command; each is loaded only when it is asked for.

- `calc`: ``equity AsKs vs QQ``, the default.
- `range`, `evaluate`, `preflop`: ranges, named hands, starting hands.
- `hits`, `flops`: what a range makes; two ranges on every flop.
- `query`: any question about a deal.
- `tournaments`: push or fold, and prize money.
- `simulate`, `rules`: whole hands.
- `histories`: hand histories: ``replay``, ``stats``, ``convert``.
- `pages`: an answer as a page, the calculator as one: ``report``, ``serve``.
- `doctor`, `warmup`: the installation.
"""
