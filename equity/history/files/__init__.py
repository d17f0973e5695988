"""Files of any format.

- `detect`: which format a file is in, and the reader for it.
- `sources`: folders, patterns, archives -> files; `read` reads them all.
- `summary`: many files replayed, on all cores.
"""
