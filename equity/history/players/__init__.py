"""What recorded hands say about their players.

- `cells`: what is counted of a player.
- `plain_tallies`: hands that were read many at a time.
- `tallies`: all hands -> counts of what each player did.
- `statistics`: money, all-in adjusted money, and how they play.
"""
