"""What ranges do on boards: how they fare on every flop, and what they hit.

From the ground up:

- `flop_kinds`: the flops told apart as far as two ranges can tell them, and their textures.
- `subsets`: few flops with weights that stand for all of them.
- `flop_report`: `equity.flops`: two ranges on every flop, counted at once.
- `looks`: what each combo makes on a board or on all flops, gathered.
- `filters`: words for what hands make: "top pair+, flush draw".
- `hits`: `equity.hits`: what a range makes, counted, and the part of it that makes something.

The package is not named after its functions: a sub-package `equity.flops` would take the place of the function.
"""
