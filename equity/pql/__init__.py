"""PQL, the poker query language, for Texas hold'em: a question about any deal -> its answer.

From the ground up:

- `grammar`: text -> syntax tree; mistakes with their place.
- `types`: what a value is, and the words of the language.
- `patterns`: cards in the generic notation: hands, and boards in a range.
- `deals`: many deals as arrays, and what functions need of them.
- `functions`: every function, a line each.
- `situation`: the from list: players, ranges, board, dead cards.
- `program`: expressions checked and made steps, equal ones once.
- `evaluation`: steps worked out over arrays of deals, and added up.
- `counting`: every deal once, where they are few.
- `sources`: what deals are drawn from.
- `sampling`: deals at random.
- `result`: what was found.
- `query`, `dealing`: `equity.query`, `equity.deal`.
"""
