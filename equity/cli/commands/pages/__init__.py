"""Commands whose answer is a page.

- `report`: one question and its answer as a file.
- `serve`: the calculator in the browser, and the API.
"""
