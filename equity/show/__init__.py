"""How things look, low in the house so that every room can use it: text and HTML from plain values.

- `columns`: plain text columns, and shares as percentages.
- `grid`: the 13 x 13 chart of a range in a terminal.
- `grid_html`: the same for notebooks.
- `colors`: the one palette: a scale that colour-blind people can read.
- `html`: tables, bars and cards for notebooks.
"""
