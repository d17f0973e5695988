"""A question and its answer as one HTML file that needs nothing else.

- `document`: the page.
- `svg`: small drawings.
- `style`: the style sheet.
"""
