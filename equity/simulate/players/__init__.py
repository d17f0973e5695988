"""Who plays.

- `strategy`: a player as a value.
- `built_in`: the built-in players and their parameters.
- `styles`: from the frequencies they claim to the ranges they need.
- `preparation`: the players of a run as the kernels take them.
- `seated`: the players of a batch as the kernels take them.
"""
