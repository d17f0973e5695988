"""What ranges do on boards, as text and as parts of pages.

- `hits`: what a range makes.
- `flops`: two ranges on every flop.
"""
