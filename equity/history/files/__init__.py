"""Files of any format.

- `detect`: which format a file is in, and the reader for it.
- `sources`: folders, patterns, archives -> files; `read` reads them all.
- `pieces`: work on files, and on pieces of large ones, over all cores.
- `summary`: many hands replayed: how many agree, differ or are refused.
"""
