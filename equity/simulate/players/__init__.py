"""Who plays.

- `strategy`: a player as a value.
- `built_in`: the built-in players and their parameters.
- `styles`: from the frequencies they claim to the ranges they need.
- `seated`: players as the kernels take them.
"""
