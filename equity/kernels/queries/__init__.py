"""Kernels behind the functions of PQL: many deals in, one figure for each out.

- `values`: what every player holds on the river.
- `nuts`: whether any hand beats a player's, and the cards that help.
- `all_in`: each player's share of the pot over all cards to come.
- `dealing`: deals whose boards come from a list.
"""
