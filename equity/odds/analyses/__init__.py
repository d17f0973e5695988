"""Questions beside the equities.

- `split_equity`: equities split by something the deals differ in, for the next three.
- `per_combo`: each combo's own equity.
- `next_card`: what the next card does, and outs.
- `gradient`: how much each opposing combo moves a player's equity.
- `by_class`: equities of the 169 hand classes.
- `distribution`: how a range's equity is spread over its combos.
- `potential`: hand strength and potential.
- `breakdown`: what each player makes by the river and wins with.
- `finishing_orders`: in what order the players of an all-in finish.
- `side_pots`: chips after each finishing order.
- `icm`: prize money after each finishing order.
- `preflop_ranking`: the 169 starting hands in order.
- `overview`: a result with what people look at next.
"""
