"""What is asked, and what an answer looks like.

- `question`: ranges, board and dead cards, checked when they are made.
- `feasibility`: whether ranges can be dealt together at all.
- `weights`: weights as whole numbers.
- `hole_cards`: the ways to deal hole cards: tuples of combos that share no card.
- `tallies`: counts per set of winners, from which every figure follows.
- `result`: what a calculation found, and how it shows itself.
- `method`: what a method of answering is, the names of all, and how one is told to run.
- `checkpoints`: what a calculation has counted so far, in a file.
"""
