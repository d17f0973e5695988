"""How things look, low in the house so that every room can use it: text and HTML from plain values.

- `columns`: aligned columns, percentages, and long texts cut short.
- `palette`: the one palette: suits, players, kinds of hands, and a scale that colour-blind people can read.
- `grid`: the 13 x 13 chart and the table of next cards, as cells; drawn for terminals, notebooks and pages.
- `html`: cards, bars and tables, for notebooks and pages.
- `progress`: how far a long calculation has come, on a terminal's stderr.
- `results`: one line, a table in a notebook and a data frame for every result.
"""
