"""What recorded hands say about their players.

- `tallies`: counts of what each player did, hand by hand.
- `statistics`: money, all-in adjusted money, and how they play.
"""
