"""How the lines of any site are read; a site brings the tables.

- `reader`: every line goes through a site's tables of patterns, and none is skipped by accident.
- `patterns`: the notation in which a site says what the lines of ordinary hands look like.
- `hands`: ordinary hands of large files, some hundred in one call.
"""
