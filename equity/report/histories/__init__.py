"""Hands that were played -> text.

- `hand`: one hand street by street, and the summary of a replay.
- `players`: what hand histories say about their players.
"""
