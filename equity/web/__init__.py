"""The calculator as a page in the browser, and as an API over HTTP (extra ``web``).

In the order of imports, each from those above it only:

- `files`: the page's files, read once when the server starts.
- `lanes`: how many questions are answered at once, and how one is stopped.
- `openapi`: what the API takes and gives, in OpenAPI's words.
- `questions`: a question as JSON -> its answer, at once or better and better.
- `hands`: a pasted hand history -> the table after every action.
- `guard`: who may ask: hosts, origins, the token, sizes.
- `app`: which path is answered by what.
- `server`: the socket, and ``equity serve`` from start to end.

Rules of the folder: it computes nothing itself, no path of a request reaches the file system, and Starlette and uvicorn
are loaded by `app` and `server` alone, when they are called.
"""
