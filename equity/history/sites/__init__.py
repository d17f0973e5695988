"""Hand histories as poker sites write them; one file per site.

- `lines`: how lines are read, one by one and many hands at a time.
- `element_hands`: ordinary games of large files in iPoker's XML, some hundred in one call.
- `table_text`: what all sites have in common: seats, posts and actions by name; antes, blinds and dead money.
- `hand_story`: events by name -> actions by position.
- `pokerstars_text`: records -> PokerStars text.
- `pokerstars`, `fulltilt`, `bovada`, `ggpoker`, `winamax`, `pacific` (888), `partypoker`, `winning`, `ipoker`: the
  patterns of each, and its dialect.
"""
