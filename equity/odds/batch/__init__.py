"""Many questions at once.

- `many`: `equity.calculate_many`.
- `reader`: rows -> known hands as plain numbers, everything else as questions.
- `files`: text, CSV, JSON lines and Parquet -> rows.
- `frames`: data frames -> rows, and answers -> columns.
- `known_hands`: known hands, all of one shape counted together.
- `canonical`: spots that are the same up to suits and the order of the players.
- `ranges`: questions with ranges, equal ones answered once.
- `results`: the answers as arrays, and one row's own.
"""
