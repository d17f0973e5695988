"""A question and its answer as one HTML file that needs nothing else.

- `document`: the page of an equity.
- `charts`: the page of push or fold.
- `svg`: small drawings.
- `style`: the style sheet.
"""
