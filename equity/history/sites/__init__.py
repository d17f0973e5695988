"""Hand histories as poker sites write them; one file for each site.

- `line_reader`: every line goes through a site's table of patterns, and none is skipped by accident.
- `table_text`: what all sites have in common: seats, posts and actions by name.
- `pokerstars`, `fulltilt`, `bovada`: the patterns of each, and its dialect.
"""
