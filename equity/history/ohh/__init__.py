"""Open Hand History: hands as JSON objects, in and out (specification 1.4).

- `reader`: files -> records, one hand in memory at a time.
- `writer`: records -> JSON.
"""
