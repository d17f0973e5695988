"""Commands about hand histories.

- `replay`: play them through the rules engine and compare the results.
- `stats`: what they say about their players.
- `convert`: write them in another format.
"""
