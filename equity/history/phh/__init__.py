"""PHH, the poker hand history format.

- `reader`: files -> records, one hand in memory at a time.
- `plain_lines`: the fast way to read what every writer writes.
- `plain_hands`: the same, some hundred hands in one call.
- `fields`: the fields of one hand -> a record.
- `actions`: the action strings.
- `writer`: records -> text.
"""
