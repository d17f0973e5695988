"""Kernels on cards.

- `evaluate`: one hand -> its value, from the key and the mask of `equity.tables`.
- `categories`: value -> category, as a table.
- `evaluate_arrays`: whole arrays of hands -> values.
- `bits`: bit tricks.
- `random_numbers`: one stream per chunk of work or deal.
- `deal`: cards without replacement, and hole cards from ranges jointly.
"""
