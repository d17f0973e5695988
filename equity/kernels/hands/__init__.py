"""The rules engine, compiled: one hand is one record.

- `records`: the two records, of a hand and of the house's rules, and the codes they hold.
- `opening`: seats, antes, blinds, posts and cards.
- `betting`: who may do what and whose turn it is; the no-limit minimum raise lives here.
- `showdown`: uncalled bets, pots, who wins them, odd chips and rake.
- `hand`: the functions that Python calls on one hand.
- `all_ins`: a finished hand settled again at the equity of its early all-in.
- `all_ins_exact`: the same with every board counted.
- `replay`: whole recorded hands.
- `phh_text`: hands as PHH spells them -> their packed form.
- `line_text`: hands in a site's lines -> the same; `line_matching`: one line against the site's table.
- `element_text`: hands in iPoker's XML -> the same; `line_story`: what lines and elements say, in the order of play.
- `hand_text`: played hands -> the text of PHH and ACPC files.
"""
