"""Who plays.

- `strategy`: a player as a value.
- `built_in`: the built-in players and their parameters.
- `styles`: from the frequencies they claim to the ranges they need.
- `from_file`: a player from somebody's own Python file.
- `seated`: players as the kernels take them.
"""
