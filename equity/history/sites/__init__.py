"""Hand histories as poker sites write them; one file per site.

- `line_reader`: every line goes through a site's tables of patterns, and none is skipped by accident.
- `line_patterns`: the notation in which a site says what the lines of ordinary hands look like.
- `line_hands`: ordinary hands of large files, some hundred in one call; `element_hands`: of iPoker's XML.
- `table_text`: what all sites have in common: seats, posts and actions by name; antes, blinds and dead money.
- `hand_story`: events by name -> actions by position.
- `pokerstars_text`: records -> PokerStars text.
- `pokerstars`, `fulltilt`, `bovada`, `ggpoker`, `winamax`, `pacific` (888), `partypoker`, `winning`, `ipoker`: the
  patterns of each, and its dialect.
"""
